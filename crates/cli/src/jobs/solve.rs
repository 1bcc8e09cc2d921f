//! Many positions are solved by those who do jobs.

use super::{Elsewhere, Reached, SolveArgs};
use crate::prove::{fingerprint, texts};
use crate::solve::solution::Solution;
use anyhow::{Context, Result, bail};
use eldest::Bounds;
use eldest::batch::Executor;
use eldest_catalog::games::{Game, Visitor, Words};
use eldest_catalog::input::{Entry, Input};
use eldest_catalog::text::several;
use eldest_check::printable;
use eldest_prove::{Answers, End, Job, Origin, Outcome, Prover, Rules, VERSION};
use eldest_terminal::Interrupt;
use eldest_terminal::Output;
use eldest_terminal::Status;
use eldest_terminal::progress::{self, Meter};
use std::collections::VecDeque;

/// Jobs that are with those who do them, beside those that are done.
const AHEAD: usize = 64;
/// Positions that may be read while the first of them is not solved.
const MOST_TURNS: usize = 1 << 14;
/// After so many failures of one position nothing else is expected of it.
const MOST_FAILURES: u32 = 3;
/// A reason is cut to this many characters.
const LONGEST_REASON: usize = 500;
/// After so many jobs were lost in turn nobody is expected to be there.
const MOST_LOST: u32 = 1000;

/// Solves what `args` name.
pub(super) fn run(
    args: &SolveArgs,
    interrupt: &Interrupt,
    elsewhere: &dyn Elsewhere,
) -> Result<Status> {
    args.given.game.visit(Solve { args, interrupt, elsewhere })
}

struct Solve<'a> {
    args: &'a SolveArgs,
    interrupt: &'a Interrupt,
    elsewhere: &'a dyn Elsewhere,
}

impl Visitor for Solve<'_> {
    type Output = Result<Status>;

    fn visit<G: Game>(self, game: &G) -> Result<Status> {
        let Self { args, interrupt, elsewhere } = self;
        let (words, written) = (Words::of(game), game.start().1);
        let input = interrupt.while_waiting(|| args.given.read(written, words))?;
        let origin = Origin::new(&game.name(), fingerprint(game)?, "");
        let rules = texts::rules(game, origin.rules);
        // It refuses what nothing can be proved of.
        Prover::new(&rules, &game.start().1, eldest_prove::Options::default())?;
        let fault = |entry: &Entry| {
            let wrong = game.parse(&entry.text).err()?;
            Some(format!("{}: {}", entry.at(wrong.column), wrong.reason))
        };
        let kept = args
            .store
            .as_deref()
            .map(|path| Answers::open(path, &origin).with_context(|| path.display().to_string()));
        let bar = progress::bar(input.total());
        let solver = Solver {
            args,
            interrupt,
            origin,
            fault: &fault,
            rules: &rules,
            kept: kept.transpose()?,
            executor: elsewhere.reach(interrupt.token(), AHEAD)?,
            output: Output::new(args.format, bar.clone()),
            meter: Meter::new(&bar),
            turns: VecDeque::new(),
            first: 0,
            under_way: 0,
            lost: 0,
            unsolved: 0,
            status: Status::Done,
        };
        solver.run(input)
    }
}

/// Positions go out, and come back with their values.
struct Solver<'a> {
    args: &'a SolveArgs,
    interrupt: &'a Interrupt,
    origin: Origin,
    /// What is wrong with a position, if something is.
    fault: &'a dyn Fn(&Entry) -> Option<String>,
    rules: &'a dyn Rules,
    kept: Option<Answers>,
    executor: Reached,
    output: Output,
    meter: Meter,
    /// What is to be told, in the order of the input.
    turns: VecDeque<Turn>,
    /// The number of the first of them.
    first: usize,
    under_way: usize,
    lost: u32,
    unsolved: usize,
    status: Status,
}

/// A position that is to be told of.
struct Turn {
    entry: Entry,
    failures: u32,
    state: State,
}

enum State {
    UnderWay,
    Solved(Outcome),
    /// Something is wrong with it.
    Bad(String),
}

