//! [`Mailbox`]: where a helper waits for something to do.

use super::race::Lap;
use super::split_point::SplitPoint;
use super::together::Together;
use crate::search::worker::Parts;
use crate::sync::{Arc, Condvar, Mutex, lock, wait};

/// Something to do.
pub(super) enum Task<C: Parts<Brothers = Together>> {
    /// Search brothers at a split point.
    Help(Arc<SplitPoint<C>>),
    /// Search the root.
    Race(Arc<Lap<C>>),
    /// The search is over.
    GoHome,
}

/// Where a helper waits for something to do. What is new replaces what has not been read, but
/// nothing replaces [`Task::GoHome`]: a call for help may be sent when its search is over already.
pub(super) struct Mailbox<C: Parts<Brothers = Together>> {
    task: Mutex<Option<Task<C>>>,
    arrived: Condvar,
}

impl<C: Parts<Brothers = Together>> Mailbox<C> {
    pub(super) fn new() -> Self {
        Self { task: Mutex::new(None), arrived: Condvar::new() }
    }

    pub(super) fn send(&self, task: Task<C>) {
        let mut waiting = lock(&self.task);
        if !matches!(*waiting, Some(Task::GoHome)) {
            *waiting = Some(task);
        }
        self.arrived.notify_one();
    }

    /// Blocks until there is something to do.
    pub(super) fn receive(&self) -> Task<C> {
        let mut task = lock(&self.task);
        loop {
            if let Some(task) = task.take() {
                return task;
            }
            task = wait(&self.arrived, task);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::doc::Countdown;
    use crate::search::trace::NoTracer;
    use crate::search::worker::Of;
    use crate::{Even, NoTable};

    type Any = Of<Countdown, Even, NoTable, Together, NoTracer, true>;

    #[test]
    fn nothing_replaces_the_order_to_go_home() {
        let mailbox = Mailbox::<Any>::new();
        mailbox.send(Task::Race(Lap::any()));
        mailbox.send(Task::GoHome);
        mailbox.send(Task::Race(Lap::any()));
        assert!(matches!(mailbox.receive(), Task::GoHome));
    }
}
