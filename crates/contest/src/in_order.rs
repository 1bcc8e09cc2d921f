//! [`in_order`]: runs jobs in parallel and processes their results in order.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::panic::resume_unwind;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Mutex, PoisonError};
use std::thread;

/// Runs `jobs` on `workers`, each in a thread of its own. Passes the results to `each` in the order
/// of the jobs, so they do not depend on the number of workers. Once `each` breaks, the results of
/// the jobs still running are dropped.
///
/// # Panics
/// If a worker panics, as it did.
pub fn in_order<J: Send, R: Send, B>(
    jobs: impl IntoIterator<Item = J, IntoIter: Send>,
    workers: Vec<impl FnMut(J) -> R + Send>,
    each: impl FnMut(R) -> ControlFlow<B>,
) -> Option<B> {
    let queue = Mutex::new(jobs.into_iter().enumerate());
    thread::scope(|scope| {
        let (sender, results) = channel();
        let spawn = |worker| {
            let (queue, sender) = (&queue, sender.clone());
            scope.spawn(move || work(queue, worker, &sender))
        };
        let threads: Vec<_> = workers.into_iter().map(spawn).collect();
        drop(sender);
        let end = sort(results, each);
        for thread in threads {
            thread.join().unwrap_or_else(|panic| resume_unwind(panic));
        }
        end
    })
}

/// The number of a job and its result; `None` if a worker has panicked.
type Numbered<R> = Option<(usize, R)>;

/// Runs jobs until none is left or the receiver is dropped.
fn work<J, R>(
    queue: &Mutex<impl Iterator<Item = (usize, J)>>,
    mut worker: impl FnMut(J) -> R,
    sender: &Sender<Numbered<R>>,
) {
    let _guard = PanicGuard(sender);
    let next = || queue.lock().unwrap_or_else(PoisonError::into_inner).next();
    while let Some((number, job)) = next() {
        if sender.send(Some((number, worker(job)))).is_err() {
            return;
        }
    }
}

/// Reports a panic to the receiver, which would otherwise wait forever for the result of that job.
struct PanicGuard<'a, R>(&'a Sender<Numbered<R>>);

impl<R> Drop for PanicGuard<'_, R> {
    fn drop(&mut self) {
        if thread::panicking() {
            drop(self.0.send(None));
        }
    }
}

/// Passes the results to `each` in the order of the jobs, and ends at a panic. The receiver is
/// dropped, which ends the threads.
fn sort<R, B>(
    results: Receiver<Numbered<R>>,
    mut each: impl FnMut(R) -> ControlFlow<B>,
) -> Option<B> {
    let (mut early, mut due) = (BTreeMap::new(), 0);
    for (number, result) in results.iter().map_while(|result| result) {
        early.insert(number, result);
        while let Some(result) = early.remove(&due) {
            due += 1;
            if let ControlFlow::Break(end) = each(result) {
                return Some(end);
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_the_order_of_the_jobs() {
        let (last_is_done, last) = channel();
        let last = Mutex::new(last);
        let worker = |job| {
            match job {
                0 => last.lock().unwrap().recv().unwrap(),
                19 => last_is_done.send(()).unwrap(),
                _ => {}
            }
            job
        };
        let mut seen = Vec::new();
        let end: Option<()> = in_order(0..20, vec![worker; 4], |job| {
            seen.push(job);
            ControlFlow::Continue(())
        });
        assert_eq!((end, seen), (None, (0..20).collect()));
    }

    /// Here new jobs are sent only after results: without the report, all threads would wait
    /// forever.
    #[test]
    fn a_panic_of_a_worker_ends_the_waiting() {
        let (sender, jobs) = channel();
        (0..3).for_each(|job| sender.send(job).unwrap());
        let worker = |job: u64| assert_ne!(job, 1, "planted");
        let run = || {
            in_order(jobs, vec![worker; 3], move |()| {
                let _ = sender.send(3);
                ControlFlow::<()>::Continue(())
            })
        };
        let ended = std::panic::catch_unwind(std::panic::AssertUnwindSafe(run));
        let message = ended.expect_err("the panic is passed on");
        assert!(message.downcast_ref::<String>().is_some_and(|text| text.contains("planted")));
    }

    #[test]
    fn no_result_follows_a_break() {
        for workers in [1, 3] {
            let mut seen = Vec::new();
            let end = in_order(0.., vec![|job: u64| job; workers], |job| {
                seen.push(job);
                if job == 5 { ControlFlow::Break(job) } else { ControlFlow::Continue(()) }
            });
            assert_eq!((end, seen), (Some(5), (0..=5).collect()));
        }
    }
}
