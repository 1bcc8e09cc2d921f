//! An evaluator with quiescence and a state.

use eldest::{Evaluator, Moves, Position, Score};
use eldest_games::trees::Tree;

/// Quiescence over every third move, with a state that must be kept up to date: it changes by
/// differences, so that a wrong one stays wrong.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Noisy {
    pub(crate) plies: u16,
    pub(crate) stands_pat: bool,
}

impl Evaluator<Tree> for Noisy {
    type State = u64;

    fn start(&self, tree: &Tree) -> u64 {
        tree.key()
    }

    fn evaluate(&self, tree: &Tree, state: &u64) -> Score {
        assert_eq!(*state, tree.key(), "the state lags behind the position");
        tree.estimate()
    }

    fn play(&self, before: &Tree, mv: u16, state: &mut u64) {
        *state += before.key_after(mv).expect("a tree knows") - before.key();
    }

    fn undo(&self, before: &Tree, mv: u16, state: &mut u64) {
        *state -= before.key_after(mv).expect("a tree knows") - before.key();
    }

    fn quiescence_plies(&self) -> u16 {
        self.plies
    }

    fn noisy_moves(&self, tree: &Tree, out: &mut Moves<'_, u16>) {
        let moves = Moves::collect(|out| tree.moves(out)).into_iter();
        moves
            .filter(|mv| (tree.key() + u64::from(*mv)).is_multiple_of(3))
            .for_each(|mv| out.push(mv));
    }

    fn stands_pat(&self, _: &Tree) -> bool {
        self.stands_pat
    }
}
