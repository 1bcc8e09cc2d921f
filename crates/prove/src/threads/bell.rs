//! [`Bell`]: rung when there is an answer to be taken.

use std::fmt;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, OnceLock};

/// An answer can be taken.
#[derive(Copy, Clone, Debug)]
pub(super) enum Event {
    /// Of one of the jobs over the common table.
    Job,
    /// Of a check.
    Check,
}

/// Reports that an answer can be taken.
#[derive(Clone)]
pub(super) struct Bell {
    events: Sender<Event>,
    wake: Arc<OnceLock<Wake>>,
}

/// Called after each event.
pub(super) type Wake = Box<dyn Fn() + Send + Sync>;

impl Bell {
    /// A bell, and what it is heard by.
    pub(super) fn new() -> (Self, Receiver<Event>) {
        let (events, heard) = channel();
        (Self { events, wake: Arc::default() }, heard)
    }

    /// From now on `wake` is called too, unless something else is already.
    pub(super) fn wakes(&self, wake: Wake) {
        drop(self.wake.set(wake));
    }

    /// There is something to be taken. Nobody listens any more when the executor is dropped.
    pub(super) fn ring(&self, event: Event) {
        let _ = self.events.send(event);
        self.wake.get().into_iter().for_each(|wake| wake());
    }
}

impl fmt::Debug for Bell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Bell").finish_non_exhaustive()
    }
}
