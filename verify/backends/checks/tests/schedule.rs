//! Schedules by chance over small graphs, as an ordinary test.

use arbitrary::Unstructured;
use eldest_checks_scheduled::Random;
use eldest_checks_scheduled::shares::Shares;
use eldest_checks_scheduled::soak::{inputs_in, try_once};
use eldest_checks_scheduled::target::find;
use eldest_checks_scheduled::targets::schedule::{SHORTEST, Tally, examine_counted};
use std::path::Path;

const EXECUTIONS: u64 = 20_000;
/// The longest input, in bytes.
const LONGEST: usize = 400;

fn input(seed: u64) -> Vec<u8> {
    Random(seed).input_within(SHORTEST, LONGEST)
}

#[test]
fn every_schedule_gives_the_value() {
    let (mut tally, mut shares) = (Tally::default(), Shares::default());
    for seed in 0..EXECUTIONS {
        let happened = examine_counted(&mut Unstructured::new(&input(seed)), &mut tally);
        shares.add(&happened.expect("a case"));
    }
    shares.check();
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
            examine_counted(&mut Unstructured::new(input), &mut tally).expect("a case");
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
    let fuzz = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../fuzz");
    let seeds = inputs_in(&fuzz.join("corpus/schedule")).expect("a folder of files");
    assert!(seeds.len() >= 20, "{} seeds", seeds.len());
    let regressions = inputs_in(&fuzz.join("regressions/schedule")).unwrap_or_default();
    for input in seeds.iter().chain(&regressions) {
        try_once(target, input).unwrap_or_else(|message| panic!("{input:?}: {message}"));
    }
}
