//! Compares values proved by the threads of this process with minimax.

use crate::written::game;
use arbitrary::Unstructured;
use eldest::textbook::{GameTree, negamax};
use eldest::{Depth, Engine, Score, StopToken, ZeroEvaluator};
use eldest_checks::graph::GraphTexts;
use eldest_checks::{GameGraph, SplitMix64};
use eldest_games::connect4::{AnySize, ConnectFour};
use eldest_games::kalah::Kalah;
use eldest_games::notation::Notation;
use eldest_games::othello::Othello;
use eldest_prove::{Ending, ProofManager, ProofOptions, TextGame, Threads};

/// Proves a random graph of up to 200 positions. Returns the number of positions of the proof.
fn prove_graph<const A: bool, const D: bool>(bytes: &[u8], random: &mut SplitMix64) -> u64 {
    let graph = GameGraph::<A, D>::arbitrary_within(&mut Unstructured::new(bytes), 200, 12)
        .expect("any bytes do");
    let value = negamax(&mut GameTree::new(graph.clone(), &ZeroEvaluator), Depth::END);
    let near = value.get() + (random.bits() % 5) as i32 - 2;
    let least = random.bits().is_multiple_of(2).then_some(near);
    let budget = 1 + random.bits() % 20;
    let (checks, facts) = ((random.bits() % 2) as f64, (random.bits() % 9) as u16);
    let options = ProofOptions::default().with(|o| (o.least, o.budget) = (least, budget));
    let options = options.with(|o| (o.checks, o.facts) = (checks, facts));
    let game = TextGame::new("graph", 1, GraphTexts(graph));
    let engine = || Engine::<GameGraph<A, D>>::builder().table_bytes(1 << 14).max_ply(64);
    let threads = 1 + (random.bits() % 3) as u32;
    let mut engines = [engine().threads(threads as usize), engine()].map(|e| e.build().unwrap());
    let [one, other] = &mut engines;
    let mut manager = ProofManager::new(&game, "0", options).unwrap();
    let mut executor = Threads::checking(one, other, &game);
    let ending = manager.run(&mut executor, &StopToken::new(), &mut |_| ()).unwrap();
    assert_eq!(ending, Ending::Settled);
    let known = manager.known();
    assert!(known.contains(value), "{known} is not {value}");
    match least {
        None => assert_eq!(known.value(), Some(value)),
        Some(least) => assert_eq!(known.lower() >= Score::new(least), value.get() >= least),
    }
    manager.status().positions
}

#[test]
fn the_value_of_a_graph_is_that_of_minimax() {
    let mut random = SplitMix64(1);
    let mut positions = 0;
    for _ in 0..200 {
        let bytes = random.input_within(200, 1500);
        positions += prove_graph::<false, true>(&bytes, &mut random);
        positions += prove_graph::<true, false>(&bytes, &mut random);
    }
    assert!(positions > 1500, "few graphs were broken up: {positions} positions");
}

/// Returns the value that `solve` finds, that of a proof with jobs of `budget` nodes, and the
/// number of expansions.
fn both<N>(variant: N::Variant, text: &str, budget: u64) -> (Score, Score, u64)
where
    N: Notation<Variant: Send + Sync, Move: Send, Undo: Send> + Send + 'static,
{
    let game = game::<N>(variant, 1);
    let mut engine = Engine::<N>::builder().table_bytes(1 << 22).build().unwrap();
    let position = N::parse_position(variant, text).unwrap();
    let solved = engine.solve(&position, &eldest::Limits::new()).unwrap().value().unwrap();
    engine.clear();
    let options = ProofOptions::default().with(|o| (o.budget, o.facts) = (budget, 8));
    let mut manager = ProofManager::new(&game, text, options).unwrap();
    let mut threads = Threads::new(&mut engine, &game);
    manager.run(&mut threads, &StopToken::new(), &mut |_| ()).unwrap();
    (solved, manager.known().value().unwrap(), manager.status().expanded)
}

#[test]
fn games_have_the_values_that_solve_finds() {
    let four = |size: &str, text| both::<ConnectFour<AnySize>>(size.parse().unwrap(), text, 200);
    let found = [
        four("5x4", "-"),
        four("7x6", "45461667"),
        both::<Othello>("4x4".parse().unwrap(), "-----OX--XO----- X", 20),
        both::<Kalah>(
            "3x3".parse().unwrap(),
            &Kalah::start("3x3".parse().unwrap()).to_string(),
            50,
        ),
    ];
    for (solved, proved, expanded) in found {
        assert_eq!(solved, proved);
        assert!(expanded > 1, "{solved}: it was broken up {expanded} times");
    }
}

/// The graph has one of several mirror images, and the line is legal all the same.
#[test]
fn the_principal_line_can_be_played() {
    let shape: AnySize = "5x4".parse().unwrap();
    let game = game::<ConnectFour<AnySize>>(shape, 1);
    let mut engine =
        Engine::<ConnectFour<AnySize>>::builder().table_bytes(1 << 22).build().unwrap();
    let options = ProofOptions::default().with(|o| o.budget = 100);
    let mut manager = ProofManager::new(&game, "-", options).unwrap();
    let mut threads = Threads::new(&mut engine, &game);
    manager.run(&mut threads, &StopToken::new(), &mut |_| ()).unwrap();
    let line = manager.status().line;
    assert!(line.len() > 3, "{line:?}");
    assert!(ConnectFour::parse_position(shape, &line.concat()).is_ok(), "{line:?}");
    let mirrored = |text: &&str| text.split('/').all(|row| row.chars().eq(row.chars().rev()));
    let texts: Vec<&str> = manager.positions().map(|(text, _)| text).collect();
    for text in texts.iter().filter(|text| !mirrored(text)) {
        let image: Vec<String> = text.split('/').map(|row| row.chars().rev().collect()).collect();
        assert!(!texts.contains(&image.join("/").as_str()), "{text} is there twice");
    }
}
