//! The check of foreign rules.

use crate::games::TicTacToe;
use crate::nim::{Nim, Trouble};
use eldest_bindings::conformance::{CheckOptions, check, perft};
use eldest_bindings::{
    Declared, Error, Failure, Game, Moves, Rules, Score, Side, State, StopToken,
};
use std::sync::Arc;

/// Rules whose positions have a fault.
struct Faulty(Fault);

#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd)]
enum Fault {
    /// The last move is not taken back.
    Undo,
    /// The key does not have all that matters.
    Key,
    /// Texts do not have the side to move.
    Text,
    /// No text can be read.
    Parse,
}

#[derive(Clone)]
struct Heap {
    left: u64,
    side: Side,
    fault: Fault,
}

impl Rules for Faulty {
    fn declared(&self) -> Declared {
        Declared { max_ply: Some(12), ..Declared::new("faulty") }
    }

    fn start(&self) -> Result<Box<dyn State>, Failure> {
        Ok(Box::new(Heap { left: 12, side: Side::First, fault: self.0 }))
    }

    fn parse(&self, text: &str) -> Result<Option<Box<dyn State>>, Failure> {
        if self.0 == Fault::Parse {
            return Err(Failure::new("parse has failed"));
        }
        let heap = |left| Heap { left, side: Side::First, fault: self.0 };
        Ok(text.parse().ok().map(|left| Box::new(heap(left)) as Box<dyn State>))
    }
}

impl State for Heap {
    fn copy(&self) -> Result<Box<dyn State>, Failure> {
        Ok(Box::new(self.clone()))
    }

    fn side(&self) -> Result<Side, Failure> {
        Ok(self.side)
    }

    fn key(&self) -> Result<u64, Failure> {
        Ok(if self.fault == Fault::Key { self.left / 2 } else { self.left })
    }

    fn over(&self) -> Result<Option<Score>, Failure> {
        Ok((self.left == 0).then_some(Score::LOSS))
    }

    fn moves(&self, out: &mut Moves<'_, u64>) -> Result<(), Failure> {
        (1..=self.left.min(3)).for_each(|taken| out.push(taken));
        Ok(())
    }

    fn play(&mut self, mv: u64) -> Result<(), Failure> {
        (self.left, self.side) = (self.left - mv, self.side.other());
        Ok(())
    }

    fn undo(&mut self, mv: u64) -> Result<(), Failure> {
        let mv = if self.fault == Fault::Undo { 1 } else { mv };
        (self.left, self.side) = (self.left + mv, self.side.other());
        Ok(())
    }

    fn text(&self) -> Result<Option<String>, Failure> {
        Ok((self.fault >= Fault::Text).then(|| self.left.to_string()))
    }
}

fn checked(rules: impl Rules + 'static) -> Result<usize, Error> {
    let game = Game::of(Arc::new(rules)).expect("valid declarations");
    check(&game, None, &CheckOptions::default()).map(|found| found.positions)
}

#[test]
fn sound_rules_pass() {
    let game = Game::of(Arc::new(TicTacToe)).expect("valid declarations");
    let found = check(&game, None, &CheckOptions::default()).expect("sound rules");
    assert!(found.positions >= 1_000 && found.solved > 0 && found.texts > 0, "{found:?}");
    assert_eq!((found.longest, found.doubts.len()), (9, 0), "{found:?}");
    assert!(checked(Nim::new(20, Trouble::None)).is_ok());
}

#[test]
fn faults_of_rules_are_named_with_the_moves_that_lead_there() {
    for (fault, what) in
        [(Fault::Undo, "does not lead back"), (Fault::Key, "key"), (Fault::Text, "printed as")]
    {
        let Err(Error::Contract(message)) = checked(Faulty(fault)) else { panic!("{fault:?}") };
        assert!(message.contains(what) && message.contains("after the moves"), "{message}");
    }
}

#[test]
fn failures_panics_and_stops_end_a_check() {
    let unread = checked(Faulty(Fault::Parse));
    assert!(
        matches!(unread, Err(Error::Foreign(failure)) if failure.message == "parse has failed")
    );
    let failed = checked(Nim::new(20, Trouble::Fail(50)));
    assert!(matches!(failed, Err(Error::Foreign(failure)) if failure.code == 77));
    let Err(Error::Contract(message)) = checked(Nim::new(20, Trouble::Panic(50))) else { panic!() };
    assert!(message.contains("play has panicked"), "{message}");
    let game = Game::of(Arc::new(TicTacToe)).expect("valid declarations");
    let stop = StopToken::new();
    stop.stop();
    let options = CheckOptions { stop: Some(stop), ..CheckOptions::default() };
    assert!(matches!(check(&game, None, &options), Err(Error::Unfinished(_))));
    let shipped = Game::open("nim").expect("a game");
    let refused = check(&shipped, None, &CheckOptions::default());
    assert!(matches!(refused, Err(Error::Unsupported(_))));
}

#[test]
fn games_are_counted() {
    let count = |game: &Game, depth| {
        perft(&game.start().expect("a start"), depth, &StopToken::new()).expect("a count")
    };
    let own = Game::of(Arc::new(TicTacToe)).expect("valid declarations");
    let shipped = Game::open("tictactoe").expect("a game");
    for depth in 0..=6 {
        assert_eq!(count(&own, depth), count(&shipped, depth), "{depth} plies");
    }
    let chess = Game::open("chess").expect("a game");
    assert_eq!(count(&chess, 3), 8_902);
    let start = chess.start().expect("a start");
    let refused = perft(&start, u32::MAX, &StopToken::new());
    assert!(matches!(refused, Err(Error::Option(reason)) if reason.contains("at most 65000")));
}

/// A test has a stack of 2 MiB.
#[test]
fn a_count_needs_no_stack_for_its_plies() {
    let stop = StopToken::new();
    let long = Game::of(Arc::new(Nim::new(60_000, Trouble::Stop(50_000, stop.clone()))));
    let start = long.expect("valid declarations").start().expect("a start");
    assert!(matches!(perft(&start, 60_000, &stop), Err(Error::Unfinished(_))));
}

#[test]
fn declarations_are_checked() {
    struct Declares(Declared);
    impl Rules for Declares {
        fn declared(&self) -> Declared {
            self.0.clone()
        }
        fn start(&self) -> Result<Box<dyn State>, Failure> {
            Err(Failure::new("no start"))
        }
    }
    let named = || Declared::new("odd");
    for (declared, what) in [
        (Declared::new(""), "an empty name"),
        (Declared { unique_key_bits: Some(65), ..named() }, "65 bits"),
        (Declared { range: Some([3, -3]), ..named() }, "the least one first"),
        (Declared { range: Some([-3, 5_000_000]), ..named() }, "within ±4000000"),
        (Declared { granularity: 0, ..named() }, "granularity"),
        (Declared { endless: Some(i32::MAX), ..named() }, "endless"),
    ] {
        let refused = Game::of(Arc::new(Declares(declared))).expect_err("odd").to_string();
        assert!(refused.contains(what), "{refused}");
    }
    let game = Game::of(Arc::new(Declares(named()))).expect("valid declarations");
    assert!(matches!(game.start(), Err(Error::Foreign(failure)) if failure.message == "no start"));
}
