//! Generated trees, compared with what their specs promise.

use arbitrary::{Result, Unstructured};
use eldest::{Moves, Position, Score, conformance};
use eldest_games::trees::{Spec, Synthetic, TreeKind};
use std::collections::BTreeMap;

/// A random spec of a small tree.
fn spec(u: &mut Unstructured<'_>) -> Result<Spec> {
    let mut odds = || u.choose(&[0, 20, 60, 100]).copied();
    let (stop, chain, again, first) = (odds()?, odds()?, odds()?, odds()?);
    let (fold, tempo) = (u.int_in_range(0..=3)?, u.int_in_range(0..=9)?);
    let kinds = [
        TreeKind::Uniform,
        TreeKind::Uneven { stop, chain, again },
        TreeKind::Dag { again },
        TreeKind::Ordered { first, quarter: first.max(chain), fold, tempo },
    ];
    let kind = *u.choose(&kinds)?;
    let (width, depth) = (u.int_in_range(1..=6)?, u.int_in_range(0..=5)?);
    Ok(Spec { kind, width, depth, seed: u.arbitrary()?, range: u.int_in_range(1..=9)? })
}

/// The spec survives writing and parsing, its tree keeps its promises, and the conformance suite
/// passes.
pub(super) fn check(u: &mut Unstructured<'_>) -> Result<()> {
    let spec = spec(u)?;
    assert_eq!(spec.to_string().parse(), Ok(spec));
    keys_are_distinct(Synthetic::root(spec));
    let mut played = Vec::new();
    let mut node = Synthetic::root(spec);
    loop {
        keeps_its_promises(&node);
        if node.over().is_some() {
            break;
        }
        let moves = Moves::collect(|out| node.moves(out));
        let mv = *u.choose(&moves)?;
        moves_keep_their_promises(&node, &moves);
        played.push((mv, node, node.play(mv)));
    }
    order_is_forgotten(spec, played.iter().map(|(mv, ..)| *mv).collect());
    while let Some((mv, before, undo)) = played.pop() {
        node.undo(mv, undo);
        assert_eq!(node, before, "after {mv} was taken back");
    }
    conformance::assert_conforms(&node, 24);
    Ok(())
}

/// Checks what the spec promises about a node.
fn keeps_its_promises(node: &Synthetic) {
    let spec = node.spec();
    let ended = node.over().is_some();
    let may_stop = matches!(spec.kind, TreeKind::Uneven { stop, .. } if stop > 0);
    assert!(if ended { may_stop || node.ply() == spec.depth } else { node.ply() < spec.depth });
    assert!(node.range().contains(node.estimate()), "{node:?}");
    assert!(node.over().is_none_or(|score| score == node.estimate()), "{node:?}");
    assert_eq!(node.plies_left(), Some(u32::from(spec.depth - node.ply())));
    if let Some(value) = node.assigned_value() {
        let value_found = (spec.depth - node.ply() <= 3).then(|| minimax(*node));
        assert_eq!(value_found.unwrap_or(value), value, "{node:?}");
    }
}

/// Checks what the spec promises about the moves of an inner node.
fn moves_keep_their_promises(node: &Synthetic, moves: &[u16]) {
    let spec = node.spec();
    let (least, most) = match spec.kind {
        TreeKind::Uneven { chain: 100, .. } => (1, 1),
        TreeKind::Uneven { .. } => (1, spec.width),
        _ => (spec.width, spec.width),
    };
    assert!((usize::from(least)..=usize::from(most)).contains(&moves.len()), "{node:?}");
    for mv in moves {
        let child = child(*node, *mv);
        let stays = child.side() == node.side();
        match spec.kind {
            TreeKind::Uneven { again, .. } | TreeKind::Dag { again } if again > 0 => {
                assert!(stays || again < 100, "{child:?}");
            }
            _ => assert!(!stays, "{child:?}"),
        }
        let best = child.assigned_value().zip(node.assigned_value());
        let is_best = best.is_some_and(|(below, here)| -below == here);
        assert_eq!(is_best, node.best_move() == Some(*mv), "{node:?}");
    }
    let first = matches!(spec.kind, TreeKind::Ordered { first: 100, .. });
    assert!(!first || node.best_move() == Some(0), "{node:?}");
}

/// In a DAG with alternating sides, a line played in reverse leads to the same node. Elsewhere,
/// playing the same line again does.
fn order_is_forgotten(spec: Spec, mut line: Vec<u16>) {
    let end = line.iter().fold(Synthetic::root(spec), |node, mv| child(node, *mv));
    if spec.kind == (TreeKind::Dag { again: 0 }) {
        line.reverse();
    }
    let other = line.iter().fold(Synthetic::root(spec), |node, mv| child(node, *mv));
    assert_eq!((end.key(), end.over()), (other.key(), other.over()), "{line:?} of {spec}");
}

/// Among the nodes around the root, equal keys mean equal nodes.
fn keys_are_distinct(root: Synthetic) {
    let mut nodes = vec![root];
    let mut by_key = BTreeMap::new();
    let mut next = 0;
    while let Some(&node) = nodes.get(next) {
        next += 1;
        assert_eq!(*by_key.entry(node.key()).or_insert(node), node);
        if node.over().is_none() && nodes.len() < 100 {
            nodes.extend(
                Moves::collect(|out| node.moves(out)).into_iter().map(|mv| child(node, mv)),
            );
        }
    }
}

fn child(mut node: Synthetic, mv: u16) -> Synthetic {
    node.play(mv);
    node
}

fn minimax(node: Synthetic) -> Score {
    let value = |mv| {
        let child = child(node, mv);
        if child.side() == node.side() { minimax(child) } else { -minimax(child) }
    };
    let moves = || Moves::collect(|out| node.moves(out));
    node.over().unwrap_or_else(|| moves().into_iter().map(value).max().expect("a move"))
}
