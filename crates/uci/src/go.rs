//! [`Go`]: the arguments of `go`.

use crate::words::{LineError, Tokens, Word};
use crate::words::{at_least, whole};

/// The keywords, in the order of the specification.
const KEYS: [&str; 12] = [
    "searchmoves",
    "ponder",
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "depth",
    "nodes",
    "mate",
    "movetime",
    "infinite",
];

/// The keywords of a game on a clock.
const OF_THE_CLOCK: [&str; 5] = ["wtime", "btime", "winc", "binc", "movestogo"];
/// The maximum number of moves of `go mate`: searches have stacks for as many plies.
const MOST_MOVES: i64 = 400;

/// The numbers and switches of `go`. Times are in milliseconds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Go {
    /// The only moves to search, as text, and the number of characters before each.
    pub search_moves: Vec<(usize, String)>,
    /// Whether the opponent is to move: the engine ponders.
    pub ponder: bool,
    /// The remaining times of White and Black; negative if a flag has fallen.
    pub clocks: [Option<i64>; 2],
    /// Their increments per move.
    pub increments: [i64; 2],
    /// Moves to the next time control, including this one.
    pub moves_to_go: Option<u64>,
    /// Whether any of these was given: the game is played on a clock.
    pub is_timed: bool,
    /// The limit on depth, in plies.
    pub depth: Option<u64>,
    /// The limit on nodes.
    pub nodes: Option<u64>,
    /// Search for a mate in this many moves.
    pub mate: Option<u32>,
    /// The time for this move.
    pub move_time: Option<u64>,
    /// Search until `stop`.
    pub infinite: bool,
}

impl Go {
    /// Parses the arguments of `go`. Wrong ones are left out, and returned as errors.
    #[must_use]
    pub fn read(words: &mut Tokens<'_>) -> (Self, Vec<LineError>) {
        let (mut go, mut faults) = (Self::default(), Vec::new());
        while let Some(key) = words.next() {
            go.take(key, words).unwrap_or_else(|fault| faults.push(fault));
        }
        if !faults.is_empty() && !go.is_limited() {
            go.depth = Some(1); // An infinite search was not requested.
        }
        (go, faults)
    }

    /// Whether it has a limit, a clock, or `infinite`.
    #[must_use]
    pub fn is_limited(&self) -> bool {
        let limits = [self.depth, self.nodes, self.move_time, self.mate.map(u64::from)];
        self.infinite || self.is_timed || limits.iter().any(Option::is_some)
    }

    fn take(&mut self, key: Word<'_>, words: &mut Tokens<'_>) -> Result<(), LineError> {
        match key.text {
            "searchmoves" => self.take_moves(words),
            "ponder" => self.ponder = true,
            "infinite" => self.infinite = true,
            "wtime" => self.clocks[0] = Some(milliseconds(words)?),
            "btime" => self.clocks[1] = Some(milliseconds(words)?),
            "winc" => self.increments[0] = milliseconds(words)?,
            "binc" => self.increments[1] = milliseconds(words)?,
            "movestogo" => self.moves_to_go = Some(count(words)?).filter(|moves| *moves > 0),
            "depth" => self.depth = Some(count(words)?),
            "nodes" => self.nodes = Some(count(words)?),
            "movetime" => self.move_time = Some(count(words)?),
            "mate" => self.mate = Some(moves(words)?),
            _ => return Err(key.fault(&format!("one of {}", KEYS.join(" ")))),
        }
        self.is_timed |= OF_THE_CLOCK.contains(&key.text);
        Ok(())
    }

    /// Takes all words up to the next keyword as moves.
    fn take_moves(&mut self, words: &mut Tokens<'_>) {
        while let Some(word) = words.peek().filter(|word| !KEYS.contains(&word.text)) {
            self.search_moves.push((word.before, word.text.to_owned()));
            words.next();
        }
    }
}

fn milliseconds(words: &mut Tokens<'_>) -> Result<i64, LineError> {
    number(words, "a whole number of milliseconds", whole)
}

fn count(words: &mut Tokens<'_>) -> Result<u64, LineError> {
    number(words, "a whole number from 0 on", |text| at_least(0, text))
}

fn moves(words: &mut Tokens<'_>) -> Result<u32, LineError> {
    let within = |text: &str| at_least(1, text).map(|moves| moves.min(MOST_MOVES as u64) as u32);
    number(words, "a whole number of moves from 1 on", within)
}

/// Parses the next word as a number. A keyword in its place is not consumed.
fn number<N>(
    words: &mut Tokens<'_>,
    expected: &str,
    read: impl Fn(&str) -> Option<N>,
) -> Result<N, LineError> {
    let Some(word) = words.peek() else { return Err(words.ended(expected)) };
    if !KEYS.contains(&word.text) {
        words.next();
    }
    read(word.text).ok_or_else(|| word.fault(expected))
}
