//! Searches that are ended early: exactly where they should be, with the answer of the last
//! completed depth or a better one, and with an engine that is none the worse for it. Held against
//! the values of all moves by minimax.

use crate::common::engines::{Minimax, options, tree_engine};
use crate::common::interrupted::{
    check_deepening, check_engine, check_proof, larger_trees, shared,
};
use crate::common::{Alarm, Chance, Random};
use eldest::observe::Observer;
use eldest::options::Driver;
use eldest::report::{RootMove, StopReason};
use eldest::table::{MapTable, NoTable};
use eldest::{Depth, Engine, Limits, Options, Score, StopToken, Table};
use eldest_checks::InterruptedDepth;
use eldest_games::trees::Tree;
use std::time::Duration;

#[test]
fn a_limit_on_nodes_is_exact() {
    let mut reached = 0;
    for (mut random, tree) in larger_trees(60) {
        let options = options(&mut random);
        let search = |nodes: u64| {
            let mut engine = tree_engine(shared());
            engine.set_options(options);
            engine.search(&tree, &Limits::new().nodes(nodes)).expect("a report")
        };
        let whole = search(u64::MAX);
        let first = search(0).statistics.nodes;
        for nodes in (0..=whole.statistics.nodes + 1).take(150) {
            let report = search(nodes);
            let about = format!("{nodes} nodes of {tree} with {options:?}: {report:#?}");
            let most = nodes.max(first).min(whole.statistics.nodes);
            assert_eq!(report.statistics.nodes, most, "{about}");
            assert_eq!(report.progress.nodes, most, "{about}");
            assert_eq!(
                report.stop_reason == StopReason::Nodes,
                most < whole.statistics.nodes,
                "{about}"
            );
            assert!(report.depth >= Some(Depth::plies(1)), "depth 1 is completed: {about}");
            check_deepening(&tree, &report, &about);
            reached += u64::from(most == nodes);
        }
    }
    assert!(reached > 1_000);
}

#[test]
fn a_limit_on_nodes_is_exact_to_the_end() {
    for (mut random, tree) in larger_trees(80) {
        let options = options(&mut random);
        let solve = |nodes: u64| {
            let mut engine = tree_engine(shared());
            engine.set_options(options);
            engine.solve(&tree, &Limits::new().nodes(nodes)).expect("a report")
        };
        let whole = solve(u64::MAX).statistics.nodes;
        for nodes in (0..=whole + 1).take(150) {
            let report = solve(nodes);
            let about = format!("{nodes} nodes of {tree} with {options:?}: {report:#?}");
            assert_eq!(report.statistics.nodes, nodes.min(whole), "{about}");
            assert_eq!(report.depth.is_none(), nodes < whole, "{about}");
            check_proof(&tree, &report, &about);
        }
    }
}

/// Stops at every moment there is; the table then holds whatever it holds, and the next search is
/// right.
fn stop_everywhere<T: Table + 'static>(
    random: &mut Random,
    tree: &Tree,
    table: impl Fn() -> T,
) -> u64 {
    let options = options(random);
    let mut stops = 0;
    for calls in (1..).step_by(1 + random.below(3) as usize).take(200) {
        let token = StopToken::new();
        let alarm = Alarm::stopping(&token);
        let builder = Engine::<Tree>::builder().evaluator(alarm.clone()).options(options);
        let mut engine = builder.table(table()).build().expect("an engine");
        alarm.set(calls);
        let about = || format!("call {calls} of {tree} with {options:?}");
        let stop = Limits::new().stop(&token);
        if random.odds(50) {
            let report = engine.solve(tree, &stop).expect("a report");
            check_proof(tree, &report, &format!("{}: {report:#?}", about()));
        } else {
            let report = engine.query(tree).limits(&stop).multi_pv(2).run().expect("a report");
            check_deepening(tree, &report, &format!("{}: {report:#?}", about()));
        }
        if alarm.is_set() {
            break;
        }
        stops += 1;
        check_engine(&mut engine, tree, &about());
    }
    stops
}

#[test]
fn a_search_stopped_anywhere_answers_truly_and_leaves_the_engine_whole() {
    let mut stops = 0;
    for (mut random, tree) in larger_trees(70) {
        stops += stop_everywhere(&mut random, &tree, MapTable::new);
        stops += stop_everywhere(&mut random, &tree, shared);
    }
    assert!(stops > 1_000, "{stops}");
}

