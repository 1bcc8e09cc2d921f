//! An observer that passes everything on.

use eldest::observe::{Iteration, Observer};
use eldest::report::RootMove;
use std::sync::mpsc::{Receiver, Sender, channel};

/// What an observer hears, but for the progress.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Heard {
    Iteration(Iteration<u16>),
    RootMove(RootMove<u16>),
    Line(RootMove<u16>),
}

/// Passes on what it hears.
pub(crate) struct Ear(Sender<Heard>);

impl Ear {
    /// The observer, and what it will have heard.
    pub(crate) fn channel() -> (Self, Receiver<Heard>) {
        let (sender, receiver) = channel();
        (Self(sender), receiver)
    }
}

impl Observer<u16> for Ear {
    fn iteration(&mut self, iteration: &Iteration<u16>) {
        self.0.send(Heard::Iteration(iteration.clone())).expect("somebody listens");
    }

    fn root_move(&mut self, searched: &RootMove<u16>) {
        self.0.send(Heard::RootMove(searched.clone())).expect("somebody listens");
    }

    fn line(&mut self, better: &RootMove<u16>) {
        self.0.send(Heard::Line(better.clone())).expect("somebody listens");
    }
}
