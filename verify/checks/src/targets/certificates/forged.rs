//! Forged proofs: whatever is accepted is true.

use super::CertificateCase;
use super::codec::GraphCodec;
use crate::GameGraph;
use crate::raw::{RawRecord, raw};
use crate::shares::Coverage;
use arbitrary::{Result, Unstructured};
use eldest::{Moves, Position, Side};
use eldest_check::{Claim, Codec, Error};

/// A claim with a number of any size.
#[derive(Copy, Clone, Debug)]
struct ForgedClaim {
    prover: Side,
    least: i64,
}

/// Changes a proof in one place, in several, or everywhere, and judges the result.
pub(super) fn check<const D: bool>(
    case: &CertificateCase<D>,
    mut lines: Vec<RawRecord>,
    u: &mut Unstructured<'_>,
    met: &mut Coverage,
) -> Result<()> {
    for _ in 0..u.int_in_range(0..=6)? {
        if lines.is_empty() {
            break;
        }
        change(&case.nodes, &mut lines, u)?;
    }
    if u.ratio(3, 4)? {
        lines.sort_by(|a, b| b.height.cmp(&a.height).then_with(|| a.code.cmp(&b.code)));
    }
    let wanted = wanted(case, &mut lines, u)?;
    let most = *u.choose(&[1 << 16, 1, 2, 7])?;
    let file = raw(&text(case, wanted), wanted.least, &lines, most);
    judge(case, &file, wanted, &lines, met);
    Ok(())
}

/// The claim about the root: the true one, slightly more or less, or any number. The record of the
/// root may be adapted to it.
fn wanted<const D: bool>(
    case: &CertificateCase<D>,
    lines: &mut [RawRecord],
    u: &mut Unstructured<'_>,
) -> Result<ForgedClaim> {
    let Claim { prover, least } = case.claim;
    let least = i64::from(least.get());
    let prover = if u.ratio(1, 16)? { prover.other() } else { prover };
    let least = match u.int_in_range(0..=15)? {
        0..=3 => least + u.int_in_range(-2..=2)?,
        4 => raised(case, lines, u)?,
        _ => least,
    };
    Ok(ForgedClaim { prover, least })
}

/// A claim of any size, which the record of the root may state, or exceed.
fn raised<const D: bool>(
    case: &CertificateCase<D>,
    lines: &mut [RawRecord],
    u: &mut Unstructured<'_>,
) -> Result<i64> {
    let (least, other) = (any_size(u)?, any_size(u)?);
    let mut root = Vec::new();
    case.nodes.encode(case.root(), &mut root);
    if let Some(own) = lines.iter_mut().find(|line| line.code == root) {
        own.least = if u.arbitrary()? { least } else { other };
    }
    Ok(least)
}

/// The header with the claim `wanted`.
fn text<const D: bool>(case: &CertificateCase<D>, wanted: ForgedClaim) -> String {
    let side = if wanted.prover == Side::First { "first" } else { "second" };
    let (claim, least) = (case.claim, wanted.least);
    let header = case.header().to_string();
    header.replace(&format!("\nclaim {claim}\n"), &format!("\nclaim {side} at least {least}\n"))
}

/// Checks that accepted numbers are in range and the proof is true, and that all numbers in range
/// are read.
fn judge<const D: bool>(
    case: &CertificateCase<D>,
    file: &[u8],
    wanted: ForgedClaim,
    lines: &[RawRecord],
    met: &mut Coverage,
) {
    let prover = wanted.prover;
    let values = lines.iter().map(|line| line.least).chain([wanted.least]);
    let are_values = values.into_iter().all(is_value);
    let in_range = are_values && lines.iter().all(|line| line.height < u64::from(u32::MAX));
    match case.checked(file) {
        Ok(proof) => {
            assert!(in_range, "a number out of range was accepted: {wanted:?}, {lines:?}");
            assert!(case.is_true(proof.claim), "a false proof was accepted: {wanted:?}, {lines:?}");
            lines.iter().for_each(|line| is_true(case, prover, line));
            let above = |line| stands_above(case, prover, lines, line);
            lines.iter().filter(|_| !case.trust).for_each(above);
            met.add("accepted", 1);
        }
        Err(Error::Refused { record, .. }) => {
            assert!(record <= lines.len() as u64);
            met.add("refused", 1);
        }
        Err(Error::Header { .. } | Error::Malformed { .. }) if !in_range => {
            met.add("beyond the range", 1);
        }
        Err(error) => panic!("{error}"),
    }
}

