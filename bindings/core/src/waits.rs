//! [`Work`] and [`Caller`]: which work waits for which, so that a wait without an end is refused.

use crate::builder::Scope;
use crate::{Error, Result};
use std::cell::RefCell;
use std::slice;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Work that threads do, and that other threads wait for: a search, or a call that has a value for
/// itself. The text is what messages call it. Clones are the same work.
#[derive(Clone, Debug)]
pub struct Work(Arc<str>);

impl PartialEq for Work {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

thread_local! {
    /// The works that need this thread to go on, the innermost last.
    static WORKING: RefCell<Vec<Work>> = const { RefCell::new(Vec::new()) };
}

/// A wait under way: the first work cannot end before the second one.
type Wait = (Work, Work);

/// All waits under way by threads that work. There is no circle in them.
static WAITS: Mutex<Vec<Wait>> = Mutex::new(Vec::new());

fn waits() -> MutexGuard<'static, Vec<Wait>> {
    WAITS.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Work {
    pub(crate) fn new(name: impl Into<Arc<str>>) -> Self {
        Self(name.into())
    }

    /// Does a part of this work, which may call foreign code.
    pub(crate) fn run<T>(&self, work: impl FnOnce() -> T) -> T {
        run(slice::from_ref(self), work)
    }

    /// Calls `wait`, which waits for the end of this work.
    ///
    /// # Errors
    /// [`Error::Deadlock`] if this work, or one that it waits for, needs the calling thread.
    pub fn awaited<T>(&self, wait: impl FnOnce() -> T) -> Result<T> {
        let Caller(waiting) = Caller::current();
        let _under_way = Waiting::begin(&waiting, self)?;
        Ok(wait())
    }
}

/// The waits of one call, which end with it.
struct Waiting<'a> {
    waiting: &'a [Work],
    awaited: &'a Work,
}

impl<'a> Waiting<'a> {
    fn begin(waiting: &'a [Work], awaited: &'a Work) -> Result<Self> {
        if !waiting.is_empty() {
            let mut waits = waits();
            if let Some(chain) = chain(&waits, awaited, waiting) {
                return Err(refusal(&chain));
            }
            waits.extend(waiting.iter().map(|work| (work.clone(), awaited.clone())));
        }
        Ok(Self { waiting, awaited })
    }
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        if self.waiting.is_empty() {
            return;
        }
        let mut waits = waits();
        for work in self.waiting {
            let is_it = |wait: &Wait| wait.0 == *work && wait.1 == *self.awaited;
            if let Some(at) = waits.iter().position(is_it) {
                waits.swap_remove(at);
            }
        }
    }
}

/// Returns the shortest chain in which each work waits for the next one, from `first` to one of
/// `last`.
fn chain(waits: &[Wait], first: &Work, last: &[Work]) -> Option<Vec<Work>> {
    let mut chains = vec![vec![first.clone()]];
    let mut next = 0;
    while let Some(chain) = chains.get(next).cloned() {
        let end = &chain[chain.len() - 1];
        if last.contains(end) {
            return Some(chain);
        }
        for (_, awaited) in waits.iter().filter(|(waiting, _)| waiting == end) {
            if !chains.iter().any(|known| known.ends_with(slice::from_ref(awaited))) {
                chains.push([&chain[..], slice::from_ref(awaited)].concat());
            }
        }
        next += 1;
    }
    None
}

fn refusal(chain: &[Work]) -> Error {
    let names: Vec<&str> = chain.iter().map(|work| &*work.0).collect();
    Error::Deadlock(format!(
        "this call would wait for {}, which waits for the callback or method that makes this call; \
         stop a search instead, and wait for it elsewhere",
        names.join(", which waits for ")
    ))
}

/// The works that need a thread to go on. Other threads that work for its caller take them over.
#[derive(Clone, Debug, Default)]
pub struct Caller(Vec<Work>);

impl Caller {
    /// Returns those of the calling thread.
    #[must_use]
    pub fn current() -> Self {
        Self(WORKING.try_with(|works| works.borrow().clone()).unwrap_or_default())
    }

    pub(crate) fn of(work: &Work) -> Self {
        Self(vec![work.clone()])
    }

    /// Runs `work` for them: it cannot wait for what waits for them.
    pub fn run<T>(&self, work: impl FnOnce() -> T) -> T {
        run(&self.0, work)
    }

    /// Lets the calling thread work for them alone, to its end.
    pub(crate) fn adopt(&self) {
        let _ = WORKING.try_with(|works| works.replace(self.0.clone()));
    }

    /// Returns the scope of a thread that works for them, within `scope`.
    pub(crate) fn scope(self, scope: Option<Scope>) -> Scope {
        Arc::new(move |work| {
            self.run(|| match &scope {
                Some(scope) => scope(work),
                None => work(),
            });
        })
    }
}

fn run<T>(works: &[Work], work: impl FnOnce() -> T) -> T {
    let begin = |all: &RefCell<Vec<Work>>| {
        let mut all = all.borrow_mut();
        all.extend_from_slice(works);
        EndOfWork(all.len() - works.len())
    };
    let _end = WORKING.try_with(begin);
    work()
}

/// Ends the innermost works of a thread, also in a panic: those after this many.
struct EndOfWork(usize);

impl Drop for EndOfWork {
    fn drop(&mut self) {
        let _ = WORKING.try_with(|all| all.borrow_mut().truncate(self.0));
    }
}
