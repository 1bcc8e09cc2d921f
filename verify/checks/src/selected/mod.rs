//! [`Decision`]: defines what a selective search to a depth decides, recursively, for null windows.
//! It uses nothing of the library but the traits, and no table. It counts the nodes that such a
//! search visits.

mod rules;

use crate::recalled::{MoveTraits, Recall, Spot};
use eldest::observe::NodeType;
use eldest::selective::{Parameter, Selection, Tactics};
use eldest::{Evaluator, Moves, Position, Score};

/// The kinds of selection, in the order of the counts.
pub const KINDS: [&str; 8] = [
    "null moves that hold",
    "late moves searched less deep",
    "static scores that are enough",
    "extensions",
    "nodes searched less deep",
    "late moves left out",
    "futile moves left out",
    "losing moves left out",
];

/// Decides whether a value is at least a bound.
#[derive(Debug)]
pub struct Decision<'e, E> {
    evaluator: &'e E,
    selection: Selection,
    /// No line is extended beyond this ply.
    extends_to: u32,
    /// The knowledge gathered during the search, if the search learns.
    recall: Option<Recall>,
    /// Nodes visited.
    pub nodes: u64,
    /// The number of selections of each of the [`KINDS`].
    pub selected: [u64; KINDS.len()],
}

/// The state of the search at a node.
#[derive(Copy, Clone)]
struct DecisionNode {
    depth: u16,
    ply: u32,
    kind: NodeType,
    /// Whether the last move was a null move.
    passed: bool,
    /// Whether a null move is being verified.
    verifies: bool,
    /// The static scores of this node and of the two before it, where the position is not urgent.
    scores: [Option<Score>; 3],
    /// The code of the last move.
    last: u16,
    /// The kinds of the last two moves.
    kinds: [u16; 2],
}

impl DecisionNode {
    /// Whether the static score is higher than two plies before.
    fn improves(&self) -> bool {
        self.scores[0].zip(self.scores[2]).is_some_and(|(now, before)| now > before)
    }

    fn spot(&self, position: &impl Position) -> Spot {
        Spot { side: position.side(), ply: self.ply, last: self.last, kinds: self.kinds }
    }
}

impl<'e, E> Decision<'e, E> {
    /// A decision about the value at `depth`; `learns` says whether the search has a move memory.
    pub fn new(evaluator: &'e E, selection: Selection, depth: u16, learns: bool) -> Self {
        let extends_to = 2 * u32::from(depth);
        let recall =
            (learns && selection.signed_history).then(|| Recall::new(selection.parameters));
        Self { evaluator, selection, extends_to, recall, nodes: 0, selected: [0; KINDS.len()] }
    }

    /// Whether the value of `root` at `depth` is at least `beta`.
    pub fn root<P: Tactics>(&mut self, root: &P, beta: Score, depth: u16) -> bool
    where
        E: Evaluator<P>,
    {
        self.nodes += 1;
        let place = self.start(root, depth);
        self.moves(root, beta, place)
    }

    /// The number of nodes up to the end of the first child of `root`, if null moves change the
    /// decision of its siblings; otherwise 0.
    pub fn nodes_before_passes_matter<P: Tactics>(
        &mut self,
        root: &P,
        beta: Score,
        depth: u16,
    ) -> u64
    where
        E: Evaluator<P>,
    {
        let (place, moves) = (self.start(root, depth), Moves::collect(|out| root.moves(out)));
        let mut numbered = (0..).zip(moves);
        if numbered.next().is_none_or(|first| self.reaches(root, first, beta, place)) {
            return 0;
        }
        let nodes = self.nodes;
        let [with, without] = [false, true].map(|verifies| {
            let place = DecisionNode { verifies, ..place };
            numbered.clone().any(|sibling| self.reaches(root, sibling, beta, place))
        });
        if with == without { 0 } else { nodes }
    }

    /// The state at the root.
    fn start<P: Tactics>(&self, root: &P, depth: u16) -> DecisionNode
    where
        E: Evaluator<P>,
    {
        DecisionNode {
            depth,
            ply: 0,
            kind: NodeType::Pv,
            passed: false,
            verifies: false,
            scores: [self.score(root), None, None],
            last: 0,
            kinds: [0; 2],
        }
    }

    fn parameter(&self, parameter: Parameter) -> i32 {
        self.selection.parameters.get(parameter)
    }

    /// The static score, unless the position is urgent.
    fn score<P: Tactics>(&self, position: &P) -> Option<Score>
    where
        E: Evaluator<P>,
    {
        (!position.is_urgent()).then(|| self.judged(position))
    }

    fn at<P: Tactics>(&mut self, position: &P, beta: Score, place: DecisionNode) -> bool
    where
        E: Evaluator<P>,
    {
        self.nodes += 1;
        if let Some(score) = position.over() {
            return score >= beta;
        }
        if place.depth == 0 {
            return self.quiet(position, beta, self.evaluator.quiescence_plies(), place);
        }
        let mut place = place;
        place.scores[0] = self.score(position);
        if self.holds_unseen(position, beta, place) {
            return true;
        }
        let unknown_from = self.parameter(Parameter::UnknownPlies);
        let is_unknown = place.kind != NodeType::All && i32::from(place.depth) >= unknown_from;
        let less = self.selection.internal_reductions && is_unknown;
        self.selected[4] += u64::from(less);
        place.depth -= u16::from(less);
        self.moves(position, beta, place)
    }

