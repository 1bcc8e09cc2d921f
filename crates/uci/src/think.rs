//! [`Thought`]: a search under way, and its answer.

use crate::endings::KnownEndings;
use crate::info::MoveWriter;
use crate::lines::Output;
use crate::mate::MateSearch;
use crate::query::{BestMove, among, report_best};
use crate::reporter::Reporter;
use crate::request::GoRequest;
use crate::timer::Timer;
use crate::{Engine, Move, Position, SelectiveEvaluation};
use eldest::background::OwnedSearch;
use eldest::{Error, Position as _, Report, Score};
use std::sync::Arc;

/// A running search, which owns the engine.
#[derive(Debug)]
enum EngineOwner {
    Play(Box<OwnedSearch<Position, SelectiveEvaluation>>),
    Mate(MateSearch),
}

/// A `go` that has not been answered yet.
#[derive(Debug)]
pub struct Thought {
    /// The search, until it has ended.
    job: Option<EngineOwner>,
    /// Whether the opponent is to move: the engine ponders.
    ponders: bool,
    /// Whether to hold back the answer until `stop`.
    infinite: bool,
    /// The answer, once it is known.
    answer: Option<String>,
    /// The move to play if the search fails.
    any: Option<Move>,
    writer: MoveWriter,
    timer: Arc<Timer>,
    out: Output,
    /// Whether to report statistics.
    debug: bool,
    /// The note before an answer about an earlier position.
    about: Option<String>,
}

impl Thought {
    fn new(request: &GoRequest, out: &Output) -> Self {
        Self {
            job: None,
            ponders: request.ponders,
            infinite: request.infinite,
            answer: None,
            any: request.any,
            writer: MoveWriter::new(request.root.clone(), request.settings.chess960),
            timer: Arc::new(Timer::new(request)),
            out: out.clone(),
            debug: false,
            about: None,
        }
    }

    /// Turns debug output on or off.
    pub fn debug(&mut self, debug: bool) {
        self.debug = debug;
    }

    /// Adds a note to the answer if the last position was `refused`.
    pub fn about(&mut self, refused: Option<&str>) {
        let text = |fault| {
            format!("this answers an earlier position, because the last one was refused: {fault}")
        };
        self.about = refused.map(text);
    }

    /// Starts the search of `request`, which reports to `out` and calls `done` at its end. Returns
    /// the engine if there is nothing to search.
    pub fn begin(
        engine: Engine,
        request: GoRequest,
        out: &Output,
        done: impl FnOnce() + Send + 'static,
    ) -> (Self, Option<Engine>) {
        let mut thought = Self::new(&request, out);
        let engine = if request.root.over().is_some() {
            thought.answer_at_once(&request);
            Some(engine)
        } else if request.mate.is_some() {
            let writer = thought.writer.clone();
            let search = MateSearch::start(engine, request, out.clone(), writer, done);
            thought.job = Some(EngineOwner::Mate(search));
            None
        } else {
            thought.search(engine, &request, done)
        };
        (thought, engine)
    }

    /// Answers without a search by `moves`, whose values the database knows.
    #[must_use]
    pub fn known(
        endings: &KnownEndings,
        moves: &[(Move, Score)],
        request: &GoRequest,
        out: &Output,
    ) -> Self {
        let mut thought = Self::new(request, out);
        let lines = endings.lines(&request.root, moves, request.settings.multi_pv as usize);
        for (rank, (value, line)) in (1..).zip(&lines) {
            out.line(thought.writer.known(rank, *value, line));
        }
        thought.settle(lines.first().and_then(|(_, line)| BestMove::first_of(line)));
        thought
    }

    /// Answers without a search: the game is over, or no mate is possible any more.
    fn answer_at_once(&mut self, request: &GoRequest) {
        let is_mate = self.any.is_none() && request.position.in_check();
        self.out.line(if is_mate {
            "info depth 0 score mate 0"
        } else {
            "info depth 0 score cp 0"
        });
        if self.any.is_none() {
            self.out.info("there is no legal move; bestmove is the null move");
        }
        self.settle(None);
    }

