//! Stacks, kept for the next execution: to ask the system for one costs more than an execution.

use corosensei::stack::{DefaultStack, Stack};
use std::cell::RefCell;
use std::io;

thread_local! {
    static FREE: RefCell<Vec<DefaultStack>> = const { RefCell::new(Vec::new()) };
}

/// The largest page that counts as stack and is none: the guard at the end.
const GUARD: usize = 1 << 16;

/// A stack of `bytes` or more.
pub(crate) fn take(bytes: usize) -> io::Result<DefaultStack> {
    let bytes = bytes.saturating_add(GUARD);
    let is_enough = |stack: &DefaultStack| stack.base().get() - stack.limit().get() >= bytes;
    let kept = FREE.with_borrow_mut(|free| {
        let found = free.iter().rposition(is_enough)?;
        Some(free.swap_remove(found))
    });
    kept.map_or_else(|| DefaultStack::new(bytes), Ok)
}

/// Gives a stack back.
pub(crate) fn give_back(stack: DefaultStack) {
    FREE.with_borrow_mut(|free| free.push(stack));
}
