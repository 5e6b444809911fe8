//! `tianyuan train tables`: the tables of the evaluation, tuned by games.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::ValueEnum;
use tianyuan_evaluation::weights::Weights;
use tianyuan_rules::Rule;
use tianyuan_training::tables::{
    Choice, ChoiceSampler, Epoch, Foresight, Sample, Sampler, ScoreEpoch, ScoreTuner, Settings, Tuner,
};

use super::curves;
use super::files::{Kind, each_game, write_new};
use crate::commands::Failure;
use crate::commands::values::{number, whole};
use crate::numbers_file;

/// What can be asked.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// Files that train play has written, all of one rule and board
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// File to write, not there yet
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// What is tuned
    #[arg(long, value_enum, value_name = "WHAT", default_value = "values")]
    what: What,
    /// Tables to begin with and to be held to: a file, or hand for those that train hand writes [default: the program's own]
    #[arg(long, value_name = "FILE")]
    start: Option<PathBuf>,
    /// Times that all positions are seen
    #[arg(long, value_name = "N", default_value_t = 30, value_parser = number::<10_000>)]
    epochs: u64,
    /// Positions between two steps
    #[arg(long, value_name = "N", default_value_t = 4096, value_parser = number::<1_000_000>)]
    batch: u64,
    /// How far a step goes at first, in units of the tables
    #[arg(long, value_name = "UNITS", default_value_t = 4.0)]
    rate: f32,
    /// How strongly numbers are held to those they begin with
    #[arg(long, value_name = "N", default_value_t = 20.0)]
    prior: f32,
    /// For scores: how much less moves count that are foretold already, 0 to 1
    #[arg(long, value_name = "GAMMA", default_value_t = 0.0, value_parser = focus)]
    focus: f32,
    /// Another order of the positions
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    seed: u64,
    /// Picture to write, not there yet: the loss after each epoch; for both FILE-values.svg and FILE-scores.svg
    #[arg(long, value_name = "FILE.svg")]
    curve: Option<PathBuf>,
}

/// Which tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum What {
    /// What points are worth, and the terms of a board as a whole
    Values,
    /// Which moves are looked at first
    Scores,
    /// One after the other
    Both,
}

const EXAMPLES: &str = "Examples:
  tianyuan train tables renju-*.games --output renju.tables
  tianyuan train tables renju-*.games --what scores --curve scores.svg --output scores.tables";

/// Said in the place of a file that tuning begins with. A file of this name is `./hand`.
const BY_HAND: &str = "hand";
/// Every game whose number is a multiple of this is held out.
const HELD_OUT: u64 = 10;

/// What is learnt from.
struct Material {
    kind: Kind,
    values: Split<Sample>,
    scores: Split<Choice>,
}

/// Positions to learn from, and those of games that are held out.
struct Split<T> {
    trained: Vec<T>,
    held_out: Vec<T>,
}

pub(super) fn run(arguments: &Arguments, output: &mut impl Write) -> Result<(), Failure> {
    arguments.check_files().map_err(Failure::Input)?;
    let material = arguments.read()?;
    let rule = material.kind.rule;
    let mut weights = arguments.start(rule).map_err(Failure::Input)?;
    if arguments.what != What::Scores {
        let (tuned, losses) = arguments.tune_values(&material, weights, output)?;
        arguments.write_curve("values", &losses)?;
        weights = tuned;
    }
    if arguments.what != What::Values {
        let (tuned, losses) = arguments.tune_scores(&material, weights, output)?;
        arguments.write_curve("scores", &losses)?;
        weights = tuned;
    }
    write_new("--output", &arguments.output, &weights.bytes(rule))
}

impl Arguments {
    /// Nobody should wait for what then cannot be written.
    fn check_files(&self) -> Result<(), String> {
        let curves = ["values", "scores"].map(|what| self.curve_file(what)).into_iter().flatten();
        let files = curves.map(|file| ("--curve", file)).chain([("--output", self.output.clone())]);
        let there = files.into_iter().find(|(_, file)| file.exists());
        there
            .map_or(Ok(()), |(option, file)| Err(format!("{option} {}: it is there already", file.display())))
    }

    /// Where the losses of tuning values or scores are drawn, if that is asked for.
    fn curve_file(&self, what: &str) -> Option<PathBuf> {
        let file = self.curve.as_ref()?;
        Some(if self.what == What::Both { named_for(file, what) } else { file.clone() })
    }

    fn read(&self) -> Result<Material, Failure> {
        let (mut values, mut scores) = (Split::default(), Split::default());
        let mut samplers = None;
        let kind = each_game(&self.files, |kind, game| {
            let (sampler, choice_sampler) = samplers.get_or_insert_with(|| {
                (Sampler::new(kind.rule, kind.size), ChoiceSampler::new(kind.rule, kind.size))
            });
            let is_held_out = game.number.is_multiple_of(HELD_OUT);
            if self.what != What::Scores {
                values.of(is_held_out).extend(sampler.samples(&game));
            }
            if self.what != What::Values {
                scores.of(is_held_out).extend(choice_sampler.choices(&game));
            }
        })?;
        Ok(Material { kind, values, scores })
    }