    fn search(
        &mut self,
        engine: Engine,
        request: &GoRequest,
        done: impl FnOnce() + Send + 'static,
    ) -> Option<Engine> {
        let multi_pv = request.settings.multi_pv as usize;
        let (writer, timer) = (self.writer.clone(), Arc::clone(&self.timer));
        let reporter = Reporter::new(self.out.clone(), writer, timer, multi_pv);
        let search = engine.start(&request.root, |query| {
            let query = query.limits(&self.timer.limits()).multi_pv(multi_pv).observer(reporter);
            among(query.when_finished(|_| done()), request.moves.as_deref())
        });
        match search {
            Ok(search) => {
                self.timer.steer(search.handle());
                self.job = Some(EngineOwner::Play(Box::new(search)));
                None
            }
            Err(refused) => {
                self.fail(&refused.error);
                self.settle(None);
                Some(refused.engine)
            }
        }
    }

    /// Starts the clock: the opponent has played the expected move. Returns `false` if the engine
    /// was not pondering.
    pub fn hit(&mut self) -> bool {
        let is_news = std::mem::take(&mut self.ponders);
        if is_news {
            match &self.job {
                Some(EngineOwner::Mate(search)) => search.hit(),
                Some(EngineOwner::Play(_)) | None => self.timer.begin(),
            }
        }
        is_news
    }

    /// Stops the search; the answer may be sent.
    pub fn stop(&mut self) {
        (self.ponders, self.infinite) = (false, false);
        match &self.job {
            Some(EngineOwner::Play(search)) => search.handle().stop(),
            Some(EngineOwner::Mate(search)) => search.stop(),
            None => {}
        }
    }

    /// Waits for the end of the search, and sets the answer. Returns the engine, or `None` if it
    /// has been returned already.
    pub fn conclude(&mut self) -> Option<Engine> {
        let (engine, answer) = match self.job.take()? {
            EngineOwner::Play(search) => {
                let (engine, outcome) = search.wait();
                (engine, self.found(outcome))
            }
            EngineOwner::Mate(search) => search.wait(),
        };
        self.settle(answer);
        Some(engine)
    }

    /// Returns the answer of a search, and writes its best line a last time.
    fn found(&self, outcome: Result<Report<Move>, Error>) -> Option<BestMove> {
        match outcome {
            Ok(report) => {
                report_best(&report, &self.writer, &self.out);
                if self.debug {
                    self.report_statistics(&report);
                }
                BestMove::of(&report)
            }
            Err(error) => {
                self.fail(&error);
                None
            }
        }
    }

    fn report_statistics(&self, report: &Report<Move>) {
        let (counts, why) = (&report.statistics, report.stop_reason);
        self.out.info(format_args!(
            "ended by {why:?}; quiescence nodes {}, table cutoffs {}, first-move cutoffs {:.1} %",
            counts.quiescence_nodes,
            counts.table_cutoffs,
            counts.first_move_rate() * 100.0,
        ));
    }

    fn fail(&self, error: &Error) {
        self.out.info(format_args!(
            "the search failed, and an arbitrary legal move is played: {error}"
        ));
    }

    /// Sets the answer: by default some legal move, or the null move if there is none.
    fn settle(&mut self, answer: Option<BestMove>) {
        let answer = answer.or(self.any.map(BestMove::any));
        let text = answer.map_or_else(|| "0000".to_owned(), |answer| answer.format(&self.writer));
        self.answer = Some(format!("bestmove {text}"));
    }

    /// Whether there is an answer to send now.
    #[must_use]
    pub fn is_due(&self) -> bool {
        !self.ponders && !self.infinite && self.answer.is_some()
    }

    /// Sends the answer.
    pub fn send(self) {
        self.about.iter().for_each(|text| self.out.info(text));
        self.answer.into_iter().for_each(|answer| self.out.line(answer));
    }
}
