//! SIGTERM and SIGHUP: somebody who has no Ctrl-C wants the program to end.
//!
//! `timeout`, batch systems and a shutdown send the one, a logout the other. Both often come twice, to the
//! program and to all that were started with it: that is no second wish.

use signal_hook::consts::{SIGHUP, SIGTERM};
use signal_hook::iterator::Signals;
use std::fs;
use std::io;
use std::thread;

/// From now on calls `end` whenever one of the two comes. One that is ignored already stays so: that is
/// how `nohup` sees to it that a logout ends nothing.
pub(crate) fn heed(end: impl Fn() + Send + 'static) -> io::Result<()> {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let heeded = [SIGTERM, SIGHUP].into_iter().filter(|&signal| !is_ignored(&status, signal));
    let mut signals = Signals::new(heeded)?;
    let wait = move || signals.forever().for_each(|_| end());
    thread::Builder::new().name("signals".to_owned()).spawn(wait)?;
    Ok(())
}

/// Whether a process of this `status`, as Linux tells it, ignores `signal`. Other systems tell nothing.
fn is_ignored(status: &str, signal: i32) -> bool {
    let set = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let set = set.and_then(|set| u64::from_str_radix(set.trim(), 16).ok());
    set.is_some_and(|set| set >> (signal - 1) & 1 == 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_status_of_a_process_tells_what_it_ignores() {
        let nohup =
            "SigBlk:\t0000000000000000\nSigIgn:\t0000000000001001\nSigCgt:\t0000000000004000\n";
        assert!(is_ignored(nohup, SIGHUP) && !is_ignored(nohup, SIGTERM));
        assert!(!is_ignored("", SIGHUP) && !is_ignored("SigIgn:\tnone\n", SIGHUP));
    }
}
