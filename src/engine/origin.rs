//! [`Engine::origin`]: whose findings a saved table holds.

use super::launch::{findings, fingerprint};
use super::outcome::caught;
use super::{Engine, Error};
use crate::position::mix;
use crate::position::mixed;
use crate::position::{Evaluator, KeyKind, Moves, Points, Position};
use crate::sync::Arc;
use crate::table::{Origin, Table};

/// Games that are played through, and positions that are looked at, at most.
const GAMES: u64 = 16;
const LOOKS: usize = 1_000;

impl<P: Position + 'static, E: Evaluator<P> + 'static, T: Table> Engine<P, E, T> {
    /// Whose findings the table holds after a search with the present options: for
    /// [`Persist`](crate::table::Persist).
    ///
    /// The file of a table keeps the `label` and shows it where it does not fit: the name of the game and its variant. But
    /// names are not relied upon. About a thousand positions that can be reached from `start` are asked for
    /// side, key, score, move codes and evaluation. So a table is refused where the rules or the keys have
    /// changed since it was saved. `start` is the same for all searches of a game: the position at its
    /// beginning, or that of a problem. The order of moves does not matter.
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

    /// The table, for whoever wants to [save](crate::table::Persist::save) it while a search is under way.
    #[must_use]
    pub fn table_arc(&self) -> Arc<T> {
        Arc::clone(&self.table)
    }
}

/// What the rules and the evaluator answer in a few games from `start` on, summed up.
fn rules<P: Position, E: Evaluator<P>>(start: &P, evaluator: &E) -> u64 {
    let mut walk = RulesDigest { evaluator, sum: declared(start), left: LOOKS };
    walk.look(start, 0);
    (0..GAMES).for_each(|game| walk.play(start.clone(), game));
    walk.sum
}

/// What is declared about all positions of a game.
fn declared<P: Position>(position: &P) -> u64 {
    let bits = match position.key_kind() {
        KeyKind::Hashed => 0,
        KeyKind::Unique { bits } => bits,
    };
    let range = position.range();
    let scores = [range.lower, range.upper].map(|score| score.get() as u64);
    mixed([P::WIN_DISTANCE.into(), bits.into(), scores[0], scores[1]])
}

/// Looks at positions. The sum does not depend on their order.
struct RulesDigest<'e, E> {
    evaluator: &'e E,
    sum: u64,
    left: usize,
}

impl<E> RulesDigest<'_, E> {
    /// Plays one game, and looks at all children on its way.
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

    /// Asks a position that a move with `move_code` has led to.
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
