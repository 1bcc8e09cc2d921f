//! [`Setup`]: the arguments of `position`.

use crate::Position;
use crate::words::{LineError, Tokens};
use eldest_games::notation::Reason;

/// The start of a game and the moves since. Each text has the number of characters before it in the
/// line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Setup {
    /// The FEN; `None` for the start of the game.
    pub fen: Option<(usize, String)>,
    /// The moves.
    pub moves: Vec<(usize, String)>,
}

impl Setup {
    /// Parses the arguments of `position`.
    ///
    /// # Errors
    /// If they begin with neither `startpos` nor `fen`.
    pub fn read(words: &mut Tokens<'_>) -> Result<Self, LineError> {
        const EXPECTED: &str = "startpos or fen";
        let kind = words.next().ok_or_else(|| words.ended(EXPECTED))?;
        let fen = match kind.text {
            "startpos" => None,
            "fen" => Some(words.until("moves")),
            _ => return Err(kind.fault(EXPECTED)),
        };
        if fen.is_none()
            && let Some(word) = words.next().filter(|word| word.text != "moves")
        {
            return Err(word.fault("moves, or the end of the line"));
        }
        let fen = fen.map(|fen| (fen.before, fen.text.to_owned()));
        Ok(Self { fen, moves: words.map(|word| (word.before, word.text.to_owned())).collect() })
    }

    /// Returns the position after the moves, with rooks anywhere in `chess960`. Its history starts
    /// with the first position, so that repetitions since then count.
    ///
    /// # Errors
    /// The first error.
    pub fn position(&self, chess960: bool) -> Result<Position, LineError> {
        let mut position = self.start(chess960)?;
        for (before, text) in &self.moves {
            let mv = position.parse_uci(text).map_err(|fault| further(fault, *before))?;
            position.advance(mv);
        }
        Ok(position)
    }

    fn start(&self, chess960: bool) -> Result<Position, LineError> {
        let Some((before, fen)) = &self.fen else { return Ok(Position::new()) };
        let read = if chess960 { Position::from_chess960(fen) } else { fen.parse() };
        read.map_err(|fault| further(hint(fault, fen, chess960), *before))
    }
}

/// Adds a hint to `fault` if the position is valid in Chess960.
fn hint(mut fault: LineError, fen: &str, chess960: bool) -> LineError {
    if let Reason::Illegal { expected, .. } = &mut fault.reason
        && !chess960
        && Position::from_chess960(fen).is_ok()
    {
        expected.push_str("; this is a Chess960 position: setoption name UCI_Chess960 value true");
    }
    fault
}

/// Moves the column of `fault` by the number of characters before the text.
fn further(mut fault: LineError, before: usize) -> LineError {
    fault.column += before;
    fault
}
