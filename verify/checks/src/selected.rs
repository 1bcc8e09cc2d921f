//! [`Decision`]: what a selective search to a depth decides, as a definition: recursive, yes or no, with nothing of
//! the library but the traits, and without table and memories. It counts the nodes that such a search visits.

use eldest::observe::NodeType;
use eldest::selective::{Selection, Tactics};
use eldest::{Evaluator, Moves, Position, Score};

/// Questions of the form: is the value at least so much?
#[derive(Debug)]
pub struct Decision<'e, E> {
    evaluator: &'e E,
    selection: Selection,
    /// No line is extended beyond this ply.
    extends_to: u32,
    /// Nodes visited.
    pub nodes: u64,
    /// How often it was not the exact search: null moves that held, reductions, static scores that were enough,
    /// extensions.
    pub selected: [u64; 4],
}

/// Where a question is asked.
#[derive(Copy, Clone)]
struct Place {
    depth: u16,
    ply: u32,
    kind: NodeType,
    /// Whether a null move has led there.
    passed: bool,
    /// Whether a null move is being verified.
    verifies: bool,
}

impl<'e, E> Decision<'e, E> {
    /// About the value at `depth`.
    pub fn new(evaluator: &'e E, selection: Selection, depth: u16) -> Self {
        let extends_to = 2 * u32::from(depth);
        Self { evaluator, selection, extends_to, nodes: 0, selected: [0; 4] }
    }

    /// Whether the value of `root` at `depth` is at least `beta`.
    pub fn root<P: Tactics>(&mut self, root: &P, beta: Score, depth: u16) -> bool
    where
        E: Evaluator<P>,
    {
        self.nodes += 1;
        let place = Place { depth, ply: 0, kind: NodeType::Pv, passed: false, verifies: false };
        self.moves(root, beta, place)
    }

    fn at<P: Tactics>(&mut self, position: &P, beta: Score, place: Place) -> bool
    where
        E: Evaluator<P>,
    {
        self.nodes += 1;
        if let Some(score) = position.over() {
            return score >= beta;
        }
        if place.depth == 0 {
            return self.quiet(position, beta, self.evaluator.quiescence_plies());
        }
        self.holds_unseen(position, beta, place) || self.moves(position, beta, place)
    }

    /// Whether beta is reached without a look at the moves.
    fn holds_unseen<P: Tactics>(&mut self, position: &P, beta: Score, place: Place) -> bool
    where
        E: Evaluator<P>,
    {
        let selection = self.selection;
        if !about_points(beta) || position.is_urgent() {
            return false;
        }
        let surplus = self.judged(position).get() - beta.get();
        if selection.reverse_futility
            && place.depth <= 6
            && surplus >= selection.margin * i32::from(place.depth)
        {
            self.selected[2] += 1;
            return true;
        }
        let may = selection.null_move && !place.passed && !place.verifies;
        may && place.depth >= 3 && surplus >= 0 && self.null_move_holds(position, beta, place)
    }

    fn null_move_holds<P: Tactics>(&mut self, position: &P, beta: Score, place: Place) -> bool
    where
        E: Evaluator<P>,
    {
        let mut other = position.clone();
        if other.pass().is_none() {
            return false;
        }
        let less = if place.depth >= 7 { 3 } else { 2 };
        let shallow = place.depth - less;
        let below = Place {
            depth: shallow.saturating_sub(1),
            ply: place.ply + 1,
            kind: NodeType::All,
            passed: true,
            ..place
        };
        if self.at(&other, opposite(beta), below) {
            return false;
        }
        let verified = Place { depth: shallow, verifies: true, ..place };
        let holds = place.depth < self.selection.verify_from || self.at(position, beta, verified);
        self.selected[0] += u64::from(holds);
        holds
    }

    /// Whether one of the moves reaches beta.
    fn moves<P: Tactics>(&mut self, position: &P, beta: Score, place: Place) -> bool
    where
        E: Evaluator<P>,
    {
        let moves = Moves::collect(|out| position.moves(out));
        (0..).zip(moves).any(|(index, mv)| {
            let is_quiet = !position.is_urgent() && position.is_quiet(mv);
            let full = place.depth - 1;
            let reduced = if is_quiet { self.reduced(index, place) } else { full };
            self.selected[1] += u64::from(reduced < full);
            self.after(position, mv, beta, place, (index, reduced))
                && (reduced == full || self.after(position, mv, beta, place, (index, full)))
        })
    }

    fn reduced(&self, index: u32, place: Place) -> u16 {
        let full = place.depth - 1;
        if !self.selection.reductions || index < 3 || place.depth < 3 {
            return full;
        }
        let spared =
            reduction(place.depth, index).saturating_sub(u16::from(place.kind == NodeType::Pv));
        full.saturating_sub(spared).max(1)
    }

    /// Whether `mv` leads to a value of at least `beta`.
    fn after<P: Tactics>(
        &mut self,
        position: &P,
        mv: P::Move,
        beta: Score,
        place: Place,
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
        let below = Place { depth, ply, kind, passed: false, ..place };
        if alternates {
            !self.at(&child, opposite(beta), below)
        } else {
            self.at(&child, beta, below)
        }
    }

    /// Whether quiescence finds `beta`.
    fn quiet<P: Position>(&mut self, position: &P, beta: Score, plies: u16) -> bool
    where
        E: Evaluator<P>,
    {
        let enough = self.judged(position) >= beta;
        let stands_pat = self.evaluator.stands_pat(position);
        if plies == 0 || (stands_pat && enough) {
            return enough;
        }
        let moves = Moves::collect(|out| self.evaluator.noisy_moves(position, out));
        if moves.is_empty() {
            return enough;
        }
        moves.into_iter().any(|mv| {
            let mut child = position.clone();
            child.play(mv);
            self.nodes += 1;
            let alternates = child.side() != position.side();
            let asked = if alternates { opposite(beta) } else { beta };
            let found = match child.over() {
                Some(score) => score >= asked,
                None => self.quiet(&child, asked, plies - 1),
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

/// Three quarters and the product of the logarithms, which are known to a sixteenth.
fn reduction(depth: u16, index: u32) -> u16 {
    let [depth, index] =
        [f64::from(depth.min(63)), f64::from(index.min(63))].map(|n| (16.0 * n.log2()).floor());
    (0.75 + depth * index / 1200.0) as u16
}

/// At least `beta` for one side is not at least this for the other.
fn opposite(beta: Score) -> Score {
    Score::new(1 - beta.get())
}

/// Whether neither `beta` nor the score below it is a win or a loss.
fn about_points(beta: Score) -> bool {
    let most = Score::MAX_VALUE.get();
    beta.get() <= most && beta.get() > -most
}
