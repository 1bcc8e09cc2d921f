//! [`Selective`]: an evaluator, and what searches with it leave out.

use super::{Evaluator, Moves, Score, Selection, Tactics};

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
