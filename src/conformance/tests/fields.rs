//! Breaks one compared part after the other: each is detected, by its name.

use super::super::evaluator_check::Judgement;
use super::super::snapshot::{Constants, Snapshot};
use super::{Flaw, Heap};
use crate::conformance::{Broken, Difference, check};
use crate::position::{KeyKind, Points};
use crate::{Bounds, Moves, Position, Score, Side, forward_position};

/// Returns the name of the part in which `found` reports a difference.
fn part(found: Result<(), Difference>) -> &'static str {
    found.expect_err("one part is broken").what
}

#[test]
fn every_part_of_a_snapshot_is_compared() {
    let heap = Heap::new(Flaw::None, 9);
    let sound = Snapshot::at(&heap);
    assert_eq!(sound.compare(&sound), Ok(()));
    // A new part is named here, and broken below.
    let Snapshot { side, key, taken: _, over: _, moves, relevant, .. } = sound.clone();
    let Snapshot { move_codes, bounds: _, plies_left: _, .. } = sound.clone();
    let broken = |change: &dyn Fn(&mut Snapshot<u32>)| {
        let mut broken = sound.clone();
        change(&mut broken);
        assert_ne!(broken, sound);
        part(sound.compare(&broken))
    };
    assert_eq!(broken(&|now| now.side = side.other()), "side");
    assert_eq!(broken(&|now| now.key = key ^ 1 << 63), "key");
    assert_eq!(broken(&|now| now.taken = Points::at(&Altered::new("taken"))), "taken");
    assert_eq!(broken(&|now| now.over = Some(Score::DRAW)), "over");
    assert_eq!(broken(&|now| now.moves = moves[1..].to_vec()), "moves");
    assert_eq!(broken(&|now| now.move_codes = move_codes[1..].to_vec()), "move_code");
    assert_eq!(broken(&|now| now.bounds = Bounds::exact(Score::DRAW)), "bounds");
    assert_eq!(broken(&|now| now.relevant = relevant[1..].to_vec()), "relevant_moves");
    assert_eq!(broken(&|now| now.plies_left = None), "plies_left");
}

#[test]
fn every_part_that_must_stay_the_same_is_compared() {
    let sound = Constants::of(&Heap::new(Flaw::None, 9));
    assert_eq!(sound.compare(&sound), Ok(()));
    let Constants { key_kind: _, range: _, granularity: _, fingerprint, has_taken, endless } =
        sound;
    assert_eq!(endless, None);
    for (name, broken) in [
        ("key_kind", Constants { key_kind: KeyKind::Hashed, ..sound }),
        ("range", Constants { range: Bounds::exact(Score::DRAW), ..sound }),
        ("granularity", Constants { granularity: 7, ..sound }),
        ("fingerprint", Constants { fingerprint: fingerprint ^ 1 << 63, ..sound }),
        ("taken().is_some()", Constants { has_taken: !has_taken, ..sound }),
        (ENDLESS, Constants { endless: Some(Score::DRAW), ..sound }),
    ] {
        assert_eq!(part(sound.compare(&broken)), name);
    }
}

#[test]
fn every_part_of_a_judgement_is_compared() {
    let sound = Judgement {
        score: Score::DRAW,
        stands_pat: true,
        noisy: vec![1],
        urgent: false,
        quiet: vec![2],
    };
    assert_eq!(sound.compare(&sound), Ok(()));
    for (name, broken) in [
        ("evaluate", Judgement { score: Score::new(1), ..sound.clone() }),
        ("stands_pat", Judgement { stands_pat: false, ..sound.clone() }),
        ("noisy_moves", Judgement { noisy: Vec::new(), ..sound.clone() }),
        ("is_urgent", Judgement { urgent: true, ..sound.clone() }),
        ("the moves that are quiet", Judgement { quiet: vec![3], ..sound.clone() }),
    ] {
        assert_eq!(part(sound.compare(&broken)), name);
    }
}

/// A sound heap with one result that changes after a move was taken back, or for constants, after a
/// move.
#[derive(Clone, Debug)]
struct Altered {
    heap: Heap,
    what: &'static str,
    is_undone: bool,
    is_played: bool,
}

