//! [`Desk`]: where the jobs of one game are done.

use super::orders::{Found, Limits, Order};
use super::sitting::Sitting;
use eldest_prove::Threads;
use std::fmt;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender};
use tokio::sync::mpsc::UnboundedSender;

/// Knows games: runs a desk of the game of this name, or says why not.
pub(crate) type Games = Arc<dyn Fn(&str, Desk) -> Result<(), String> + Send + Sync>;

/// Says why a game is not known, if it is not.
pub(crate) type Knows = Arc<dyn Fn(&str) -> Result<(), String> + Send + Sync>;

/// Where the jobs of one game are done.
pub struct Desk {
    game: String,
    limits: Limits,
    orders: Receiver<Order>,
    bell: Sender<Order>,
    found: UnboundedSender<Found>,
}

impl Desk {
    pub(super) fn new(
        game: &str,
        limits: Limits,
        bell: Sender<Order>,
        orders: Receiver<Order>,
        found: UnboundedSender<Found>,
    ) -> Self {
        Self { game: game.to_owned(), limits, orders, bell, found }
    }

    /// With so many threads the engine is to search.
    #[must_use]
    pub fn threads(&self) -> usize {
        self.limits.threads
    }

    /// So large its table may be.
    #[must_use]
    pub fn table_bytes(&self) -> usize {
        self.limits.table_bytes / self.limits.games
    }

    /// Does jobs by `threads` until the desk is closed. If their table [tells](eldest_prove::Telling) what searches find, so do
    /// they.
    pub fn work(self, threads: Threads<'_>) {
        let Self { game, limits, orders, bell, found } = self;
        let threads = threads.waking(move || bell.send(Order::Look).unwrap_or_default());
        Sitting::new(game, threads, limits.tells_from, found).work(&orders);
    }
}

impl fmt::Debug for Desk {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Desk").field("limits", &self.limits).finish_non_exhaustive()
    }
}
