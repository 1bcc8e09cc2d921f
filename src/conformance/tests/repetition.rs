//! Games whose positions repeat, with a rule about that.

use super::super::*;
use crate::{Moves, Score, Side};

/// A stone moves back and forth on a road of five fields; the side that brings it to an end wins.
/// With the rule, it is a draw if the stone and the side to move are as they were before.
#[derive(Clone, Debug)]
struct Road<const DECLARED: bool> {
    at: u8,
    side: Side,
    past: Vec<u8>,
    has_rule: bool,
}

impl<const DECLARED: bool> Road<DECLARED> {
    fn new(has_rule: bool) -> Self {
        Self { at: 2, side: Side::First, past: Vec::new(), has_rule }
    }

    fn place(&self) -> u8 {
        self.at << 1 | self.side.index() as u8
    }
}

impl<const DECLARED: bool> Position for Road<DECLARED> {
    type Move = bool;
    type Undo = ();
    const ALTERNATES: bool = true;
    const PATH_DEPENDENT: bool = DECLARED;

    fn side(&self) -> Side {
        self.side
    }

    fn key(&self) -> u64 {
        self.place().into()
    }

    fn over(&self) -> Option<Score> {
        let again = self.has_rule && self.past.contains(&self.place());
        let arrived = self.at == 0 || self.at == 4;
        let score = if arrived { Score::LOSS } else { Score::DRAW };
        (arrived || again).then_some(score)
    }

    fn moves(&self, out: &mut Moves<'_, bool>) {
        out.push(false);
        out.push(true);
    }

    fn play(&mut self, ahead: bool) {
        self.past.push(self.place());
        self.at = if ahead { self.at + 1 } else { self.at - 1 };
        self.side = self.side.other();
    }

    fn undo(&mut self, ahead: bool, (): ()) {
        self.at = if ahead { self.at - 1 } else { self.at + 1 };
        self.side = self.side.other();
        self.past.pop();
    }
}

#[test]
fn an_undeclared_repetition_is_distinguished_from_other_errors_of_the_key() {
    let violation = check(&Road::<false>::new(true), 400).expect_err("it looks back");
    assert!(matches!(violation.broken, Broken::Repetition { .. }), "{violation}");
    let text = violation.to_string();
    assert!(text.contains("or PATH_DEPENDENT = true"), "{text}");
}

#[test]
fn a_declared_repetition_and_cycles_without_a_rule_conform() {
    assert!(assert_conforms(&Road::<true>::new(true), 400).repetitions > 0);
    assert!(assert_conforms(&Road::<false>::new(false), 400).repetitions > 0);
}
