//! Large slices that read each other on many threads, and builds that are refused.

use eldest::{Moves, Position, Score, Side};
use eldest_retro::{BuildError, Builder, Numbering, Place, Slice};
use tempfile::TempDir;

/// Rungs of a slice: several chunks.
const RUNGS: u64 = 40_000;

/// A ladder: a move goes down one rung, or to the same rung of the ladder before. The lowest rung
/// of the first is lost.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Ladder {
    slice: usize,
    rung: u64,
}

impl Position for Ladder {
    type Move = bool;
    type Undo = Self;

    fn side(&self) -> Side {
        if (self.rung + self.slice as u64).is_multiple_of(2) { Side::First } else { Side::Second }
    }
    fn key(&self) -> u64 {
        self.rung * 2 + self.slice as u64
    }
    fn over(&self) -> Option<Score> {
        (self.rung == 0 && self.slice == 0).then_some(Score::LOSS)
    }
    fn moves(&self, out: &mut Moves<'_, bool>) {
        if !self.rung.is_multiple_of(5) || self.slice == 0 {
            out.push(true);
        }
        if self.slice > 0 {
            out.push(false);
        }
    }
    fn play(&mut self, down: bool) -> Self {
        let before = self.clone();
        if down {
            // Long falls keep distances short.
            self.rung -= if self.rung > 99 { 2 * (self.rung / 4) + 1 } else { 1 };
        } else {
            self.slice -= 1;
        }
        before
    }
    fn undo(&mut self, _: bool, before: Self) {
        *self = before;
    }
    fn plies_left(&self) -> Option<u32> {
        Some(self.rung as u32 + self.slice as u32)
    }
}

struct Ladders(Vec<Slice>);

impl Ladders {
    fn new(names: &[&str], len: u64) -> Self {
        Self(names.iter().map(|&name| Slice { name: name.to_owned(), len }).collect())
    }
}

impl Numbering for Ladders {
    type Position = Ladder;

    fn slices(&self) -> &[Slice] {
        &self.0
    }
    fn fingerprint(&self) -> u64 {
        0
    }
    fn place(&self, position: &Ladder) -> Option<Place> {
        Some(Place { slice: position.slice, number: position.rung })
    }
    fn position(&self, place: Place) -> Option<Ladder> {
        Some(Ladder { slice: place.slice, rung: place.number })
    }
}

/// The second slice is built alone, so the file of the first is decompressed: the codes of a slice
/// that was just built are still in memory.
#[test]
fn a_slice_that_is_built_alone_reads_the_file_of_an_earlier_one() {
    let folder = TempDir::new().unwrap();
    let build = |names: &[&str]| {
        let builder = Builder::new(folder.path(), "ladder");
        builder.build(&Ladders::new(names, RUNGS)).unwrap()
    };
    build(&["first"]);
    let built = build(&["first", "second"]);
    assert!(built.iter().all(|summary| summary.positions() == RUNGS && summary.draws == 0));
}

#[test]
fn slices_that_would_share_a_file_are_refused() {
    for names in [["a", "a"], ["KRvK", "krvk"]] {
        let folder = TempDir::new().unwrap();
        let result = Builder::new(folder.path(), "ladder").build(&Ladders::new(&names, 9));
        assert!(matches!(result, Err(BuildError::SameName { .. })), "{names:?}");
    }
}

#[test]
fn a_name_too_long_for_a_file_is_refused_at_once() {
    let folder = TempDir::new().unwrap();
    let name = "x".repeat(256);
    let result = Builder::new(folder.path(), "ladder")
        .on_progress(|_| panic!("work has begun"))
        .build(&Ladders::new(&["a", &name], 9));
    assert!(matches!(result, Err(BuildError::Write(_))), "{result:?}");
}

#[test]
fn a_directory_that_is_a_file_is_refused_at_once() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("file");
    std::fs::write(&path, []).unwrap();
    let result = Builder::new(&path, "ladder").build(&Ladders::new(&["a"], 9));
    assert!(matches!(result, Err(BuildError::Directory { .. })), "{result:?}");
}

#[test]
fn a_number_beyond_the_slice_is_refused() {
    let folder = TempDir::new().unwrap();
    let (first, second) =
        (Slice { name: "a".to_owned(), len: 3 }, Slice { name: "b".to_owned(), len: 9 });
    let result = Builder::new(folder.path(), "ladder").build(&Ladders(vec![first, second]));
    assert!(matches!(result, Err(BuildError::Numbering { .. })), "{result:?}");
}
