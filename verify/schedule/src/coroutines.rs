//! [`Coroutines`]: threads that take turns on one thread of the system, in an order that the caller
//! chooses.

use corosensei::stack::{DefaultStack, Stack};
use corosensei::{Coroutine, CoroutineResult, Yielder};
use std::cell::{Cell, RefCell};
use std::mem::forget;
use std::rc::Rc;
use std::{io, ptr};

type TaskCoroutine = Coroutine<(), (), (), DefaultStack>;
type YielderCell = Rc<Cell<*const Yielder<(), ()>>>;

/// The coroutines of an execution, numbered in order of creation.
#[derive(Default)]
pub(crate) struct Coroutines {
    /// The running one.
    current: Cell<usize>,
    /// The yielder of each; null before its first turn.
    yielders: RefCell<Vec<YielderCell>>,
    /// Created, but not yet taken over by [`drive`](Self::drive).
    created: RefCell<Vec<TaskCoroutine>>,
}

impl Coroutines {
    /// Returns the number of the running one.
    #[inline]
    pub(crate) fn current(&self) -> usize {
        self.current.get()
    }

    /// Creates a coroutine. Returns its number.
    pub(crate) fn spawn(&self, stack: usize, work: impl FnOnce() + 'static) -> io::Result<usize> {
        let cell = YielderCell::new(Cell::new(ptr::null()));
        let own = Rc::clone(&cell);
        let task = Coroutine::with_stack(take(stack)?, move |yielder, ()| {
            own.set(yielder);
            work();
        });
        let mut yielders = self.yielders.borrow_mut();
        yielders.push(cell);
        self.created.borrow_mut().push(task);
        Ok(yielders.len() - 1)
    }

    /// Suspends the running one, so that `drive` resumes another. Returns when it is resumed.
    pub(crate) fn give_way(&self) {
        let yielder = self.yielders.borrow()[self.current()].get();
        // SAFETY: the yielder was passed to the running coroutine, which is the caller. The caller
        // has not ended, so its yielder, at the bottom of its stack, is alive.
        unsafe { (*yielder).suspend(()) };
    }

    /// Resumes the coroutines that `next` returns, until it returns `None`; calls `ended` with each
    /// that ends.
    pub(crate) fn drive(&self, next: impl Fn() -> Option<usize>, ended: impl Fn(usize)) {
        let mut tasks: Vec<Option<TaskCoroutine>> = Vec::new();
        loop {
            if !self.created.borrow().is_empty() {
                tasks.extend(self.created.take().into_iter().map(Some));
            }
            let Some(chosen) = next() else { break };
            self.current.set(chosen);
            let task = tasks[chosen].as_mut().expect("only tasks that have not ended are chosen");
            if let CoroutineResult::Return(()) = task.resume(()) {
                give_back(tasks[chosen].take().expect("it was there").into_stack());
                ended(chosen);
            }
        }
        // Those that have not ended never will. Others may borrow from their stacks, so these are
        // leaked.
        tasks.into_iter().flatten().for_each(forget);
        self.yielders.take();
    }
}

thread_local! {
    static FREE: RefCell<Vec<DefaultStack>> = const { RefCell::new(Vec::new()) };
}

/// The largest guard page: it counts as stack, but cannot be used.
const GUARD: usize = 1 << 16;

/// Returns a stack of at least `bytes` usable bytes, reused if possible.
pub(crate) fn take(bytes: usize) -> io::Result<DefaultStack> {
    let bytes = bytes.saturating_add(GUARD);
    let is_enough = |stack: &DefaultStack| stack.base().get() - stack.limit().get() >= bytes;
    let kept = FREE.with_borrow_mut(|free| {
        let found = free.iter().rposition(is_enough)?;
        Some(free.swap_remove(found))
    });
    kept.map_or_else(|| DefaultStack::new(bytes), Ok)
}

/// Keeps a stack for reuse.
pub(crate) fn give_back(stack: DefaultStack) {
    FREE.with_borrow_mut(|free| free.push(stack));
}
