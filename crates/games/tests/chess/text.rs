//! Moves and boards in text, and the positions that texts distinguish.

use super::{chess, play};
use eldest::Position;
use eldest_games::chess::{Chess, Draws, FiftyMoves, Full, Timeless};
use eldest_games::notation::Notation;
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};

#[test]
fn moves_are_read_as_people_and_as_programs_write_them() {
    let reads = |fen: &str, san: &str, others: &[&str]| {
        let position = chess::<Timeless>(fen);
        let mv = position.parse_move(san).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(position.format_move(mv), san);
        for text in others {
            assert_eq!(position.parse_move(text), Ok(mv), "{text}");
        }
        position.uci(mv)
    };
    let castles = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    assert_eq!(reads(castles, "O-O", &["e1g1", "e1h1"]), "e1g1");
    assert_eq!(reads(castles, "O-O-O", &["e1c1", "e1a1"]), "e1c1");
    assert_eq!(reads(castles, "Rxh8+", &["h1h8", "Rxh8", "Rh8"]), "h1h8");
    let promotes = "1n2k3/P7/8/2pP4/8/8/3K4/8 w - c6 0 1";
    assert_eq!(reads(promotes, "axb8=Q+", &["a7b8q", "axb8Q"]), "a7b8q");
    assert_eq!(reads(promotes, "dxc6", &["d5c6"]), "d5c6");
    let knights = "4k3/8/8/8/8/8/4N3/K1N3N1 w - - 0 1";
    assert!(chess::<Timeless>(knights).parse_move("Nf3").is_ok());
    let twins = "4k3/8/8/8/8/8/4K3/1N3N2 w - - 0 1";
    assert_eq!(reads(twins, "Nbd2", &["b1d2"]), "b1d2");
    let error = chess::<Timeless>(twins).parse_move("Nd2").unwrap_err().to_string();
    assert!(error.starts_with("column 1: 'Nd2' is not a legal move here; expected one of Kd1 "));
    assert!(chess::<Timeless>(castles).parse_move("e1e8").is_err());
}

#[test]
fn a_position_takes_as_many_words_as_it_has_fields() {
    let words = <Chess as Notation>::words;
    assert_eq!(words("k7/8/8/8/8/8/8/K7 w - - 0 1 more"), 6);
    assert_eq!(words("k7/8/8/8/8/8/8/K7 w - -"), 4);
    assert_eq!(words("k7/8/8/8/8/8/8/K7 w - - bm Ka2"), 4);
    assert_eq!(words("k7/8/8/8/8/8/8/K7 w - - 3"), 4);
    assert_eq!(words("k7/8/8/8/8/8/8/K7 w - - acd 5; bm Ka2"), 4);
}

#[test]
fn a_board_is_drawn_from_whites_side() {
    let board = chess::<Timeless>("k6r/8/8/8/8/8/P7/6NK w - - 0 1").board();
    let rows: Vec<&str> = board.lines().collect();
    assert_eq!(rows[0], "  a b c d e f g h");
    assert_eq!(rows[1], "8 k - - - - - - r");
    assert_eq!(rows[7], "2 P - - - - - - -");
    assert_eq!(rows[8], "1 - - - - - - N K");
}

/// An en passant square without a legal capture is neither written nor compared.
#[test]
fn positions_are_equal_if_they_are_written_the_same() {
    fn reached<D: Draws>(moves: &str) -> Chess<D> {
        let mut position = Chess::new();
        play(&mut position, moves);
        position
    }
    let hash = |position: &Chess| BuildHasherDefault::<DefaultHasher>::default().hash_one(position);
    for moves in ["e4", "e4 a6 e5 d5", "Nf3 Nf6 Ng1 Ng8", "e4 e5 Ke2 Ke7"] {
        let (played, clocked) = (reached::<Timeless>(moves), reached::<FiftyMoves>(moves));
        let read: Chess = chess(&played.to_string());
        assert_eq!((&played, hash(&played)), (&read, hash(&read)));
        assert_eq!(clocked, chess(&clocked.to_string()));
        assert_ne!(reached::<Full>(moves), chess(&played.to_string()), "it has a history");
    }
    assert_eq!(reached::<Full>("e4 e5"), reached("e4 e5"));
    assert_ne!(reached::<Full>("e4 e5 Nf3"), reached("Nf3 e5 e4"), "another history");
    let different = ["", "e4", "e4 a6 e5 d5", "e4 d5 e5 a6", "Nf3 Nf6 Ng1 Ng8", "e4 e5 Ke2 Ke7"];
    for (at, one) in different.iter().enumerate() {
        for other in &different[at + 1..] {
            assert_ne!(reached::<Timeless>(one), reached(other), "{one}, {other}");
        }
    }
    let texts = ["w KQ - 0 1", "b KQ - 0 1", "w K - 0 1", "w KQ - 1 1", "w KQ - 0 2"];
    let read = texts.map(|text| chess::<Timeless>(&format!("4k3/8/8/8/8/8/8/R3K2R {text}")));
    assert!((1..texts.len()).all(|other| read[0] != read[other]));
}

/// The capturing pawn is pinned along the rank (which both pawns would leave at once), along a
/// file, or along a diagonal.
#[test]
fn a_square_where_only_a_pinned_pawn_could_take_in_passing_makes_no_difference() {
    for (with, without) in [
        ("8/8/8/8/k2pP2R/8/8/4K3 b - e3 0 1", "8/8/8/8/k2pP2R/8/8/4K3 b - - 0 1"),
        ("3k4/8/8/8/3pP3/8/8/3RK3 b - e3 0 1", "3k4/8/8/8/3pP3/8/8/3RK3 b - - 0 1"),
        ("8/6k1/8/8/3pP3/8/1B6/4K3 b - e3 0 1", "8/6k1/8/8/3pP3/8/1B6/4K3 b - - 0 1"),
    ] {
        let [one, other] = [with, without].map(chess::<Timeless>);
        assert_eq!(one.to_string(), without);
        assert_eq!((one.key(), &one), (other.key(), &other), "{with}");
    }
    let [free, other] = ["e3", "-"]
        .map(|square| chess::<Timeless>(&format!("8/8/2k5/8/3pP3/8/8/4K3 b - {square} 0 1")));
    assert!(free.key() != other.key() && free != other);
}
