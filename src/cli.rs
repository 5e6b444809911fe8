//! What all commands say alike: the version, and what is wrong with a command line, in one line.

use std::fmt::Display;
use std::io::{self, Write};
use std::process::ExitCode;

use clap::Parser;

/// Version, commit, and the processors that the program is built for. Without a comma: some managers cut there.
pub(crate) const VERSION: &str = concat!(
    env!("CARGO_PKG_VERSION"),
    " (commit ",
    env!("TIANYUAN_COMMIT"),
    " for ",
    env!("TIANYUAN_CPU"),
    ")"
);

/// Exit code for a command line that cannot be understood or done.
const BAD_INPUT: u8 = 2;

/// The command line. Where nothing is left to be done, because it is wrong or asked only for help, the exit
/// code.
pub(crate) fn parse<C: Parser>() -> Result<C, ExitCode> {
    C::try_parse().map_err(|error| {
        if error.use_stderr() {
            return fail(format!("{}; see tianyuan --help", complaint(&error.to_string())));
        }
        let _ = error.print();
        ExitCode::SUCCESS
    })
}

/// Says in one line on stderr what is wrong.
pub(crate) fn fail(complaint: impl Display) -> ExitCode {
    // A name may hold anything, line breaks and commands to a terminal too.
    let line = complaint.to_string().replace(char::is_control, "?");
    let _ = writeln!(io::stderr(), "tianyuan: {line}");
    ExitCode::from(BAD_INPUT)
}

/// What clap has to say, without its heading and its usage, in one line.
fn complaint(text: &str) -> String {
    let lines = text.lines().map(str::trim).take_while(|line| !line.starts_with("Usage:"));
    let lines = lines.filter(|line| !line.is_empty() && !line.starts_with("For more information"));
    let mut complaint = String::new();
    for line in lines {
        let separator = match line.strip_prefix("tip: ") {
            _ if complaint.is_empty() => "",
            Some(_) => "; ",
            None => " ",
        };
        complaint.push_str(separator);
        complaint.push_str(line.trim_start_matches("error: ").trim_start_matches("tip: "));
    }
    complaint
}
