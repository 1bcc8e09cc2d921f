//! The evaluator with tuned weights.

use super::{KIWIPETE, POSITION_3, POSITION_5, chess};
use eldest::conformance::check_evaluator;
use eldest::{Evaluator, Moves, Position, Side};
use eldest_games::chess::evaluation::{Tally, Term, WHOLE, scales, terms, weights};
use eldest_games::chess::{Chess, Timeless, Tuned};

/// Positions with castling on both sides, en passant captures and promotions; endgames with and
/// without pieces.
pub(super) const FENS: [&str; 8] = [
    KIWIPETE,
    POSITION_3,
    POSITION_5,
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "8/P1k5/8/8/5pP1/8/8/R3K3 b Q g3 0 1",
    "8/5k2/8/1P6/8/8/6K1/8 b - - 0 1",
    "4k3/1p4p1/8/2P1p3/4P3/1B6/6PP/2b1K3 w - - 0 1",
    "r2q1rk1/1b2bppp/p2ppn2/1p6/3NP1P1/1BN1BP2/PPPQ3P/2KR3R b - - 0 13",
];

fn score(position: &Chess) -> i32 {
    Tuned::STATIC.evaluate(position, &Tuned::STATIC.start(position)).get()
}

/// Visits the positions of random games from each of [`FENS`].
pub(super) fn each(mut visit: impl FnMut(&Chess)) {
    let mut chance = 1;
    for fen in FENS {
        let mut position = chess::<Timeless>(fen);
        for _ in 0..80 {
            visit(&position);
            let moves = Moves::collect(|out| position.moves(out));
            if moves.is_empty() {
                break;
            }
            position.play(moves[super::exchange::choose(&mut chance, moves.len())]);
        }
    }
}

/// Returns the same position with colours swapped.
pub(super) fn swapped(position: &Chess) -> Chess {
    let swap = |letter: char| match letter {
        'a'..='z' => letter.to_ascii_uppercase(),
        _ => letter.to_ascii_lowercase(),
    };
    let fen = position.to_string();
    let mut fields = fen.split(' ');
    let mut field = || fields.next().unwrap();
    let rows: Vec<String> =
        field().split('/').rev().map(|row| row.chars().map(swap).collect()).collect();
    let side = if field() == "w" { "b" } else { "w" };
    let rights: String = field().chars().map(swap).collect();
    let square = field().replace('3', "*").replace('6', "3").replace('*', "6");
    chess(&format!("{} {side} {rights} {square} 0 1", rows.join("/")))
}

#[test]
fn colours_make_no_difference() {
    each(|position| assert_eq!(score(position), score(&swapped(position)), "{position}"));
}

#[test]
fn what_is_kept_is_what_is_found_from_scratch() {
    for fen in FENS {
        check_evaluator(&chess::<Timeless>(fen), &Tuned::default(), 500)
            .unwrap_or_else(|broken| panic!("{fen}: {broken}"));
    }
}

/// Sums as the evaluator does, in numbers that cannot overflow.
#[derive(Default)]
struct Plain {
    middle_game: i64,
    endgame: i64,
}

impl Tally for Plain {
    fn add(&mut self, weight: usize, times: i32) {
        let (middle_game, endgame) = weights()[weight];
        self.middle_game += i64::from(middle_game) * i64::from(times);
        self.endgame += i64::from(endgame) * i64::from(times);
    }
}

/// Returns the score for the side to move.
fn plain(position: &Chess) -> i32 {
    let mut sum = Plain::default();
    let taper = terms(position, &mut sum);
    let phase = (taper.phase * 24.0).round() as i64;
    let scale = scales()[taper.scales[usize::from(sum.endgame <= 0)]];
    let endgame = sum.endgame * i64::from(scale) / i64::from(WHOLE);
    let white = (sum.middle_game * phase + endgame * (24 - phase)) / 24;
    if position.side() == Side::First { white as i32 } else { -white as i32 }
}

#[test]
fn the_score_is_the_sum_of_the_weights_of_its_terms() {
    each(|position| assert_eq!(score(position), plain(position), "{position}"));
}

/// One side has all the pieces it can have.
#[test]
fn no_sum_overflows() {
    let position = chess("QQQQQQQQ/QRRBBNN1/8/8/8/8/pp5K/kn6 w - - 0 1");
    assert_eq!(score(&position), plain(&position));
    assert!(score(&position) > 8_000);
    assert_eq!(score(&swapped(&position)), score(&position));
}

/// A queen is worth more than a rook, a rook more than a minor piece, and that more than a pawn.
#[test]
fn weights_are_those_of_chess() {
    assert_eq!(weights().len(), Term::COUNT);
    let last = Term::ALL[Term::ALL.len() - 1];
    assert_eq!(last.first() + last.size(), Term::COUNT);
    let mean = |piece: usize| {
        let on_squares = &weights()[piece * 64 + 8..piece * 64 + 56];
        on_squares.iter().map(|(m, e)| i32::from(*m) + i32::from(*e)).sum::<i32>() / 96
    };
    let [pawn, knight, bishop, rook, queen] = [0, 1, 2, 3, 4].map(mean);
    assert!(60 < pawn && 2 * pawn < knight.min(bishop), "{pawn} {knight} {bishop}");
    assert!(knight.max(bishop) < rook && rook + pawn < queen, "{rook} {queen}");
    assert!(weights().iter().all(|(m, e)| m.abs() < 2_000 && e.abs() < 2_000));
}

#[test]
fn captures_that_lose_are_not_followed() {
    let noisy = |fen: &str| {
        let position = chess::<Timeless>(fen);
        let moves = Moves::collect(|out| Tuned::default().noisy_moves(&position, out));
        let mut names: Vec<String> = moves.iter().map(|mv| position.san(*mv)).collect();
        names.sort();
        names.join(" ")
    };
    assert_eq!(noisy("4k3/2p5/3p4/8/5B2/8/8/3RK3 w - - 0 1"), "");
    assert_eq!(noisy("4k3/8/3p4/8/5B2/8/8/3RK3 w - - 0 1"), "Bxd6 Rxd6");
    assert_eq!(noisy("1n2k3/P7/8/2pP4/8/8/3K4/8 w - c6 0 1"), "a8=Q axb8=Q+ dxc6");
    assert_eq!(noisy("4k3/8/8/8/8/8/3p4/R3K2R w KQ - 0 1"), "Kd1 Ke2 Kf1 Kf2 Kxd2");
}
