//! The network and its correction of the terms.

use super::tuned::{FENS, each, swapped};
use super::{KIWIPETE, chess};
use eldest::conformance::check_evaluator;
use eldest::selective::{Selection, Selective};
use eldest::{Engine, Evaluator, Limits, Moves, Position, Score, Side};
use eldest_games::chess::nnue::{
    INPUTS, Network, OUTPUTS, RANGE, SCALE, UNITS, WEIGHTS, correction, inputs, output,
    seen_by_black,
};
use eldest_games::chess::{Chess, Nnue, Timeless, Tuned};
use eldest_games::notation::Notation;

fn score<E: Evaluator<Chess>>(evaluator: E, position: &Chess) -> i32 {
    evaluator.evaluate(position, &evaluator.start(position)).get()
}

#[test]
fn colours_make_no_difference() {
    each(|position| {
        let (white, black) =
            (score(Nnue::STATIC, position), score(Nnue::STATIC, &swapped(position)));
        assert_eq!(white, black, "{position}");
    });
}

#[test]
fn what_is_kept_is_what_is_found_from_scratch() {
    for fen in FENS {
        check_evaluator(&chess::<Timeless>(fen), &Nnue::default(), 500)
            .unwrap_or_else(|broken| panic!("{fen}: {broken}"));
    }
}

/// King or rook stays, or they exchange squares.
#[test]
fn castling_of_chess960_is_kept_up_to_date() {
    for text in [
        "k7/8/8/8/8/8/P7/5KR1 w G - 0 1",
        "k7/8/8/8/8/8/P7/6KR w H - 0 1",
        "7k/8/8/8/8/8/P7/1RK5 w B - 0 1",
        "7k/8/8/8/8/8/P7/1K3R2 w F - 0 1",
        "5kr1/p7/8/8/8/8/8/K7 b g - 0 1",
        "1rk5/p7/8/8/8/8/8/7K b b - 0 1",
    ] {
        let position: Chess = Chess::from_chess960(text).expect(text);
        let castles = |mv| position.format_move(mv).starts_with("O-O");
        assert!(Moves::collect(|out| position.moves(out)).into_iter().any(castles), "{text}");
        check_evaluator(&position, &Nnue::default(), 500)
            .unwrap_or_else(|broken| panic!("{text}: {broken}"));
    }
}

/// Returns whether one side has a bare king, and there are no pawns.
fn is_bare(position: &Chess) -> bool {
    let fen = position.to_string();
    let board = fen.split(' ').next().unwrap();
    let count = |is: fn(&char) -> bool| board.chars().filter(is).count();
    let of_white = count(char::is_ascii_uppercase);
    let of_black = count(char::is_ascii_lowercase);
    !board.contains(['p', 'P']) && of_white.min(of_black) == 1
}

#[test]
fn the_score_is_that_of_the_terms_and_what_the_network_adds() {
    let mut corrected = 0;
    each(|position| {
        if is_bare(position) {
            return;
        }
        let terms = score(Tuned::STATIC, position);
        let added = correction(Network::built_in(), position);
        corrected += u32::from(added != 0);
        assert_eq!(score(Nnue::STATIC, position), terms + added, "{position}");
    });
    assert!(corrected > 500, "{corrected}");
}

/// Returns the score of the stronger side, White. Asserts that it does not depend on the side to
/// move, and is the same with colours swapped.
fn against_bare_king(men: &str) -> i32 {
    let scores = ["w", "b"].map(|side| {
        let position: Chess = chess(&format!("{men} {side} - - 0 1"));
        let sign = if side == "w" { 1 } else { -1 };
        let (found, mirrored) =
            (score(Nnue::STATIC, &position), score(Nnue::STATIC, &swapped(&position)));
        assert_eq!(found, mirrored, "{position}");
        check_evaluator(&position, &Nnue::default(), 20).expect(men);
        sign * found
    });
    assert_eq!(scores[0], scores[1], "{men}");
    scores[0]
}

/// In each row, each position has a higher score than the one before.
#[test]
fn a_bare_king_is_driven_to_where_it_is_mated() {
    for row in [
        // The bare king moves to the edge, and the other king approaches it.
        [
            "8/8/8/3k4/8/8/8/KR6",
            "8/8/3k4/8/8/8/8/KR6",
            "3k4/8/8/8/8/8/8/KR6",
            "3k4/8/8/3K4/8/8/8/1R6",
        ],
        [
            "8/8/8/3k4/8/8/8/KQ6",
            "8/8/3k4/8/8/8/8/KQ6",
            "3k4/8/8/8/8/8/8/KQ6",
            "3k4/8/8/3K4/8/8/8/1Q6",
        ],
        [
            "8/8/8/3k4/8/8/8/KBB5",
            "8/8/3k4/8/8/8/8/KBB5",
            "3k4/8/8/8/8/8/8/KBB5",
            "3k4/8/8/3K4/8/8/8/1BB5",
        ],
        // With a light-squared bishop, from the dark corner along the edge to the light one; with
        // the other bishop, back.
        [
            "7k/8/8/3K4/8/8/8/N4B2",
            "5k2/8/8/3K4/8/8/8/N4B2",
            "3k4/8/8/3K4/8/8/8/N4B2",
            "k7/8/8/3K4/8/8/8/N4B2",
        ],
        [
            "k7/8/8/4K3/8/8/8/N1B5",
            "3k4/8/8/4K3/8/8/8/N1B5",
            "5k2/8/8/4K3/8/8/8/N1B5",
            "7k/8/8/4K3/8/8/8/N1B5",
        ],
    ] {
        let scores = row.map(against_bare_king);
        assert!(scores[0] > 300 && scores.is_sorted_by(|a, b| a < b), "{row:?}: {scores:?}");
    }
}

