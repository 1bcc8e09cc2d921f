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

/// Does jobs until there are none, or nobody listens.
fn work<J, R>(
    queue: &Mutex<impl Iterator<Item = (usize, J)>>,
    mut worker: impl FnMut(J) -> R,
    sender: &Sender<(usize, R)>,
) {
    let next = || queue.lock().unwrap_or_else(PoisonError::into_inner).next();
    while let Some((number, job)) = next() {
        if sender.send((number, worker(job))).is_err() {
            return;
        }
    }
}

/// Holds back what comes too early.
fn sort<R, B>(
    results: &Receiver<(usize, R)>,
    mut each: impl FnMut(R) -> ControlFlow<B>,
) -> Option<B> {
    let (mut early, mut due) = (BTreeMap::new(), 0);
    for (number, result) in results {
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
