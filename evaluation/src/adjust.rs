//! Weights changed by few numbers: what all combinations with a shape, or of a class, have more or less.
//!
//! Games can tell of some hundred numbers, not of the thousands of a table. So a tuner that plays games turns these
//! knobs, and the table keeps its finer differences.

use std::sync::Arc;

use tianyuan_rules::line::Shape;
use tianyuan_rules::{ByColor, Color, Position, Rule, Size};

use crate::field::Field;
use crate::pattern::Class;
use crate::tables::Tables;
use crate::weights::{ColorWeights, Terms, VALUE_LIMIT, Weights, combinations};

/// A number by which weights can be changed; 0 changes nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Knob {
    /// Its name in files.
    pub name: String,
    /// How far tuning turns it to either side to see a difference.
    pub step: i32,
    /// Whose tables it changes; both sides have the same ones where neither has forbidden moves.
    colors: &'static [Color],
    what: What,
}

/// What a knob changes, of all combinations with a shape or of a class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum What {
    /// Values, in eighths of a unit.
    ShapeValue(Shape),
    /// Ordering scores: [`DEFENCE_SHARE`] of it for those who take the point away.
    ShapeScore(Shape),
    ClassValue(Class),
    ClassScore(Class),
    /// Ordering scores for those who take the point away.
    ClassDefence(Class),
    /// A term by its number, in units.
    Term(usize),
}

/// A move's share for what it takes from the opponent, of a change of what it would give him, in sixty-fourths.
const DEFENCE_SHARE: i32 = 31;
/// The step of the terms, in units.
const TERM_STEP: i32 = 5;

/// Shapes by which tables are changed, with the steps of values and of scores: the others occur only where nothing is left
/// to estimate.
const SHAPES: [(Shape, i32, i32); 8] = [
    (Shape::One, 2, 2),
    (Shape::OpenOne, 2, 2),
    (Shape::Two, 3, 2),
    (Shape::OpenTwo, 4, 4),
    (Shape::Three, 8, 5),
    (Shape::OpenThree, 6, 10),
    (Shape::Four, 12, 10),
    (Shape::StraightFour, 12, 10),
];
/// Classes by which tables are changed, with the steps of values and of scores.
const CLASSES: [(Class, i32, i32); 11] = [
    (Class::OpenTwo, 4, 3),
    (Class::Three, 5, 4),
    (Class::DoubleTwo, 6, 5),
    (Class::ThreePlus, 6, 5),
    (Class::OpenThree, 10, 6),
    (Class::OpenThreePlus, 20, 6),
    (Class::DoubleThree, 15, 12),
    (Class::Four, 12, 8),
    (Class::FourPlus, 18, 10),
    (Class::FourThree, 30, 15),
    (Class::StraightFour, 40, 20),
];

/// The knobs of a rule.
pub fn knobs(rule: Rule) -> Vec<Knob> {
    let sides: &[(&str, &[Color])] = if rule.forbids(Color::Black) {
        &[("black", &[Color::Black]), ("white", &[Color::White])]
    } else {
        &[("both", &Color::ALL)]
    };
    let mut knobs = Vec::new();
    for &(side, colors) in sides {
        let mut add = |name: String, step: i32, what: What| {
            knobs.push(Knob { name: format!("{side} {name}"), step, colors, what });
        };
        for (shape, value, score) in SHAPES {
            add(format!("value {shape:?}"), value, What::ShapeValue(shape));
            add(format!("score {shape:?}"), score, What::ShapeScore(shape));
        }
        // Where two threes are forbidden they are of another class.
        let lives = |class| class != Class::DoubleThree || colors.iter().any(|&color| !rule.forbids(color));
        for (class, value, score) in CLASSES.into_iter().filter(|&(class, ..)| lives(class)) {
            add(format!("class value {class:?}"), value, What::ClassValue(class));
            add(format!("class score {class:?}"), score, What::ClassScore(class));
            add(format!("class defence {class:?}"), score, What::ClassDefence(class));
        }
    }
    knobs.extend((0..Terms::COUNT).map(|term| Knob {
        name: format!("term {term}"),
        step: TERM_STEP,
        colors: &[],
        what: What::Term(term),
    }));
    knobs
}

/// The changes of one color's tables by all knobs together.
#[derive(Debug, Default)]
struct Changes {
    shape_values: [i32; Shape::COUNT],
    shape_scores: [i32; Shape::COUNT],
    class_values: [i32; Class::COUNT],
    class_scores: [i32; Class::COUNT],
    class_defences: [i32; Class::COUNT],
}

impl Weights {
    /// The weights changed by these numbers, one for each of the rule's [`knobs`]; those that are missing count as 0.
    #[must_use]
    pub fn adjusted(&self, rule: Rule, by: &[i32]) -> Self {
        let mut changes = ByColor::new(Changes::default(), Changes::default());
        let mut terms = self.terms.numbers();
        for (knob, &by) in knobs(rule).iter().zip(by) {
            if let What::Term(term) = knob.what {
                terms[term] = changed(terms[term], by);
            }
            knob.colors.iter().for_each(|&color| changes[color].add(knob.what, by));
        }
        let color = |color| self.colors[color].changed_by(&changes[color], rule.forbids(color));
        Self {
            colors: ByColor::new(color(Color::Black), color(Color::White)),
            terms: Terms::of_numbers(terms),
        }
    }
}

