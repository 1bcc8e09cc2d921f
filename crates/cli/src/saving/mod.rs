//! [`Saving`]: loads the table from a file, and saves it in one.

mod lock;

use anyhow::{Context, Result, anyhow, bail, ensure};
use eldest::Engine;
use eldest::table::{LoadError, Origin, Persist};
use eldest_catalog::games::Game;
use eldest_catalog::input;
use eldest_terminal::{Interrupt, Status, Target, causes, complain};
use indicatif::ProgressBar;
use lock::Lock;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::{self, JoinHandle};
use std::time::Duration;

/// The size of the buffer for reading, in bytes.
const BUFFER: usize = 1 << 20;

/// The options that load and save the table.
#[derive(Debug, clap::Args)]
pub(crate) struct SavingArgs {
    /// Keep the table in FILE, so that the search can be resumed later
    ///
    /// If the file exists, its table is loaded first. The table is saved at the end, on Ctrl-C,
    /// SIGTERM or SIGHUP, and every few minutes. Each time the file is replaced as a whole, so that
    /// it is never left half written. Only one process at a time may save to it.
    #[arg(long, value_name = "FILE")]
    pub(crate) save: Option<PathBuf>,
    /// Start with the table that the same command saved in FILE, and leave the file unchanged
    #[arg(long, value_name = "FILE")]
    pub(crate) load: Option<PathBuf>,
    /// Minutes between saves during a search; 0 saves only at the end
    #[arg(long, value_name = "MINUTES", default_value = "10", value_parser = minutes)]
    #[arg(allow_negative_numbers = true)]
    #[arg(requires = "save")]
    pub(crate) save_every: Duration,
}

/// Saves a table during a search and at its end, if a file was named for it.
#[must_use = "the last results are saved only by `end`"]
pub(crate) struct Saving<T>(Option<TableFile<T>>);

/// The thread that saves the table in its file.
struct TableFile<T> {
    saver: Arc<Saver<T>>,
    /// The thread saves periodically until this is dropped.
    orders: Sender<()>,
    thread: JoinHandle<()>,
}

impl<T: Persist + 'static> Saving<T> {
    /// Loads the table of `engine` as `args` say, and saves it periodically from now on. Problems
    /// with the files are reported now, before the long search.
    pub(crate) fn begin<G: Game>(
        args: &SavingArgs,
        game: &G,
        engine: &Engine<G::Position, G::Evaluator, T>,
        interrupt: &Interrupt,
        bar: &ProgressBar,
    ) -> Result<Self> {
        let target = args.save.as_deref().map(|path| Target::new(path, interrupt)).transpose()?;
        let lock = target.as_ref().map(|target| Lock::on(target, interrupt)).transpose()?;
        let source = source(args.load.as_deref(), target.as_ref())?;
        if target.is_none() && source.is_none() {
            return Ok(Self(None));
        }
        let origin = engine.origin(&game.start().0, game.name())?;
        if let Some(source) = source {
            bar.set_message(format!("loading {}", source.display()));
            interrupt.while_waiting(|| load(engine.table(), &origin, source))?;
        }
        let (table, interrupt, bar) = (engine.table_arc(), interrupt.clone(), bar.clone());
        let has_begun = Arc::default();
        let kept = target.zip(lock).map(|(target, lock)| {
            let saver = Saver { table, origin, target, interrupt, bar, has_begun, _lock: lock };
            TableFile::new(saver, args.save_every)
        });
        Ok(Self(kept))
    }

    /// Records that a search has begun. If none ever does, nothing is saved, and the file is left
    /// alone.
    pub(crate) fn search_begins(&self) {
        self.0.iter().for_each(|kept| kept.saver.has_begun.store(true, Ordering::Relaxed));
    }

    /// Returns the flag to set when a search has begun, for callers that learn of it later.
    pub(crate) fn has_begun(&self) -> Arc<AtomicBool> {
        self.0.as_ref().map(|kept| Arc::clone(&kept.saver.has_begun)).unwrap_or_default()
    }

    /// Ends the periodic saves, and saves the table a last time.
    pub(crate) fn end(self) -> Result<()> {
        let Some(TableFile { saver, orders, thread }) = self.0 else { return Ok(()) };
        saver.bar.set_message(format!("saving {}", saver.target.named()));
        saver.interrupt.just_ends();
        drop(orders);
        let ended = thread.join();
        debug_assert!(ended.is_ok(), "it does not panic");
        saver.save()
    }
}

