//! [`ArrayBoard`]: the laws of chess on an array of squares.
//!
//! FIDE, "Laws of Chess" (2023), articles 3.1 to 3.10 and guideline II for Chess960. A move is
//! legal if the opponent cannot take the king after it. Squares are counted from a1, rank by rank.

use std::fmt::{self, Write};

/// An empty square.
pub(super) const EMPTY: u8 = b'.';
/// The promotion pieces. A move stores a position in this list, counted from 1, or 0 without
/// promotion.
const PROMOTIONS: [u8; 4] = *b"nbrq";

/// The pieces on the squares, and the state that earlier moves left.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct ArrayBoard {
    /// The letters of FEN.
    pub(super) squares: [u8; 64],
    pub(super) white: bool,
    /// The files of the rooks with which White, then Black, may castle to the g file, then to the c
    /// file.
    pub(super) rights: [[Option<u8>; 2]; 2],
    /// The square passed by a pawn that has just advanced two squares.
    pub(super) behind: Option<u8>,
    pub(super) clock: u32,
    pub(super) number: u32,
}

/// A move. Castling is written as the king moving to the square of its rook.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct ArrayMove {
    pub(super) from: u8,
    pub(super) to: u8,
    pub(super) promotion: u8,
}

pub(super) const fn file(square: u8) -> i32 {
    (square % 8) as i32
}

pub(super) const fn rank(square: u8) -> i32 {
    (square / 8) as i32
}

pub(super) const fn is_white(piece: u8) -> bool {
    piece.is_ascii_uppercase()
}

impl ArrayBoard {
    pub(super) fn is(&self, square: u8, kind: u8, white: bool) -> bool {
        let piece = self.squares[square as usize];
        piece.to_ascii_lowercase() == kind && is_white(piece) == white
    }

    pub(super) fn owned(&self, square: u8, white: bool) -> bool {
        let piece = self.squares[square as usize];
        piece != EMPTY && is_white(piece) == white
    }

    /// Whether all squares strictly between two squares on a line are empty.
    fn is_clear(&self, from: u8, to: u8) -> bool {
        let (files, ranks) = (file(to) - file(from), rank(to) - rank(from));
        let step = files.signum() + 8 * ranks.signum();
        let count = files.abs().max(ranks.abs());
        (1..count).all(|n| self.squares[(i32::from(from) + n * step) as usize] == EMPTY)
    }

    /// Whether the piece on `from` attacks `to`.
    fn attacks(&self, from: u8, to: u8) -> bool {
        let (files, ranks) = (file(to) - file(from), rank(to) - rank(from));
        let (across, up) = (files.abs(), ranks.abs());
        let piece = self.squares[from as usize];
        let (straight, diagonal) = ((across == 0) != (up == 0), across == up && up > 0);
        match piece.to_ascii_lowercase() {
            b'n' => across * up == 2,
            b'k' => across.max(up) == 1,
            b'p' => across == 1 && ranks == if is_white(piece) { 1 } else { -1 },
            b'r' => straight && self.is_clear(from, to),
            b'b' => diagonal && self.is_clear(from, to),
            b'q' => (straight || diagonal) && self.is_clear(from, to),
            _ => false,
        }
    }

    /// Whether a piece of White, or of Black, attacks `square`.
    pub(super) fn is_attacked(&self, square: u8, by_white: bool) -> bool {
        (0..64).any(|from| self.owned(from, by_white) && self.attacks(from, square))
    }

    pub(super) fn king(&self, white: bool) -> u8 {
        (0..64).find(|square| self.is(*square, b'k', white)).expect("a king")
    }

    /// Whether the king of White, or of Black, can be taken.
    pub(super) fn is_in_check(&self, white: bool) -> bool {
        self.is_attacked(self.king(white), !white)
    }

    /// All legal moves in ascending order.
    pub(super) fn moves(&self) -> Vec<ArrayMove> {
        let own = (0..64).filter(|from| self.owned(*from, self.white));
        let mut moves: Vec<ArrayMove> = own.flat_map(|from| self.moves_of(from)).collect();
        moves.extend([0, 1].into_iter().filter_map(|long| self.castling(long)));
        moves.retain(|step| !self.after(*step).is_in_check(self.white));
        moves.sort_unstable();
        moves
    }

    /// The pseudo-legal moves of the piece on `from`, without castling.
    fn moves_of(&self, from: u8) -> Vec<ArrayMove> {
        let is_pawn = self.is(from, b'p', self.white);
        let goes = |to: &u8| {
            let takes = self.owned(*to, !self.white) || is_pawn && self.behind == Some(*to);
            let is_free = self.squares[*to as usize] == EMPTY;
            let attacks = self.attacks(from, *to);
            if is_pawn {
                attacks && takes || self.advances(from, *to)
            } else {
                attacks && (is_free || takes)
            }
        };
        let last = |to: u8| is_pawn && [0, 7].contains(&rank(to));
        let pieces = |to: u8| if last(to) { 1..=4 } else { 0..=0 };
        let step = |to: u8| pieces(to).map(move |promotion| ArrayMove { from, to, promotion });
        (0..64).filter(goes).flat_map(step).collect()
    }

