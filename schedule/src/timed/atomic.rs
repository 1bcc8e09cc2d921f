//! Atomics: a word that several processors write is written by one after the other.
//!
//! A read-modify-write, and a store that others are to see at once, happen in the order of the clocks. A plain
//! read is charged where another processor has written the word since the last look.

use super::account::Cause;
use super::machine::{Machine, clock};
use std::any::type_name;
use std::panic::Location;
use std::sync::Arc;
use std::sync::atomic::{self, Ordering};

/// The file, without its folder, from which a word is touched: what the word is called.
fn name_of(place: &'static Location<'static>) -> &'static str {
    let file = place.file();
    file.rsplit(['/', '\\']).next().unwrap_or(file).trim_end_matches(".rs")
}

/// A read-modify-write at `address`.
fn modify(address: usize, cause: Cause) {
    Machine::with(|machine| {
        if !machine.is_on() {
            return;
        }
        machine.turn();
        let (costs, me) = (machine.costs.get(), machine.current());
        let time = {
            let mut lines = machine.lines.borrow_mut();
            let line = lines.written(address, me);
            let waits = line.free_at.saturating_sub(clock());
            let is_own = waits == 0 && line.is_of(me);
            let time = waits + u64::from(if is_own { costs.own_word } else { costs.word });
            line.take(me);
            line.free_at = clock() + time;
            time
        };
        machine.charge(cause, time);
    });
}

/// A store at `address`: nobody else has a copy from now on.
fn write(address: usize) {
    Machine::with(|machine| {
        if machine.is_on() {
            let me = machine.current();
            machine.lines.borrow_mut().written(address, me).take(me);
        }
    });
}

/// A read at `address`.
fn read(address: usize, cause: Cause) {
    Machine::with(|machine| {
        let me = machine.current();
        let is_new = machine.lines.borrow_mut().known(address).is_some_and(|line| line.copy(me));
        if is_new {
            machine.charge(cause, machine.costs.get().read.into());
        }
    });
}

/// A reference to what `counted` counts has been made, and will be given back: two read-modify-writes of the
/// count.
pub fn count<T: ?Sized>(counted: &Arc<T>) {
    let (address, cause) = (Arc::as_ptr(counted).addr() - 1, Cause::References(type_name::<T>()));
    modify(address, cause);
    modify(address, cause);
}

macro_rules! atomic {
    ($name:ident, $value:ty, $read:expr) => {
        /// The same as its namesake of the standard library.
        #[derive(Debug, Default)]
        pub struct $name(atomic::$name);

        impl $name {
            /// An atomic with `value`.
            #[must_use]
            pub const fn new(value: $value) -> Self {
                Self(atomic::$name::new(value))
            }

            fn address(&self) -> usize {
                std::ptr::from_ref(self).addr()
            }

            /// Its value.
            #[inline]
            #[track_caller]
            pub fn load(&self, order: Ordering) -> $value {
                if $read(order) {
                    read(self.address(), Cause::Word(name_of(Location::caller())));
                }
                self.0.load(Ordering::Relaxed)
            }

            /// From now on it is `value`.
            #[inline]
            pub fn store(&self, value: $value, order: Ordering) {
                if order == Ordering::Release {
                    Machine::with(Machine::turn);
                }
                write(self.address());
                self.0.store(value, Ordering::Relaxed);
            }

            /// From now on it is `value`; what it was before.
            #[track_caller]
            pub fn swap(&self, value: $value, _: Ordering) -> $value {
                modify(self.address(), Cause::Word(name_of(Location::caller())));
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
            #[track_caller]
            pub fn compare_exchange(
                &self,
                old: $value,
                new: $value,
                _: Ordering,
                _: Ordering,
            ) -> Result<$value, $value> {
                modify(self.address(), Cause::Word(name_of(Location::caller())));
                self.0.compare_exchange(old, new, Ordering::Relaxed, Ordering::Relaxed)
            }

            $(
                /// The same as that of the standard library; what it was before.
                #[track_caller]
                pub fn $operation(&self, value: $value, _: Ordering) -> $value {
                    modify(self.address(), Cause::Word(name_of(Location::caller())));
                    self.0.$operation(value, Ordering::Relaxed)
                }
            )*
        }
    };
}

/// Every node looks at a flag that is hardly ever thrown, in this order: it is part of a node.
fn is_a_hint(order: Ordering) -> bool {
    order == Ordering::Relaxed
}

/// What is read at every move: part of a node.
fn never(_: Ordering) -> bool {
    false
}

atomic!(AtomicBool, bool, is_a_hint);
atomic!(AtomicI32, i32, never);
atomic!(AtomicU32, u32, never);
atomic!(AtomicU64, u64, is_a_hint);
number!(AtomicU32, u32, fetch_add);
number!(AtomicU64, u64, fetch_add fetch_sub fetch_and fetch_or);
