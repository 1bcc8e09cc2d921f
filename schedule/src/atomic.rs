//! Atomics, each access of which is a step that can be interrupted.

use crate::scheduler::point;
use std::sync::atomic::{self, Ordering};

macro_rules! atomic {
    ($name:ident, $value:ty) => {
        /// The same as its namesake of the standard library. Whatever ordering is asked for, it is
        /// sequentially consistent.
        #[derive(Debug, Default)]
        pub struct $name(atomic::$name);

        impl $name {
            /// An atomic with `value`.
            #[must_use]
            pub const fn new(value: $value) -> Self {
                Self(atomic::$name::new(value))
            }

            /// Its value.
            #[inline]
            pub fn load(&self, _: Ordering) -> $value {
                point();
                self.0.load(Ordering::Relaxed)
            }

            /// From now on it is `value`.
            #[inline]
            pub fn store(&self, value: $value, _: Ordering) {
                point();
                self.0.store(value, Ordering::Relaxed);
            }

            /// From now on it is `value`; what it was before.
            #[inline]
            pub fn swap(&self, value: $value, _: Ordering) -> $value {
                point();
                self.0.swap(value, Ordering::Relaxed)
            }
        }
    };
}

/// What only numbers can.
macro_rules! number {
    ($name:ident, $value:ty, $($operation:ident)*) => {
        impl $name {
            /// From now on it is `new`, if it is `old` now; what it was before.
            ///
            /// # Errors
            /// What it is, if that is not `old`.
            #[inline]
            pub fn compare_exchange(
                &self,
                old: $value,
                new: $value,
                _: Ordering,
                _: Ordering,
            ) -> Result<$value, $value> {
                point();
                self.0.compare_exchange(old, new, Ordering::Relaxed, Ordering::Relaxed)
            }

            $(
                /// The same as that of the standard library; what it was before.
                #[inline]
                pub fn $operation(&self, value: $value, _: Ordering) -> $value {
                    point();
                    self.0.$operation(value, Ordering::Relaxed)
                }
            )*
        }
    };
}

atomic!(AtomicBool, bool);
atomic!(AtomicI32, i32);
atomic!(AtomicU32, u32);
atomic!(AtomicU64, u64);
number!(AtomicU32, u32, fetch_add);
number!(AtomicU64, u64, fetch_add fetch_sub fetch_and fetch_or);
