//! [`Pesto`]: an evaluator for chess.

use super::draws::Draws;
use super::placement::{Apiece, Change, Standing, Sums};
use super::tables::{ENDGAME, ENDGAME_VALUES, FULL_PHASE, MIDDLE_GAME, MIDDLE_GAME_VALUES, PHASES};
use super::{Chess, Move};
use cozy_chess::{Board, Color, Piece};
use eldest::{Evaluator, Moves, Score};
use std::ops::{AddAssign, SubAssign};

/// Ronald Friederich's PeSTO: piece-square tables for the middle game and for the endgame, tapered
/// by the pieces left (Chess Programming Wiki, "PeSTO's Evaluation Function"). Scores are in
/// hundredths of a pawn.
///
/// # Quiescence
/// Noisy moves are captures and queen promotions. In check, all legal moves are noisy, and there is
/// no stand-pat.
///
/// ```
/// use eldest::Evaluator;
/// use eldest_games::chess::{Chess, Pesto};
///
/// let pesto = Pesto::default();
/// let up_a_knight: Chess = "4k3/8/8/8/8/8/8/4K1N1 b - - 0 1".parse().unwrap();
/// let state = pesto.start(&up_a_knight);
/// assert!(pesto.evaluate(&up_a_knight, &state).get() < -200);
/// ```
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Pesto {
    /// The most plies of quiescence; 0 for none.
    pub quiescence: u16,
}

impl Pesto {
    /// No quiescence: evaluates the horizon statically.
    pub const STATIC: Self = Self { quiescence: 0 };
}

/// Quiescence until the position is quiet: no sequence of captures is longer than this limit.
impl Default for Pesto {
    fn default() -> Self {
        Self { quiescence: 64 }
    }
}

/// White's sum minus Black's, for the middle game and for the endgame.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
struct Balance {
    middle_game: i32,
    endgame: i32,
}

/// The balances of a position and of those before it on its path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Balances(Sums<Balance>);

impl<D: Draws> Evaluator<Chess<D>> for Pesto {
    type State = Balances;

    fn start(&self, position: &Chess<D>) -> Balances {
        Balances(Sums::of(&position.board, Balance::default()))
    }

    #[inline]
    fn evaluate(&self, position: &Chess<D>, Balances(sums): &Balances) -> Score {
        let (balance, phase) = (sums.now(), phase(&position.board));
        let white = balance.middle_game * phase + balance.endgame * (FULL_PHASE as i32 - phase);
        let score = Score::new(white / FULL_PHASE as i32);
        if position.board.side_to_move() == Color::White { score } else { -score }
    }

    #[inline]
    fn play(&self, before: &Chess<D>, mv: Move, Balances(sums): &mut Balances) {
        sums.play(Change::of(&before.board, mv));
    }

    #[inline]
    fn undo(&self, _: &Chess<D>, _: Move, Balances(sums): &mut Balances) {
        sums.undo();
    }

    fn quiescence_plies(&self) -> u16 {
        self.quiescence
    }

    #[inline]
    fn noisy_moves(&self, position: &Chess<D>, out: &mut Moves<'_, Move>) {
        if position.in_check() { position.push_all(out) } else { position.push_noisy(out) }
    }

    #[inline]
    fn stands_pat(&self, position: &Chess<D>) -> bool {
        !position.in_check()
    }

    fn fingerprint(&self) -> u64 {
        0x5045_5354_4F00_0000 + u64::from(self.quiescence)
    }
}

/// Returns the game phase: `FULL_PHASE` in the middle game, 0 in the endgame.
#[inline]
pub(super) fn phase(board: &Board) -> i32 {
    let count = |piece: Piece| board.pieces(piece).len() * PHASES[piece as usize];
    let all = [Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen].into_iter().map(count);
    all.sum::<u32>().min(FULL_PHASE) as i32
}

/// The values by colour, piece and square.
static WORTH: [[[Balance; 64]; 6]; 2] = worth_of_all();

impl Apiece for Balance {
    #[inline]
    fn of((color, piece, square): Standing) -> Self {
        WORTH[color as usize][piece as usize][square as usize]
    }
}

const fn worth_of_all() -> [[[Balance; 64]; 6]; 2] {
    let mut all = [[[Balance { middle_game: 0, endgame: 0 }; 64]; 6]; 2];
    let mut index = 0;
    while index < 6 * 64 {
        let (piece, square) = (index / 64, index % 64);
        let middle_game = MIDDLE_GAME_VALUES[piece] + MIDDLE_GAME[piece][square];
        let endgame = ENDGAME_VALUES[piece] + ENDGAME[piece][square];
        // The tables begin with a8, the squares with a1, so White's squares are flipped.
        all[Color::White as usize][piece][square ^ 56] = Balance { middle_game, endgame };
        all[Color::Black as usize][piece][square] =
            Balance { middle_game: -middle_game, endgame: -endgame };
        index += 1;
    }
    all
}

impl AddAssign for Balance {
    #[inline]
    fn add_assign(&mut self, other: Self) {
        self.middle_game += other.middle_game;
        self.endgame += other.endgame;
    }
}

impl SubAssign for Balance {
    #[inline]
    fn sub_assign(&mut self, other: Self) {
        self.middle_game -= other.middle_game;
        self.endgame -= other.endgame;
    }
}
