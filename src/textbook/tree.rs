//! [`GameTree`]: the tree that a textbook algorithm walks, and the count of its visits.

use super::traced::Trace;
use crate::position::{Ranked, Turn, sort_by_rank, without_ranks};
use crate::search::observer::Tracer;
use crate::{Depth, Evaluator, Moves, Position, Score, Window};
use std::fmt;

/// The numbers of nodes visited by an algorithm, by kind. Each visit counts, also of the same node.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct NodeCounts {
    /// Visits to nodes whose moves were searched.
    pub interior: u64,
    /// Visits to finished games and to the horizon.
    pub leaf: u64,
    /// Re-searches of siblings.
    pub researches: u64,
    /// Visits, of both kinds above, during re-searches.
    pub in_researches: u64,
    /// Positions that quiescence visited beyond the horizon.
    pub quiescence: u64,
}

impl NodeCounts {
    /// Returns the number of visits, except those of quiescence.
    #[must_use]
    pub const fn total(self) -> u64 {
        self.interior + self.leaf
    }
}

/// The input of every function of this module: a position, the evaluator for the horizon, and the
/// visits counted so far.
///
/// ```
/// use eldest::textbook::{GameTree, negamax};
/// use eldest::{Depth, ZeroEvaluator, Score};
/// # use eldest::doc::Countdown;
///
/// let mut tree = GameTree::new(Countdown::new(5), &ZeroEvaluator);
/// assert_eq!(negamax(&mut tree, Depth::END), Score::win_in(3));
/// assert_eq!((tree.counts().interior, tree.counts().leaf), (15, 13));
/// ```
pub struct GameTree<'e, P: Position, E: Evaluator<P>> {
    position: P,
    evaluator: &'e E,
    state: E::State,
    counts: NodeCounts,
    /// The number of enclosing re-searches.
    research: u32,
    /// The maximum number of real visits.
    most: u64,
    trace: Trace<'e, P::Move>,
}

impl<'e, P: Position, E: Evaluator<P>> GameTree<'e, P, E> {
    /// Creates the tree below `position`, with no visits.
    pub fn new(position: P, evaluator: &'e E) -> Self {
        let state = evaluator.start(&position);
        let (counts, trace) = (NodeCounts::default(), Trace::default());
        Self { position, evaluator, state, counts, research: 0, most: u64::MAX, trace }
    }

    /// Returns the same tree with `tracer`, which sees it as it sees the kernel. The root is
    /// entered once for each pass; it is [left](Tracer::leave) in searches by [`Algorithm::search`]
    /// and [`mtdf`]. Any other function returns its value only to the caller.
    ///
    /// ```
    /// use eldest::textbook::{Algorithm, GameTree};
    /// use eldest::observe::{NodeType, Tracer};
    /// use eldest::{Depth, Score, Window, ZeroEvaluator};
    /// # use eldest::doc::Countdown;
    ///
    /// /// The number of searches with a null window.
    /// #[derive(Default)]
    /// struct Nulls(u32);
    ///
    /// impl<M> Tracer<M> for Nulls {
    ///     fn enter(&mut self, _: u32, window: Window, _: Depth, _: NodeType) {
    ///         self.0 += u32::from(window.is_null());
    ///     }
    /// }
    ///
    /// let mut nulls = Nulls::default();
    /// let mut tree = GameTree::new(Countdown::new(5), &ZeroEvaluator).traced_by(&mut nulls);
    /// let value = Algorithm::Pvs.search(&mut tree, Window::FULL, Depth::END);
    /// assert_eq!(value, Score::win_in(3));
    /// assert!(nulls.0 > 0);
    /// ```
    ///
    /// [`Algorithm::search`]: super::Algorithm::search
    /// [`mtdf`]: super::mtdf()
    #[must_use]
    pub fn traced_by(mut self, tracer: &'e mut dyn Tracer<P::Move>) -> Self {
        self.trace = Trace::by(tracer);
        self
    }