/// Such pieces cannot force a win, so they score 0.
#[test]
fn pieces_that_cannot_force_mate_are_worth_nothing() {
    for men in [
        "3k4/8/8/3K4/8/8/8/NN6",
        "3k4/8/8/3K4/8/8/8/N7",
        "3k4/8/8/3K4/8/8/8/B1B5",
        "3k4/8/8/3K4/8/8/8/B7",
    ] {
        assert_eq!(against_bare_king(men), 0, "{men}");
    }
    for men in ["3k4/8/8/3K4/8/8/8/NNN5", "3k4/8/8/3K4/8/8/8/NNB5", "3k4/8/8/3K4/8/8/8/BNB5"] {
        assert!(against_bare_king(men) > 600, "{men}");
    }
}

/// Otherwise the evaluation would give a piece away, to reach the ending in which the king is
/// driven to a corner.
#[test]
fn a_piece_more_than_bishop_and_knight_is_worth_more_wherever_the_kings_are() {
    let without = against_bare_king("k7/2K5/8/8/8/8/8/N4B2");
    for men in [
        "8/8/8/3k4/8/8/8/KR3B1N",
        "8/8/8/3k4/8/8/8/KQ3B1N",
        "8/8/8/3k4/8/8/8/K1B2B1N",
        "8/8/8/3k4/8/8/8/KR2B2N",
    ] {
        let with = against_bare_king(men);
        assert!(with > without, "{men}: {with}, and {without} without");
    }
}

/// With a pawn, the terms and the network are used.
#[test]
fn against_a_bare_king_with_a_pawn_the_network_is_asked() {
    let pawn: Chess = chess("8/8/8/8/3k4/8/4P3/4K3 w - - 0 5");
    assert_ne!(score(Nnue::STATIC, &pawn), score(Tuned::STATIC, &pawn));
}

/// The layers by their definition, in numbers that cannot overflow.
fn plain(weights: &[i64], position: &Chess) -> i64 {
    let units = |from: usize, unit: usize| weights[from * UNITS + unit];
    let on: Vec<usize> = inputs(position).collect();
    let seen: [Vec<usize>; 2] =
        [on.clone(), on.iter().map(|input| seen_by_black(*input)).collect()];
    let sides = if position.side() == Side::First { [0, 1] } else { [1, 0] };
    let from = (INPUTS + 1) * UNITS + output(on.len()) * (2 * UNITS + 1);
    let mut sum = 0;
    for (place, side) in sides.into_iter().enumerate() {
        for unit in 0..UNITS {
            let rows: i64 = seen[side].iter().map(|input| units(*input, unit)).sum();
            let clipped = (units(INPUTS, unit) + rows).clamp(0, 255);
            sum += clipped * clipped * weights[from + place * UNITS + unit];
        }
    }
    (sum / 255 + weights[from + 2 * UNITS]) * i64::from(SCALE) / (255 * 64)
}

#[test]
fn the_network_is_what_its_file_says() {
    let file = include_bytes!("../../src/chess/nnue/network.bin");
    let weights: Vec<i64> =
        file.chunks_exact(2).map(|two| i64::from(i16::from_le_bytes([two[0], two[1]]))).collect();
    assert_eq!(weights.len(), WEIGHTS);
    each(|position| {
        let found = i64::from(correction(Network::built_in(), position));
        assert_eq!(found, plain(&weights, position), "{position}");
    });
}

#[test]
fn a_file_has_the_weights_that_it_was_made_of() {
    let file = include_bytes!("../../src/chess/nnue/network.bin");
    assert_eq!(Network::file(&Network::weights(file)), file);
    let weights: Vec<f32> = (0..WEIGHTS).map(|index| (index % 7) as f32 / 8.0 - 0.375).collect();
    let read = Network::weights(&Network::file(&weights).try_into().unwrap());
    assert!(weights.iter().zip(read).all(|(weight, read)| (weight - read).abs() < 0.008));
}

/// All weights have the largest absolute value and the same sign.
#[test]
fn no_sum_overflows() {
    let full: Chess = chess("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    for weight in [RANGE, -RANGE] {
        let file = Network::file(&[weight; WEIGHTS]);
        let network: &Network = Box::leak(Box::new(Network::read(&file.try_into().unwrap())));
        let found = correction(network, &full);
        assert_eq!(found > 0, weight > 0.0, "{found}");
    }
}

#[test]
fn every_output_counts_for_as_many_pieces() {
    let counts =
        (0..OUTPUTS).map(|which| (2..=32).filter(|pieces| output(*pieces) == which).count());
    assert!(
        counts.clone().all(|count| (3..=4).contains(&count)),
        "{:?}",
        counts.collect::<Vec<_>>()
    );
}

#[test]
fn black_sees_its_own_pieces_first_and_the_board_upside_down() {
    assert_eq!(seen_by_black(0), 6 * 64 + 56);
    assert!((0..INPUTS).all(|input| seen_by_black(seen_by_black(input)) == input));
}

/// A selective search prunes by what it has searched before, so a line found later may have a
/// higher value.
#[test]
fn several_lines_come_the_best_first() {
    let evaluator = Selective::new(Nnue::default(), Selection::default());
    let mut engine = Engine::builder().evaluator(evaluator).table_bytes(1 << 20).build().unwrap();
    let kiwipete: Chess = chess(KIWIPETE);
    for depth in 1..=5 {
        let limits = Limits::new().depth(depth);
        let report = engine.query(&kiwipete).limits(&limits).multi_pv(4).run().unwrap();
        let values: Vec<Score> = report.moves[..4].iter().map(|found| found.value).collect();
        assert!(values.is_sorted_by(|a, b| a >= b), "{depth}: {values:?}");
        assert_eq!(report.value(), Some(values[0]));
    }
}
