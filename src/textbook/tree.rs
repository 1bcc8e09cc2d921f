//! [`GameTree`]: the tree that a textbook algorithm walks, and the count of its visits.

use crate::position::{Ranked, Turn};
use crate::{Depth, Evaluator, Moves, Position, Score, Window};
use std::cmp::Reverse;
use std::fmt;

/// How many nodes an algorithm visited, by kind. Each visit counts, also of the same node.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct NodeCounts {
    /// Visits to nodes whose moves were searched.
    pub interior: u64,
    /// Visits to finished games and to the horizon.
    pub leaf: u64,
    /// How often a brother was searched again.
    pub researches: u64,
    /// Visits, of both kinds above, that were made while a brother was searched again.
    pub in_researches: u64,
    /// Positions that quiescence saw beyond the horizon.
    pub quiescence: u64,
}

impl NodeCounts {
    /// All visits but those of quiescence.
    #[must_use]
    pub const fn total(self) -> u64 {
        self.interior + self.leaf
    }
}

/// A position, the evaluator that judges it at the horizon, and the visits counted so far: what
/// every function of this module searches.
///
/// ```
/// use eldest::textbook::{GameTree, negamax};
/// use eldest::{Depth, Even, Score};
/// # use eldest::doc::Countdown;
///
/// let mut tree = GameTree::new(Countdown::new(5), &Even);
/// assert_eq!(negamax(&mut tree, Depth::END), Score::win_in(3));
/// assert_eq!((tree.counts().interior, tree.counts().leaf), (15, 13));
/// ```
pub struct GameTree<'e, P: Position, E: Evaluator<P>> {
    position: P,
    evaluator: &'e E,
    state: E::State,
    counts: NodeCounts,
    /// How many searches around this node are re-searches.
    research: u32,
}

impl<'e, P: Position, E: Evaluator<P>> GameTree<'e, P, E> {
    /// The tree below `position`; nothing visited yet.
    pub fn new(position: P, evaluator: &'e E) -> Self {
        let state = evaluator.start(&position);
        Self { position, evaluator, state, counts: NodeCounts::default(), research: 0 }
    }

    /// The root, before and after a search.
    pub fn position(&self) -> &P {
        &self.position
    }

    /// The visits of all searches so far.
    pub fn counts(&self) -> NodeCounts {
        self.counts
    }

    /// Visits this node: its score, if no move is to be searched from here.
    pub(super) fn leaf(&mut self, depth: Depth) -> Option<Score> {
        let score = self.position.over().or_else(|| depth.is_horizon().then(|| self.horizon()));
        self.counts.leaf += u64::from(score.is_some());
        self.counts.interior += u64::from(score.is_none());
        self.counts.in_researches += u64::from(self.research > 0);
        score
    }

    /// The legal moves, the higher ranked first.
    pub(super) fn moves(&self) -> Vec<P::Move> {
        let mut ranked: Vec<Ranked<P::Move>> = Vec::new();
        self.position.moves(&mut Moves::on(&mut ranked));
        ranked.sort_by_key(|ranked| Reverse(ranked.rank));
        ranked.into_iter().map(|ranked| ranked.mv).collect()
    }

    /// The value of `mv` as `search` finds it at the child, whose window is `window` turned.
    pub(super) fn below(
        &mut self,
        mv: P::Move,
        window: Window,
        search: impl FnOnce(&mut Self, Window) -> Score,
    ) -> Score {
        self.child(mv, |tree, turn| turn.value::<P>(search(tree, turn.window::<P>(window))))
    }

    /// [`below`](Self::below), for a brother that has been searched before.
    pub(super) fn again(
        &mut self,
        mv: P::Move,
        window: Window,
        search: impl FnOnce(&mut Self, Window) -> Score,
    ) -> Score {
        self.counts.researches += 1;
        self.research += 1;
        let value = self.below(mv, window, search);
        self.research -= 1;
        value
    }

    /// Plays `mv`, lets `visit` see the child and the turn, takes the move back.
    pub(super) fn child<R>(&mut self, mv: P::Move, visit: impl FnOnce(&mut Self, Turn) -> R) -> R {
        let before = self.position.side();
        self.evaluator.play(&self.position, mv, &mut self.state);
        let undo = self.position.play(mv);
        let turn = Turn::between::<P>(before, self.position.side());
        let result = visit(self, turn);
        self.position.undo(mv, undo);
        self.evaluator.undo(&self.position, mv, &mut self.state);
        result
    }

    fn horizon(&mut self) -> Score {
        match self.evaluator.quiescence_plies() {
            0 => self.evaluator.evaluate(&self.position, &self.state),
            plies => self.quiescence(plies),
        }
    }

    /// Q(p, k) as [`Evaluator`] defines it, without any window.
    fn quiescence(&mut self, plies: u16) -> Score {
        if let Some(score) = self.position.over() {
            return score;
        }
        let noisy = self.noisy_moves(plies);
        let stands_pat = noisy.is_empty() || self.evaluator.stands_pat(&self.position);
        let pat = stands_pat.then(|| self.evaluator.evaluate(&self.position, &self.state));
        let loud = noisy.into_iter().map(|mv| {
            self.counts.quiescence += 1;
            self.child(mv, |tree, turn| turn.value::<P>(tree.quiescence(plies - 1)))
        });
        pat.into_iter().chain(loud).max().expect("stand pat or a noisy move")
    }

    fn noisy_moves(&self, plies: u16) -> Vec<P::Move> {
        if plies == 0 {
            return Vec::new();
        }
        Moves::collect(|out| self.evaluator.noisy_moves(&self.position, out))
    }
}

impl<P: Position + fmt::Debug, E: Evaluator<P>> fmt::Debug for GameTree<'_, P, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("GameTree")
            .field("position", &self.position)
            .field("counts", &self.counts)
            .finish_non_exhaustive()
    }
}
