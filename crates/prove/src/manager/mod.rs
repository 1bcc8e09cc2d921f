//! [`ProofManager`]: the manager of a proof.

mod hand_out;
mod ledger;
mod questions;
mod run;
mod status;
mod take;
mod under_way;

pub use ledger::GrowthSample;
pub use run::Ending;
pub use status::ProofStatus;

use crate::error::{Contradiction, Error};
use crate::graph::{Clash, Graph, Id};
use crate::job::{JobEnd, JobReport, settled};
use crate::options::ProofOptions;
use crate::rules::{GameRules, GraphPosition, Reply};
use crate::store::{self, Origin, Store, StoredResult};
use eldest::{Bounds, Score};
use ledger::Ledger;
use questions::Questions;
use std::collections::HashMap;
use std::fmt;
use std::path::Path;
use std::time::Instant;

/// The root is the first position added.
const ROOT: Id = 0;

/// The manager of a proof: a graph of positions with proved bounds, questions at its root, and jobs
/// for an executor.
///
/// The manager finds the value of the root by null windows. To decide one, it searches the leaves
/// of the graph as jobs of a [`JobExecutor`](crate::JobExecutor): the first move before its
/// siblings, the siblings with the most effort first. A leaf that exhausts its budget is expanded.
/// Each result is in the [store](Self::keep) before it counts.
///
/// ```
/// use eldest::Engine;
/// use eldest::StopToken;
/// use eldest_prove::{Ending, ProofManager, ProofOptions, TextGame, Threads};
/// # use eldest_prove::doc::{Countdown, Heaps};
///
/// let game = TextGame::new("countdown", 1, Heaps);
/// let mut engine = Engine::<Countdown>::builder().table_bytes(1 << 20).build()?;
/// let mut threads = Threads::new(&mut engine, &game);
/// let options = ProofOptions::default().with(|o| o.budget = 10);
/// let mut manager = ProofManager::new(&game, "21", options)?;
/// let ending = manager.run(&mut threads, &StopToken::new(), &mut |_| ())?;
/// assert_eq!((ending, manager.known().to_string()), (Ending::Settled, "win in 11".to_owned()));
/// assert_eq!(manager.status().line[0], "1");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct ProofManager<'r> {
    rules: &'r dyn GameRules,
    options: ProofOptions,
    root: GraphPosition,
    graph: Graph,
    questions: Questions,
    ledger: Ledger,
    /// The move that proved the highest lower bound of the root in one search, and that bound.
    best: Option<(Score, String)>,
    /// Bounds proved for positions outside the graph, and the numbers of their results.
    beside: HashMap<String, (Bounds, u64)>,
    store: Option<Store>,
    begun: Instant,
    run: under_way::Run,
}

impl<'r> ProofManager<'r> {
    /// Creates a proof of `position`, in memory only unless it is [kept](Self::keep) in a file.
    ///
    /// # Errors
    /// [`Error::Refused`] if the values of the game depend on the moves that led to a position;
    /// [`Error::Position`].
    pub fn new(
        rules: &'r dyn GameRules,
        position: &str,
        options: ProofOptions,
    ) -> Result<Self, Error> {
        let about = rules.about();
        if let Some(refusal) = &about.refusal {
            return Err(Error::Refused(refusal.clone()));
        }
        let root = guarded(position, || rules.place(position))?;
        let mut graph = Graph::new(about.counts_distance);
        graph.reach(&root);
        let known = root.on_grid(graph.node(ROOT).known);
        let questions = Questions::new(about.driver, options.least, &root, known);
        let (ledger, beside) = (Ledger::default(), HashMap::new());
        let (begun, run) = (Instant::now(), under_way::Run::default());
        Ok(Self {
            rules,
            options,
            root,
            graph,
            questions,
            ledger,
            best: None,
            beside,
            store: None,
            begun,
            run,
        })
    }

    /// Keeps the proof in the file at `path`: resumes from its results, and writes each new result
    /// there before it counts. Creates the file if it does not exist.
    ///
    /// # Errors
    /// [`Error::Store`] if the file cannot be opened or created, or belongs to another proof;
    /// [`Error::Contradiction`] if results in the file cannot both be true.
    pub fn keep(mut self, path: impl AsRef<Path>) -> Result<Self, Error> {
        let (store, records) = Store::open(path.as_ref(), &self.origin(), self.options.least)?;
        self.replay(&records)?;
        self.store = Some(store);
        self.begun = Instant::now();
        Ok(self)
    }

    /// Loads the proof in the file at `path` read-only. Another process may append to it meanwhile.
    /// [`ProofOptions::least`] is the one last used for that file.
    ///
    /// # Errors
    /// The same as for [`keep`](Self::keep).
    pub fn look(mut self, path: impl AsRef<Path>) -> Result<Self, Error> {
        let store::Contents { origin, goal, records } = store::read(path.as_ref())?;
        self.origin().check(&origin)?;
        self.options.least = goal;
        let driver = self.rules.about().driver;
        self.questions = Questions::new(driver, goal, &self.root, self.known());
        self.replay(&records)?;
        Ok(self)
    }

    fn origin(&self) -> Origin {
        let about = self.rules.about();
        Origin::new(&about.game, about.fingerprint, &self.root.text)
    }

    fn replay(&mut self, records: &[StoredResult]) -> Result<(), Error> {
        records.iter().try_for_each(|record| {
            let place = guarded(&record.position, || self.rules.place(&record.position))?;
            let at = self.graph.find(&place.name).ok_or_else(|| Error::Stranger {
                number: self.ledger.len(),
                position: take::longest(&record.position),
            })?;
            self.count(at, record)
        })
    }

