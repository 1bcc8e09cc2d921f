//! [`Kind`]: where a game comes from.

use crate::builder::Scope;
use crate::foreign_game::ForeignGame;
use crate::{Error, Result};
use eldest_catalog::games::{Catalog, GameArg, Visitor};
use std::sync::Arc;

/// Where a game comes from.
#[derive(Clone)]
pub(crate) enum Kind {
    Shipped(GameArg),
    Foreign(ForeignGame),
}

impl Kind {
    /// Calls `visitor` with this game.
    pub(crate) fn visit<V: Visitor>(&self, visitor: V) -> V::Output {
        match self {
            Self::Shipped(game) => game.visit(visitor),
            Self::Foreign(game) => visitor.visit(game),
        }
    }

    /// Returns the game called `name`.
    pub(crate) fn open(name: &str) -> Result<Self> {
        let game = name.parse::<GameArg>().map_err(|error| Error::Game(error.to_string()))?;
        Ok(Self::Shipped(game))
    }

    /// Returns what the threads of a foreign game are to be run in.
    pub(crate) fn scope(&self) -> Option<Scope> {
        let Self::Foreign(game) = self else { return None };
        let rules = Arc::clone(&game.rules);
        Some(Arc::new(move |run: &mut (dyn FnMut() + Send)| rules.thread(run)))
    }
}
