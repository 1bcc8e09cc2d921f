//! Dobutsu shogi as a list of pieces.
//!
//! Each piece steps by one square; captured pieces may be dropped. The ends are those of Tanaka
//! (2009): a side that can capture the lion wins in one ply; else a side whose home row the other
//! lion has reached has lost.

use super::plain::Plain;
use crate::shares::Coverage;
use arbitrary::{Result, Unstructured};
use eldest::{Score, Side};
use eldest_games::dobutsu::{Action, Dobutsu};
use std::collections::BTreeMap;

/// The column from the left and the row from the first player, from 0.
type Square = (i8, i8);

/// The pieces, each with its side and its letter, `H` for a hen; the letters in both hands, sorted;
/// the side to move.
#[derive(Clone, Debug)]
pub(super) struct Zoo {
    pieces: BTreeMap<Square, (Side, char)>,
    hands: [Vec<char>; 2],
    side: Side,
}

const COLUMNS: i8 = 3;
const ROWS: i8 = 4;
/// The letters of pieces in hand, in the order of the text.
const IN_HAND: [char; 3] = ['G', 'E', 'C'];
/// In moves, drops of the first of these come from this square, the others from the next ones.
const HAND: u32 = 12;

/// Returns the steps of a piece of the first player: columns to the right, and rows ahead.
fn steps(letter: char) -> &'static [Square] {
    match letter {
        'L' => &[(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)],
        'G' => &[(-1, 0), (0, -1), (0, 1), (1, 0)],
        'E' => &[(-1, -1), (-1, 1), (1, -1), (1, 1)],
        'H' => &[(-1, 0), (-1, 1), (0, -1), (0, 1), (1, 0), (1, 1)],
        _ => &[(0, 1)],
    }
}

fn squares() -> impl Iterator<Item = Square> {
    (0..COLUMNS).flat_map(|column| (0..ROWS).map(move |row| (column, row)))
}

const fn number((column, row): Square) -> u32 {
    (column * ROWS + row) as u32
}

const fn square(number: u32) -> Square {
    (number as i8 / ROWS, number as i8 % ROWS)
}

/// Returns the home row of a side.
const fn home(side: Side) -> i8 {
    if matches!(side, Side::First) { 0 } else { ROWS - 1 }
}

fn cased(side: Side, letter: char) -> char {
    if side == Side::First { letter } else { letter.to_ascii_lowercase() }
}

impl Zoo {
    /// The start, or pieces anywhere.
    pub(super) fn arbitrary(u: &mut Unstructured<'_>) -> Result<Self> {
        let mut zoo = Self { pieces: BTreeMap::new(), hands: [vec![], vec![]], side: Side::First };
        let at_home = [((0, 0), 'E'), ((1, 0), 'L'), ((2, 0), 'G'), ((1, 1), 'C')];
        for ((column, row), letter) in at_home {
            zoo.pieces.insert((column, row), (Side::First, letter));
            zoo.pieces.insert((2 - column, 3 - row), (Side::Second, letter));
        }
        if u.arbitrary()? {
            zoo.scatter(u)?;
        }
        Ok(zoo)
    }

    /// Moves the pieces anywhere, but no lion to its far row.
    fn scatter(&mut self, u: &mut Unstructured<'_>) -> Result<()> {
        let mut free: Vec<Square> = squares().collect();
        let in_hand = u.int_in_range(1..=4)?;
        for (_, (side, letter)) in std::mem::take(&mut self.pieces) {
            let is_allowed = |to: &Square| letter != 'L' || to.1 != home(side.other());
            let places: Vec<usize> = (0..free.len()).filter(|at| is_allowed(&free[*at])).collect();
            let owner = if letter == 'L' || u.arbitrary()? { side } else { side.other() };
            if letter != 'L' && u.ratio(in_hand, 4)? {
                self.take(owner, letter);
                continue;
            }
            let to = free.remove(places[u.choose_index(places.len())?]);
            let hatched = if letter == 'C' && u.ratio(1, 3)? { 'H' } else { letter };
            self.pieces.insert(to, (owner, hatched));
        }
        self.side = if u.arbitrary()? { Side::First } else { Side::Second };
        Ok(())
    }

