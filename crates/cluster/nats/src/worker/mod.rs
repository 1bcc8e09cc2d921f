//! [`Worker`]: does jobs of any number of managers and games.

mod assignment;
mod jobs;
mod orders;
mod pool;
mod puller;
mod service;

pub use assignment::Assignment;

use crate::Error;
use crate::cluster::{LEASE, runtime};
use crate::names::is_name;
use crate::notice::{Notice, Tell};
use crate::server::Server;
use assignment::{Knows, ServeGame};
use eldest::StopToken;
use orders::Limits;
use service::Service;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

/// A manager that has said nothing for so long is not there any more.
const PATIENCE: Duration = Duration::from_secs(15);
/// Findings of so many nodes for each other worker are told. Measured: `docs/cluster.md`.
const TELLS_FROM: u64 = 64;
/// The program's own: so large a table.
const TABLE_BYTES: usize = 64 << 20;

/// Does jobs of any number of managers and games, which come over NATS JetStream.
///
/// A function says what it knows of games: it is called with the name of a game and an [`Assignment`], and does the jobs of
/// that ([`Assignment::work`]) with an engine until no more are wanted; or returns why it does not. It runs on a thread of its
/// own, once for each game that is requested. `docs/proving.md` has a whole program.
///
/// At most as many jobs are taken as there are [threads](Self::threads), and none in advance. A job is acknowledged when its
/// manager has said that it has the answer. A worker that is killed leaves nothing behind: its jobs are given to others after a
/// [lease](Self::lease).
///
/// Whatever a job asks for, nothing is done but searches of games that the function knows; see [`most_nodes`](Self::most_nodes)
/// and [`table_bytes`](Self::table_bytes) for what they may cost.
pub struct Worker {
    server: Server,
    name: Option<String>,
    games: ServeGame,
    knows: Knows,
    limits: Limits,
    tell: Tell,
}

impl Worker {
    /// A worker at `server` for the games that `games` knows, with as many threads as the machine has cores.
    pub fn new(
        server: &Server,
        games: impl Fn(&str, Assignment) -> Result<(), String> + Send + Sync + 'static,
    ) -> Self {
        let limits = Limits {
            threads: std::thread::available_parallelism().map_or(1, usize::from),
            table_bytes: TABLE_BYTES,
            games: 1,
            most_nodes: u64::MAX,
            tells_from: Some(TELLS_FROM),
            lease: LEASE,
            patience: PATIENCE,
        };
        let (server, knows) = (server.clone(), Arc::new(|_: &str| Ok(())));
        let (name, games, tell) = (None, Arc::new(games), Tell::default());
        Self { server, name, games, knows, limits, tell }
    }

    /// Sets the name of this worker, which no other one at the server may have; a random one by default. Managers send checks to
    /// another worker than that of the answer by their names, and a server can be configured to allow a user certain names only.
    ///
    /// # Errors
    /// [`Error::Name`]: expected are 1 to 64 letters, digits, `-` and `_`.
    pub fn name(self, name: impl Into<String>) -> Result<Self, Error> {
        let name = name.into();
        if is_name(&name) {
            Ok(Self { name: Some(name), ..self })
        } else {
            Err(Error::Name { name })
        }
    }

    /// `knows` says why nothing is known of a game, if that is so, before another one makes room for it.
    #[must_use]
    pub fn knowing(
        self,
        knows: impl Fn(&str) -> Result<(), String> + Send + Sync + 'static,
    ) -> Self {
        Self { knows: Arc::new(knows), ..self }
    }

    /// At most so many jobs at a time, by so many threads; at least one.
    #[must_use]
    pub fn threads(self, threads: usize) -> Self {
        self.limited(|limits| limits.threads = threads.clamp(1, 4096))
    }

    /// The tables of all games together take so many bytes; 64 MiB by default.
    #[must_use]
    pub fn table_bytes(self, bytes: usize) -> Self {
        self.limited(|limits| limits.table_bytes = bytes)
    }

    /// So many games at a time, at least one, which share the [bytes](Self::table_bytes) evenly; one by default. When
    /// another one is asked for, the one that has not been asked for the longest is closed with its table; while there are
    /// jobs of all, it waits.
    #[must_use]
    pub fn games(self, games: usize) -> Self {
        self.limited(|limits| limits.games = games.max(1))
    }

    /// A job gets so many nodes, whatever it asks for; as many as it likes, by default.
    #[must_use]
    pub fn most_nodes(self, nodes: u64) -> Self {
        self.limited(|limits| limits.most_nodes = nodes)
    }

    /// While it does jobs of a proof it tells the other workers of its manager what it finds by so many nodes or more, times
    /// the number of these workers, and believes what they tell it, so that tables of their own cost little; from 64 nodes on by
    /// default. Without a number it does neither. For games whose engines have a [table that
    /// tells](eldest_prove::Telling).
    #[must_use]
    pub fn tells_from(self, nodes: Option<u64>) -> Self {
        self.limited(|limits| limits.tells_from = nodes)
    }

    /// As [`Connecting::lease`](crate::Connecting::lease).
    #[must_use]
    pub fn lease(self, lease: Duration) -> Self {
        self.limited(|limits| limits.lease = lease.max(Duration::from_millis(100)))
    }

    /// Jobs of a manager that has said nothing for so long are dropped; fifteen seconds by default. Managers say something
    /// every second.
    #[must_use]
    pub fn patience(self, patience: Duration) -> Self {
        self.limited(|limits| limits.patience = patience)
    }

    /// `hear` hears what somebody may want to know. It is to be quick.
    #[must_use]
    pub fn telling(self, hear: impl Fn(&Notice) + Send + Sync + 'static) -> Self {
        Self { tell: Tell::new(hear), ..self }
    }

    /// Works until `stop` is thrown. What is under way then goes to others.
    ///
    /// # Errors
    /// [`Error::Connection`], [`Error::JetStream`], [`Error::Io`], all of them before the first job. Later the server may come
    /// and go.
    pub fn run(self, stop: &StopToken) -> Result<(), Error> {
        let Self { server, name, games, knows, limits, tell } = self;
        let runtime = runtime()?;
        let worked = runtime.block_on(async {
            Service::new(&server, name, (games, knows), limits, tell).await?.run(stop).await;
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
