//! Atomics: writes of several processors to a word are serialised.
//!
//! Read-modify-writes and `Release` stores happen in the order of the clocks. A `Relaxed` read is
//! charged if another processor has written the word since the last access.

use super::account::Cause;
use super::machine::{Machine, clock};
use crate::atomics::{Steps, atomics};
use std::any::type_name;
use std::panic::Location;
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// Names a word by the file that accesses it, without folder and extension.
fn name_of(place: &'static Location<'static>) -> &'static str {
    let file = place.file();
    file.rsplit(['/', '\\']).next().unwrap_or(file).trim_end_matches(".rs")
}

/// Charges a read-modify-write at `address`.
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

/// Records a store at `address`, which invalidates the copies of other processors.
fn write(address: usize) {
    Machine::with(|machine| {
        if machine.is_on() {
            let me = machine.current();
            machine.lines.borrow_mut().written(address, me).take(me);
        }
    });
}

/// Charges a read at `address`, if this processor has no copy.
fn read(address: usize, cause: Cause) {
    Machine::with(|machine| {
        let me = machine.current();
        let is_new = machine.lines.borrow_mut().known(address).is_some_and(|line| line.copy(me));
        if is_new {
            machine.charge(cause, machine.costs.get().read.into());
        }
    });
}

/// Charges a clone of `counted` and its later drop: two read-modify-writes of the reference count.
pub fn count<T: ?Sized>(counted: &Arc<T>) {
    let (address, cause) = (Arc::as_ptr(counted).addr() - 1, Cause::References(type_name::<T>()));
    modify(address, cause);
    modify(address, cause);
}

/// Charges accesses to words, except for `Acquire` reads: every node reads a flag that way, and the
/// flag hardly ever changes, so its cost is part of the node.
struct Charged;

impl Steps for Charged {
    #[inline]
    fn read(address: usize, order: Ordering, place: &'static Location<'static>) {
        if order == Ordering::Relaxed {
            read(address, Cause::Word(name_of(place)));
        }
    }

    #[inline]
    fn write(address: usize, order: Ordering) {
        if order == Ordering::Release {
            Machine::with(Machine::turn);
        }
        write(address);
    }

    fn modify(address: usize, place: &'static Location<'static>) {
        modify(address, Cause::Word(name_of(place)));
    }
}

/// Charges like [`Charged`], except for reads: words that are read at every move are part of the
/// node.
struct Hot;

impl Steps for Hot {
    #[inline]
    fn read(_: usize, _: Ordering, _: &'static Location<'static>) {}

    #[inline]
    fn write(address: usize, order: Ordering) {
        Charged::write(address, order);
    }

    fn modify(address: usize, place: &'static Location<'static>) {
        Charged::modify(address, place);
    }
}

atomics!(Charged, Hot);
