//! Searches of several threads that are ended early: near enough to where they should be, with an
//! answer that is true, and with an engine that is none the worse for it.

use crate::common::engines::tree_engine;
use crate::common::interrupted::{
    check_deepening, check_engine, check_proof, larger_trees, shared,
};
use crate::common::{Alarm, AnyTable, Chance, Random, in_time, restless};
use eldest::report::StopReason;
use eldest::table::NoTable;
use eldest::{Algorithm, Depth, Engine, Error, Limits, Options, Score, StopToken};
use eldest_checks::sharing::{shared_options, team};
use eldest_games::trees::{Synthetic, Tree};
use std::thread::sleep;
use std::time::Duration;

/// Nodes that a thread may visit before it looks at the limits again.
const BATCH: u64 = 1_024;

/// A tree that no test waits for.
fn endless() -> Synthetic {
    "uniform:width=9,depth=400,range=1000".parse().expect("a spec")
}

fn endless_engine(
    options: Options,
) -> Engine<Synthetic, impl Fn(&Synthetic) -> Score + Send + Sync> {
    let builder = Engine::<Synthetic>::builder().evaluator(Synthetic::estimate as fn(&_) -> _);
    builder.table_bytes(1 << 16).options(options).build().expect("an engine")
}

#[test]
fn a_limit_on_nodes_holds_within_a_batch_of_each_thread() {
    for algorithm in Algorithm::ALL {
        for threads in [1, 2, 4, 8] {
            for nodes in [1, 3_000, 20_000] {
                let mut engine = endless_engine(team(algorithm, threads));
                let least = engine.search(&endless(), &Limits::new().nodes(0)).expect("a report");
                let limits = Limits::new().nodes(nodes);
                let report = engine.search(&endless(), &limits).expect("a report");
                let spare = if threads == 1 { 0 } else { threads as u64 * BATCH };
                let most = nodes.max(least.statistics.nodes) + spare;
                let about = format!("{nodes} nodes with {threads} threads: {report:?}");
                assert!(report.statistics.nodes <= most, "{algorithm:?}, {about}");
                assert_eq!(report.stop_reason, StopReason::Nodes, "{algorithm:?}, {about}");
                let report = engine.solve(&endless(), &limits).expect("a report");
                assert!((nodes..=nodes + spare).contains(&report.statistics.nodes), "{report:?}");
            }
        }
    }
}

#[test]
fn whatever_ends_it_a_search_of_threads_answers_truly() {
    let mut cut = 0;
    for (mut random, tree) in larger_trees(200) {
        let mut engine = tree_engine(restless(AnyTable::some(&mut random)));
        for nodes in [0, 1, 5, 20, 60, 200] {
            let options = shared_options(&mut random);
            engine.set_options(options);
            let limits = Limits::new().nodes(nodes);
            let about = format!("{nodes} nodes of {tree} with {options:?}");
            let report = engine.search(&tree, &limits).expect("a report");
            check_deepening(&tree, &report, &format!("{about}: {report:#?}"));
            cut += u64::from(report.stop_reason == StopReason::Nodes);
            let report = engine.solve(&tree, &limits).expect("a report");
            check_proof(&tree, &report, &format!("{about}: {report:#?}"));
            check_engine(&mut engine, &tree, &about);
        }
    }
    assert!(cut > 200, "{cut}");
}

/// Stops at the k-th call of the evaluator, whichever thread makes it.
fn stop_everywhere(random: &mut Random, tree: &Tree) -> u64 {
    let mut stops = 0;
    for calls in (1..).step_by(1 + random.below(4) as usize).take(40) {
        let token = StopToken::new();
        let (alarm, options) = (Alarm::stopping(&token), shared_options(random));
        let builder = Engine::<Tree>::builder().evaluator(alarm.clone()).options(options);
        let mut engine = builder.table(restless(shared())).build().expect("an engine");
        alarm.set(calls);
        let (about, stop) =
            (format!("call {calls} of {tree}: {options:?}"), Limits::new().stop(&token));
        if random.odds(50) {
            let report = engine.solve(tree, &stop).expect("a report");
            check_proof(tree, &report, &format!("{about}: {report:#?}"));
        } else {
            let report = engine.query(tree).limits(&stop).multi_pv(2).run().expect("a report");
            check_deepening(tree, &report, &format!("{about}: {report:#?}"));
        }
        if alarm.is_set() {
            break;
        }
        stops += 1;
        check_engine(&mut engine, tree, &about);
    }
    stops
}

