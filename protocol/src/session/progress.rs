//! What is told of a search while it goes on, and how often.

use std::time::Duration;

use tianyuan_player::{Lines, Mark, Moment, Report};

use crate::Reply;
use crate::message::{Realtime, Style};

/// No word on the progress before this: quick moves come without a word.
pub(super) const SILENCE: Duration = Duration::from_millis(100);
/// At most 20 lines of play a second.
const BETWEEN_LINES: Duration = Duration::from_millis(50);

/// The news of a search.
#[derive(Debug)]
pub(super) struct Progress {
    started: Moment,
    style: Style,
    /// Whether everything is told even of a search that is over at once: somebody asked for it.
    is_wanted: bool,
    lines: Lines,
    unsaid: bool,
    spoke: Option<Moment>,
    realtime: Realtime,
}

impl Progress {
    /// Of a search that begins.
    pub(super) const fn new(started: Moment, style: Style, is_wanted: bool) -> Self {
        Self {
            started,
            style,
            is_wanted,
            lines: Lines::new(),
            unsaid: false,
            spoke: None,
            realtime: Realtime::new(),
        }
    }

    /// The lines of play of the last complete depth, best first.
    pub(super) fn lines(&self) -> &[Report] {
        self.lines.all()
    }

    /// The line of play reported last that is the best one of its depth.
    pub(super) fn best(&self) -> Option<&Report> {
        self.lines.newest()
    }

    /// Takes a report. A depth is told when all its lines are there.
    pub(super) fn hear(&mut self, report: Report) {
        self.unsaid |= self.lines.take(report);
    }

    /// Takes a word on a single move.
    pub(super) fn mark(&mut self, mark: Mark) {
        if self.style.detail.realtime {
            self.realtime.hear(mark);
        }
    }

    /// The first words, if any.
    pub(super) fn first_words(&self) -> Option<Reply> {
        self.style.detail.realtime.then(Realtime::wipe)
    }

    /// The news, if there is any and it is not too soon.
    pub(super) fn words(&mut self, now: Moment) -> Vec<Reply> {
        if self.due().is_some_and(|due| due <= now) { self.say(now) } else { Vec::new() }
    }

    /// The last words before the move, so that the deepest line of play is never lost to the rate limit.
    pub(super) fn last_words(&mut self, now: Moment) -> Vec<Reply> {
        if !self.is_wanted && now < self.started + SILENCE {
            return Vec::new();
        }
        self.realtime.rest();
        let mut said = if self.unsaid || self.realtime.is_unsaid() { self.say(now) } else { Vec::new() };
        said.extend(self.style.end(self.lines()));
        said
    }

    /// When there will be something to say.
    pub(super) fn due(&self) -> Option<Moment> {
        let first = self.started + SILENCE;
        let pause = BETWEEN_LINES * u32::try_from(self.lines().len().max(1)).unwrap_or(u32::MAX);
        let due = self.spoke.map_or(first, |spoke| first.max(spoke + pause));
        (self.unsaid || self.realtime.is_unsaid()).then_some(due)
    }

    fn say(&mut self, now: Moment) -> Vec<Reply> {
        self.spoke = Some(now);
        let mut said = Vec::new();
        let news = if std::mem::take(&mut self.unsaid) { self.lines.all() } else { &[] };
        if self.style.detail.realtime {
            said.extend(self.realtime.words(&self.style, news));
        }
        said.extend(self.style.lines(news));
        said
    }
}

#[cfg(test)]
mod tests {
    use tianyuan_rules::Size;

    use super::*;
    use crate::message::{Detail, Messages, tests::report};
    use crate::{Axes, message};

    const fn at(ms: u64) -> Moment {
        Moment::new(Duration::from_millis(ms))
    }

    fn progress(bits: i64) -> Progress {
        let style = message::Style {
            messages: Messages::Plain,
            detail: Detail::from_bits(bits),
            axes: Axes::ColumnRow,
            size: Size::STANDARD,
            n_empty: 200,
        };
        Progress::new(at(1000), style, false)
    }

    fn of_depth(depth: u32) -> Report {
        Report { depth, ..report() }
    }

    #[test]
    fn words_are_few_and_the_deepest_is_kept() {
        let mut progress = progress(0);
        progress.hear(of_depth(1));
        assert!(progress.words(at(1099)).is_empty());
        assert_eq!(progress.due(), Some(at(1100)));
        assert_eq!(progress.words(at(1100)).len(), 1);
        progress.hear(of_depth(2));
        assert_eq!((progress.words(at(1149)).len(), progress.due()), (0, Some(at(1150))));
        progress.hear(of_depth(3));
        let last = progress.last_words(at(1149));
        assert_eq!(last.len(), 2);
        assert!(last[0].to_string().contains("Depth 3-"), "{last:?}");
        assert!(last[1].to_string().starts_with("MESSAGE Speed "), "{last:?}");
        assert_eq!(progress.due(), None);
    }

    #[test]
    fn quick_moves_come_without_a_word_unless_it_is_wanted() {
        let mut quick = progress(0);
        quick.hear(of_depth(9));
        assert!(quick.last_words(at(1099)).is_empty());
        let mut wanted = Progress { is_wanted: true, ..progress(0) };
        wanted.hear(of_depth(9));
        assert_eq!(wanted.last_words(at(1001)).len(), 2);
    }

    #[test]
    fn a_depth_is_told_when_it_is_complete() {
        let mut progress = progress(0);
        let line = |line, depth| Report { line, lines: 2, ..of_depth(depth) };
        progress.hear(line(0, 4));
        assert!(progress.due().is_none() && progress.lines().is_empty());
        assert_eq!(progress.best().map(|best| best.depth), Some(4), "good enough for a move");
        progress.hear(line(1, 4));
        assert_eq!(progress.words(at(1100)).len(), 2);
        progress.hear(line(0, 5));
        assert_eq!(progress.lines()[0].depth, 4);
        progress.hear(line(1, 5));
        assert_eq!(progress.due(), Some(at(1200)), "two lines take twice the time");
        progress.hear(line(1, 9));
        assert_eq!(progress.lines()[1].depth, 5, "a line without those before it");
    }

    #[test]
    fn blocks_and_marks_only_if_wanted() {
        let count = |bits: i64| {
            let mut progress = progress(bits);
            progress.mark(Mark::Begins("h8".parse().unwrap()));
            progress.hear(of_depth(1));
            progress.first_words().map_or(0, |_| 1) + progress.words(at(1100)).len()
        };
        assert_eq!([count(0), count(1), count(2), count(3)], [1, 6, 13, 18]);
    }
}