impl Weights {
    /// The weights with which neither side is ahead on the empty standard board, but for less than half an eighth a point.
    ///
    /// Where colors have tables of their own, playing does not tell how high one lies above the other: what all positions have
    /// in common moves no choice of a search. Yet people read values, and whether colors are exchanged in an opening goes
    /// by them.
    #[must_use]
    pub fn balanced(mut self, rule: Rule) -> Self {
        let empty = Position::new(Size::STANDARD, rule);
        let field = Field::with_tables(&empty, Arc::new(Tables::new(&self, rule)));
        let ahead = field.potential(Color::Black) - field.potential(Color::White);
        let n_points = i32::try_from(Size::STANDARD.area()).unwrap_or(i32::MAX);
        let by = (ahead.abs() + n_points / 2) / n_points;
        let lower = if ahead > 0 { Color::White } else { Color::Black };
        let forbids = rule.forbids(lower);
        for (value, shapes) in self.colors[lower].values.iter_mut().zip(combinations()) {
            if Class::of(shapes, forbids) != Class::Forbidden {
                *value = changed(*value, by).clamp(0, VALUE_LIMIT - 1);
            }
        }
        self
    }
}

impl Changes {
    fn add(&mut self, what: What, by: i32) {
        match what {
            What::ShapeValue(shape) => self.shape_values[shape.index()] += by,
            What::ShapeScore(shape) => self.shape_scores[shape.index()] += by,
            What::ClassValue(class) => self.class_values[class as usize] += by,
            What::ClassScore(class) => self.class_scores[class as usize] += by,
            What::ClassDefence(class) => self.class_defences[class as usize] += by,
            What::Term(_) => {}
        }
    }
}

impl ColorWeights {
    fn changed_by(&self, changes: &Changes, forbids: bool) -> Self {
        let mut weights = self.clone();
        for (place, shapes) in combinations().enumerate() {
            let class = Class::of(shapes, forbids);
            // What is forbidden is worth nothing, whatever lines it has.
            if class == Class::Forbidden {
                continue;
            }
            let sum = |of: &[i32; Shape::COUNT]| shapes.iter().map(|shape| of[shape.index()]).sum::<i32>();
            let value = sum(&changes.shape_values) + changes.class_values[class as usize];
            let score = sum(&changes.shape_scores) + changes.class_scores[class as usize];
            let defence = score * DEFENCE_SHARE / 64 + changes.class_defences[class as usize];
            weights.values[place] = changed(weights.values[place], value).clamp(0, VALUE_LIMIT - 1);
            weights.attack[place] = changed(weights.attack[place], score);
            weights.defence[place] = changed(weights.defence[place], defence);
        }
        weights
    }
}

fn changed(number: i16, by: i32) -> i16 {
    let changed = i32::from(number).saturating_add(by);
    i16::try_from(changed).unwrap_or(if changed < 0 { i16::MIN } else { i16::MAX })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_knob_changes_what_it_says() {
        for rule in [Rule::Renju, Rule::Freestyle] {
            let (weights, knobs) = (Weights::made_by_hand(rule), knobs(rule));
            assert_eq!(knobs.len(), if rule == Rule::Renju { 105 } else { 59 });
            assert_eq!(weights.adjusted(rule, &[]), weights);
            for (at, knob) in knobs.iter().enumerate() {
                let mut by = vec![0; knobs.len()];
                by[at] = 7;
                let changed = weights.adjusted(rule, &by);
                assert_ne!(changed, weights, "{}", knob.name);
                assert_eq!(changed.terms != weights.terms, knob.name.starts_with("term"));
                for (name, color) in [("black", Color::Black), ("white", Color::White)] {
                    let (new, old) = (&changed.colors[color], &weights.colors[color]);
                    let own = knob.name.starts_with(name) || knob.name.starts_with("both");
                    assert_eq!(new.values != old.values, own && knob.name.contains("value"), "{}", knob.name);
                    assert_eq!(new.attack != old.attack, own && knob.name.contains("score"), "{}", knob.name);
                }
            }
        }
    }

    #[test]
    fn nobody_is_ahead_on_the_empty_board() {
        let ahead = |weights: &Weights, rule| {
            let empty = Position::new(Size::STANDARD, rule);
            let field = Field::with_tables(&empty, Arc::new(Tables::new(weights, rule)));
            field.potential(Color::Black) - field.potential(Color::White)
        };
        for rule in Rule::ALL {
            assert!(ahead(&Weights::of_rule(rule), rule).abs() <= 112, "{rule}: what the program has");
            let hand = Weights::made_by_hand(rule);
            assert_eq!(hand.clone().balanced(rule), hand, "{rule}");
        }
        let rule = Rule::Renju;
        let by: Vec<i32> = (0..knobs(rule).len()).map(|at| i32::try_from(at % 7).unwrap_or(0) - 2).collect();
        let changed = Weights::made_by_hand(rule).adjusted(rule, &by);
        assert!(ahead(&changed, rule).abs() > 112 && ahead(&changed.balanced(rule), rule).abs() <= 112);
    }

    /// Drawn by hand: `..XXX.` and `..X.X..` cross, an open three with an open two.
    #[test]
    fn a_combination_has_the_sum_of_its_changes() {
        let rule = Rule::Freestyle;
        let by = |knob: &Knob| match knob.what {
            What::ShapeValue(Shape::OpenTwo) => 10,
            What::ShapeValue(Shape::OpenThree) => 100,
            What::ClassValue(Class::OpenThreePlus) => 1000,
            _ => 0,
        };
        let by: Vec<i32> = knobs(rule).iter().map(by).collect();
        let (old, new) = (Weights::made_by_hand(rule), Weights::made_by_hand(rule).adjusted(rule, &by));
        let shapes = [Shape::Nothing, Shape::Nothing, Shape::OpenTwo, Shape::OpenThree];
        let place = combinations().position(|one| one == shapes).expect("it is one");
        let value = |weights: &Weights| weights.colors[Color::White].values[place];
        assert_eq!(value(&new), value(&old) + 1110);
    }
}
