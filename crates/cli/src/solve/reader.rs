//! [`Reader`]: positions are read while others are solved.

use anyhow::Result;
use eldest_catalog::input::{Entry, Input};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

/// What the solver waits for: there is one queue for all of it.
pub(super) enum Event {
    /// The next entry of the input; `None` at its end.
    Read(Result<Option<Entry>>),
    /// There is an answer to be taken.
    Answered,
}

/// Reads positions on a thread of its own, one when it is told to: somebody may be typing them, while what is
/// solved meanwhile wants to be told.
#[derive(Debug)]
pub(super) struct Reader {
    orders: Sender<()>,
    /// Whether there is an order which has not been carried out.
    is_reading: bool,
    has_ended: bool,
}

impl Reader {
    /// What has been read of `input` goes to `events`. The thread ends with the program at the latest: nobody
    /// can take a line from it for which it waits.
    pub(super) fn new(input: Input, events: Sender<Event>) -> Self {
        let (orders, received) = channel();
        thread::spawn(move || read(input, &received, &events));
        Self { orders, is_reading: false, has_ended: false }
    }

    /// Wants the next position, if that is not on its way.
    pub(super) fn want(&mut self) {
        if !self.is_reading && !self.has_ended {
            self.is_reading = true;
            // Whoever does not listen has sent the last of the input.
            let _ = self.orders.send(());
        }
    }

    /// What was wanted is there; whether more can come.
    pub(super) fn got(&mut self, more: bool) {
        (self.is_reading, self.has_ended) = (false, !more);
    }

    /// Whether all has been read.
    pub(super) fn has_ended(&self) -> bool {
        self.has_ended
    }
}

/// Reads as often as `orders` say, to the end of `input`.
fn read(mut input: Input, orders: &Receiver<()>, events: &Sender<Event>) {
    for () in orders {
        let entry = input.next_entry();
        let is_last = !matches!(entry, Ok(Some(_)));
        if events.send(Event::Read(entry)).is_err() || is_last {
            return;
        }
    }
}
