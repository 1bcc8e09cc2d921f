//! The threads that a batch starts, and the jobs that it leaves with a pool.

use super::Executor;
use crate::doc::Countdown;
use crate::search::stack::bytes_for;
use crate::{Engine, Position};

/// A game that declares more plies than it has left.
#[derive(Clone)]
struct Deep(Countdown, u32);

impl Position for Deep {
    crate::forward_position!(self.0: Countdown; except plies_left);

    fn plies_left(&self) -> Option<u32> {
        Some(self.1)
    }
}

#[test]
fn stacks_that_grow_ply_by_ply_are_replaced_a_few_times() {
    let builder = Engine::<Deep>::builder().threads(2).table_bytes(1 << 12);
    let mut engine = builder.build().expect("an engine");
    let mut batch = engine.batch(|query| query.to_end().line(false));
    let mut stacks = std::collections::BTreeSet::new();
    for plies in 100..1_100 {
        batch.begin(0, Deep(Countdown::new(4), plies));
        assert!(batch.answer().expect("it is there").1.expect("a report").proved);
        let threads = &batch.engine.threads;
        assert!(!threads.are_small(bytes_for(plies, 0)), "{plies} plies");
        stacks.insert(threads.main().stack());
    }
    assert!(stacks.len() <= 2, "{stacks:?}");
}

/// One errand for each thread, however often the engine's own thread gets a larger stack.
#[cfg(feature = "rayon")]
#[test]
fn a_busy_pool_is_given_no_more_errands_while_stacks_grow() {
    use std::sync::mpsc::channel;
    let (stack, (free, is_free)) = (1 << 30, channel::<()>());
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("a pool");
    let pool = std::sync::Arc::new(pool);
    pool.spawn(move || is_free.recv().expect("it gets free"));
    let builder = Engine::<Deep>::builder().threads(3).table_bytes(1 << 12);
    let mut engine = builder.rayon(pool, stack).build().expect("an engine");
    let mut batch = engine.batch(|query| query.to_end().line(false));
    for plies in [10, 3_000, 6_000, 12_000, 24_000, 48_000] {
        for number in 0..3 {
            batch.begin(number, Deep(Countdown::new(4), plies));
        }
        (0..3).for_each(|_| assert!(batch.answer().is_some()));
        let waiting = batch.engine.threads.waiting_errands();
        assert!(waiting <= 2, "{waiting} errands wait after {plies} plies");
    }
    drop(batch);
    assert_eq!(engine.threads.waiting_errands(), 0);
    free.send(()).expect("it waits");
}
