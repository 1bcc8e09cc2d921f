//! The target `games` on fresh inputs, and the comparisons made there, by game.

use crate::coverage;
use eldest_checks::shares::Coverage;
use eldest_checks::targets::games::examine;

const EXECUTIONS: u64 = 1_800;
/// The games, and their special events, all of which must occur.
const GAMES: [(&str, &[&str]); 11] = [
    (
        "Connect Four",
        &[
            "won along a row",
            "won along a column",
            "won along a rising diagonal",
            "won along a falling diagonal",
            "full boards",
        ],
    ),
    (
        "Othello",
        &[
            "passes",
            "ends with empty squares",
            "ends on a full board",
            "ends without discs of one side",
        ],
    ),
    ("tic-tac-toe", &["draws", "won with the last cell", "won before the last cell"]),
    ("Nim", &[]),
    ("trees", &[]),
    (
        "Kalah",
        &[
            "another turn",
            "captures",
            "captures of nothing",
            "last seeds that capture nothing",
            "sown around",
            "ends after the mover's last seed",
            "seeds left to the mover",
            "seeds left to the opponent",
        ],
    ),
    (
        "Domineering",
        &[
            "moves at the last column",
            "squares of no use left",
            "ends with room for the winner",
            "wins by bounds",
            "losses by bounds",
        ],
    ),
    (
        "Dots and Boxes",
        &["boxes closed", "two boxes at once", "chains of three boxes", "turns after a box"],
    ),
    (
        "chess",
        &[
            "White castles short",
            "White castles long",
            "Black castles short",
            "Black castles long",
            "Chess960 castling",
            "castling through an attacked square",
            "promotions",
            "promotions to less than a queen",
            "taken in passing",
            "can be taken in passing",
            "cannot be taken in passing, for the taker is pinned",
            "mates",
            "stalemates",
            "dead positions",
            "fifty moves",
            "repetitions",
        ],
    ),
    ("listed games", &[]),
    (
        "dobutsu shogi",
        &[
            "values",
            "captures",
            "hens captured",
            "promotions",
            "drops",
            "chicks dropped on the far row",
        ],
    ),
];

/// The events in each of [`GAMES`].
fn by_game() -> [Coverage; 11] {
    let mut games = GAMES.map(|_| Coverage::default());
    coverage::meet(EXECUTIONS, 400, |u| {
        let met = examine(u)?;
        let ours = GAMES.iter().zip(&mut games).filter(|((game, _), _)| met.of(game) > 0);
        ours.for_each(|(_, sum)| sum.join(&met));
        Ok(met)
    });
    games
}

#[test]
fn hints_are_held_against_minimax_in_every_game_and_its_special_events_occur() {
    let games = by_game();
    let often = ["values", "relevant moves"];
    // Minimax of chess takes too long, and open positions of Dots and Boxes are too far from the
    // end.
    assert!(games[..7].iter().all(|met| often.iter().all(|what| met.of(what) > 40)), "{games:?}");
    let [connect4, othello, _, _, _, _, _, dots, ..] = &games;
    assert!(connect4.of("decided ahead") > 80 && connect4.of("moves left out") > 10, "{games:?}");
    assert!(dots.of("values") > 100 && dots.of("moves left out") > 3, "{games:?}");
    assert!(games[9].of("listed games") > 40, "{games:?}");
    let decided = [connect4, othello].map(|met| met.of("decided for a window"));
    assert!(decided.iter().all(|met| *met > 100), "{games:?}");
    for ((game, events), met) in GAMES.iter().zip(&games) {
        let missing: Vec<_> = events.iter().filter(|event| met.of(event) == 0).collect();
        assert!(missing.is_empty(), "{game}: {missing:?} did not occur: {met:?}");
    }
}
