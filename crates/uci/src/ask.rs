//! Questions to the engine, and their answers.

use crate::info::Writer;
use crate::lines::Output;
use crate::settings::Settings;
use crate::{Engine, Move, Position, SelectiveEvaluation};
use eldest::{Algorithm, DepthMatch, Error, Options, Query, Report, SharedTable};

/// An engine with a table of `mib`.
///
/// # Errors
/// If there is no memory for it.
pub fn with_table(mib: i64) -> Result<Engine, Error> {
    let builder = eldest::Engine::<Position>::builder().evaluator(crate::playing(true));
    builder.table_bytes(bytes(mib)).build()
}

/// So many bytes are `mib`.
#[must_use]
pub fn bytes(mib: i64) -> usize {
    usize::try_from(mib).unwrap_or(1).saturating_mul(1 << 20)
}

/// Nodes below which no other thread is called. A node takes ten times as long as in the games by which the default of the
/// library was found, and where much is left out siblings are small (`benches/matches/depth.py` on Bratko-Kopec: two threads
/// visit 1.85 times the nodes of one in a second, 1.6 times with 500).
const SPLIT_WORK: u64 = 10;

/// How games are searched: entries of deeper searches count.
#[must_use]
pub fn options(threads: usize, algorithm: Algorithm) -> Options {
    Options::default().with(|options| {
        (options.threads, options.algorithm) = (threads, algorithm);
        options.depth_match = DepthMatch::AtLeast;
        options.sharing.split_work = SPLIT_WORK;
    })
}

/// Lets `engine` search as games are searched. Where history decides how deep a move is searched, threads learn it together if their
/// algorithm gains by it (`docs/parallel.md`).
pub fn prepare(engine: &mut Engine, settings: &Settings) {
    let Settings { threads, algorithm, selective, .. } = *settings;
    let gains = matches!(algorithm, Algorithm::YoungBrothersWait | Algorithm::PvSplit);
    let options = options(threads as usize, algorithm);
    engine.set_options(options.with(|options| options.sharing.common_history = selective && gains));
    engine.set_evaluator(crate::playing(settings.selective));
}

/// A question to the engine.
pub type EngineQuery<'e> = Query<'e, Position, SelectiveEvaluation, SharedTable>;

/// The same about some moves only, if they are named.
pub fn among<'e>(ask: EngineQuery<'e>, moves: Option<&[Move]>) -> EngineQuery<'e> {
    match moves {
        Some(moves) => ask.root_moves(moves.iter().copied()),
        None => ask,
    }
}

/// A move to play, and the reply that is expected.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct BestMove {
    /// The move.
    pub best: Move,
    /// The reply, if one is known.
    pub reply: Option<Move>,
}

impl BestMove {
    /// What `report` says.
    #[must_use]
    pub fn of(report: &Report<Move>) -> Option<Self> {
        let best = report.best_move?;
        let line = report.line.moves.first() == Some(&best);
        Some(Self { best, reply: report.line.moves.get(1).copied().filter(|_| line) })
    }

    /// A move without a thought.
    pub(crate) fn any(best: Move) -> Self {
        Self { best, reply: None }
    }

    pub(crate) fn told(self, writer: &Writer) -> String {
        let line: Vec<Move> = [self.best].into_iter().chain(self.reply).collect();
        writer.line(&line).replacen(' ', " ponder ", 1)
    }
}

/// Tells the best line of a report, if anything is known of it.
pub fn tell_best(report: &Report<Move>, writer: &Writer, out: &Output) {
    let best = report.moves.first().filter(|best| !best.depth.is_horizon());
    best.into_iter().for_each(|best| out.line(writer.found(best, 1, &report.progress)));
}
