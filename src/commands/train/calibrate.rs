//! `tianyuan train calibrate`: what a value means as a chance to win, by games.

use std::io::Write;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

use tianyuan_evaluation::chance::WinChance;
use tianyuan_player::Verdict;
use tianyuan_rules::Rule;
use tianyuan_training::calibrate::{Bin, Forecast, Sample, bins, error, fit, held_out, loss, luck, samples};
use tianyuan_training::curve::{Axis, Plot, Series, Style};

use super::files::{Kind, each_game};
use crate::commands::Failure;

/// What can be asked.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  tianyuan train calibrate renju-*.games --curve renju.svg")]
pub(crate) struct Arguments {
    /// Files that train play has written, all of one rule and board
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Picture to write, not there yet: what was predicted and what happened
    #[arg(long, value_name = "FILE.svg")]
    curve: Option<PathBuf>,
}

/// Bins of equally many positions.
const BINS: usize = 15;
/// Stones on the board, by which positions are told apart.
const STAGES: [(&str, RangeInclusive<usize>); 5] = [
    ("all", 0..=usize::MAX),
    ("up to 10", 0..=10),
    ("11 to 20", 11..=20),
    ("21 to 40", 21..=40),
    ("more", 41..=usize::MAX),
];

/// Positions with the chances that they are given.
struct Judged {
    samples: Vec<Sample>,
    /// By one formula for all positions, `1 / (1 + e^(-value/200))`.
    plain: Vec<f64>,
    /// As the program is.
    program: Vec<f64>,
    /// By numbers fitted to the games, but for a tenth of them that this one is in.
    held_out: Vec<f64>,
}

pub(super) fn run(arguments: &Arguments, output: &mut impl Write) -> Result<(), Failure> {
    let mut all = Vec::new();
    let mut n_games = 0_u64;
    let kind = each_game(&arguments.files, |kind, game| {
        n_games += 1;
        all.extend(samples(&game, kind.size));
    })?;
    if all.is_empty() {
        return Err(Failure::Input(
            "the files have no position that was searched and is not proved".to_owned(),
        ));
    }
    let Kind { rule, size } = kind;
    writeln!(output, "{n_games} games, {} positions, {rule} {size}", all.len())?;
    let [steepness, early, late] = fit(rule, &all, |_| true).numbers();
    writeln!(output, "for evaluation/src/chance.rs, fitted to all games:\n")?;
    writeln!(output, "            Rule::{rule:?} => Self::new({steepness:.2}, {early:.2}, {late:.2}),\n")?;
    let judged = Judged::new(rule, all);
    let chances = judged.write_errors(output)?;
    write_bins(&chances, output)?;
    match &arguments.curve {
        Some(file) => write_curve(file, &plot(&judged, &chances, kind)),
        None => Ok(()),
    }
}

impl Judged {
    fn new(rule: Rule, samples: Vec<Sample>) -> Self {
        let chance = WinChance::of(rule);
        Self {
            plain: samples.iter().map(|sample| Verdict::estimate(sample.value).win_chance()).collect(),
            program: samples.iter().map(|sample| chance.chance(sample.stage, sample.value)).collect(),
            held_out: held_out(rule, &samples),
            samples,
        }
    }

    /// What some of these chances say of the positions with so many stones.
    fn forecasts(&self, chances: &[f64], stones: &RangeInclusive<usize>) -> Vec<Forecast> {
        let all = self.samples.iter().zip(chances);
        let these = all.filter(|(sample, _)| stones.contains(&sample.stage.stones));
        these.map(|(sample, &chance)| Forecast::new(sample, chance)).collect()
    }

    /// The table of errors; gives the bins of all chances that are held out.
    fn write_errors(&self, output: &mut impl Write) -> std::io::Result<Vec<Bin>> {
        writeln!(output, "error of the chances in %, the mean over {BINS} bins of equally many positions:")?;
        writeln!(output, "stones     positions  value/200  program  held out  luck alone")?;
        for (name, stones) in &STAGES {
            let of = |chances| bins(&self.forecasts(chances, stones), BINS);
            let held_out = of(&self.held_out);
            let n: usize = held_out.iter().map(|bin| bin.positions).sum();
            let errors =
                [error(&of(&self.plain)), error(&of(&self.program)), error(&held_out), luck(&held_out)];
            let [plain, program, error, luck] = errors.map(|error| 100.0 * error);
            writeln!(output, "{name:9} {n:10} {plain:10.2} {program:8.2} {error:9.2} {luck:11.2}")?;
        }
        let of = |chances| loss(&self.forecasts(chances, &STAGES[0].1));
        let [plain, program, held_out] =
            [&self.plain, &self.program, &self.held_out].map(|chances| of(chances));
        writeln!(output, "loss      {:10} {plain:10.4} {program:8.4} {held_out:9.4}\n", "")?;
        Ok(bins(&self.forecasts(&self.held_out, &STAGES[0].1), BINS))
    }
}

fn write_bins(bins: &[Bin], output: &mut impl Write) -> std::io::Result<()> {
    writeln!(output, "held out, in %:\npredicted  happened      positions")?;
    for Bin { predicted, happened, positions, deviation } in bins {
        let [predicted, happened, deviation] = [predicted, happened, deviation].map(|part| 100.0 * part);
        writeln!(output, "{predicted:9.1} {happened:9.1} ± {deviation:3.1} {positions:8}")?;
    }
    Ok(())
}

fn plot(judged: &Judged, chances: &[Bin], Kind { rule, size }: Kind) -> Plot {
    let points =
        |bins: &[Bin]| bins.iter().map(|bin| (100.0 * bin.predicted, 100.0 * bin.happened)).collect();
    let plain = bins(&judged.forecasts(&judged.plain, &STAGES[0].1), BINS);
    Plot {
        title: format!("Win chance, {rule} {size}"),
        x: Axis::new("predicted, %", (0.0, 100.0)),
        y: Axis::new("won (draws half), %", (0.0, 100.0)),
        series: vec![
            Series::new("as it should be", vec![(0.0, 0.0), (100.0, 100.0)], Style::Dashes),
            Series::new("calibrated, held out", points(chances), Style::Dots),
            Series::new("1/(1+e^(-value/200))", points(&plain), Style::Dots),
        ],
    }
}

fn write_curve(file: &Path, plot: &Plot) -> Result<(), Failure> {
    let complain = |error| Failure::Input(format!("--curve {}: {error}", file.display()));
    let mut picture = std::fs::File::create_new(file).map_err(complain)?;
    picture.write_all(plot.svg().as_bytes()).map_err(complain)
}