    /// Whether the pawn on `from` can advance to `to`.
    fn advances(&self, from: u8, to: u8) -> bool {
        let (up, home) = if self.white { (1, 1) } else { (-1, 6) };
        let ranks = (rank(to) - rank(from)) * up;
        let is_free = file(from) == file(to) && self.squares[to as usize] == EMPTY;
        is_free && (ranks == 1 || ranks == 2 && rank(from) == home && self.is_clear(from, to))
    }

    /// Castling with the rook of this right, if the king is not attacked on its square, on its way,
    /// or at its goal.
    fn castling(&self, long: usize) -> Option<ArrayMove> {
        let (step, king_to) = self.way_of_castling(long)?;
        self.is_safe(step.from, king_to).then_some(step)
    }

    /// The same without the test for attacks, if all squares between are empty; also returns the
    /// king's goal.
    fn way_of_castling(&self, long: usize) -> Option<(ArrayMove, u8)> {
        let rook = self.rights[usize::from(!self.white)][long]?;
        let home = if self.white { 0 } else { 56 };
        let (king, rook) = (self.king(self.white), home + rook);
        let (king_to, rook_to) =
            if long == 1 { (home + 2, home + 3) } else { (home + 6, home + 5) };
        let is_free = |at: u8| at == king || at == rook || self.squares[at as usize] == EMPTY;
        let is_free = between(king, king_to).all(is_free) && between(rook, rook_to).all(is_free);
        is_free.then_some((ArrayMove { from: king, to: rook, promotion: 0 }, king_to))
    }

    /// Whether the opponent attacks none of these squares on a rank.
    fn is_safe(&self, from: u8, to: u8) -> bool {
        between(from, to).all(|at| !self.is_attacked(at, !self.white))
    }

    /// Whether the mover cannot castle only because its king would pass or reach an attacked
    /// square.
    pub(super) fn passes_attacked_squares(&self) -> bool {
        let ways = [0, 1].into_iter().filter_map(|long| self.way_of_castling(long));
        let is_attacked = |(step, king_to): (ArrayMove, u8)| !self.is_safe(step.from, king_to);
        !self.is_in_check(self.white) && ways.into_iter().any(is_attacked)
    }

    pub(super) fn is_castling(&self, step: ArrayMove) -> bool {
        self.is(step.from, b'k', self.white) && self.owned(step.to, self.white)
    }

    pub(super) fn takes_in_passing(&self, step: ArrayMove) -> bool {
        self.is(step.from, b'p', self.white)
            && file(step.from) != file(step.to)
            && self.squares[step.to as usize] == EMPTY
    }

    /// The board after a move.
    pub(super) fn after(&self, step: ArrayMove) -> Self {
        let mut after = self.clone();
        after.forget(step);
        let ArrayMove { from, to, promotion } = step;
        let moved = self.squares[from as usize];
        let is_pawn = moved.eq_ignore_ascii_case(&b'p');
        let resets = is_pawn || self.owned(to, !self.white);
        after.squares[from as usize] = EMPTY;
        if self.is_castling(step) {
            after.castle(from, to);
        } else {
            after.squares[to as usize] = if promotion == 0 { moved } else { self.piece(promotion) };
        }
        if self.takes_in_passing(step) {
            after.squares[(8 * rank(from) + file(to)) as usize] = EMPTY;
        }
        let is_double = is_pawn && rank(from).abs_diff(rank(to)) == 2;
        after.behind = is_double.then_some(u8::midpoint(from, to));
        after.white = !self.white;
        after.clock = if resets { 0 } else { (self.clock + 1).min(100) };
        after.number = self.number + u32::from(!self.white);
        after
    }

    /// Moves the king and the rook to their squares after castling; the king's own square is
    /// already empty.
    fn castle(&mut self, king: u8, rook: u8) {
        let home = rook - rook % 8;
        let (king_to, rook_to) =
            if rook > king { (home + 6, home + 5) } else { (home + 2, home + 3) };
        let letters = if self.white { *b"KR" } else { *b"kr" };
        self.squares[rook as usize] = EMPTY;
        self.squares[king_to as usize] = letters[0];
        self.squares[rook_to as usize] = letters[1];
    }

    /// Removes the rights of a king that moves, and a right whose rook moves or is taken.
    fn forget(&mut self, step: ArrayMove) {
        if self.is(step.from, b'k', self.white) {
            self.rights[usize::from(!self.white)] = [None; 2];
        }
        for (home, rights) in [0, 56].into_iter().zip(&mut self.rights) {
            for right in rights {
                let is_rook = |square: u8| right.is_some_and(|file| square == home + file);
                if is_rook(step.from) || is_rook(step.to) {
                    *right = None;
                }
            }
        }
    }

    /// The letter of a promotion of the mover.
    fn piece(&self, promotion: u8) -> u8 {
        let letter = PROMOTIONS[promotion as usize - 1];
        if self.white { letter.to_ascii_uppercase() } else { letter }
    }

