//! [`Selection`]: what a search to a depth may leave out; [`Tactics`]: what it asks the game for that;
//! [`Selective`]: the evaluator that asks for it.

use super::{Evaluator, Moves, Position, Score};

/// What a search to a depth leaves out or looks at less closely, beside what cannot change its value. None of
/// it is exact: it is for programs that play.
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
    /// If even passing holds beta, some move does: asked two plies and more less deep than a move (Beal 1989; Donninger 1993;
    /// Heinz 1999 for how much less).
    pub null_move: bool,
    /// From this remaining depth on, in plies, what a null move says is verified by a search without null moves, as
    /// much less deep (after Plaat's suggestion, quoted by Tabibi and Netanyahu 2002): it sees zugzwang.
    pub verify_from: u16,
    /// Late quiet moves are searched less deep first (Romstad 2006).
    pub reductions: bool,
    /// Where no table move is known, a node is searched less deep (Schröder, "Internal iterative reductions").
    pub internal_reductions: bool,
    /// Near the horizon a static score far above beta is taken for beta (Heinz 1998).
    pub reverse_futility: bool,
    /// Near the horizon quiet moves are not searched where the static score is far below alpha (Heinz 1998).
    pub futility: bool,
    /// How far that is, in points: so much for each ply that remains is enough above beta, and other distances are parts
    /// or multiples of it (`docs/selective.md`).
    pub margin: i32,
    /// Near the horizon late quiet moves are not searched at all.
    pub late_moves: bool,
    /// Near the horizon moves are not searched that lose much in exchanges; and those that lose anything come last.
    pub exchanges: bool,
    /// Where the side to move is in danger, a ply more is searched.
    pub extensions: bool,
    /// A table move that is better than all others by a margin is searched a ply deeper (Anantharaman, Campbell and
    /// Hsu 1990).
    pub singular: bool,
    /// Moves that were tried in vain lose history; that of answers to the last two moves counts too, and says how
    /// much less deep a late move is searched.
    pub signed_history: bool,
}

impl Selection {
    /// Nothing: the exact search.
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
    };

    /// This one with a change.
    #[must_use]
    pub fn with(mut self, change: impl FnOnce(&mut Self)) -> Self {
        change(&mut self);
        self
    }

    /// Whether a search with it may differ from the exact one.
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

    /// Whether there may be moves that are not searched.
    pub(crate) const fn skips(&self) -> bool {
        self.futility || self.late_moves || self.exchanges
    }

    /// A table belongs to one selection.
    fn fingerprint(&self) -> u64 {
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
        let bits = switches.into_iter().fold(0, |bits, switch| bits << 1 | u64::from(switch));
        if !self.is_any() {
            return 0;
        }
        let numbers = u64::from(self.verify_from) << 32 | u64::from(self.margin as u32);
        bits << 48 | numbers
    }
}

impl Default for Selection {
    /// All that is worth something in matches (`docs/selective.md`).
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

/// So many kinds of moves are told apart ([`Tactics::kind`]).
pub(crate) const MOST_KINDS: u16 = 512;

/// What a selective search asks of a game ([`Selective`]). Nothing of it is a promise: what it says decides
/// how well such a search plays.
pub trait Tactics: Position {
    /// The side to move passes, if that is hardly ever better than moving: `None` in danger, and where zugzwang
    /// is near. The other side is to move then, and nothing else has changed; [`key`](Position::key) tells it.
    fn pass(&mut self) -> Option<Self::Undo>;

    /// Takes a pass back.
    fn take_back_pass(&mut self, undo: Self::Undo);

    /// Whether the side to move is in danger, as in check: nothing is left out, and nothing looked at less closely.
    fn is_urgent(&self) -> bool;

    /// Whether a legal move is quiet: it takes nothing and threatens nothing in particular.
    fn is_quiet(&self, mv: Self::Move) -> bool;

    /// Whether a legal move gains at least `least` points, for all that exchanges on the square that it goes to tell.
    /// `true`, unless the game knows better.
    #[inline]
    fn gains(&self, _mv: Self::Move, _least: i32) -> bool {
        true
    }

    /// Whether a legal move puts the other side in danger, as a check does: such moves are not left out. `false`, unless
    /// the game knows better.
    #[inline]
    fn endangers(&self, _mv: Self::Move) -> bool {
        false
    }

