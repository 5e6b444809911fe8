//! A player that knows the rules of conversation and nothing of the game.

use std::thread;
use std::time::Duration;

use tianyuan_player::{Answer, Control, Job, Listener, Player, Report, Settings, Verdict};
use tianyuan_rules::{Point, Position};

/// Plays the empty point nearest to the middle, as soon as it is told to stop or has no time limit to wait
/// for. It reports that point once, before it begins to wait.
#[derive(Debug, Default)]
pub(crate) struct Stub;

/// The empty point nearest to the middle.
pub(crate) fn nearest_to_center(position: &Position) -> Option<Point> {
    let center = position.size().center();
    position.empty_points().min_by_key(|point| point.distance(center))
}

/// What the stub has to say about a position.
pub(crate) fn report(position: &Position) -> Option<Report> {
    let point = nearest_to_center(position)?;
    Some(Report::at_once(Verdict::estimate(0), vec![point]))
}

impl Player for Stub {
    fn think(&mut self, job: &Job, control: &Control, listener: &mut dyn Listener) -> Answer {
        let Some(report) = report(&job.position) else { return Answer::NoMove };
        let point = report.pv[0];
        listener.report(report);
        while job.limits.depth.is_none() && !control.is_stopped() {
            thread::sleep(Duration::from_millis(1));
        }
        Answer::Move(point)
    }

    fn configure(&mut self, _: Settings) {}

    fn forget(&mut self) {}
}
