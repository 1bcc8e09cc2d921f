//! What is accepted is true, however it was forged.

use super::{Case, Line, file};
use crate::Graph;
use crate::coverage::Coverage;
use arbitrary::{Result, Unstructured};
use eldest::{Moves, Position, Score};
use eldest_check::{Codec, Error};

/// Changes a proof here and there, or everywhere, and looks what becomes of it.
pub(super) fn check<const A: bool, const D: bool>(
    case: &Case<A, D>,
    mut lines: Vec<Line>,
    u: &mut Unstructured<'_>,
    met: &mut Coverage,
) -> Result<()> {
    let mut header = case.header();
    for _ in 0..u.int_in_range(0..=6)? {
        if lines.is_empty() {
            break;
        }
        change(&mut lines, u)?;
    }
    if u.ratio(3, 4)? {
        lines.sort_by(|a, b| b.height.cmp(&a.height).then_with(|| a.code.cmp(&b.code)));
    }
    if u.ratio(1, 4)? {
        let least = header.claim.least.get() + u.int_in_range(-2..=2)?;
        let most = Score::WIN.get();
        header.claim.least = Score::new(least.clamp(-most, most));
    }
    match case.checked(&file(&header, &lines)) {
        Ok(_) => {
            assert!(case.is_true(header.claim), "what is false is accepted: {lines:?}");
            lines.iter().for_each(|line| is_true(case, line));
            lines.iter().filter(|_| !case.trust).for_each(|line| stands_above(case, &lines, line));
            met.add("accepted", 1);
        }
        Err(Error::Refused { record, .. }) => {
            assert!(record <= lines.len() as u64);
            met.add("refused", 1);
        }
        Err(error) => panic!("{error}"),
    }
    Ok(())
}

/// Each record of a proof that is accepted says what is true.
fn is_true<const A: bool, const D: bool>(case: &Case<A, D>, line: &Line) {
    let node = case.nodes.decode(&line.code).expect("a node");
    assert!(case.value(&node) >= line.least, "{line:?} is false");
}

/// Each record of a proof that is accepted stands above all that it rests on. In a graph without circles nothing
/// false comes of it if it does not: nobody else would notice.
fn stands_above<const A: bool, const D: bool>(case: &Case<A, D>, lines: &[Line], line: &Line) {
    let node = case.nodes.decode(&line.code).expect("a node");
    let after = |node: &Graph<A, D>, mv| {
        let mut child = node.clone();
        child.play(mv);
        child
    };
    let all = |node: &Graph<A, D>| {
        let moves = Moves::collect(|out| node.moves(out)).into_iter();
        moves.map(|mv| after(node, mv)).collect::<Vec<_>>()
    };
    let needs = match line.mv.first().map(|mv| after(&node, (*mv).into())) {
        None => all(&node),
        Some(child) if child.side() == case.claim.prover || child.over().is_some() => vec![child],
        Some(child) => all(&child),
    };
    for need in needs.iter().filter(|need| need.over().is_none()) {
        let mut code = Vec::new();
        case.nodes.encode(need, &mut code);
        let below = lines.iter().find(|below| below.code == code).expect("a record");
        assert!(below.height < line.height, "{below:?} is needed by {line:?}");
    }
}

/// Changes one record, or which there are.
fn change(lines: &mut Vec<Line>, u: &mut Unstructured<'_>) -> Result<()> {
    let at = u.choose_index(lines.len())?;
    let other = u.choose_index(lines.len())?;
    match u.int_in_range(0..=9)? {
        0 => drop(lines.remove(at)),
        1 => lines[at].height = u.int_in_range(0..=10)?,
        2 => lines[at].height = u.arbitrary()?,
        3 => lines[at].least += u.int_in_range(-2..=2)?,
        4 => lines[at].least = lines[other].least,
        5 => lines[at].mv = vec![u.int_in_range(0..=4)?],
        6 => lines[at].mv.clear(),
        7 => lines[at].code = lines[other].code.clone(),
        8 => lines.swap(at, other),
        _ => lines.push(lines[at].clone()),
    }
    Ok(())
}
