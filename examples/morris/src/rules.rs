//! The rules of Three Men's Morris: three men a side on nine points, placed in turn, then moved
//! along the lines of the board to empty points. Three in a row win.
//!
//! ```text
//! 3  . - . - .
//!    | \ | / |
//! 2  . - . - .
//!    | / | \ |
//! 1  . - . - .
//!    a   b   c
//! ```

use eldest::{KeyKind, Moves, Position, Score, Side};
use eldest_retro::Enumerable;
use std::fmt;

/// The points of each row, column and diagonal, a bit for each.
const ROWS: [u16; 8] = [0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];

/// The points next to each point on a line of the board: all points for the centre.
const JOINED: [u16; 9] = [0o032, 0o025, 0o062, 0o121, 0o757, 0o424, 0o230, 0o520, 0o260];

const BOARD: u16 = 0o777;

/// A position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Morris {
    /// The points of the first player's men, and of the second player's.
    men: [u16; 2],
    side: Side,
}

/// A man is placed on a point, or moved there from another one.
#[derive(Copy, Clone, PartialEq, Eq)]
pub(crate) struct Step {
    pub(crate) from: Option<u8>,
    pub(crate) to: u8,
}

fn points(set: u16) -> impl Iterator<Item = u8> {
    (0..9).filter(move |point| set >> point & 1 == 1)
}

impl Morris {
    pub(crate) fn new() -> Self {
        Self { men: [0; 2], side: Side::First }
    }

    fn free(&self) -> u16 {
        BOARD & !(self.men[0] | self.men[1])
    }

    /// The numbers of men on the board.
    fn counts(&self) -> [u32; 2] {
        self.men.map(u16::count_ones)
    }

    /// Whether the last move has placed a man, if there was one.
    fn was_placed(&self) -> bool {
        let [first, second] = self.counts();
        first == second + self.side.index() as u32
    }

    /// Whether all men are on the board.
    fn is_full(&self) -> bool {
        self.counts() == [3, 3]
    }

    fn is_valid(&self) -> bool {
        let [first, second] = self.counts();
        let is_sound = first <= 3 && second <= 3 && self.men[0] & self.men[1] == 0;
        is_sound && (self.was_placed() || self.is_full())
    }

    fn apply(&mut self, step: Step) {
        let mine = &mut self.men[self.side.index()];
        *mine ^= 1 << step.to | step.from.map_or(0, |from| 1 << from);
        self.side = self.side.other();
    }
}

impl Position for Morris {
    type Move = Step;
    type Undo = Self;

    const ALTERNATES: bool = true;

    fn side(&self) -> Side {
        self.side
    }

    fn key(&self) -> u64 {
        let [first, second] = self.men.map(u64::from);
        first | second << 9 | (self.side.index() as u64) << 18
    }

    fn key_kind(&self) -> KeyKind {
        KeyKind::Unique { bits: 19 }
    }

    /// Lost, if the opponent has three in a row.
    fn over(&self) -> Option<Score> {
        let theirs = self.men[self.side.other().index()];
        ROWS.iter().any(|row| theirs & row == *row).then_some(Score::LOSS)
    }

    /// A draw, if neither side can force three in a row.
    fn endless(&self) -> Option<Score> {
        Some(Score::DRAW)
    }

    fn moves(&self, out: &mut Moves<'_, Step>) {
        let mine = self.men[self.side.index()];
        for to in points(self.free()) {
            if self.is_full() {
                let sources = points(mine & JOINED[usize::from(to)]);
                sources.for_each(|from| out.push(Step { from: Some(from), to }));
            } else {
                out.push(Step { from: None, to });
            }
        }
    }

    fn move_code(&self, step: Step) -> u16 {
        (1 + 10 * step.to + step.from.unwrap_or(9)).into()
    }

    fn play(&mut self, step: Step) -> Self {
        let before = self.clone();
        self.apply(step);
        before
    }

    fn undo(&mut self, _: Step, before: Self) {
        *self = before;
    }
}

impl Enumerable for Morris {
    const HAS_PREDECESSORS: bool = true;

    fn with_key(&self, key: u64) -> Option<Self> {
        let men = [key, key >> 9].map(|men| men as u16 & BOARD);
        let side = [Side::First, Side::Second][(key >> 18 & 1) as usize];
        let position = Self { men, side };
        (position.is_valid() && position.key() == key).then_some(position)
    }

    /// The opponent has moved last: its men go back along the lines, or into its hand.
    fn for_each_predecessor(&self, mut found: impl FnMut(&Self)) {
        let mover = self.side.other();
        let mut back = |to: u8, from: Option<u8>| {
            let mut before = Self { side: mover, ..self.clone() };
            before.men[mover.index()] ^= 1 << to | from.map_or(0, |from| 1 << from);
            if before.over().is_none() {
                found(&before);
            }
        };
        for to in points(self.men[mover.index()]) {
            if self.was_placed() {
                back(to, None);
            }
            if self.is_full() {
                points(self.free() & JOINED[usize::from(to)]).for_each(|from| back(to, Some(from)));
            }
        }
    }
}

impl fmt::Display for Morris {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in (0..3).rev() {
            for point in 3 * row..3 * row + 3 {
                let [x, o] = self.men.map(|men| men >> point & 1 == 1);
                let cell = [".", "x", "o"][usize::from(x) + 2 * usize::from(o)];
                write!(f, " {cell}")?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

impl fmt::Debug for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = |point: u8| format!("{}{}", char::from(b'a' + point % 3), point / 3 + 1);
        self.from.map_or(Ok(()), |from| write!(f, "{}-", name(from)))?;
        f.write_str(&name(self.to))
    }
}