impl<T: Persist + 'static> TableFile<T> {
    fn new(saver: Saver<T>, period: Duration) -> Self {
        let (saver, (orders, received)) = (Arc::new(saver), channel());
        let (mine, last) = (Arc::clone(&saver), orders.clone());
        let thread = thread::spawn(move || mine.save_every(period, &received));
        saver.interrupt.before_it_ends(move || last.send(()).unwrap_or_default());
        Self { saver, orders, thread }
    }
}

/// Returns the file to load, if there is one. Refuses to overwrite a file that is not loaded.
fn source<'a>(load: Option<&'a Path>, target: Option<&'a Target>) -> Result<Option<&'a Path>> {
    let present = target.map(Target::path).filter(|path| path.exists());
    let (Some(load), Some(present)) = (load, present) else { return Ok(load.or(present)) };
    let same = load.canonicalize().is_ok_and(|load| load == present);
    ensure!(
        same,
        "{} exists and would be lost; name another file to save to, or load this one",
        present.display()
    );
    Ok(Some(load))
}

/// Explains a wrong kind of table by commands and options: users of the program need not know the
/// kinds, among which [`dense`](eldest_catalog::games::dense) chooses. Passes on other errors.
fn in_words(error: LoadError) -> anyhow::Error {
    match error {
        LoadError::Kind { found: "OneWordTable", .. } => anyhow!(
            "the table was saved by solve; expected one that was saved by search, or with solve a larger \
             --table-mib"
        ),
        LoadError::Kind { .. } => anyhow!(
            "the table was saved by search, or by solve with a smaller --table-mib; expected one that was \
             saved by solve with this --table-mib"
        ),
        error => error.into(),
    }
}

fn load(table: &impl Persist, origin: &Origin, path: &Path) -> Result<()> {
    let name = || path.display().to_string();
    let file = input::open(path).with_context(name)?;
    let mut file = BufReader::with_capacity(BUFFER, file);
    table.load(origin, &mut file).map_err(in_words).with_context(name)?;
    if !file.fill_buf().with_context(name)?.is_empty() {
        bail!("{}: there is more after the saved table", path.display());
    }
    Ok(())
}

/// A table, and the file to save it in.
#[derive(Debug)]
struct Saver<T> {
    table: Arc<T>,
    origin: Origin,
    target: Target,
    interrupt: Interrupt,
    bar: ProgressBar,
    /// Whether a search has begun. Before that, there is nothing to save.
    has_begun: Arc<AtomicBool>,
    /// Keeps other processes from saving there until it is dropped.
    _lock: Lock,
}

impl<T: Persist> Saver<T> {
    fn save(&self) -> Result<()> {
        if !self.has_begun.load(Ordering::Relaxed) {
            return Ok(());
        }
        self.target.replace(&self.interrupt, |file| {
            let saved = self.table.save(&self.origin, file);
            saved.with_context(|| self.target.named())
        })
    }

    /// Saves once per `period`, until the senders of `orders` are gone. An order means that the
    /// program is to end: saves, and exits.
    fn save_every(&self, period: Duration, orders: &Receiver<()>) {
        loop {
            match orders.recv_timeout(period) {
                Err(RecvTimeoutError::Disconnected) => return,
                Err(RecvTimeoutError::Timeout) => drop(self.report(self.save())),
                Ok(()) => self.interrupt.exit(self.report(self.save())),
            }
        }
    }

    /// Prints the error of a failed save, which left the file as it was, and returns the exit
    /// status.
    fn report(&self, saved: Result<()>) -> Status {
        let Err(error) = saved else { return Status::Interrupted };
        self.bar.suspend(|| complain(causes(&error)));
        Status::Failed
    }
}

/// Parses a period in minutes; 0 means never.
fn minutes(text: &str) -> Result<Duration, String> {
    let minutes = text.parse().ok().filter(|minutes: &f64| *minutes >= 0.0);
    let minutes = minutes.ok_or("expected a number of minutes, 0 or more")?;
    let every = Duration::try_from_secs_f64(60.0 * minutes).unwrap_or(Duration::MAX);
    Ok(if every.is_zero() { Duration::MAX } else { every })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn minutes_may_be_parts_of_one_and_no_minutes_are_for_ever() {
        assert_eq!(minutes("10"), Ok(Duration::from_secs(600)));
        assert_eq!(minutes("0.5"), Ok(Duration::from_secs(30)));
        assert_eq!(["0", "1e300", "inf"].map(minutes), [const { Ok(Duration::MAX) }; 3]);
        assert!(["-1", "nan", "ten", ""].map(minutes).iter().all(Result::is_err));
    }
}
