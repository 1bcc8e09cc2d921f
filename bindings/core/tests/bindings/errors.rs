//! Errors and panics of foreign code end a search, and are what the caller gets.

use crate::games::{depth, foreign, shipped, small};
use crate::nim::{Nim, Trouble};
use eldest_bindings::{Engine, EngineOptions, Error, Failure, Game, Inputs, SearchLimits};
use std::sync::Arc;

fn engine(trouble: Trouble, threads: usize) -> Engine {
    Engine::of(Arc::new(Nim::new(600, trouble)), &small(threads)).expect("valid rules")
}

fn solved(engine: &Engine) -> Error {
    let start = engine.game().start().expect("a start");
    engine.solve(&start, &SearchLimits::default()).expect_err("the rules fail")
}

#[test]
fn a_failure_of_the_rules_is_the_error_of_the_search() {
    for (after, threads) in [(0, 1), (1, 1), (100, 1), (100, 2), (1_000, 2)] {
        let engine = engine(Trouble::Fail(after), threads);
        let Error::Foreign(failure) = solved(&engine) else { panic!("not a failure") };
        assert_eq!((failure.code, &*failure.message), (77, "play has failed"));
        assert!(!engine.is_busy());
    }
}

#[test]
fn a_panic_of_the_rules_stays_within() {
    for threads in [1, 2] {
        let engine = engine(Trouble::Panic(100), threads);
        let Error::Panic(message) = solved(&engine) else { panic!("not a panic") };
        assert!(message.contains("play has panicked"), "{message}");
        let start = engine.game().start().expect("a start");
        assert!(matches!(start.play("2"), Err(Error::Panic(_))));
    }
}

#[test]
fn an_engine_can_be_used_after_a_failure() {
    let rules = Arc::new(Nim::new(600, Trouble::Fail(100)));
    let plays = Arc::clone(&rules.plays);
    let engine = Engine::of(rules, &small(2)).expect("valid rules");
    assert!(matches!(solved(&engine), Error::Foreign(_)));
    plays.store(0, std::sync::atomic::Ordering::Relaxed);
    let start = engine.game().start().expect("a start");
    let limits = SearchLimits { nodes: Some(20), ..depth(1) };
    assert!(engine.search(&start, &limits, None).is_ok());
}

#[test]
fn each_of_many_positions_has_its_own_failure() {
    let engine = engine(Trouble::Fail(3), 2);
    let game = engine.game().clone();
    let inputs: Inputs = Box::new((0..20).map(move |_| game.start()));
    let reports = engine.solve_many(inputs, &SearchLimits::default()).expect("an idle engine");
    let outcomes: Vec<_> = reports.collect();
    assert_eq!(outcomes.len(), 20);
    assert!(outcomes.iter().all(|outcome| matches!(outcome, Err(Error::Foreign(_)))));
}

#[test]
fn a_failure_of_a_callback_ends_the_search() {
    for engine in [foreign(2), shipped("connect4", 2)] {
        let start = engine.game().start().expect("a start");
        let failed = engine.search(
            &start,
            &depth(9),
            Some(Box::new(|iteration| match iteration.depth {
                Some(3) => Err(Failure::new("enough").with_code(5)),
                _ => Ok(()),
            })),
        );
        assert!(matches!(failed, Err(Error::Foreign(failure)) if failure.code == 5));
    }
}

#[test]
fn the_payload_of_a_failure_comes_back() {
    let engine = foreign(1);
    let start = engine.game().start().expect("a start");
    let failed = engine.search(
        &start,
        &depth(9),
        Some(Box::new(|_| Err(Failure::new("own").with_payload(Arc::new(42_u8))))),
    );
    let Err(Error::Foreign(failure)) = failed else { panic!("not a failure") };
    let payload = failure.payload.expect("a payload");
    assert_eq!(payload.downcast_ref(), Some(&42_u8));
}

#[test]
fn inputs_that_panic_end_the_positions() {
    let engine = shipped("connect4", 1);
    let game = engine.game().clone();
    let inputs: Inputs = Box::new((0..).map(move |number| match number {
        2 => panic!("no more"),
        _ => game.position("42256746111526565223"),
    }));
    let reports = engine.solve_many(inputs, &SearchLimits::default()).expect("an idle engine");
    let outcomes: Vec<_> = reports.collect();
    assert_eq!(outcomes.len(), 3);
    assert!(matches!(&outcomes[2], Err(Error::Panic(_))));
}

#[test]
fn options_and_names_are_checked() {
    let code = |options: EngineOptions| {
        Engine::open("connect4", &options).map(drop).map_err(|error| error.code())
    };
    assert_eq!(code(EngineOptions { threads: 5_000, ..small(1) }), Err(4));
    assert_eq!(code(EngineOptions { table_mib: 0, ..small(1) }), Err(4));
    assert_eq!(code(EngineOptions { max_ply: Some(0), ..small(1) }), Err(4));
    assert_eq!(code(EngineOptions { selective: true, ..small(1) }), Err(4));
    assert_eq!(code(EngineOptions { evaluator: Some("best".into()), ..small(1) }), Err(4));
    assert_eq!(code(EngineOptions { database: Some("nowhere".into()), ..small(1) }), Err(11));
    assert_eq!(code(small(0)), Ok(()));
    let unknown = Game::open("conect4").expect_err("a slip").to_string();
    assert!(unknown.ends_with("Did you mean connect4?"), "{unknown}");
    let engine = shipped("connect4", 1);
    let start = engine.game().start().expect("a start");
    for (limits, code) in [
        (depth(0), 4),
        (depth(u16::MAX), 4),
        (SearchLimits { decide: Some(i32::MIN), ..depth(1) }, 4),
        (SearchLimits { root_moves: Some(vec!["9".into()]), ..depth(1) }, 3),
        (SearchLimits { root_moves: Some(Vec::new()), ..depth(1) }, 4),
    ] {
        let refused = engine.search(&start, &limits, None).map_err(|error| error.code());
        assert_eq!(refused.map(drop), Err(code), "{limits:?}");
    }
}
