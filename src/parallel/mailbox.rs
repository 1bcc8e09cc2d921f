//! [`Mailbox`]: where a helper waits for something to do.

use super::policy::Parallel;
use super::root_race::RootPass;
use super::split_point::SplitPoint;
use crate::search::worker::SearchTypes;
use crate::sync::{Arc, Condvar, Mutex, lock, wait};

/// Something to do.
pub(super) enum Task<C: SearchTypes<Policy = Parallel>> {
    /// Search siblings at a split point.
    Help(Arc<SplitPoint<C>>),
    /// Search the root.
    RootPass(Arc<RootPass<C>>),
    /// The search is over.
    GoHome,
}

/// Where a helper waits for something to do. What is new replaces what has not been read, but
/// nothing replaces [`Task::GoHome`]: a call for help may be sent when its search is over already.
pub(super) struct Mailbox<C: SearchTypes<Policy = Parallel>> {
    task: Mutex<Option<Task<C>>>,
    arrived: Condvar,
}

impl<C: SearchTypes<Policy = Parallel>> Mailbox<C> {
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

    /// Sends the helper home; what it has not read.
    pub(super) fn send_home(&self) -> Option<Task<C>> {
        let unread = lock(&self.task).replace(Task::GoHome);
        self.arrived.notify_one();
        unread
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
    use crate::search::worker::Types;
    use crate::{NoTable, ZeroEvaluator};

    type Any = Types<Countdown, ZeroEvaluator, NoTable, Parallel, NoTracer, true>;

    #[test]
    fn nothing_replaces_the_order_to_go_home() {
        let mailbox = Mailbox::<Any>::new();
        mailbox.send(Task::RootPass(RootPass::any()));
        mailbox.send(Task::GoHome);
        mailbox.send(Task::RootPass(RootPass::any()));
        assert!(matches!(mailbox.receive(), Task::GoHome));
    }
}
