//! [`Saver`]: writes a table into its file.

use super::lock::Lock;
use anyhow::{Context, Result};
use eldest::table::{Origin, Persist};
use eldest_terminal::Interrupt;
use eldest_terminal::Status;
use eldest_terminal::Target;
use eldest_terminal::{causes, complain};
use indicatif::ProgressBar;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::Duration;

/// A table, and the file that it is saved in.
#[derive(Debug)]
pub(super) struct Saver<T> {
    pub(super) table: Arc<T>,
    pub(super) origin: Origin,
    pub(super) target: Target,
    pub(super) interrupt: Interrupt,
    pub(super) bar: ProgressBar,
    /// Whether a search has begun. Before, there is nothing to save.
    pub(super) has_begun: Arc<AtomicBool>,
    /// Nobody else saves there, until this is dropped.
    pub(super) _lock: Lock,
}

impl<T: Persist> Saver<T> {
    pub(super) fn save(&self) -> Result<()> {
        if !self.has_begun.load(Ordering::Relaxed) {
            return Ok(());
        }
        self.target.replace(&self.interrupt, |file| {
            let saved = self.table.save(&self.origin, file);
            saved.with_context(|| self.target.named())
        })
    }

    /// Saves every now and then, until nobody is left who could order something. When `orders` has one,
    /// it is that the program is to end.
    pub(super) fn save_every(&self, period: Duration, orders: &Receiver<()>) {
        loop {
            match orders.recv_timeout(period) {
                Err(RecvTimeoutError::Disconnected) => return,
                Err(RecvTimeoutError::Timeout) => drop(self.tell(self.save())),
                Ok(()) => self.interrupt.exit(self.tell(self.save())),
            }
        }
    }

    /// The search goes on without; the file is as it was.
    fn tell(&self, saved: Result<()>) -> Status {
        let Err(error) = saved else { return Status::Interrupted };
        self.bar.suspend(|| complain(causes(&error)));
        Status::Failed
    }
}
