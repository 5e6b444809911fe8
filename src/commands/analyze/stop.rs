//! Ending an analysis early by Enter.

use std::io::{self, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use tianyuan_player::Control;

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