    /// FEN with the given en-passant square, and with castling rights as letters or as files.
    pub(super) fn fen(&self, files: bool, behind: Option<u8>) -> String {
        let row = |rank: usize| {
            String::from_utf8_lossy(&self.squares[8 * rank..8 * rank + 8]).into_owned()
        };
        let mut ranks = (0..8).rev().map(row).collect::<Vec<_>>().join("/");
        for empty in (1..=8).rev() {
            ranks = ranks.replace(&".".repeat(empty), &empty.to_string());
        }
        let side = if self.white { 'w' } else { 'b' };
        let square = behind.map_or_else(|| "-".to_owned(), name);
        let rights = self.castling_rights(files);
        format!("{ranks} {side} {rights} {square} {} {}", self.clock, self.number)
    }

    fn castling_rights(&self, files: bool) -> String {
        let mut text = String::new();
        for (rights, letters) in self.rights.iter().zip([*b"KQ", *b"kq"]) {
            for (file, letter) in rights.iter().zip(letters) {
                let Some(file) = *file else { continue };
                let name = if is_white(letter) { b'A' + file } else { b'a' + file };
                text.push(if files { name } else { letter }.into());
            }
        }
        if text.is_empty() { "-".to_owned() } else { text }
    }

    /// A move in UCI notation.
    pub(super) fn uci(&self, step: ArrayMove) -> String {
        let to = match (self.is_castling(step), step.to > step.from) {
            (false, _) => step.to,
            (true, true) => step.from - step.from % 8 + 6,
            (true, false) => step.from - step.from % 8 + 2,
        };
        let mut text = name(step.from) + &name(to);
        if step.promotion > 0 {
            let _ = write!(text, "{}", char::from(PROMOTIONS[step.promotion as usize - 1]));
        }
        text
    }

    /// Whether no sequence of moves can lead to mate: only kings, and bishops on one colour or a
    /// single knight.
    pub(super) fn is_dead(&self) -> bool {
        let of = |kinds: &[u8]| {
            (0..64)
                .filter(|at| kinds.contains(&self.squares[*at as usize].to_ascii_lowercase()))
                .collect::<Vec<u8>>()
        };
        let (strong, knights, bishops) = (of(b"pqr"), of(b"n"), of(b"b"));
        let colours =
            |colour| bishops.iter().filter(|at| (file(**at) + rank(**at)) % 2 == colour).count();
        let one_colour = colours(0) == 0 || colours(1) == 0;
        let minor =
            if knights.is_empty() { one_colour } else { knights.len() == 1 && bishops.is_empty() };
        strong.is_empty() && minor
    }
}

impl fmt::Debug for ArrayBoard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.fen(true, self.behind))
    }
}

/// The squares between two squares on a rank, inclusive.
fn between(one: u8, other: u8) -> std::ops::RangeInclusive<u8> {
    one.min(other)..=one.max(other)
}

/// The name of a square.
pub(super) fn name(square: u8) -> String {
    format!("{}{}", char::from(b'a' + square % 8), square / 8 + 1)
}

/// Parses a move in UCI notation.
pub(super) fn step(text: &str) -> Option<ArrayMove> {
    let bytes = text.as_bytes();
    let square = |at: usize| {
        Some(bytes.get(at)?.checked_sub(b'a')? + 8 * bytes.get(at + 1)?.checked_sub(b'1')?)
    };
    let promotion = bytes.get(4).map_or(Some(0), |letter| {
        PROMOTIONS.iter().position(|p| p == letter).map(|at| at as u8 + 1)
    });
    Some(ArrayMove { from: square(0)?, to: square(2)?, promotion: promotion? })
}

/// Parses FEN with six fields; castling rights are letters for rooks in the corners, or files.
pub(super) fn read(fen: &str) -> ArrayBoard {
    let fields: Vec<&str> = fen.split(' ').collect();
    let mut squares = [EMPTY; 64];
    for (rank, row) in (0..8).rev().zip(fields[0].split('/')) {
        let empty = |letter: char| {
            letter.to_digit(10).map_or(letter.to_string(), |n| ".".repeat(n as usize))
        };
        let row: String = row.chars().map(empty).collect();
        squares[8 * rank..8 * rank + 8].copy_from_slice(row.as_bytes());
    }
    let number = |at: usize| fields[at].parse().expect("a number");
    let behind = step(&fields[3].repeat(2)).map(|step| step.from);
    let (clock, number) = (number(4), number(5));
    let mut board = ArrayBoard {
        squares,
        white: fields[1] == "w",
        rights: [[None; 2]; 2],
        behind,
        clock,
        number,
    };
    for letter in fields[2].bytes().filter(|letter| *letter != b'-') {
        let file = match letter.to_ascii_lowercase() {
            b'k' => 7,
            b'q' => 0,
            letter => letter - b'a',
        };
        let long = i32::from(file) < super::board::file(board.king(is_white(letter)));
        board.rights[usize::from(!is_white(letter))][usize::from(long)] = Some(file);
    }
    board
}