    /// What kind of move it is, 1 to 511, such as the piece that moves and where it goes: what is learnt of answers to
    /// moves is learnt by kinds. 0, unless the game tells them apart: nothing is.
    #[inline]
    fn kind(&self, _mv: Self::Move) -> u16 {
        0
    }
}

/// The evaluator `E`, for searches to a depth that leave out what [`Selection`] says.
///
/// Reports of such searches are neither [`exact`](crate::Report::exact) nor [`proved`](crate::Report::proved). A win
/// that they claim is one, though there may be a shorter one. Searches to the end leave nothing out.
///
/// ```
/// use eldest::selective::{Selection, Selective};
/// use eldest::{Engine, Limits};
/// # use eldest::doc::Countdown;
/// # let judge = |_: &Countdown| eldest::Score::DRAW;
///
/// let selective = Selective::new(judge, Selection::default());
/// let mut engine = Engine::<Countdown>::builder().evaluator(selective).build()?;
/// let report = engine.search(&Countdown::new(50), &Limits::new().depth(9))?;
/// assert!(!report.exact && !report.proved);
/// # Ok::<(), eldest::Error>(())
/// ```
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Selective<E> {
    evaluator: E,
    selection: Selection,
}

impl<E> Selective<E> {
    /// `evaluator`, with what may be left out.
    #[must_use]
    pub const fn new(evaluator: E, selection: Selection) -> Self {
        Self { evaluator, selection }
    }
}

impl<E: Clone> Selective<E> {
    /// The same evaluator, with something else left out.
    #[must_use]
    pub fn with(&self, selection: Selection) -> Self {
        Self::new(self.evaluator.clone(), selection)
    }
}

impl<P: Tactics, E: Evaluator<P>> Evaluator<P> for Selective<E> {
    type State = E::State;

    const SELECTS: bool = true;

    fn start(&self, position: &P) -> E::State {
        self.evaluator.start(position)
    }

    #[inline]
    fn evaluate(&self, position: &P, state: &E::State) -> Score {
        self.evaluator.evaluate(position, state)
    }

    #[inline]
    fn play(&self, before: &P, mv: P::Move, state: &mut E::State) {
        self.evaluator.play(before, mv, state);
    }

    #[inline]
    fn undo(&self, before: &P, mv: P::Move, state: &mut E::State) {
        self.evaluator.undo(before, mv, state);
    }

    #[inline]
    fn quiescence_plies(&self) -> u16 {
        self.evaluator.quiescence_plies()
    }

    #[inline]
    fn noisy_moves(&self, position: &P, out: &mut Moves<'_, P::Move>) {
        self.evaluator.noisy_moves(position, out);
    }

    #[inline]
    fn stands_pat(&self, position: &P) -> bool {
        self.evaluator.stands_pat(position)
    }

    fn fingerprint(&self) -> u64 {
        self.evaluator.fingerprint() ^ self.selection.fingerprint()
    }

    fn selection(&self) -> Selection {
        self.selection
    }

    #[inline]
    fn pass(&self, position: &mut P) -> Option<P::Undo> {
        position.pass()
    }

    #[inline]
    fn take_back_pass(&self, position: &mut P, undo: P::Undo) {
        position.take_back_pass(undo);
    }

    #[inline]
    fn is_urgent(&self, position: &P) -> bool {
        position.is_urgent()
    }

    #[inline]
    fn is_quiet(&self, position: &P, mv: P::Move) -> bool {
        position.is_quiet(mv)
    }

    #[inline]
    fn gains(&self, position: &P, mv: P::Move, least: i32) -> bool {
        position.gains(mv, least)
    }

    #[inline]
    fn endangers(&self, position: &P, mv: P::Move) -> bool {
        position.endangers(mv)
    }

    #[inline]
    fn kind(&self, position: &P, mv: P::Move) -> u16 {
        position.kind(mv)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
        ];
        assert_eq!(all[0], 0);
        let is_first =
            |(at, one): (usize, &u64)| all.iter().position(|other| other == one) == Some(at);
        assert!(all.iter().enumerate().all(is_first), "{all:?}");
        assert_eq!(one(|s| s.margin = 7), 0, "nothing is selected");
    }
}
