//! Counts what threads do under reproducible schedules. Which worker helps which, and when, does
//! not show in any value.
//!
//! After an intended change, `UPDATE_EXPECT=1 cargo test -p eldest-checks-scheduled signature`
//! updates the counts, and CHANGELOG explains the difference.

use arbitrary::Unstructured;
use eldest_checks_scheduled::SplitMix64;
use eldest_checks_scheduled::targets::schedule::{SHORTEST, ScheduleTally, examine_counted};
use expect_test::expect_file;
use std::fmt::Write;

const EXECUTIONS: u64 = 10_000;
/// The longest input, in bytes.
const LONGEST: usize = 400;

#[test]
fn what_threads_do_is_what_they_have_always_done() {
    let mut tally = ScheduleTally::default();
    for seed in 0..EXECUTIONS {
        let input = SplitMix64(seed).input_within(SHORTEST, LONGEST);
        examine_counted(&mut Unstructured::new(&input), &mut tally).expect("a case");
    }
    let ScheduleTally {
        steps,
        switches,
        stopped,
        out_of_nodes,
        out_of_time,
        panicked,
        entries,
        ..
    } = tally;
    let mut text = format!(
        "steps {steps}, switches {switches}, entries {entries}\n\
         stopped {stopped}, out of nodes {out_of_nodes}, out of time {out_of_time}, panicked {panicked}\n"
    );
    for algorithm in eldest::Algorithm::ALL {
        writeln!(text, "{algorithm:?} {:#?}", tally.sharing.of(algorithm)).expect("a string");
    }
    expect_file!["signature.txt"].assert_eq(&text);
}
