//! What only the operating system knows or does. Where it cannot, the answers say so.

#[cfg(target_os = "linux")]
pub use linux::{hold, kill, lead, pin, private_bytes, processors};
#[cfg(not(target_os = "linux"))]
pub use other::{hold, kill, lead, pin, private_bytes, processors};

#[cfg(target_os = "linux")]
mod linux {
    use std::fs;
    use std::os::unix::process::CommandExt;
    use std::process::Command;

    use rustix::process::{Pid, Signal, kill_process_group};
    use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};

    /// Has a command lead a group of its own, so that what it starts can be held and ended with it, and a
    /// key that interrupts this program does not reach it.
    pub fn lead(command: &mut Command) {
        command.process_group(0);
    }

    /// Stops a process and its group or lets them go on; whether that was done.
    pub fn hold(id: u32, stopped: bool) -> bool {
        let signal = if stopped { Signal::STOP } else { Signal::CONT };
        pid(id).is_some_and(|pid| kill_process_group(pid, signal).is_ok())
    }

    /// Ends a process with all of its group.
    pub fn kill(id: u32) {
        let _ = pid(id).map(|pid| kill_process_group(pid, Signal::KILL));
    }

    /// The processors that this thread may run on.
    pub fn processors() -> Vec<usize> {
        let allowed = sched_getaffinity(None).unwrap_or_default();
        (0..CpuSet::MAX_CPU).filter(|&processor| allowed.is_set(processor)).collect()
    }

    /// Keeps this thread, and all that it will start, on these processors; whether that was done.
    pub fn pin(processors: &[usize]) -> bool {
        let mut set = CpuSet::new();
        for &processor in processors {
            set.set(processor);
        }
        !processors.is_empty() && sched_setaffinity(None, &set).is_ok()
    }

    /// Private memory in bytes of a process and all that it has started, as Gomocup counts it.
    pub fn private_bytes(id: u32) -> Option<u64> {
        let own = private_bytes_alone(id)?;
        let children = fs::read_to_string(format!("/proc/{id}/task/{id}/children")).unwrap_or_default();
        let children = children.split_ascii_whitespace().filter_map(|child| child.parse().ok());
        Some(own + children.filter_map(private_bytes).sum::<u64>())
    }

    fn private_bytes_alone(id: u32) -> Option<u64> {
        let rollup = fs::read_to_string(format!("/proc/{id}/smaps_rollup")).ok()?;
        let private = rollup.lines().filter(|line| line.starts_with("Private_"));
        let kilobytes = private.filter_map(|line| line.split_ascii_whitespace().nth(1)?.parse::<u64>().ok());
        Some(kilobytes.sum::<u64>() * 1024)
    }

    fn pid(id: u32) -> Option<Pid> {
        Pid::from_raw(i32::try_from(id).ok()?)
    }
}

#[cfg(not(target_os = "linux"))]
mod other {
    /// Nothing is done here.
    pub const fn lead(_command: &mut std::process::Command) {}

    /// Nothing is done here: the process itself is ended by whoever started it.
    pub const fn kill(_id: u32) {}

    /// The processors that this thread may run on: unknown.
    pub const fn processors() -> Vec<usize> {
        Vec::new()
    }

    /// Stops a process or lets it go on; whether that was done.
    pub const fn hold(_id: u32, _stopped: bool) -> bool {
        false
    }

    /// Keeps this thread on these processors; whether that was done.
    pub const fn pin(_processors: &[usize]) -> bool {
        false
    }

    /// Private memory in bytes of a process and all that it has started.
    pub const fn private_bytes(_id: u32) -> Option<u64> {
        None
    }
}