    /// The game, parsed from the text.
    pub(super) fn game(&self) -> Dobutsu {
        let text = self.written();
        text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
    }

    /// Puts a piece in a hand.
    fn take(&mut self, owner: Side, letter: char) {
        let hand = &mut self.hands[owner.index()];
        hand.push(if letter == 'H' { 'C' } else { letter });
        hand.sort_by_key(|letter| IN_HAND.iter().position(|other| other == letter));
    }

    /// All steps of the side to move, onto empty squares and those of the other side.
    fn all_steps(&self) -> Vec<(Square, Square)> {
        let ahead = if self.side == Side::First { 1 } else { -1 };
        let mine = self.pieces.iter().filter(|(_, piece)| piece.0 == self.side);
        let steps = mine.flat_map(|(&from, (_, letter))| {
            let to = move |&(right, rows): &Square| (from.0 + right, from.1 + ahead * rows);
            steps(*letter).iter().map(move |step| (from, to(step)))
        });
        let is_legal = |(_, to): &(Square, Square)| {
            let is_on_board = (0..COLUMNS).contains(&to.0) && (0..ROWS).contains(&to.1);
            is_on_board && self.pieces.get(to).is_none_or(|piece| piece.0 != self.side)
        };
        steps.filter(is_legal).collect()
    }

    fn lion(&self, side: Side) -> Square {
        let lion = self.pieces.iter().find(|(_, piece)| **piece == (side, 'L'));
        *lion.expect("a lion").0
    }

    /// The position as text.
    fn written(&self) -> String {
        let drawn = |square| match self.pieces.get(&square) {
            None => "1".to_owned(),
            Some((side, 'H')) => format!("+{}", cased(*side, 'C')),
            Some((side, letter)) => cased(*side, *letter).to_string(),
        };
        let row = |row| (0..COLUMNS).map(|column| drawn((column, row))).collect::<String>();
        let rows: Vec<String> = (0..ROWS).rev().map(row).collect();
        let rows = rows.join("/").replace("111", "3").replace("11", "2");
        let hand = |side: Side| self.hands[side.index()].iter().map(move |c| cased(side, *c));
        let hands: String = hand(Side::First).chain(hand(Side::Second)).collect();
        format!("{rows}[{hands}] {}", if self.side == Side::First { 'w' } else { 'b' })
    }

    /// The pieces as the mover sees them, with left and right exchanged or not.
    fn seen(&self, is_mirrored: bool) -> Vec<(Square, bool, char)> {
        let see = |(column, row): Square| {
            let row = if self.side == Side::First { row } else { ROWS - 1 - row };
            (if is_mirrored { COLUMNS - 1 - column } else { column }, row)
        };
        let pieces = self.pieces.iter();
        let mut seen: Vec<_> =
            pieces.map(|(at, (side, letter))| (see(*at), *side == self.side, *letter)).collect();
        seen.sort_unstable();
        seen
    }

    /// Whether the move is a step, and what it captures.
    fn captured(&self, mv: u32) -> Option<char> {
        self.pieces.get(&square(mv % HAND)).map(|piece| piece.1)
    }

    /// Whether a chick steps on its last row.
    fn promotes(&self, mv: u32) -> bool {
        let is_chick = mv / HAND < HAND && self.pieces[&square(mv / HAND)].1 == 'C';
        is_chick && square(mv % HAND).1 == home(self.side.other())
    }
}

impl Plain for Zoo {
    type Game = Dobutsu;
    type Name = (Vec<(Square, bool, char)>, Vec<char>);

    /// Twelve times the square that the piece comes from, plus the one that it goes to.
    fn move_of(&self, mv: Action) -> u32 {
        let turned = |number: u8| if self.side == Side::First { number } else { 11 - number };
        let index = |letter| IN_HAND.iter().position(|other| *other == letter);
        let drop = || HAND + mv.dropped().and_then(index).expect("a drop") as u32;
        let from = mv.from().map_or_else(drop, |from| turned(from).into());
        from * HAND + u32::from(turned(mv.to()))
    }

