//! A random game with cycles against its values by repeated minimax.

use super::graph::{Graph, Random};
use super::numbers::{Numbers, SLICE};
use crate::{
    Builder, CheckError, Database, FileError, KeyedDatabase, Numbering, Probe, WithDatabase, check,
    check_keyed,
};
use eldest::{Engine, Limits, StopToken};
use std::path::Path;
use std::sync::Arc;

fn build(folder: &Path, graph: &Graph) -> Numbers {
    let numbers = Numbers::new(graph.clone());
    Builder::new(folder, "graph").threads(3).build(&numbers).unwrap();
    numbers
}

#[test]
fn slices_are_built_verified_and_probed() {
    for seed in 0..3 {
        let graph = Graph::random(seed, 2 * SLICE + 100);
        let folder = tempfile::tempdir().unwrap();
        let numbers = build(folder.path(), &graph);
        let database = Database::open(folder.path(), "graph", numbers.clone()).unwrap();
        for (slice, (part, summary)) in database.slices().enumerate() {
            let checked = check(&database, slice, &|_, _| (), &StopToken::new()).unwrap();
            assert_eq!((Some(checked), checked.len), (summary, part.len));
        }
        for (at, value) in graph.values().into_iter().enumerate() {
            let position = graph.at(at);
            let wanted = numbers.place(&position).map(|_| value);
            assert_eq!(database.probe(&position), wanted, "node {at}");
        }
    }
}

#[test]
fn keys_are_built_verified_probed_and_searched_with() {
    let (graph, folder) = (Graph::random(3, SLICE), tempfile::tempdir().unwrap());
    let root = graph.at(SLICE - 1);
    Builder::new(folder.path(), "graph").enumerate(&root, "all").unwrap();
    let database = KeyedDatabase::open(&folder.path().join("all.eldb"), "graph", &root).unwrap();
    let summary = check_keyed(&database, &root, &|_, _| (), &StopToken::new()).unwrap();
    assert_eq!((database.name(), database.summary()), ("all", summary));
    let (values, reached) = (graph.values(), reached(&root));
    assert_eq!(reached.iter().filter(|&&is_reached| is_reached).count() as u64, summary.len);
    for (at, is_reached) in reached.into_iter().enumerate() {
        let wanted = is_reached.then_some(values[at]);
        assert_eq!(database.probe(&graph.at(at)), wanted, "node {at}");
    }
    let position = WithDatabase::new(root.clone(), Arc::new(database));
    let mut engine = Engine::builder().threads(2).build().unwrap();
    let report = engine.search(&position, &Limits::new().depth(3)).unwrap();
    assert_eq!(report.value(), Some(values[root.at]));
}

/// Returns which nodes can be reached.
fn reached(root: &Graph) -> Vec<bool> {
    let mut reached = vec![false; root.nodes.len()];
    let mut left = vec![root.at];
    while let Some(at) = left.pop() {
        if !std::mem::replace(&mut reached[at], true) && root.nodes[at].over.is_none() {
            left.extend(&root.nodes[at].to);
        }
    }
    reached
}

#[test]
fn a_database_of_other_rules_is_refused_or_found_out() {
    let (graph, other) = (Graph::random(4, 900), Graph::random(5, 900));
    let folder = tempfile::tempdir().unwrap();
    let numbers = build(folder.path(), &graph);
    let opened = Database::open(folder.path(), "chess", numbers);
    assert!(matches!(opened, Err(FileError::Foreign { what: "game", .. })), "{opened:?}");
    let longer = Numbers::new(Graph::random(4, 901));
    let opened = Database::open(folder.path(), "graph", longer);
    assert!(matches!(opened, Err(FileError::Foreign { .. })), "{opened:?}");
    // The same fingerprint by mistake: the check shows it.
    let opened = Database::open(folder.path(), "graph", Numbers::new(other)).unwrap();
    let checked = check(&opened, 0, &|_, _| (), &StopToken::new());
    assert!(matches!(checked, Err(CheckError::Wrong { .. })), "{checked:?}");
    let nowhere = Database::open(&folder.path().join("none"), "graph", Numbers::new(graph));
    assert!(matches!(nowhere, Err(FileError::Io { .. })), "{nowhere:?}");
}

#[test]
fn a_damaged_block_has_no_values() {
    let graph = Graph::random(6, SLICE);
    let folder = tempfile::tempdir().unwrap();
    let numbers = build(folder.path(), &graph);
    let all = (0..SLICE).filter(|&at| numbers.place(&graph.at(at)).is_some()).count();
    let path = folder.path().join("part-0.eldb");
    let mut bytes = std::fs::read(&path).unwrap();
    let mut random = Random(7);
    // Well behind the header and before the tables.
    let at = 200 + random.below(300);
    bytes[at] ^= 1;
    std::fs::write(&path, bytes).unwrap();
    let database = Database::open(folder.path(), "graph", numbers).unwrap();
    let values = graph.values();
    let is_known = |at: usize| {
        let value = database.probe(&graph.at(at));
        assert!(value.is_none_or(|value| value == values[at]), "node {at}");
        value.is_some()
    };
    let known = (0..SLICE).filter(|&at| is_known(at)).count();
    assert!(known > 0 && known < all, "{known} of {all}");
    let checked = check(&database, 0, &|_, _| (), &StopToken::new());
    assert!(checked.unwrap_err().to_string().contains("the blocks are changed"));
}
