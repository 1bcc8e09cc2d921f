//! [`Tuned`]: an evaluator with weights fitted to games of self-play (`docs/chess-evaluation.md`).

mod cache;
mod camp;
mod king;
mod pawns;
mod pieces;
mod terms;
mod weight;
mod weights;

pub use terms::{SCALES, Tally, Term};

use super::draws::Draws;
use super::pesto::phase;
use super::placement::{Change, Sums, pieces};
use super::see::value;
use super::tables::FULL_PHASE;
use super::{Chess, Move};
use cache::PawnCache;
use camp::{Attacks, Camp};
use cozy_chess::{BitBoard, Board, Color, Piece};
use eldest::{Evaluator, Moves, Score};
use king::Siege;
use pawns::Pawns;
use terms::{Own, PAWNS};
use weight::Weight;
use weight::{Sum, placement};
use weights::SCALES as VALUES;

/// An evaluator of pieces, pawns, kings and threats, tapered between the middle game and the
/// endgame. Scores are roughly in hundredths of a pawn.
///
/// # Quiescence
/// As in [`Pesto`](super::Pesto), but without captures that lose by static exchange
/// ([`Chess::exchange`]).
///
/// ```
/// use eldest::Evaluator;
/// use eldest_games::chess::{Chess, Tuned};
///
/// let tuned = Tuned::default();
/// let up_a_knight: Chess = "4k3/pppp4/8/8/8/8/PPPP4/4K1N1 b - - 0 1".parse().unwrap();
/// assert!(tuned.evaluate(&up_a_knight, &tuned.start(&up_a_knight)).get() < -200);
/// ```
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Tuned {
    /// The most plies of quiescence; 0 for none.
    pub quiescence: u16,
}

impl Tuned {
    /// No quiescence: evaluates the horizon statically.
    pub const STATIC: Self = Self { quiescence: 0 };
}

/// Quiescence until the position is quiet: no sequence of captures is longer than this limit.
impl Default for Tuned {
    fn default() -> Self {
        Self { quiescence: 64 }
    }
}

/// The state of a worker: the sum of the piece-square weights, and the cache for pawns.
#[derive(Clone, Debug)]
pub struct Accounts {
    placement: Sums<Weight>,
    pawns: PawnCache,
}

impl Accounts {
    /// Applies the change of a move.
    #[inline]
    pub(super) fn play(&mut self, change: Change) {
        self.placement.play(change);
    }
}

impl<D: Draws> Evaluator<Chess<D>> for Tuned {
    type State = Accounts;

    fn start(&self, position: &Chess<D>) -> Accounts {
        Accounts {
            placement: Sums::of(&position.board, Weight::default()),
            pawns: PawnCache::default(),
        }
    }

    fn evaluate(&self, position: &Chess<D>, accounts: &Accounts) -> Score {
        let board = &position.board;
        let (worth, pawns) = accounts.pawns.get(board);
        let mut sum = Sum(*accounts.placement.now() + worth);
        among_pieces(board, &pawns, &mut sum);
        let score = Score::new(taper(board, sum.0));
        if board.side_to_move() == Color::White { score } else { -score }
    }

    #[inline]
    fn play(&self, before: &Chess<D>, mv: Move, accounts: &mut Accounts) {
        accounts.play(Change::of(&before.board, mv));
    }

    #[inline]
    fn undo(&self, _: &Chess<D>, _: Move, accounts: &mut Accounts) {
        accounts.placement.undo();
    }

    fn quiescence_plies(&self) -> u16 {
        self.quiescence
    }

    #[inline]
    fn noisy_moves(&self, position: &Chess<D>, out: &mut Moves<'_, Move>) {
        if position.in_check() { position.push_all(out) } else { position.push_sound(out) }
    }

    #[inline]
    fn stands_pat(&self, position: &Chess<D>) -> bool {
        !position.in_check()
    }

    fn fingerprint(&self) -> u64 {
        0x5455_4E45_4400_0000 + u64::from(self.quiescence)
    }
}

/// Returns the weights for the middle game and for the endgame, in the order of [`Term`].
#[must_use]
pub fn weights() -> &'static [(i16, i16)] {
    &weights::WEIGHTS
}

/// Returns the scales of the endgame sum, in 64ths, by their number: [`Taper::scales`].
#[must_use]
pub fn scales() -> &'static [u8; SCALES] {
    &weights::SCALES
}

/// The interpolation between the sums for the middle game and for the endgame.
#[derive(Copy, Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Taper {
    /// The game phase, from 0 (endgame) to 1 (middle game).
    pub phase: f64,
    /// The numbers of the scales of the endgame sum, below [`SCALES`]: if White is ahead by that
    /// sum, and if Black is.
    pub scales: [usize; 2],
}

