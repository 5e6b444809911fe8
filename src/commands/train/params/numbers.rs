//! What is tuned, and the player that has such numbers.

use std::sync::Arc;

use tianyuan_evaluation::Tables;
use tianyuan_evaluation::adjust::knobs;
use tianyuan_evaluation::weights::Weights;
use tianyuan_rules::Rule;
use tianyuan_search::Engine;
use tianyuan_search::parameters::{Parameter, Parameters};
use tianyuan_training::spsa::Number;

/// What can be tuned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum What {
    /// The numbers of the search
    Search,
    /// The tables of the evaluation, by shapes and classes
    Evaluation,
    /// Both together
    Both,
}

/// The numbers that are tuned, with those that stay as they are.
#[derive(Debug)]
pub(super) struct Contents {
    what: What,
    rule: Rule,
    parameters: Parameters,
    weights: Weights,
    numbers: Vec<Number>,
}

/// How far a change of the evaluation may go, in its steps.
const MOST_STEPS: i32 = 30;

impl Contents {
    pub(super) fn new(what: What, rule: Rule, parameters: Parameters, weights: Weights) -> Self {
        let mut numbers = Vec::new();
        if what != What::Evaluation {
            numbers.extend(Parameters::ALL.into_iter().zip(parameters.numbers()).map(of_search));
        }
        if what != What::Search {
            numbers.extend(knobs(rule).into_iter().map(|knob| {
                let most = MOST_STEPS * knob.step;
                Number { name: knob.name, start: 0, least: -most, most, step: knob.step }
            }));
        }
        Self { what, rule, parameters, weights, numbers }
    }

    /// What is tuned.
    pub(super) fn numbers(&self) -> &[Number] {
        &self.numbers
    }

    /// What it begins with.
    pub(super) fn start(&self) -> Vec<i32> {
        self.numbers.iter().map(|number| number.start).collect()
    }

    /// Search and evaluation with these numbers.
    pub(super) fn of(&self, numbers: &[i32]) -> (Parameters, Weights) {
        let n_search = if self.what == What::Evaluation { 0 } else { Parameters::COUNT };
        let (search, evaluation) = numbers.split_at(n_search.min(numbers.len()));
        let parameters = search.try_into().map_or(self.parameters, Parameters::of_numbers);
        (parameters, self.weights.adjusted(self.rule, evaluation))
    }

    /// The player that has these numbers.
    pub(super) fn player(&self, engine: Engine, numbers: &[i32]) -> Engine {
        let (parameters, weights) = self.of(numbers);
        engine.with_parameters(parameters).with_tables(Arc::new(Tables::new(&weights, self.rule)))
    }
}

fn of_search((parameter, start): (Parameter, i32)) -> Number {
    let Parameter { name, least, most, step, .. } = parameter;
    Number { name: name.to_owned(), start, least, most, step }
}
