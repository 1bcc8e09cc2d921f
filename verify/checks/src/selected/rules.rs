//! What a selective search leaves out: the rules of each selection, with its counts.

use super::{Decision, DecisionNode, opposite, traits};
use eldest::observe::NodeType;
use eldest::selective::{Parameter, Tactics};
use eldest::{Evaluator, Score};

impl<E> Decision<'_, E> {
    /// This many hundredths of the margin.
    fn margin(&self, hundredths: i32) -> i32 {
        self.selection.margin * hundredths / 100
    }

    /// Whether beta is reached without searching the moves.
    pub(super) fn holds_unseen<P: Tactics>(
        &mut self,
        position: &P,
        beta: Score,
        place: DecisionNode,
    ) -> bool
    where
        E: Evaluator<P>,
    {
        let selection = self.selection;
        let Some(score) = place.scores[0].filter(|_| about_points(beta)) else {
            return false;
        };
        let surplus = score.get() - beta.get();
        let plies = i32::from(place.depth);
        let improved = i32::from(place.improves()) * self.parameter(Parameter::ReverseProgress);
        let each = plies * self.parameter(Parameter::ReverseMargin);
        let needed = self.margin((each - improved).max(0));
        let is_near = plies <= self.parameter(Parameter::ReversePlies);
        if selection.reverse_futility && is_near && surplus >= needed {
            self.selected[2] += 1;
            return true;
        }
        let may = selection.null_move && !place.passed && !place.verifies;
        may && place.depth >= 3
            && surplus >= 0
            && self.null_move_holds(position, (beta, surplus), place)
    }

    /// Whether beta is reached, which the score exceeds by `surplus`, after a null move.
    fn null_move_holds<P: Tactics>(
        &mut self,
        position: &P,
        (beta, surplus): (Score, i32),
        place: DecisionNode,
    ) -> bool
    where
        E: Evaluator<P>,
    {
        let mut other = position.clone();
        if other.pass().is_none() {
            return false;
        }
        let above = 100 * surplus / self.margin(self.parameter(Parameter::NullMargin)).max(1);
        let slope = self.parameter(Parameter::NullSlope) * i32::from(place.depth);
        let less = (self.parameter(Parameter::NullBase) + slope + above.clamp(0, 300)) / 100;
        let shallow = place.depth.saturating_sub(less as u16).max(1);
        let below = DecisionNode {
            depth: shallow.saturating_sub(1),
            ply: place.ply + 1,
            kind: NodeType::All,
            passed: true,
            scores: [None, place.scores[0], place.scores[1]],
            last: 0,
            kinds: [0, place.kinds[0]],
            ..place
        };
        if self.at(&other, opposite(beta), below) {
            return false;
        }
        let verified = DecisionNode { depth: shallow, verifies: true, ..place };
        let holds = place.depth < self.selection.verify_from || self.at(position, beta, verified);
        self.selected[0] += u64::from(holds);
        holds
    }

    /// Whether `mv` is left out of the search.
    pub(super) fn is_left_out<P: Tactics>(
        &mut self,
        position: &P,
        (index, mv): (u32, P::Move),
        beta: Score,
        (place, reduced): (DecisionNode, u16),
    ) -> bool {
        let (selection, depth) = (self.selection, i32::from(place.depth));
        let Some(score) = place.scores[0].filter(|_| about_points(beta)) else {
            return false;
        };
        if place.ply == 0 || index == 0 {
            return false;
        }
        let is_quiet = position.is_quiet(mv);
        let [late_up_to, futile_up_to, losing_up_to] =
            [Parameter::LatePlies, Parameter::FutilityPlies, Parameter::LossPlies]
                .map(|n| self.parameter(n));
        let squared = self.parameter(Parameter::LateSquare) * depth.pow(2) / 100;
        let most =
            (self.parameter(Parameter::LateBase) + squared) / if place.improves() { 1 } else { 2 };
        let (reduced, index) = (i32::from(reduced), index as i32);
        let each = self.parameter(Parameter::FutilityMargin) * reduced;
        let reach = score.get() + self.margin(self.parameter(Parameter::FutilityBase) + each);
        let each = if is_quiet { Parameter::QuietLoss } else { Parameter::NoisyLoss };
        let loss = self.margin(depth * self.parameter(each));
        let why = if selection.late_moves && is_quiet && depth <= late_up_to && index >= most {
            5
        } else if selection.futility && is_quiet && reduced <= futile_up_to && reach < beta.get() {
            6
        } else if selection.exchanges && depth <= losing_up_to && !position.gains(mv, -loss) {
            7
        } else {
            return false;
        };
        let is_left_out = !position.endangers(mv);
        self.selected[why] += u64::from(is_left_out);
        is_left_out
    }

    pub(super) fn reduced<P: Tactics>(
        &self,
        position: &P,
        (index, mv): (u32, P::Move),
        place: DecisionNode,
    ) -> u16 {
        let full = place.depth - 1;
        let is_first = i64::from(index) < i64::from(self.parameter(Parameter::ReduceFrom));
        if !self.selection.reductions || is_first || place.depth < 3 {
            return full;
        }
        if !position.is_quiet(mv) {
            let loses = !position.gains(mv, 0);
            return full.saturating_sub(loses.into()).max(1);
        }
        let spot = place.spot(position);
        let learnt =
            self.recall.as_ref().map_or(0, |recall| recall.quiet(&spot, traits(position, mv)));
        let stalled = i32::from(!place.improves()) * self.parameter(Parameter::ReduceStalled);
        let expected = match place.kind {
            NodeType::Pv => -self.parameter(Parameter::ReducePv),
            NodeType::Cut => self.parameter(Parameter::ReduceCut),
            NodeType::All => 0,
        };
        let late = reduction(place.depth, index, self.parameter(Parameter::ReduceDivisor));
        let hundredths = self.parameter(Parameter::ReduceBase) + late + stalled + expected
            - 100 * learnt / self.parameter(Parameter::ReduceLearnt);
        full.saturating_sub(hundredths.max(0) as u16 / 100).max(1)
    }
}

/// The reduction in hundredths of a ply: the product of the logarithms, rounded down to sixteenths
/// to base 2, divided by `divisor` hundredths.
fn reduction(depth: u16, index: u32, divisor: i32) -> i32 {
    let [depth, index] =
        [f64::from(depth.min(63)), f64::from(index.min(63))].map(|n| (16.0 * n.log2()).floor());
    let divisor = (f64::from(divisor) / 100.0 * (16.0 / std::f64::consts::LN_2).powi(2)).round();
    (100.0 * depth * index / divisor) as i32
}

/// Whether neither `beta` nor the score below it is a win or a loss.
fn about_points(beta: Score) -> bool {
    let most = Score::MAX_VALUE.get();
    beta.get() <= most && beta.get() > -most
}
