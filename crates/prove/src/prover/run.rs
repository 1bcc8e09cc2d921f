//! Jobs are handed out, and what comes of them is told.

use super::answer::{longest, validated};
use super::executor::Executor;
use super::ledger::Reach;
use super::{Prover, ROOT};
use crate::error::Error;
use crate::graph::{Id, Leaf, Question};
use crate::job::{End, Job, Outcome};
use crate::store::Record;
use eldest::StopToken;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::time::Duration;

/// After so many failures of one position nothing else is expected of it.
const MOST_FAILURES: u32 = 3;
/// After so many jobs were lost in turn nobody is expected to be there.
const MOST_LOST: u64 = 1000;
/// A first check gets this many times the nodes of the answer: without what was found before, a question takes more.
const CHECK_FACTOR: u64 = 8;

/// Why a run ended.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Ending {
    /// What was asked is proved, and every check that was due has confirmed its answer.
    Settled,
    /// What was asked is proved, but some answers that were to be checked are not confirmed: a check ran out of nodes because
    /// its worker limits them, or no other worker than the one that gave the answer is there. A next run checks them again.
    Unconfirmed,
    /// The token was thrown.
    Stopped,
    /// The [limit on nodes](crate::Options::nodes).
    Limit,
}

/// What a run of the manager keeps.
#[derive(Debug, Default)]
pub(super) struct Run {
    /// Whether it is now.
    is_on: bool,
    under_way: BTreeMap<usize, Begun>,
    /// Numbers of jobs are not used twice.
    next: usize,
    failures: HashMap<Id, u32>,
    /// Jobs that were lost since the last that was not.
    lost: u64,
    /// Nodes before this run, and milliseconds.
    before: (u64, u64),
    postponed: Postponed,
}

/// Checks that no worker may make that is there now.
#[derive(Debug, Default)]
struct Postponed {
    checks: BTreeSet<u64>,
    /// The executor's capacity when it was looked at last: with another one, other workers may be there.
    capacity: usize,
    /// Whether all of them were tried once more since there is nothing else to do.
    is_last_try: bool,
}

impl Postponed {
    /// Other workers may be there: all checks are tried again.
    fn look(&mut self, capacity: usize) {
        if self.capacity != capacity {
            *self = Self { capacity, ..Self::default() };
        }
    }

    /// Nothing else is left to do. Whether the checks are to be tried once more.
    fn try_once_more(&mut self) -> bool {
        self.checks.clear();
        !std::mem::replace(&mut self.is_last_try, true)
    }
}

/// A job that is under way.
#[derive(Debug)]
struct Begun {
    purpose: Purpose,
    job: Job,
    is_withdrawn: bool,
}

impl Begun {
    /// Whether it searches a leaf, is wanted, and may take more than so many `nodes`.
    fn may_take(&self, nodes: u64) -> bool {
        let is_leaf = matches!(self.purpose, Purpose::Leaf(_));
        is_leaf && !self.is_withdrawn && self.job.budget > nodes
    }

    /// It need not be answered; its number is `number`.
    fn withdraw(&mut self, number: usize, executor: &mut (impl Executor + ?Sized)) {
        self.is_withdrawn = true;
        executor.withdraw(number);
    }
}

/// Why a job was begun.
#[derive(Clone, Debug)]
enum Purpose {
    Leaf(Leaf),
    /// To check the result of this number.
    Check(u64),
}

impl Run {
    pub(super) fn under_way(&self) -> usize {
        self.under_way.len()
    }

    /// The leaves that are being searched.
    fn leaves(&self) -> HashSet<Question> {
        let leaves = self.under_way.values().filter_map(|begun| match &begun.purpose {
            Purpose::Leaf(leaf) => Some(leaf.question()),
            Purpose::Check(_) => None,
        });
        leaves.collect()
    }

    fn checks(&self, number: u64) -> bool {
        let is_it = |begun: &Begun| matches!(begun.purpose, Purpose::Check(n) if n == number);
        self.under_way.values().any(is_it)
    }

