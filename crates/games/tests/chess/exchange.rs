//! Compares static exchange evaluation with its definition on a board of letters.

use super::{KIWIPETE, POSITION_3, POSITION_5, chess};
use eldest::{Moves, Position};
use eldest_games::chess::{Chess, Move, Timeless};
use eldest_games::notation::Notation;

/// Letters as in FEN, a1 first; a dot for an empty square.
#[derive(Clone)]
struct Letters([char; 64]);

impl Letters {
    fn of(position: &Chess) -> Self {
        let text = position.to_string();
        let mut squares = ['.'; 64];
        for (row, pieces) in text.split(' ').next().unwrap().split('/').enumerate() {
            let mut file = 0;
            for letter in pieces.chars() {
                match letter.to_digit(10) {
                    Some(empty) => file += empty as usize,
                    None => {
                        squares[(7 - row) * 8 + file] = letter;
                        file += 1;
                    }
                }
            }
        }
        Self(squares)
    }

    fn at(&self, file: i32, rank: i32) -> Option<char> {
        ((0..8).contains(&file) && (0..8).contains(&rank))
            .then(|| self.0[(rank * 8 + file) as usize])
    }

    /// Returns whether the piece on `from` could capture a piece of the other side on `to`.
    fn attacks(&self, from: usize, to: usize) -> bool {
        let (x, y) = (to as i32 % 8 - from as i32 % 8, to as i32 / 8 - from as i32 / 8);
        let (far, near) = (x.abs().max(y.abs()), x.abs().min(y.abs()));
        let is_straight = near == 0 || near == far;
        let passes = |steps| {
            let at = (from as i32 % 8 + steps * x.signum(), from as i32 / 8 + steps * y.signum());
            self.at(at.0, at.1) == Some('.')
        };
        let is_open = || is_straight && (1..far).all(passes);
        match self.0[from] {
            'P' => (x.abs(), y) == (1, 1),
            'p' => (x.abs(), y) == (1, -1),
            'N' | 'n' => (near, far) == (1, 2),
            'B' | 'b' => near == far && is_open(),
            'R' | 'r' => near == 0 && is_open(),
            'Q' | 'q' => is_open(),
            'K' | 'k' => far == 1,
            _ => false,
        }
    }

    /// Returns the squares of the pieces that attack `to`, the least valuable first.
    fn attackers(&self, to: usize, white: bool) -> Vec<usize> {
        let mine = |from: &usize| self.0[*from] != '.' && self.0[*from].is_uppercase() == white;
        let mut found: Vec<usize> =
            (0..64).filter(mine).filter(|from| *from != to && self.attacks(*from, to)).collect();
        found.sort_by_key(|from| "pnbrqk".find(self.0[*from].to_ascii_lowercase()));
        found
    }

    /// Returns the gain of `white` by capturing on `to`, or 0 by not capturing.
    fn swap(&self, to: usize, white: bool) -> i32 {
        let Some(&from) = self.attackers(to, white).first() else { return 0 };
        let mut after = self.clone();
        after.0[to] = std::mem::replace(&mut after.0[from], '.');
        if self.0[from].eq_ignore_ascii_case(&'k') && !after.attackers(to, !white).is_empty() {
            return 0;
        }
        (value(self.0[to]) - after.swap(to, !white)).max(0)
    }

    /// Returns the gain of a move in UCI notation.
    fn exchange(mut self, uci: &str, castles: bool) -> i32 {
        if castles {
            return 0;
        }
        let square = |text: &[u8]| usize::from(text[0] - b'a' + (text[1] - b'1') * 8);
        let (from, to) = (square(&uci.as_bytes()[..2]), square(&uci.as_bytes()[2..4]));
        let (piece, victim) = (self.0[from], self.0[to]);
        let mut gain = value(victim);
        self.0[to] = std::mem::replace(&mut self.0[from], '.');
        if piece.eq_ignore_ascii_case(&'p') && from % 8 != to % 8 && victim == '.' {
            gain += value('p');
            self.0[from / 8 * 8 + to % 8] = '.';
        }
        if let Some(promoted) = uci.chars().nth(4) {
            gain += value(promoted) - value('p');
            let is_white = piece.is_uppercase();
            self.0[to] = if is_white { promoted.to_ascii_uppercase() } else { promoted };
        }
        gain - self.swap(to, piece.is_lowercase())
    }
}

