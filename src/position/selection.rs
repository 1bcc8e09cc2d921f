//! [`Selection`]: what a search to a depth may leave out.

use super::mixed;
use super::{Parameter, Parameters};

/// The techniques of a selective search: what it leaves out or searches less deeply, although that
/// may change the value. Not exact: for programs that play.
///
/// ```
/// use eldest::selective::Selection;
///
/// let selection = Selection::default().with(|selection| selection.null_move = false);
/// assert!(selection.reductions && !selection.null_move && selection.is_any());
/// assert!(!Selection::NONE.is_any());
/// ```
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Selection {
    /// Null move: if even a pass reaches beta, some move does. The pass is searched at least two
    /// plies less deep than a move (Beal 1989; Donninger 1993; Heinz 1999 for the reduction).
    pub null_move: bool,
    /// From this remaining depth on, in plies, a null-move cutoff is verified by a search without
    /// null moves, reduced by the same amount (after Plaat's suggestion, quoted by Tabibi and
    /// Netanyahu 2002): it detects zugzwang.
    pub verify_from: u16,
    /// Late-move reductions: late quiet moves are first searched less deeply (Romstad 2006).
    pub reductions: bool,
    /// Internal iterative reductions: a node without a table move is searched less deeply
    /// (Schröder).
    pub internal_reductions: bool,
    /// Near the horizon, a static score far above beta fails high at once (Heinz 1998).
    pub reverse_futility: bool,
    /// Near the horizon, quiet moves are skipped where the static score is far below alpha (Heinz
    /// 1998).
    pub futility: bool,
    /// The margin of these comparisons, in points: by default, reverse futility requires this much
    /// above beta for each remaining ply, and other distances are fractions or multiples of it
    /// (`docs/selective.md`).
    pub margin: i32,
    /// Near the horizon, late quiet moves are skipped.
    pub late_moves: bool,
    /// Near the horizon, moves that lose much in exchanges are skipped; moves that lose anything
    /// are ordered last.
    pub exchanges: bool,
    /// Where the side to move is in danger, the search is extended by a ply.
    pub extensions: bool,
    /// Singular extensions: a table move that is better than all others by a margin is searched a
    /// ply deeper (Anantharaman, Campbell and Hsu 1990).
    pub singular: bool,
    /// Moves that failed to refute a node lose history. History of answers to the last two moves
    /// counts too, and determines how much a late move is reduced.
    pub signed_history: bool,
    /// The numbers that all of these use.
    pub parameters: Parameters,
}

impl Selection {
    /// Leaves nothing out: the exact search.
    pub const NONE: Self = Self {
        null_move: false,
        verify_from: 14,
        reductions: false,
        internal_reductions: false,
        reverse_futility: false,
        futility: false,
        margin: 100,
        late_moves: false,
        exchanges: false,
        extensions: false,
        singular: false,
        signed_history: false,
        parameters: Parameters::USUAL,
    };

    /// Returns a copy with a change.
    #[must_use]
    pub fn with(mut self, change: impl FnOnce(&mut Self)) -> Self {
        change(&mut self);
        self
    }

    /// Whether a search with this selection may differ from the exact one.
    #[must_use]
    #[inline]
    pub const fn is_any(&self) -> bool {
        self.null_move
            || self.reductions
            || self.internal_reductions
            || self.reverse_futility
            || self.skips()
            || self.extensions
            || self.singular
    }

    /// Whether an active part of the selection uses `number`, in a game that implements all of
    /// [`Tactics`](super::Tactics). (In a game that never passes, null moves use no parameter.)
    #[must_use]
    pub const fn counts_with(&self, number: Parameter) -> bool {
        use Parameter as N;
        match number {
            N::ReverseMargin | N::ReverseProgress | N::ReversePlies => self.reverse_futility,
            N::FutilityMargin | N::FutilityBase | N::FutilityPlies => self.futility,
            N::LateBase | N::LateSquare | N::LatePlies => self.late_moves,
            N::QuietLoss | N::NoisyLoss | N::LossPlies => self.exchanges,
            N::ReduceFrom
            | N::ReduceBase
            | N::ReduceDivisor
            | N::ReduceStalled
            | N::ReduceCut
            | N::ReducePv => self.reductions,
            N::ReduceLearnt => self.reductions && self.signed_history,
            N::UnknownPlies => self.internal_reductions,
            N::NullBase | N::NullSlope | N::NullMargin => self.null_move,
            N::SingularPlies | N::SingularMargin => self.singular,
            N::BonusSquare | N::BonusMost => self.signed_history && self.is_any(),
        }
    }

    /// Whether moves may be skipped.
    pub(crate) const fn skips(&self) -> bool {
        self.futility || self.late_moves || self.exchanges
    }

    /// Returns the maximum length of a line as a multiple of the depth. Up to twice the depth, an
    /// extension can restore the ply that a move consumes, and a singular move that leads into
    /// danger restores two.
    pub(crate) const fn longest(&self) -> u32 {
        1 + 2 * (self.extensions as u32 + self.singular as u32)
    }

    /// Returns the fingerprint, since a table belongs to one selection; 0 if nothing is left out.
    pub(super) fn fingerprint(&self) -> u64 {
        if !self.is_any() {
            return 0;
        }
        let switches = [
            self.null_move,
            self.reductions,
            self.internal_reductions,
            self.reverse_futility,
            self.futility,
            self.late_moves,
            self.exchanges,
            self.extensions,
            self.singular,
            self.signed_history,
        ];
        let fields = [u64::from(self.verify_from), u64::from(self.margin as u32)];
        mixed(switches.map(u64::from).into_iter().chain(fields).chain(self.parameters.parts()))
    }
}

impl Default for Selection {
    /// Enables all techniques that gained in matches (`docs/selective.md`).
    fn default() -> Self {
        Self {
            null_move: true,
            reductions: true,
            internal_reductions: true,
            reverse_futility: true,
            futility: true,
            late_moves: true,
            exchanges: true,
            extensions: true,
            signed_history: true,
            ..Self::NONE
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::Parameter;

    /// A table belongs to one selection, and to the exact search if nothing is selected.
    #[test]
    fn selections_have_fingerprints_of_their_own() {
        let one = |change: fn(&mut Selection)| Selection::NONE.with(change).fingerprint();
        let all = [
            Selection::NONE.fingerprint(),
            Selection::default().fingerprint(),
            one(|s| s.null_move = true),
            one(|s| (s.null_move, s.verify_from) = (true, 5)),
            one(|s| s.reductions = true),
            one(|s| s.reverse_futility = true),
            one(|s| (s.reverse_futility, s.margin) = (true, -100)),
            one(|s| s.extensions = true),
            one(|s| s.internal_reductions = true),
            one(|s| s.futility = true),
            one(|s| s.late_moves = true),
            one(|s| s.exchanges = true),
            one(|s| s.singular = true),
            one(|s| (s.singular, s.signed_history) = (true, true)),
            Selection::default().with(|s| s.parameters.set(Parameter::LateBase, 9)).fingerprint(),
        ];
        assert_eq!(all[0], 0);
        let is_first =
            |(at, one): (usize, &u64)| all.iter().position(|other| other == one) == Some(at);
        assert!(all.iter().enumerate().all(is_first), "{all:?}");
        let idle = one(|s| (s.margin, _) = (7, s.parameters.set(Parameter::LateBase, 9)));
        assert_eq!(idle, 0, "nothing is selected");
    }
}