/// Adds all terms of `position` to `tally`. The evaluation is the sum of their weights, tapered.
pub fn terms<D: Draws>(position: &Chess<D>, tally: &mut impl Tally) -> Taper {
    let board = &position.board;
    for (color, piece, square) in pieces(board) {
        let sign = if color == Color::White { 1 } else { -1 };
        tally.add(placement(color, piece, square), sign);
    }
    let pawns = pawns::pawns(board, tally);
    among_pieces(board, &pawns, tally);
    let scales = [Color::White, Color::Black].map(|ahead| scale_number(board, ahead));
    Taper { phase: f64::from(phase(board)) / f64::from(FULL_PHASE), scales }
}

/// Adds all terms except piece-square weights and those that depend only on pawns and kings.
#[inline]
fn among_pieces<T: Tally>(board: &Board, pawns: &Pawns, tally: &mut T) {
    let (white, black) = (Camp::<false> { board, pawns }, Camp::<true> { board, pawns });
    let (mut by_white, mut by_black) = (Siege::by(&white), Siege::by(&black));
    let attacks_of_white = white.pieces(&mut white.own(tally), &mut by_white);
    let attacks_of_black = black.pieces(&mut black.own(tally), &mut by_black);
    white.among(&by_white, &mut white.own(tally), [&attacks_of_white, &attacks_of_black]);
    black.among(&by_black, &mut black.own(tally), [&attacks_of_black, &attacks_of_white]);
    let to_move = if board.side_to_move() == Color::White { 1 } else { -1 };
    tally.add(Term::Tempo.at(0), to_move);
}

impl<const BLACK: bool> Camp<'_, BLACK> {
    /// Adds the terms that depend on the attacks of both sides; `attacks` has its own first.
    #[inline]
    fn among<T: Tally>(&self, siege: &Siege, own: &mut Own<'_, T>, attacks: [&Attacks; 2]) {
        siege.count(self, own, attacks);
        self.threats(own, attacks);
        self.passed_pawns(own, attacks);
    }
}

/// Interpolates between the middle game and the endgame.
#[inline]
fn taper(board: &Board, sum: Weight) -> i32 {
    let (phase, full) = (phase(board), FULL_PHASE as i32);
    let endgame = scaled(board, sum.endgame());
    (sum.middle_game() * phase + endgame * (full - phase)) / full
}

/// The scale of 1.
pub const WHOLE: i32 = 64;
/// The largest lead in pieces that seldom wins without pawns: a minor piece.
const TOO_FEW: i32 = value(Piece::Knight);

/// Returns `endgame`, scaled for this board.
#[inline]
fn scaled(board: &Board, endgame: i32) -> i32 {
    let ahead = if endgame > 0 { Color::White } else { Color::Black };
    endgame * i32::from(VALUES[scale_number(board, ahead)]) / WHOLE
}

/// Returns the number of the scale if `ahead` is ahead. The first is for no pawn and at most a
/// minor piece more. Then follow three groups by the number of pawns: only bishops of opposite
/// colours, such bishops with other pieces, and all others. With more than a minor piece ahead, no
/// pawn counts as one pawn, because games have too few such positions to fit a scale.
#[inline]
fn scale_number(board: &Board, ahead: Color) -> usize {
    let pawns = board.colored_pieces(ahead, Piece::Pawn).len() as usize;
    if pawns == 0 && material(board, ahead) <= material(board, !ahead) + TOO_FEW {
        return 0;
    }
    1 + endgame_kind(board) * PAWNS + pawns.clamp(1, PAWNS) - 1
}

#[inline]
fn endgame_kind(board: &Board) -> usize {
    let bishops = board.pieces(Piece::Bishop);
    let of = |color| (bishops & board.colors(color)).len();
    let is_opposite = of(Color::White) == 1
        && of(Color::Black) == 1
        && (bishops & BitBoard::LIGHT_SQUARES).len() == 1;
    let others =
        board.pieces(Piece::Knight) | board.pieces(Piece::Rook) | board.pieces(Piece::Queen);
    match (is_opposite, others.is_empty()) {
        (true, true) => 0,
        (true, false) => 1,
        _ => 2,
    }
}

/// Returns the material of `color`, without its pawns.
fn material(board: &Board, color: Color) -> i32 {
    let pieces = [Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen];
    pieces.map(|piece| board.colored_pieces(color, piece).len() as i32 * value(piece)).iter().sum()
}
