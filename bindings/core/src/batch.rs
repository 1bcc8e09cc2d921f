//! [`BatchSolver`]: solves many positions of a game side by side.

use crate::builder::EngineOf;
use crate::erased::{ErasedPosition, position_for};
use crate::fault::{Fault, guard};
use crate::request::Goal;
use crate::written::Writer;
use crate::{Error, Report, Result};
use eldest::Table;
use eldest::batch::{Batch, Executor};
use eldest_catalog::games::Game;
use std::sync::mpsc::{Receiver, Sender};

/// A position to solve, with its number.
pub(crate) type Job = (usize, Box<dyn ErasedPosition>);
/// The outcome of the position with a number.
pub(crate) type Answer = (usize, Result<Report>);

/// Solves the positions that arrive, and sends the outcomes.
pub(crate) struct BatchSolver<'a, G> {
    pub(crate) game: &'a G,
    pub(crate) is_path_dependent: bool,
    pub(crate) goal: &'a Goal,
    pub(crate) jobs: &'a Receiver<Job>,
    pub(crate) answers: &'a Sender<Answer>,
}

/// The searches of an engine of a game.
type BatchOf<'e, G, T> = Batch<'e, <G as Game>::Position, <G as Game>::Evaluator, T>;

impl<G: Game> BatchSolver<'_, G> {
    /// Solves all positions, until no more can arrive.
    pub(crate) fn run<T: Table + 'static>(&self, engine: &mut EngineOf<G, T>) {
        let mut batch = engine.batch(|query| self.goal.of(query));
        for (number, erased) in self.jobs {
            if let Err(error) = guard(|| self.submit(&mut batch, number, &*erased)) {
                self.send(number, Err(error));
            }
            // The outcomes were sent by the threads that found them.
            while batch.answer_now().is_some() {}
        }
        while batch.answer().is_some() {}
    }

    /// Sends an error for each position.
    pub(crate) fn refuse(&self, error: &Error) {
        self.jobs.iter().for_each(|(number, _)| self.send(number, Err(error.clone())));
    }

    fn submit<T: Table + 'static>(
        &self,
        batch: &mut BatchOf<'_, G, T>,
        number: usize,
        erased: &dyn ErasedPosition,
    ) -> Result<()> {
        let fault = Fault::default();
        let position = position_for(self.game, erased)?.rooted(&fault);
        let mut writer = Writer::new(self.game, position.clone(), self.is_path_dependent);
        let answers = self.answers.clone();
        batch.submit(number, position, |query| {
            query.when_finished(move |outcome| {
                let written = guard(|| match outcome {
                    Ok(report) => Ok(writer.report(report)),
                    Err(error) => Err(Error::of_search(error)),
                });
                // The receiver is dropped when nothing is wanted any more.
                let _ = answers.send((number, fault.instead(written)));
            })
        });
        Ok(())
    }

    fn send(&self, number: usize, outcome: Result<Report>) {
        let _ = self.answers.send((number, outcome));
    }
}
