//! A search under way: its progress, how it is steered, what its observer receives.

use crate::common::engines::tree_engine;
use crate::common::{Alarm, Chance, Event, EventSender, trees};
use eldest::observe::{Iteration, Observer, Progress, Tracer};
use eldest::options::Driver;
use eldest::report::StopReason;
use eldest::table::{MapTable, NoTable};
use eldest::{Bounds, Depth, Engine, Limits, Options, Position, SharedTable, StopToken, Window};
use eldest_games::trees::{Synthetic, Tree};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// A tree that no test waits for.
fn endless() -> Synthetic {
    "uniform:width=9,depth=400,range=1000".parse().expect("a spec")
}

fn endless_engine() -> Engine<Synthetic, impl Fn(&Synthetic) -> eldest::Score, SharedTable> {
    let builder = Engine::<Synthetic>::builder().evaluator(Synthetic::estimate as fn(&_) -> _);
    builder.table_bytes(1 << 16).build().expect("an engine")
}

#[test]
fn an_observer_gets_every_iteration_in_order() {
    for (_, tree) in trees(200, 20).filter(|(_, tree)| tree.over().is_none()) {
        let (sender, events) = EventSender::channel();
        let mut engine = tree_engine(MapTable::new());
        let report = engine.query(&tree).observer(sender).run().expect("a report");
        let events: Vec<Event> = events.into_iter().collect();
        let iterations: Vec<_> = events
            .iter()
            .filter_map(|event| if let Event::Iteration(i) = event { Some(i) } else { None })
            .collect();
        let depths = iterations.iter().map(|iteration| iteration.depth);
        assert!(depths.eq((1..=iterations.len() as u16).map(Depth::plies)), "{tree}");
        let proved = |iteration: &&Iteration<u16>| iteration.proved;
        assert_eq!(iterations.iter().position(proved), Some(iterations.len() - 1), "{tree}");
        let last = iterations.last().expect("depth 1 at least");
        assert_eq!((Some(last.depth), last.value), (report.depth, report.bounds));
        assert_eq!((&last.moves, last.proved), (&report.moves, report.proved));
        check_root_moves(&events, &tree);
    }
}

/// Receives bounds that get narrower until they are the value, and sends their number.
struct Narrowing(Vec<(Depth, Bounds)>, Sender<usize>);

impl<M> Observer<M> for Narrowing {
    fn bounds(&mut self, depth: Depth, known: Bounds) {
        let before = self.0.last().filter(|before| before.0 == depth).map(|before| before.1);
        let is_narrower =
            |before: Bounds| before != known && before.intersect(known) == Some(known);
        assert!(before.is_none_or(is_narrower), "{before:?}, then {known:?}");
        self.0.push((depth, known));
    }

    fn iteration(&mut self, iteration: &Iteration<M>) {
        let last = self.0.last().copied();
        assert!(last.is_none_or(|last| last == (iteration.depth, iteration.value)), "{last:?}");
        self.1.send(self.0.drain(..).count()).expect("the receiver lives");
    }
}

#[test]
fn an_observer_gets_the_bounds_that_close_in_on_the_value() {
    let drivers = [Driver::Pvs, Driver::Aspiration { delta: 1 }, Driver::MtdF, Driver::Bisection];
    for driver in drivers {
        let (sender, counts) = channel();
        for (mut random, tree) in trees(200, 20).filter(|(_, tree)| tree.over().is_none()) {
            let mut engine = tree_engine(MapTable::new());
            engine.set_options(
                Options::default().with(|o| (o.driver, o.driver_to_end) = (driver, driver)),
            );
            let query = engine.query(&tree).multi_pv(random.below(3) as usize + 1);
            let query = if random.below(2) == 0 { query.to_end() } else { query };
            query.observer(Narrowing(Vec::new(), sender.clone())).run().expect("a report");
        }
        drop(sender);
        let counts: Vec<usize> = counts.into_iter().collect();
        let several = counts.iter().filter(|count| **count > 1).count();
        assert!(counts.iter().all(|count| driver != Driver::Pvs || *count <= 1));
        assert!(driver == Driver::Pvs || several > 50, "{driver:?}: {several}");
    }
}

