//! [`Presence`]: which threads live.

use std::cell::RefCell;
use std::sync::Arc;

thread_local! {
    /// What tells that this thread lives, to each presence that has noted it.
    static HERE: RefCell<Vec<Arc<()>>> = const { RefCell::new(Vec::new()) };
}

/// Threads that have been noted; each holds one until it ends.
#[derive(Debug, Default)]
pub(super) struct Presence(Arc<()>);

impl Presence {
    /// The present thread is one of them.
    pub(super) fn note(&self) {
        HERE.with_borrow_mut(|here| {
            if !here.iter().any(|noted| Arc::ptr_eq(noted, &self.0)) {
                here.push(Arc::clone(&self.0));
            }
        });
    }

    /// How many of them are still there.
    pub(super) fn threads(&self) -> usize {
        Arc::strong_count(&self.0) - 1
    }
}
