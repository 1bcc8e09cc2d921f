//! What is done on all cores at once elsewhere, in turn: tables are zeroed before anybody searches, and
//! there is no order of steps to look for in that.

/// One.
pub(crate) fn cores() -> usize {
    1
}

/// Runs `work(0)` to `work(workers - 1)`, one after the other.
pub(crate) fn team(workers: usize, work: impl Fn(usize) + Sync) {
    (0..workers).for_each(work);
}
