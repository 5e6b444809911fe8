//! Time as it is handed in.

use std::ops::Add;
use std::time::Duration;

/// A point in time, counted from an origin that the driver chooses (the start of the process).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Moment(Duration);

impl Moment {
    /// The moment `since_origin` after the origin.
    pub const fn new(since_origin: Duration) -> Self {
        Self(since_origin)
    }

    /// Time passed since an earlier moment; zero if it was not earlier.
    pub fn since(self, earlier: Self) -> Duration {
        self.0.saturating_sub(earlier.0)
    }

    /// Time since the origin.
    pub const fn since_origin(self) -> Duration {
        self.0
    }
}

impl Add<Duration> for Moment {
    type Output = Self;

    /// A later moment; the last one there is instead of an overflow.
    fn add(self, duration: Duration) -> Self {
        Self(self.0.saturating_add(duration))
    }
}

/// Where time comes from: a steady clock in the driver, a hand-driven one in tests.
pub trait Clock: Send + Sync {
    /// The present moment. Never goes back.
    fn now(&self) -> Moment;
}