fn value(letter: char) -> i32 {
    match letter.to_ascii_lowercase() {
        'p' => 100,
        'n' | 'b' => 300,
        'r' => 500,
        'q' => 900,
        'k' => 20_000,
        _ => 0,
    }
}

/// Checks every move of `position`. Returns the numbers of moves that lose material, and that gain
/// some.
fn check(position: &Chess) -> (usize, usize) {
    let letters = Letters::of(position);
    let (mut losing, mut gaining) = (0, 0);
    for mv in Moves::collect(|out| position.moves(out)) {
        let castles = position.format_move(mv).starts_with('O');
        let expected = letters.clone().exchange(&position.uci(mv).to_string(), castles);
        assert_eq!(position.exchange(mv), expected, "{position} {mv:?}");
        let bounds = [expected - 1, expected, expected + 1, 0, -100, 100, 500];
        for least in bounds {
            let answer = position.exchange_is_at_least(mv, least);
            assert_eq!(answer, expected >= least, "{position} {mv:?} {least}");
        }
        losing += usize::from(expected < 0);
        gaining += usize::from(expected > 0);
    }
    (losing, gaining)
}

/// Draws a number below `count`, by a linear congruential generator (L'Ecuyer 1999).
pub(super) fn choose(state: &mut u64, count: usize) -> usize {
    *state = state.wrapping_mul(2_862_933_555_777_941_757).wrapping_add(3_037_000_493);
    (*state >> 33) as usize % count
}

#[test]
fn exchanges_are_those_of_their_definition() {
    let mut seed = 1;
    let (mut losing, mut gaining) = (0, 0);
    for game in 0..40 {
        let fens = [KIWIPETE, POSITION_3, POSITION_5];
        let mut position = if game % 4 == 3 { Chess::new() } else { chess(fens[game % 4]) };
        for _ in 0..60 {
            let moves: Vec<Move> = Moves::collect(|out| position.moves(out));
            if moves.is_empty() {
                break;
            }
            let (lost, gained) = check(&position);
            (losing, gaining) = (losing + lost, gaining + gained);
            position.play(moves[choose(&mut seed, moves.len())]);
        }
    }
    assert!(losing > 5_000 && gaining > 1_000, "{losing} {gaining}");
}

/// Expected values computed by hand.
#[test]
fn what_stands_behind_takes_too() {
    let cases = [
        // A rook captures a guarded pawn: with a rook behind it, this wins the pawn.
        ("3rk3/8/3p4/8/8/8/3R4/3RK3 w - - 0 1", "Rxd6", 100),
        ("3rk3/8/3p4/8/8/8/3R4/4K3 w - - 0 1", "Rxd6", 100 - 500),
        // Nothing captures the new queen.
        ("8/P3k3/8/8/8/8/8/4K3 w - - 0 1", "a8=Q", 800),
        ("1r6/P3k3/8/8/8/8/8/4K3 w - - 0 1", "a8=Q", 800 - 900),
        // An en passant capture, with a recapture and without.
        ("4k3/2p5/8/3pP3/8/8/8/4K3 w - d6 0 1", "exd6", 0),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "exd6", 100),
        // A quiet move to a guarded square.
        ("4k3/2p5/8/8/8/8/8/3QK3 w - - 0 1", "Qd6", -900),
        // A king recaptures only an unguarded piece.
        ("3k4/3p4/8/8/8/8/3R4/4K3 w - - 0 1", "Rxd7+", 100 - 500),
        ("3k4/3p4/8/8/8/8/3R4/3RK3 w - - 0 1", "Rxd7+", 100),
        ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "O-O", 0),
    ];
    for (fen, text, expected) in cases {
        let position = chess::<Timeless>(fen);
        let mv = position.parse_move(text).unwrap();
        assert_eq!(position.exchange(mv), expected, "{fen} {text}");
    }
}
