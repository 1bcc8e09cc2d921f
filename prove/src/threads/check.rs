//! [`Check`]: a search that knows nothing of what was found before.

use super::{Asked, Event, Searched, Threads};
use eldest::background::Search;
use eldest::{Engine, Error, Evaluator, Position, Table};

/// What makes an engine with an empty table.
pub(super) type Make<'e, P, E, T> = Box<dyn FnMut() -> Result<Engine<P, E, T>, Error> + 'e>;

/// A search under way with an engine of its own.
pub(super) struct Check<P: Position, E, T> {
    position: P,
    search: Search<P, E, T>,
}

impl<P: Position, E, T> Check<P, E, T> {
    /// Waits for its end.
    pub(super) fn wait(self) -> (P, Searched<P>) {
        let (_engine, outcome) = self.search.wait();
        (self.position, outcome)
    }

    pub(super) fn stop(&self) {
        self.search.handle().stop();
    }
}

impl<P, E, T> Threads<'_, P, E, T>
where
    P: Position<Move: Send> + Send + 'static,
    E: Evaluator<P> + Send + Sync + 'static,
    T: Table + 'static,
{
    /// Begins to check what is known of `position`, or says why not.
    pub(super) fn check(
        &mut self,
        number: usize,
        position: &P,
        asked: &Asked,
    ) -> Result<(), String> {
        let make = self.make.as_mut().ok_or("nobody has said how to search afresh")?;
        let engine = make().map_err(|error| error.to_string())?;
        let sender = self.sender.clone();
        let search = engine.start(position, |query| {
            let query = query.to_end().least(asked.least).limits(&asked.limits);
            query.when_finished(move |_| sender.send(Event::Check(number)).unwrap_or_default())
        });
        let search = search.map_err(|refused| refused.error.to_string())?;
        self.checks.insert(number, Check { position: position.clone(), search });
        Ok(())
    }
}
