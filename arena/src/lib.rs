//! Player against player, with numbers one can trust.
//!
//! ```text
//!  Plan ── pairs of games ── Tournament (workers) ── referee::play ── Competitor x 2
//!                                │                                     ├─ process::Engine, a program
//!            GameRecord ─────────┘                                     └─ InProcess, a Player
//!                ├── journal   from which a run goes on
//!                └── Tally ── statistics: Elo, Sprt
//! ```
//!
//! Reading order:
//!
//! - [`time_control`]: limits and clocks;
//! - [`competitor`]: whoever sits at the board; [`process`]: programs behind pipes, [`score`]: what they say;
//! - [`referee`]: one game, and [`game_record`], what is kept of it;
//! - [`people`]: games of people over the board, and a referee for them;
//! - [`check`]: whether a program keeps to the protocol;
//! - [`plan`], [`tournament`], [`journal`]: many games;
//! - [`tally`], [`statistics`], [`report`]: what the results say about strength;
//! - [`generate`]: openings from which both sides have a game.

pub mod check;
pub mod competitor;
pub mod game_record;
pub mod generate;
pub mod journal;
pub mod people;
pub mod plan;
pub mod process;
pub mod referee;
pub mod report;
pub mod score;
pub mod statistics;
pub mod tally;
pub mod time_control;
pub mod tournament;