    fn start(&self, rule: Rule) -> Result<Weights, String> {
        match &self.start {
            None => Ok(Weights::of_rule(rule)),
            Some(word) if word.as_os_str() == BY_HAND => Ok(Weights::made_by_hand(rule)),
            Some(file) => numbers_file::weights(file, Some(rule))
                .map(|(weights, _)| weights)
                .map_err(|error| format!("--start {error}")),
        }
    }

    fn settings(&self) -> Settings {
        Settings {
            batch: whole(self.batch),
            rate: self.rate,
            prior: self.prior,
            epochs: whole(self.epochs),
            seed: self.seed,
        }
    }

    /// Tunes values and terms; gives the losses too, before the first epoch and after each.
    fn tune_values(
        &self,
        material: &Material,
        start: Weights,
        output: &mut impl Write,
    ) -> io::Result<(Weights, Vec<Epoch>)> {
        let Material { kind: Kind { rule, size }, values: Split { trained, held_out }, .. } = material;
        writeln!(output, "{} positions to learn from, {} held out, {rule}", trained.len(), held_out.len())?;
        let mut tuner = Tuner::new(Sampler::new(*rule, *size), start);
        writeln!(output, "epoch  loss    held out")?;
        let mut losses = Vec::new();
        let mut tell = |epoch: Epoch| {
            writeln!(output, "{:>5}  {:.4}  {:.4}", losses.len(), epoch.trained, epoch.held_out)?;
            losses.push(epoch);
            Ok(())
        };
        tell(Epoch { trained: tuner.loss(trained), held_out: tuner.loss(held_out) })?;
        tuner.tune(trained, held_out, self.settings(), tell)?;
        Ok((tuner.weights(), losses))
    }

    /// Tunes scores; gives the losses too, before the first epoch and after each.
    fn tune_scores(
        &self,
        material: &Material,
        start: Weights,
        output: &mut impl Write,
    ) -> io::Result<(Weights, Vec<Epoch>)> {
        let Material { kind: Kind { rule, size }, scores: Split { trained, held_out }, .. } = material;
        let (n, n_held_out) = (trained.len(), held_out.len());
        let n_moves: usize = trained.iter().map(|choice| choice.candidates.len()).sum();
        let moves = n_moves / n.max(1);
        writeln!(output, "{n} choices to learn from, {n_held_out} held out, {rule}; of {moves} moves")?;
        let mut tuner = ScoreTuner::new(ChoiceSampler::new(*rule, *size), start);
        writeln!(output, "epoch  loss    best first  mean place   held out: the same")?;
        let mut losses = Vec::new();
        let mut tell = |epoch: ScoreEpoch| {
            let [trained, held_out] = [in_words(epoch.trained), in_words(epoch.held_out)];
            writeln!(output, "{:>5}  {trained}   {held_out}", losses.len())?;
            losses.push(Epoch { trained: epoch.trained.entropy, held_out: epoch.held_out.entropy });
            Ok(())
        };
        tell(ScoreEpoch { trained: tuner.foresight(trained), held_out: tuner.foresight(held_out) })?;
        tuner.tune(trained, held_out, self.settings(), self.focus, tell)?;
        Ok((tuner.weights(), losses))
    }

    /// Draws the losses of tuning values or scores, if that is asked for.
    fn write_curve(&self, what: &str, losses: &[Epoch]) -> Result<(), Failure> {
        let Some(file) = self.curve_file(what) else { return Ok(()) };
        write_new("--curve", &file, curves::of_losses(what, losses).svg().as_bytes())
    }
}

impl<T> Default for Split<T> {
    fn default() -> Self {
        Self { trained: Vec::new(), held_out: Vec::new() }
    }
}

impl<T> Split<T> {
    const fn of(&mut self, is_held_out: bool) -> &mut Vec<T> {
        if is_held_out { &mut self.held_out } else { &mut self.trained }
    }
}

/// `2.1034      32.5 %       5.21`.
fn in_words(Foresight { entropy, first, rank }: Foresight) -> String {
    format!("{entropy:.4}  {:>8.1} %  {rank:>10.2}", 100.0 * first)
}

/// `loss.svg` as `loss-values.svg`.
fn named_for(file: &Path, what: &str) -> PathBuf {
    let mut name = file.file_stem().unwrap_or_default().to_owned();
    name.push(format!("-{what}"));
    if let Some(extension) = file.extension() {
        name.push(".");
        name.push(extension);
    }
    file.with_file_name(name)
}

fn focus(text: &str) -> Result<f32, &'static str> {
    let number = text.parse().ok().filter(|number| (0.0..=1.0).contains(number));
    number.ok_or("a number 0 to 1 is needed")
}
