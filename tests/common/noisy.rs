//! An evaluator with quiescence and a state.

use super::Glance;
use eldest::{Evaluator, Moves, Position, Score};
use eldest_games::trees::{AnyTree, Distances, Tree};

/// A tree, or a game with one inside, that says what a node is worth.
pub(crate) trait Estimated: Position<Move = u16> {
    fn estimate(&self) -> Score;
}

impl Estimated for Tree {
    fn estimate(&self) -> Score {
        self.estimate()
    }
}

impl Estimated for AnyTree {
    fn estimate(&self) -> Score {
        self.estimate()
    }
}

impl<P: Estimated> Estimated for Distances<P> {
    fn estimate(&self) -> Score {
        self.0.estimate()
    }
}

impl<P: Estimated> Estimated for Glance<P> {
    fn estimate(&self) -> Score {
        self.inner.estimate()
    }
}

/// Quiescence over every third move, with a state that must be kept up to date: it changes by
/// differences, so that a wrong one stays wrong.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Noisy {
    /// None: the static score alone.
    pub(crate) plies: u16,
    pub(crate) stands_pat: bool,
}

impl<P: Estimated> Evaluator<P> for Noisy {
    type State = u64;

    fn start(&self, position: &P) -> u64 {
        position.key()
    }

    fn evaluate(&self, position: &P, state: &u64) -> Score {
        assert_eq!(*state, position.key(), "the state lags behind the position");
        position.estimate()
    }

    fn play(&self, before: &P, mv: u16, state: &mut u64) {
        *state = state.wrapping_add(difference(before, mv));
    }

    fn undo(&self, before: &P, mv: u16, state: &mut u64) {
        *state = state.wrapping_sub(difference(before, mv));
    }

    fn quiescence_plies(&self) -> u16 {
        self.plies
    }

    fn noisy_moves(&self, position: &P, out: &mut Moves<'_, u16>) {
        let moves = Moves::collect(|out| position.moves(out)).into_iter();
        moves
            .filter(|mv| position.key().wrapping_add(u64::from(*mv)).is_multiple_of(3))
            .for_each(|mv| out.push(mv));
    }

    fn stands_pat(&self, _: &P) -> bool {
        self.stands_pat
    }
}

/// By how much a move changes the key.
fn difference(before: &impl Position<Move = u16>, mv: u16) -> u64 {
    let after = before.key_after(mv).unwrap_or_else(|| {
        let mut child = before.clone();
        child.play(mv);
        child.key()
    });
    after.wrapping_sub(before.key())
}
