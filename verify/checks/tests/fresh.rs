//! The targets on fresh inputs, the same in every run, and their events. Their number is such that
//! a debug build takes seconds.

use arbitrary::Unstructured;
use eldest::Algorithm;
use eldest_checks::selected::KINDS;
use eldest_checks::shares::Coverage;
use eldest_checks::shares::Shares;
use eldest_checks::sharing::SharingTally;
use eldest_checks::soak::{InputSource, Soak, minimised, try_once};
use eldest_checks::targets::{certificates, exchange, parallel, prove, selective, serial};
use eldest_checks::{SplitMix64, target};

/// The number of inputs within which threads must interact in every way.
const MOST_MEETINGS: u64 = 20_000;
/// The number of soaks to try: on a busy machine threads interact less often.
const CHANCES: u64 = 5;
/// The longest input, in bytes.
const LONGEST: usize = 400;

/// Runs the target called `name` on fresh inputs, and minimises a failing one. Returns how often
/// threads interacted, if the target reports it.
fn soak(name: &str, seed: u64, executions: u64) -> Option<Shares> {
    let target = target::find(name).expect("a target");
    let inputs = InputSource::new(target, seed, LONGEST, None).expect("no folder");
    let soak = Soak::run(target, &inputs, Some(executions), None);
    if let Some(failure) = soak.failure {
        let small = minimised(&failure.bytes, |bytes| try_once(target, bytes).is_err());
        let message = try_once(target, &small).err().unwrap_or(failure.message);
        panic!("{name} fails at {} with {small:?}: {message}", failure.execution);
    }
    soak.shares
}

#[test]
fn the_textbook_keeps_its_contracts() {
    soak("textbook", 1, 3_000);
}

/// For all actions of the simulated workers.
#[test]
fn proofs_find_the_value_and_meet_everything() {
    soak("prove", 1, 500);
    let mut met = Coverage::default();
    for seed in 0..2_500 {
        let input = SplitMix64(seed).input_within(prove::SHORTEST, LONGEST);
        met.join(&prove::examine(&mut Unstructured::new(&input)).expect("any bytes are valid"));
    }
    for what in prove::MET {
        assert!(met.of(what) > 10, "{what}: {met:?}");
    }
}

#[test]
fn one_thread_reports_the_truth_and_meets_everything() {
    soak("serial", 1, 500);
    let mut tally = SharingTally::default();
    for seed in 0..1_500 {
        let input = SplitMix64(seed).input(LONGEST);
        serial::counted(&mut Unstructured::new(&input), &mut tally).expect("any bytes are valid");
    }
    let met = tally.sum(&Algorithm::ALL);
    let least = [met.researches, met.cutoffs, met.table_cutoffs, met.etc_cutoffs, met.quiescence];
    assert!(least.iter().all(|count| *count > 10), "{met:?}");
    assert!(tally.pasts() > 10, "{} entries after another past", tally.pasts());
    let wide = tally.wide();
    assert!(wide > 9, "{wide} fallbacks of drivers to the full range");
}

#[test]
fn certificates_are_accepted_exactly_if_they_are_true() {
    soak("certificates", 1, 400);
    let mut met = Coverage::default();
    for seed in 0..200 {
        let input = SplitMix64(seed).input(LONGEST);
        let seen =
            certificates::examine(&mut Unstructured::new(&input)).expect("any bytes are valid");
        met.join(&seen);
    }
    for what in certificates::MET {
        assert!(met.of(what) > 5, "{what}: {met:?}");
    }
}

/// For all orders and losses of messages.
#[test]
fn engines_that_share_entries_report_the_truth() {
    soak("exchange", 1, 200);
    let mut met = Coverage::default();
    for seed in 0..100 {
        let input = SplitMix64(seed).input_within(exchange::SHORTEST, LONGEST);
        met.join(&exchange::examine(&mut Unstructured::new(&input)).expect("any bytes are valid"));
    }
    for what in exchange::MET {
        assert!(met.of(what) > 10, "{what}: {met:?}");
    }
}

#[test]
fn what_is_left_out_is_what_the_definition_leaves_out() {
    soak("selective", 1, 300);
    let mut selected = [0; KINDS.len()];
    for seed in 0..150 {
        let input = SplitMix64(seed).input(LONGEST);
        selective::counted(&mut Unstructured::new(&input), &mut selected)
            .expect("any bytes are valid");
    }
    assert!(selected.iter().all(|count| *count > 2), "{selected:?}");
}

#[test]
fn threads_report_the_truth_and_interact() {
    let shares = |seed| soak("parallel", seed, 300).expect("the target reports shares");
    let enough = (1..=CHANCES).map(shares).any(|shares| shares.are_enough());
    assert!(enough, "{}", shares(1));
    let mut tally = SharingTally::default();
    // On a busy machine threads interact rarely.
    let met = (0..MOST_MEETINGS).find(|&seed| {
        let input = SplitMix64(seed).input_within(parallel::SHORTEST, LONGEST);
        parallel::counted(&mut Unstructured::new(&input), &mut tally).expect("any bytes are valid");
        let met = tally.sum(&Algorithm::ALL);
        let all = [met.splits, met.steals, met.aborts, met.deferred, met.researches, met.cutoffs];
        tally.pasts() > 0 && tally.wide() > 0 && all.iter().all(|count| *count > 0)
    });
    assert!(met.is_some(), "{:?}", tally.sum(&Algorithm::ALL));
}
