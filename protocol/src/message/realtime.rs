//! Marks for single moves while they are looked at, as Yixin-Board draws them on its points.

use tianyuan_player::{Mark, Report, Verdict};
use tianyuan_rules::{Point, PointSet};

use super::{Style, line_of_play};
use crate::Reply;

/// What has been heard of single moves and is not said yet.
#[derive(Clone, Debug)]
pub(crate) struct Realtime {
    /// The move that is being looked at.
    now: Option<Point>,
    /// The move that is marked as being looked at.
    shown: Option<Point>,
    /// The best move as it was said.
    best: Option<Point>,
    /// Moves that lose, found since the last word.
    lost: PointSet,
}

impl Realtime {
    /// Nothing is marked yet.
    pub(crate) const fn new() -> Self {
        Self { now: None, shown: None, best: None, lost: PointSet::EMPTY }
    }

    /// Before the first mark: those of the search before are wiped off.
    pub(crate) fn wipe() -> Reply {
        say("REFRESH")
    }

    /// Takes a mark.
    pub(crate) fn hear(&mut self, mark: Mark) {
        match mark {
            Mark::Begins(point) => self.now = Some(point),
            Mark::Ends(point) => self.now = self.now.filter(|&now| now != point),
            Mark::Loses(point) => self.lost.insert(point),
            // A board has no mark for it; the lines of play say so.
            Mark::Wins(_) => {}
        }
    }

    /// The search is over: no move is looked at any more.
    pub(crate) const fn rest(&mut self) {
        self.now = None;
    }

    /// Whether there is something to be said.
    pub(crate) fn is_unsaid(&self) -> bool {
        self.now != self.shown || !self.lost.is_empty()
    }

    /// What has changed since the last word. Of moves that came and went in between nothing is said.
    pub(crate) fn words(&mut self, style: &Style, reports: &[Report]) -> Vec<Reply> {
        let coord = |point| style.axes.coord(point, style.size);
        let mut said = Vec::new();
        if self.now != self.shown {
            said.extend(self.shown.map(|point| format!("DONE {}", coord(point))));
            said.extend(self.now.map(|point| format!("POS {}", coord(point))));
            self.shown = self.now;
        }
        let lost = std::mem::replace(&mut self.lost, PointSet::EMPTY);
        said.extend(lost.iter().map(|point| format!("LOSE {}", coord(point))));
        if let Some((best, point)) = reports.first().and_then(|best| Some((best, *best.pv.first()?))) {
            if self.best != Some(point) {
                self.best = Some(point);
                said.push(format!("BEST {}", coord(point)));
            }
            said.push(format!("VAL {}", number(best.verdict, style.n_empty)));
            said.push(format!("PV {}", line_of_play(&best.pv)));
        }
        said.iter().map(|words| say(words)).collect()
    }
}

/// A verdict as a number: a win in one is 9999, the farther away the less.
fn number(verdict: Verdict, n_empty: usize) -> i64 {
    let near = |plies: u32| 10_000 - i64::from(plies).min(i64::try_from(n_empty).unwrap_or(i64::MAX));
    match verdict {
        Verdict::WinIn(plies) => near(plies),
        Verdict::LossIn(plies) => -near(plies),
        Verdict::Estimate { value, .. } => i64::from(value),
    }
}

fn say(words: &str) -> Reply {
    Reply::Message(format!("REALTIME {words}"))
}

#[cfg(test)]
mod tests {
    use tianyuan_rules::Size;

    use super::super::tests::report;
    use super::super::{Detail, Messages};
    use super::*;
    use crate::Axes;

    #[test]
    fn marks_come_and_go() {
        let style = Style {
            messages: Messages::Plain,
            detail: Detail::from_bits(1),
            axes: Axes::RowColumn,
            size: Size::STANDARD,
            n_empty: 200,
        };
        let at = |text: &str| text.parse().expect("a point");
        let mut realtime = Realtime::new();
        let mut said = |marks: &[Mark], reports: &[Report]| {
            for &mark in marks {
                realtime.hear(mark);
            }
            let words = realtime.words(&style, reports);
            assert!(!realtime.is_unsaid());
            words.iter().map(|word| word.to_string().replace("MESSAGE REALTIME ", "")).collect::<Vec<_>>()
        };
        assert_eq!(said(&[Mark::Begins(at("a15"))], &[]), ["POS 0,0"]);
        let many = [Mark::Ends(at("a15")), Mark::Begins(at("b15")), Mark::Loses(at("b15"))];
        assert_eq!(said(&many, &[]), ["DONE 0,0", "POS 0,1", "LOSE 0,1"]);
        assert_eq!(said(&[Mark::Ends(at("b15"))], &[]), ["DONE 0,1"]);
        let best = Report { pv: vec![at("h8"), at("c15")], ..report() };
        assert_eq!(said(&[], std::slice::from_ref(&best)), ["BEST 7,7", "VAL -43", "PV H8 C15"]);
        let sure = Report { verdict: Verdict::LossIn(8), ..best };
        assert_eq!(said(&[], &[sure]), ["VAL -9992", "PV H8 C15"]);
    }
}
