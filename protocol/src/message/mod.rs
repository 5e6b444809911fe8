//! How the progress of a search is told.
//!
//! | form | example | who reads it |
//! |---|---|---|
//! | plain | `MESSAGE Depth 12-20 \| Eval -43 \| Time 202ms \| H8 G7` | people |
//! | ucilike | `MESSAGE depth 12-20 ev -43 n 42K n/ms 208 tm 202 pv H8 G7` | pygomo-lib, scripts |
//! | blocks | `INFO PV 0`, `INFO DEPTH 12` ... `INFO PV DONE` | gomocalc, forks of Yixin-Board |
//! | marks | `MESSAGE REALTIME BEST 7,7` | Yixin-Board |
//!
//! Points in lines of play are a letter for the column and a number for the row. It is counted from the
//! **bottom** in the plain form, for people, and on boards where rows come first, whose labels do so; from
//! the **top** in the ucilike form, as programs count that read it. Points alone, and in blocks, are in the
//! manager's coordinates.

mod block;
mod number;
mod plain;
mod realtime;
mod ucilike;

use tianyuan_player::{Report, Verdict};
use tianyuan_rules::Point;

use crate::{Axes, Reply};
pub(crate) use realtime::Realtime;

/// In which words a search is told of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Messages {
    /// `Depth 12-20 | Eval -43 | Time 202ms | H8 G7`.
    #[default]
    Plain,
    /// `depth 12-20 ev -43 n 42K n/ms 208 tm 202 pv H8 G7`.
    UciLike,
    /// No words on its progress.
    Silent,
}

/// What is wanted besides the messages: the bits of `INFO show_detail`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Detail {
    /// Bit 0: marks for single moves.
    pub(crate) realtime: bool,
    /// Bit 1: blocks of lines of play.
    pub(crate) blocks: bool,
    /// Bit 2: ucilike messages, whatever the command line says.
    pub(crate) ucilike: bool,
}

impl Detail {
    /// The bits of a number, 0 to 7.
    pub(crate) const fn from_bits(bits: i64) -> Self {
        Self { realtime: bits & 1 != 0, blocks: bits & 2 != 0, ucilike: bits & 4 != 0 }
    }
}

/// How a search is told of.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Style {
    pub(crate) messages: Messages,
    pub(crate) detail: Detail,
    pub(crate) axes: Axes,
    pub(crate) size: tianyuan_rules::Size,
    /// Empty points: no win is farther away than these.
    pub(crate) n_empty: usize,
}

impl Style {
    /// Whether whoever listens counts on words for every search.
    pub(crate) fn tells_all(&self) -> bool {
        self.messages == Messages::UciLike || self.detail.blocks
    }

    /// The lines of play of a depth, best first.
    pub(crate) fn lines(&self, reports: &[Report]) -> Vec<Reply> {
        let mut said = Vec::new();
        for report in reports {
            let report = &self.sound(report);
            match self.messages {
                Messages::Plain => said.push(Reply::Message(plain::line(report))),
                Messages::UciLike => said.push(Reply::Message(ucilike::line(report, self.axes, self.size))),
                Messages::Silent => {}
            }
            if self.detail.blocks {
                said.extend(block::lines(report, self.axes, self.size).into_iter().map(Reply::Info));
            }
        }
        said
    }

    /// The end of a search: how fast and how deep it was. The other forms have said that in each line.
    pub(crate) fn end(&self, reports: &[Report]) -> Option<Reply> {
        let best = reports.first().filter(|_| self.messages == Messages::Plain)?;
        Some(Reply::Message(plain::end(&self.sound(best))))
    }

    /// The report with no win or loss farther away than the board has empty points.
    fn sound(&self, report: &Report) -> Report {
        let most = u32::try_from(self.n_empty).unwrap_or(u32::MAX);
        let verdict = match report.verdict {
            Verdict::WinIn(plies) => Verdict::WinIn(plies.min(most)),
            Verdict::LossIn(plies) => Verdict::LossIn(plies.min(most)),
            estimate @ Verdict::Estimate { .. } => estimate,
        };
        Report { verdict, ..report.clone() }
    }
}

/// Points of a continuation that are shown.
const SHOWN: usize = 24;

/// `H8 G7`.
fn line_of_play(points: &[Point]) -> String {
    names(points.iter().take(SHOWN).copied())
}

/// `H8 G7`.
pub(crate) fn names(points: impl Iterator<Item = Point>) -> String {
    let names: Vec<String> = points.map(|point| point.to_string().to_uppercase()).collect();
    names.join(" ")
}

#[cfg(test)]
pub(crate) mod tests {
    use std::time::Duration;

    use super::*;

    /// A report to try the forms with.
    pub(crate) fn report() -> Report {
        let pv = ["h8", "g7", "v22"].map(|text| text.parse().unwrap()).to_vec();
        Report {
            line: 0,
            lines: 1,
            depth: 12,
            selective_depth: 20,
            nodes: 42_000,
            elapsed: Duration::from_millis(202),
            verdict: Verdict::estimate(-43),
            pv,
        }
    }

    #[test]
    fn no_win_is_farther_away_than_the_board_is_empty() {
        let style = Style {
            messages: Messages::UciLike,
            detail: Detail::default(),
            axes: Axes::ColumnRow,
            size: tianyuan_rules::Size::STANDARD,
            n_empty: 12,
        };
        let said = |verdict| style.lines(&[Report { verdict, ..report() }])[0].to_string();
        assert!(said(Verdict::WinIn(259)).contains(" ev +M12 "));
        assert!(said(Verdict::LossIn(260)).contains(" ev -M12 "));
        assert!(said(Verdict::LossIn(4)).contains(" ev -M4 "));
    }
}
