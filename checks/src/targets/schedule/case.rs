//! [`Case`]: what is searched, how, and what goes wrong.

use super::ear::{Ear, Said};
use super::fault::{Fault, Fused};
use super::moody::Moody;
use super::tally::Tally;
use crate::chance::Chance;
use crate::graph::Graph;
use arbitrary::{Result, Unstructured};
use eldest::{
    Algorithm, Depth, Engine, Error, Limits, NoTable, Options, Report, Sharing, StopToken, Table,
};
use eldest_schedule::{AtomicBool, Execution, Policy, run, spawn};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

/// Nodes and plies of a graph, at most.
const SIZE: (u16, u16) = (24, 5);
/// Bytes of stack for the user's thread.
const STACK: usize = 1 << 16;
/// Far more than any case needs: a search that takes so many steps goes round in circles.
const MOST_STEPS: u64 = 1 << 20;

const ALGORITHMS: [Algorithm; 8] = [
    Algorithm::YoungBrothersWait,
    Algorithm::YoungBrothersWait,
    Algorithm::YoungBrothersWait,
    Algorithm::PvSplit,
    Algorithm::RootSplit,
    Algorithm::Abdada,
    Algorithm::SimplifiedAbdada,
    Algorithm::LazySmp,
];

/// What is searched, how, and what goes wrong.
#[derive(Clone, Debug)]
pub(super) struct Case<const A: bool, const D: bool> {
    pub(super) graph: Graph<A, D>,
    pub(super) depth: Depth,
    pub(super) options: Options,
    pub(super) fault: Fault,
    /// The calls of the table that fail, a bit for each; `None` if there is no table.
    table: Option<u32>,
}

/// What a search has answered.
pub(super) type Answer = std::result::Result<Report<u16>, Error>;

/// What was heard of a search.
pub(super) struct Heard {
    pub(super) answer: Answer,
    /// What was said after each depth.
    pub(super) iterations: Vec<Said>,
    /// Moves that were played after the user had stopped the search.
    pub(super) played_late: u64,
}

/// What has come of a case: its question was asked while something went wrong, and after that.
pub(super) struct Answers {
    pub(super) faulty: Heard,
    pub(super) well: Option<Heard>,
}

impl<const A: bool, const D: bool> Case<A, D> {
    pub(super) fn decode(u: &mut Unstructured<'_>) -> Result<Self> {
        Ok(Self {
            graph: Graph::arbitrary_within(u, SIZE.0, SIZE.1)?,
            depth: match u.below(8) {
                plies @ 1..5 => Depth::plies(plies as u16),
                _ => Depth::END,
            },
            options: options(u),
            fault: Fault::some(u),
            table: u.pick(&[None, None, Some(0), Some(0x1084_2108)]),
        })
    }

    /// Searches with the schedule that `policy` makes.
    pub(super) fn check(self, policy: Policy, tally: &mut Tally) {
        match self.table {
            None => self.check_with(NoTable, policy, tally),
            Some(fails) => self.check_with(Moody::new(fails), policy, tally),
        }
    }

    fn check_with<T: Table + 'static>(self, table: T, policy: Policy, tally: &mut Tally) {
        let table = Arc::new(table);
        let execution = self.execution(&table, policy);
        self.judge(&execution, &*table, tally);
    }

    fn execution<T: Table + 'static>(&self, table: &Arc<T>, policy: Policy) -> Execution<Answers> {
        let (case, table) = (self.clone(), Arc::clone(table));
        run(policy, MOST_STEPS, move || case.play(table))
    }

    /// The choices that `policy` makes.
    pub(super) fn choices(self, policy: Policy) -> Vec<u8> {
        match self.table {
            None => self.execution(&Arc::new(NoTable), policy).choices,
            Some(fails) => self.execution(&Arc::new(Moody::new(fails)), policy).choices,
        }
    }

    fn play<T: Table + 'static>(self, table: Arc<T>) -> Answers {
        let fuse = Fused::new(self.graph.judge(), self.fault.calls());
        let mut engine = Engine::<Graph<A, D>>::builder()
            .evaluator(fuse.clone())
            .table(table)
            .options(self.options)
            .max_ply(u32::from(self.graph.height()).max(1))
            .build()
            .expect("right options");
        let faulty = self.ask(&mut engine, self.fault, &fuse);
        fuse.take_out();
        let again = self.fault != Fault::None;
        let well = again.then(|| self.ask(&mut engine, Fault::None, &fuse));
        Answers { faulty, well }
    }

    fn ask<T: Table + 'static>(
        &self,
        engine: &mut Engine<Graph<A, D>, Fused, T>,
        fault: Fault,
        fuse: &Fused,
    ) -> Heard {
        let limits = match self.depth.to_plies() {
            Some(plies) => Limits::new().depth(plies),
            None => Limits::new(),
        };
        let (limits, user) = match fault {
            Fault::Stop { steps } => {
                let token = StopToken::new();
                (limits.stop(&token), Some(user(token, steps, fuse.clone())))
            }
            Fault::Nodes { nodes } => (limits.nodes(nodes), None),
            Fault::Time { steps } => (limits.time(Duration::from_micros(steps)), None),
            Fault::None | Fault::Panic { .. } => (limits, None),
        };
        let (observer, iterations) = Ear::channel();
        let query = engine.query(&self.graph).limits(&limits).observer(observer);
        let query = if self.depth.is_end() { query.to_end() } else { query };
        let answer = query.run();
        let stopped_at = user.map(|user| user.join().expect("no panic"));
        let played_late = stopped_at.map_or(0, |played| fuse.played() - played);
        Heard { answer, iterations: iterations.try_iter().collect(), played_late }
    }
}

/// A thread of the user's, who does something else for some steps, and then stops the search; how many
/// moves had been played by then.
fn user(token: StopToken, steps: u64, fuse: Fused) -> eldest_schedule::Thread<u64> {
    let something = AtomicBool::new(false);
    let work = move || {
        (0..steps).for_each(|_| something.store(true, Ordering::Relaxed));
        token.stop();
        fuse.played()
    };
    spawn(STACK, work).expect("a stack")
}

/// A crew that is eager to share; the switches of a serial search are thrown elsewhere.
fn options(u: &mut Unstructured<'_>) -> Options {
    let learns = u.odds(12);
    Options::default().with(|options| {
        options.algorithm = u.pick(&ALGORITHMS);
        options.threads = u.pick(&[2, 2, 3]);
        options.sharing = sharing(u);
        (options.history, options.countermove, options.killers) = (learns, learns, learns);
        (options.table_from, options.near_bytes) = (0, 32);
        if u.odds(12) {
            (options.table_from, options.near_from) = (2, Some(0));
        }
        options.etc = u.pick(&[None, Some(0)]);
    })
}

fn sharing(u: &mut Unstructured<'_>) -> Sharing {
    Sharing::default().with(|sharing| {
        sharing.split_depth = u.pick(&[0, 0, 0, 1]);
        sharing.split_work = u.pick(&[0, 0, 0, 3]);
        sharing.only_when_idle = u.odds(50);
        sharing.split_workers = u.pick(&[usize::MAX, usize::MAX, 2]);
        sharing.cut_brothers = u.pick(&[Some(0), Some(1), None, Some(2)]);
        sharing.defer_depth = u.pick(&[Some(0), Some(0), Some(1), None]);
        sharing.call_after = u.pick(&[0, 0, 0, 5]);
        sharing.common_history = u.odds(50);
    })
}