    /// Returns the proved bounds of the root, for its side to move.
    #[must_use]
    pub fn known(&self) -> Bounds {
        self.root.on_grid(self.graph.node(ROOT).known)
    }

    /// Returns the number of the first open question "is the value of the root at least this?",
    /// one of up to [`ProofOptions::questions`]; `None` if nothing is open.
    #[must_use]
    pub fn open_question(&self) -> Option<i32> {
        self.questions.asked().first().copied()
    }

    /// Returns the text of the root, as in the store.
    #[must_use]
    pub fn position(&self) -> &str {
        &self.root.text
    }

    /// Returns all positions of the graph, the root first, with their proved bounds for their side
    /// to move. One position represents all its mirror images, where the game detects them.
    pub fn positions(&self) -> impl Iterator<Item = (&str, Bounds)> {
        self.graph.nodes().map(|node| (&*node.text, node.known))
    }

    /// Applies `record`, which is on the disk.
    fn count(&mut self, at: Id, record: &StoredResult) -> Result<(), Error> {
        let outcome = &record.outcome;
        let bounds = record.counts();
        let number = self.ledger.note(at, bounds, record, &self.options);
        self.graph.spend(at, outcome.nodes);
        self.tighten(at, bounds, number)?;
        self.note_best(at, bounds.lower(), outcome);
        let node = self.graph.node(at);
        let is_open = settled(node.known, record.least).is_none();
        if outcome.end == JobEnd::Exhausted && is_open && node.is_leaf() {
            self.expand(at, &outcome.order)?;
        }
        outcome.facts.iter().try_for_each(|fact| {
            let bounds = fact.bounds().unwrap_or(Bounds::FULL);
            self.learn(&fact.position, bounds, number)
        })?;
        self.questions.update(self.known());
        self.ledger.sample(&self.graph);
        Ok(())
    }

    /// Keeps the best move reported with the highest lower bound of the root.
    fn note_best(&mut self, at: Id, lower: Score, outcome: &JobReport) {
        let is_higher = self.best.as_ref().is_none_or(|(before, _)| *before < lower);
        if at == ROOT && outcome.end == JobEnd::Decided && is_higher {
            self.best = outcome.order.first().map(|mv| (lower, mv.clone())).or(self.best.take());
        }
    }

    /// Applies an additional fact about `position`. Ignores a position that cannot be read.
    fn learn(&mut self, position: &str, bounds: Bounds, number: u64) -> Result<(), Error> {
        let Ok(place) = guarded(position, || self.rules.place(position)) else { return Ok(()) };
        match self.graph.find(&place.name) {
            Some(at) => self.tighten(at, bounds, number),
            None => {
                let known = self.beside.entry(place.name).or_insert((bounds, number));
                // Of two contradictory facts the first stays: the error shows when the position is
                // reached.
                known.0 = known.0.intersect(bounds).unwrap_or(known.0);
                Ok(())
            }
        }
    }

    /// Expands `at` into its successors.
    fn expand(&mut self, at: Id, order: &[String]) -> Result<(), Error> {
        let text = self.graph.node(at).text.to_string();
        let mut replies = guarded(&text, || self.rules.replies(&text))?;
        if replies.is_empty() {
            let reason = "the rules give neither moves nor a value".to_owned();
            return Err(Error::Position { position: text, reason });
        }
        put_in_order(&mut replies, order);
        let made = self.graph.expand(at, &replies).map_err(|clash| self.contradiction(&clash))?;
        made.into_iter().try_for_each(|(at, reply)| {
            let known = self.beside.remove(&replies[reply].place.name);
            known.map_or(Ok(()), |(bounds, number)| self.tighten(at, bounds, number))
        })
    }

    fn tighten(&mut self, at: Id, bounds: Bounds, number: u64) -> Result<(), Error> {
        let tightened = self.graph.tighten(at, bounds, number);
        tightened.map_err(|clash| self.contradiction(&clash))
    }

    fn contradiction(&self, clash: &Clash) -> Error {
        let named =
            |number: Option<u64>| number.map(|number| self.ledger.named(number, &self.graph));
        Error::Contradiction(Box::new(Contradiction {
            position: self.graph.node(clash.at).text.to_string(),
            known: clash.known,
            found: clash.found,
            before: named(clash.before),
            now: named(clash.now),
        }))
    }
}

/// Calls the rules. Turns a panic into an error about `position`.
fn guarded<T>(position: &str, call: impl FnOnce() -> Result<T, String>) -> Result<T, Error> {
    let result = std::panic::catch_unwind(std::panic::AssertUnwindSafe(call));
    let result = result.unwrap_or_else(|_| Err("the rules panicked".to_owned()));
    result.map_err(|reason| Error::Position { position: position.to_owned(), reason })
}

/// Moves the replies that `order` names to the front, in that order.
fn put_in_order(replies: &mut [Reply], order: &[String]) {
    let places: HashMap<&str, usize> =
        order.iter().enumerate().map(|(place, mv)| (mv.as_str(), place)).collect();
    replies.sort_by_key(|reply| places.get(reply.mv.as_str()).copied().unwrap_or(usize::MAX));
}

impl fmt::Debug for ProofManager<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = f.debug_struct("ProofManager");
        shown.field("root", &self.root).field("known", &self.known()).finish_non_exhaustive()
    }
}
