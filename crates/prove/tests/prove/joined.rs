//! Jobs that grow with the proof, and a worker that joins while one is open.

use eldest::StopToken;
use eldest::batch::Executor;
use eldest_checks::simulated::{Giant, Workers};
use eldest_prove::{Ending, Job, JobEnd, JobReport, ProofManager, ProofOptions};

/// A worker that another one joins as soon as the first job is open.
struct Joined<'o> {
    workers: Workers<'o>,
    has_joined: bool,
    budgets: Vec<u64>,
    withdrawn: usize,
}

impl Executor<Job> for Joined<'_> {
    type Answer = JobReport;

    fn capacity(&self) -> usize {
        if self.has_joined { self.workers.capacity() } else { 1 }
    }

    fn begin(&mut self, number: usize, job: Job) {
        self.budgets.push(job.budget);
        self.workers.begin(number, job);
    }

    /// Reports a joined worker as a cluster does: by an answer to no job.
    fn answer(&mut self) -> Option<(usize, JobReport)> {
        if !std::mem::replace(&mut self.has_joined, true) {
            return Some((usize::MAX, JobReport::nothing(JobEnd::Lost)));
        }
        self.workers.answer()
    }

    fn withdraw(&mut self, number: usize) {
        self.withdrawn += 1;
        self.workers.withdraw(number);
    }
}

impl eldest_prove::JobExecutor for Joined<'_> {}

/// Returns the budgets of the jobs, the number withdrawn, and the time in nodes.
fn proved(grows_from: Option<u64>) -> (Vec<u64>, usize, u64) {
    let giant = Giant::new(10_000_000, true, 7);
    let options = ProofOptions::default().with(|o| (o.least, o.budget) = (Some(1), 50_000_000));
    let options = options.with(|o| o.grows_from = grows_from);
    let workers = Workers::new(2, |job| giant.search(job));
    let mut joined = Joined { workers, has_joined: false, budgets: Vec::new(), withdrawn: 0 };
    let mut manager = ProofManager::new(&giant, "", options).unwrap();
    let ending = manager.run(&mut joined, &StopToken::new(), &mut |_| ()).unwrap();
    assert_eq!((ending, manager.known().lower().get()), (Ending::Settled, 1));
    (joined.budgets, joined.withdrawn, joined.workers.now())
}

#[test]
fn a_worker_that_joins_finds_work() {
    let (budgets, withdrawn, time) = proved(Some(10_000));
    assert_eq!(budgets[..3], [50_000_000, 10_000, 10_000], "the first began with one worker");
    assert!(withdrawn > 0 && budgets[1..].iter().all(|budget| *budget < 5_000_000));
    assert!(budgets.iter().any(|budget| *budget > 500_000 && *budget < 5_000_000), "none grows");
    assert!(time < 9_000_000, "{time}: two workers are no faster than one");
}

#[test]
fn jobs_that_do_not_grow_stay_under_way() {
    assert_eq!(proved(None), (vec![50_000_000], 0, 10_000_000));
}
