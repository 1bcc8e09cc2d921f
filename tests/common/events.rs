//! An observer that sends all events on.

use eldest::observe::{Iteration, Observer};
use eldest::report::RootMove;
use std::sync::mpsc::{Receiver, Sender, channel};

/// An event that an observer receives, progress excepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Event {
    Iteration(Iteration<u16>),
    RootMove(RootMove<u16>),
    Line(RootMove<u16>),
}

/// Sends each event on.
pub(crate) struct EventSender(Sender<Event>);

impl EventSender {
    /// The observer, and the receiver of its events.
    pub(crate) fn channel() -> (Self, Receiver<Event>) {
        let (sender, receiver) = channel();
        (Self(sender), receiver)
    }
}

impl Observer<u16> for EventSender {
    fn iteration(&mut self, iteration: &Iteration<u16>) {
        self.0.send(Event::Iteration(iteration.clone())).expect("the receiver lives");
    }

    fn root_move(&mut self, searched: &RootMove<u16>) {
        self.0.send(Event::RootMove(searched.clone())).expect("the receiver lives");
    }

    fn line(&mut self, better: &RootMove<u16>) {
        self.0.send(Event::Line(better.clone())).expect("the receiver lives");
    }
}
