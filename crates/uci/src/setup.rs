//! `position`: where a game began, and what has been played since.

use crate::Position;
use crate::words::{LineError, Tokens};
use eldest_games::notation::Reason;

/// What follows `position`. A text comes with the number of characters that stand before it in the line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Setup {
    /// The FEN; `None` for the start of the game.
    pub fen: Option<(usize, String)>,
    /// The moves since.
    pub moves: Vec<(usize, String)>,
}

impl Setup {
    /// Reads what follows `position`.
    ///
    /// # Errors
    /// If that is neither `startpos` nor `fen`.
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
            return Err(word.fault("moves, or no more"));
        }
        let fen = fen.map(|fen| (fen.before, fen.text.to_owned()));
        Ok(Self { fen, moves: words.map(|word| (word.before, word.text.to_owned())).collect() })
    }

    /// The position after the moves; in `chess960` if the rooks may stand anywhere. It begins the past with the
    /// first one: what was there before counts for repetition.
    ///
    /// # Errors
    /// The first thing that is wrong.
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

/// Where the ordinary game has no such right to castle but Chess960 has, that is said.
fn hint(mut fault: LineError, fen: &str, chess960: bool) -> LineError {
    if let Reason::Illegal { expected, .. } = &mut fault.reason
        && !chess960
        && Position::from_chess960(fen).is_ok()
    {
        expected.push_str("; it is a position of Chess960: setoption name UCI_Chess960 value true");
    }
    fault
}

/// The same, in a text with so many characters before it.
fn further(mut fault: LineError, before: usize) -> LineError {
    fault.column += before;
    fault
}
