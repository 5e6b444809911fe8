//! `tianyuan train stat`: counts over files of games.

use std::io::Write;
use std::path::PathBuf;

use tianyuan_rules::Size;
use tianyuan_training::stat::Stat;

use super::files::games;
use crate::commands::Failure;

/// What can be asked.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  tianyuan train stat renju-*.games")]
pub(crate) struct Arguments {
    /// Files that train play has written
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
}

pub(super) fn run(arguments: &Arguments, output: &mut impl Write) -> Result<(), Failure> {
    let mut stat = Stat::default();
    for file in &arguments.files {
        let mut games = games(file)?;
        let conditions = games.conditions().clone();
        let size = Size::new(conditions.size).unwrap_or(Size::STANDARD);
        let before = stat.games;
        games.by_ref().for_each(|game| stat.add(&game, size));
        let length = std::fs::metadata(file)?.len();
        let cut = length.saturating_sub(games.whole_bytes());
        let n = stat.games - before;
        let (rule, nodes, seed) = (&conditions.rule, conditions.nodes, conditions.seed);
        writeln!(output, "{}: {n} games, {rule} {size}, {nodes} nodes a move, seed {seed}", file.display())?;
        if cut > 0 {
            writeln!(output, "  {cut} bytes behind the last whole game are left out")?;
        }
    }
    let [black, white, drawn] = stat.results;
    writeln!(output, "games      {} (Black won {black}, White {white}, drawn {drawn})", stat.games)?;
    writeln!(output, "moves      {} ({:.1} a game)", stat.plies, stat.mean_plies())?;
    writeln!(output, "searched   {} positions, {} of them proved", stat.searched, stat.proved)?;
    writeln!(output, "insights   {} positions from inside of the searches", stat.insights)?;
    writeln!(
        output,
        "repeated   {} positions ({:.1} %)",
        stat.repeated,
        percent(stat.repeated, stat.searched)
    )?;
    writeln!(output, "numbers    {} games have one that was there before", stat.same_number)?;
    Ok(())
}

#[expect(clippy::cast_precision_loss, reason = "nobody plays 2^52 moves")]
fn percent(part: u64, whole: u64) -> f64 {
    100.0 * part as f64 / whole.max(1) as f64
}
