//! What only the operating system knows or does. Where it cannot, the answers say so.

#[cfg(target_os = "linux")]
pub use linux::{hold, pin, private_bytes};
#[cfg(not(target_os = "linux"))]
pub use other::{hold, pin, private_bytes};

#[cfg(target_os = "linux")]
mod linux {
    use std::fs;

    use rustix::process::{Pid, Signal, kill_process};
    use rustix::thread::{CpuSet, sched_setaffinity};

    /// Stops a process or lets it go on; whether that was done.
    pub fn hold(id: u32, stopped: bool) -> bool {
        let signal = if stopped { Signal::STOP } else { Signal::CONT };
        pid(id).is_some_and(|pid| kill_process(pid, signal).is_ok())
    }

    /// Keeps this thread, and all that it will start, on one processor; whether that was done.
    pub fn pin(processor: usize) -> bool {
        let mut set = CpuSet::new();
        set.set(processor % CpuSet::MAX_CPU);
        sched_setaffinity(None, &set).is_ok()
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
    /// Stops a process or lets it go on; whether that was done.
    pub const fn hold(_id: u32, _stopped: bool) -> bool {
        false
    }

    /// Keeps this thread on one processor; whether that was done.
    pub const fn pin(_processor: usize) -> bool {
        false
    }

    /// Private memory in bytes of a process and all that it has started.
    pub const fn private_bytes(_id: u32) -> Option<u64> {
        None
    }
}
