//! The target `games` on fresh inputs, and what it compares there, game by game.

use crate::coverage;
use eldest_checks::coverage::Coverage;
use eldest_checks::targets::games::examine;

const EXECUTIONS: u64 = 1_500;
const GAMES: [&str; 5] = ["Connect Four", "Othello", "tic-tac-toe", "Nim", "trees"];

/// What is met in each of [`GAMES`].
fn by_game() -> [Coverage; 5] {
    let mut games = GAMES.map(|_| Coverage::default());
    coverage::meet(EXECUTIONS, 400, |u| {
        let met = examine(u)?;
        let ours = GAMES.iter().zip(&mut games).filter(|(game, _)| met.of(game) > 0);
        ours.for_each(|(_, sum)| sum.join(&met));
        Ok(met)
    });
    games
}

#[test]
fn hints_are_held_against_minimax_in_every_game() {
    let games = by_game();
    let often = ["values", "relevant moves"];
    assert!(games.iter().all(|met| often.iter().all(|what| met.of(what) > 40)), "{games:?}");
    let [connect4, othello, ..] = &games;
    assert!(connect4.of("decided ahead") > 80 && connect4.of("moves left out") > 10, "{games:?}");
    let decided = [connect4, othello].map(|met| met.of("decided for a window"));
    assert!(decided.iter().all(|met| *met > 100), "{games:?}");
}
