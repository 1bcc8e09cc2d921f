//! [`Coroutines`]: threads that are run in turn on one thread of the system, whoever says whose turn it is.

use corosensei::stack::{DefaultStack, Stack};
use corosensei::{Coroutine, CoroutineResult, Yielder};
use std::cell::{Cell, RefCell};
use std::mem::forget;
use std::rc::Rc;
use std::{io, ptr};

type TaskCoroutine = Coroutine<(), (), (), DefaultStack>;
type YielderCell = Rc<Cell<*const Yielder<(), ()>>>;

/// The coroutines of an execution, named by their numbers, in the order of their birth.
#[derive(Default)]
pub(crate) struct Coroutines {
    /// The one that runs.
    current: Cell<usize>,
    /// How each of them gives way; null before it has run.
    ways: RefCell<Vec<YielderCell>>,
    /// Born, and not yet known to the loop.
    born: RefCell<Vec<TaskCoroutine>>,
}

impl Coroutines {
    /// The one that runs.
    #[inline]
    pub(crate) fn current(&self) -> usize {
        self.current.get()
    }

    /// A new one; its number.
    pub(crate) fn spawn(&self, stack: usize, work: impl FnOnce() + 'static) -> io::Result<usize> {
        let way = YielderCell::new(Cell::new(ptr::null()));
        let told = Rc::clone(&way);
        let task = Coroutine::with_stack(take(stack)?, move |yielder, ()| {
            told.set(yielder);
            work();
        });
        let mut ways = self.ways.borrow_mut();
        ways.push(way);
        self.born.borrow_mut().push(task);
        Ok(ways.len() - 1)
    }

    /// Lets the loop resume another one. Comes back when this one is resumed.
    pub(crate) fn give_way(&self) {
        let yielder = self.ways.borrow()[self.current()].get();
        // SAFETY: it was given to the coroutine that runs, which is the one that calls this. That one has not
        // ended, so its yielder, at the bottom of its stack, is alive.
        unsafe { (*yielder).suspend(()) };
    }

    /// Resumes one after the other, as `next` says, until none can go on; `bury` hears of those that end.
    pub(crate) fn drive(&self, next: impl Fn() -> Option<usize>, bury: impl Fn(usize)) {
        let mut tasks: Vec<Option<TaskCoroutine>> = Vec::new();
        loop {
            if !self.born.borrow().is_empty() {
                tasks.extend(self.born.take().into_iter().map(Some));
            }
            let Some(chosen) = next() else { break };
            self.current.set(chosen);
            let task = tasks[chosen].as_mut().expect("only tasks that have not ended are chosen");
            if let CoroutineResult::Return(()) = task.resume(()) {
                give_back(tasks[chosen].take().expect("it was there").into_stack());
                bury(chosen);
            }
        }
        // Who has not ended never will: what is on their stacks may be lent to others, so it stays.
        tasks.into_iter().flatten().for_each(forget);
        self.ways.take();
    }
}

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
