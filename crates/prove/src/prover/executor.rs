//! [`Executor`]: what a manager hands its jobs to.

use crate::job::{Job, Outcome};

/// Answers jobs: an [`eldest::batch::Executor`] of jobs.
///
/// Each job that was begun is answered once, whatever comes of it; a job whose result is not known is
/// answered with [`End::Lost`](crate::End::Lost). If the executor has nothing more to answer while jobs are open, they are taken
/// for lost. Answers to jobs that are not open, second ones for example, are overlooked.
///
/// An executor whose workers have names writes the name of the sender into [`Outcome::by`], and gives no worker a job that is
/// [not for it](Job::not_by): if no other one is there, it answers with [`End::Unavailable`](crate::End::Unavailable).
pub trait Executor: eldest::batch::Executor<Job, Answer = Outcome> {
    /// Two results contradict each other, and these workers have given them, as far as they have names. What other workers
    /// have learnt from them may be wrong. By default nothing is done.
    fn contradicted(&mut self, workers: &[String]) {
        let _ = workers;
    }
}

impl<X: Executor + ?Sized> Executor for Box<X> {
    fn contradicted(&mut self, workers: &[String]) {
        (**self).contradicted(workers);
    }
}
