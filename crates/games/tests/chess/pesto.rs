//! The evaluation of positions, and the noisy moves.

use super::{KIWIPETE, POSITION_3, POSITION_5, chess};
use eldest::{Evaluator, Moves, Position};
use eldest_games::chess::{Balances, Chess, Pesto, Timeless};

/// Includes castling on both sides, en passant captures, and promotions with and without capture.
#[test]
fn the_balance_is_kept_up_to_date() {
    for fen in [KIWIPETE, POSITION_3, POSITION_5, "8/P1k5/8/8/5pP1/8/8/R3K3 b Q g3 0 1"] {
        let mut position = chess::<Timeless>(fen);
        let start = Pesto::STATIC.start(&position);
        let mut balances = start.clone();
        keeps_balances(&mut position, &mut balances, 2);
        assert_eq!(balances, start, "{fen}");
    }
}

fn keeps_balances(position: &mut Chess, balances: &mut Balances, plies: u32) {
    assert_eq!(*balances, Pesto::STATIC.start(position), "{position}");
    if plies == 0 {
        return;
    }
    for mv in Moves::collect(|out| position.moves(out)) {
        Pesto::STATIC.play(position, mv, balances);
        let before = position.play(mv);
        keeps_balances(position, balances, plies - 1);
        position.undo(mv, before);
        Pesto::STATIC.undo(position, mv, balances);
    }
}

/// Expected values computed by hand from the published tables.
#[test]
fn pesto_counts_as_published() {
    let score = |fen: &str| {
        let position = chess::<Timeless>(fen);
        Pesto::STATIC.evaluate(&position, &Pesto::STATIC.start(&position)).get()
    };
    assert_eq!(score("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"), 0);
    // After 1.e4 all pieces are left: the middle game alone, 17 on e4 and -15 on e2.
    assert_eq!(score("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"), -32);
    // A pawn: the endgame alone. Kings e1 -28 and e8 (as e1) -28; a7 94 + 178.
    assert_eq!(score("4k3/P7/8/8/8/8/8/4K3 w - - 0 1"), 272);
    // A rook is 2 of 24: h1 477 - 26 in the middle game, 512 - 20 in the endgame.
    assert_eq!(score("4k3/8/8/8/8/8/8/4K2R w - - 0 1"), (451 * 2 + 492 * 22) / 24);
    assert_eq!(score("4k2r/8/8/8/8/8/8/4K3 w - - 0 1"), -(451 * 2 + 492 * 22) / 24);
}

#[test]
fn noisy_moves_take_or_make_a_queen() {
    let noisy = |fen: &str| {
        let position = chess::<Timeless>(fen);
        let moves = Moves::collect(|out| Pesto::default().noisy_moves(&position, out));
        let mut names: Vec<String> = moves.iter().map(|mv| position.san(*mv)).collect();
        names.sort();
        (names.join(" "), Evaluator::<Chess>::stands_pat(&Pesto::default(), &position))
    };
    let quiet = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    assert_eq!(noisy(quiet), (String::new(), true));
    let pat = "1n2k3/P7/8/2pP4/8/8/3K4/8 w - c6 0 1";
    assert_eq!(noisy(pat), ("a8=Q axb8=Q+ dxc6".to_owned(), true));
    let king = "4k3/8/8/8/8/8/3pK3/8 w - - 0 1";
    assert_eq!(noisy(king), ("Kxd2".to_owned(), true));
    let check = "4k3/8/8/8/8/8/3p4/R3K2R w KQ - 0 1";
    assert_eq!(noisy(check), ("Kd1 Ke2 Kf1 Kf2 Kxd2".to_owned(), false));
}
