//! What the one who asks and the one who thinks share.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use crate::Limits;

/// The line to a player that is thinking: stop, and limits that have changed meanwhile.
#[derive(Debug, Default)]
pub struct Control {
    stop: AtomicBool,
    version: AtomicU32,
    limits: Mutex<Option<Limits>>,
}

impl Control {
    /// A control that asks for nothing.
    pub fn new() -> Self {
        Self::default()
    }

    /// Asks the player to answer at once with the best move it has.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Release);
    }

    /// Whether the player was asked to stop.
    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Acquire)
    }

    /// Replaces the limits of the job that is running.
    pub fn set_limits(&self, limits: Limits) {
        *self.lock() = Some(limits);
        self.version.fetch_add(1, Ordering::Release);
    }

    /// A number that changes with each [`set_limits`](Self::set_limits), cheap to look at.
    #[inline]
    pub fn limits_version(&self) -> u32 {
        self.version.load(Ordering::Acquire)
    }

    /// The limits set last, if any were set since the job began.
    pub fn new_limits(&self) -> Option<Limits> {
        *self.lock()
    }

    /// A poisoned lock holds whole limits all the same: they are written in one assignment.
    fn lock(&self) -> std::sync::MutexGuard<'_, Option<Limits>> {
        self.limits.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}
