//! [`in_order`]: jobs done side by side, their results heard in order.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Mutex, PoisonError};
use std::thread;

/// Lets the `workers` do the `jobs`, each in a thread of its own. Results come to `each` in the order of the
/// jobs, however fast they were done, until it breaks off: whoever counts them counts the same with any
/// number of workers. Jobs that have been begun by then are ended, and not told of.
pub(super) fn in_order<J: Send, R: Send, B>(
    jobs: impl IntoIterator<Item = J, IntoIter: Send>,
    workers: Vec<impl FnMut(J) -> R + Send>,
    each: impl FnMut(R) -> ControlFlow<B>,
) -> Option<B> {
    let queue = Mutex::new(jobs.into_iter().enumerate());
    thread::scope(|scope| {
        let (sender, results) = channel();
        for worker in workers {
            let (queue, sender) = (&queue, sender.clone());
            scope.spawn(move || work(queue, worker, &sender));
        }
        drop(sender);
        sort(&results, each)
    })
}

/// The number of a job and what came of it; nothing, if a worker has panicked.
type Told<R> = Option<(usize, R)>;

/// Does jobs until there are none, or nobody listens.
fn work<J, R>(
    queue: &Mutex<impl Iterator<Item = (usize, J)>>,
    mut worker: impl FnMut(J) -> R,
    sender: &Sender<Told<R>>,
) {
    let _told = TellsPanic(sender);
    let next = || queue.lock().unwrap_or_else(PoisonError::into_inner).next();
    while let Some((number, job)) = next() {
        if sender.send(Some((number, worker(job)))).is_err() {
            return;
        }
    }
}

/// Whoever hears results would wait for ever for that of a worker which has panicked.
struct TellsPanic<'a, R>(&'a Sender<Told<R>>);

impl<R> Drop for TellsPanic<'_, R> {
    fn drop(&mut self) {
        if thread::panicking() {
            drop(self.0.send(None));
        }
    }
}

/// Holds back what comes too early, and ends where a worker has.
fn sort<R, B>(results: &Receiver<Told<R>>, mut each: impl FnMut(R) -> ControlFlow<B>) -> Option<B> {
    let (mut early, mut due) = (BTreeMap::new(), 0);
    for (number, result) in results.iter().map_while(|told| told) {
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

    /// Nobody waits for jobs that only come if it is heard of others.
    #[test]
    fn a_worker_that_panics_is_no_end_of_waiting() {
        let (sender, jobs) = channel();
        (0..3).for_each(|job| sender.send(job).unwrap());
        let worker = |job: u64| assert_ne!(job, 1, "planted");
        let heard = || {
            in_order(jobs, vec![worker; 3], move |()| {
                let _ = sender.send(3);
                ControlFlow::<()>::Continue(())
            })
        };
        let ended = std::panic::catch_unwind(std::panic::AssertUnwindSafe(heard));
        assert!(ended.is_err(), "whoever asked is told");
    }

    #[test]
    fn whoever_has_heard_enough_hears_no_more() {
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
