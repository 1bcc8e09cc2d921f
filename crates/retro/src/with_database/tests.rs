//! Searches of a game with a database find exact values, and moves that keep them.

use super::*;
use crate::code::Code;
use crate::database::{Database, KeyedDatabase};
use crate::file::{Heading, KeyedWriter, file_name, write_dense};
use crate::numbering::{Numbering, Place};
use crate::tests::graph::Graph;
use crate::tests::numbers::{Numbers, SLICE};
use eldest::{Depth, Engine, Limits, Moves, StopToken, ZeroEvaluator, conformance, textbook};
use std::path::Path;

const GAME: &str = "graph";

/// Opens a database that holds the values of the first `slices` slices.
fn dense(graph: &Graph, slices: usize) -> Arc<Database<Numbers>> {
    let folder = tempfile::tempdir().unwrap();
    let (numbers, values) = (Numbers::new(graph.clone()), graph.values());
    for (slice, part) in numbers.slices().iter().enumerate().take(slices) {
        let code = |number| {
            let at = numbers.node(Place { slice, number });
            at.map_or(Code::NONE, |at| Code::of(values[at]).unwrap())
        };
        let (game, name) = (GAME.to_owned(), part.name.clone());
        let heading = Heading { game, fingerprint: numbers.fingerprint(), slice: name };
        let path = folder.path().join(file_name(&part.name));
        write_dense(&path, &heading, Score::DRAW, code, part.len, &StopToken::new()).unwrap();
    }
    Arc::new(Database::open(folder.path(), GAME, numbers).unwrap())
}

fn keyed(graph: &Graph) -> Arc<dyn Probe<Graph>> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("all.eldb");
    write_keyed(&path, graph);
    Arc::new(KeyedDatabase::open(&path, GAME, graph).unwrap())
}

fn write_keyed(path: &Path, graph: &Graph) {
    let fingerprint = graph.fingerprint();
    let heading = Heading { game: GAME.into(), fingerprint, slice: "all".into() };
    let mut writer = KeyedWriter::create(path, &heading, Score::DRAW, &StopToken::new()).unwrap();
    let codes = graph.values().into_iter().map(|value| Code::of(value).unwrap());
    let entries: Vec<_> = codes.enumerate().map(|(at, code)| (graph.at(at).key(), code)).collect();
    writer.push(&entries).unwrap();
    writer.finish().unwrap();
}

/// Returns the value of a move by the values of all nodes.
fn value_of(graph: &Graph, mv: u8, values: &[Score]) -> Score {
    let mut child = graph.clone();
    child.play(mv);
    let value = values[child.at].one_ply_up();
    if child.side() == graph.side() { value } else { -value }
}

/// Searches nodes to depths 1 to 4, in one table.
fn assert_exact<D: Probe<Graph> + ?Sized + 'static>(
    graph: &Graph,
    database: &Arc<D>,
    threads: usize,
) {
    let values = graph.values();
    let builder = Engine::<WithDatabase<Graph, D>>::builder().threads(threads);
    let mut engine = builder.table_bytes(1 << 20).build().unwrap();
    for at in (0..graph.nodes.len()).step_by(7) {
        let root = graph.at(at);
        let position = WithDatabase::new(root.clone(), Arc::clone(database));
        for depth in 1..=4 {
            let report = engine.search(&position, &Limits::new().depth(depth)).unwrap();
            assert_eq!(report.value(), Some(values[at]), "node {at} to depth {depth}");
            let kept = report.best_move.map(|mv| value_of(&root, mv, &values));
            let is_over = root.over().is_some();
            assert_eq!(kept, (!is_over).then_some(values[at]), "move of node {at}");
        }
    }
}

#[test]
fn searches_of_a_complete_database_find_values_and_moves() {
    for seed in 0..2 {
        let graph = Graph::random(seed, SLICE + 200);
        for threads in [1, 3] {
            assert_exact(&graph, &dense(&graph, 2), threads);
            assert_exact(&graph, &keyed(&graph), threads);
        }
    }
}

