//! The game, its evaluator and the engine: the only place that names their types.
//!
//! One position, one evaluator and one table: each further combination would be compiled anew.

use eldest::selective::{Selection, Selective};
use eldest_games::chess::{Chess, Full, Nnue};

pub use eldest_games::chess::Move;

/// Chess as it is played, with all its draws.
pub type Position = Chess<Full>;

/// What judges positions at the horizon.
type Evaluation = Nnue;

/// The same, with what its searches leave out.
pub type SelectiveEvaluation = Selective<Evaluation>;

/// The engine.
pub type Engine = eldest::Engine<Position, SelectiveEvaluation>;

/// The judge of games: `selective`, or with nothing left out.
#[must_use]
pub fn playing(selective: bool) -> SelectiveEvaluation {
    let selection = if selective { Selection::default() } else { Selection::NONE };
    Selective::new(Evaluation::default(), selection)
}

/// The judge of mates: nothing is left out, and nothing is looked at beyond the horizon.
#[must_use]
pub fn mating() -> SelectiveEvaluation {
    Selective::new(Evaluation::STATIC, Selection::NONE)
}
