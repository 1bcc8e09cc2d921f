//! Moves and boards in text.

use super::chess;
use eldest_games::chess::{Chess, Timeless};
use eldest_games::notation::Notation;

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
