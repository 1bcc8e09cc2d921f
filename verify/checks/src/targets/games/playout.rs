//! Playouts chosen by the input, with the plain rules in parallel.

use super::plain::{Plain, agree, check_hints};
use crate::shares::Coverage;
use arbitrary::{Result, Unstructured};
use eldest::{Moves, Position, conformance};
use std::collections::BTreeMap;

/// The positions that the conformance suite visits.
const BUDGET: usize = 24;

/// Plays at most `plies` moves chosen by `u`, then takes them all back. The game and its plain
/// rules must agree at every position in both directions, and static information must agree with
/// minimax from the end up to where minimax becomes too expensive. Returns the last position.
pub(super) fn play<P: Plain>(
    u: &mut Unstructured<'_>,
    plain: &P,
    game: &P::Game,
    plies: u32,
    met: &mut Coverage,
) -> Result<(P, P::Game)> {
    let mut here = game.clone();
    let mut line = vec![(plain.clone(), None)];
    for _ in 0..plies {
        let above = &line.last().expect("the root").0;
        agree(above, &here);
        if here.over().is_some() {
            break;
        }
        let moves = Moves::collect(|out| here.moves(out));
        let mv = choose(u, above, &moves)?;
        let name = above.move_of(mv);
        let child = above.after(name);
        above.count(name, &child, met);
        line.push((child, Some((mv, step(&mut here, mv)))));
    }
    let there = (line.last().expect("the root").0.clone(), here.clone());
    let mut is_small = true;
    while let Some((plain, played)) = line.pop() {
        agree(&plain, &here);
        is_small = is_small && check_hints(&plain, &here, P::NODES, met);
        if let Some((mv, undo)) = played {
            here.undo(mv, undo);
        }
    }
    Ok(there)
}

/// Chooses one of `moves`, often a rare one.
fn choose<P: Plain>(
    u: &mut Unstructured<'_>,
    plain: &P,
    moves: &[<P::Game as Position>::Move],
) -> Result<<P::Game as Position>::Move> {
    let rare = plain.rare();
    if rare.is_empty() || u.arbitrary()? {
        return Ok(moves[u.choose_index(moves.len())?]);
    }
    let name = *u.choose(&rare)?;
    let mv = moves.iter().find(|mv| plain.move_of(**mv) == name);
    Ok(*mv.unwrap_or_else(|| panic!("{name} is no move of {plain:?}")))
}

/// Plays `mv`, and checks the key announced for it.
fn step<G: Position>(game: &mut G, mv: G::Move) -> G::Undo {
    let announced = game.key_after(mv);
    let longest = game.plies_left();
    let undo = game.play(mv);
    assert!(longest.is_none() || game.plies_left() < longest, "the end is no nearer after {mv:?}");
    assert_eq!(announced.unwrap_or(game.key()), game.key(), "the key after {mv:?}");
    undo
}

/// Checks at one position that take longer: the keys around it, the conformance suite.
pub(super) fn dwell<P: Plain>(u: &mut Unstructured<'_>, plain: &P, game: &P::Game) -> Result<()> {
    plain.check_slowly(game);
    match u.int_in_range(0..=7)? {
        0 => drop(conformance::assert_conforms(game, BUDGET)),
        1 | 2 => keys_are_names(plain, game),
        _ => {}
    }
    Ok(())
}

/// Checks that keys around this position are equal exactly where the plain rules see no difference.
pub(super) fn keys_are_names<P: Plain>(plain: &P, game: &P::Game) {
    let mut around = vec![(plain.clone(), game.clone())];
    let mut next = 0;
    while next < around.len() && around.len() < P::KEYS {
        let (plain, game) = around[next].clone();
        next += 1;
        if game.over().is_some() {
            continue;
        }
        for mv in Moves::collect(|out| game.moves(out)) {
            let mut child = game.clone();
            child.play(mv);
            around.push((plain.after(plain.move_of(mv)), child));
        }
    }
    let (mut by_key, mut by_name) = (BTreeMap::new(), BTreeMap::new());
    for (plain, game) in &around {
        let first = by_key.entry(game.key()).or_insert(plain);
        assert_eq!(first.name(), plain.name(), "{first:?} has the key of {plain:?}");
        let key = *by_name.entry(plain.name()).or_insert(game.key());
        assert_eq!(key, game.key(), "two keys for {plain:?}");
    }
}
