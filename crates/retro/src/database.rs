//! [`Database`], [`KeyedDatabase`]: open files, probed by position.

use crate::error::FileError;
use crate::file::{FileKind, Heading, SliceFile, Summary, file_name};
use crate::numbering::{Numbering, Slice};
use eldest::table::mixed;
use eldest::{Position, Score};
use std::fmt;
use std::marker::PhantomData;
use std::path::Path;
use std::sync::Arc;

/// Knows the values of some positions.
pub trait Probe<P>: Send + Sync {
    /// Returns the value of a position for the side to move, as at
    /// [`Depth::END`](eldest::Depth::END); `None` if it is not known.
    fn probe(&self, position: &P) -> Option<Score>;

    /// Identifies the set of known values. It enters the
    /// [`fingerprint`](eldest::Position::fingerprint) of a game that uses them.
    fn identity(&self) -> u64;
}

impl<P, D: Probe<P> + ?Sized> Probe<P> for Arc<D> {
    fn probe(&self, position: &P) -> Option<Score> {
        (**self).probe(position)
    }

    fn identity(&self) -> u64 {
        (**self).identity()
    }
}

/// The files of a numbering in a directory.
///
/// Files are mapped into memory, so opening a database is fast however large it is, and all
/// processes share one copy. A damaged block is never used: its positions are unknown. [`check`]
/// finds it.
///
/// [`check`]: crate::check
pub struct Database<N> {
    numbering: N,
    files: Vec<Option<SliceFile>>,
    identity: u64,
}

impl<N: Numbering> Database<N> {
    /// Opens the file of each slice that has one in `directory`. Positions of other slices are
    /// unknown.
    ///
    /// # Errors
    /// If the directory or a file cannot be read, or a file is damaged, or it belongs to another
    /// game, numbering or slice.
    pub fn open(directory: &Path, game: &str, numbering: N) -> Result<Self, FileError> {
        let failed = |source| FileError::Io { path: directory.into(), source };
        std::fs::read_dir(directory).map_err(failed)?;
        let fingerprint = numbering.fingerprint();
        let open = |slice: &Slice| open_slice(directory, game, fingerprint, slice);
        let files = numbering.slices().iter().map(open).collect::<Result<Vec<_>, _>>()?;
        let identities = files.iter().map(|file| file.as_ref().map_or(0, SliceFile::identity));
        let identity = mixed(std::iter::once(fingerprint).chain(identities));
        Ok(Self { numbering, files, identity })
    }

    /// Returns the numbering.
    pub fn numbering(&self) -> &N {
        &self.numbering
    }

    /// Returns each slice with a summary of its file, `None` if it has no file.
    pub fn slices(&self) -> impl Iterator<Item = (&Slice, Option<Summary>)> {
        let summaries = self.files.iter().map(|file| file.as_ref().map(SliceFile::summary));
        self.numbering.slices().iter().zip(summaries)
    }

    /// Returns the file of a slice.
    pub(crate) fn file(&self, slice: usize) -> Option<&SliceFile> {
        self.files.get(slice)?.as_ref()
    }
}

/// Opens the file of a slice; `None` if there is none.
fn open_slice(
    directory: &Path,
    game: &str,
    fingerprint: u64,
    slice: &Slice,
) -> Result<Option<SliceFile>, FileError> {
    let path = directory.join(file_name(&slice.name));
    if !path.exists() {
        return Ok(None);
    }
    let heading = Heading { game: game.into(), fingerprint, slice: slice.name.clone() };
    SliceFile::open_dense(&path, &heading, slice.len).map(Some)
}

impl<N: Numbering> Probe<N::Position> for Database<N> {
    #[inline]
    fn probe(&self, position: &N::Position) -> Option<Score> {
        let place = self.numbering.place(position)?;
        let score = self.file(place.slice)?.value(place.number)?;
        self.numbering.holds(position, score).then_some(score)
    }

    fn identity(&self) -> u64 {
        self.identity
    }
}

impl<N: Numbering> fmt::Debug for Database<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Database").field("files", &self.files).finish_non_exhaustive()
    }
}

/// A file of positions that are found by their unique keys.
pub struct KeyedDatabase<P> {
    file: SliceFile,
    game: PhantomData<fn(&P)>,
}

impl<P: Position> KeyedDatabase<P> {
    /// Opens the file at `path`, which must belong to the game called `game` with the rules of
    /// `root`.
    ///
    /// # Errors
    /// If the file cannot be read, is damaged, or belongs to another game or other rules.
    pub fn open(path: &Path, game: &str, root: &P) -> Result<Self, FileError> {
        let file = SliceFile::open(path)?;
        let (game, slice) = (game.into(), file.heading().slice.clone());
        file.expect(&Heading { game, fingerprint: root.fingerprint(), slice }, FileKind::Keyed)?;
        Ok(Self { file, game: PhantomData })
    }

    /// Returns the name of the slice, given when it was built.
    pub fn name(&self) -> &str {
        &self.file.heading().slice
    }

    /// Returns a summary of the file.
    pub fn summary(&self) -> Summary {
        self.file.summary()
    }

    pub(crate) fn file(&self) -> &SliceFile {
        &self.file
    }
}

impl<P: Position> Probe<P> for KeyedDatabase<P> {
    #[inline]
    fn probe(&self, position: &P) -> Option<Score> {
        self.file.value_of_key(position.key())
    }

    fn identity(&self) -> u64 {
        self.file.identity()
    }
}

impl<P> fmt::Debug for KeyedDatabase<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("KeyedDatabase").field("file", &self.file).finish_non_exhaustive()
    }
}
