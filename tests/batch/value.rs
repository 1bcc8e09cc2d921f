//! The outcomes of a batch are those of searches one after the other, in the order of the
//! positions.

use crate::common::engines::tree_engine;
use crate::common::interrupted::{check_engine, estimated, larger_trees, shared};
use crate::common::{AnyTable, Random, in_time, restless, value};
use eldest::batch::{Executor, InOrder};
use eldest::{Depth, Engine, Limits, Moves, Options, Position, Score, Side, ZeroEvaluator};
use eldest_checks::sharing::shared_options;
use eldest_games::trees::{Synthetic, Tree};
use std::cell::Cell;

/// The nodes of `tree`, the root first, at most `most` of them.
fn nodes(tree: &Tree, most: usize) -> Vec<Tree> {
    let mut nodes = vec![tree.clone()];
    for at in 0..most {
        let Some(node) = nodes.get(at).cloned() else { break };
        let moves =
            if node.over().is_some() { vec![] } else { Moves::collect(|out| node.moves(out)) };
        nodes.extend(moves.into_iter().map(|mv| {
            let mut child = node.clone();
            child.play(mv);
            child
        }));
    }
    nodes.truncate(most);
    nodes
}

/// Trees of all shapes, and the first of their nodes.
fn forest(count: u64, most: usize) -> impl Iterator<Item = (Random, Vec<Tree>)> {
    larger_trees(count).map(move |(random, tree)| (random, nodes(&tree, most)))
}

#[test]
fn reports_come_in_the_order_of_the_positions_with_the_values_of_minimax() {
    let (reports, stolen) = in_time(|| {
        let (mut reports, mut stolen) = (0, 0);
        for (mut random, nodes) in forest(200, 60) {
            let mut engine = tree_engine(restless(AnyTable::some(&mut random)));
            engine.set_options(shared_options(&mut random));
            let mut reported = 0;
            for (tree, outcome) in nodes.iter().zip(engine.solve_all(nodes.clone(), &Limits::new()))
            {
                let report = outcome.expect("a report");
                assert_eq!(report.value(), Some(estimated(tree, Depth::END)), "{tree}");
                assert!(report.proved && report.exact, "{report:?}");
                (reported, stolen) = (reported + 1, stolen + report.statistics.steals);
            }
            assert_eq!(reported, nodes.len());
            reports += reported;
            check_engine(&mut engine, &nodes[0], "after a batch");
        }
        (reports, stolen)
    });
    assert!(reports > 1_000 && stolen > 0, "{reports} reports, {stolen} times helped");
}

/// Whatever is asked: here depths, and all moves.
#[test]
fn what_is_asked_about_each_position_is_answered() {
    for ((_, nodes), threads) in forest(40, 40).zip([1, 2, 3].into_iter().cycle()) {
        let mut engine = tree_engine(shared());
        engine.set_options(Options::default().with(|o| o.threads = threads));
        let limits = Limits::new().depth(2);
        let batch = engine.batch(|query| query.limits(&limits).multi_pv(usize::MAX));
        for (tree, outcome) in nodes.iter().zip(InOrder::new(batch, nodes.clone())) {
            let report = outcome.expect("a report");
            let depth = report.depth.expect("a depth");
            assert_eq!(report.value(), Some(estimated(tree, depth)), "{tree}");
            assert!(report.moves.iter().all(|found| found.depth == depth), "{report:?}");
        }
    }
}

/// What the nodes at the top of a tree cost, which meet further down.
fn costs(ask: impl FnOnce(&mut Engine<Synthetic>, Vec<Synthetic>) -> Vec<u64>) -> Vec<u64> {
    let root: Synthetic = "dag:width=4,depth=9,range=50".parse().expect("a spec");
    let below = |mv| {
        let mut node = root;
        node.play(mv);
        node
    };
    let positions = [0, 1, 2, 3].map(below).into_iter().chain([root]).collect();
    let builder = Engine::<Synthetic>::builder().table_bytes(1 << 12);
    ask(&mut builder.build().expect("an engine"), positions)
}

