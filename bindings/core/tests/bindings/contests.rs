//! Matches, and games against an engine.

use crate::games::{TicTacToe, depth, small};
use crate::nim::{Nim, Trouble};
use eldest_bindings::contest::{MatchOptions, PlayerOptions, play_match};
use eldest_bindings::{Error, Failure, Game, SearchLimits, Session, StopToken};
use std::sync::Arc;

fn deep(plies: u16) -> PlayerOptions {
    PlayerOptions::Engine(small(1), depth(plies))
}

#[test]
fn a_search_beats_random_moves() {
    for game in [Game::open("tictactoe"), Game::of(Arc::new(TicTacToe)), Game::open("chess")] {
        let game = game.expect("a game");
        let options = MatchOptions { pairs: 4, threads: 2, max_plies: 40, ..Default::default() };
        let mut seen = Vec::new();
        let players = [deep(3), PlayerOptions::Random(7)];
        let report = play_match(&game, &players, &options, &mut |so_far| {
            seen.push(so_far.games.len());
            Ok(())
        });
        let report = report.expect("a match");
        assert_eq!(seen, [2, 4, 6, 8]);
        assert_eq!(report.wins + report.draws + report.losses, 8);
        assert!(report.wins >= report.losses, "{}: {report:?}", game.name());
        let first = &report.games[0];
        let moves: Vec<_> = first.moves.iter().map(String::as_str).collect();
        let played = game.play(&game.start().expect("a start"), &moves).expect("legal moves");
        assert_eq!(played.over().expect("no failure").is_some(), first.score.is_some());
    }
}

#[test]
fn a_match_ends_with_failures_and_stops() {
    let options = MatchOptions { pairs: 3, ..MatchOptions::default() };
    let players = [deep(2), PlayerOptions::Random(7)];
    let game = Game::open("tictactoe").expect("a game");
    let failed = play_match(&game, &players, &options, &mut |_| Err(Failure::new("enough")));
    assert!(matches!(failed, Err(Error::Foreign(failure)) if failure.message == "enough"));
    for after in [5, 60, 300] {
        let game = Game::of(Arc::new(Nim::new(30, Trouble::Fail(after)))).expect("a game");
        let failed = play_match(&game, &players, &options, &mut |_| Ok(()));
        assert!(matches!(failed, Err(Error::Foreign(_))), "{failed:?}");
    }
    let stop = StopToken::new();
    stop.stop();
    let options = MatchOptions { stop: Some(stop), ..options };
    assert!(play_match(&game, &players, &options, &mut |_| Ok(())).expect("a report").is_stopped);
}

#[test]
fn plans_of_matches_are_checked() {
    let game = Game::open("tictactoe").expect("a game");
    let unlimited = PlayerOptions::Engine(small(1), SearchLimits::default());
    for (players, options) in [
        ([unlimited, deep(1)], MatchOptions::default()),
        ([deep(1), deep(1)], MatchOptions { pairs: 0, ..MatchOptions::default() }),
        ([deep(1), deep(1)], MatchOptions { opening_plies: 9, ..MatchOptions::default() }),
    ] {
        let refused = play_match(&game, &players, &options, &mut |_| Ok(()));
        assert!(matches!(refused, Err(Error::Option(_))), "{refused:?}");
    }
}

#[test]
fn a_game_is_played_against_an_engine() {
    for game in [Game::open("tictactoe"), Game::of(Arc::new(TicTacToe))] {
        let game = game.expect("a game");
        let mut session = Session::new(&game, None, &small(1), &depth(9)).expect("a session");
        session.play("1").expect("a legal move");
        let answer = session.answer().expect("a report").best_move.expect("a move");
        assert_eq!((answer.name.as_str(), session.moves().len()), ("5", 2));
        assert!(matches!(session.play("5"), Err(Error::Move(_))));
        assert_eq!(session.take_back(), Some(answer));
        while session.position().over().expect("no failure").is_none() {
            session.answer().expect("a move");
        }
        assert_eq!(session.moves().len(), 9, "a draw");
        assert!(matches!(session.answer(), Err(Error::Move(_))));
    }
}
