use crate::doc::Countdown;
use crate::position::{KeyKind, Selection, Selective, Selector};
use crate::table::NewEntry;
use crate::{
    Bound, Bounds, Depth, Evaluator, Moves, Position, Score, SharedTable, Side, Table, Window,
    ZeroEvaluator,
};

/// A position that overrides every default.
#[derive(Clone, Debug, PartialEq)]
struct Overriding {
    played: Vec<u8>,
}

impl Position for Overriding {
    type Move = u8;
    type Undo = &'static str;

    const ALTERNATES: bool = true;
    const WIN_DISTANCE: bool = false;
    const PATH_DEPENDENT: bool = true;

    fn side(&self) -> Side {
        Side::Second
    }
    fn key(&self) -> u64 {
        2
    }
    fn taken(&self) -> Option<i32> {
        Some(17)
    }
    fn key_kind(&self) -> KeyKind {
        KeyKind::Unique { bits: 3 }
    }
    fn over(&self) -> Option<Score> {
        Some(Score::new(4))
    }
    fn moves(&self, out: &mut Moves<'_, u8>) {
        (5..8).for_each(|mv| out.push(mv));
    }
    fn play(&mut self, mv: u8) -> &'static str {
        self.played.push(mv);
        "undo"
    }
    fn undo(&mut self, mv: u8, undo: &'static str) {
        assert_eq!((self.played.pop(), undo), (Some(mv), "undo"));
    }
    fn move_code(&self, mv: u8) -> u16 {
        u16::from(mv) + 8
    }
    fn relevant_moves(&self, out: &mut Moves<'_, u8>) {
        out.push(9);
    }
    fn bounds(&self) -> Bounds {
        Bounds::exact(Score::new(10))
    }
    fn bounds_for(&self, window: Window) -> Bounds {
        let is_asked = window == Window::null(Score::new(100));
        Bounds::exact(Score::new(if is_asked { 11 } else { 0 }))
    }
    fn key_after(&self, mv: u8) -> Option<u64> {
        Some(u64::from(mv) + 12)
    }
    fn plies_left(&self) -> Option<u32> {
        Some(13)
    }
    fn endless(&self) -> Option<Score> {
        Some(Score::new(18))
    }
    fn range(&self) -> Bounds {
        Bounds::exact(Score::new(14))
    }
    fn granularity(&self) -> u32 {
        15
    }
    fn fingerprint(&self) -> u64 {
        16
    }
}

/// Forwards every item. The lint knows all methods of the trait that have a default: a new one must
/// be forwarded too.
#[derive(Clone, Debug, PartialEq)]
struct Same<P> {
    inner: P,
}

#[deny(clippy::missing_trait_methods)]
impl<P: Position> Position for Same<P> {
    forward_position!(self.inner: P);
}

/// Uses the defaults, where there are any.
#[derive(Clone, Debug, PartialEq)]
struct Defaulting(Overriding);

impl Position for Defaulting {
    forward_position!(self.0: Overriding; except
        ALTERNATES, WIN_DISTANCE, PATH_DEPENDENT, taken, key_kind, move_code, relevant_moves, bounds,
        bounds_for, key_after, plies_left, endless, range, granularity, fingerprint);
}

/// All methods of a position, with the name of each.
fn answers<P: Position<Move = u8, Undo = &'static str>>(position: &P) -> Vec<(&str, String)> {
    let window = Window::null(Score::new(100));
    let mut after = position.clone();
    let undo = after.play(7);
    after.undo(7, undo);
    vec![
        ("ALTERNATES", format!("{}", P::ALTERNATES)),
        ("WIN_DISTANCE", format!("{}", P::WIN_DISTANCE)),
        ("PATH_DEPENDENT", format!("{}", P::PATH_DEPENDENT)),
        ("taken", format!("{:?}", position.taken())),
        ("key_kind", format!("{:?}", position.key_kind())),
        ("move_code", format!("{}", position.move_code(7))),
        ("relevant_moves", format!("{:?}", Moves::collect(|out| position.relevant_moves(out)))),
        ("bounds", format!("{:?}", position.bounds())),
        ("bounds_for", format!("{:?}", position.bounds_for(window))),
        ("key_after", format!("{:?}", position.key_after(7))),
        ("plies_left", format!("{:?}", position.plies_left())),
        ("endless", format!("{:?}", position.endless())),
        ("range", format!("{:?}", position.range())),
        ("granularity", format!("{}", position.granularity())),
        ("fingerprint", format!("{}", position.fingerprint())),
        // From here on there are no defaults.
        ("side", format!("{:?}", position.side())),
        ("key", format!("{}", position.key())),
        ("over", format!("{:?}", position.over())),
        ("moves", format!("{:?}", Moves::collect(|out| position.moves(out)))),
        ("play", undo.to_owned()),
    ]
}

