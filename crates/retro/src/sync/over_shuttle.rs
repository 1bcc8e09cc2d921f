//! Threads and atomics of shuttle.

use super::Storage;
use crate::build_error::BuildError;
use shuttle::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use shuttle::thread::scope;
use std::sync::Mutex;

pub(crate) use shuttle::sync::atomic::{AtomicU8, AtomicU16, AtomicU32, AtomicU64};

pub(crate) type Zeros<T> = Box<[T]>;

/// Few, so that the threads meet in small games.
pub(crate) const NUMBERS_AT_A_TIME: usize = 4;
pub(crate) const NUMBERS_IN_A_BLOCK: u64 = 4;
pub(crate) const POSITIONS_AT_A_TIME: usize = 2;
const THREADS: usize = 3;

/// As in `native.rs`.
pub(crate) fn try_for_each<T, E: Send>(
    count: usize,
    init: impl Fn() -> T + Send + Sync,
    each: impl Fn(&mut T, usize) -> Result<(), E> + Send + Sync,
) -> Result<(), E> {
    let (next, failed) = (AtomicUsize::new(0), Mutex::new(None));
    let work = || {
        let mut own = init();
        while failed.lock().expect("no panic").is_none() {
            let index = next.fetch_add(1, SeqCst);
            if index >= count {
                return;
            }
            if let Err(error) = each(&mut own, index) {
                *failed.lock().expect("no panic") = Some(error);
            }
        }
    };
    scope(|threads| {
        (1..THREADS).for_each(|_| drop(threads.spawn(work)));
        work();
    });
    failed.into_inner().expect("no panic").map_or(Ok(()), Err)
}

/// As in `native.rs`.
pub(crate) fn try_map<R: Send, E: Send>(
    count: usize,
    each: impl Fn(usize) -> Result<R, E> + Send + Sync,
) -> Result<Vec<R>, E> {
    let results = Mutex::new(Vec::new());
    let keep = |index| {
        let result = each(index)?;
        results.lock().expect("no panic").push((index, result));
        Ok(())
    };
    try_for_each(count, || (), |(), index| keep(index))?;
    let mut results = results.into_inner().expect("no panic");
    results.sort_unstable_by_key(|(index, _)| *index);
    Ok(results.into_iter().map(|(_, result)| result).collect())
}

/// As in `native.rs`.
pub(crate) fn zeroed<T: Default>(len: u64, _: Storage<'_>) -> Result<Zeros<T>, BuildError> {
    Ok((0..len).map(|_| T::default()).collect())
}