#[test]
fn threads_stopped_anywhere_answer_truly_and_leave_the_engine_whole() {
    let stops: u64 =
        larger_trees(80).map(|(mut random, tree)| stop_everywhere(&mut random, &tree)).sum();
    assert!(stops > 500, "{stops}");
}

/// A search without end ends when another thread stops it.
fn check_stop(algorithm: Algorithm, to_end: bool) {
    let mut engine = endless_engine(team(algorithm, 4));
    let token = StopToken::new();
    let (game, limits) = (endless(), Limits::new().stop(&token));
    let query = engine.query(&game).limits(&limits);
    let running = if to_end { query.to_end() } else { query }.start().expect("a search");
    let begun = |depth| running.poll().is_some_and(|iteration| iteration.depth >= depth);
    while !(begun(Depth::plies(2)) || to_end && running.progress().nodes > 0) {
        sleep(Duration::from_millis(1));
    }
    token.stop();
    let report = running.wait().expect("a report");
    assert_eq!(report.stop_reason, StopReason::Stopped, "{algorithm:?}");
    assert_eq!(report.depth >= Some(Depth::plies(2)), !to_end, "{algorithm:?}");
}

#[test]
fn a_token_stops_all_threads() {
    in_time(|| {
        for algorithm in Algorithm::ALL {
            check_stop(algorithm, false);
            check_stop(algorithm, true);
        }
    });
}

#[test]
fn a_token_thrown_before_stops_all_threads_before_the_first_node() {
    let token = StopToken::new();
    token.stop();
    for (mut random, tree) in larger_trees(60) {
        let mut engine = tree_engine(shared());
        engine.set_options(shared_options(&mut random));
        let report = engine.search(&tree, &Limits::new().stop(&token)).expect("a report");
        assert_eq!((report.depth, report.value(), report.statistics.nodes), (None, None, 0));
        assert_eq!((report.best_move, report.stop_reason), (Some(0), StopReason::Stopped));
        check_engine(&mut engine, &tree, "stopped before");
    }
}

#[test]
fn time_ends_a_search_of_threads() {
    for algorithm in Algorithm::ALL {
        let mut engine = endless_engine(team(algorithm, 3));
        for time in [Duration::ZERO, Duration::from_millis(30)] {
            let report = engine.search(&endless(), &Limits::new().time(time)).expect("a report");
            assert_eq!(report.stop_reason, StopReason::Time, "{algorithm:?}");
            assert!(report.depth >= Some(Depth::plies(1)), "{algorithm:?}");
            let report = engine.solve(&endless(), &Limits::new().time(time)).expect("a report");
            assert_eq!(
                (report.stop_reason, report.depth),
                (StopReason::Time, None),
                "{algorithm:?}"
            );
        }
    }
}

/// Whichever worker exceeds the ply cap: it is the same error, and the last depth
/// within the cap is kept.
#[test]
fn a_cap_on_plies_holds_for_every_thread() {
    for algorithm in Algorithm::ALL {
        for threads in [1, 2, 4] {
            let tree: Synthetic = "uniform:width=2,depth=60".parse().expect("a spec");
            let builder = Engine::<Synthetic>::builder().options(team(algorithm, threads));
            let builder = builder.table(restless(NoTable)).max_ply(6);
            let mut engine = builder.build().expect("an engine");
            let outcome = engine.solve(&tree, &Limits::new());
            assert!(matches!(outcome, Err(Error::TooDeep { max_ply: 6, .. })), "{outcome:?}");
            let report = engine.search(&tree, &Limits::new()).expect("a report");
            let end = (report.depth, report.stop_reason);
            let about = format!("{algorithm:?} with {threads} threads");
            assert_eq!(end, (Some(Depth::plies(6)), StopReason::TooDeep), "{about}");
        }
    }
}

/// Of all algorithms, two threads see the limits change while they run.
#[test]
fn limits_may_change_while_threads_run() {
    for algorithm in [Algorithm::YoungBrothersWait, Algorithm::Abdada, Algorithm::LazySmp] {
        let mut engine = endless_engine(team(algorithm, 3));
        let running = engine.query(&endless()).start().expect("a search");
        running.change_limits(&Limits::new().nodes(1));
        let report = running.wait().expect("a report");
        assert_eq!(report.stop_reason, StopReason::Nodes, "{algorithm:?}");
        let running = engine.query(&endless()).start().expect("a search");
        running.change_limits(&Limits::new().depth(1));
        let report = running.wait().expect("a report");
        assert_eq!(report.stop_reason, StopReason::Complete, "{algorithm:?}");
    }
}
