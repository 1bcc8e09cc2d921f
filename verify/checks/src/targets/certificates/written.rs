//! True claims are written and accepted; false claims are not.

use super::{CertificateCase, CodeForm, file};
use crate::graph::FusedJudge;
use crate::raw::{RawRecord, raw};
use crate::shares::Coverage;
use crate::{AnyTable, DecoratedTable, GameGraph};
use eldest::{Engine, Limits, Position};
use eldest_certify::{Error, SearchOracle};
use eldest_check::Codec;
use std::ops::ControlFlow;
use std::sync::Arc;

/// Writes a certificate of the claim of `case`. Returns the records of an ideal proof; if the claim
/// is false, these do not prove it.
pub(super) fn check<const D: bool>(
    case: &CertificateCase<D>,
    met: &mut Coverage,
) -> Vec<RawRecord> {
    let builder = Engine::<GameGraph<false, D>>::builder();
    let builder = builder.evaluator(FusedJudge::new(case.root().judge(), None));
    let table = DecoratedTable::new(Arc::new(AnyTable::shared(1 << 12)));
    let mut engine = builder.table(table).build().expect("an engine");
    let mut oracle = SearchOracle::new(&mut engine, &Limits::new());
    let options =
        eldest_certify::CheckOptions::new().trust_bounds(case.trust).memory_bytes(case.memory);
    let (mut written, mut go_on) = (Vec::new(), |_: &_| ControlFlow::Continue(()));
    let outcome = eldest_certify::write(
        &case.nodes,
        case.root(),
        case.claim,
        &mut oracle,
        &options,
        &mut written,
        &mut go_on,
    );
    match outcome {
        Ok(count) => {
            assert!(case.is_true(case.claim), "a false claim was written");
            let proof = case.checked(&written).expect("what is written is accepted");
            assert_eq!((proof.records, proof.bytes), (count.records, count.bytes));
            met.add("written", 1);
            met.add("records", count.records);
            met.add("written with long codes", u64::from(case.nodes.names != CodeForm::Short));
        }
        Err(Error::NoHeight) => assert!(case.root().plies_left().is_none()),
        Err(Error::False { .. } | Error::Contradiction { .. }) => {
            assert!(!case.is_true(case.claim), "a true claim was called false");
            met.add("false", 1);
        }
        Err(error) => panic!("{error}"),
    }
    lines(case, met)
}

/// The records of an ideal proof: the value of each node, with a best move.
fn lines<const D: bool>(case: &CertificateCase<D>, met: &mut Coverage) -> Vec<RawRecord> {
    let mut lines = Vec::new();
    for node in case.nodes.all().filter(|node| node.over().is_none()) {
        let mut code = Vec::new();
        case.nodes.encode(&node, &mut code);
        if case.nodes.decode(&code).is_none_or(|first| first.number() != node.number()) {
            continue; // another node stands in for it
        }
        let best = case.values.root_values(&node, eldest::Depth::END).into_iter();
        let best = best.max_by_key(|(_, value)| *value).map(|(mv, _)| mv as u8);
        let best = best.filter(|_| node.side() == case.claim.prover);
        let mv = best.map_or_else(Vec::new, |mv| case.nodes.move_code(mv));
        let least = case.value(&node, case.claim.prover).into();
        lines.push(RawRecord { height: node.height().into(), code, least, mv });
    }
    lines.sort_by(|a, b| b.height.cmp(&a.height).then_with(|| a.code.cmp(&b.code)));
    if case.is_true(case.claim) {
        let (header, least) = (case.header(), case.claim.least.get());
        let proof = case.checked(&file(&header, &lines)).expect("a proof");
        met.add("proved from more than 64 runs", u64::from(proof.runs > 64));
        let other = raw(&header.to_string(), least.into(), &lines, 3);
        let other = case.checked(&other).expect("the same proof, in other blocks");
        assert_eq!((proof.records, proof.height), (other.records, other.height));
    }
    lines
}
