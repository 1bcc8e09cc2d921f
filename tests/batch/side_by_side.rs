//! Positions are searched side by side, and threads without one help.

use crate::common::in_time;
use crate::common::interrupted::shared;
use eldest::table::NoTable;
use eldest::{Algorithm, Engine, Evaluator, Limits, Options, Position, Score};
use eldest_games::trees::{Synthetic, Tree};
use std::collections::HashSet;
use std::sync::{Arc, Barrier, Mutex};
use std::thread::{self, ThreadId};

/// Holds each search back until this many begin together.
#[derive(Clone, Debug)]
struct Meeting {
    barrier: Arc<Barrier>,
    threads: Arc<Mutex<HashSet<ThreadId>>>,
}

impl Evaluator<Tree> for Meeting {
    type State = ();

    fn start(&self, _: &Tree) {
        self.barrier.wait();
        self.threads.lock().expect("no panic").insert(thread::current().id());
    }

    fn evaluate(&self, tree: &Tree, (): &()) -> Score {
        tree.estimate()
    }
}

/// One search after the other would wait for ever.
#[test]
fn as_many_positions_are_under_way_as_there_are_threads() {
    for threads in [2, 3, 5] {
        let met = in_time(move || {
            let barrier = Arc::new(Barrier::new(threads));
            let meeting = Meeting { barrier, threads: Arc::default() };
            let builder = Engine::<Tree>::builder().evaluator(meeting.clone()).table(shared());
            let mut engine = builder.threads(threads).build().expect("an engine");
            let trees = vec!["[[1 2] [3 4]]".parse::<Tree>().expect("a tree"); threads * 6];
            assert_eq!(engine.solve_all(trees, &Limits::new()).count(), threads * 6);
            meeting.threads.lock().expect("no panic").len()
        });
        assert_eq!(met, threads);
    }
}

/// A tree, and nodes of it that are nearly leaves.
fn one_long_and_many_short() -> Vec<Synthetic> {
    let root: Synthetic = "uniform:width=5,depth=10,range=1000".parse().expect("a spec");
    let low = |first| {
        let mut node = root;
        for mv in [first, 0, 1, 2, 3, 4, 0, 1] {
            let _ = node.play(mv);
        }
        node
    };
    [root].into_iter().chain((0..5).map(low)).collect()
}

/// How many threads have helped with the longest position of a batch, which is the first.
fn helpers(algorithm: Algorithm) -> usize {
    let options = Options::default().with(|o| (o.algorithm, o.threads) = (algorithm, 3));
    let builder = Engine::<Synthetic>::builder().options(options).table(NoTable);
    let mut engine = builder.build().expect("an engine");
    let reports = engine.solve_all(one_long_and_many_short(), &Limits::new());
    let reports: Vec<_> = reports.map(|report| report.expect("a report")).collect();
    assert_eq!(reports.len(), 6);
    reports[0].workers[1..].iter().filter(|helper| helper.nodes > 0).count()
}

/// Those of the others. Where a core is busy with something else, a thread may come too late once.
#[test]
fn threads_without_a_position_help_with_those_under_way() {
    for algorithm in Algorithm::ALL {
        let helped = in_time(move || (0..50).any(|_| helpers(algorithm) == 2));
        assert!(helped, "{algorithm:?}");
    }
}