    /// So many have nothing to do. As many jobs, the last first, that may take more than `large` nodes were meant for fewer:
    /// somebody has joined. They are withdrawn, to be begun again in smaller pieces.
    fn take_back(&mut self, executor: &mut (impl Executor + ?Sized), idle: usize, large: u64) {
        let jobs = self.under_way.iter_mut().rev().filter(|(_, begun)| begun.may_take(large));
        jobs.take(idle).for_each(|(number, begun)| begun.withdraw(*number, executor));
    }

    /// Withdraws the jobs that are idle.
    fn withdraw(
        &mut self,
        executor: &mut (impl Executor + ?Sized),
        is_idle: impl Fn(&Begun) -> bool,
    ) {
        for (number, begun) in &mut self.under_way {
            if !begun.is_withdrawn && is_idle(begun) {
                begun.withdraw(*number, executor);
            }
        }
    }
}

impl Prover<'_> {
    /// Hands out jobs to `executor` until what was asked is proved, `stop` is thrown or the limit on nodes is
    /// reached. `watch` sees the proof after each step.
    ///
    /// Whatever ends it, the jobs under way are withdrawn, and what they have proved is kept: the executor has no
    /// job of this proof left then. A run may be followed by another one, with another executor.
    ///
    /// # Errors
    /// [`Error::Store`], [`Error::Contradiction`], [`Error::Job`], [`Error::Lost`], and [`Error::Position`] if the rules
    /// do not say what follows from a position.
    pub fn run(
        &mut self,
        executor: &mut (impl Executor + ?Sized),
        stop: &StopToken,
        watch: &mut dyn FnMut(&Self),
    ) -> Result<Ending, Error> {
        self.begin_run();
        let (ended, drained) = loop {
            let ended = self.work(executor, stop, watch);
            let was_complete = self.complete().is_some();
            let drained = self.drain(executor, ended.is_ok());
            // An answer that came in the end may have to be checked.
            let is_sound = ended.is_ok() && drained.is_ok();
            let is_open = is_sound && was_complete && self.complete().is_none();
            if !is_open {
                break (ended, drained);
            }
        };
        // The proof may be complete with the last of what was under way.
        self.run.is_on = false;
        let ended = ended.and_then(|ending| drained.map(|()| ending));
        if let Err(Error::Contradiction(contradiction)) = &ended {
            executor.contradicted(&contradiction.workers());
        }
        let ending = ended?;
        watch(self);
        Ok(self.complete().unwrap_or(ending))
    }

    /// How a run ends after which nothing is left to do; `None` if something is.
    fn complete(&self) -> Option<Ending> {
        let is_complete = self.asked().is_none() && self.ledger.checks.is_empty();
        let ending = || match self.ledger.unconfirmed() {
            0 => Ending::Settled,
            _ => Ending::Unconfirmed,
        };
        is_complete.then(ending)
    }

    fn begin_run(&mut self) {
        self.begun = std::time::Instant::now();
        self.run.before = (self.ledger.nodes, self.ledger.millis);
        self.run.is_on = true;
        self.run.postponed = Postponed::default();
        self.ledger.check_again(&self.options);
    }

    fn work(
        &mut self,
        executor: &mut (impl Executor + ?Sized),
        stop: &StopToken,
        watch: &mut dyn FnMut(&Self),
    ) -> Result<Ending, Error> {
        loop {
            watch(self);
            if let Some(ending) = self.complete() {
                return Ok(ending);
            }
            if stop.is_stopped() {
                return Ok(Ending::Stopped);
            }
            if self.options.nodes.is_some_and(|most| self.ledger.nodes - self.run.before.0 >= most)
            {
                return Ok(Ending::Limit);
            }
            self.withdraw(executor);
            self.hand_out(executor);
            if self.waits_for_a_worker() {
                if self.run.postponed.try_once_more() {
                    continue;
                }
                return Ok(Ending::Unconfirmed);
            }
            let arrived = self.wait(executor);
            self.take(arrived)?;
        }
    }

    /// Whether nothing is left to do but checks that no worker may make that is there.
    fn waits_for_a_worker(&self) -> bool {
        let is_idle = self.asked().is_none() && self.run.under_way.is_empty();
        is_idle && !self.run.postponed.checks.is_empty()
    }

    /// What is asked of the root, side by side.
    fn asking(&self) -> Vec<Question> {
        self.questions.asked().iter().map(|least| (ROOT, *least)).collect()
    }

    /// Withdraws jobs that do not matter any more.
    fn withdraw(&mut self, executor: &mut (impl Executor + ?Sized)) {
        let (asked, graph) = (self.asking(), &self.graph);
        let matters = |leaf: &Leaf| graph.matters(&asked, leaf);
        self.run.withdraw(executor, |begun| match &begun.purpose {
            Purpose::Leaf(leaf) => !matters(leaf),
            Purpose::Check(_) => false,
        });
    }

    /// Begins as many jobs as the executor has room for.
    fn hand_out(&mut self, executor: &mut (impl Executor + ?Sized)) {
        let capacity = executor.capacity().max(1);
        self.run.postponed.look(capacity);
        let room = capacity.saturating_sub(self.run.under_way.len());
        self.questions.ask(self.known(), capacity.min(self.options.questions));
        let purposes = self.purposes(room);
        let idle = room - purposes.len();
        let places = self.questions.places(capacity);
        let budget = self.options.budget_after(self.ledger.nodes, places, idle > 0);
        self.run.take_back(executor, idle, budget.saturating_mul(2));
        for purpose in purposes {
            let (number, job) = (self.run.next, self.job(&purpose, budget));
            self.run.next += 1;
            let begun = Begun { purpose, job: job.clone(), is_withdrawn: false };
            self.run.under_way.insert(number, begun);
            executor.begin(number, job);
        }
    }

    /// Up to so many things to be done: checks, and then what matters most.
    fn purposes(&self, most: usize) -> Vec<Purpose> {
        let is_postponed = |number: &u64| self.run.postponed.checks.contains(number);
        let checks = self.ledger.checks.keys().copied();
        let checks = checks.filter(|number| !self.run.checks(*number) && !is_postponed(number));
        let checks = checks.take(most);
        let mut purposes: Vec<_> = checks.map(Purpose::Check).collect();
        let (taken, room) = (self.run.leaves(), most - purposes.len());
        let is_taken = |question| taken.contains(&question);
        let leaves = self.graph.leaves(&self.asking(), room, is_taken);
        purposes.extend(leaves.into_iter().map(Purpose::Leaf));
        purposes
    }

    /// What is asked for `purpose`; a search of a leaf gets `budget` nodes.
    fn job(&self, purpose: &Purpose, budget: u64) -> Job {
        let about = self.rules.about();
        let job = |at, least, budget| {
            Job::new(&about.game, about.fingerprint, &self.graph.node(at).text, least, budget)
        };
        match purpose {
            Purpose::Leaf(leaf) => {
                let (at, least) = leaf.question();
                job(at, least, budget).with(|job| job.facts = self.options.facts)
            }
            Purpose::Check(number) => {
                let told = self.ledger.told(*number);
                let bounded = told.nodes.saturating_mul(CHECK_FACTOR).max(self.options.budget);
                let budget = match self.ledger.checks.get(number) {
                    Some(Reach::ToTheEnd) => u64::MAX,
                    _ => bounded.min(u64::MAX - 1),
                };
                let least = told.again.expect("what told nothing is not checked");
                let by = told.by.as_deref().map(str::to_owned);
                job(told.at, least, budget).with(|job| (job.afresh, job.not_by) = (true, by))
            }
        }
    }

    /// Waits for an outcome, and takes all that are there then: they are written together.
    fn wait(&mut self, executor: &mut (impl Executor + ?Sized)) -> Vec<(usize, Outcome)> {
        let first = executor.answer();
        let more = first.is_some().then(|| std::iter::from_fn(|| executor.answer_now()));
        let arrived: Vec<_> = first.into_iter().chain(more.into_iter().flatten()).collect();
        if !arrived.is_empty() {
            return arrived;
        }
        let numbers: Vec<_> = self.run.under_way.keys().copied().collect();
        numbers.into_iter().map(|number| (number, Outcome::nothing(End::Lost))).collect()
    }

    /// What has `arrived` is written, and then counts.
    fn take(&mut self, arrived: Vec<(usize, Outcome)>) -> Result<(), Error> {
        if arrived.is_empty() {
            self.lose()?;
        }
        let mut results = Vec::new();
        for (number, outcome) in arrived {
            // One that is not open was answered before, or is somebody else's.
            if let Some(begun) = self.run.under_way.remove(&number)
                && let Some(result) = self.result(begun, outcome)?
            {
                results.push(result);
            }
        }
        let records: Vec<_> = results.iter().map(|(_, record)| record.clone()).collect();
        if let Some(store) = self.store.as_mut().filter(|_| !records.is_empty()) {
            store.append(&records)?;
        }
        results.iter().try_for_each(|(at, record)| self.count(*at, record))
    }

    /// What is to be written of an outcome, if it tells anything.
    fn result(
        &mut self,
        Begun { purpose, job, is_withdrawn }: Begun,
        outcome: Outcome,
    ) -> Result<Option<(Id, Record)>, Error> {
        let at = match &purpose {
            Purpose::Leaf(leaf) => leaf.question().0,
            Purpose::Check(number) => self.ledger.told(*number).at,
        };
        if let (Purpose::Check(number), End::Unavailable) = (&purpose, &outcome.end) {
            self.run.postponed.checks.insert(*number);
            return Ok(None);
        }
        let fault = job.least.and_then(|least| outcome.fault(least));
        let reason = match (&outcome.end, fault) {
            (End::Failed(reason), _) => Some(reason.clone()),
            (_, fault) => fault,
        };
        if let Some(reason) = reason {
            return self.fail(at, &job.position, reason).map(|()| None);
        }
        let is_given_up = outcome.end == End::Withdrawn && !is_withdrawn;
        let is_lost = matches!(outcome.end, End::Lost | End::Unavailable);
        if is_lost || is_given_up && outcome.nodes == 0 {
            return self.lose().map(|()| None);
        }
        self.run.lost = 0;
        let outcome = validated(self.rules, &job, outcome);
        let tells = outcome.nodes > 0 || outcome.end != End::Withdrawn;
        let Job { position, least: Some(least), budget, afresh, .. } = job else {
            unreachable!("a proof asks null windows")
        };
        // A check that was withdrawn is none.
        let afresh = afresh && outcome.end != End::Withdrawn;
        let (millis, by) = (self.millis(), outcome.by.clone());
        Ok(tells.then_some((at, Record { position, least, budget, afresh, millis, outcome, by })))
    }

    fn fail(&mut self, at: Id, position: &str, reason: String) -> Result<(), Error> {
        let failures = self.run.failures.entry(at).or_default();
        *failures += 1;
        let (position, reason) = (position.to_owned(), longest(&reason));
        if *failures >= MOST_FAILURES { Err(Error::Job { position, reason }) } else { Ok(()) }
    }

    fn lose(&mut self) -> Result<(), Error> {
        self.run.lost += 1;
        let lost = self.run.lost;
        if lost >= MOST_LOST { Err(Error::Lost { lost }) } else { Ok(()) }
    }

    /// Withdraws all that is under way, and waits for it. What came of it counts, unless something is wrong.
    fn drain(
        &mut self,
        executor: &mut (impl Executor + ?Sized),
        counts: bool,
    ) -> Result<(), Error> {
        self.run.withdraw(executor, |_| true);
        let (mut arrived, mut taken) = (Vec::new(), Ok(()));
        while !self.run.under_way.is_empty() {
            match executor.answer() {
                Some(answer) if counts && taken.is_ok() => {
                    arrived.push(answer);
                    if arrived.len() >= self.run.under_way.len() {
                        taken = self.take(std::mem::take(&mut arrived));
                    }
                }
                Some((number, _)) => drop(self.run.under_way.remove(&number)),
                None => break,
            }
        }
        let last = if arrived.is_empty() { Ok(()) } else { self.take(arrived) };
        self.run.under_way.clear();
        taken.and(last)
    }

    /// Milliseconds of searching, over all sessions.
    pub(super) fn millis(&self) -> u64 {
        if !self.run.is_on {
            return self.ledger.millis;
        }
        let now = self.begun.elapsed().min(Duration::from_secs(u32::MAX.into())).as_millis() as u64;
        self.run.before.1 + now
    }
}
