//! Positions that wait for threads, for larger stacks, or for searches with other rules to end.

use crate::common::in_time;
use crate::common::interrupted::shared;
use eldest::batch::{Batch, Executor};
use eldest::report::StopReason;
use eldest::{Engine, Evaluator, Limits, Moves, Position, Score, Side, StopToken};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Barrier, Condvar, Mutex};
use std::time::{Duration, Instant};

/// Take one or two from a heap.
#[derive(Clone, Debug)]
struct Heap {
    left: u8,
    /// The fingerprint of the rules.
    rules: u64,
    /// The plies that are left at most.
    plies: u32,
    /// What its search waits for when it has begun.
    gate: Gate,
}

#[derive(Clone, Debug, Default)]
enum Gate {
    #[default]
    None,
    /// Until it is opened.
    Closed(Arc<(Mutex<bool>, Condvar)>),
    /// Until this many searches have begun.
    Meeting(Arc<Barrier>),
}

impl Gate {
    fn closed() -> Self {
        Self::Closed(Arc::default())
    }

    fn open(&self) {
        if let Self::Closed(gate) = self {
            *gate.0.lock().expect("no panic") = true;
            gate.1.notify_all();
        }
    }

    fn pass(&self) {
        match self {
            Self::None => {}
            Self::Closed(gate) => {
                let is_open = gate.0.lock().expect("no panic");
                drop(gate.1.wait_while(is_open, |is_open| !*is_open).expect("no panic"));
            }
            Self::Meeting(barrier) => drop(barrier.wait()),
        }
    }
}

impl Heap {
    fn new(rules: u64) -> Self {
        Self { left: 9, rules, plies: 9, gate: Gate::None }
    }

    fn behind(self, gate: &Gate) -> Self {
        Self { gate: gate.clone(), ..self }
    }
}

impl Position for Heap {
    type Move = u8;
    type Undo = ();

    fn side(&self) -> Side {
        if self.plies.is_multiple_of(2) { Side::First } else { Side::Second }
    }
    fn key(&self) -> u64 {
        self.left.into()
    }
    fn over(&self) -> Option<Score> {
        (self.left == 0).then_some(Score::LOSS)
    }
    fn moves(&self, out: &mut Moves<'_, u8>) {
        (1..=self.left.min(2)).for_each(|taken| out.push(taken));
    }
    fn play(&mut self, taken: u8) {
        (self.left, self.plies) = (self.left - taken, self.plies - 1);
    }
    fn undo(&mut self, taken: u8, (): ()) {
        (self.left, self.plies) = (self.left + taken, self.plies + 1);
    }
    fn plies_left(&self) -> Option<u32> {
        Some(self.plies)
    }
    fn fingerprint(&self) -> u64 {
        self.rules
    }
}

/// Passes the gate of each search, and counts the searches that have come to theirs.
#[derive(Clone, Debug)]
struct Keeper(Sender<u64>);

impl Evaluator<Heap> for Keeper {
    type State = ();

    fn start(&self, heap: &Heap) {
        self.0.send(heap.rules).expect("the test counts");
        heap.gate.pass();
    }
    fn evaluate(&self, _: &Heap, (): &()) -> Score {
        Score::DRAW
    }
}

/// An engine, and the rules of the searches that have begun.
fn engine(threads: usize) -> (Engine<Heap, Keeper>, Receiver<u64>) {
    let (sender, begun) = channel();
    let builder = Engine::<Heap>::builder().evaluator(Keeper(sender)).table(shared());
    (builder.threads(threads).build().expect("an engine"), begun)
}

#[test]
fn a_position_that_is_withdrawn_while_it_waits_is_answered_at_once() {
    for threads in [1, 2, 3] {
        in_time(move || {
            let (mut engine, begun) = engine(threads);
            let (gate, tokens) = (Gate::closed(), [StopToken::new(), StopToken::new()]);
            let mut next = tokens.clone().into_iter();
            let mut batch = engine.batch(move |query| {
                let limits = next.next().map(|token| Limits::new().stop(&token));
                query.to_end().limits(&limits.unwrap_or_default())
            });
            batch.begin(0, Heap::new(0).behind(&gate));
            assert_eq!(begun.recv(), Ok(0));
            for number in 1..=4 {
                batch.begin(number, Heap::new(1));
            }
            batch.withdraw(3);
            let (number, outcome) = batch.answer().expect("the one that is withdrawn");
            let report = outcome.expect("a report");
            assert_eq!((number, report.stop_reason), (3, StopReason::Stopped));
            assert_eq!((report.progress.nodes, report.workers.len()), (0, threads));
            assert!(report.bounds.contains(Score::DRAW) && report.best_move.is_some());
            tokens[1].stop();
            let (number, outcome) = batch.answer().expect("the one whose token is thrown");
            assert_eq!((number, outcome.expect("a report").progress.nodes), (1, 0));
            assert!(batch.answer_now().is_none() && begun.try_recv().is_err());
            gate.open();
            let mut left: Vec<_> = std::iter::from_fn(|| batch.answer()).collect();
            left.sort_by_key(|(number, _)| *number);
            assert!(left.iter().all(|(_, outcome)| outcome.as_ref().unwrap().proved));
            assert_eq!(left.iter().map(|(number, _)| *number).collect::<Vec<_>>(), [0, 2, 4]);
        });
    }
}

