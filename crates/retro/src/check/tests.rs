//! Files with right checksums and wrong contents are found out.

use super::*;
use crate::code::Code;
use crate::database::{Database, KeyedDatabase, Probe};
use crate::file::{Heading, KeyedWriter, file_name, write_dense};
use crate::numbering::{Numbering, Place};
use crate::tests::graph::{Graph, Random};
use crate::tests::numbers::{Numbers, SLICE};
use eldest::Position;
use std::path::Path;
use tempfile::TempDir;

const GAME: &str = "graph";

/// Writes all slices with `change` made to the values, and opens them.
fn database(
    graph: &Graph,
    change: impl Fn(Place, Code) -> Code + Sync,
) -> (TempDir, Database<Numbers>) {
    let (folder, numbers, values) =
        (tempfile::tempdir().unwrap(), Numbers::new(graph.clone()), graph.values());
    for (slice, part) in numbers.slices().iter().enumerate() {
        let code = |number| {
            let place = Place { slice, number };
            let code = numbers.node(place).map_or(Code::NONE, |at| Code::of(values[at]).unwrap());
            change(place, code)
        };
        let (game, name) = (GAME.to_owned(), part.name.clone());
        let heading = Heading { game, fingerprint: numbers.fingerprint(), slice: name };
        let path = folder.path().join(file_name(&part.name));
        write_dense(&path, &heading, Score::DRAW, code, part.len, &StopToken::new()).unwrap();
    }
    let database = Database::open(folder.path(), GAME, numbers).unwrap();
    (folder, database)
}

fn checked(database: &Database<Numbers>, slice: usize) -> Result<(), CheckError> {
    check(database, slice, &|_, _| (), &StopToken::new()).map(|_| ())
}

fn flaw<T>(result: Result<T, CheckError>) -> Flaw {
    match result {
        Err(CheckError::Wrong { flaw, .. }) => flaw,
        Err(error) => panic!("{error}"),
        Ok(_) => panic!("nothing was found"),
    }
}

/// Returns the root and the keyed entries of all nodes, sorted.
fn entries(graph: &Graph) -> Vec<(u64, Code)> {
    let codes = graph.values().into_iter().map(|value| Code::of(value).unwrap());
    codes.enumerate().map(|(at, code)| (graph.at(at).key(), code)).collect()
}

fn check_entries(graph: &Graph, entries: &[(u64, Code)]) -> Result<(), CheckError> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("all.eldb");
    write_keyed(&path, graph, entries);
    let database = KeyedDatabase::open(&path, GAME, graph).unwrap();
    check_keyed(&database, graph, &|_, _| (), &StopToken::new()).map(|_| ())
}

fn write_keyed(path: &Path, graph: &Graph, entries: &[(u64, Code)]) {
    let fingerprint = graph.fingerprint();
    let heading = Heading { game: GAME.into(), fingerprint, slice: "all".into() };
    let stop = StopToken::new();
    let mut writer = KeyedWriter::create(path, &heading, Score::DRAW, &stop).unwrap();
    writer.push(entries).unwrap();
    writer.finish().unwrap();
}

#[test]
fn right_values_pass() {
    for seed in 0..4 {
        let graph = Graph::random(seed, 2 * SLICE + 70);
        let values = graph.values();
        let (_folder, database) = database(&graph, |_, code| code);
        (0..3).for_each(|slice| checked(&database, slice).unwrap());
        for (at, value) in values.iter().enumerate() {
            let position = graph.at(at);
            let place = database.numbering().place(&position);
            assert_eq!(database.probe(&position), place.map(|_| *value), "node {at}");
        }
        check_entries(&graph, &entries(&graph)).unwrap();
        let distances = values.iter().filter_map(|value| value.distance());
        assert!(distances.max().unwrap() > 9, "a graph with long wins");
        assert!(values.contains(&Score::DRAW));
    }
}

/// Returns other values for one that is right.
fn wrong_values(code: Code) -> Vec<Code> {
    let plies = code.distance().unwrap_or(4);
    let near = [plies + 1, plies + 2, plies.saturating_sub(1), plies.saturating_sub(2), plies];
    let others = near.into_iter().flat_map(|plies| [Code::win_in(plies), Code::loss_in(plies)]);
    others.chain([Code::DRAW]).filter(|&other| other != code).collect()
}

