//! [`Thought`]: a search under way, whoever does it, and its answer.

use crate::ask::{BestMove, among, tell_best};
use crate::info::Writer;
use crate::lines::Output;
use crate::mate::MateSearch;
use crate::question::GoRequest;
use crate::reporter::Reporter;
use crate::timer::Timer;
use crate::{Engine, Move, Position, SelectiveEvaluation};
use eldest::background::OwnedSearch;
use eldest::{Error, Position as _, Report};
use std::sync::Arc;

/// Who searches, and has the engine meanwhile.
#[derive(Debug)]
enum EngineOwner {
    Play(Box<OwnedSearch<Position, SelectiveEvaluation>>),
    Mate(MateSearch),
}

/// A question that has not been answered yet.
#[derive(Debug)]
pub struct Thought {
    /// The search, until it has ended.
    job: Option<EngineOwner>,
    /// Whether the opponent is still thinking.
    ponders: bool,
    /// Whether the answer is to be kept until it is asked for.
    infinite: bool,
    /// The answer that is kept.
    answer: Option<String>,
    /// What is played if the search fails.
    any: Option<Move>,
    writer: Writer,
    timer: Arc<Timer>,
    out: Output,
    /// Whether it is told how the search went.
    debug: bool,
    /// What is said before the answer: that it is not about the position that was wanted.
    about: Option<String>,
}

impl Thought {
    fn new(question: &GoRequest, out: &Output) -> Self {
        Self {
            job: None,
            ponders: question.ponders,
            infinite: question.infinite,
            answer: None,
            any: question.any,
            writer: Writer::new(question.root.clone(), question.settings.chess960),
            timer: Arc::new(Timer::new(question)),
            out: out.clone(),
            debug: false,
            about: None,
        }
    }

    /// More is told, if `debug` says so.
    pub fn debug(&mut self, debug: bool) {
        self.debug = debug;
    }

    /// The answer is about an earlier position if the last one was `refused`, and says so.
    pub fn about(&mut self, refused: Option<&str>) {
        let text =
            |fault| format!("this answers an earlier position, as the last was refused: {fault}");
        self.about = refused.map(text);
    }

    /// Begins to think about `question`, and tells `out` of it; `done` is called at the end of the search. The engine
    /// comes back if nothing is searched.
    pub fn begin(
        engine: Engine,
        question: GoRequest,
        out: &Output,
        done: impl FnOnce() + Send + 'static,
    ) -> (Self, Option<Engine>) {
        let mut thought = Self::new(&question, out);
        let engine = if question.root.over().is_some() {
            thought.answer_at_once(&question);
            Some(engine)
        } else if question.mate.is_some() {
            let writer = thought.writer.clone();
            let search = MateSearch::start(engine, question, out.clone(), writer, done);
            thought.job = Some(EngineOwner::Mate(search));
            None
        } else {
            thought.search(engine, &question, done)
        };
        (thought, engine)
    }

    /// There is nothing to search: the game is over, or dead and nobody has said so.
    fn answer_at_once(&mut self, question: &GoRequest) {
        let is_mate = self.any.is_none() && question.position.in_check();
        self.out.line(if is_mate {
            "info depth 0 score mate 0"
        } else {
            "info depth 0 score cp 0"
        });
        if self.any.is_none() {
            self.out.tell("there is no legal move: bestmove is the null move");
        }
        self.settle(None);
    }

    fn search(
        &mut self,
        engine: Engine,
        question: &GoRequest,
        done: impl FnOnce() + Send + 'static,
    ) -> Option<Engine> {
        let multi_pv = question.settings.multi_pv as usize;
        let (writer, timer) = (self.writer.clone(), Arc::clone(&self.timer));
        let reporter = Reporter::new(self.out.clone(), writer, timer, multi_pv);
        let search = engine.start(&question.root, |ask| {
            let ask = ask.limits(&self.timer.limits()).multi_pv(multi_pv).observer(reporter);
            among(ask.when_finished(|_| done()), question.moves.as_deref())
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

    /// The opponent has played what was expected; `false` if that is no news.
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

    /// The answer is wanted now.
    pub fn stop(&mut self) {
        (self.ponders, self.infinite) = (false, false);
        match &self.job {
            Some(EngineOwner::Play(search)) => search.handle().stop(),
            Some(EngineOwner::Mate(search)) => search.stop(),
            None => {}
        }
    }

    /// Waits for the end of the search. Then there is an answer, and the engine comes back; `None` if it has already.
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

    /// The answer of a report, whose best line is told a last time.
    fn found(&self, outcome: Result<Report<Move>, Error>) -> Option<BestMove> {
        match outcome {
            Ok(report) => {
                tell_best(&report, &self.writer, &self.out);
                if self.debug {
                    self.tell_more(&report);
                }
                BestMove::of(&report)
            }
            Err(error) => {
                self.fail(&error);
                None
            }
        }
    }

    fn tell_more(&self, report: &Report<Move>) {
        let (counts, why) = (&report.statistics, report.stop_reason);
        self.out.tell(format_args!(
            "ended by {why:?}; nodes of quiescence {}, answered by the table {}, cutoffs by the first move {:.1} %",
            counts.quiescence_nodes,
            counts.table_cutoffs,
            counts.first_move_rate() * 100.0,
        ));
    }

    fn fail(&self, error: &Error) {
        self.out.tell(format_args!("the search failed, and any legal move is played: {error}"));
    }

    /// There is an answer, if only some legal move, and if there is none the null move.
    fn settle(&mut self, answer: Option<BestMove>) {
        let answer = answer.or(self.any.map(BestMove::any));
        let text = answer.map_or_else(|| "0000".to_owned(), |answer| answer.told(&self.writer));
        self.answer = Some(format!("bestmove {text}"));
    }

    /// Whether there is an answer, and nobody wants it later.
    #[must_use]
    pub fn is_due(&self) -> bool {
        !self.ponders && !self.infinite && self.answer.is_some()
    }

    /// Tells the answer.
    pub fn tell(self) {
        self.about.iter().for_each(|text| self.out.tell(text));
        self.answer.into_iter().for_each(|answer| self.out.line(answer));
    }
}
