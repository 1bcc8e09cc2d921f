//! Every checked-in input passes.

use eldest_checks::soak::{inputs_in, try_once};
use eldest_checks::{FuzzTarget, TARGETS};
use std::path::PathBuf;

/// The inputs of `target` in `fuzz/`, if there are any.
fn inputs(kind: &str, target: &FuzzTarget) -> Vec<Vec<u8>> {
    let fuzz = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../fuzz");
    let folder = fuzz.join(kind).join(target.name);
    if folder.exists() { inputs_in(&folder).expect("a folder of files") } else { Vec::new() }
}

fn replay(target: &FuzzTarget, input: &[u8]) {
    if let Err(message) = try_once(target, input) {
        panic!("{} fails with {input:?}: {message}", target.name);
    }
}

#[test]
fn every_target_passes_its_corpus() {
    for target in TARGETS {
        let corpus = inputs("corpus", target);
        assert!(corpus.len() >= 10, "{} has {} seeds", target.name, corpus.len());
        corpus.iter().for_each(|input| replay(target, input));
    }
}

#[test]
fn what_failed_once_passes() {
    for target in TARGETS {
        inputs("regressions", target).iter().for_each(|input| replay(target, input));
    }
}
