//! Proofs by what is known of positions, without a search.

use crate::noted::Noted;
use eldest::textbook::{GameTree, negamax};
use eldest::{Bounds, Depth, Error, MoveList, Position, Score, ZeroEvaluator};
use eldest_certify::{KnownBounds, Oracle, OracleAnswer, write};
use eldest_check::{Claim, Codec, Options};
use eldest_games::nim::Nim;
use std::ops::ControlFlow;

/// Searches nothing, and counts how often it was asked.
struct Nobody(u32);

impl<P: Position> Oracle<P> for Nobody {
    fn proving_move(&mut self, _: &P, _: Score) -> Result<OracleAnswer<P::Move>, Error> {
        self.0 += 1;
        Ok(OracleAnswer::Unknown)
    }
}

fn value(position: &Nim) -> Score {
    negamax(&mut GameTree::new(*position, &ZeroEvaluator), Depth::END)
}

/// Adds the values of `position` and of all that follow, as `value_of` gives them.
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

/// A proof of the value of 1,2,4 by what was learnt; and how often somebody else was asked.
fn written(
    learn: impl FnOnce(&mut KnownBounds<'_, Nim>, &Nim),
) -> (Result<Vec<u8>, eldest_certify::Error>, u32) {
    let game = Noted::<Nim>(Default::default());
    let root = game.parse("1,2,4").expect("three heaps");
    let (mut nobody, mut file) = (Nobody(0), Vec::new());
    let mut known = KnownBounds::new(&mut nobody);
    learn(&mut known, &root);
    let (claim, options) = (Claim::at_least(&root, value(&root)), Options::new());
    let mut go_on = |_: &_| ControlFlow::Continue(());
    let done = write(&game, &root, claim, &mut known, &options, &mut file, &mut go_on);
    (done.map(|_| file), nobody.0)
}

#[test]
fn nobody_searches_for_what_is_known() {
    let (file, asked) = written(|known, root| learn(known, root, value));
    let checked = Noted::<Nim>(Default::default()).checked(&file.unwrap(), &Options::new());
    assert_eq!((checked.is_ok(), asked), (true, 0), "{checked:?}");
    let (file, asked) = written(|_, _| ());
    assert!(matches!(file, Err(eldest_certify::Error::Unfinished)), "{file:?}");
    assert_eq!(asked, 1);
}

#[test]
fn what_is_known_wrongly_proves_nothing() {
    let (file, _) = written(|known, root| learn(known, root, |_| Score::LOSS));
    let game = Noted::<Nim>(Default::default());
    let refused = file.is_ok_and(|file| game.checked(&file, &Options::new()).is_ok());
    assert!(!refused, "a lie was accepted");
}