/// Before an iteration is complete, each of its moves has been reported; a line begins with a move
/// that has just been searched.
fn check_root_moves(events: &[Event], tree: &Tree) {
    for iteration in events.split_inclusive(|event| matches!(event, Event::Iteration(_))) {
        assert!(iteration.iter().any(|event| matches!(event, Event::RootMove(_))), "{tree}");
        for pair in iteration.windows(2) {
            if let Event::Line(line) = &pair[1] {
                assert!(
                    matches!(&pair[0], Event::RootMove(found) if found.mv == line.mv),
                    "{tree}"
                );
                assert_eq!(line.line.first(), Some(&line.mv), "{tree}");
            }
        }
    }
}

#[test]
fn a_running_search_can_be_polled_and_stopped() {
    let mut engine = endless_engine();
    let running = engine.query(&endless()).start().expect("a search");
    while running.poll().is_none_or(|iteration| iteration.depth < Depth::plies(3)) {
        std::thread::yield_now();
    }
    assert!(!running.is_finished() && !running.stop_token().is_stopped());
    let seen = running.poll().expect("an iteration");
    assert!(running.progress().nodes >= seen.progress.nodes);
    running.stop();
    let report = running.wait().expect("a report");
    assert_eq!(report.stop_reason, StopReason::Stopped);
    assert!(report.depth >= Some(seen.depth) && report.statistics.nodes >= seen.progress.nodes);
}

#[test]
fn a_wait_ends_with_its_time_or_with_the_search() {
    let mut engine = endless_engine();
    let running = engine.query(&endless()).start().expect("a search");
    for most in [Duration::ZERO, Duration::from_millis(2)] {
        assert!(!running.wait_timeout(most), "it has not ended");
    }
    running.stop();
    for most in [Duration::MAX, Duration::ZERO] {
        assert!(running.wait_timeout(most), "it has ended");
    }
    assert_eq!(running.wait().expect("a report").stop_reason, StopReason::Stopped);
}

/// Stops the search at its first report of progress.
struct Impatient {
    token: StopToken,
    events: Sender<Progress>,
}

impl<M> Observer<M> for Impatient {
    fn progress(&mut self, progress: &Progress) {
        self.token.stop();
        self.events.send(*progress).expect("the receiver lives");
    }
}

#[test]
fn an_observer_gets_the_progress_of_a_long_search() {
    let (token, (events, receiver)) = (StopToken::new(), channel());
    let observer = Impatient { token: token.clone(), events };
    let mut engine = endless_engine();
    let limits = Limits::new().stop(&token);
    let report = engine.query(&endless()).limits(&limits).observer(observer).run();
    let report = report.expect("a report");
    assert_eq!(report.stop_reason, StopReason::Stopped);
    let events: Vec<Progress> = receiver.try_iter().collect();
    assert!(events.len() == 1 && events[0].nodes > 0 && !events[0].time.is_zero(), "{events:?}");
    assert!(events[0].nodes <= report.statistics.nodes);
}

#[test]
fn dropping_a_running_search_stops_it() {
    let mut engine = endless_engine();
    let token = StopToken::new();
    let limits = Limits::new().stop(&token);
    drop(engine.query(&endless()).limits(&limits).start().expect("a search"));
    assert!(!token.is_stopped(), "the token is the user's");
    token.stop();
    let report = engine.search(&endless(), &limits).expect("a report");
    assert_eq!((report.stop_reason, report.depth), (StopReason::Stopped, None));
    let report = engine.search(&endless(), &Limits::new().depth(2)).expect("a report");
    assert_eq!(report.depth, Some(Depth::plies(2)), "the engine is free again");
}

#[test]
fn limits_may_change_while_a_search_runs() {
    let mut engine = endless_engine();
    let running = engine.query(&endless()).start().expect("a search");
    running.change_limits(&Limits::new().depth(1));
    let report = running.wait().expect("a report");
    assert_eq!(report.stop_reason, StopReason::Complete);
    let running = engine.query(&endless()).start().expect("a search");
    running.change_limits(&Limits::new().nodes(1));
    let report = running.wait().expect("a report");
    assert_eq!(report.stop_reason, StopReason::Nodes);
    assert!(report.depth >= Some(Depth::plies(1)));
    let running = engine.query(&endless()).limits(&Limits::new().depth(1)).start();
    let running = running.expect("a search");
    running.change_limits(&Limits::new().nodes(100_000));
    let report = running.wait().expect("a report");
    let in_time = StopReason::Nodes == report.stop_reason && report.statistics.nodes == 100_000;
    assert!(in_time || report.depth == Some(Depth::plies(1)), "{report:?}");
}

