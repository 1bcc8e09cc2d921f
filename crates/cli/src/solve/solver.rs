//! [`Solver`]: positions are read, solved side by side, and told in their order.

use super::reader::{Event, Reader};
use super::solution::Solution;
use crate::args::SolveArgs;
use crate::recording::recorded;
use crate::saving::Saving;
use anyhow::Result;
use eldest::batch::{Batch, Executor};
use eldest::observe::{Observer, Progress};
use eldest::table::Persist;
use eldest::timeline::Recorder;
use eldest::{Bounds, Depth, Engine, Error, Report};
use eldest_catalog::games::{Game, Move};
use eldest_catalog::input::{Entry, Input};
use eldest_catalog::text::several;
use eldest_terminal::Interrupt;
use eldest_terminal::Status;
use eldest_terminal::progress::Meter;
use eldest_terminal::{Output, causes};
use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};

/// Solves positions, as many side by side as there are threads.
pub(super) struct Solver<'a, G: Game> {
    game: &'a G,
    args: &'a SolveArgs,
    interrupt: &'a Interrupt,
    output: &'a Output,
    meter: Meter,
    recorder: Option<Recorder>,
    /// Set when a search has begun.
    has_begun: Arc<AtomicBool>,
    /// What is to be told, in the order of the input.
    turns: VecDeque<Turn<G>>,
    /// Positions so far.
    begun: usize,
    status: Status,
    unsolved: usize,
}

/// Something that has been read, and is to be told of.
enum Turn<G: Game> {
    UnderWay(usize, Subject<G>),
    Answered(Subject<G>, Box<Outcome<G>>),
    /// Something is wrong with it.
    Bad(String),
    /// Nothing more can be read.
    Unreadable(anyhow::Error),
}

/// What is solved.
struct Subject<G: Game> {
    entry: Entry,
    position: G::Position,
}

type Outcome<G> = Result<Report<Move<G>>, Error>;

