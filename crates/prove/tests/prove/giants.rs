//! Many workers on a tree of a billion nodes.

use eldest::StopToken;
use eldest_checks::simulated::{Faults, Giant, Workers};
use eldest_prove::{Ending, ProofManager, ProofOptions};

const WORK: u64 = 1_000_000_000;

/// Returns the time that `workers` workers take, in nodes.
fn time(workers: usize, is_won: bool, faults: Faults) -> u64 {
    let giant = Giant::new(WORK, is_won, 7);
    let options = ProofOptions::default().with(|o| (o.least, o.budget) = (Some(1), 1_000_000));
    let mut executor = Workers::new(workers, |job| giant.search(job)).faulty(faults, 1);
    let mut manager = ProofManager::new(&giant, "", options).unwrap();
    let ending = manager.run(&mut executor, &StopToken::new(), &mut |_| ()).unwrap();
    assert_eq!(ending, Ending::Settled);
    assert_eq!(manager.known().lower().get() == 1, is_won);
    executor.now()
}

#[test]
fn sixty_four_workers_are_twenty_times_as_fast_as_one_though_jobs_are_lost() {
    let faults = Faults::default().with(|f| (f.lost, f.lease) = (0.01, 1_000_000));
    for is_won in [true, false] {
        let one = time(1, is_won, Faults::default());
        let many = time(64, is_won, faults);
        assert!(one >= 20 * many, "{one} and {many}");
    }
}
