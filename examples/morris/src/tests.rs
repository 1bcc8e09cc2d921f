//! The rules keep their promises, and the database has the published counts.

use super::{Morris, build};
use eldest::{Moves, Position, Score, conformance};
use eldest_retro::{Enumerable, KeyedDatabase, Probe};

/// All positions that have a key, whether they can be reached or not.
fn positions() -> impl Iterator<Item = Morris> {
    (0..1 << 19).filter_map(|key| Morris::new().with_key(key))
}

fn database() -> (tempfile::TempDir, KeyedDatabase<Morris>) {
    let directory = tempfile::tempdir().expect("a folder");
    let database = build(directory.path()).expect("a database");
    (directory, database)
}

#[test]
fn the_rules_keep_their_promises() {
    let summary = conformance::assert_conforms(&Morris::new(), 5_000);
    assert_eq!(summary.doubts(), Vec::<String>::new());
}

#[test]
fn keys_lead_back_to_their_positions() {
    for key in 0..1 << 20 {
        if let Some(position) = Morris::new().with_key(key) {
            assert_eq!(position.key(), key);
        }
    }
    assert_eq!(Morris::new().with_key(0), Some(Morris::new()));
    assert_eq!(Morris::new().with_key(1), None, "the first player has moved");
    assert_eq!(Morris::new().with_key(0o001_001), None, "two men on a point");
}

#[test]
fn predecessors_are_the_positions_with_a_move_to_this_one() {
    let (mut forwards, mut backwards) = (Vec::new(), Vec::new());
    for mut position in positions() {
        let key = position.key();
        position.for_each_predecessor(|before| backwards.push((before.key(), key)));
        if position.over().is_none() {
            for step in Moves::collect(|out| position.moves(out)) {
                let before = position.play(step);
                forwards.push((key, position.key()));
                position.undo(step, before);
            }
        }
    }
    forwards.sort_unstable();
    backwards.sort_unstable();
    assert_eq!(forwards, backwards);
    assert!(forwards.len() > 10_000, "{}", forwards.len());
}

/// The published counts: 4,974 positions where the game goes on, 1,208 of them drawn.
#[test]
fn the_database_has_the_published_counts() {
    let (_directory, database) = database();
    let goes_on = |position: &Morris| position.over().is_none();
    let known = |position| database.probe(&position);
    let values: Vec<Score> = positions().filter(goes_on).filter_map(known).collect();
    assert_eq!(values.len(), 4_974);
    assert_eq!(values.iter().filter(|value| **value == Score::DRAW).count(), 1_208);
    assert_eq!(database.probe(&Morris::new()), Some(Score::win_in(9)));
    assert_eq!(database.summary().positions(), 5_390);
}

#[test]
fn the_program_runs() {
    super::main().expect("no error");
}
