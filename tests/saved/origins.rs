//! Whose findings a table holds: one part of a declaration or an answer after the other is changed,
//! and each counts.

use eldest::table::Origin;
use eldest::{Bounds, Engine, Evaluator, Moves, Options, Position, Score, Side};
use eldest::{DepthMatch, KeyKind};

/// Take one or two. Every answer can be another one.
#[derive(Clone, Debug)]
struct Heap {
    left: u32,
    side: Side,
    fingerprint: u64,
    taken: Option<i32>,
    salt: u64,
    bits: u8,
    widest: i32,
    end: i32,
    move_code: u16,
    most: u32,
    is_turned: bool,
}

const HEAP: Heap = Heap {
    left: 12,
    side: Side::First,
    fingerprint: 3,
    taken: None,
    salt: 0,
    bits: 40,
    widest: 9,
    end: 1,
    move_code: 0,
    most: 2,
    is_turned: false,
};

impl Position for Heap {
    type Move = u32;
    type Undo = ();

    fn side(&self) -> Side {
        if self.is_turned { self.side.other() } else { self.side }
    }
    fn key(&self) -> u64 {
        u64::from(self.left) << 1 ^ self.side.index() as u64 ^ self.salt
    }
    fn key_kind(&self) -> KeyKind {
        KeyKind::Unique { bits: self.bits.into() }
    }
    fn taken(&self) -> Option<i32> {
        self.taken
    }
    fn over(&self) -> Option<Score> {
        (self.left == 0).then_some(Score::new(self.end))
    }
    fn moves(&self, out: &mut Moves<'_, u32>) {
        (1..=self.left.min(self.most)).for_each(|n| out.push(n));
    }
    fn play(&mut self, n: u32) {
        (self.left, self.side) = (self.left - n, self.side.other());
    }
    fn undo(&mut self, n: u32, (): ()) {
        (self.left, self.side) = (self.left + n, self.side.other());
    }
    fn move_code(&self, n: u32) -> u16 {
        n as u16 + self.move_code
    }
    fn range(&self) -> Bounds {
        Bounds::new(Score::new(-self.widest), Score::new(self.widest))
    }
    fn fingerprint(&self) -> u64 {
        self.fingerprint
    }
}

/// An evaluator of number `N`.
#[derive(Copy, Clone, Debug)]
struct Judge<const N: u64> {
    score: i32,
    fingerprint: u64,
}

const JUDGE: Judge<0> = Judge { score: 0, fingerprint: 5 };

impl<const N: u64> Evaluator<Heap> for Judge<N> {
    type State = ();

    fn start(&self, _: &Heap) {}
    fn evaluate(&self, _: &Heap, (): &()) -> Score {
        Score::new(self.score)
    }
    fn fingerprint(&self) -> u64 {
        self.fingerprint
    }
}

fn origin<const N: u64>(heap: &Heap, judge: Judge<N>, depth_match: DepthMatch) -> Origin {
    let options = Options::default().with(|options| options.depth_match = depth_match);
    let builder = Engine::<Heap>::builder().evaluator(judge).options(options);
    let engine = builder.table_bytes(1 << 10).build().expect("an engine");
    engine.origin(heap, "heap").expect("an origin")
}

#[test]
fn every_part_of_a_declaration_counts() {
    let ours = origin(&HEAP, JUDGE, DepthMatch::Exact);
    let exact = |heap: Heap, judge| origin(&heap, judge, DepthMatch::Exact);
    let others = [
        ("the game", exact(Heap { fingerprint: 4, ..HEAP }, JUDGE)),
        ("whether points are given", exact(Heap { taken: Some(0), ..HEAP }, JUDGE)),
        ("the evaluator", exact(HEAP, Judge { fingerprint: 6, ..JUDGE })),
        ("deeper entries", origin(&HEAP, JUDGE, DepthMatch::AtLeast)),
    ];
    assert_eq!(exact(HEAP, JUDGE), ours);
    let typed = origin(&HEAP, Judge::<1> { score: 0, fingerprint: 5 }, DepthMatch::Exact);
    assert_ne!(typed.fingerprint(), ours.fingerprint(), "the type of the evaluator");
    for (at, (what, other)) in others.iter().enumerate() {
        let mut rest = others[at + 1..].iter().map(|(_, rest)| rest).chain([&ours]);
        assert!(rest.all(|one| one.fingerprint() != other.fingerprint()), "{what}");
    }
}

#[test]
fn every_part_of_the_rules_counts() {
    let ours = origin(&HEAP, JUDGE, DepthMatch::Exact);
    let exact = |heap: Heap| origin(&heap, JUDGE, DepthMatch::Exact);
    for (what, other) in [
        ("the side to move", exact(Heap { is_turned: true, ..HEAP })),
        ("the key", exact(Heap { salt: 1 << 30, ..HEAP })),
        ("the bits of keys", exact(Heap { bits: 41, ..HEAP })),
        ("the range", exact(Heap { widest: 10, ..HEAP })),
        ("the score of the end", exact(Heap { end: 2, ..HEAP })),
        ("move codes", exact(Heap { move_code: 1, ..HEAP })),
        ("moves", exact(Heap { most: 3, ..HEAP })),
        ("the start", exact(Heap { left: 11, ..HEAP })),
        ("evaluations", origin(&HEAP, Judge { score: 1, ..JUDGE }, DepthMatch::Exact)),
    ] {
        assert_ne!(other.rules(), ours.rules(), "{what}");
    }
}
