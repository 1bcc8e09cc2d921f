//! [`ProofFile`]: the file of a proof, with simulated crashes at any moment.

use crate::GameGraph;
use crate::graph::GraphTexts;
use eldest_prove::{
    About, Error, GameRules, GraphPosition, ProofManager, ProofOptions, Reply, TextGame,
};
use std::cell::Cell;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// The steps between two crashes.
const STEPS: u64 = 8;

/// The file of a proof.
pub(super) struct ProofFile {
    folder: TempDir,
    /// The number of expanded positions, over all sessions.
    expanded: Cell<u64>,
    /// Whether results are being received, as opposed to being read from the file.
    is_live: Cell<bool>,
    steps: Cell<u64>,
}

impl ProofFile {
    pub(super) fn new() -> Self {
        // In memory if possible: the files need not survive the process.
        let folder = tempfile::tempdir_in("/dev/shm").or_else(|_| tempfile::tempdir());
        let folder = folder.expect("a folder");
        let (expanded, is_live, steps) = (Cell::new(0), Cell::new(false), Cell::new(0));
        let file = Self { folder, expanded, is_live, steps };
        std::fs::write(file.left(), "half a store").expect("room for a file");
        file
    }

    /// The temporary file of a process that was killed while it created the store.
    fn left(&self) -> PathBuf {
        self.folder.path().join("proof.eldest-abcdef.part")
    }

    pub(super) fn path(&self) -> PathBuf {
        self.folder.path().join("proof")
    }

    /// Runs `work`, during which results are received.
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

/// The rules of a graph. When asked for replies, they check that the file of the proof is up to
/// date.
pub(super) struct WitnessRules<'f, const A: bool, const D: bool> {
    pub(super) game: TextGame<GameGraph<A, D>, GraphTexts<A, D>>,
    pub(super) root: String,
    pub(super) file: Option<&'f ProofFile>,
}

impl<const A: bool, const D: bool> WitnessRules<'_, A, D> {
    /// Reads the proof in the file at `path`.
    pub(super) fn look(&self, path: &Path) -> Result<ProofManager<'_>, Error> {
        ProofManager::new(&self.game, &self.root, ProofOptions::default())?.look(path)
    }

    /// Checks that the result that expands another position is already on disk.
    fn testifies(&self, file: &ProofFile) {
        file.expanded.set(file.expanded.get() + 1);
        match self.look(&file.path()) {
            Ok(seen) => assert!(
                seen.status().expanded >= file.expanded.get(),
                "the result was not written first"
            ),
            Err(error) => assert!(matches!(error, Error::Contradiction(_)), "{error}"),
        }
    }

    /// Simulates a crash at some of the steps: the file must contain all results. Returns whether
    /// it did.
    pub(super) fn crashes(&self, prover: &ProofManager<'_>) -> bool {
        let Some(file) = self.file else { return false };
        file.steps.set(file.steps.get() + 1);
        let is_now = file.steps.get().is_multiple_of(STEPS);
        if is_now {
            assert!(!file.left().exists(), "the temporary file is still there");
            let copy = file.folder.path().join("copy");
            std::fs::copy(file.path(), &copy).expect("room for a copy");
            let found = self.look(&copy).expect("a proof").status().results;
            // The principal line also uses the rules.
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

    /// Not checked here: a result is compared with these moves before it is written.
    fn moves(&self, text: &str) -> Result<Vec<String>, String> {
        self.game.moves(text)
    }
}
