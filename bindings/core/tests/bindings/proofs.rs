//! Certificates and databases.

use crate::games::{TicTacToe, foreign, shipped, small};
use crate::nim::{Nim, Trouble};
use eldest_bindings::certificate::{Claim, certify, check};
use eldest_bindings::database::{BuildOptions, Database, build, slices};
use eldest_bindings::{
    Declared, Engine, EngineOptions, Error, Failure, Game, Rules, SearchLimits, State, StopToken,
};
use std::path::PathBuf;
use std::sync::Arc;
use tempfile::TempDir;

fn folder() -> TempDir {
    tempfile::tempdir().expect("a folder")
}

#[test]
fn both_bounds_prove_a_value() {
    let folder = folder();
    for (name, engine, position, value) in [
        ("connect4", shipped("connect4", 1), "42256746111526565223", 3),
        ("noughts", foreign(2), "x../.o./...", 0),
    ] {
        let position = engine.game().position(position).expect("a position");
        let limits = SearchLimits::default();
        let mut paths = Vec::new();
        for (end, claim) in [("least", Claim::AtLeast(value)), ("most", Claim::AtMost(value))] {
            let path = folder.path().join(format!("{name}-{end}.cert"));
            let written = certify(&engine, &position, claim, &path, &limits).expect("a proof");
            assert_eq!(std::fs::metadata(&path).expect("a file").len(), written.bytes);
            paths.push(path);
        }
        let paths: Vec<_> = paths.iter().map(PathBuf::as_path).collect();
        let game = engine.game().is_foreign().then(|| engine.game());
        let checked = check(&paths, game, &StopToken::new()).expect("both are right");
        assert_eq!(checked.value.number(), Some(value), "{checked:?}");
        let refused = certify(&engine, &position, Claim::AtLeast(value + 1), paths[0], &limits);
        assert!(matches!(refused, Err(Error::False(_))), "{refused:?}");
        assert!(check(&paths, game, &StopToken::new()).is_ok(), "the file is unchanged");
        let cut = std::fs::read(paths[0]).expect("a file");
        std::fs::write(paths[0], &cut[..cut.len() - 9]).expect("a file");
        assert!(matches!(check(&paths, game, &StopToken::new()), Err(Error::False(_))));
    }
    assert_eq!(std::fs::read_dir(folder.path()).expect("a folder").count(), 4, "no parts");
}

/// Tic-tac-toe that declares that values depend on the path.
struct PathDependent;

impl Rules for PathDependent {
    fn declared(&self) -> Declared {
        Declared { path_dependent: true, ..TicTacToe.declared() }
    }

    fn start(&self) -> Result<Box<dyn State>, Failure> {
        TicTacToe.start()
    }

    fn parse(&self, text: &str) -> Result<Option<Box<dyn State>>, Failure> {
        TicTacToe.parse(text)
    }
}

#[test]
fn what_cannot_be_certified_is_refused() {
    let folder = folder();
    let path = folder.path().join("a.cert");
    let certified = |engine: &Engine, limits: &SearchLimits| {
        let start = engine.game().start().expect("a start");
        certify(engine, &start, Claim::AtLeast(1), &path, limits).map(drop)
    };
    let limits = SearchLimits::default();
    assert!(matches!(certified(&shipped("chess:full", 1), &limits), Err(Error::Unsupported(_))));
    let dependent = Engine::of(Arc::new(PathDependent), &small(1)).expect("valid rules");
    let Err(Error::Unsupported(reason)) = certified(&dependent, &limits) else { panic!("a proof") };
    assert!(reason.contains("how a position was reached"), "{reason}");
    let textless = Engine::of(Arc::new(Nim::new(9, Trouble::None)), &small(1)).expect("rules");
    let Err(Error::Unsupported(_)) = certified(&textless, &limits) else { panic!("a proof") };
    std::fs::write(&path, "notes").expect("a file");
    assert!(matches!(certified(&shipped("tictactoe", 1), &limits), Err(Error::File(_))));
    assert_eq!(std::fs::read(&path).expect("the file"), b"notes");
    std::fs::remove_file(&path).expect("the file");
    let few = SearchLimits { nodes: Some(10), ..limits.clone() };
    assert!(matches!(certified(&shipped("connect4", 1), &few), Err(Error::Unfinished(_))));
    let none = check(&[&path], None, &StopToken::new());
    assert!(matches!(none, Err(Error::File(_))), "{none:?}");
    assert!(matches!(check(&[], None, &StopToken::new()), Err(Error::Option(_))));
}

#[test]
fn a_database_is_built_probed_and_checked() {
    let folder = folder();
    let (chess, stop) = (Game::open("chess").expect("a game"), StopToken::new());
    let options = BuildOptions { slices: vec!["KQvK".into()], ..BuildOptions::default() };
    let names: Vec<_> =
        slices(&chess, &options).expect("slices").into_iter().map(|s| s.name).collect();
    assert!(names.contains(&"KQvK".to_owned()), "{names:?}");
    build(&chess, folder.path(), &options, &|_| Ok(()), &stop).expect("a database");
    let database = Database::open(&chess, folder.path()).expect("a database");
    assert_eq!(database.slices().len(), names.len());
    let position = chess.position("8/8/8/8/3k4/8/8/KQ6 w - - 0 1").expect("a position");
    let value = database.probe(&position).expect("a position of chess").expect("a value");
    let moves = database.probe_moves(&position).expect("moves");
    let best = moves.iter().filter_map(|(_, value)| *value).map(|value| value.lower).max();
    assert!(value.distance().is_some_and(|plies| plies > 1));
    assert_eq!(best, Some(value.lower), "the best move keeps the distance");
    let start = chess.start().expect("a start");
    assert!(database.probe(&start).expect("a position of chess").is_none());
    database.check("KQvK", 2, &|_| Ok(()), &stop).expect("the rules agree");
    let options = EngineOptions { database: Some(folder.path().into()), ..small(1) };
    let engine = Engine::open("chess", &options).expect("an engine");
    let report = engine.solve(&position, &SearchLimits::default()).expect("a value");
    assert_eq!(report.value, value);
}

#[test]
fn what_a_database_does_not_have_is_refused() {
    let folder = folder();
    let stop = StopToken::new();
    let connect4 = Game::open("connect4").expect("a game");
    let refused = Database::open(&connect4, folder.path());
    assert!(matches!(refused, Err(Error::Unsupported(_))));
    let chess = Game::open("chess").expect("a game");
    assert!(matches!(Database::open(&chess, folder.path()), Err(Error::File(_))));
    for odd in ["KZvK", "KvK"] {
        let odd = BuildOptions { slices: vec![odd.into()], ..BuildOptions::default() };
        let Err(Error::Option(reason)) = slices(&chess, &odd) else { panic!("{odd:?}") };
        assert!(reason.starts_with("no slice of this name"), "{reason}");
    }
    let many = BuildOptions { threads: 4_097, ..BuildOptions::default() };
    let refused = build(&chess, folder.path(), &many, &|_| Ok(()), &stop);
    assert!(matches!(refused, Err(Error::Option(_))), "{refused:?}");
    let options = BuildOptions { slices: vec!["KRvK".into()], ..BuildOptions::default() };
    let failed = build(&chess, folder.path(), &options, &|_| Err(Failure::new("enough")), &stop);
    assert!(matches!(failed, Err(Error::Foreign(failure)) if failure.message == "enough"));
    assert!(matches!(slices(foreign(1).game(), &options), Err(Error::Unsupported(_))));
}
