//! [`Engine::origin`]: the game and the settings that a saved table belongs to.

use super::launch::{findings, fingerprint};
use super::outcome::caught;
use super::{Engine, Error};
use crate::position::mix;
use crate::position::mixed;
use crate::position::{Evaluator, KeyKind, Moves, Points, Position};
use crate::sync::Arc;
use crate::table::{Origin, Table};

/// The maximum numbers of games played and of positions examined.
const GAMES: u64 = 16;
const LOOKS: usize = 1_000;

impl<P: Position + 'static, E: Evaluator<P> + 'static, T: Table> Engine<P, E, T> {
    /// Describes the search that the table belongs to with the present options, for
    /// [`Persist`](crate::table::Persist).
    ///
    /// A saved table stores the `label`, such as the name of the game and its variant, and an error
    /// shows it if the table does not fit. But names are not relied upon: a digest covers side,
    /// key, score, move codes and evaluation of about a thousand positions reachable from `start`.
    /// So a table is refused if the rules or the keys have changed since it was saved. Use the same
    /// `start` for all searches of a game: its initial position, or that of a problem. The order of
    /// moves does not matter.
    ///
    /// # Errors
    /// [`Error::Panicked`].
    pub fn origin(&self, start: &P, label: impl Into<String>) -> Result<Origin, Error> {
        let (evaluator, label) = (&*self.evaluator, label.into());
        caught(|| {
            let findings = findings::<P, E, T>(start, evaluator, &self.options);
            let fingerprint = fingerprint::<P, E>(findings);
            Ok(Origin { label, findings, fingerprint, rules: rules(start, evaluator) })
        })
    }

    /// Returns a shared reference to the table, to [save](crate::table::Persist::save) it while a
    /// search is under way.
    #[must_use]
    pub fn table_arc(&self) -> Arc<T> {
        Arc::clone(&self.table)
    }
}

/// Returns a digest of the rules and the evaluator over a few games from `start`.
fn rules<P: Position, E: Evaluator<P>>(start: &P, evaluator: &E) -> u64 {
    let mut walk = RulesDigest { evaluator, sum: declared(start), left: LOOKS };
    walk.look(start, 0);
    (0..GAMES).for_each(|game| walk.play(start.clone(), game));
    walk.sum
}

/// Returns a digest of the declarations that hold for all positions of a game.
fn declared<P: Position>(position: &P) -> u64 {
    let bits = match position.key_kind() {
        KeyKind::Hashed => 0,
        KeyKind::Unique { bits } => bits,
    };
    let range = position.range();
    let scores = [range.lower, range.upper].map(|score| score.get() as u64);
    mixed([P::WIN_DISTANCE.into(), bits.into(), scores[0], scores[1]])
}

/// Accumulates a digest of positions, which does not depend on their order.
struct RulesDigest<'e, E> {
    evaluator: &'e E,
    sum: u64,
    left: usize,
}

impl<E> RulesDigest<'_, E> {
    /// Plays one game, and adds all children along the way.
    fn play<P: Position>(&mut self, mut position: P, game: u64)
    where
        E: Evaluator<P>,
    {
        while self.left > 0 && position.over().is_none() {
            let moves = Moves::collect(|out| position.moves(out));
            let chosen = moves.iter().min_by_key(|mv| {
                let (move_code, mut child) = (position.move_code(**mv), position.clone());
                child.play(**mv);
                self.look(&child, move_code);
                mix(child.key() ^ mix(game))
            });
            let Some(mv) = chosen else { return };
            position.play(*mv);
        }
    }

    /// Adds a position that a move with `move_code` has led to.
    fn look<P: Position>(&mut self, position: &P, move_code: u16)
    where
        E: Evaluator<P>,
    {
        let value = position.over().unwrap_or_else(|| {
            let state = self.evaluator.start(position);
            self.evaluator.evaluate(position, &state)
        });
        let (side, over) = (position.side().index() as u64, position.over().is_some().into());
        let value = Points::at(position).to_come(value).get() as u64;
        let about = mixed([position.key(), side, over, value, move_code.into()]);
        self.sum = self.sum.wrapping_add(about);
        self.left = self.left.saturating_sub(1);
    }
}