/// What is measured is that the clock starts late enough, not how long anything takes.
#[test]
fn the_clock_of_a_position_starts_after_searches_with_other_rules() {
    for threads in [1, 2, 3] {
        in_time(move || {
            let (mut engine, begun) = engine(threads);
            let (gate, (sender, ended)) = (Gate::closed(), channel());
            let mut batch = engine.batch(move |query| {
                let sender = sender.clone();
                query.to_end().when_finished(move |_| sender.send(Instant::now()).expect("read"))
            });
            batch.begin(0, Heap::new(0).behind(&gate));
            assert_eq!(begun.recv(), Ok(0));
            batch.begin(1, Heap::new(1));
            std::thread::sleep(Duration::from_millis(20));
            let opened = Instant::now();
            gate.open();
            let ends: Vec<_> = (0..2).map(|_| ended.recv().expect("two")).collect();
            let outcomes: Vec<_> = std::iter::from_fn(|| batch.answer()).collect();
            for (end, (number, outcome)) in ends.iter().zip(outcomes) {
                let time = outcome.expect("a report").progress.time;
                let start = end.checked_sub(time).expect("it ended later");
                assert!(number == 0 || start >= opened, "the clock has started before the search");
            }
        });
    }
}

/// The first waits for no thread any more, and the other for nothing but that.
#[test]
fn a_position_behind_one_that_is_withdrawn_begins_at_once() {
    in_time(|| {
        let (mut engine, begun) = engine(2);
        let gate = Gate::closed();
        let mut batch = engine.batch(|query| query.to_end().line(false));
        batch.begin(0, Heap::new(0).behind(&gate));
        assert_eq!(begun.recv(), Ok(0));
        batch.begin(1, Heap::new(1));
        batch.begin(2, Heap::new(0));
        assert_eq!(batch.answer().map(|(number, _)| number), Some(2));
        // The second position has been overtaken as often as it may be.
        batch.begin(3, Heap::new(0));
        batch.withdraw(1);
        assert_eq!(batch.answer().map(|(number, _)| number), Some(1));
        assert_eq!(batch.answer().map(|(number, _)| number), Some(3));
        gate.open();
        assert_eq!(batch.answer().map(|(number, _)| number), Some(0));
    });
}

/// The callback at the end of a search may take long.
#[test]
fn searches_with_other_rules_begin_while_an_answer_is_delivered() {
    in_time(|| {
        let (mut engine, begun) = engine(2);
        let (gate, delivered) = (Gate::closed(), Gate::closed());
        let mut deliveries = [delivered.clone(), Gate::None].into_iter();
        let mut batch = engine.batch(move |query| {
            let gate = deliveries.next().expect("two");
            query.to_end().when_finished(move |_| gate.pass())
        });
        batch.begin(0, Heap::new(0).behind(&gate));
        assert_eq!(begun.recv(), Ok(0));
        batch.begin(1, Heap::new(1));
        gate.open();
        assert_eq!(batch.answer().map(|(number, _)| number), Some(1));
        delivered.open();
        assert_eq!(batch.answer().map(|(number, _)| number), Some(0));
    });
}

/// What is called at the end of a stopped position blocks one thread, which searches nothing.
#[test]
fn a_callback_that_blocks_holds_up_stopped_positions_until_a_thread_is_free() {
    in_time(|| {
        let (mut engine, begun) = engine(2);
        let (first, second, delivered) = (Gate::closed(), Gate::closed(), Gate::closed());
        let ((sender, called), gate) = (channel(), delivered.clone());
        let mut blocks = [false, false, true, false].into_iter();
        let mut batch = engine.batch(move |query| {
            let (blocks, sender, gate) =
                (blocks.next() == Some(true), sender.clone(), gate.clone());
            query.to_end().when_finished(move |_| {
                if blocks {
                    sender.send(()).expect("the test waits");
                    gate.pass();
                }
            })
        });
        for (number, gate) in [&first, &second].into_iter().enumerate() {
            batch.begin(number, Heap::new(0).behind(gate));
            assert_eq!(begun.recv(), Ok(0));
        }
        [2, 3].into_iter().for_each(|number| batch.begin(number, Heap::new(0)));
        batch.withdraw(2);
        assert_eq!(called.recv(), Ok(()));
        batch.withdraw(3);
        assert!(batch.answer_now().is_none(), "it waits for the thread that is blocked");
        second.open();
        let mut answered = |_| batch.answer().map(|(number, _)| number);
        assert_eq!([(); 2].map(&mut answered), [Some(1), Some(3)]);
        delivered.open();
        assert_eq!(answered(()), Some(2));
        first.open();
        assert_eq!(answered(()), Some(0));
    });
}

