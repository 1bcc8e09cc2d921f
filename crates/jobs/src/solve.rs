//! [`Pipeline`]: positions are read, solved side by side by a [`PositionSolver`], and reported in their order.

use crate::Solution;
use anyhow::{Error, Result};
use eldest_catalog::input::{Entry, Input};
use eldest_catalog::text::several;
use eldest_terminal::progress::Meter;
use eldest_terminal::{Interrupt, Output, Status};
use std::collections::VecDeque;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::{iter, thread};

/// Solves many positions at a time: the threads of an engine, or other processes.
pub trait PositionSolver {
    /// Returns how many positions may be under way at a time.
    fn capacity(&self) -> usize;

    /// Returns how many positions may have been read while the first of them is not solved.
    fn most_waiting(&self) -> usize;

    /// Begins with the position of `entry`, unless it can be answered at once.
    ///
    /// # Errors
    /// What ends the program.
    fn begin(&mut self, number: usize, entry: &Entry) -> Result<Stage>;

    /// Takes the answers that the [bell](Pipeline::bell) was rung for, `rings` times: the number of a position, and its
    /// solution or why there is none. A position without an answer stays under way.
    ///
    /// # Errors
    /// What ends the program.
    fn take(&mut self, rings: usize) -> Result<Vec<(usize, Result<Solution, String>)>>;
}

/// How far a position is.
#[derive(Debug)]
pub enum Stage {
    /// It is being solved.
    UnderWay,
    /// What is known of it.
    Solved(Solution),
    /// Something is wrong with it: what, and where it stands.
    Refused(String),
}

/// What the program waits for: there is one queue for all of it.
enum Event {
    /// The next entry of the input; `None` at its end.
    Read(Result<Option<Entry>>),
    /// There is an answer to be taken.
    Answered,
}

/// Positions on their way from the input to the output.
#[derive(Debug)]
pub struct Pipeline<'a> {
    interrupt: &'a Interrupt,
    output: &'a Output,
    meter: Meter,
    sender: Sender<Event>,
    events: Receiver<Event>,
    /// What is to be reported, in the order of the input.
    turns: VecDeque<PipelineTurn>,
    /// The number of the first of them.
    first: usize,
    under_way: usize,
    /// Why nothing more can be read.
    unreadable: Option<Error>,
    status: Status,
    unsolved: usize,
}

/// A position that is to be reported.
#[derive(Debug)]
struct PipelineTurn {
    entry: Entry,
    stage: Stage,
}

impl<'a> Pipeline<'a> {
    /// A pipeline that has read nothing yet.
    #[must_use]
    pub fn new(interrupt: &'a Interrupt, output: &'a Output, meter: Meter) -> Self {
        let (sender, events) = channel();
        let (turns, unreadable, status) = (VecDeque::new(), None, Status::Done);
        let (first, under_way, unsolved) = (0, 0, 0);
        Self {
            interrupt,
            output,
            meter,
            sender,
            events,
            turns,
            first,
            under_way,
            unreadable,
            status,
            unsolved,
        }
    }

