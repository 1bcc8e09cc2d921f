//! Atomics with a hook before each access. The hook is a type parameter, so dispatch is free.

use crate::scheduler::point;
use std::panic::Location;
use std::sync::atomic::Ordering;

/// Hooks of the accesses to an atomic, each called before the access takes effect.
pub(crate) trait Steps {
    /// The code at `place` reads the word at `address`.
    fn read(address: usize, order: Ordering, place: &'static Location<'static>);

    /// The word at `address` is written.
    fn write(address: usize, order: Ordering);

    /// The code at `place` reads and writes the word at `address` atomically.
    fn modify(address: usize, place: &'static Location<'static>);
}

/// Defines all atomics: flags and counts with the hooks `$hint`, and numbers that are read at every
/// move with the hooks `$hot`.
macro_rules! atomics {
    ($hint:ty, $hot:ty) => {
        crate::atomics::atomic!(AtomicBool, bool, $hint);
        crate::atomics::atomic!(AtomicI32, i32, $hot);
        crate::atomics::atomic!(AtomicU32, u32, $hot);
        crate::atomics::atomic!(AtomicU64, u64, $hint);
        crate::atomics::number!(AtomicU32, u32, $hot, fetch_add);
        crate::atomics::number!(AtomicU64, u64, $hint, fetch_add fetch_sub fetch_and fetch_or);
    };
}

macro_rules! atomic {
    ($name:ident, $value:ty, $steps:ty) => {
        /// Counterpart of the atomic of this name in the standard library. Sequentially consistent,
        /// whatever the ordering.
        #[derive(Debug, Default)]
        pub struct $name(std::sync::atomic::$name);

        impl $name {
            /// Returns an atomic with `value`.
            #[must_use]
            pub const fn new(value: $value) -> Self {
                Self(std::sync::atomic::$name::new(value))
            }

            #[inline]
            fn address(&self) -> usize {
                std::ptr::from_ref(self).addr()
            }

            /// Returns the value.
            #[inline]
            #[track_caller]
            pub fn load(&self, order: Ordering) -> $value {
                <$steps>::read(self.address(), order, Location::caller());
                self.0.load(Ordering::Relaxed)
            }

            /// Sets the value.
            #[inline]
            pub fn store(&self, value: $value, order: Ordering) {
                <$steps>::write(self.address(), order);
                self.0.store(value, Ordering::Relaxed);
            }

            /// Sets the value, and returns the previous one.
            #[inline]
            #[track_caller]
            pub fn swap(&self, value: $value, _: Ordering) -> $value {
                <$steps>::modify(self.address(), Location::caller());
                self.0.swap(value, Ordering::Relaxed)
            }
        }
    };
}

/// Defines the operations that only numbers have.
macro_rules! number {
    ($name:ident, $value:ty, $steps:ty, $($operation:ident)*) => {
        impl $name {
            /// Sets the value to `new` if it is `old`, and returns the previous value.
            ///
            /// # Errors
            /// The value, if it is not `old`.
            #[inline]
            #[track_caller]
            pub fn compare_exchange(
                &self,
                old: $value,
                new: $value,
                _: Ordering,
                _: Ordering,
            ) -> Result<$value, $value> {
                <$steps>::modify(self.address(), Location::caller());
                self.0.compare_exchange(old, new, Ordering::Relaxed, Ordering::Relaxed)
            }

            $(
                /// Counterpart of the operation in the standard library. Returns the previous
                /// value.
                #[inline]
                #[track_caller]
                pub fn $operation(&self, value: $value, _: Ordering) -> $value {
                    <$steps>::modify(self.address(), Location::caller());
                    self.0.$operation(value, Ordering::Relaxed)
                }
            )*
        }
    };
}

pub(crate) use {atomic, atomics, number};

/// Lets the scheduler switch threads before each access.
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
