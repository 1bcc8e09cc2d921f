//! [`Pipeline`]: reads positions, solves them concurrently with a [`PositionSolver`], and reports
//! them in order.

use crate::Solution;
use anyhow::{Error, Result};
use eldest_catalog::input::{Entry, Input};
use eldest_catalog::text::several;
use eldest_terminal::progress::Meter;
use eldest_terminal::{Interrupt, Output, Status};
use std::collections::VecDeque;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::{iter, thread};

/// Solves many positions at a time, with the threads of an engine or with other processes.
pub trait PositionSolver {
    /// Returns the most positions that may be in progress at a time.
    fn capacity(&self) -> usize;

    /// Returns the most positions that may be read while the first of them is not solved.
    fn most_waiting(&self) -> usize;

    /// Begins to solve the position of `entry`, unless it can be answered at once.
    ///
    /// # Errors
    /// An error that ends the program.
    fn begin(&mut self, number: usize, entry: &Entry) -> Result<Stage>;

    /// Takes the answers after `rings` calls of the [bell](Pipeline::bell): the number of a
    /// position, with its solution or the reason why there is none. A position without an answer
    /// stays in progress.
    ///
    /// # Errors
    /// An error that ends the program.
    fn take(&mut self, rings: usize) -> Result<Vec<(usize, Result<Solution, String>)>>;
}

/// The state of a position.
#[derive(Debug)]
pub enum Stage {
    /// It is being solved.
    UnderWay,
    /// It is done, with this result.
    Solved(Solution),
    /// It is invalid; a message with its place.
    Refused(String),
}

/// An event that the program waits for; one queue has all of them.
enum SolveEvent {
    /// The next entry of the input; `None` at its end.
    Read(Result<Option<Entry>>),
    /// An answer is available.
    Answered,
}

/// Positions on their way from the input to the output.
#[derive(Debug)]
pub struct Pipeline<'a> {
    interrupt: &'a Interrupt,
    output: &'a Output,
    meter: Meter,
    sender: Sender<SolveEvent>,
    events: Receiver<SolveEvent>,
    /// The positions still to be reported, in the order of the input.
    turns: VecDeque<PipelineTurn>,
    /// The number of the first of them.
    first: usize,
    under_way: usize,
    /// The error that ended the input.
    unreadable: Option<Error>,
    status: Status,
    unsolved: usize,
}

/// A position still to be reported.
#[derive(Debug)]
struct PipelineTurn {
    entry: Entry,
    stage: Stage,
}

impl<'a> Pipeline<'a> {
    /// Creates a pipeline that has read nothing yet.
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

    /// Returns a function that a solver must call once for each answer that can be
    /// [taken](PositionSolver::take).
    pub fn bell(&self) -> impl Fn() + Clone + Send + Sync + 'static {
        let sender = self.sender.clone();
        // The receiver is dropped when the program is about to end.
        move || sender.send(SolveEvent::Answered).unwrap_or_default()
    }

    /// Solves all positions of `input`, until the end or an interrupt.
    ///
    /// # Errors
    /// The input cannot be read, stdout cannot be written, or the solver fails.
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
                    SolveEvent::Answered => rings += 1,
                    SolveEvent::Read(read) => {
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

    /// Waits for the next event; for input only, if nothing is in progress.
    fn next(&self) -> SolveEvent {
        let next = || self.events.recv().expect("the pipeline has a sender");
        if self.turns.is_empty() { self.interrupt.while_waiting(next) } else { next() }
    }

    /// Begins to solve the entry that was `read`.
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

    /// Records the answer to the position with this number.
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

    /// Reports finished positions, up to the first unfinished one.
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

    /// Reports a solution, unless it was interrupted before it began.
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

    /// Reports unsolved positions at the end, and returns the status.
    fn end(&self) -> Status {
        if self.unsolved > 0 {
            let unsolved = several(self.unsolved, "position is", "positions are");
            self.output.complain(format!("{unsolved} not solved: a limit came first"));
        }
        self.status
    }
}

/// Reads positions on a separate thread, one per request, so that positions can be solved and
/// reported while input is typed.
struct EntryReader {
    requests: Sender<()>,
    /// Whether a request is open.
    is_reading: bool,
    has_ended: bool,
}

impl EntryReader {
    /// Starts a thread that sends the entries of `input` to `events`. The thread may live until the
    /// program ends, because a read that waits for a line cannot be stopped.
    fn new(mut input: Input, events: Sender<SolveEvent>) -> Self {
        let (requests, received) = channel();
        thread::spawn(move || {
            for () in received {
                let entry = input.next_entry();
                let is_last = !matches!(entry, Ok(Some(_)));
                if events.send(SolveEvent::Read(entry)).is_err() || is_last {
                    return;
                }
            }
        });
        Self { requests, is_reading: false, has_ended: false }
    }

    /// Requests the next position, unless a request is open.
    fn want(&mut self) {
        if !self.is_reading && !self.has_ended {
            self.is_reading = true;
            // If the thread has ended, it has sent the end of the input.
            let _ = self.requests.send(());
        }
    }

    /// Closes the request; `more` if there may be more input.
    fn got(&mut self, more: bool) {
        (self.is_reading, self.has_ended) = (false, !more);
    }
}