    /// Returns the same tree with a limit on real visits: all later ones find a leaf with value 0,
    /// so that a search which grows too large ends soon. If [`counts`](Self::counts) reports more
    /// visits than `most`, the value is meaningless.
    #[must_use]
    pub fn at_most(self, most: u64) -> Self {
        Self { most, ..self }
    }

    /// Returns the root, before and after a search.
    pub fn position(&self) -> &P {
        &self.position
    }

    /// Returns the visits of all searches so far.
    pub fn counts(&self) -> NodeCounts {
        self.counts
    }

    /// Visits this node with `window`; returns its score, if no move is to be searched from here.
    pub(super) fn leaf(&mut self, window: Window, depth: Depth) -> Option<Score> {
        self.trace.enter(window, depth);
        let score = if self.counts.total() < self.most {
            self.position.over().or_else(|| depth.is_horizon().then(|| self.horizon()))
        } else {
            Some(Score::DRAW)
        };
        self.counts.leaf += u64::from(score.is_some());
        self.counts.interior += u64::from(score.is_none());
        self.counts.in_researches += u64::from(self.research > 0);
        score
    }

    /// Returns the legal moves, sorted by rank.
    pub(super) fn moves(&self) -> Vec<P::Move> {
        let mut ranked: Vec<Ranked<P::Move>> = Vec::new();
        self.position.moves(&mut Moves::on(&mut ranked));
        sort_by_rank(&mut ranked);
        without_ranks(&ranked)
    }

    /// Returns the value of `mv` that `search` finds at the child, with `window` turned to the
    /// child's point of view.
    pub(super) fn below(
        &mut self,
        mv: P::Move,
        window: Window,
        search: impl FnOnce(&mut Self, Window) -> Score,
    ) -> Score {
        self.child(mv, |tree, turn| {
            turn.value::<P>(tree.pass(|tree| search(tree, turned::<P>(turn, window))))
        })
    }

    /// Leaves this node with the value that `search` finds.
    pub(super) fn pass(&mut self, search: impl FnOnce(&mut Self) -> Score) -> Score {
        let value = search(self);
        self.leave(value);
        value
    }

    /// Reports to the tracer that this node is left with `value`.
    pub(super) fn leave(&mut self, value: Score) {
        self.trace.leave(value);
    }

    /// Like [`below`](Self::below), for a sibling that has been searched before.
    pub(super) fn again(
        &mut self,
        mv: P::Move,
        window: Window,
        search: impl FnOnce(&mut Self, Window) -> Score,
    ) -> Score {
        self.counts.researches += 1;
        self.research += 1;
        self.trace.stand = self.trace.stand.again();
        let value = self.below(mv, window, search);
        self.research -= 1;
        value
    }

    /// Plays `mv`, calls `visit` with the child and the turn, takes the move back.
    pub(super) fn child<R>(&mut self, mv: P::Move, visit: impl FnOnce(&mut Self, Turn) -> R) -> R {
        let (before, stand) = (self.position.side(), self.trace.stand);
        self.trace.play(mv);
        self.evaluator.play(&self.position, mv, &mut self.state);
        let undo = self.position.play(mv);
        let turn = Turn::between::<P>(before, self.position.side());
        self.trace.stand = stand.below(turn);
        let result = visit(self, turn);
        self.trace.stand = stand.after_first();
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

    /// Returns Q(p, k) as [`Evaluator`] defines it, without any window.
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

/// Converts the node's window to the child's point of view. An empty window, as in the listing of
/// 1983, has no inside that must be kept open at the ends of the scores: each end is converted
/// separately.
fn turned<P: Position>(turn: Turn, window: Window) -> Window {
    if window.alpha < window.beta {
        return turn.window::<P>(window);
    }
    let above = turn.window::<P>(Window { beta: Score::INFINITY, ..window });
    let below = turn.window::<P>(Window { alpha: -Score::INFINITY, ..window });
    Window { alpha: above.alpha.max(below.alpha), beta: above.beta.min(below.beta) }
}

impl<P: Position + fmt::Debug, E: Evaluator<P>> fmt::Debug for GameTree<'_, P, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("GameTree")
            .field("position", &self.position)
            .field("counts", &self.counts)
            .finish_non_exhaustive()
    }
}
