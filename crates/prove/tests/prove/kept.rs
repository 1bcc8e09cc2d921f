//! Proofs in files: they resume, and are refused where they do not belong.

use crate::written::game;
use eldest::{Engine, StopToken};
use eldest_games::connect4::{AnySize, ConnectFour};
use eldest_prove::{
    AnswerStore, Ending, Error, Origin, ProofManager, ProofOptions, StoreError, TextGame, Threads,
};
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

pub(crate) type Four = ConnectFour<AnySize>;
pub(crate) type GameRules = TextGame<Four, crate::written::Noted<Four>>;

pub(crate) fn rules(fingerprint: u64) -> GameRules {
    game::<Four>("5x4".parse().unwrap(), fingerprint)
}

pub(crate) fn folder() -> (TempDir, PathBuf) {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("c4.proof");
    (folder, path)
}

pub(crate) fn options(nodes: Option<u64>) -> ProofOptions {
    ProofOptions::default().with(|o| (o.budget, o.nodes) = (300, nodes))
}

/// Runs the proof for up to `nodes` nodes. Returns how it ended, and the progress.
pub(crate) fn run(
    path: &Path,
    nodes: Option<u64>,
) -> Result<(Ending, eldest_prove::ProofStatus), Error> {
    let rules = rules(1);
    let mut engine = Engine::<Four>::builder().table_bytes(1 << 16).build().unwrap();
    let mut manager = ProofManager::new(&rules, "-", options(nodes))?.keep(path)?;
    let mut threads = Threads::new(&mut engine, &rules);
    let ending = manager.run(&mut threads, &StopToken::new(), &mut |_| ())?;
    Ok((ending, manager.status()))
}

pub(crate) fn look(path: &Path) -> Result<eldest_prove::ProofStatus, Error> {
    Ok(ProofManager::new(&rules(1), "-", ProofOptions::default())?.look(path)?.status())
}

#[test]
fn a_proof_goes_on_where_it_was() {
    let (_folder, path) = folder();
    let mut before = (0, 0);
    for sessions in 0.. {
        let (ending, status) = run(&path, Some(2000)).unwrap();
        assert!(status.results > before.0 && status.nodes > before.1, "{status:?}");
        let mut seen = look(&path).unwrap();
        (seen.seconds, seen.nodes_per_second) = (status.seconds, status.nodes_per_second);
        assert_eq!(seen, status);
        before = (status.results, status.nodes);
        if ending == Ending::Settled {
            assert!(sessions > 3, "{sessions}");
            assert_eq!((status.lower, status.upper), (0, 0));
            break;
        }
    }
    let (ending, status) = run(&path, None).unwrap();
    assert_eq!((ending, status.results), (Ending::Settled, before.0), "nothing is left to do");
}

#[test]
fn another_proof_is_refused() {
    let (_folder, path) = folder();
    run(&path, Some(1)).unwrap();
    let keep = |rules: &GameRules, text: &str| {
        let manager = ProofManager::new(rules, text, options(None)).unwrap();
        manager.keep(&path).unwrap_err().to_string()
    };
    assert!(keep(&rules(2), "-").starts_with("the rules of connect4 have changed"));
    assert_eq!(
        keep(&rules(1), "3"),
        "the store belongs to another proof: the position is '...../...../...../.....' there; expected \
         '...../...../...../..x..'"
    );
    let other = TextGame::new("five", 1, crate::written::Noted::<Four>("5x4".parse().unwrap()));
    assert!(keep(&other, "-").contains("the game is 'connect4' there; expected 'five'"));
    assert_eq!(Origin::of(&path).unwrap().game, "connect4");
}

#[test]
fn one_at_a_time_proves_and_any_may_look() {
    let (_folder, path) = folder();
    let rules = rules(1);
    let held = ProofManager::new(&rules, "-", options(None)).unwrap().keep(&path).unwrap();
    let second = ProofManager::new(&rules, "-", options(None)).unwrap().keep(&path).unwrap_err();
    assert!(matches!(second, Error::Store(StoreError::InUse)), "{second}");
    assert_eq!(look(&path).unwrap().results, 0);
    drop(held);
    run(&path, Some(1)).unwrap();
}

/// Files of another game, of other rules, or of a proof.
#[test]
fn answers_that_are_refused_are_left_as_they_are() {
    let (folder, proof) = folder();
    run(&proof, Some(1)).unwrap();
    let answers = folder.path().join("answers");
    let origin = Origin::new("connect4", 1, "");
    drop(AnswerStore::open(&answers, &origin).unwrap());
    let others = [Origin::new("five", 1, ""), Origin::new("connect4", 2, "")];
    let asked = others.iter().map(|other| (&answers, other)).chain([(&proof, &origin)]);
    for (path, origin) in asked {
        let before = fs::read(path).unwrap();
        AnswerStore::open(path, origin).unwrap_err();
        assert!(fs::read(path).unwrap() == before, "{origin:?}");
    }
}

#[test]
fn what_is_no_store_is_left_as_it_is() {
    let (folder, path) = folder();
    for bytes in [&b"something else"[..], b"red", b"\x89eldest\n"] {
        fs::write(&path, bytes).unwrap();
        let refused = run(&path, None).unwrap_err();
        assert!(matches!(refused, Error::Store(StoreError::NoStore)), "{refused}");
        assert_eq!(fs::read(&path).unwrap(), bytes);
    }
    let missing = folder.path().join("none");
    assert!(matches!(look(&missing), Err(Error::Store(StoreError::Missing))));
    assert!(!missing.exists());
    assert!(matches!(run(&missing.join("deeper"), None), Err(Error::Store(StoreError::Io(_)))));
}

/// Whichever byte changes, and wherever the file ends: it is refused, or all results are intact.
#[test]
fn a_damaged_store_is_never_believed() {
    let (_folder, path) = folder();
    run(&path, Some(8_000)).unwrap();
    let (whole, status) = (fs::read(&path).unwrap(), look(&path).unwrap());
    assert!(status.results > 20);
    let mut refused = 0;
    let step = whole.len() / 150;
    for at in (0..whole.len()).step_by(step) {
        for damage in [
            |bytes: &mut Vec<u8>, at: usize| bytes[at] ^= 0x10,
            |bytes: &mut Vec<u8>, at: usize| bytes.truncate(at),
        ] {
            let mut bytes = whole.clone();
            damage(&mut bytes, at);
            fs::write(&path, bytes).unwrap();
            match run(&path, Some(1)) {
                Err(Error::Store(_)) => refused += 1,
                Err(other) => panic!("{other}"),
                // An empty file begins a new proof.
                Ok((_, now)) => assert!(now.results > status.results || at == 0, "{at}: {now:?}"),
            }
        }
    }
    assert!(refused > 100, "{refused}");
}
