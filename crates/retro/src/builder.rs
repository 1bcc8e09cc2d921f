//! [`Builder`]: builds the files of a database.

use crate::analysis::Analysis;
use crate::build_error::{BuildError, check_keys, check_rules};
use crate::code::Code;
use crate::enumerated::Enumerated;
use crate::file::{FileKind, Heading, KeyedWriter, SliceFile, Summary, file_name, write_dense};
use crate::finished::Finished;
use crate::numbering::{Enumerable, Numbering, Slice};
use crate::progress::{BuildProgress, Phase, Watch};
use crate::sync::Storage;
use eldest::{Score, StopToken};
use rayon::prelude::*;
use std::collections::HashSet;
use std::fmt;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// Builds the files of a database, one for each slice, in a directory.
///
/// Each file is written under another name and renamed when it is complete. A build that was
/// interrupted goes on with the first slice that has no file.
pub struct Builder<'a> {
    directory: PathBuf,
    game: String,
    threads: usize,
    memory_bytes: u64,
    stop: StopToken,
    report: Box<dyn Fn(&BuildProgress) + Send + Sync + 'a>,
    on_slice: Box<dyn Fn(&FinishedSlice) + Send + Sync + 'a>,
}

/// A slice that has its file.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct FinishedSlice {
    /// The name.
    pub name: String,
    /// What the file holds.
    pub summary: Summary,
    /// The time that it took; `None` if the file was there already.
    pub time: Option<Duration>,
}

impl<'a> Builder<'a> {
    /// Creates a builder of files for the game called `game` in `directory`, which is created if
    /// needed. It uses all cores and at most 1 GiB of memory for tables.
    #[must_use]
    pub fn new(directory: impl Into<PathBuf>, game: &str) -> Self {
        Self {
            directory: directory.into(),
            game: game.to_owned(),
            threads: 0,
            memory_bytes: 1 << 30,
            stop: StopToken::new(),
            report: Box::new(|_| {}),
            on_slice: Box::new(|_| {}),
        }
    }

    /// Sets the number of threads; 0 for one per core.
    #[must_use]
    pub fn threads(self, threads: usize) -> Self {
        Self { threads, ..self }
    }

    /// Limits the memory of tables, in MiB. The tables of a slice that needs more are files without
    /// a name in the directory, which the system caches as far as its memory suffices.
    #[must_use]
    pub fn memory_mib(self, mib: u64) -> Self {
        Self { memory_bytes: mib.saturating_mul(1 << 20), ..self }
    }

    /// Sets the token that stops the build. Finished files stay.
    #[must_use]
    pub fn stop(self, stop: StopToken) -> Self {
        Self { stop, ..self }
    }

    /// Calls `report` whenever some hundred thousands of positions are done, from any thread.
    #[must_use]
    pub fn on_progress(self, report: impl Fn(&BuildProgress) + Send + Sync + 'a) -> Self {
        Self { report: Box::new(report), ..self }
    }

    /// Calls `report` with each slice that has its file, in order, as soon as it has.
    #[must_use]
    pub fn on_slice(self, report: impl Fn(&FinishedSlice) + Send + Sync + 'a) -> Self {
        Self { on_slice: Box::new(report), ..self }
    }
}

