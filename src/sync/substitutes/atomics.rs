//! loom's atomics, wrapped so that no order is left out.
//!
//! For each atomic, loom 0.7.2 remembers the last access only. If a thread reads and then writes,
//! that is its own access, and earlier reads of other threads are never tried in the other order:
//! one thread that reads and then writes, beside one that reads, gives a single execution. So here
//! every access first takes its turn, at a second atomic that is only ever modified. Turns are
//! relaxed and do not restrict the visible values: a load may still return every value that it
//! might return before.

use crate::sync::Ordering::{self, Relaxed};
use loom::sync::atomic;

macro_rules! atomic {
    ($name:ident, $number:ty) => {
        #[derive(Debug, Default)]
        pub(crate) struct $name {
            value: atomic::$name,
            turn: atomic::AtomicBool,
        }

        #[allow(dead_code, reason = "each of them uses only some of these")]
        impl $name {
            pub(crate) fn new(value: $number) -> Self {
                Self { value: atomic::$name::new(value), turn: atomic::AtomicBool::new(false) }
            }

            pub(crate) fn load(&self, order: Ordering) -> $number {
                self.turn.fetch_or(false, Relaxed);
                self.value.load(order)
            }

            pub(crate) fn store(&self, value: $number, order: Ordering) {
                self.change(|atomic| atomic.store(value, order));
            }

            pub(crate) fn swap(&self, value: $number, order: Ordering) -> $number {
                self.change(|atomic| atomic.swap(value, order))
            }

            pub(crate) fn compare_exchange(
                &self,
                old: $number,
                new: $number,
                success: Ordering,
                failure: Ordering,
            ) -> Result<$number, $number> {
                self.change(|atomic| atomic.compare_exchange(old, new, success, failure))
            }

            /// A change and its turn are one step.
            fn change<R>(&self, change: impl FnOnce(&atomic::$name) -> R) -> R {
                self.turn.fetch_or(false, Relaxed);
                loom::stop_exploring();
                let result = change(&self.value);
                loom::explore();
                result
            }
        }
    };
}

macro_rules! arithmetic {
    ($name:ident, $number:ty) => {
        #[allow(dead_code, reason = "each of them uses only some of these")]
        impl $name {
            pub(crate) fn fetch_add(&self, more: $number, order: Ordering) -> $number {
                self.change(|atomic| atomic.fetch_add(more, order))
            }

            pub(crate) fn fetch_sub(&self, less: $number, order: Ordering) -> $number {
                self.change(|atomic| atomic.fetch_sub(less, order))
            }

            pub(crate) fn fetch_or(&self, bits: $number, order: Ordering) -> $number {
                self.change(|atomic| atomic.fetch_or(bits, order))
            }

            pub(crate) fn fetch_and(&self, bits: $number, order: Ordering) -> $number {
                self.change(|atomic| atomic.fetch_and(bits, order))
            }
        }
    };
}

atomic!(AtomicBool, bool);
atomic!(AtomicI32, i32);
atomic!(AtomicU32, u32);
atomic!(AtomicU64, u64);
arithmetic!(AtomicU32, u32);
arithmetic!(AtomicU64, u64);
