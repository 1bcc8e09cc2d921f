//! The analysis in three threads, under random schedules.

use super::{Random, compare, graph};
use shuttle::scheduler::RandomScheduler;
use shuttle::{Config, Runner};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

const EXECUTIONS: usize = 2_000;

#[test]
fn every_schedule_finds_the_values_of_a_naive_fixpoint() {
    let seed = AtomicU64::new(1);
    let runner = Runner::new(RandomScheduler::new_from_seed(1, EXECUTIONS), Config::new());
    let executions = runner.run(move || {
        let mut random = Random(seed.fetch_add(1, Relaxed));
        let slices = 1 + random.below(3);
        let (graph, slice_of) = graph(&mut random, slices);
        compare(&graph, &slice_of);
    });
    assert_eq!(executions, EXECUTIONS);
}