#[test]
fn each_wrong_value_is_found_at_its_entry_or_a_parent() {
    let graph = Graph::random(5, 400);
    let all = entries(&graph);
    let mut random = Random(6);
    for _ in 0..40 {
        let at = random.below(all.len());
        for code in wrong_values(all[at].1) {
            let mut forged = all.clone();
            forged[at].1 = code;
            let found = flaw(check_entries(&graph, &forged));
            let Flaw::Value { entry, .. } = found else { panic!("{found}") };
            let culprit = graph.nodes[((entry - 1) / 5) as usize].to.contains(&at);
            assert!(entry == all[at].0 || culprit, "node {at}: {found}");
        }
    }
}

#[test]
fn a_wrong_value_of_a_slice_is_found() {
    let graph = Graph::random(7, SLICE + 300);
    let mut random = Random(8);
    let numbers = Numbers::new(graph.clone());
    for slice in [0, 1].into_iter().cycle().take(20) {
        let number = random.below(numbers.slices()[slice].len as usize) as u64;
        let wrong = Place { slice, number };
        let change = |place, code: Code| match place == wrong && code != Code::NONE {
            true => wrong_values(code)[0],
            false => code,
        };
        let (_folder, database) = database(&graph, change);
        let result = checked(&database, slice);
        match numbers.node(wrong) {
            Some(_) => assert!(matches!(flaw(result), Flaw::Value { .. })),
            None => result.unwrap(),
        }
    }
}

#[test]
fn draws_that_claim_to_be_wins_of_each_other_are_found() {
    // Three nodes in a circle, and a finished game that one of them can reach.
    let mut graph = Graph::random(0, 4);
    let nodes = [(vec![1], None), (vec![2], None), (vec![0, 3], None), (vec![], Some(Score::WIN))];
    graph.nodes = nodes
        .into_iter()
        .zip([eldest::Side::First, eldest::Side::Second].into_iter().cycle())
        .map(|((to, over), side)| crate::tests::graph::Node { side, over, to })
        .collect();
    check_entries(&graph, &entries(&graph)).unwrap();
    for plies in 0..40 {
        let claims = [Code::win_in(plies + 2), Code::loss_in(plies + 1), Code::win_in(plies)];
        let mut forged = entries(&graph);
        forged.iter_mut().zip(claims).for_each(|(entry, code)| entry.1 = code);
        assert!(matches!(flaw(check_entries(&graph, &forged)), Flaw::Value { .. }));
    }
}

#[test]
fn missing_and_strange_keys_are_found() {
    let graph = Graph::random(9, 400);
    let all = entries(&graph);
    let without =
        |key: u64| all.iter().copied().filter(move |entry| entry.0 != key).collect::<Vec<_>>();
    assert_eq!(flaw(check_entries(&graph, &without(1))), Flaw::NoRoot { key: 1 });
    let child = 5 * graph.nodes[0].to[0] as u64 + 1;
    assert!(matches!(flaw(check_entries(&graph, &without(child))), Flaw::NoChild { .. }));
    for strange in [0, 3, 5 * 400 + 1] {
        let mut more = all.clone();
        more.push((strange, Code::DRAW));
        more.sort_by_key(|entry| entry.0);
        assert_eq!(flaw(check_entries(&graph, &more)), Flaw::NoPosition { entry: strange });
    }
}

#[test]
fn a_missing_slice_is_named() {
    let graph = Graph::random(10, 2 * SLICE);
    let (folder, database) = database(&graph, |_, code| code);
    drop(database);
    std::fs::remove_file(folder.path().join("part-0.eldb")).unwrap();
    let database = Database::open(folder.path(), GAME, Numbers::new(graph)).unwrap();
    let found: Vec<bool> = database.slices().map(|(_, summary)| summary.is_some()).collect();
    assert_eq!(found, [false, true]);
    let missing = flaw(checked(&database, 1));
    assert!(matches!(&missing, Flaw::NoSlice { slice, .. } if slice == "part-0"), "{missing}");
    let none = checked(&database, 0).unwrap_err();
    assert!(matches!(&none, CheckError::NoFile { name } if name == "part-0"), "{none}");
}

#[test]
fn endless_play_must_be_a_draw() {
    let mut graph = Graph::random(11, 300);
    graph.endless = Some(Score::new(1));
    let found = flaw(check_entries(&graph, &entries(&graph)));
    assert_eq!(found, Flaw::Endless { score: Score::new(1) });
}

