//! Positions in the text of people and other programs.

use eldest_games::dobutsu::Dobutsu;
use eldest_games::domineering::Domineering;
use eldest_games::dots::Dots;
use eldest_games::kalah::Kalah;
use eldest_games::notation::Notation;
use eldest_games::othello::Othello;

/// Asserts that `text` is read with any kind of blanks, and that errors report the right column.
fn takes_any_blanks<G: Notation>(variant: &str, text: &str) {
    let variant: G::Variant = variant.parse().expect("a variant");
    let read = |text: &str| G::parse_position(variant, text).map(|position| position.to_string());
    let plain = read(text).expect("a position");
    for blanks in ["\t", "  ", " \t ", "\t\t"] {
        let spread = text.replace(' ', blanks);
        assert_eq!(read(&spread).as_ref(), Ok(&plain), "{spread:?}");
        let wrong = format!("{}?", spread.strip_suffix(char::is_alphabetic).unwrap());
        assert_eq!(read(&wrong).expect_err(&wrong).column, spread.len(), "{wrong:?}");
    }
    assert!(read(&text.replace(' ', "")).is_err());
}

#[test]
fn a_tab_or_several_blanks_may_stand_before_the_side() {
    takes_any_blanks::<Othello>("4x4", "-----OX--XO----- X");
    takes_any_blanks::<Domineering>("2x2", "../.. V");
    takes_any_blanks::<Kalah>("3x2", "2,2,2:0/2,2,2:0 S");
    takes_any_blanks::<Dots>("2x2", "- 0:0 F");
    takes_any_blanks::<Dobutsu>("", "gle/1c1/1C1/ELG[] w");
    takes_any_blanks::<Dots>("2x2", "a1h,a1v 0:0 F");
}
