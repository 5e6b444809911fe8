//! Ending an analysis early: Ctrl-C and Enter.

use std::io::{self, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use tianyuan_player::Control;

/// Exit code of a program that the user broke off.
const INTERRUPTED: i32 = 130;

/// Stops the player at the first Ctrl-C and ends the program at the second.
#[expect(clippy::exit, reason = "whoever asks twice wants to be rid of it at once")]
pub(super) fn on_interrupt(control: &Arc<Control>) {
    let control = Arc::clone(control);
    // Where it cannot be had Ctrl-C ends the program, as it would anyway.
    let _ = ctrlc::set_handler(move || {
        if control.is_stopped() {
            std::process::exit(INTERRUPTED);
        }
        control.stop();
    });
}

/// Stops the player once a line, or the end of the input, has come on stdin. Gives the count of the line
/// breaks that were read.
pub(super) fn on_enter(control: &Arc<Control>) -> Arc<AtomicUsize> {
    let breaks = Arc::new(AtomicUsize::new(0));
    let (control, counter) = (Arc::clone(control), Arc::clone(&breaks));
    let watch = move || {
        let line = io::stdin().lock().bytes().map_while(Result::ok).find(|&byte| byte == b'\n');
        counter.fetch_add(usize::from(line.is_some()), Ordering::Release);
        control.stop();
    };
    // Nobody waits for this thread: it ends with the process.
    let _ = thread::Builder::new().name("enter".into()).spawn(watch);
    breaks
}
