//! Runs a model in every order, or until it fails.
#![expect(clippy::print_stdout, reason = "the numbers of executions are what is known of a model")]

use loom::model::Builder;
use std::any::type_name;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

/// The most steps of one execution.
const STEPS: usize = 20_000;

/// `model` holds in every order of its threads' steps; if `preemptions` are given, in every one in
/// which threads are interrupted so many times at most. Prints how many there are.
pub(crate) fn holds<F: Fn() + Send + Sync + 'static>(preemptions: Option<usize>, model: F) {
    let (count, since) = (Arc::new(AtomicU64::new(0)), Instant::now());
    explore(preemptions, &count, model);
    let (count, seconds) = (count.load(Ordering::Relaxed), since.elapsed().as_secs_f64());
    println!("{}: {count} executions, {seconds:.2} s", type_name::<F>());
}

/// `model` fails in some order, and says so with `complaint`.
pub(crate) fn is_rejected<F: Fn() + Send + Sync + 'static>(complaint: &str, model: F) {
    let (count, name) = (Arc::new(AtomicU64::new(0)), type_name::<F>());
    let failed = catch_unwind(AssertUnwindSafe(|| explore(None, &count, model)));
    let panic = failed.expect_err("the model holds, and ought not to");
    let text = panic.downcast_ref::<String>().map(String::as_str);
    let said = text.or(panic.downcast_ref::<&str>().copied()).unwrap_or_default();
    assert!(said.contains(complaint), "{name} says {said:?} instead of {complaint:?}");
    println!("{name}: rejected in execution {}", count.load(Ordering::Relaxed));
}

fn explore(
    preemptions: Option<usize>,
    count: &Arc<AtomicU64>,
    model: impl Fn() + Send + Sync + 'static,
) {
    let mut builder = Builder::new();
    (builder.preemption_bound, builder.max_branches) = (preemptions, STEPS);
    let count = Arc::clone(count);
    builder.check(move || {
        count.fetch_add(1, Ordering::Relaxed);
        model();
    });
}
