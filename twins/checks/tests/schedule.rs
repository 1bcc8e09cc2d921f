//! Schedules by chance over small graphs, as an ordinary test.

use arbitrary::Unstructured;
use eldest_checks_scheduled::Random;
use eldest_checks_scheduled::schedule::{Tally, check_counted};

const EXECUTIONS: u64 = 100_000;
/// Bytes of an input: enough for a graph that is worth sharing.
const BYTES: usize = 160;

#[test]
fn every_schedule_gives_the_value() {
    let mut tally = Tally::default();
    for seed in 0..EXECUTIONS {
        let mut random = Random(seed);
        let bytes = std::iter::repeat_with(|| random.bits().to_le_bytes()).flatten();
        let input: Vec<u8> = bytes.take(BYTES).collect();
        check_counted(&mut Unstructured::new(&input), &mut tally).expect("a case");
    }
    let Tally { splits, steals, aborts, deferred, stopped, limited, panicked, entries, .. } = tally;
    for happened in [splits, steals, aborts, deferred, stopped, limited, panicked, entries] {
        assert!(happened > EXECUTIONS / 1000, "{tally:#?}");
    }
}
