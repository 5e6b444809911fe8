//! Work in several threads, and what comes of it in order.

use std::collections::BTreeMap;
use std::io;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::channel;
use std::thread;

use tianyuan_player::THINKING_STACK;

/// Lets workers, each in a thread that may recurse deeply, take item after item, and hands what they make of them to
/// `take`, in the order of the items. A worker that makes nothing of an item does no more: then the rest may be missing.
/// An error of `take`, or of the system, ends the work.
pub(super) fn in_order<I: Sync, T: Send>(
    items: &[I],
    workers: Vec<impl FnMut(&I) -> Option<T> + Send>,
    mut take: impl FnMut(T) -> io::Result<()>,
) -> io::Result<()> {
    let next = AtomicUsize::new(0);
    thread::scope(|scope| {
        let (sender, made) = channel();
        let mut threads = Vec::new();
        for mut worker in workers {
            let (sender, next) = (sender.clone(), &next);
            let work = move || {
                loop {
                    let n = next.fetch_add(1, Ordering::Relaxed);
                    let Some(made) = items.get(n).and_then(&mut worker) else { return };
                    // Who does not listen any more does not want the rest.
                    if sender.send((n, made)).is_err() {
                        return;
                    }
                }
            };
            threads.push(thread::Builder::new().stack_size(THINKING_STACK).spawn_scoped(scope, work)?);
        }
        drop(sender);
        let (mut waiting, mut n_taken) = (BTreeMap::new(), 0);
        let taken = made.iter().try_for_each(|(n, made)| {
            waiting.insert(n, made);
            while let Some(made) = waiting.remove(&n_taken) {
                n_taken += 1;
                take(made)?;
            }
            Ok(())
        });
        drop(made);
        let failed = threads.into_iter().filter_map(|thread| thread.join().err()).count() > 0;
        if failed { Err(io::Error::other("the search failed")) } else { taken }
    })
}
