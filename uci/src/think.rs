//! [`Thought`]: a search under way, whoever does it, and its answer.

use crate::info::Writer;
use crate::judge::{self, Engine, Judge, Move, Position};
use crate::mate::MateSearch;
use crate::output::Output;
use crate::settings::Settings;
use crate::timer::Timer;
use eldest::background::Search;
use eldest::options::DepthMatch;
use eldest::{Algorithm, Error, Options, Report};
use std::sync::Arc;

/// Searches go no deeper: a position with hardly a move would else be told of 65,000 times.
pub const DEEPEST: u16 = 200;

/// An engine with a table of `mib`.
///
/// # Errors
/// If there is no memory for it.
pub fn with_table(mib: i64) -> Result<Engine, Error> {
    let builder = eldest::Engine::<Position>::builder().evaluator(judge::playing(true));
    builder.table_bytes(bytes(mib)).build()
}

/// So many bytes are `mib`.
#[must_use]
pub fn bytes(mib: i64) -> usize {
    usize::try_from(mib).unwrap_or(1).saturating_mul(1 << 20)
}

/// How games are searched: entries of deeper searches count.
#[must_use]
pub fn options(threads: usize, algorithm: Algorithm) -> Options {
    Options::default().with(|options| {
        (options.threads, options.algorithm) = (threads, algorithm);
        options.depth_match = DepthMatch::AtLeast;
    })
}

/// Lets `engine` search as games are searched.
pub fn prepare(engine: &mut Engine, settings: &Settings) {
    engine.set_options(options(settings.threads as usize, settings.algorithm));
    engine.set_evaluator(judge::playing(settings.selective));
}

/// A move to play, and the reply that is expected.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The move.
    pub best: Move,
    /// The reply, if one is known.
    pub reply: Option<Move>,
}

impl Answer {
    /// What `report` says.
    #[must_use]
    pub fn of(report: &Report<Move>) -> Option<Self> {
        let best = report.best_move?;
        let line = report.line.moves.first() == Some(&best);
        Some(Self { best, reply: report.line.moves.get(1).copied().filter(|_| line) })
    }

    /// As the protocol says it.
    #[must_use]
    pub fn told(&self, writer: &Writer) -> String {
        let best = [self.best];
        let line: Vec<Move> = best.into_iter().chain(self.reply).collect();
        writer.line(&line).replacen(' ', " ponder ", 1)
    }
}

/// Who searches, and has the engine meanwhile.
#[derive(Debug)]
pub enum Job {
    /// A search deeper and deeper.
    Play(Search<Position, Judge>),
    /// One for a mate.
    Mate(MateSearch),
}

impl Job {
    /// Ends the search soon.
    pub fn stop(&self) {
        match self {
            Self::Play(search) => search.handle().stop(),
            Self::Mate(search) => search.stop(),
        }
    }
}

/// A question that has not been answered yet.
#[derive(Debug)]
pub struct Thought {
    /// Which search it is: the end of an earlier one is not its end.
    pub serial: u64,
    /// The search, until it has ended.
    pub job: Option<Job>,
    /// Whether the answer is to be kept until `stop` or `ponderhit`.
    pub waits: bool,
    /// The answer that is kept.
    pub answer: Option<String>,
    /// What is played if the search fails.
    pub any: Option<Move>,
    /// How moves are written.
    pub writer: Writer,
    /// Its limits.
    pub timer: Arc<Timer>,
}

impl Thought {
    /// Waits for the end of the search: the engine, if there was a search, and then there is an answer.
    pub fn conclude(&mut self, out: &Output) -> Option<Engine> {
        let (engine, answer) = match self.job.take()? {
            Job::Play(search) => {
                let (engine, outcome) = search.wait();
                (engine, self.found(outcome, out))
            }
            Job::Mate(search) => search.wait(),
        };
        let any = self.any.map(|best| Answer { best, reply: None });
        self.answer = Some(told(answer.or(any), &self.writer));
        Some(engine)
    }

    /// The answer of a report, whose best line is told a last time.
    fn found(&self, outcome: Result<Report<Move>, Error>, out: &Output) -> Option<Answer> {
        let report = match outcome {
            Ok(report) => report,
            Err(error) => {
                out.tell(format_args!("the search failed, any legal move is played: {error}"));
                return None;
            }
        };
        tell_best(&report, &self.writer, out);
        Answer::of(&report)
    }
}

/// Tells the best line of a report, if anything is known of it.
pub fn tell_best(report: &Report<Move>, writer: &Writer, out: &Output) {
    let best = report.moves.first().filter(|best| !best.depth.is_horizon());
    best.into_iter().for_each(|best| out.line(writer.found(best, 1, &report.progress)));
}

/// The line that answers; without a legal move the null move.
#[must_use]
pub fn told(answer: Option<Answer>, writer: &Writer) -> String {
    let text = answer.map_or_else(|| "0000".to_owned(), |answer| answer.told(writer));
    format!("bestmove {text}")
}
