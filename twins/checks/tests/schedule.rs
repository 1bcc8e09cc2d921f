//! Schedules by chance over small graphs, as an ordinary test.

use arbitrary::Unstructured;
use eldest_checks_scheduled::Random;
use eldest_checks_scheduled::soak::{inputs_in, try_once};
use eldest_checks_scheduled::target::find;
use eldest_checks_scheduled::targets::schedule::{Tally, check_counted};
use std::path::Path;

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
    tally.sharing.check(EXECUTIONS / 1000);
    let Tally { stopped, out_of_nodes, out_of_time, panicked, entries, .. } = tally;
    for happened in [stopped, out_of_nodes, out_of_time, panicked, entries] {
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
            format!("{tally:?}")
        };
        let (by_chance, spelt_out) = (input(seed), spell(&input(seed)));
        assert_eq!(tally(&by_chance), tally(&spelt_out), "{seed}");
        assert_eq!(spell(&spelt_out), spelt_out, "{seed}");
    }
}

#[test]
fn every_input_that_is_kept_passes() {
    let target = find("schedule").expect("it is there");
    let fuzz = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz");
    let seeds = inputs_in(&fuzz.join("corpus/schedule")).expect("a folder of files");
    assert!(seeds.len() >= 20, "{} seeds", seeds.len());
    let regressions = inputs_in(&fuzz.join("regressions/schedule")).unwrap_or_default();
    for input in seeds.iter().chain(&regressions) {
        try_once(target, input).unwrap_or_else(|message| panic!("{input:?}: {message}"));
    }
}
