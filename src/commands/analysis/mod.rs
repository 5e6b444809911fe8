//! What the commands that analyze share: the question, and the answer as JSON.
#![deny(clippy::panic, clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

pub(crate) mod json;
pub(crate) mod question;
pub(crate) mod words;
