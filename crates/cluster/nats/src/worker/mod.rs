//! [`Worker`]: does jobs for any number of managers and games.

mod assignment;
mod jobs;
mod pool;
mod puller;
mod service;

pub use assignment::Assignment;

use crate::Error;
use crate::cluster::{LEASE, runtime};
use crate::names::is_name;
use crate::notice::{Notice, NoticeReporter};
use crate::server::Server;
use assignment::{Knows, Limits, ServeGame};
use eldest::StopToken;
use service::Service;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

/// A manager that has been silent this long has left.
const PATIENCE: Duration = Duration::from_secs(15);
/// Nodes per other worker from which a finding is shared. Measured: `docs/cluster.md`.
const SHARE_FROM: u64 = 64;
/// The default size of all tables together, as of `--table-mib`.
const TABLE_BYTES: usize = 64 << 20;

/// Does jobs for any number of managers and games, over NATS JetStream.
///
/// The games are served by a function. It is called with the name of a game and an [`Assignment`],
/// on a thread of its own for each requested game, and does the jobs of the assignment with an
/// engine ([`Assignment::work`]) until the assignment is closed; or it fails with a reason.
/// `docs/proving.md` has a complete program.
///
/// A worker takes at most one job per [thread](Self::threads), and none in advance. It acknowledges
/// a job when the manager has confirmed the answer. The jobs of a worker that is killed are
/// reassigned after a [lease](Self::lease).
///
/// A job can only cause searches of games that the function serves.
/// [`most_nodes`](Self::most_nodes) and [`table_bytes`](Self::table_bytes) limit their cost.
pub struct Worker {
    server: Server,
    name: Option<String>,
    games: ServeGame,
    knows: Knows,
    limits: Limits,
    reporter: NoticeReporter,
}

impl Worker {
    /// Returns a worker at `server` for the games that `games` serves, with one thread per core.
    pub fn new(
        server: &Server,
        games: impl Fn(&str, Assignment) -> Result<(), String> + Send + Sync + 'static,
    ) -> Self {
        let limits = Limits {
            threads: std::thread::available_parallelism().map_or(1, usize::from),
            table_bytes: TABLE_BYTES,
            games: 1,
            most_nodes: u64::MAX,
            share_from: Some(SHARE_FROM),
            lease: LEASE,
            patience: PATIENCE,
        };
        let (server, knows) = (server.clone(), Arc::new(|_: &str| Ok(())));
        let (name, games, reporter) = (None, Arc::new(games), NoticeReporter::default());
        Self { server, name, games, knows, limits, reporter }
    }

    /// Sets the name of this worker, which must be unique at the server; random by default.
    /// Managers use names to have answers checked by another worker, and a server can be configured
    /// to restrict a user to certain names.
    ///
    /// # Errors
    /// [`Error::Name`], unless it has 1 to 64 letters, digits, `-` and `_`.
    pub fn name(self, name: impl Into<String>) -> Result<Self, Error> {
        let name = name.into();
        if is_name(&name) {
            Ok(Self { name: Some(name), ..self })
        } else {
            Err(Error::Name { name })
        }
    }

    /// Sets a check of the name of a game, which fails with a reason. It runs before another game
    /// is closed to make room.
    #[must_use]
    pub fn knowing(
        self,
        knows: impl Fn(&str) -> Result<(), String> + Send + Sync + 'static,
    ) -> Self {
        Self { knows: Arc::new(knows), ..self }
    }

    /// Sets the number of threads, which is also the most jobs at the same time; clamped to 1 to
    /// 4096.
    #[must_use]
    pub fn threads(self, threads: usize) -> Self {
        self.limited(|limits| limits.threads = threads.clamp(1, 4096))
    }

    /// Sets the total size of the tables of all games; 64 MiB by default.
    #[must_use]
    pub fn table_bytes(self, bytes: usize) -> Self {
        self.limited(|limits| limits.table_bytes = bytes)
    }

    /// Sets the number of games served at the same time, which share the [bytes](Self::table_bytes)
    /// evenly; one by default. When another game is requested, the least recently requested game
    /// without jobs is closed, with its table; while all have jobs, the new game waits.
    #[must_use]
    pub fn games(self, games: usize) -> Self {
        self.limited(|limits| limits.games = games.max(1))
    }

    /// Limits the node budget of each job; unlimited by default.
    #[must_use]
    pub fn most_nodes(self, nodes: u64) -> Self {
        self.limited(|limits| limits.most_nodes = nodes)
    }

    /// Shares findings with the other workers of the same manager while doing jobs of a proof, and
    /// accepts theirs, so that separate tables cost little. A finding is shared if it took at least
    /// `nodes` times the number of other workers; 64 by default, and `None` turns sharing off.
    /// Requires an engine with a [table that reports its entries](eldest_prove::SharingTable).
    #[must_use]
    pub fn share_from(self, nodes: Option<u64>) -> Self {
        self.limited(|limits| limits.share_from = nodes)
    }

    /// Sets the lease of jobs, as [`Connecting::lease`](crate::Connecting::lease).
    #[must_use]
    pub fn lease(self, lease: Duration) -> Self {
        self.limited(|limits| limits.lease = lease.max(Duration::from_millis(100)))
    }

    /// Sets how long a manager may be silent before its jobs are dropped; fifteen seconds by
    /// default. Managers send a heartbeat every second.
    #[must_use]
    pub fn patience(self, patience: Duration) -> Self {
        self.limited(|limits| limits.patience = patience)
    }

    /// Sets the callback for notices. It must return quickly.
    #[must_use]
    pub fn on_notice(self, report: impl Fn(&Notice) + Send + Sync + 'static) -> Self {
        Self { reporter: NoticeReporter::new(report), ..self }
    }

    /// Does jobs until `stop` is thrown, then returns unfinished ones to the server for other
    /// workers.
    ///
    /// # Errors
    /// [`Error::Connection`], [`Error::JetStream`], [`Error::Stream`] and [`Error::Io`], all before
    /// the first job. Later losses of the connection are no errors.
    pub fn run(self, stop: &StopToken) -> Result<(), Error> {
        let Self { server, name, games, knows, limits, reporter } = self;
        let runtime = runtime()?;
        let worked = runtime.block_on(async {
            Service::new(&server, name, (games, knows), limits, reporter).await?.run(stop).await;
            Ok(())
        });
        runtime.shutdown_background();
        worked
    }

    fn limited(mut self, change: impl FnOnce(&mut Limits)) -> Self {
        change(&mut self.limits);
        self
    }
}

impl fmt::Debug for Worker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = f.debug_struct("Worker");
        shown.field("server", &self.server).field("limits", &self.limits).finish_non_exhaustive()
    }
}
