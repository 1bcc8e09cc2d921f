//! Schedules by chance over small graphs, as an ordinary test.

use arbitrary::Unstructured;
use eldest_checks_scheduled::Random;
use eldest_checks_scheduled::schedule::{Tally, check_counted};
use eldest_checks_scheduled::target::find;

const EXECUTIONS: u64 = 100_000;
/// Bytes of an input: enough for a graph that is worth sharing.
const BYTES: usize = 160;

fn input(seed: u64) -> Vec<u8> {
    let mut random = Random(seed);
    let bytes = std::iter::repeat_with(|| random.bits().to_le_bytes()).flatten();
    bytes.take(BYTES).collect()
}

#[test]
fn every_schedule_gives_the_value() {
    let mut tally = Tally::default();
    for seed in 0..EXECUTIONS {
        check_counted(&mut Unstructured::new(&input(seed)), &mut tally).expect("a case");
    }
    let Tally { splits, steals, aborts, deferred, stopped, limited, panicked, entries, .. } = tally;
    for happened in [splits, steals, aborts, deferred, stopped, limited, panicked, entries] {
        assert!(happened > EXECUTIONS / 1000, "{tally:#?}");
    }
}

/// Steps, switches, splits and everything else are the same.
#[test]
fn what_is_spelt_out_is_the_same_execution() {
    let spell = find("schedule").and_then(|target| target.spelt_out).expect("it has chance");
    for seed in 0..2_000 {
        let tally = |input: &[u8]| {
            let mut tally = Tally::default();
            check_counted(&mut Unstructured::new(input), &mut tally).expect("a case");
            tally
        };
        let (by_chance, spelt_out) = (input(seed), spell(&input(seed)));
        assert_eq!(tally(&by_chance), tally(&spelt_out), "{seed}");
        assert_eq!(spell(&spelt_out), spelt_out, "{seed}");
    }
}
