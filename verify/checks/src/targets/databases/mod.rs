//! The target `databases`. Its oracle: minimax of a graph with cycles to depth 0, 1, 2, … until
//! nothing changes.
//!
//! Databases are built of random graphs: with one thread and with two, with predecessors and
//! without, in one go and after a stop. All files must be the same, byte for byte, and hold the
//! values of the oracle. The check must accept them, and files written byte by byte as the format
//! is documented (`raw.rs`). It must find each wrong value; damage must be found, or change
//! nothing. Searches with the database, with a part of it and without must find the values that
//! follow from what is known.

mod built;
mod damaged;
mod drawn;
mod numbers;
mod opened;
mod raw;
mod searched;
mod seen;
mod world;

use crate::shares::Coverage;
use crate::{Chance, SplitMix64};
use arbitrary::{Arbitrary, Unstructured};
use drawn::WorldSize;
use eldest::Score;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tempfile::TempDir;
use world::{Cyclic, World};

/// The oracle of the target.
pub const ORACLE: &str =
    "minimax of a graph with cycles, to a depth at which nothing changes any more";

/// The least size of random inputs.
pub const SHORTEST: usize = 24;

/// Events of which a few hundred inputs have more than five each.
pub const MET: [&str; 21] = [
    "draws by endless play",
    "known values at ends",
    "losses settled by exits",
    "tentative wins shortened",
    "double moves",
    "mirror images",
    "finished games without a number",
    "numbers without a position",
    "files of several blocks",
    "builds stopped",
    "slices left by a stopped build",
    "refused at opening",
    "refused by the check",
    "damage without effect",
    "builds on disk that went on",
    "forgeries found",
    "files written by hand",
    "searches",
    "searches of a part",
    "searches without a database",
    "values not given by a numbering",
];

/// Events of which a few thousand inputs have one each.
pub const MET_SELDOM: [&str; 3] =
    ["more than 256 values", "tables that grew", "slices that are not held in memory"];

const GAME: &str = "graph";
/// The name of the slice of all keys.
const ALL: &str = "all";

/// How positions are found in the files.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Form {
    Dense,
    Keyed,
}

/// A world with its true values.
struct DatabaseCase {
    world: Arc<World>,
    values: Vec<Score>,
    size: WorldSize,
    form: Form,
    /// The node from which positions are collected.
    root: usize,
    /// The nodes that the database holds.
    held: Vec<bool>,
    folder: TempDir,
}

/// Files with their names.
type Files = BTreeMap<String, Vec<u8>>;

/// Checks one input.
///
/// # Errors
/// Never: bytes that have run out choose the first option.
///
/// # Panics
/// If a check fails.
pub fn check(u: &mut Unstructured<'_>) -> arbitrary::Result<()> {
    examine(u).map(drop)
}

/// The same; returns the events.
///
/// # Errors
/// Never: bytes that have run out choose the first option.
///
/// # Panics
/// If a check fails.
pub fn examine(u: &mut Unstructured<'_>) -> arbitrary::Result<Coverage> {
    let mut plan = SplitMix64(u32::arbitrary(u)?.into());
    let (case, mut met) = (DatabaseCase::some(u, &mut plan), Coverage::default());
    seen::count(&case, &mut met);
    let files = built::check(&case, &mut plan, &mut met);
    let whole = case.opened("whole", &files).expect("files that were built");
    opened::check(&case, &whole, &mut met);
    searched::check(&case, whole, &files, &mut plan, &mut met);
    if !matches!(case.size, WorldSize::Large | WorldSize::Wide) {
        damaged::check(&case, &files, &mut plan, &mut met);
    }
    Ok(met)
}

impl DatabaseCase {
    fn some(u: &mut Unstructured<'_>, plan: &mut SplitMix64) -> Self {
        let size = WorldSize::some(u);
        let world = Arc::new(drawn::world(size, u, plan));
        let form = match size {
            WorldSize::Large => Form::Keyed,
            WorldSize::Wide => Form::Dense,
            _ => plan.pick(&[Form::Dense, Form::Keyed]),
        };
        let (values, last) = (world.values(), world.nodes.len() - 1);
        let root = if size == WorldSize::Large {
            0
        } else {
            last - plan.below(3.min(last as u64)) as usize
        };
        let held = match form {
            Form::Dense => world.nodes.iter().map(|node| node.place.is_some()).collect(),
            Form::Keyed => world.reached(root),
        };
        // In memory if possible: the files need not survive the process.
        let folder = tempfile::tempdir_in("/dev/shm").or_else(|_| tempfile::tempdir());
        let folder = folder.expect("a folder");
        Self { world, values, size, form, root, held, folder }
    }

    fn position<const BACK: bool>(&self, at: usize, is_mirrored: bool) -> Cyclic<BACK> {
        Cyclic { world: Arc::clone(&self.world), at, is_mirrored }
    }

    /// Returns a new folder.
    fn folder(&self, name: &str) -> PathBuf {
        let path = self.folder.path().join(name);
        if path.exists() {
            std::fs::remove_dir_all(&path).expect("a folder of files");
        }
        std::fs::create_dir(&path).expect("room for a folder");
        path
    }

    /// Returns the names of the files of a complete database.
    fn names(&self) -> Vec<String> {
        match self.form {
            Form::Dense => (0..self.world.slices.len()).map(|i| format!("{i}_of__.eldb")).collect(),
            Form::Keyed => vec![format!("{ALL}.eldb")],
        }
    }
}

/// Reads all files of a folder.
fn files_in(folder: &Path) -> Files {
    let entries =
        std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry"));
    let read = |entry: std::fs::DirEntry| {
        let name = entry.file_name().into_string().expect("a name in UTF-8");
        (name, std::fs::read(entry.path()).expect("a file"))
    };
    entries.map(read).collect()
}
