//! [`Foreign`]: a position of a foreign game, for the search.

use crate::fault::Fault;
use crate::{Declared, Failure, State};
use eldest::{Bounds, Evaluator, KeyKind, Moves, Position, Score, Side, StopToken, Window};
use std::fmt;
use std::sync::Arc;

/// A position of a foreign game. One search is compiled for all of them.
///
/// Where the foreign code fails, the search unwinds.
pub(crate) struct Foreign {
    state: Box<dyn State>,
    declared: Arc<Declared>,
    fault: Fault,
    /// Ends what plays moves and is no search.
    stop: Option<StopToken>,
}

impl Foreign {
    pub(crate) fn new(state: Box<dyn State>, declared: &Arc<Declared>) -> Self {
        Self { state, declared: Arc::clone(declared), fault: Fault::default(), stop: None }
    }

    /// Returns the state.
    pub(crate) fn state(&self) -> &dyn State {
        &*self.state
    }

    /// Returns the position with another state, which fails and is stopped as this one.
    pub(crate) fn with_state(&self, state: Box<dyn State>) -> Self {
        let Self { declared, fault, stop, .. } = self;
        let (declared, fault, stop) = (Arc::clone(declared), fault.clone(), stop.clone());
        Self { state, declared, fault, stop }
    }

    /// Records failures from here on in `fault`.
    pub(crate) fn report_to(&mut self, fault: &Fault) {
        self.fault = fault.clone();
    }

    /// Returns the position for a check of the rules.
    pub(crate) fn checked(mut self) -> Self {
        self.state.set_checked();
        self
    }

    /// Fails at the next move after `stop` is stopped.
    pub(crate) fn stopped_by(self, stop: &StopToken) -> Self {
        Self { stop: Some(stop.clone()), ..self }
    }

    /// Returns the result of the foreign code, or unwinds.
    #[inline(always)]
    pub(crate) fn got<T>(&self, result: Result<T, Failure>) -> T {
        match result {
            Ok(found) => found,
            Err(failure) => self.fault.raise(failure),
        }
    }
}

impl Clone for Foreign {
    fn clone(&self) -> Self {
        self.with_state(self.got(self.state.copy()))
    }
}

impl fmt::Debug for Foreign {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Foreign").field("game", &self.declared.name).finish_non_exhaustive()
    }
}

/// The lint requires a new method of the trait with a default to be forwarded too.
#[deny(clippy::missing_trait_methods)]
impl Position for Foreign {
    type Move = u64;
    /// The state stores what it needs.
    type Undo = ();

    const ALTERNATES: bool = false;
    /// Points are not affected.
    const WIN_DISTANCE: bool = true;
    /// Reports are marked instead, so that one search suffices.
    const PATH_DEPENDENT: bool = false;

    #[inline]
    fn side(&self) -> Side {
        self.got(self.state.side())
    }

    #[inline]
    fn key(&self) -> u64 {
        self.got(self.state.key())
    }

    #[inline]
    fn taken(&self) -> Option<i32> {
        self.got(self.state.taken())
    }

    fn key_kind(&self) -> KeyKind {
        self.declared.unique_key_bits.map_or(KeyKind::Hashed, |bits| KeyKind::Unique { bits })
    }

    #[inline]
    fn over(&self) -> Option<Score> {
        self.got(self.state.over())
    }

    #[inline]
    fn moves(&self, out: &mut Moves<'_, u64>) {
        self.got(self.state.moves(out));
    }

    #[inline]
    fn play(&mut self, mv: u64) {
        let played = self.state.play(mv);
        self.got(played);
        if self.stop.as_ref().is_some_and(StopToken::is_stopped) {
            self.fault.raise(Failure::new("it was stopped"));
        }
    }

    #[inline]
    fn undo(&mut self, mv: u64, (): ()) {
        let undone = self.state.undo(mv);
        self.got(undone);
    }

    #[inline]
    fn move_code(&self, mv: u64) -> u16 {
        self.got(self.state.move_code(mv))
    }

    #[inline]
    fn relevant_moves(&self, out: &mut Moves<'_, u64>) {
        self.got(self.state.relevant_moves(out));
    }

    #[inline]
    fn bounds(&self) -> Bounds {
        self.got(self.state.bounds())
    }

    #[inline]
    fn bounds_for(&self, window: Window) -> Bounds {
        self.got(self.state.bounds_for(window))
    }

    #[inline]
    fn key_after(&self, mv: u64) -> Option<u64> {
        self.got(self.state.key_after(mv))
    }

    fn plies_left(&self) -> Option<u32> {
        self.got(self.state.plies_left())
    }

    fn endless(&self) -> Option<Score> {
        let first = self.declared.endless.map(Score::new)?;
        Some(if self.side() == Side::First { first } else { -first })
    }

    fn range(&self) -> Bounds {
        let range = self.declared.range.map(|ends| ends.map(Score::new));
        range.map_or(Bounds::FULL, |[least, most]| Bounds::new(least, most))
    }

    fn granularity(&self) -> u32 {
        self.declared.granularity
    }

    fn fingerprint(&self) -> u64 {
        self.declared.fingerprint
    }
}

/// Judges positions by the foreign game, or all as even.
#[derive(Copy, Clone, Debug)]
pub(crate) struct ForeignEvaluator {
    pub(crate) is_even: bool,
}

impl Evaluator<Foreign> for ForeignEvaluator {
    type State = ();

    fn start(&self, _: &Foreign) {}

    #[inline]
    fn evaluate(&self, position: &Foreign, (): &()) -> Score {
        if self.is_even {
            return Score::new(position.taken().unwrap_or(0));
        }
        position.got(position.state.evaluate())
    }

    fn fingerprint(&self) -> u64 {
        self.is_even.into()
    }
}
