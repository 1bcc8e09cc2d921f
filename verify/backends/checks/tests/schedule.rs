//! The targets of the scheduler on fresh inputs, as ordinary tests.

use arbitrary::Unstructured;
use eldest_checks_scheduled::SplitMix64;
use eldest_checks_scheduled::shares::Shares;
use eldest_checks_scheduled::soak::{inputs_in, try_once};
use eldest_checks_scheduled::target::find;
use eldest_checks_scheduled::targets::schedule::{
    ProofTally, SHORTEST, ScheduleTally, batches, examine_counted, examine_proof,
};
use eldest_checks_scheduled::targets::selections;
use std::path::Path;

const EXECUTIONS: u64 = 20_000;
const BATCHES: u64 = 1_200;
const PROOFS: u64 = 600;
const SELECTIONS: u64 = 2_000;
/// The longest input, in bytes.
const LONGEST: usize = 400;

fn input(seed: u64) -> Vec<u8> {
    SplitMix64(seed).input_within(SHORTEST, LONGEST)
}

#[test]
fn every_schedule_gives_the_value() {
    let (mut tally, mut shares) = (ScheduleTally::default(), Shares::default());
    for seed in 0..EXECUTIONS {
        let happened = examine_counted(&mut Unstructured::new(&input(seed)), &mut tally);
        shares.add(&happened.expect("a case"));
    }
    shares.check();
    tally.sharing.check(EXECUTIONS / 1000);
    assert!(
        tally.sharing.pasts() > EXECUTIONS,
        "{} entries after another past",
        tally.sharing.pasts()
    );
    let ScheduleTally { stopped, out_of_nodes, out_of_time, panicked, entries, .. } = tally;
    let ScheduleTally { wide_windows, wide_windows_beside, named_twice, .. } = tally;
    for happened in [wide_windows, wide_windows_beside, named_twice] {
        assert!(happened > EXECUTIONS / 4000, "{tally:#?}");
    }
    for happened in [stopped, out_of_nodes, out_of_time, panicked, entries] {
        assert!(happened > EXECUTIONS / 1000, "{tally:#?}");
    }
}

/// Batches of positions that differ in rules, limits, stops and stacks, with threads that finish
/// early and help.
#[test]
fn every_schedule_gives_the_values_of_a_batch() {
    let mut batches = batches::BatchTally::default();
    for seed in 0..BATCHES {
        let input = SplitMix64(seed).input_within(2 * SHORTEST, LONGEST);
        batches::examine(&mut Unstructured::new(&input), &mut batches).expect("a batch");
    }
    let batches::BatchTally { positions, waited, overtaken, stopped, stopped_early, .. } = batches;
    assert!(positions > 2 * BATCHES, "{batches:#?}");
    for happened in [waited, overtaken, stopped, stopped_early] {
        assert!(happened > BATCHES / 2, "{batches:#?}");
    }
    let batches::BatchTally { side_by_side, helped, grown, held, dropped_early, .. } = batches;
    for happened in [side_by_side, helped, grown, held, dropped_early] {
        assert!(happened > BATCHES / 10, "{batches:#?}");
    }
    let batches::BatchTally { panicked, out_of_nodes, out_of_time, dropped, .. } = batches;
    for happened in [panicked, out_of_nodes, out_of_time, dropped] {
        assert!(happened > BATCHES / 40, "{batches:#?}");
    }
}

/// A manager with concurrent jobs, some of which run out of nodes, are withdrawn, stopped, or
/// panic.
#[test]
fn every_schedule_gives_the_value_of_a_proof() {
    let mut proofs = ProofTally::default();
    for seed in 0..PROOFS {
        examine_proof(&mut Unstructured::new(&input(seed)), &mut proofs).expect("a case");
    }
    let ProofTally { jobs, side_by_side, exhausted, withdrawn, withdrawn_early, .. } = proofs;
    let ProofTally { proved, expanded, stopped, panicked, .. } = proofs;
    assert!(proved == PROOFS && jobs > PROOFS && expanded > PROOFS, "{proofs:#?}");
    for happened in [side_by_side, exhausted, withdrawn, withdrawn_early, stopped, panicked] {
        assert!(happened > PROOFS / 100, "{proofs:#?}");
    }
}

/// All threads leave out the same moves, and the reported value is that of a position.
#[test]
fn every_schedule_leaves_out_the_same() {
    let (mut tally, mut shares) = (selections::SelectionTally::default(), Shares::default());
    for seed in 0..SELECTIONS {
        let input = SplitMix64(seed).input_within(selections::SHORTEST, LONGEST);
        let happened = selections::examine_counted(&mut Unstructured::new(&input), &mut tally);
        shares.add(&happened.expect("any bytes are valid"));
    }
    let selections::SelectionTally { decisions, held, reports, alone } = tally;
    for happened in [held, decisions - held, reports, alone] {
        assert!(happened > SELECTIONS / 100, "{tally:#?}");
    }
    assert!(shares.met() > 30.0, "{shares}");
}

/// Replaying an explicit input gives the same steps, switches, splits and other counts.
#[test]
fn an_explicit_input_gives_the_same_execution() {
    let spell = find("schedule").and_then(|target| target.spelt_out).expect("it has chance");
    for seed in 0..2_000 {
        let tally = |input: &[u8]| {
            let mut tally = ScheduleTally::default();
            examine_counted(&mut Unstructured::new(input), &mut tally).expect("a case");
            format!("{tally:?}")
        };
        let (by_chance, spelt_out) = (input(seed), spell(&input(seed)));
        assert_eq!(tally(&by_chance), tally(&spelt_out), "{seed}");
        assert_eq!(spell(&spelt_out), spelt_out, "{seed}");
    }
}

#[test]
fn every_stored_input_passes() {
    for name in ["schedule", "proofs", "limits", "batches", "selections"] {
        let target = find(name).expect("it is there");
        let fuzz = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../fuzz");
        let seeds = inputs_in(&fuzz.join("corpus").join(name)).expect("a folder of files");
        assert!(seeds.len() >= 20, "{} seeds", seeds.len());
        let regressions = inputs_in(&fuzz.join("regressions").join(name)).unwrap_or_default();
        for input in seeds.iter().chain(&regressions) {
            try_once(target, input).unwrap_or_else(|message| panic!("{input:?}: {message}"));
        }
    }
}
