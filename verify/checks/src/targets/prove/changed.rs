//! Files that were modified, or that belong to another proof, are refused.

use super::kept::WitnessRules;
use crate::graph::GraphTexts;
use crate::{Chance, GameGraph, SplitMix64};
use eldest_prove::{Error, ProofManager, ProofOptions, StoreError, TextGame};
use redb::{Database, ReadableTable, TableDefinition};
use std::path::Path;

const RESULTS: TableDefinition<'_, u64, &[u8]> = TableDefinition::new("results");
const HEAD: TableDefinition<'_, &str, &[u8]> = TableDefinition::new("head");

/// Checks that no other proof accepts the proof of `graph` at `path`.
pub(super) fn is_no_others<const A: bool, const D: bool>(
    rules: &WitnessRules<'_, A, D>,
    graph: &GameGraph<A, D>,
    path: &Path,
) {
    let refusal = |name: &str, fingerprint, root: &str| {
        let game = TextGame::new(name, fingerprint, GraphTexts(graph.clone()));
        let prover = ProofManager::new(&game, root, ProofOptions::default()).expect("a node");
        refused(prover.keep(path))
    };
    assert!(matches!(refusal("tree", 1, &rules.root), StoreError::Other { what: "the game", .. }));
    assert!(matches!(refusal("graph", 2, &rules.root), StoreError::GameRules { .. }));
    let other = (0..graph.size()).map(|at| at.to_string()).find(|at| *at != rules.root);
    let other = other.map(|other| refusal("graph", 1, &other));
    let is_other = |error| matches!(error, StoreError::Other { what: "the position", .. });
    assert!(other.is_none_or(is_other));
}

/// Checks that a change at `path` is noticed, even if all pages are valid.
pub(super) fn is_noticed<const A: bool, const D: bool>(
    rules: &WitnessRules<'_, A, D>,
    path: &Path,
    chance: &mut SplitMix64,
) {
    let database = Database::open(path).expect("a database");
    let is_result = change(&database, chance);
    drop(database);
    let error = refused(rules.look(path));
    match is_result {
        Some(true) => assert!(matches!(error, StoreError::Damaged(_)), "{error}"),
        Some(false) => assert!(matches!(error, StoreError::Format { .. }), "{error}"),
        None => assert!(matches!(error, StoreError::NoStore), "{error}"),
    }
}

fn refused(opened: Result<ProofManager<'_>, Error>) -> StoreError {
    match opened {
        Err(Error::Store(error)) => error,
        Err(other) => panic!("{other}"),
        Ok(prover) => panic!("the file was accepted: {prover:?}"),
    }
}

/// Changes an entry. Returns whether that is a value, as opposed to the format; `None` if an entry
/// was removed.
fn change(database: &Database, chance: &mut SplitMix64) -> Option<bool> {
    let transaction = database.begin_write().expect("there is no other writer");
    let changed = {
        let mut head = transaction.open_table(HEAD).expect("a head");
        let mut results = transaction.open_table(RESULTS).expect("results");
        let count = results.iter().expect("a table").count() as u64;
        let at = chance.below(count.max(1));
        match chance.below(5) {
            0 => {
                head.insert("format", 3_u32.to_le_bytes().as_slice()).expect("room");
                Some(false)
            }
            1 => {
                let key = chance.pick(&["format", "origin", "goal"]);
                drop(head.remove(key).expect("a table"));
                None
            }
            // A gap is noticed only if entries follow it.
            2 if at + 1 < count => {
                drop(results.remove(at).expect("a table"));
                Some(true)
            }
            3.. if count > 0 => {
                let bytes = results.get(at).expect("a table").expect("a result").value().to_vec();
                results.insert(at, flipped(bytes, chance).as_slice()).expect("room");
                Some(true)
            }
            _ => {
                let key = chance.pick(&["origin", "goal"]);
                let bytes = head.get(key).expect("a table").expect("it is there").value().to_vec();
                head.insert(key, flipped(bytes, chance).as_slice()).expect("room");
                Some(true)
            }
        }
    };
    transaction.commit().expect("room");
    changed
}

fn flipped(mut bytes: Vec<u8>, chance: &mut SplitMix64) -> Vec<u8> {
    let at = chance.below(bytes.len() as u64) as usize;
    bytes[at] ^= 1 << chance.below(8);
    bytes
}
