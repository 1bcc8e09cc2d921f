//! Runs a model under every interleaving, or until it fails.
#![expect(clippy::print_stdout, reason = "the number of executions measures a model")]

use loom::model::Builder;
use std::any::type_name;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

/// The most steps of one execution.
const STEPS: usize = 20_000;

/// Checks that `model` holds under every interleaving of its threads; with `preemptions`, under
/// those with at most this many preemptions. Prints the number of executions.
pub(crate) fn holds<F: Fn() + Send + Sync + 'static>(preemptions: Option<usize>, model: F) {
    let (count, since) = (Arc::new(AtomicU64::new(0)), Instant::now());
    explore(preemptions, &count, model);
    let (count, seconds) = (count.load(Ordering::Relaxed), since.elapsed().as_secs_f64());
    println!("{}: {count} executions, {seconds:.2} s", type_name::<F>());
}

/// Checks that `model` fails under some interleaving, with a message that contains `complaint`.
pub(crate) fn is_rejected<F: Fn() + Send + Sync + 'static>(complaint: &str, model: F) {
    let (count, name) = (Arc::new(AtomicU64::new(0)), type_name::<F>());
    let failed = catch_unwind(AssertUnwindSafe(|| explore(None, &count, model)));
    let panic = failed.expect_err("the model holds, but must fail");
    let text = panic.downcast_ref::<String>().map(String::as_str);
    let message = text.or(panic.downcast_ref::<&str>().copied()).unwrap_or_default();
    assert!(message.contains(complaint), "{name} fails with {message:?} instead of {complaint:?}");
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