    fn side(&self) -> Side {
        self.side
    }

    fn over(&self) -> Option<Score> {
        let lion = self.lion(self.side.other());
        if self.all_steps().iter().any(|(_, to)| *to == lion) {
            return Some(Score::win_in(1));
        }
        (lion.1 == home(self.side)).then_some(Score::LOSS)
    }

    fn moves(&self) -> Vec<u32> {
        let steps = self.all_steps().into_iter().map(|(from, to)| number(from) * HAND + number(to));
        let mut moves: Vec<u32> = steps.collect();
        for (from, letter) in (HAND..).zip(IN_HAND) {
            if self.hands[self.side.index()].contains(&letter) {
                let empty = squares().filter(|square| !self.pieces.contains_key(square));
                moves.extend(empty.map(|to| from * HAND + number(to)));
            }
        }
        moves.sort_unstable();
        moves
    }

    fn play(&mut self, mv: u32) {
        let (from, to, side) = (mv / HAND, square(mv % HAND), self.side);
        let letter = if from >= HAND {
            let letter = IN_HAND[(from - HAND) as usize];
            let hand = &mut self.hands[side.index()];
            hand.remove(hand.iter().position(|other| *other == letter).expect("a piece"));
            letter
        } else if self.promotes(mv) {
            self.pieces.remove(&square(from));
            'H'
        } else {
            self.pieces.remove(&square(from)).expect("a piece").1
        };
        if let Some((_, captured)) = self.pieces.insert(to, (side, letter)) {
            self.take(side, captured);
        }
        self.side = side.other();
    }

    /// The pieces as the mover sees them, or their mirror image; and the mover's hand.
    fn name(&self) -> Self::Name {
        (self.seen(false).min(self.seen(true)), self.hands[self.side.index()].clone())
    }

    fn longest(&self) -> Option<u32> {
        None
    }

    fn text(&self) -> Option<String> {
        Some(self.written())
    }

    /// Steps of a lion to its far row; if there are none, captures and promotions.
    fn rare(&self) -> Vec<u32> {
        let arrives = |mv: u32| {
            let is_lion = mv / HAND == number(self.lion(self.side));
            is_lion && square(mv % HAND).1 == home(self.side.other())
        };
        let is_rare = |mv: &u32| self.captured(*mv).is_some() || self.promotes(*mv);
        let arrivals: Vec<u32> = self.moves().into_iter().filter(|mv| arrives(*mv)).collect();
        if !arrivals.is_empty() {
            return arrivals;
        }
        self.moves().into_iter().filter(is_rare).collect()
    }

    /// Each position after a move has this one before it.
    fn check_slowly(&self, game: &Dobutsu) {
        if self.over().is_some() {
            return;
        }
        for child in self.moves().into_iter().map(|mv| self.after(mv).game()) {
            let mut is_found = false;
            child.for_each_predecessor(|before| is_found |= before == game);
            assert!(is_found, "{game} is not before {child}");
        }
    }

    fn count(&self, mv: u32, after: &Self, met: &mut Coverage) {
        let (is_drop, to) = (mv / HAND >= HAND, square(mv % HAND));
        met.add("captures", u64::from(self.captured(mv).is_some()));
        met.add("hens captured", u64::from(self.captured(mv) == Some('H')));
        met.add("promotions", u64::from(self.promotes(mv)));
        met.add("drops", u64::from(is_drop));
        let is_last = is_drop && to.1 == home(after.side) && after.pieces[&to].1 == 'C';
        met.add("chicks dropped on the far row", u64::from(is_last));
        let has_arrived = after.pieces[&to].1 == 'L' && to.1 == home(after.side);
        let is_lost = has_arrived && after.over() == Some(Score::LOSS);
        met.add("lions that arrive and win", u64::from(is_lost));
        met.add("lions that arrive and are captured", u64::from(has_arrived && !is_lost));
    }
}
