//! [`meet`]: combines two proofs about one position.

use crate::checker::CheckedProof;
use eldest::{Bounds, Score, Side};

/// What two proofs establish together.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Meeting {
    /// Bounds on the value for the first player. If they coincide, the value
    /// is proved.
    Within(Bounds),
    /// The claims contradict each other. If both were accepted, the rules or the checker are wrong.
    Contradiction,
    /// They are about different games, rules or positions.
    Strangers,
}

/// Combines two proofs about the value of one position.
#[must_use]
pub fn meet(one: &CheckedProof, other: &CheckedProof) -> Meeting {
    let root = |proof: &CheckedProof| (proof.game.clone(), proof.rules, proof.position.clone());
    if root(one) != root(other) {
        return Meeting::Strangers;
    }
    match bounds(one).intersect(bounds(other)) {
        Some(both) => Meeting::Within(both),
        None => Meeting::Contradiction,
    }
}

/// The bounds that a proof leaves, for the first player.
fn bounds(proof: &CheckedProof) -> Bounds {
    let least = proof.claim.least;
    match proof.claim.prover {
        Side::First => Bounds::new(least, Score::WIN),
        Side::Second => Bounds::new(Score::LOSS, -least),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Claim;

    fn proof(position: &str, prover: Side, least: i32) -> CheckedProof {
        let claim = Claim { prover, least: Score::new(least) };
        let (game, position) = ("nim".to_owned(), position.to_owned());
        let (records, bytes, height) = (1, 100, 1);
        CheckedProof {
            game,
            rules: 0,
            position,
            claim,
            trusts_bounds: false,
            records,
            bytes,
            height,
            runs: 0,
        }
    }

    #[test]
    fn a_value_is_two_proofs_that_meet() {
        let (first, second) = (proof("3", Side::First, 2), proof("3", Side::Second, -2));
        let value = Bounds::exact(Score::new(2));
        assert_eq!(meet(&first, &second), Meeting::Within(value));
        assert_eq!(meet(&second, &first), Meeting::Within(value));
        let range = Bounds::new(Score::new(2), Score::new(5));
        assert_eq!(meet(&first, &proof("3", Side::Second, -5)), Meeting::Within(range));
        assert_eq!(meet(&first, &proof("3", Side::Second, 2)), Meeting::Contradiction);
        assert_eq!(meet(&first, &proof("4", Side::Second, -2)), Meeting::Strangers);
    }
}
