//! [`Simulation`]: one search on the simulated machine.

use anyhow::{Result, anyhow};
use eldest::timeline::Recorder;
use eldest::{Engine, Limits, Options, Report, Table};
use eldest_catalog::games::dense;
use eldest_catalog::games::{Game, Move};
use eldest_schedule::timed::{Account, Cause, Costs, measure, run};
use std::panic::resume_unwind;
use std::thread;
use std::time::Duration;

/// A search, and the machine that it runs on.
pub(crate) struct Simulation<'a, G: Game> {
    pub(crate) game: &'a G,
    pub(crate) position: G::Position,
    pub(crate) depth: Option<u16>,
    pub(crate) options: Options,
    pub(crate) table_bytes: usize,
    pub(crate) costs: Costs,
    pub(crate) seed: u64,
    pub(crate) recorder: Option<Recorder>,
}

/// The result of a simulated search.
#[derive(Clone, Debug)]
pub(crate) struct SimulatedSearch {
    /// The value, which all searches of a position must agree on.
    pub(crate) value: String,
    pub(crate) elapsed: Duration,
    pub(crate) nodes: u64,
    pub(crate) aborted: u64,
    pub(crate) splits: u64,
    pub(crate) steals: u64,
    pub(crate) causes: Vec<(Cause, Duration)>,
}

type MeasuredReport<M> = (Account, Result<Report<M>, eldest::Error>);

impl<G: Game> Simulation<'_, G> {
    /// Searches on a thread of its own, so that memory addresses and the accounting of time do not
    /// depend on what else this program does, such as drawing progress.
    pub(crate) fn run(self) -> Result<SimulatedSearch> {
        let run = thread::scope(|scope| scope.spawn(|| self.search()).join());
        run.unwrap_or_else(|panic| resume_unwind(panic))
    }

    /// Searches with the kind of table that `eldest` would use.
    fn search(self) -> Result<SimulatedSearch> {
        let builder =
            Engine::<G::Position>::builder().evaluator(self.game.evaluator()).options(self.options);
        let (position, depth, recorder) = (self.position, self.depth, self.recorder);
        if G::DENSE
            && depth.is_none()
            && let Some(table) = dense(self.table_bytes, &position)?
        {
            return outcome::<G>(run(self.costs, self.seed, move || {
                search(builder.table(table).build(), &position, depth, recorder)
            }));
        }
        let bytes = self.table_bytes;
        outcome::<G>(run(self.costs, self.seed, move || {
            search(builder.table_bytes(bytes).build(), &position, depth, recorder)
        }))
    }
}

/// Searches and measures. Building the engine is not included.
fn search<P, E, T>(
    engine: Result<Engine<P, E, T>, eldest::Error>,
    position: &P,
    depth: Option<u16>,
    recorder: Option<Recorder>,
) -> Result<MeasuredReport<P::Move>, eldest::Error>
where
    P: eldest::Position<Move: Send, Undo: Send> + Send + 'static,
    E: eldest::Evaluator<P> + Send + Sync + 'static,
    T: Table + 'static,
{
    let mut engine = engine?;
    Ok(measure(|| {
        let query = engine.query(position);
        let query = match depth {
            Some(plies) => query.limits(&Limits::new().depth(plies)),
            None => query.to_end(),
        };
        match &recorder {
            Some(recorder) => query.record(recorder).run(),
            None => query.run(),
        }
    }))
}

fn outcome<G: Game>(
    searched: Result<
        Result<MeasuredReport<Move<G>>, eldest::Error>,
        eldest_schedule::ExecutionFailure,
    >,
) -> Result<SimulatedSearch> {
    let (account, report) =
        searched.map_err(|failure| anyhow!("the machine stopped: {failure:?}"))??;
    let report = report?;
    Ok(SimulatedSearch {
        value: format!("{:?}", report.bounds),
        elapsed: account.elapsed,
        nodes: report.progress.nodes,
        aborted: report.statistics.aborted_nodes,
        splits: report.statistics.splits,
        steals: report.statistics.steals,
        causes: account.causes,
    })
}