/// A sibling that beats a finished first child is news worth having although the depth is not done.
#[test]
fn an_interrupted_depth_may_show_a_better_move() {
    let mut better = 0;
    for (_, tree) in larger_trees(150) {
        let all = tree_engine(shared()).search(&tree, &Limits::new()).expect("a report");
        for nodes in (1..all.statistics.nodes).take(100) {
            let limits = Limits::new().nodes(nodes);
            let report = tree_engine(shared()).search(&tree, &limits).expect("a report");
            better += u64::from(Some(report.moves[0].depth) > report.depth);
        }
    }
    assert!(better > 100, "{better}");
}

/// Also if it failed high, and the next pass was to find by how much.
#[test]
fn a_better_move_is_kept_from_pass_to_pass() {
    let tree: Tree = "-5:[3:[-1:[-3999999] 5:[W 1 1] -14 -3:[-19 W -11]] -2:[[0 0 1 20] -2:[-3999999 3999999 -20] 4:[0 0 4000000]] [-5:[L 15]]]".parse().expect("a tree");
    let options = Options::default().with(|o| o.driver = Driver::Aspiration { delta: 1 });
    let run = |nodes| {
        let (sender, receiver) = std::sync::mpsc::channel();
        let mut engine = tree_engine(NoTable);
        engine.set_options(options);
        let query = engine.query(&tree).limits(&Limits::new().nodes(nodes));
        (query.observer(Lines(sender)).run().expect("a report"), receiver)
    };
    let all = run(u64::MAX).0.statistics.nodes;
    let mut kept = 0;
    for (report, receiver) in (0..all).map(run) {
        let last = receiver.iter().last();
        if let Some((mv, depth)) = last.filter(|(_, depth)| Some(*depth) > report.depth) {
            assert!(report.depth.is_none() || report.best_move == Some(mv), "{depth}: {report:?}");
            kept += 1;
        }
    }
    assert!(kept > 0);
}

/// Several best moves are wanted, and the best one of a new depth is known when the search ends.
#[test]
fn the_best_move_of_a_depth_is_kept_while_those_after_it_are_looked_for() {
    let (mut kept, estimate) = (0, Tree::estimate as fn(&Tree) -> Score);
    for (_, tree) in larger_trees(60) {
        let run = |nodes| {
            let shown = InterruptedDepth::default();
            let mut engine = tree_engine(shared());
            let query = engine.query(&tree).multi_pv(3).limits(&Limits::new().nodes(nodes));
            (query.observer(shown.clone()).run().expect("a report"), shown)
        };
        for nodes in (1..run(u64::MAX).0.statistics.nodes).take(100) {
            let (report, shown) = run(nodes);
            let about = format!("{nodes} nodes of {tree}: {report:#?}");
            kept += u64::from(shown.check(&Minimax(&estimate), &tree, &report, &about));
        }
    }
    assert!(kept > 100, "{kept}");
}

/// Sends each move that is better than all before it.
struct Lines(std::sync::mpsc::Sender<(u16, Depth)>);

impl Observer<u16> for Lines {
    fn line(&mut self, better: &RootMove<u16>) {
        self.0.send((better.mv, better.depth)).expect("the receiver lives");
    }
}

#[test]
fn a_token_thrown_before_gives_a_move_without_a_value() {
    let token = StopToken::new();
    token.stop();
    for (_, tree) in larger_trees(20) {
        let mut engine = tree_engine(shared());
        let report = engine.search(&tree, &Limits::new().stop(&token)).expect("a report");
        assert_eq!((report.depth, report.value(), report.statistics.nodes), (None, None, 0));
        assert_eq!((report.best_move, report.stop_reason), (Some(0), StopReason::Stopped));
        assert!(!report.proved && report.line.moves == [0]);
        check_engine(&mut engine, &tree, "stopped before");
    }
}

#[test]
fn no_time_is_time_for_depth_1() {
    for (_, tree) in larger_trees(20) {
        let mut engine = tree_engine(shared());
        let none = Limits::new().time(Duration::ZERO);
        let report = engine.search(&tree, &none).expect("a report");
        let ending = if report.proved { StopReason::Proved } else { StopReason::Time };
        assert_eq!((report.depth, report.stop_reason), (Some(Depth::plies(1)), ending), "{tree}");
        check_deepening(&tree, &report, &tree.to_string());
        check_proof(&tree, &engine.solve(&tree, &none).expect("a report"), "no time");
    }
}

#[test]
fn the_longest_time_is_no_limit() {
    let (_, tree) = larger_trees(20).last().expect("a tree");
    let mut engine = tree_engine(shared());
    let report = engine.search(&tree, &Limits::new().time(Duration::MAX)).expect("a report");
    assert_eq!(report.stop_reason, StopReason::Proved);
}
