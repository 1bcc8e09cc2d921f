//! [`ForeignGame`]: a foreign game as one of a catalog.

use crate::foreign::{Foreign, ForeignEvaluator};
use crate::{Declared, Rules, State};
use eldest::{Moves, Position};
use eldest_catalog::games::{Board, Game, GameBoard, Ordinal};
use eldest_games::notation::{NotationError, Reason};
use std::fmt;
use std::sync::Arc;

/// A foreign game. Where its code fails, calls unwind.
#[derive(Clone)]
pub(crate) struct ForeignGame {
    pub(crate) rules: Arc<dyn Rules>,
    pub(crate) declared: Arc<Declared>,
}

impl ForeignGame {
    /// Returns a position with this state.
    pub(crate) fn of(&self, state: Box<dyn State>) -> Foreign {
        Foreign::new(state, &self.declared)
    }

    /// Whether positions of `other` may be searched as positions of this game.
    pub(crate) fn is_same(&self, other: &Self) -> bool {
        let identity = self.rules.identity();
        Arc::ptr_eq(&self.rules, &other.rules)
            || identity.is_some() && identity == other.rules.identity()
    }

    fn read(&self, text: &str) -> Option<Foreign> {
        let read = self.rules.parse(text);
        match read {
            Ok(state) => state.map(|state| self.of(state)),
            Err(failure) => crate::fault::Fault::default().raise(failure),
        }
    }
}

impl fmt::Debug for ForeignGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("ForeignGame").field(&self.declared.name).finish()
    }
}

/// Returns the error that `text` is not as expected.
fn unreadable(text: &str, expected: &str) -> NotationError {
    let (what, expected) = (format!("'{text}'"), expected.to_owned());
    NotationError { column: 1, reason: Reason::Illegal { what, expected } }
}

impl Game for ForeignGame {
    type Position = Foreign;
    type Evaluator = ForeignEvaluator;

    const DENSE: bool = false;

    fn name(&self) -> String {
        self.declared.name.clone()
    }

    fn words(&self, _: &str) -> usize {
        1
    }

    fn start(&self) -> (Foreign, String) {
        match self.rules.start() {
            Ok(state) => (self.of(state), "-".to_owned()),
            Err(failure) => crate::fault::Fault::default().raise(failure),
        }
    }

    /// Where positions have no text, `-` is the start.
    fn parse(&self, text: &str) -> Result<Foreign, NotationError> {
        match self.read(text) {
            Some(position) => Ok(position),
            None if text == "-" => Ok(self.start().0),
            None => Err(unreadable(text, "a position that the game can read, or - for the start")),
        }
    }

    fn encode(&self, position: &Foreign, out: &mut Vec<u8>) {
        let text = position.got(position.state().text());
        out.extend_from_slice(text.unwrap_or_default().as_bytes());
    }

    fn decode(&self, code: &[u8]) -> Option<Foreign> {
        self.read(std::str::from_utf8(code).ok()?)
    }

    fn write(&self, position: &Foreign, _: &str, _: Option<&str>) -> String {
        position.got(position.state().text()).unwrap_or_default()
    }

    fn format_move(&self, position: &Foreign, mv: u64) -> String {
        position.got(position.state().move_name(mv))
    }

    fn parse_move(&self, position: &Foreign, text: &str) -> Result<u64, NotationError> {
        if position.over().is_some() {
            return Err(unreadable(text, "no move, as the game is over"));
        }
        let moves = Moves::collect(|out| position.moves(out));
        let named = |mv: &u64| self.format_move(position, *mv) == text;
        let found = moves.iter().copied().find(named);
        found.ok_or_else(|| {
            let names = moves.iter().take(MOST_NAMED).map(|mv| self.format_move(position, *mv));
            unreadable(text, &format!("a legal move: {}", names.collect::<Vec<_>>().join(" ")))
        })
    }

    fn erased(&self, position: &Foreign) -> Box<dyn Board> {
        Box::new(GameBoard::new(self, position))
    }

    fn position_of(board: &dyn Board) -> Foreign {
        GameBoard::<Self>::within(board).position().clone()
    }

    fn ordinal_of(board: &dyn Board, mv: u64) -> Ordinal {
        GameBoard::<Self>::within(board).ordinal(mv)
    }

    fn board(&self, position: &Foreign) -> String {
        position.got(position.state().drawing())
    }

    fn evaluator(&self) -> ForeignEvaluator {
        ForeignEvaluator { is_even: false }
    }

    fn even(&self) -> ForeignEvaluator {
        ForeignEvaluator { is_even: true }
    }
}

/// The most legal moves that an error names.
const MOST_NAMED: usize = 40;
