//! Atomics: a word that several processors write is written by one after the other.
//!
//! A read-modify-write, and a store that others are to see at once, happen in the order of the clocks. A plain
//! read is charged where another processor has written the word since the last look.

use super::account::Cause;
use super::machine::{Machine, clock};
use crate::atomics::{Steps, atomics};
use std::any::type_name;
use std::panic::Location;
use std::sync::Arc;
use std::sync::atomic::Ordering;

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

/// Words that are charged for. Every node looks at a flag that is hardly ever thrown, and acquires: that is part of
/// a node.
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

/// The same, but for what is read at every move: that is part of a node.
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
