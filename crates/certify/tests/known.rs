//! Proofs from known bounds, without a search.

use crate::codec::NotationCodec;
use eldest::textbook::{GameTree, negamax};
use eldest::{Bounds, Depth, Error, MoveList, Position, Score, ZeroEvaluator};
use eldest_certify::{KnownBounds, Oracle, OracleAnswer, write};
use eldest_check::{CheckOptions, Claim, Codec};
use eldest_games::nim::Nim;
use std::ops::ControlFlow;

/// An oracle that never answers, and counts its queries.
struct NoAnswer(u32);

impl<P: Position> Oracle<P> for NoAnswer {
    fn proving_move(&mut self, _: &P, _: Score) -> Result<OracleAnswer<P::Move>, Error> {
        self.0 += 1;
        Ok(OracleAnswer::Unknown)
    }
}

fn value(position: &Nim) -> Score {
    negamax(&mut GameTree::new(*position, &ZeroEvaluator), Depth::END)
}

/// Learns the values of `position` and of all positions after it, as given by `value_of`.
fn learn(known: &mut KnownBounds<'_, Nim>, position: &Nim, value_of: fn(&Nim) -> Score) {
    known.learn(position, Bounds::exact(value_of(position)));
    let mut moves = MoveList::default();
    moves.refill(|out| position.moves(out));
    for mv in moves.iter().filter(|_| position.over().is_none()) {
        let mut child = *position;
        child.play(mv);
        learn(known, &child, value_of);
    }
}

/// Writes a proof of the value of 1,2,4 from the bounds learnt; also returns the number of queries
/// to the fallback.
fn written(
    learn: impl FnOnce(&mut KnownBounds<'_, Nim>, &Nim),
) -> (Result<Vec<u8>, eldest_certify::Error>, u32) {
    let game = NotationCodec::<Nim>(Default::default());
    let root = game.parse("1,2,4").expect("three heaps");
    let (mut fallback, mut file) = (NoAnswer(0), Vec::new());
    let mut known = KnownBounds::new(&mut fallback);
    learn(&mut known, &root);
    let (claim, options) = (Claim::at_least(&root, value(&root)), CheckOptions::new());
    let mut go_on = |_: &_| ControlFlow::Continue(());
    let done = write(&game, &root, claim, &mut known, &options, &mut file, &mut go_on);
    (done.map(|_| file), fallback.0)
}

#[test]
fn known_bounds_need_no_search() {
    let (file, queries) = written(|known, root| learn(known, root, value));
    let checked =
        NotationCodec::<Nim>(Default::default()).checked(&file.unwrap(), &CheckOptions::new());
    assert_eq!((checked.is_ok(), queries), (true, 0), "{checked:?}");
    let (file, queries) = written(|_, _| ());
    assert!(matches!(file, Err(eldest_certify::Error::Unfinished)), "{file:?}");
    assert_eq!(queries, 1);
}

#[test]
fn wrong_bounds_prove_nothing() {
    let (file, _) = written(|known, root| learn(known, root, |_| Score::LOSS));
    let game = NotationCodec::<Nim>(Default::default());
    let refused = file.is_ok_and(|file| game.checked(&file, &CheckOptions::new()).is_ok());
    assert!(!refused, "a false proof was accepted");
}
