//! Atomics of whose accesses somebody hears: who it is, a type tells, so that it costs nothing to ask.

use crate::scheduler::point;
use std::panic::Location;
use std::sync::atomic::Ordering;

/// Whoever hears of the accesses to an atomic, each before it takes effect.
pub(crate) trait Steps {
    /// The word at `address` is read, from `place`.
    fn read(address: usize, order: Ordering, place: &'static Location<'static>);

    /// It is written.
    fn write(address: usize, order: Ordering);

    /// It is read and written at once.
    fn modify(address: usize, place: &'static Location<'static>);
}

/// All atomics: flags and counts of which `$hint` hears, and numbers that are read at every move, of which `$hot`
/// does.
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
        /// The same as its namesake of the standard library. Whatever ordering is asked for, it is
        /// sequentially consistent.
        #[derive(Debug, Default)]
        pub struct $name(std::sync::atomic::$name);

        impl $name {
            /// An atomic with `value`.
            #[must_use]
            pub const fn new(value: $value) -> Self {
                Self(std::sync::atomic::$name::new(value))
            }

            #[inline]
            fn address(&self) -> usize {
                std::ptr::from_ref(self).addr()
            }

            /// Its value.
            #[inline]
            #[track_caller]
            pub fn load(&self, order: Ordering) -> $value {
                <$steps>::read(self.address(), order, Location::caller());
                self.0.load(Ordering::Relaxed)
            }

            /// From now on it is `value`.
            #[inline]
            pub fn store(&self, value: $value, order: Ordering) {
                <$steps>::write(self.address(), order);
                self.0.store(value, Ordering::Relaxed);
            }

            /// From now on it is `value`; what it was before.
            #[inline]
            #[track_caller]
            pub fn swap(&self, value: $value, _: Ordering) -> $value {
                <$steps>::modify(self.address(), Location::caller());
                self.0.swap(value, Ordering::Relaxed)
            }
        }
    };
}

/// What only numbers can.
macro_rules! number {
    ($name:ident, $value:ty, $steps:ty, $($operation:ident)*) => {
        impl $name {
            /// From now on it is `new`, if it is `old` now; what it was before.
            ///
            /// # Errors
            /// What it is, if that is not `old`.
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
                /// The same as that of the standard library; what it was before.
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