#[test]
fn points_of_draws_in_a_circle_are_found() {
    // A single node that leads to itself, of the same side.
    let mut graph = Graph::random(0, 1);
    let node = crate::tests::graph::Node { side: eldest::Side::First, over: None, to: vec![0] };
    graph.nodes = [node].into();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("all");
    write_keyed(&path, &graph, &entries(&graph));
    let mut bytes = std::fs::read(&path).unwrap();
    // The only score is the first of the tables, at whose offset see the layout of the header.
    let (header, tables) = (usize::from(bytes[68]), usize::from(bytes[80]));
    bytes[tables] = 32;
    let crc = crc::Crc::<u64>::new(&crc::CRC_64_XZ);
    let sum = crc.checksum(&bytes[tables..]);
    bytes[104..112].copy_from_slice(&sum.to_le_bytes());
    let sum = crc.checksum(&bytes[..header - 8]);
    bytes[header - 8..header].copy_from_slice(&sum.to_le_bytes());
    std::fs::write(&path, bytes).unwrap();
    let database = KeyedDatabase::open(&path, GAME, &graph).unwrap();
    let checked = check_keyed(&database, &graph, &|_, _| (), &StopToken::new());
    assert_eq!(flaw(checked), Flaw::Points { score: Score::new(32) });
}

#[test]
fn a_check_is_stopped_by_its_token_and_reports_its_progress() {
    let graph = Graph::random(12, 2_000);
    let (_folder, database) = database(&graph, |_, code| code);
    let len = database.numbering().slices()[0].len;
    let last = AtomicU64::new(0);
    let report = |done, of| {
        assert_eq!(of, len);
        last.fetch_max(done, Relaxed);
    };
    let stop = StopToken::new();
    check(&database, 0, &report, &stop).unwrap();
    assert_eq!(last.load(Relaxed), len);
    stop.stop();
    let stopped = check(&database, 0, &|_, _| (), &stop);
    assert!(matches!(stopped, Err(CheckError::Stopped)));
}

#[test]
fn each_changed_byte_is_refused_or_found() {
    let graph = Graph::random(13, 600);
    let (folder, database) = database(&graph, |_, code| code);
    let path = folder.path().join("part-0.eldb");
    let bytes = std::fs::read(&path).unwrap();
    drop(database);
    let keyed = folder.path().join("all");
    write_keyed(&keyed, &graph, &entries(&graph));
    let keyed_bytes = std::fs::read(&keyed).unwrap();
    for at in 0..bytes.len().max(keyed_bytes.len()) {
        let changed = |bytes: &[u8]| {
            let mut changed = bytes.to_vec();
            let at = at % changed.len();
            changed[at] ^= 1 << (at % 8);
            changed
        };
        std::fs::write(&path, changed(&bytes)).unwrap();
        let opened = Database::open(folder.path(), GAME, Numbers::new(graph.clone()));
        assert!(opened.is_err() || checked(&opened.unwrap(), 0).is_err(), "byte {at}");
        std::fs::write(&keyed, changed(&keyed_bytes)).unwrap();
        let opened = KeyedDatabase::open(&keyed, GAME, &graph);
        let is_refused = opened.is_err()
            || check_keyed(&opened.unwrap(), &graph, &|_, _| (), &StopToken::new()).is_err();
        assert!(is_refused, "byte {at}");
    }
}

#[test]
fn counts_that_are_not_those_of_the_values_are_found() {
    let (graph, folder) = (Graph::random(14, 300), tempfile::tempdir().unwrap());
    let path = folder.path().join("all");
    write_keyed(&path, &graph, &entries(&graph));
    let bytes = std::fs::read(&path).unwrap();
    let len = usize::from(bytes[68]) + 256 * usize::from(bytes[69]);
    // Wins, draws, losses, the longest win and its key: see the layout of the header.
    for at in [40, 48, 56, 64, 72] {
        let mut forged = bytes.clone();
        forged[at] ^= 1;
        let crc = crc::Crc::<u64>::new(&crc::CRC_64_XZ).checksum(&forged[..len - 8]);
        forged[len - 8..len].copy_from_slice(&crc.to_le_bytes());
        std::fs::write(&path, forged).unwrap();
        let database = KeyedDatabase::open(&path, GAME, &graph).unwrap();
        let checked = check_keyed(&database, &graph, &|_, _| (), &StopToken::new());
        assert_eq!(flaw(checked), Flaw::Counts, "byte {at}");
    }
}