impl<'a, G: Game> Solver<'a, G> {
    /// Nothing has been read yet.
    pub(super) fn new<T: Persist + 'static>(
        game: &'a G,
        args: &'a SolveArgs,
        interrupt: &'a Interrupt,
        saving: &Saving<T>,
        output: &'a Output,
        meter: Meter,
    ) -> Self {
        Self {
            game,
            args,
            interrupt,
            output,
            meter,
            recorder: None,
            has_begun: saving.has_begun(),
            turns: VecDeque::new(),
            begun: 0,
            status: Status::Done,
            unsolved: 0,
        }
    }

    /// The same, recorded if there is a `recorder`.
    pub(super) fn recording(self, recorder: Option<&Recorder>) -> Self {
        Self { recorder: recorder.cloned(), ..self }
    }

    /// Solves all, until the program is to end.
    pub(super) fn run<T: Persist + 'static>(
        mut self,
        engine: &mut Engine<G::Position, G::Evaluator, T>,
        input: Input,
    ) -> Result<Status> {
        let (sender, events) = channel();
        let mut reader = Reader::new(input, sender.clone());
        let mut batch = self.batch(engine, sender);
        loop {
            self.tell()?;
            let is_raised = self.interrupt.is_raised();
            if self.turns.is_empty() && (is_raised || reader.has_ended()) {
                return Ok(if is_raised { Status::Interrupted } else { self.end() });
            }
            if !is_raised && self.turns.len() < batch.capacity() {
                reader.want();
            }
            match self.next(&events) {
                Event::Answered => self.note(batch.answer().expect("there is one")),
                Event::Read(read) => {
                    reader.got(matches!(read, Ok(Some(_))));
                    self.begin(&mut batch, read);
                }
            }
        }
    }

    /// What solves positions. Whatever comes of one, `events` hear of it.
    fn batch<'e, T: Persist + 'static>(
        &self,
        engine: &'e mut Engine<G::Position, G::Evaluator, T>,
        events: Sender<Event>,
    ) -> Batch<'e, G::Position, G::Evaluator, T> {
        let limits = self.args.limits.limits(self.interrupt.token());
        let count = if self.args.all_moves { usize::MAX } else { 1 };
        let recorder = self.recorder.clone();
        engine.batch(move |query| {
            let events = events.clone();
            let query = recorded(query, recorder.as_ref());
            let query = query.to_end().limits(&limits).multi_pv(count);
            // Nobody listens any more when the program is about to end.
            query.when_finished(move |_| events.send(Event::Answered).unwrap_or_default())
        })
    }

    /// Waits for what happens next; if nothing is under way, for input only.
    fn next(&self, events: &Receiver<Event>) -> Event {
        let next = || events.recv().expect("the batch has a sender");
        if self.turns.is_empty() { self.interrupt.while_waiting(next) } else { next() }
    }

    /// Begins with what was `read`.
    fn begin<T: Persist + 'static>(
        &mut self,
        batch: &mut Batch<'_, G::Position, G::Evaluator, T>,
        read: Result<Option<Entry>>,
    ) {
        let entry = match read {
            Ok(Some(entry)) => entry,
            Ok(None) => return,
            Err(error) => return self.turns.push_back(Turn::Unreadable(error)),
        };
        match self.game.parse(&entry.text) {
            Ok(position) => {
                let meter = self.meter.of(self.begun);
                let witness = Witness { meter, has_begun: Arc::clone(&self.has_begun) };
                batch.submit(self.begun, position.clone(), |query| query.observer(witness));
                self.turns.push_back(Turn::UnderWay(self.begun, Subject { entry, position }));
                self.begun += 1;
            }
            Err(error) => {
                let complaint = format!("{}: {}", entry.at(error.column), error.reason);
                self.turns.push_back(Turn::Bad(complaint));
                self.meter.skipped();
            }
        }
    }

    /// The position of this number is done.
    fn note(&mut self, (number, outcome): (usize, Outcome<G>)) {
        match &outcome {
            Ok(report) => self.meter.of(number).ended(report.progress.nodes),
            Err(_) => self.meter.skipped(),
        }
        self.has_begun.fetch_or(outcome.is_ok(), Ordering::Relaxed);
        let is_it = |turn: &&mut Turn<G>| matches!(turn, Turn::UnderWay(its, _) if *its == number);
        let turn = self.turns.iter_mut().find(is_it).expect("it is under way");
        if let Turn::UnderWay(_, subject) = std::mem::replace(turn, Turn::Bad(String::new())) {
            *turn = Turn::Answered(subject, Box::new(outcome));
        }
    }

    /// Tells what is done, up to the first that is not.
    fn tell(&mut self) -> Result<()> {
        while self.turns.front().is_some_and(|turn| !matches!(turn, Turn::UnderWay(..))) {
            let Some(turn) = self.turns.pop_front() else { break };
            let one = self.tell_one(turn)?;
            self.status = self.status.max(one);
            self.unsolved += usize::from(one == Status::Unsolved);
        }
        Ok(())
    }

    fn tell_one(&self, turn: Turn<G>) -> Result<Status> {
        match turn {
            Turn::Answered(subject, outcome) => match *outcome {
                Ok(report) => self.tell_solution(&subject, &report),
                Err(error) => {
                    Ok(self.complain(format!("{}: {}", subject.entry, causes(&error.into()))))
                }
            },
            Turn::Bad(complaint) => Ok(self.complain(complaint)),
            Turn::Unreadable(error) => Err(error),
            Turn::UnderWay(..) => unreachable!("it is done"),
        }
    }

    /// What was interrupted before it began is as if it had not been read.
    fn tell_solution(&self, subject: &Subject<G>, report: &Report<Move<G>>) -> Result<Status> {
        let Subject { entry, position } = subject;
        let solution = Solution::new(self.game, entry, position, report, self.args);
        let is_told = solution.solved || report.progress.nodes > 0 || !self.interrupt.is_raised();
        if is_told {
            self.output.put(&solution)?;
        }
        Ok(if solution.solved { Status::Done } else { Status::Unsolved })
    }

    fn complain(&self, complaint: String) -> Status {
        if !self.interrupt.is_raised() {
            self.output.complain(complaint);
        }
        Status::Failed
    }

    /// All has been told.
    fn end(&self) -> Status {
        if self.unsolved > 0 {
            let unsolved = several(self.unsolved, "position is", "positions are");
            self.output.complain(format!("{unsolved} not solved: a limit came first"));
        }
        self.status
    }
}

/// Shows how a search gets on, and that it has begun.
struct Witness {
    meter: Meter,
    has_begun: Arc<AtomicBool>,
}

impl<M> Observer<M> for Witness {
    fn bounds(&mut self, depth: Depth, known: Bounds) {
        self.has_begun.store(true, Ordering::Relaxed);
        Observer::<M>::bounds(&mut self.meter, depth, known);
    }

    fn progress(&mut self, progress: &Progress) {
        self.has_begun.store(true, Ordering::Relaxed);
        Observer::<M>::progress(&mut self.meter, progress);
    }
}