impl Builder<'_> {
    /// Builds all slices of a numbering. Returns a summary of each; slices that have a file already
    /// are not built again.
    ///
    /// # Errors
    /// If the values of the game cannot be found this way, the numbering is broken, memory or disk
    /// do not suffice, a file in the directory is not of this game, or the token is set.
    pub fn build<N: Numbering>(&self, numbering: &N) -> Result<Vec<Summary>, BuildError> {
        check_rules::<N::Position>()?;
        let slices = numbering.slices();
        check_names(slices)?;
        for slice in slices {
            self.heading(&slice.name, 0).check()?;
        }
        self.install(|| {
            let mut finished = Finished::new();
            let mut build = |slice: usize| {
                let name = &slices[slice].name;
                self.reported(name, || self.slice(numbering, slice, &mut finished))
            };
            (0..slices.len()).map(&mut build).collect()
        })
    }

    /// Collects all positions that can be reached from `root`, and builds their slice, called
    /// `name`.
    ///
    /// # Errors
    /// As [`build`](Self::build), or if the keys are not unique.
    pub fn enumerate<P: Enumerable>(&self, root: &P, name: &str) -> Result<Summary, BuildError> {
        check_rules::<P>()?;
        check_keys(root)?;
        self.heading(name, 0).check()?;
        self.install(|| self.reported(name, || self.keys(root, name)))
    }

    /// Returns the summary of the slice of all positions that can be reached from `root`, which is
    /// built if it has no file.
    fn keys<P: Enumerable>(&self, root: &P, name: &str) -> Result<Summary, BuildError> {
        let heading = self.heading(name, root.fingerprint());
        let path = self.directory.join(file_name(name));
        if path.exists() {
            let file = SliceFile::open(&path)?;
            file.expect(&heading, FileKind::Keyed)?;
            file.expect_key(root.key())?;
            return Ok(file.summary());
        }
        let watch = Watch::new(name, &*self.report, &self.stop);
        let numbers = Enumerated::collect(root, name, |bytes| self.storage(bytes), &watch)?;
        let bytes = numbers.bytes() + numbers.slices()[0].build_bytes();
        let room = self.room(bytes);
        let states = Analysis::run(&numbers, 0, &Finished::new(), room, &watch)?;
        watch.begin(Phase::Write, numbers.len());
        let mut writer = KeyedWriter::create(&path, &heading, Score::DRAW, &self.stop)?;
        numbers.for_each_sorted(|pairs| {
            let value = |&(key, number): &(u64, u64)| (key, states.get(number));
            let batch: Vec<(u64, Code)> = pairs.par_iter().map(value).collect();
            writer.push(&batch)?;
            watch.advance(batch.len() as u64)
        })?;
        Ok(writer.finish()?)
    }

    /// Builds the slice called `name` by `build`, and reports it.
    fn reported(
        &self,
        name: &str,
        build: impl FnOnce() -> Result<Summary, BuildError>,
    ) -> Result<Summary, BuildError> {
        let (was_there, begun) = (self.directory.join(file_name(name)).exists(), Instant::now());
        let summary = build()?;
        let time = (!was_there).then(|| begun.elapsed());
        (self.on_slice)(&FinishedSlice { name: name.to_owned(), summary, time });
        Ok(summary)
    }

    /// Returns the summary of a slice, which is built if it has no file.
    fn slice<N: Numbering>(
        &self,
        numbering: &N,
        slice: usize,
        finished: &mut Finished,
    ) -> Result<Summary, BuildError> {
        let part = &numbering.slices()[slice];
        let Slice { name, len } = part;
        let (heading, path) =
            (self.heading(name, numbering.fingerprint()), self.directory.join(file_name(name)));
        let mut built = None;
        if !path.exists() {
            let (storage, left) = self.room(part.build_bytes());
            let for_edges = if N::HAS_PREDECESSORS { 0 } else { left / 2 };
            finished.allow(left - for_edges);
            let watch = Watch::new(name, &*self.report, &self.stop);
            let states = Analysis::run(numbering, slice, finished, (storage, for_edges), &watch)?;
            watch.begin(Phase::Write, *len);
            let codes = |number| states.get(number);
            write_dense(&path, &heading, Score::DRAW, codes, *len, &self.stop)?;
            built = Some(states).filter(|_| storage == Storage::Memory);
        }
        let file = SliceFile::open_dense(&path, &heading, *len)?;
        let summary = file.summary();
        finished.push(file, built);
        Ok(summary)
    }

    fn heading(&self, slice: &str, fingerprint: u64) -> Heading {
        Heading { game: self.game.clone(), fingerprint, slice: slice.to_owned() }
    }

    /// Returns the storage for tables, when `bytes` of memory will be in use.
    fn storage(&self, bytes: u64) -> Storage<'_> {
        Storage::of(bytes, self.memory_bytes, &self.directory)
    }

    /// Returns the storage for tables of `bytes`, and the memory that is left beside them.
    fn room(&self, bytes: u64) -> (Storage<'_>, u64) {
        match self.storage(bytes) {
            Storage::Memory => (Storage::Memory, self.memory_bytes - bytes),
            disk @ Storage::Disk(_) => (disk, self.memory_bytes),
        }
    }

    /// Runs `work` on the threads of this build, once the directory is there.
    fn install<T: Send>(
        &self,
        work: impl FnOnce() -> Result<T, BuildError> + Send,
    ) -> Result<T, BuildError> {
        let path = &self.directory;
        let failed = |source| BuildError::Directory { path: path.clone(), source };
        std::fs::create_dir_all(path).map_err(failed)?;
        // An error now is better than one after hours.
        tempfile::tempfile_in(path).map_err(failed)?;
        let pool = rayon::ThreadPoolBuilder::new().num_threads(self.threads).build();
        pool.map_err(|error| BuildError::Threads(error.to_string()))?.install(work)
    }
}

/// Refuses slices whose files would have one name, on file systems that ignore case too.
fn check_names(slices: &[Slice]) -> Result<(), BuildError> {
    let mut names = HashSet::new();
    let is_taken = |slice: &&Slice| !names.insert(file_name(&slice.name).to_lowercase());
    match slices.iter().find(is_taken) {
        Some(slice) => Err(BuildError::SameName { name: slice.name.clone() }),
        None => Ok(()),
    }
}

impl fmt::Debug for Builder<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { directory, game, threads, memory_bytes, .. } = self;
        f.debug_struct("Builder")
            .field("directory", directory)
            .field("game", game)
            .field("threads", threads)
            .field("memory_bytes", memory_bytes)
            .finish_non_exhaustive()
    }
}

#[cfg(all(test, not(shuttle)))]
mod tests {
    use super::*;

    #[test]
    fn tables_on_disk_leave_all_memory() {
        let builder = Builder::new("", "game").memory_mib(1);
        let left = [0, 1, 1 << 20, (1 << 20) + 1].map(|bytes| builder.room(bytes).1);
        assert_eq!(left, [1 << 20, (1 << 20) - 1, 0, 1 << 20]);
    }
}
