//! [`Saving`]: the table comes from a file, and goes into one.

mod args;
mod lock;

pub(crate) use args::SavingArgs;

use anyhow::{Context, Result, anyhow, bail, ensure};
use eldest::Engine;
use eldest::table::{LoadError, Origin, Persist};
use eldest_catalog::games::Game;
use eldest_catalog::input;
use eldest_terminal::{Interrupt, Status, Target, causes, complain};
use indicatif::ProgressBar;
use lock::Lock;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::{self, JoinHandle};
use std::time::Duration;

/// Read at once.
const BUFFER: usize = 1 << 20;

/// A table that is saved while somebody searches, and at the end.
#[must_use = "what has been found at the end is not saved by itself"]
pub(crate) struct Saving<T>(Option<TableFile<T>>);

/// A table that has a file.
struct TableFile<T> {
    saver: Arc<Saver<T>>,
    /// Saves now and then, until this is dropped.
    orders: Sender<()>,
    thread: JoinHandle<()>,
}

impl<T: Persist + 'static> Saving<T> {
    /// Fills the table of `engine` with what was saved before, as `args` say, and saves it from now on.
    /// Whatever can be wrong with the files is told now, before the long search.
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

    /// A search has begun. If none ever does, nothing is saved: the file is as it was, or not there.
    pub(crate) fn search_begins(&self) {
        self.0.iter().for_each(|kept| kept.saver.has_begun.store(true, Ordering::Relaxed));
    }

    /// The same, for those who hear of it later: to be set then.
    pub(crate) fn has_begun(&self) -> Arc<AtomicBool> {
        self.0.as_ref().map(|kept| Arc::clone(&kept.saver.has_begun)).unwrap_or_default()
    }

    /// Saves what has been found.
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

/// The file to begin with, if there is one. What is not loaded is not overwritten either.
fn source<'a>(load: Option<&'a Path>, target: Option<&'a Target>) -> Result<Option<&'a Path>> {
    let present = target.map(Target::path).filter(|path| path.exists());
    let (Some(load), Some(present)) = (load, present) else { return Ok(load.or(present)) };
    let same = load.canonicalize().is_ok_and(|load| load == present);
    ensure!(
        same,
        "{} is there and would be lost; name another file to save to, or load this one",
        present.display()
    );
    Ok(Some(load))
}

/// What the library says, but for the kinds of tables: nobody has to know them who runs the program. It is
/// [`dense`](eldest_catalog::games::dense) that chooses among them.
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
        bail!("{}: something follows the saved table", path.display());
    }
    Ok(())
}

/// A table, and the file that it is saved in.
#[derive(Debug)]
struct Saver<T> {
    table: Arc<T>,
    origin: Origin,
    target: Target,
    interrupt: Interrupt,
    bar: ProgressBar,
    /// Whether a search has begun. Before, there is nothing to save.
    has_begun: Arc<AtomicBool>,
    /// Nobody else saves there, until this is dropped.
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

    /// Saves every now and then, until nobody is left who could order something. When `orders` has one,
    /// it is that the program is to end.
    fn save_every(&self, period: Duration, orders: &Receiver<()>) {
        loop {
            match orders.recv_timeout(period) {
                Err(RecvTimeoutError::Disconnected) => return,
                Err(RecvTimeoutError::Timeout) => drop(self.tell(self.save())),
                Ok(()) => self.interrupt.exit(self.tell(self.save())),
            }
        }
    }

    /// The search goes on without; the file is as it was.
    fn tell(&self, saved: Result<()>) -> Status {
        let Err(error) = saved else { return Status::Interrupted };
        self.bar.suspend(|| complain(causes(&error)));
        Status::Failed
    }
}