/// Every record of an accepted proof is true. It has a move exactly where `prover` is to move, and
/// encodes it in the only valid way.
fn is_true<const D: bool>(case: &CertificateCase<D>, prover: Side, line: &RawRecord) {
    let node = case.nodes.decode(&line.code).expect("a node");
    let mv = line.mv.last().map(|mv| case.nodes.move_code(*mv)).unwrap_or_default();
    assert_eq!(mv, line.mv, "{line:?}");
    assert_eq!(
        mv.is_empty(),
        node.side() != prover,
        "a move is missing, or must not be there: {line:?}"
    );
    assert!(i64::from(case.value(&node, prover)) >= line.least, "{line:?} is false");
}

/// Every record of an accepted proof is above all records that it needs. A graph has no cycles, so
/// a violation proves nothing false, and no other check would notice it.
fn stands_above<const D: bool>(
    case: &CertificateCase<D>,
    prover: Side,
    lines: &[RawRecord],
    line: &RawRecord,
) {
    let node = case.nodes.decode(&line.code).expect("a node");
    let after = |node: &GameGraph<false, D>, mv| {
        let mut child = node.clone();
        child.play(mv);
        child
    };
    let all = |node: &GameGraph<false, D>| {
        let moves = Moves::collect(|out| node.moves(out)).into_iter();
        moves.map(|mv| after(node, mv)).collect::<Vec<_>>()
    };
    let needs = match case.nodes.decode_move(&node, &line.mv).map(|mv| after(&node, mv)) {
        None => all(&node),
        Some(child) if child.side() == prover || child.over().is_some() => vec![child],
        Some(child) => all(&child),
    };
    for need in needs.iter().filter(|need| need.over().is_none()) {
        let mut code = Vec::new();
        case.nodes.encode(need, &mut code);
        let below = lines.iter().find(|below| below.code == code).expect("a record");
        assert!(below.height < line.height, "{below:?} is needed by {line:?}");
    }
}

/// Changes one record, the set of records, or the values of all records.
fn change<const D: bool>(
    nodes: &GraphCodec<D>,
    lines: &mut Vec<RawRecord>,
    u: &mut Unstructured<'_>,
) -> Result<()> {
    let at = u.choose_index(lines.len())?;
    let other = u.choose_index(lines.len())?;
    // Changes within the ranges are four times as frequent, because they are seldom refused at
    // once.
    let drawn = u.int_in_range(0..=44)?;
    match if drawn < 40 { drawn % 10 } else { drawn - 30 } {
        0 => drop(lines.remove(at)),
        1 => lines[at].height = u.int_in_range(0..=10)?,
        2 => lines[at].height = u.arbitrary::<u32>()?.into(),
        3 => lines[at].least += u.int_in_range(-2..=2)?,
        4 => lines[at].least = lines[other].least,
        5 => lines[at].mv = nodes.move_code(u.int_in_range(0..=4)?),
        6 => lines[at].mv.clear(),
        7 => lines[at].code = lines[other].code.clone(),
        8 => lines.swap(at, other),
        9 => lines.push(lines[at].clone()),
        10 => lines[at].least = any_size(u)?,
        11 => lines[at].height = any_height(u)?,
        12 => lines[at].mv.push(u.int_in_range(0..=1)?),
        13 => lines[at].code.push(0),
        _ => lift(lines, any_size(u)?),
    }
    Ok(())
}

/// Raises the claims of all records equally: their relations stay valid, apart from the distance of
/// wins.
fn lift(lines: &mut [RawRecord], more: i64) {
    lines.iter_mut().for_each(|line| line.least = line.least.saturating_add(more).min(1 << 60));
}

/// The limits of points, of wins by distance, of values, of windows and of 32 bits, and larger
/// numbers.
const EDGES: [i64; 12] = [
    0,
    4_000_000,
    6_000_000,
    7_999_990,
    8_000_000,
    8_388_607,
    1 << 24,
    (1 << 31) - 4,
    1 << 31,
    1 << 32,
    1 << 40,
    1 << 60,
];

/// A value of any size, possibly out of range.
fn any_size(u: &mut Unstructured<'_>) -> Result<i64> {
    let value = *u.choose(&EDGES)? + u.int_in_range(-3..=3)?;
    Ok(if u.arbitrary()? { value } else { -value })
}

/// A height around the greatest one, possibly out of range.
fn any_height(u: &mut Unstructured<'_>) -> Result<u64> {
    let top = u64::from(u32::MAX);
    u.choose(&[top - 2, top - 1, top, top + 1, top + 2, 1 << 40, u64::MAX >> 1]).copied()
}

/// Whether the documented format allows this value.
fn is_value(least: i64) -> bool {
    least.abs() <= 8_000_000
}