#[test]
fn a_partial_database_gives_the_values_of_minimax_over_it() {
    let graph = Graph::random(3, 2 * SLICE);
    let database = dense(&graph, 1);
    let mut engine =
        Engine::<WithDatabase<Graph, _>>::builder().table_bytes(1 << 20).build().unwrap();
    for (at, depth) in (SLICE..2 * SLICE).step_by(11).zip([1, 2, 3, 5].into_iter().cycle()) {
        let position = WithDatabase::new(graph.at(at), Arc::clone(&database));
        let mut tree = textbook::GameTree::new(position.clone(), &ZeroEvaluator);
        let wanted = textbook::negamax(&mut tree, Depth::plies(depth));
        let report = engine.search(&position, &Limits::new().depth(depth)).unwrap();
        assert_eq!(report.value(), Some(wanted), "node {at} to depth {depth}");
    }
}

#[test]
fn a_game_with_a_database_conforms() {
    let graph = Graph::random(4, 2 * SLICE);
    let database = dense(&graph, 1);
    for at in (0..2 * SLICE).step_by(101) {
        conformance::assert_conforms(&WithDatabase::new(graph.at(at), Arc::clone(&database)), 500);
    }
}

#[test]
fn only_a_known_root_that_is_not_over_is_searched() {
    let graph = Graph::random(5, SLICE);
    let (database, values) = (dense(&graph, 1), graph.values());
    for at in (0..SLICE).step_by(13) {
        let inner = graph.at(at);
        let mut position = WithDatabase::new(inner.clone(), Arc::clone(&database));
        assert_eq!(position.over(), inner.over());
        assert_eq!(position.key() == inner.key(), inner.over().is_some(), "node {at}");
        let known = inner.over().is_none().then_some(values[at]);
        assert_eq!(position.known(), known);
        for mv in Moves::collect(|out| {
            if inner.over().is_none() {
                inner.moves(out);
            }
        }) {
            let key = position.key_after(mv);
            let undo = position.play(mv);
            let child = position.inner().clone();
            let is_known = child.over().is_some() || database.probe(&child).is_some();
            assert_eq!(position.over(), is_known.then_some(values[child.at]));
            assert_eq!((Some(position.key()), position.key()), (key, child.key()));
            let mut next = position.clone();
            next.set_root();
            assert_eq!(next.over(), child.over());
            position.undo(mv, undo);
        }
    }
}

#[test]
fn the_database_enters_the_fingerprint() {
    let graph = Graph::random(6, 2 * SLICE);
    let of = |database| WithDatabase::new(graph.clone(), database).fingerprint();
    let one = of(dense(&graph, 1));
    assert_eq!(one, of(dense(&graph, 1)));
    assert_ne!(one, of(dense(&graph, 2)));
    assert_ne!(one, graph.fingerprint());
    // The values enter too, not only their number.
    let mut other = graph.clone();
    let mut nodes = graph.nodes.to_vec();
    nodes.iter_mut().for_each(|node| node.over = node.over.map(|score| -score));
    other.nodes = nodes.into();
    assert_ne!(one, of(dense(&other, 1)));
}

/// The graph has cycles, so it cannot be searched to the end without a database.
#[test]
fn a_root_whose_moves_are_all_known_is_solved() {
    let graph = Graph::random(7, 2 * SLICE);
    let (database, values) = (dense(&graph, 1), graph.values());
    let mut engine =
        Engine::<WithDatabase<Graph, _>>::builder().table_bytes(1 << 20).build().unwrap();
    let mut counts = [0; 2];
    for at in (0..2 * SLICE).step_by(23) {
        let mut position = WithDatabase::new(graph.at(SLICE), Arc::clone(&database));
        position.change_root(|inner| *inner = graph.at(at));
        if position.inner().over().is_some() {
            continue;
        }
        let outcome = engine.query(&position).to_end().run();
        let value = outcome.ok().and_then(|report| report.value());
        assert_eq!(value, position.plies_left().map(|_| values[at]), "node {at}");
        assert_eq!(position.plies_left(), position.known().map(|_| 1), "node {at}");
        counts[usize::from(value.is_some())] += 1;
    }
    assert!(counts.iter().all(|count| *count > 5), "{counts:?}");
}