    /// Returns what a solver is to call once for each answer that can be [taken](PositionSolver::take).
    pub fn bell(&self) -> impl Fn() + Clone + Send + Sync + 'static {
        let sender = self.sender.clone();
        // The receiver is gone when the program is about to end.
        move || sender.send(Event::Answered).unwrap_or_default()
    }

    /// Solves all positions of `input`, until the program is to end.
    ///
    /// # Errors
    /// The input cannot be read, stdout cannot be written, or the solver cannot go on.
    pub fn run(mut self, solver: &mut dyn PositionSolver, input: Input) -> Result<Status> {
        let mut reader = EntryReader::new(input, self.sender.clone());
        loop {
            self.report()?;
            let is_raised = self.interrupt.is_raised();
            if self.turns.is_empty() && (is_raised || reader.has_ended) {
                return match self.unreadable {
                    Some(error) => Err(error),
                    None if is_raised => Ok(Status::Interrupted),
                    None => Ok(self.end()),
                };
            }
            if !is_raised && self.has_room(solver) {
                reader.want();
            }
            let mut rings = 0;
            let events: Vec<_> = iter::once(self.next()).chain(self.events.try_iter()).collect();
            for event in events {
                match event {
                    Event::Answered => rings += 1,
                    Event::Read(read) => {
                        reader.got(matches!(read, Ok(Some(_))));
                        self.begin(solver, read)?;
                    }
                }
            }
            if rings > 0 {
                solver.take(rings)?.into_iter().for_each(|answer| self.note(answer));
            }
        }
    }

    fn has_room(&self, solver: &dyn PositionSolver) -> bool {
        self.under_way < solver.capacity() && self.turns.len() < solver.most_waiting()
    }

    /// Waits for what happens next; if nothing is under way, for input only.
    fn next(&self) -> Event {
        let next = || self.events.recv().expect("the pipeline has a sender");
        if self.turns.is_empty() { self.interrupt.while_waiting(next) } else { next() }
    }

    /// Begins with what was `read`.
    fn begin(
        &mut self,
        solver: &mut dyn PositionSolver,
        read: Result<Option<Entry>>,
    ) -> Result<()> {
        let entry = match read {
            Ok(Some(entry)) => entry,
            Ok(None) => return Ok(()),
            Err(error) => {
                self.unreadable = Some(error);
                return Ok(());
            }
        };
        let stage = solver.begin(self.first + self.turns.len(), &entry)?;
        match stage {
            Stage::UnderWay => self.under_way += 1,
            _ => self.meter.skipped(),
        }
        self.turns.push_back(PipelineTurn { entry, stage });
        Ok(())
    }

    /// The position of this number is done.
    fn note(&mut self, (number, answer): (usize, Result<Solution, String>)) {
        self.under_way -= 1;
        let turn = &mut self.turns[number - self.first];
        turn.stage = match answer {
            Ok(solution) => {
                self.meter.of(number).ended(solution.nodes);
                Stage::Solved(solution)
            }
            Err(reason) => {
                self.meter.skipped();
                Stage::Refused(format!("{}: {reason}", turn.entry))
            }
        };
    }

    /// Reports what is done, up to the first that is not.
    fn report(&mut self) -> Result<()> {
        let is_done = |turn: &mut PipelineTurn| !matches!(turn.stage, Stage::UnderWay);
        while let Some(turn) = self.turns.pop_front_if(is_done) {
            self.first += 1;
            let status = match turn.stage {
                Stage::Solved(solution) => self.report_solution(&solution)?,
                Stage::Refused(complaint) => self.complain(complaint),
                Stage::UnderWay => unreachable!("it is done"),
            };
            self.status = self.status.max(status);
            self.unsolved += usize::from(status == Status::Unsolved);
        }
        Ok(())
    }

    /// What was interrupted before it began is as if it had not been read.
    fn report_solution(&self, solution: &Solution) -> Result<Status> {
        if solution.solved || solution.nodes > 0 || !self.interrupt.is_raised() {
            self.output.put(solution)?;
        }
        Ok(if solution.solved { Status::Done } else { Status::Unsolved })
    }

    fn complain(&self, complaint: String) -> Status {
        if !self.interrupt.is_raised() {
            self.output.complain(complaint);
        }
        Status::Failed
    }

    /// All has been reported.
    fn end(&self) -> Status {
        if self.unsolved > 0 {
            let unsolved = several(self.unsolved, "position is", "positions are");
            self.output.complain(format!("{unsolved} not solved: a limit came first"));
        }
        self.status
    }
}

/// Reads positions on a thread of its own, one at each request: input may be typed, while others are solved and
/// reported.
struct EntryReader {
    requests: Sender<()>,
    /// Whether a request is open.
    is_reading: bool,
    has_ended: bool,
}

impl EntryReader {
    /// What is read of `input` goes to `events`. The thread ends with the program at the latest: a read that waits for a
    /// line cannot be stopped.
    fn new(mut input: Input, events: Sender<Event>) -> Self {
        let (requests, received) = channel();
        thread::spawn(move || {
            for () in received {
                let entry = input.next_entry();
                let is_last = !matches!(entry, Ok(Some(_)));
                if events.send(Event::Read(entry)).is_err() || is_last {
                    return;
                }
            }
        });
        Self { requests, is_reading: false, has_ended: false }
    }

    /// Requests the next position, unless that is on its way.
    fn want(&mut self) {
        if !self.is_reading && !self.has_ended {
            self.is_reading = true;
            // A thread that has ended has sent the last of the input.
            let _ = self.requests.send(());
        }
    }

    /// What was requested has come; whether more can come.
    fn got(&mut self, more: bool) {
        (self.is_reading, self.has_ended) = (false, !more);
    }
}
