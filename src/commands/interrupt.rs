//! Ctrl-C.

use std::sync::Arc;

use tianyuan_player::Control;

/// Exit code of a program that the user broke off.
const INTERRUPTED: i32 = 130;

/// Says stop at the first Ctrl-C and ends the program at the second.
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