/// The results that are compared before a move and after it was taken back.
const ANSWERS: [&str; 9] = [
    "side",
    "key",
    "taken",
    "over",
    "moves",
    "move_code",
    "bounds",
    "relevant_moves",
    "plies_left",
];
/// The constants of a game.
const CONSTANT: [&str; 6] =
    ["key_kind", "range", "granularity", "fingerprint", "taken().is_some()", ENDLESS];
const ENDLESS: &str = "endless as the first player sees it";

impl Altered {
    /// Returns a heap that is altered from the start.
    fn new(what: &'static str) -> Self {
        Self { is_undone: true, is_played: true, ..Self::sound(what) }
    }

    /// Returns a heap that will be altered.
    fn sound(what: &'static str) -> Self {
        Self { heap: Heap::new(Flaw::None, 9), what, is_undone: false, is_played: false }
    }

    fn answers_wrong(&self, what: &str) -> bool {
        self.is_undone && self.what == what
    }

    fn has_changed(&self, what: &str) -> bool {
        self.is_played && self.what == what
    }
}

impl Position for Altered {
    forward_position!(self.heap: Heap; except side, key, key_kind, taken, over, moves, play, undo,
        move_code, bounds, bounds_for, relevant_moves, key_after, plies_left, endless, range,
        granularity, fingerprint);

    fn side(&self) -> Side {
        let side = self.heap.side();
        if self.answers_wrong("side") { side.other() } else { side }
    }

    fn key(&self) -> u64 {
        self.heap.key() | u64::from(self.answers_wrong("key")) << 63
    }

    fn key_kind(&self) -> KeyKind {
        let bits = if self.has_changed("key_kind") { 63 } else { 64 };
        KeyKind::Unique { bits }
    }

    fn taken(&self) -> Option<i32> {
        let changes = self.has_changed("taken().is_some()") || self.answers_wrong("taken");
        changes.then_some(0)
    }

    fn over(&self) -> Option<Score> {
        let over = self.heap.over();
        if self.answers_wrong("over") { Some(Score::new(1)) } else { over }
    }

    fn moves(&self, out: &mut Moves<'_, u32>) {
        if self.answers_wrong("moves") { out.push(1) } else { self.heap.moves(out) }
    }

    fn play(&mut self, taken: u32) -> u32 {
        self.is_played = true;
        self.heap.play(taken)
    }

    fn undo(&mut self, taken: u32, last: u32) {
        (self.is_undone, self.is_played) = (true, false);
        self.heap.undo(taken, last);
    }

    fn move_code(&self, mv: u32) -> u16 {
        mv as u16 + u16::from(self.answers_wrong("move_code"))
    }

    fn bounds(&self) -> Bounds {
        let bounds = Bounds::new(Score::new(-2), Score::new(1));
        if self.answers_wrong("bounds") { bounds } else { self.heap.bounds() }
    }

    fn relevant_moves(&self, out: &mut Moves<'_, u32>) {
        if self.answers_wrong("relevant_moves") { out.push(1) } else { self.heap.moves(out) }
    }

    fn plies_left(&self) -> Option<u32> {
        let left = self.heap.plies_left();
        if self.answers_wrong("plies_left") { left.map(|left| left + 1) } else { left }
    }

    fn endless(&self) -> Option<Score> {
        self.has_changed(ENDLESS).then_some(Score::DRAW)
    }

    fn range(&self) -> Bounds {
        let most = Score::new(if self.has_changed("range") { 3 } else { 2 });
        Bounds::new(-most, most)
    }

    fn granularity(&self) -> u32 {
        if self.has_changed("granularity") { 2 } else { 1 }
    }

    fn fingerprint(&self) -> u64 {
        u64::from(self.has_changed("fingerprint"))
    }
}

#[test]
fn every_answer_is_compared_after_a_move_was_taken_back() {
    assert_eq!(check(&Altered::sound("nothing"), 400).map(|_| ()), Ok(()));
    for what in ANSWERS {
        let broken = check(&Altered::sound(what), 400).expect_err(what).broken;
        let Broken::Undo { difference, .. } = broken else { panic!("{what}: {broken}") };
        assert_eq!(difference.what, what);
    }
}

#[test]
fn everything_that_must_stay_the_same_is_compared_in_every_position() {
    for what in CONSTANT {
        let broken = check(&Altered::sound(what), 400).expect_err(what).broken;
        let Broken::Changes(difference) = broken else { panic!("{what}: {broken}") };
        assert_eq!(difference.what, what);
    }
}
