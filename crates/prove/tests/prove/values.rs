//! Jobs that find a value.

use eldest::batch::Executor;
use eldest::doc::Countdown;
use eldest::textbook::{GameTree, negamax};
use eldest::{Depth, Engine, ZeroEvaluator};
use eldest_prove::doc::Heaps;
use eldest_prove::{Job, JobEnd, TextGame, Threads};
use std::sync::mpsc::channel;

#[test]
fn values_and_best_moves_are_those_of_minimax() {
    let game = TextGame::new("countdown", 1, Heaps);
    let mut engine =
        Engine::<Countdown>::builder().threads(2).table_bytes(1 << 20).build().unwrap();
    let mut threads = Threads::new(&mut engine, &game);
    let value =
        |heap| negamax(&mut GameTree::new(Countdown::new(heap), &ZeroEvaluator), Depth::END);
    for heap in 0..16_u8 {
        threads.begin(heap.into(), Job::new("countdown", 1, &heap.to_string(), None, 1_000_000));
    }
    for (number, outcome) in std::iter::from_fn(|| threads.answer()) {
        let heap = u8::try_from(number).unwrap();
        let value_of_heap = value(heap).get();
        assert_eq!((outcome.lower, outcome.upper), (value_of_heap, value_of_heap), "{heap}");
        assert_eq!(outcome.end, JobEnd::Decided);
        assert_eq!(outcome.order.len(), usize::from(heap > 0), "{heap}");
        for best in outcome.order {
            let left = value(heap - best.parse::<u8>().unwrap());
            // A best move keeps the result: the sign is negated for the other side.
            assert_eq!(left.get().signum(), -value_of_heap.signum(), "{heap}: {best}");
        }
    }
}

#[test]
fn a_budget_that_runs_out_leaves_bounds() {
    let game = TextGame::new("countdown", 1, Heaps);
    let mut engine =
        Engine::<Countdown>::builder().threads(1).table_bytes(1 << 20).build().unwrap();
    let mut threads = Threads::new(&mut engine, &game);
    threads.begin(0, Job::new("countdown", 1, "200", None, 10));
    let (_, outcome) = threads.answer().unwrap();
    assert_eq!(outcome.end, JobEnd::Exhausted);
    assert!(outcome.lower < outcome.upper, "{outcome:?}");
}

#[test]
fn a_waiter_for_something_else_is_woken_for_each_answer() {
    let game = TextGame::new("countdown", 1, Heaps);
    let mut engine =
        Engine::<Countdown>::builder().threads(2).table_bytes(1 << 20).build().unwrap();
    let (wakes, woken) = channel();
    let threads = Threads::new(&mut engine, &game);
    let mut threads = threads.waking(move || wakes.send(()).unwrap());
    (0..9).for_each(|number| threads.begin(number, Job::new("countdown", 1, "21", 1, 1_000_000)));
    let mut answers = 0;
    while answers < 9 {
        woken.recv().unwrap();
        answers += std::iter::from_fn(|| threads.answer_now()).count();
    }
    assert!(threads.answer().is_none());
}
