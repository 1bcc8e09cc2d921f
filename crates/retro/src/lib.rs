//! Databases of game values by parallel retrograde analysis.
//!
//! A search to a depth proves wins and losses of a game with cycles, but never its draws: a play
//! without end has no last position. Retrograde analysis (Ströhlein 1970; Thompson 1986,
//! "Retrograde analysis of certain endgames") proves all values of a set of positions at once. It
//! starts from finished games and goes backwards; what it never reaches is worth
//! [`Position::endless`](eldest::Position::endless).
//!
//! A game with unique keys implements [`Enumerable`]: [`Builder::enumerate`] collects the positions
//! that can be reached from a root. A [`Numbering`] assigns dense numbers to positions instead; it
//! suits larger databases ([`Builder::build`]). [`KeyedDatabase`] and [`Database`] open the files,
//! [`check_keyed`] and [`check`] verify them by the rules alone, and [`WithDatabase`] is a game
//! that searches end where the value is known. `docs/databases.md` of the repository is a tutorial.
//!
//! ```
//! use eldest::{KeyKind, Moves, Position, Score, Side};
//! use eldest_retro::{Builder, Enumerable, KeyedDatabase, Probe};
//!
//! /// Take one or two from a heap, or put one back; taking the last one wins.
//! #[derive(Clone)]
//! struct Heap { left: u8, side: Side }
//!
//! impl Position for Heap {
//!     fn key(&self) -> u64 { self.left.into() } // without the side, which does not matter here
//!     fn key_kind(&self) -> KeyKind { KeyKind::Unique { bits: 8 } }
//!     fn over(&self) -> Option<Score> { (self.left == 0).then_some(Score::LOSS) }
//!     fn endless(&self) -> Option<Score> { Some(Score::DRAW) }
//!     // ... and the rest
//! #   type Move = i8;
//! #   type Undo = ();
//! #   fn side(&self) -> Side { self.side }
//! #   fn moves(&self, out: &mut Moves<'_, i8>) {
//! #       let changes = [-1, -2, 1].into_iter();
//! #       changes.filter(|n| (0..=9).contains(&(self.left as i8 + n))).for_each(|n| out.push(n));
//! #   }
//! #   fn play(&mut self, n: i8) {
//! #       self.left = self.left.wrapping_add_signed(n);
//! #       self.side = self.side.other();
//! #   }
//! #   fn undo(&mut self, n: i8, (): ()) { self.play(-n) }
//! }
//!
//! impl Enumerable for Heap {
//!     fn with_key(&self, key: u64) -> Option<Self> {
//!         Some(Heap { left: u8::try_from(key).ok().filter(|left| *left <= 9)?, side: self.side })
//!     }
//! }
//!
//! let directory = tempfile::tempdir()?;
//! let heap = |left| Heap { left, side: Side::First };
//! let summary = Builder::new(directory.path(), "heap").enumerate(&heap(9), "all")?;
//! assert_eq!((summary.wins, summary.draws, summary.losses), (2, 7, 1));
//!
//! let path = directory.path().join("all.eldb");
//! let database = KeyedDatabase::open(&path, "heap", &heap(9))?;
//! assert_eq!(database.probe(&heap(2)), Some(Score::win_in(1)));
//! // Taking from three loses: one side puts back, the other takes from four, for ever.
//! assert_eq!(database.probe(&heap(3)), Some(Score::DRAW));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod analysis;
mod build_error;
mod builder;
mod check;
mod code;
mod database;
mod enumerated;
mod error;
mod file;
mod finished;
mod numbering;
mod progress;
mod slots;
mod states;
mod sync;
#[cfg(test)]
mod tests;
mod with_database;

pub use build_error::BuildError;
pub use builder::{Builder, FinishedSlice};
pub use check::{CheckError, Flaw, OnChecked, check, check_keyed};
pub use database::{Database, KeyedDatabase, Probe};
pub use error::{Fault, FileError, WriteError};
pub use file::{FileKind, Heading, Summary, file_name};
pub use numbering::{AtPlace, Child, Enumerable, Numbering, Place, Slice};
pub use progress::{BuildProgress, Phase};
pub use with_database::WithDatabase;