/// Such positions do not wait for all others, which may take for ever.
#[test]
fn positions_that_need_larger_stacks_begin_beside_those_under_way() {
    in_time(|| {
        let (mut engine, begun) = engine(2);
        let gate = Gate::closed();
        let mut batch = engine.batch(|query| query.to_end().line(false));
        batch.begin(0, Heap::new(0).behind(&gate));
        assert_eq!(begun.recv(), Ok(0));
        for (number, plies) in [(1, 20_000), (2, 50), (3, 200_000), (4, 200_001)] {
            batch.begin(number, Heap { plies, ..Heap::new(0) });
            let (answered, outcome) = batch.answer().expect("one that is not held");
            assert!(answered == number && outcome.expect("a report").proved);
        }
        gate.open();
        assert_eq!(batch.answer().map(|(number, _)| number), Some(0));
    });
}

/// One search after the other would wait for ever.
#[test]
fn positions_that_grow_ply_by_ply_are_under_way_together() {
    for threads in [2, 3] {
        in_time(move || {
            let (mut engine, _begun) = engine(threads);
            let meeting = Gate::Meeting(Arc::new(Barrier::new(threads)));
            let grow = |more: u32| Heap { plies: 2_000 + more, ..Heap::new(0).behind(&meeting) };
            let reports = engine.solve_all((0..12).map(grow), &Limits::new());
            assert_eq!(reports.filter(|outcome| outcome.as_ref().unwrap().proved).count(), 12);
        });
    }
}

/// Begins with a search that is held, and others that wait for it; one answer in two is counted.
fn fill(batch: &mut Batch<'_, Heap, Keeper>, gate: &Gate) {
    batch.begin(0, Heap::new(0).behind(gate));
    for number in 1..9 {
        let plies = if number == 4 { 30_000 } else { 9 };
        batch.begin(number, Heap { plies, ..Heap::new(number as u64 % 2) });
    }
}

#[test]
fn every_position_is_finished_once_though_the_batch_is_dropped() {
    for (threads, is_leaked) in [(1, false), (2, false), (3, false), (1, true), (2, true)] {
        in_time(move || {
            let (mut engine, begun) = engine(threads);
            let (gate, finished) = (Gate::closed(), Arc::<[AtomicUsize; 9]>::default());
            let counted = Arc::clone(&finished);
            let mut numbers = 0..9;
            let mut batch = engine.batch(move |query| {
                let (number, counted) = (numbers.next().expect("nine"), Arc::clone(&counted));
                query.to_end().when_finished(move |outcome| {
                    assert!(outcome.is_ok(), "{outcome:?}");
                    counted[number].fetch_add(1, Ordering::Relaxed);
                })
            });
            fill(&mut batch, &gate);
            assert_eq!(begun.recv(), Ok(0));
            // The search that is held ends by its stop, once the gate is open.
            let opening = std::thread::spawn(move || gate.open());
            if is_leaked {
                std::mem::forget(batch);
                assert!(engine.solve(&Heap::new(0), &Limits::new()).expect("a report").proved);
            } else {
                drop(batch);
            }
            opening.join().expect("it opens");
            let counts = finished.each_ref().map(|count| count.load(Ordering::Relaxed));
            assert_eq!(counts, [1; 9]);
        });
    }
}

/// It is answered on a thread that searches nothing, beside which the batch is dropped.
#[test]
fn a_dropped_batch_waits_for_what_is_called_at_the_end_of_a_withdrawn_position() {
    in_time(|| {
        let (mut engine, begun) = engine(1);
        let (gate, ended) = (Gate::closed(), Arc::<AtomicUsize>::default());
        let ((sender, called), counted) = (channel(), Arc::clone(&ended));
        let mut batch = engine.batch(move |query| {
            let (sender, counted) = (sender.clone(), Arc::clone(&counted));
            query.to_end().when_finished(move |outcome| {
                if outcome.as_ref().is_ok_and(|report| report.progress.nodes == 0) {
                    sender.send(()).expect("the test waits");
                    std::thread::sleep(Duration::from_millis(30));
                }
                counted.fetch_add(1, Ordering::Relaxed);
            })
        });
        batch.begin(0, Heap::new(0).behind(&gate));
        assert_eq!(begun.recv(), Ok(0));
        batch.begin(1, Heap::new(0));
        batch.withdraw(1);
        assert_eq!(called.recv(), Ok(()));
        gate.open();
        drop(batch);
        assert_eq!(ended.load(Ordering::Relaxed), 2);
    });
}
