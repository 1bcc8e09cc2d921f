//! Schedules by chance over small graphs, as an ordinary test.

use arbitrary::Unstructured;
use eldest_checks_scheduled::Random;
use eldest_checks_scheduled::schedule::{Tally, check_counted};

const EXECUTIONS: u64 = 100_000;
/// Bytes of an input, at most.
const MOST: usize = 256;

#[test]
fn every_schedule_gives_the_value() {
    let mut tally = Tally::default();
    for seed in 0..EXECUTIONS {
        let input = Random(seed).input(MOST);
        check_counted(&mut Unstructured::new(&input), &mut tally).expect("a case");
    }
    println!("{tally:#?}");
    let Tally { splits, steals, aborts, deferred, stopped, limited, panicked, entries, .. } = tally;
    for happened in [splits, steals, aborts, deferred, stopped, limited, panicked, entries] {
        assert!(happened > EXECUTIONS / 1000, "{tally:#?}");
    }
}
