//! Every other kind of query, answered by several threads; and the entries that they store are
//! true.

use crate::common::engines::{
    Case, Estimate, Evaluates, Game, Trial, Visitor, assert_no_finding_about_restricted_roots,
    every_kind, limits, tree_engine,
};
use crate::common::{
    AnyTable, Chance, Event, EventSender, Random, in_time, restless, sleepy, trees,
};
use eldest::observe::{Iteration, Observer, Progress};
use eldest::options::Driver;
use eldest::report::RootMove;
use eldest::table::{MapTable, NoTable};
use eldest::{Algorithm, Bounds, Depth, Engine, Limits, Options, Position, Score};
use eldest_checks::findings::{check_findings, recorded};
use eldest_checks::questions::ask_something;
use eldest_checks::sharing::{SharingTally, check_counts, shared_options, team};
use eldest_games::trees::Tree;
use std::sync::mpsc::{Sender, channel};
use std::sync::{Mutex, OnceLock};
use std::thread;

/// Multi-PV, restricted roots, decisions, values.
struct Questions;

impl Visitor for Questions {
    fn visit<P: Game, E: Evaluates<P>>(&mut self, case: &mut Case<P, E>) {
        let table = restless(AnyTable::some(&mut case.random));
        let mut engine = case.engine(table);
        for _ in 0..5 {
            engine.set_options(shared_options(&mut case.random));
            ask_something(case, &mut engine);
        }
    }
}

#[test]
fn threads_together_answer_every_question_truly() {
    every_kind(250, &mut Questions);
}

/// Searches that store, some of them cut short, and the findings of all threads.
#[derive(Default)]
struct Findings {
    checked: usize,
    tally: SharingTally,
}

impl Visitor for Findings {
    fn visit<P: Game, E: Evaluates<P>>(&mut self, case: &mut Case<P, E>) {
        let (table, stored) = recorded(restless(AnyTable::some(&mut case.random)));
        let mut engine = case.engine(table);
        for _ in 0..3 {
            let options = shared_options(&mut case.random);
            engine.set_options(options);
            let (position, depth) = (case.some_position(), case.some_depth());
            let limits = limits(depth);
            let cut = case.random.odds(30).then(|| limits.clone().nodes(case.random.below(90)));
            let query = engine.query(&position).limits(&cut.unwrap_or(limits));
            let query = if depth.is_end() { query.to_end() } else { query };
            let query = query.multi_pv(1 + case.random.below(3) as usize);
            self.tally.add(&options, &query.run().expect("a report"));
        }
        self.checked += check_findings(case, &case.position, &stored);
    }
}

#[test]
fn every_finding_of_every_thread_is_true() {
    let mut findings = Findings::default();
    every_kind(600, &mut findings);
    assert!(findings.checked > 30_000, "{}", findings.checked);
    findings.tally.check(5);
}

/// Two siblings may both give a cutoff: what is proved is what the first of them has proved. Half
/// of the replies here are worth 9 at the horizon and -9 at the end, the others 5 at the end
/// already.
#[test]
fn a_result_after_a_cutoff_proves_nothing() {
    let reply = "[[-7] [9:[9]] [5] [9:[9]] [5] [9:[9]] [5]]";
    let about = format!("[0 {reply} {reply}]");
    let random = Random(0);
    let position: Tree = about.parse().expect("a tree");
    let case = Case { evaluator: Tree::estimate as Estimate, position, random, about };
    let team = team(Algorithm::YoungBrothersWait, 4);
    let options = Options::plain().with(|o| {
        (o.algorithm, o.threads, o.sharing) = (team.algorithm, team.threads, team.sharing);
    });
    for _ in 0..300 {
        let (table, stored) = recorded(sleepy(NoTable, 30));
        let mut engine = case.engine(table);
        engine.set_options(options);
        engine.search(&case.position, &Limits::new().depth(3)).expect("a report");
        check_findings(&case, &case.position, &stored);
    }
}

#[test]
fn threads_store_nothing_about_a_restricted_root() {
    assert_no_finding_about_restricted_roots(
        |random| restless(AnyTable::some(random)),
        shared_options,
    );
}

