//! The target `games` over fresh inputs, and over those that are checked in.

use arbitrary::Unstructured;
use eldest_checks::games;
use std::fs;
use std::panic::catch_unwind;
use std::path::{Path, PathBuf};

/// The inputs in a folder under `fuzz`; none if there is no such folder.
fn inputs(folder: &str) -> Vec<(PathBuf, Vec<u8>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fuzz").join(folder);
    let entries = fs::read_dir(folder).into_iter().flatten();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    paths.sort();
    let read = |path: PathBuf| (path.clone(), fs::read(path).expect("a file"));
    paths.into_iter().map(read).collect()
}

#[test]
fn the_games_keep_to_their_plain_rules() {
    arbtest::arbtest(games::check).budget_ms(4_000);
}

#[test]
fn every_input_of_the_corpus_passes() {
    let corpus = inputs("corpus/games");
    assert!(corpus.len() >= 20, "only {} inputs", corpus.len());
    for (path, bytes) in corpus.into_iter().chain(inputs("regressions/games")) {
        let check = || games::check(&mut Unstructured::new(&bytes)).ok();
        assert!(catch_unwind(check).is_ok(), "{}", path.display());
    }
}
