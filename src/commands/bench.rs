//! `tianyuan bench`: nodes and time over fixed positions, and the signature of the search.
//!
//! The signature is the sum of nodes. It is the same on every machine and for every build, and changes
//! whenever the search or the evaluation does: a change that is meant to change neither proves it so.
#![deny(clippy::panic, clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

use std::io::{self, Write};
use std::sync::Arc;
use std::time::Duration;

use tianyuan_player::{Answer, Clock, Job, Limits, Player, Report, Settings, Task};
use tianyuan_rules::{Position, Rule, Size, notation};
use tianyuan_search::Engine;

use super::Failure;
use crate::numbers_file::{Numbers, NumbersOption};

/// What can be asked.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  tianyuan bench")]
pub(crate) struct Arguments {
    /// Instructions to use: scalar, avx2 or avx512
    #[arg(long, value_name = "PATH", default_value = "scalar", value_parser = cpu)]
    cpu: String,
    #[command(flatten)]
    numbers: NumbersOption,
}

/// A position of the bench: its rule, the side of its board, its moves, and the depth of the search.
struct Entry(Rule, usize, &'static str, u32);

const TABLE_BYTES: usize = 16 << 20;

/// Openings, middle games and attacks, from games of the engine against itself.
const ENTRIES: &[Entry] = &[
    Entry(Rule::Freestyle, 15, "h8i10j7", 10),
    Entry(Rule::Freestyle, 15, "h8i10j7h9k8j10k10j11g8k9", 10),
    Entry(Rule::Freestyle, 20, "k11m12j9l14k9l13", 10),
    Entry(Rule::Freestyle, 20, "e16f15g13g16e14e15f16h15g15h14f17d15c15i14", 10),
    Entry(Rule::Freestyle, 9, "e5f6d4e4d5f5d3d6c5f4f7e6b5a5c6e2", 10),
    Entry(Rule::Standard, 15, "h8g9j10h6i8g7h10i10j11g8g6h7", 10),
    Entry(Rule::Standard, 19, "j10k9k11l12m11k10j12j11l9l13", 10),
    Entry(Rule::Renju, 15, "h8h9h10", 10),
    Entry(Rule::Renju, 15, "h8i9j10k10h10h11i11k9g9f8j9j11j7i7k8j8h6i6", 10),
    Entry(Rule::Renju, 15, "h8i9g7h7i5g9g6g5i6j8i7i4j6h6k5l4l6h4", 10),
    Entry(Rule::Renju, 15, "h8h9i10j8j9k8g10j10i7f10k7l8m8g11i11i9f9", 10),
    Entry(Rule::Caro, 15, "h8i8g10g11f10g9f9h11f11f12g7i10h7f7i9k11", 10),
    Entry(Rule::CaroExact, 20, "k11l11j13k10m12i13m14i12m13m15l9m10n12l12", 10),
];

/// Runs the bench; `clock` only measures.
pub(crate) fn run(
    arguments: &Arguments,
    clock: &Arc<dyn Clock>,
    output: &mut impl Write,
) -> Result<(), Failure> {
    let numbers = arguments.numbers.read().map_err(Failure::Input)?;
    writeln!(output, "  #  rule        size   depth  move     nodes      ms")?;
    let (mut nodes, mut time) = (0, Duration::ZERO);
    for (number, entry) in (1..).zip(ENTRIES) {
        let begun = clock.now();
        let (answer, searched) = entry.search(clock, &numbers)?;
        let taken = clock.now().since(begun);
        entry.write(number, &answer, searched, taken, output)?;
        (nodes, time) = (nodes + searched, time + taken);
    }
    let per_second = u128::from(nodes) * 1000 / time.as_millis().max(1);
    writeln!(output, "\nTime: {} ms\nNodes/second: {per_second}\nSignature: {nodes}", time.as_millis())?;
    Ok(())
}

impl Entry {
    /// The answer of a fresh engine and the nodes that it took.
    fn search(&self, clock: &Arc<dyn Clock>, numbers: &Numbers) -> Result<(Answer, u64), Failure> {
        let job = Job::new(self.position()?, Limits::depth(self.3), Task::Move);
        let mut engine = numbers.seat(Engine::new(Arc::clone(clock)));
        engine.configure(Settings { threads: 1, table_bytes: TABLE_BYTES });
        let mut nodes = 0;
        let answer = super::think(&mut engine, &job, &mut |report: Report| nodes = report.nodes)?;
        Ok((answer, nodes))
    }

    fn position(&self) -> Result<Position, Failure> {
        let size = Size::new(self.1).unwrap_or_default();
        let position = notation::position_from_code(self.2, size, self.0);
        position.map_err(|error| Failure::Input(format!("{}: {error}", self.2)))
    }

    fn write(
        &self,
        number: usize,
        answer: &Answer,
        nodes: u64,
        taken: Duration,
        output: &mut impl Write,
    ) -> io::Result<()> {
        let (rule, size, depth, ms) = (self.0, format!("{0}x{0}", self.1), self.3, taken.as_millis());
        let point = if let Answer::Move(point) = answer { point.to_string() } else { "-".to_owned() };
        writeln!(output, "{number:3}  {rule:10}  {size:5}  {depth:5}  {point:4}  {nodes:8}  {ms:6}")
    }
}

fn cpu(text: &str) -> Result<String, &'static str> {
    match text {
        "scalar" => Ok(text.to_owned()),
        "avx2" | "avx512" => Err("not built yet: only scalar is"),
        _ => Err("scalar, avx2 or avx512 is needed"),
    }
}