/// One full window for each depth: each pass ends with all moves of the root searched.
#[test]
fn an_observer_gets_every_move_of_every_worker() {
    for (mut random, tree) in trees(400, 20).filter(|(_, tree)| tree.over().is_none()) {
        let (sender, events) = EventSender::channel();
        let mut engine = tree_engine(restless(AnyTable::some(&mut random)));
        engine.set_options(shared_options(&mut random).with(|o| o.driver = Driver::Pvs));
        let report = engine.query(&tree).observer(sender).run().expect("a report");
        let events: Vec<Event> = events.into_iter().collect();
        let mut last = None;
        let passes = events.split_inclusive(|event| matches!(event, Event::Iteration(_)));
        for (pass, plies) in passes.zip(1..) {
            last = Some(check_pass(&tree, pass, Depth::plies(plies)));
        }
        let last = last.expect("depth 1 at least");
        assert_eq!((Some(last.depth), last.value), (report.depth, report.bounds));
        assert_eq!((&last.moves, last.proved), (&report.moves, report.proved));
    }
}

/// Checks the events between two iterations, the second included.
fn check_pass<'h>(tree: &Tree, events: &'h [Event], depth: Depth) -> &'h Iteration<u16> {
    let Some((Event::Iteration(iteration), moves)) = events.split_last() else {
        panic!("an iteration ends {tree} at {depth}");
    };
    assert_eq!(iteration.depth, depth, "{tree}");
    assert!(iteration.value.value().is_some(), "{tree}");
    for found in &iteration.moves {
        let is_it = |event: &Event| matches!(event, Event::RootMove(other) if other.mv == found.mv);
        assert!(moves.iter().any(is_it), "move {} of {tree} at {depth}", found.mv);
    }
    for event in moves {
        if let Event::Line(line) = event {
            check_legal(tree, line);
        }
    }
    iteration
}

fn check_legal(tree: &Tree, line: &RootMove<u16>) {
    assert_eq!(line.line.first(), Some(&line.mv), "{tree}");
    let mut last = tree.clone();
    for &mv in &line.line {
        assert!(last.key_after(mv).is_some(), "{mv} of {line:?} in {tree}");
        last.play(mv);
    }
}

/// The counts of all threads are reported, and add up.
#[test]
fn every_thread_is_accounted_for() {
    let tree: Tree = "[[[1 2] [3 4]] [[5 6] [7 8]] [[9 1] [2 3]]]".parse().expect("a tree");
    for algorithm in Algorithm::ALL {
        for threads in [1, 2, 5] {
            for call_after in [0, u64::MAX] {
                let mut engine = tree_engine(MapTable::new());
                let options = team(algorithm, threads);
                engine.set_options(options.with(|o| o.sharing.call_after = call_after));
                let report = engine.search(&tree, &Limits::new()).expect("a report");
                check_counts(&report, threads);
                let others = &report.workers[1..];
                assert!(call_after == 0 || others.iter().all(|other| other.nodes == 0));
                assert_eq!(report.bounds, Bounds::exact(report.moves[0].value));
            }
        }
    }
}

/// Sends each report of progress.
struct Reports(Sender<()>);

impl Observer<u16> for Reports {
    fn progress(&mut self, _: &Progress) {
        // After the last report that the test waits for there is no receiver.
        let _ = self.0.send(());
    }
}

/// A helper takes as long as it takes its worker 0 to report twice, which has nothing to do but to
/// wait.
#[test]
fn progress_is_reported_while_the_first_thread_waits_for_the_others() {
    in_time(|| {
        let tree: Tree = "[[1 2 3] [4 5 6] [7 8 9] [1 3 5] [2 4 6]]".parse().expect("a tree");
        for _ in 0.. {
            let (reported, reports) = channel();
            let (first, reports) = (OnceLock::new(), Mutex::new(Some(reports)));
            let (helped, has_helped) = channel();
            let judge = move |_: &Tree| {
                let here = thread::current().id();
                if *first.get_or_init(|| here) != here
                    && let Some(reports) = reports.lock().expect("no panic").take()
                {
                    (0..2).for_each(|_| reports.recv().expect("the search goes on"));
                    helped.send(()).expect("the test goes on");
                }
                Score::DRAW
            };
            let builder = Engine::<Tree>::builder().evaluator(judge).table(NoTable);
            let options = team(Algorithm::YoungBrothersWait, 2);
            let mut engine = builder.options(options).build().expect("an engine");
            let query = engine.query(&tree).limits(&Limits::new().depth(1));
            query.observer(Reports(reported)).run().expect("a report");
            if has_helped.try_recv().is_ok() {
                return;
            }
        }
    });
}
