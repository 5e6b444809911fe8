//! The integration tests, one binary: a module a subject, its data in the folder of the same name.

mod analyze;
mod cli;
mod contest;
mod driver;
mod engine;
mod fouls;
mod fuzz;
mod game;
mod levels;
mod notation;
mod opening_phases;
mod opening_play;
mod openings;
mod openings_generate;
mod play;
mod program;
mod protocol;
mod random;
mod records;
mod referee;
mod solve;
mod stream;
mod stub;
mod tables;
mod tidy;
mod train;
