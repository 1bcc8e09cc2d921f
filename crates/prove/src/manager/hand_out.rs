//! Hands out jobs: chooses the questions and the node budgets.

use super::ledger::Reach;
use super::under_way::{Begun, Purpose};
use super::{ProofManager, ROOT};
use crate::graph::{GraphQuery, Leaf};
use crate::job::Job;
use crate::job::JobExecutor;

/// A first check gets this many times the nodes of the answer: without earlier results, a search
/// takes more.
const CHECK_FACTOR: u64 = 8;

impl ProofManager<'_> {
    /// Returns the open questions at the root.
    fn asking(&self) -> Vec<GraphQuery> {
        self.questions.asked().iter().map(|least| (ROOT, *least)).collect()
    }

    /// Withdraws jobs whose results are no longer needed.
    pub(super) fn withdraw(&mut self, executor: &mut (impl JobExecutor + ?Sized)) {
        let (asked, graph) = (self.asking(), &self.graph);
        let matters = |leaf: &Leaf| graph.matters(&asked, leaf);
        self.run.withdraw(executor, |begun| match &begun.purpose {
            Purpose::Leaf(leaf) => !matters(leaf),
            Purpose::Check(_) => false,
        });
    }

    /// Begins as many jobs as the executor has room for.
    pub(super) fn hand_out(&mut self, executor: &mut (impl JobExecutor + ?Sized)) {
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

    /// Returns up to `most` jobs: checks first, then the best leaves.
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

    /// Creates the job for `purpose`; a search of a leaf gets `budget` nodes.
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
                let checked = self.ledger.result(*number);
                let bounded = checked.nodes.saturating_mul(CHECK_FACTOR).max(self.options.budget);
                let budget = match self.ledger.checks.get(number) {
                    Some(Reach::ToTheEnd) => u64::MAX,
                    _ => bounded.min(u64::MAX - 1),
                };
                let least = checked.again.expect("only results that count are checked");
                let by = checked.by.as_deref().map(str::to_owned);
                job(checked.at, least, budget).with(|job| (job.afresh, job.not_by) = (true, by))
            }
        }
    }
}
