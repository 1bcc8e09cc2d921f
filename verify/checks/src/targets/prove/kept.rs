//! [`ProofFile`]: where a proof is kept, and machines that crash at any moment.

use crate::GameGraph;
use crate::nodes::GraphTexts;
use eldest_prove::{
    About, Error, GameRules, GraphPosition, Options, ProofManager, Reply, TextGame,
};
use std::cell::Cell;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// Steps between two crashes.
const STEPS: u64 = 8;

/// Where a proof is kept.
pub(super) struct ProofFile {
    folder: TempDir,
    /// Positions that were expanded, in all sessions.
    expanded: Cell<u64>,
    /// Whether results come in, and are not only read.
    is_live: Cell<bool>,
    steps: Cell<u64>,
}

impl ProofFile {
    pub(super) fn new() -> Self {
        // In memory, where there is such a folder: nothing is to outlast the machine.
        let folder = tempfile::tempdir_in("/dev/shm").or_else(|_| tempfile::tempdir());
        let folder = folder.expect("a folder");
        let (expanded, is_live, steps) = (Cell::new(0), Cell::new(false), Cell::new(0));
        let file = Self { folder, expanded, is_live, steps };
        std::fs::write(file.left(), "half a store").expect("room for a file");
        file
    }

    /// The file that a process has left which was killed while it made the store.
    fn left(&self) -> PathBuf {
        self.folder.path().join("proof.eldest-abcdef.part")
    }

    pub(super) fn path(&self) -> PathBuf {
        self.folder.path().join("proof")
    }

    /// Does `work`, during which results come in.
    pub(super) fn live<T>(&self, work: impl FnOnce() -> T) -> T {
        self.with(true, work)
    }

    fn with<T>(&self, is_live: bool, work: impl FnOnce() -> T) -> T {
        let before = self.is_live.replace(is_live);
        let done = work();
        self.is_live.set(before);
        done
    }
}

/// A game whose rules look into the file of its proof when they are asked what follows from a
/// position.
pub(super) struct WitnessRules<'f, const A: bool, const D: bool> {
    pub(super) game: TextGame<GameGraph<A, D>, GraphTexts<A, D>>,
    pub(super) root: String,
    pub(super) file: Option<&'f ProofFile>,
}

impl<const A: bool, const D: bool> WitnessRules<'_, A, D> {
    /// What is in the file at `path`, for whoever reads it now.
    pub(super) fn look(&self, path: &Path) -> Result<ProofManager<'_>, Error> {
        ProofManager::new(&self.game, &self.root, Options::default())?.look(path)
    }

    /// The result that expands one more position is on the disk, or else it could not count.
    fn testifies(&self, file: &ProofFile) {
        file.expanded.set(file.expanded.get() + 1);
        match self.look(&file.path()) {
            Ok(seen) => assert!(seen.status().expanded >= file.expanded.get(), "not written yet"),
            Err(error) => assert!(matches!(error, Error::Contradiction(_)), "{error}"),
        }
    }

    /// The machine crashes between two steps, now and then: all that counts is there. Whether it
    /// did.
    pub(super) fn crashes(&self, prover: &ProofManager<'_>) -> bool {
        let Some(file) = self.file else { return false };
        file.steps.set(file.steps.get() + 1);
        let is_now = file.steps.get().is_multiple_of(STEPS);
        if is_now {
            assert!(!file.left().exists(), "what was left beside the store is still there");
            let copy = file.folder.path().join("copy");
            std::fs::copy(file.path(), &copy).expect("room for a copy");
            let found = self.look(&copy).expect("a proof").status().results;
            // Whoever asks for the principal line asks the rules, too.
            let status = file.with(false, || prover.status());
            assert_eq!(found, status.results, "results are lost by a crash");
        }
        is_now
    }
}

impl<const A: bool, const D: bool> GameRules for WitnessRules<'_, A, D> {
    fn about(&self) -> &About {
        self.game.about()
    }

    fn place(&self, text: &str) -> Result<GraphPosition, String> {
        self.game.place(text)
    }

    fn replies(&self, text: &str) -> Result<Vec<Reply>, String> {
        self.file.iter().filter(|file| file.is_live.get()).for_each(|file| self.testifies(file));
        self.game.replies(text)
    }

    /// An answer is held against them before it is on the disk.
    fn moves(&self, text: &str) -> Result<Vec<String>, String> {
        self.game.moves(text)
    }
}
