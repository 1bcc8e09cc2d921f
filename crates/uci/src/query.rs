//! Queries to the engine, and best moves.

use crate::endings::KnownEndings;
use crate::evaluation::Evaluation;
use crate::info::MoveWriter;
use crate::lines::Output;
use crate::settings::Settings;
use crate::{Engine, Move, Position, SelectiveEvaluation};
use eldest::{Algorithm, DepthMatch, Error, Options, Query, Report, SharedTable};

/// Creates an engine with a table of `mib` MiB.
///
/// # Errors
/// If the table cannot be allocated.
pub fn with_table(mib: i64) -> Result<Engine, Error> {
    let builder = eldest::Engine::<Position>::builder().evaluator(Evaluation::playing(true, None));
    builder.table_bytes(bytes(mib)).build()
}

/// Converts MiB to bytes.
#[must_use]
pub fn bytes(mib: i64) -> usize {
    usize::try_from(mib).unwrap_or(1).saturating_mul(1 << 20)
}

/// The minimum work of a split, in nodes. The library's default was tuned on games whose nodes take
/// a tenth of the time, and siblings are small in selective searches (`benches/matches/depth.py` on
/// Bratko-Kopec: two threads visit 1.85 times the nodes of one in a second; with 500, 1.6 times).
const SPLIT_WORK: u64 = 10;

/// Returns the options for games, in which entries of deeper searches are used.
#[must_use]
pub fn options(threads: usize, algorithm: Algorithm) -> Options {
    Options::default().with(|options| {
        (options.threads, options.algorithm) = (threads, algorithm);
        options.depth_match = DepthMatch::AtLeast;
        options.sharing.split_work = SPLIT_WORK;
    })
}

/// Prepares `engine` for a game, with the endings that are known. In selective searches, where the
/// history affects depths, threads share it if their algorithm gains by that (`docs/parallel.md`).
pub fn prepare(engine: &mut Engine, settings: &Settings, endings: Option<KnownEndings>) {
    let Settings { threads, algorithm, selective, .. } = *settings;
    let gains =
        matches!(algorithm, Algorithm::YoungBrothersWait | Algorithm::PvSplit | Algorithm::LazySmp);
    let options = options(threads as usize, algorithm);
    engine.set_options(options.with(|options| options.sharing.common_history = selective && gains));
    engine.set_evaluator(Evaluation::playing(settings.selective, endings));
}

/// A query to the engine.
pub type EngineQuery<'e> = Query<'e, Position, SelectiveEvaluation, SharedTable>;

/// Restricts a query to `moves`, if given.
pub fn among<'e>(query: EngineQuery<'e>, moves: Option<&[Move]>) -> EngineQuery<'e> {
    match moves {
        Some(moves) => query.root_moves(moves.iter().copied()),
        None => query,
    }
}

/// A move to play, and the expected reply.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct BestMove {
    /// The move.
    pub best: Move,
    /// The reply, if one is known.
    pub reply: Option<Move>,
}

impl BestMove {
    /// Returns the best move of `report`, and the reply if its line has one.
    #[must_use]
    pub fn of(report: &Report<Move>) -> Option<Self> {
        let best = report.best_move?;
        let line = report.line.moves.first() == Some(&best);
        Some(Self { best, reply: report.line.moves.get(1).copied().filter(|_| line) })
    }

    /// Returns the first move of a line, and the reply if there is one.
    pub(crate) fn first_of(line: &[Move]) -> Option<Self> {
        Some(Self { best: *line.first()?, reply: line.get(1).copied() })
    }

    /// Returns a move without an expected reply.
    pub(crate) fn any(best: Move) -> Self {
        Self { best, reply: None }
    }

    /// Formats the arguments of `bestmove`.
    pub(crate) fn format(self, writer: &MoveWriter) -> String {
        let line: Vec<Move> = [self.best].into_iter().chain(self.reply).collect();
        writer.line(&line).replacen(' ', " ponder ", 1)
    }
}

/// Writes the best line of a report, if its move was searched to a depth.
pub fn report_best(report: &Report<Move>, writer: &MoveWriter, out: &Output) {
    let best = report.moves.first().filter(|best| !best.depth.is_horizon());
    best.into_iter().for_each(|best| out.line(writer.found(best, 1, &report.progress)));
}
