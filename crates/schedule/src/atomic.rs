//! Atomics, each access of which is a step that can be interrupted.

use crate::atomics::{Steps, atomics};
use crate::scheduler::point;
use std::panic::Location;
use std::sync::atomic::Ordering;

/// Somebody else may go first.
struct Interrupted;

impl Steps for Interrupted {
    #[inline]
    fn read(_: usize, _: Ordering, _: &'static Location<'static>) {
        point();
    }

    #[inline]
    fn write(_: usize, _: Ordering) {
        point();
    }

    #[inline]
    fn modify(_: usize, _: &'static Location<'static>) {
        point();
    }
}

atomics!(Interrupted, Interrupted);