/// Table, history and generations are as if there were no batch; twice, since an engine remembers.
#[test]
fn one_thread_visits_the_nodes_of_one_search_after_the_other() {
    let (limits, twice) = (Limits::new(), 0..2);
    let by_hand = costs(|engine, positions| {
        let both = twice.clone().flat_map(|_| positions.clone());
        both.map(|p| engine.solve(&p, &limits).expect("a report").progress.nodes).collect()
    });
    let in_a_batch = costs(|engine, positions| {
        let both = twice.clone().flat_map(|_| {
            let reports = engine.solve_all(positions.clone(), &limits);
            reports.map(|report| report.expect("a report").progress.nodes).collect::<Vec<_>>()
        });
        both.collect()
    });
    assert_eq!(in_a_batch, by_hand);
    assert!(by_hand.iter().any(|&nodes| nodes > 100), "{by_hand:?}");
}

#[test]
fn nothing_is_asked_and_nothing_answered() {
    for threads in [1, 2] {
        let mut engine = tree_engine(shared());
        engine.set_options(Options::default().with(|o| o.threads = threads));
        let mut reports = engine.solve_all([], &Limits::new());
        assert!(reports.next().is_none() && reports.next().is_none());
        drop(reports);
        assert!(engine.batch(|query| query).answer().is_none());
    }
}

/// An iterator may come from anywhere: no more of it is taken than is needed.
#[test]
fn few_positions_are_taken_ahead() {
    for (threads, most) in [(1, 1), (2, 8), (3, 12)] {
        let mut engine = tree_engine(shared());
        engine.set_options(Options::default().with(|o| o.threads = threads));
        let taken = Cell::new(0);
        let nodes = vec!["[[1 2] [3 4]]".parse::<Tree>().expect("a tree"); 60];
        let positions = nodes.into_iter().inspect(|_| taken.set(taken.get() + 1));
        for (reported, outcome) in engine.solve_all(positions, &Limits::new()).enumerate() {
            assert!(outcome.is_ok());
            // One place is free again when an answer is there, before it is reported.
            assert!(taken.get() - reported <= most, "{} after {reported}", taken.get());
        }
        assert_eq!(taken.get(), 60);
    }
}

/// Sizes of stacks differ, and grow on the way.
#[test]
fn each_position_has_the_plies_that_it_needs() {
    let mut engine =
        Engine::<Synthetic>::builder().threads(3).table_bytes(1 << 12).build().unwrap();
    let chain = |depth| format!("dag:width=1,depth={depth}").parse::<Synthetic>().unwrap();
    let depths = [3, 20_000, 5, 7, 40_000, 2, 1, 30_000, 60_000];
    let reports = engine.solve_all(depths.map(chain), &Limits::new());
    let solved = reports.map(|report| report.expect("a report").proved).filter(|proved| *proved);
    assert_eq!(solved.count(), depths.len());
}

/// Taking the last one wins, or loses: two games with the same keys.
#[derive(Clone, Debug)]
struct Heap {
    left: u8,
    loses: bool,
}

impl Position for Heap {
    type Move = u8;
    type Undo = ();

    fn side(&self) -> Side {
        if self.left.is_multiple_of(2) { Side::First } else { Side::Second }
    }
    fn key(&self) -> u64 {
        self.left.into()
    }
    fn over(&self) -> Option<Score> {
        let last = if self.loses { Score::WIN } else { Score::LOSS };
        (self.left == 0).then_some(last)
    }
    fn moves(&self, out: &mut Moves<'_, u8>) {
        [1, 3].into_iter().filter(|taken| *taken <= self.left).for_each(|taken| out.push(taken));
    }
    fn play(&mut self, taken: u8) {
        self.left -= taken;
    }
    fn undo(&mut self, taken: u8, (): ()) {
        self.left += taken;
    }
    fn plies_left(&self) -> Option<u32> {
        Some(self.left.into())
    }
    fn fingerprint(&self) -> u64 {
        self.loses.into()
    }
}

/// One waits for the other, as if there were one search at a time.
#[test]
fn positions_under_other_rules_do_not_meet_in_the_table() {
    in_time(|| {
        let heaps: Vec<_> =
            (0..80).map(|n| Heap { left: 6 + n / 8, loses: n % 3 == 0 || n % 7 == 0 }).collect();
        for threads in [1, 2, 4] {
            let table = restless(shared());
            let builder = Engine::<Heap>::builder().threads(threads).table(table);
            let mut engine = builder.build().expect("an engine");
            let reports = engine.solve_all(heaps.clone(), &Limits::new());
            for (heap, outcome) in heaps.iter().zip(reports) {
                let least = value(heap, &ZeroEvaluator, Depth::END);
                assert_eq!(outcome.expect("a report").value(), Some(least), "{heap:?}");
            }
        }
    });
}
