//! What pictures show of tuning.

use tianyuan_training::curve::{Axis, Plot, Series, Style};
use tianyuan_training::tables::Epoch;

/// The losses before the first epoch and after each, of what was learnt from and of what was held out.
pub(super) fn of_losses(what: &str, losses: &[Epoch]) -> Plot {
    let points = |loss: fn(&Epoch) -> f64| {
        let of_epochs = (0_u32..).zip(losses).map(|(number, epoch)| (f64::from(number), loss(epoch)));
        of_epochs.collect::<Vec<_>>()
    };
    let (trained, held_out) = (points(|epoch| epoch.trained), points(|epoch| epoch.held_out));
    let numbers = |at: fn(&(f64, f64)) -> f64| trained.iter().chain(&held_out).map(at).collect::<Vec<_>>();
    Plot {
        title: format!("Tuning {what}"),
        x: Axis::around("epoch", numbers(|point| point.0)),
        y: Axis::around("loss, cross entropy", numbers(|point| point.1)),
        series: vec![
            Series::new("learnt from", trained, Style::Line),
            Series::new("held out", held_out, Style::Line),
        ],
    }
}