impl Solver<'_> {
    fn run(mut self, mut input: Input) -> Result<Status> {
        let mut has_ended = false;
        loop {
            let is_raised = self.interrupt.is_raised();
            while !has_ended && !is_raised && self.has_room() {
                match self.interrupt.while_waiting(|| input.next_entry())? {
                    Some(entry) => self.read(entry)?,
                    None => has_ended = true,
                }
            }
            self.tell()?;
            if self.turns.is_empty() && (has_ended || is_raised) {
                return Ok(if is_raised { Status::Interrupted } else { self.end() });
            }
            if self.under_way > 0 {
                self.wait()?;
            }
        }
    }

    fn has_room(&self) -> bool {
        self.under_way < self.executor.capacity() && self.turns.len() < MOST_TURNS
    }

    /// One more position, which may be known.
    fn read(&mut self, entry: Entry) -> Result<()> {
        let known = match &self.kept {
            Some(kept) => kept.get(&entry.text).with_context(|| self.named())?,
            None => None,
        };
        let state = match ((self.fault)(&entry), known) {
            (Some(fault), _) => State::Bad(fault),
            (None, Some(outcome)) => State::Solved(self.trimmed(&entry.text, outcome)),
            (None, None) => State::UnderWay,
        };
        let number = self.first + self.turns.len();
        match state {
            State::UnderWay => self.begin(number, &entry.text),
            _ => self.meter.skipped(),
        }
        self.turns.push_back(Turn { entry, failures: 0, state });
        Ok(())
    }

    fn named(&self) -> String {
        self.args.store.as_deref().map(|path| path.display().to_string()).unwrap_or_default()
    }

    fn begin(&mut self, number: usize, position: &str) {
        let (origin, budget) = (&self.origin, self.args.nodes.unwrap_or(u64::MAX));
        let job = Job::new(&origin.game, origin.rules, position, None, budget);
        self.executor.begin(number, job);
        self.under_way += 1;
    }

    /// Waits for an answer, and takes all that are there then: they are written together.
    fn wait(&mut self) -> Result<()> {
        let Some(first) = self.executor.answer() else { bail!("nobody does jobs any more") };
        let mut arrived = vec![first];
        arrived.extend(std::iter::from_fn(|| self.executor.answer_now()));
        let mut solved = Vec::new();
        for (number, outcome) in arrived {
            self.take(number, outcome, &mut solved)?;
        }
        let named = self.named();
        if let Some(kept) = &mut self.kept {
            kept.put(&solved).context(named)?;
        }
        Ok(())
    }

    fn take(
        &mut self,
        number: usize,
        outcome: Outcome,
        solved: &mut Vec<(String, Outcome)>,
    ) -> Result<()> {
        let turn = number.checked_sub(self.first).and_then(|at| self.turns.get_mut(at));
        // What is not open was answered before.
        let Some(turn) = turn.filter(|turn| matches!(turn.state, State::UnderWay)) else {
            return Ok(());
        };
        self.under_way -= 1;
        let position = turn.entry.text.clone();
        let is_wanted = !self.interrupt.is_raised();
        match failure(&outcome) {
            Some(reason) => {
                turn.failures += 1;
                if turn.failures >= MOST_FAILURES || !is_wanted {
                    turn.state = State::Bad(format!("{}: {reason}", turn.entry));
                    return Ok(());
                }
                self.begin(number, &position);
            }
            None if is_wanted
                && matches!(outcome.end, End::Lost | End::Withdrawn | End::Unavailable) =>
            {
                self.lose()?;
                self.begin(number, &position);
            }
            None => {
                self.lost = 0;
                self.meter.of(number).ended(outcome.nodes);
                let outcome = self.trimmed(&position, outcome);
                if is_solved(&outcome) {
                    solved.push((position, outcome.clone()));
                }
                self.turns[number - self.first].state = State::Solved(outcome);
            }
        }
        Ok(())
    }

    /// What counts of an answer: a worker may write anything into it. The best move stays if it is one.
    fn trimmed(&self, position: &str, outcome: Outcome) -> Outcome {
        let is_legal = |mv: &String| {
            let moves = self.rules.moves(position).unwrap_or_default();
            moves.contains(mv)
        };
        outcome.with(|told| {
            told.facts.clear();
            told.order.truncate(1);
            told.order.retain(is_legal);
        })
    }

    fn lose(&mut self) -> Result<()> {
        self.lost += 1;
        if self.lost >= MOST_LOST {
            bail!(
                "{} jobs were lost one after the other; is anybody there who does them?",
                self.lost
            )
        }
        Ok(())
    }

    /// Tells what is done, up to the first that is not.
    fn tell(&mut self) -> Result<()> {
        while self.turns.front().is_some_and(|turn| !matches!(turn.state, State::UnderWay)) {
            let Some(turn) = self.turns.pop_front() else { break };
            self.first += 1;
            match turn.state {
                State::Solved(outcome) => self.tell_solution(&turn.entry, &outcome)?,
                State::Bad(_) if self.interrupt.is_raised() => {}
                State::Bad(complaint) => {
                    self.output.complain(complaint);
                    self.status = self.status.max(Status::Failed);
                }
                State::UnderWay => unreachable!("it is done"),
            }
        }
        Ok(())
    }

    /// What was interrupted before it began is as if it had not been read.
    fn tell_solution(&mut self, entry: &Entry, outcome: &Outcome) -> Result<()> {
        let bounds = outcome.bounds().unwrap_or(Bounds::FULL);
        let best_move = outcome.order.first().cloned().filter(|_| is_solved(outcome));
        let shows_best = self.args.given.best_move;
        let solution = Solution::told(entry, bounds, best_move, outcome.nodes, shows_best);
        if !is_solved(outcome) {
            self.unsolved += 1;
            self.status = self.status.max(Status::Unsolved);
        }
        let is_told = solution.solved || outcome.nodes > 0 || !self.interrupt.is_raised();
        if is_told { self.output.put(&solution) } else { Ok(()) }
    }

    fn end(&self) -> Status {
        if self.unsolved > 0 {
            let unsolved = several(self.unsolved, "position is", "positions are");
            self.output.complain(format!("{unsolved} not solved: a limit came first"));
        }
        self.status
    }
}

/// Whether the value is known.
fn is_solved(outcome: &Outcome) -> bool {
    outcome.end == End::Decided && outcome.lower == outcome.upper
}

/// Why an outcome is none, if that is so.
fn failure(outcome: &Outcome) -> Option<String> {
    match &outcome.end {
        End::Failed(reason) => Some(printable(reason, LONGEST_REASON)),
        _ if outcome.version != VERSION => {
            let version = printable(&outcome.version, LONGEST_REASON);
            Some(format!("the answer is of version {version}; expected {VERSION}"))
        }
        _ if outcome.bounds().is_none() => {
            Some(format!("{} to {} are no bounds", outcome.lower, outcome.upper))
        }
        End::Decided if !is_solved(outcome) => {
            Some(format!("{} to {} is no value", outcome.lower, outcome.upper))
        }
        _ => None,
    }
}