#[test]
fn a_search_that_has_ended_can_still_be_waited_for() {
    let (_, tree) = trees(60, 0).last().expect("a tree");
    let mut engine = tree_engine(MapTable::new());
    let running = engine.query(&tree).to_end().start().expect("a search");
    while !running.is_finished() {
        std::thread::yield_now();
    }
    let latest = running.poll().expect("an iteration");
    let report = running.wait().expect("a report");
    assert_eq!((latest.depth, latest.value), (Depth::END, report.bounds));
}

/// Enters and leaves nodes like brackets, and plays only between.
#[derive(Debug, Default)]
struct Brackets {
    entered: u64,
    open: Vec<(u32, Window)>,
    ends: Arc<Mutex<Vec<u32>>>,
}

impl Tracer<u16> for Brackets {
    fn enter(&mut self, ply: u32, window: Window, _: Depth, _: eldest::observe::NodeType) {
        self.entered += 1;
        assert!(window.alpha() < window.beta() && ply as usize <= self.open.len());
        self.open.push((ply, window));
    }

    fn leave(&mut self, ply: u32, _: eldest::Score) {
        assert_eq!(self.open.pop().map(|(entered, _)| entered), Some(ply));
        self.ends.lock().expect("no panic").push(ply);
    }

    fn play(&mut self, ply: u32, _: u16) {
        assert_eq!(self.open.last().map(|(entered, _)| *entered), Some(ply));
    }
}

#[test]
fn a_tracer_sees_every_node() {
    for (_, tree) in trees(200, 20).filter(|(_, tree)| tree.over().is_none()) {
        let mut engine = tree_engine(NoTable);
        let (report, seen) = engine.query(&tree).trace(Brackets::default()).expect("a report");
        assert_eq!(seen.entered, report.statistics.nodes, "{tree}");
        assert!(seen.open.is_empty());
        assert_eq!(seen.ends.lock().expect("no panic").len() as u64, seen.entered);
    }
}

/// The token of one search is none of another's.
#[test]
fn stopping_one_search_stops_no_other() {
    let tree: Tree = "[[1 2] [3 4]]".parse().expect("a tree");
    let token = StopToken::new();
    let alarm = Alarm::stopping(&token);
    let builder = Engine::<Tree>::builder().evaluator(alarm.clone()).table(MapTable::new());
    let mut engine = builder.build().expect("an engine");
    alarm.set(1);
    let stopped = engine.search(&tree, &Limits::new().stop(&token)).expect("a report");
    assert_eq!(stopped.stop_reason, StopReason::Stopped);
    assert_eq!(
        engine.search(&tree, &Limits::new()).expect("a report").stop_reason,
        StopReason::Proved
    );
    assert!(token.is_stopped(), "for good");
}

/// Handles can be leaked in safe code: the next query does not wait for a leaked search.
#[test]
fn a_leaked_search_is_stopped_by_the_next() {
    let mut engine = endless_engine();
    std::mem::forget(engine.query(&endless()).start().expect("a search"));
    let report = engine.search(&endless(), &Limits::new().depth(2)).expect("a report");
    assert_eq!(report.depth, Some(Depth::plies(2)));
}

/// Two engines may share a table, and the second finds what the first has left.
#[test]
fn engines_can_share_a_table() {
    let tree: Synthetic = "uniform:width=3,depth=7,seed=1".parse().expect("a tree");
    let table = Arc::new(SharedTable::new(1 << 20).expect("a table"));
    let nodes = [(); 2].map(|()| {
        let builder = Engine::<Synthetic>::builder().table(Arc::clone(&table));
        let mut engine = builder.build().expect("an engine");
        engine.solve(&tree, &Limits::new()).expect("a report").statistics.nodes
    });
    assert!(nodes[1] < nodes[0], "{nodes:?}");
}