    /// Whether one of the moves reaches beta.
    fn moves<P: Tactics>(&mut self, position: &P, beta: Score, place: DecisionNode) -> bool
    where
        E: Evaluator<P>,
    {
        let mut moves = Moves::collect(|out| position.moves(out));
        let spot = place.spot(position);
        if place.ply > 0 {
            self.order(position, &spot, &mut moves);
        }
        let found = (0..)
            .zip(&moves)
            .position(|(index, mv)| self.reaches(position, (index, *mv), beta, place));
        if let (Some(recall), Some(best)) = (&mut self.recall, found) {
            let traits = |mv: &P::Move| traits(position, *mv);
            let tried: Vec<MoveTraits> = moves[..=best].iter().map(traits).collect();
            recall.refuted(&spot, &tried, place.depth);
        }
        found.is_some()
    }

    /// Orders moves by the knowledge gathered, best first.
    fn order<P: Tactics>(&self, position: &P, spot: &Spot, moves: &mut [P::Move]) {
        let Some(recall) = &self.recall else { return };
        moves.sort_by_cached_key(|mv| {
            let loses = self.selection.exchanges && !position.gains(*mv, 0);
            std::cmp::Reverse(recall.rank(spot, traits(position, *mv), loses))
        });
    }

    /// Whether `mv` reaches beta, unless it is left out.
    fn reaches<P: Tactics>(
        &mut self,
        position: &P,
        (index, mv): (u32, P::Move),
        beta: Score,
        place: DecisionNode,
    ) -> bool
    where
        E: Evaluator<P>,
    {
        let full = place.depth - 1;
        let reduced = match place.scores[0] {
            Some(_) => self.reduced(position, (index, mv), place),
            None => full,
        };
        if self.is_left_out(position, (index, mv), beta, (place, reduced)) {
            return false;
        }
        self.selected[1] += u64::from(reduced < full);
        self.after(position, mv, beta, place, (index, reduced))
            && (reduced == full || self.after(position, mv, beta, place, (index, full)))
    }

    /// Whether `mv` leads to a value of at least `beta`.
    fn after<P: Tactics>(
        &mut self,
        position: &P,
        mv: P::Move,
        beta: Score,
        place: DecisionNode,
        (index, depth): (u32, u16),
    ) -> bool
    where
        E: Evaluator<P>,
    {
        let mut child = position.clone();
        child.play(mv);
        let alternates = child.side() != position.side();
        let ply = place.ply + 1;
        let extends = self.selection.extensions && ply <= self.extends_to && child.is_urgent();
        self.selected[3] += u64::from(extends);
        let kind = match place.kind {
            _ if index > 0 && alternates => NodeType::Cut,
            _ if index > 0 => NodeType::All,
            NodeType::Cut if alternates => NodeType::All,
            NodeType::All if alternates => NodeType::Cut,
            same => same,
        };
        let depth = depth + u16::from(extends);
        let scores = [None, place.scores[0], place.scores[1]];
        let traits = traits(position, mv);
        let (last, kinds) = (traits.code, [traits.kind, place.kinds[0]]);
        let below = DecisionNode { depth, ply, kind, passed: false, scores, last, kinds, ..place };
        if alternates {
            !self.at(&child, opposite(beta), below)
        } else {
            self.at(&child, beta, below)
        }
    }

    /// Whether quiescence reaches `beta`.
    fn quiet<P: Tactics>(
        &mut self,
        position: &P,
        beta: Score,
        plies: u16,
        place: DecisionNode,
    ) -> bool
    where
        E: Evaluator<P>,
    {
        let enough = self.judged(position) >= beta;
        let stands_pat = self.evaluator.stands_pat(position);
        if plies == 0 || (stands_pat && enough) {
            return enough;
        }
        let mut moves = Moves::collect(|out| self.evaluator.noisy_moves(position, out));
        if moves.is_empty() {
            return enough;
        }
        self.order(position, &place.spot(position), &mut moves);
        moves.into_iter().any(|mv| {
            let mut child = position.clone();
            child.play(mv);
            let traits = traits(position, mv);
            let (last, kinds) = (traits.code, [traits.kind, place.kinds[0]]);
            let below = DecisionNode { ply: place.ply + 1, last, kinds, ..place };
            self.nodes += 1;
            let alternates = child.side() != position.side();
            let bound = if alternates { opposite(beta) } else { beta };
            let found = match child.over() {
                Some(score) => score >= bound,
                None => self.quiet(&child, bound, plies - 1, below),
            };
            found != alternates
        })
    }

    fn judged<P: Position>(&self, position: &P) -> Score
    where
        E: Evaluator<P>,
    {
        self.evaluator.evaluate(position, &self.evaluator.start(position))
    }
}

fn traits<P: Tactics>(position: &P, mv: P::Move) -> MoveTraits {
    let (code, kind) = (position.move_code(mv), position.kind(mv));
    MoveTraits { code, kind, is_quiet: position.is_quiet(mv) }
}

/// The bound for the other side: "not at least `beta`" for one side is "at least this" for the
/// other.
fn opposite(beta: Score) -> Score {
    Score::new(1 - beta.get())
}