#[test]
fn a_wrapper_that_forwards_all_is_what_it_wraps() {
    let overriding = Overriding { played: Vec::new() };
    assert_eq!(answers(&Same { inner: overriding.clone() }), answers(&overriding));
    assert_eq!(answers(&Same { inner: Same { inner: overriding.clone() } }), answers(&overriding));
}

/// Ensures that the test above covers each of them.
#[test]
fn what_is_excepted_has_its_default() {
    let overriding = Overriding { played: Vec::new() };
    let defaulting = Defaulting(overriding.clone());
    for (number, (theirs, ours)) in
        answers(&defaulting).iter().zip(answers(&overriding)).enumerate()
    {
        assert_eq!(*theirs == ours, number >= 15, "{theirs:?}, {ours:?}");
    }
}

#[test]
fn moves_are_played_and_taken_back_inside() {
    let mut same = Same { inner: Overriding { played: Vec::new() } };
    let undo = same.play(7);
    assert_eq!((undo, &same.inner.played[..]), ("undo", &[7][..]));
    same.undo(7, undo);
    assert!(same.inner.played.is_empty());
}

/// An evaluator and a table that forward every item; the lint applies as above.
struct SameEvaluator<E> {
    inner: E,
}

#[deny(clippy::missing_trait_methods)]
impl<P: Position, E: Evaluator<P>> Evaluator<P> for SameEvaluator<E> {
    forward_evaluator!(self.inner: E as Evaluator<P>);
}

struct SameTable<T> {
    inner: T,
}

#[deny(clippy::missing_trait_methods)]
impl<T: Table> Table for SameTable<T> {
    forward_table!(self.inner: T);
}

#[test]
fn an_evaluator_is_forwarded_with_what_it_selects() {
    let selection = Selection::default().with(|selection| selection.margin = 7);
    let own = Selective::new(|heap: &Countdown| Score::new(heap.left().into()), selection);
    let same = SameEvaluator { inner: own };
    let mut heap = Countdown::new(9);
    assert_eq!(same.evaluate(&heap, &same.start(&heap)), Score::new(9));
    assert_eq!(same.fingerprint(), own.fingerprint());
    assert_eq!(same.selector().selection(), selection);
    const { assert!(<SameEvaluator<Selective<ZeroEvaluator>> as Evaluator<Countdown>>::SELECTS) };
    assert_eq!(same.selector().pass(&mut heap), Some(()));
    assert_eq!(heap.side(), Side::Second);
    same.selector().take_back_pass(&mut heap, ());
    assert_eq!(heap.side(), Side::First);
}

#[test]
fn a_table_is_forwarded_with_its_slots() {
    let same = SameTable { inner: SharedTable::new(4096).expect("a small table") };
    let finding = NewEntry::new(Score::new(3), Bound::Exact, Depth::plies(2));
    assert_eq!((same.bind(7), same.bytes()), (Ok(false), same.inner.bytes()));
    same.store(same.slot(5), finding);
    let entry = same.inner.probe(same.inner.slot(5), Depth::plies(2));
    assert_eq!(same.probe(same.slot(5), Depth::plies(2)), entry);
    assert!(entry.is_some() && same.bind(8).is_err());
    same.clear();
    assert!(same.inner.probe(same.inner.slot(5), Depth::plies(2)).is_none());
}
