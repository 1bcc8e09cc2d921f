//! Forged proofs, each with a single fault.

use crate::game::{Noughts, checked, checked_with, draw, file};
use eldest::{Moves, Position, Score, Side};
use eldest_check::{CheckOptions, Claim, Codec, Error, Header, RecordFault};
use eldest_checks::raw::RawRecord;

/// The fault found in a proof of a draw after `forge` changed it, and the number of the faulty
/// record.
#[track_caller]
fn fault(forge: impl FnOnce(&mut Header, &mut Vec<RawRecord>)) -> (u64, RecordFault) {
    let (mut header, mut lines) = draw("-", Side::First);
    assert!(checked(&Noughts, &file(&header, &lines)).is_ok());
    forge(&mut header, &mut lines);
    match checked(&Noughts, &file(&header, &lines)) {
        Err(Error::Refused { record, fault, .. }) => (record, fault),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_child_is_missing() {
    for gone in 1..30 {
        let (record, fault) = fault(|_, lines| drop(lines.remove(gone)));
        assert!(matches!(fault, RecordFault::Missing { .. }), "{fault}");
        assert!(record as usize <= gone, "{record} leads to {gone}");
    }
    let (record, fault) = fault(|_, lines| drop(lines.remove(0)));
    assert_eq!((record, matches!(fault, RecordFault::Missing { .. })), (0, true));
    let (record, _) = self::fault(|_, lines| lines.clear());
    assert_eq!(record, 0);
}

#[test]
fn a_move_is_wrong() {
    let moved = |mv: &str| {
        let mv = mv.as_bytes().to_vec();
        fault(|_, lines| lines[0].mv = mv)
    };
    assert_eq!(moved("10"), (1, RecordFault::IllegalMove));
    assert_eq!(moved("0"), (1, RecordFault::IllegalMove));
    assert_eq!(moved(""), (1, RecordFault::NoMove));
    assert_eq!(fault(|_, lines| lines[1].mv = lines[1].code.clone()).1, RecordFault::IllegalMove);
    // A legal move to a position without records.
    assert!(matches!(moved("1"), (1, RecordFault::Missing { .. })));
}

#[test]
fn a_move_loses() {
    // Crosses must play 6; any other move lets noughts complete a line of three.
    let code = "oo./xx./...";
    let line = |mv: &[u8]| RawRecord { height: 5, code: code.into(), least: 0, mv: mv.to_vec() };
    let root = Noughts.parse(code).unwrap();
    let claim = Claim { prover: root.side(), least: Score::DRAW };
    let header = Header::new(&Noughts, &root, claim, false);
    assert!(checked(&Noughts, &file(&header, &[line(b"6")])).is_ok());
    let error = checked(&Noughts, &file(&header, &[line(b"7")])).unwrap_err().to_string();
    let expected = "record 1, oo./xx./...: it leads to ooo/xx./x.., where the game ends with -8000000 for the prover";
    assert!(error.starts_with(expected), "{error}");
}

#[test]
fn it_is_sorted_wrongly() {
    let (record, fault) = fault(|_, lines| lines.swap(1, 2));
    assert_eq!((record, fault), (3, RecordFault::Unsorted));
    let (record, fault) = self::fault(|_, lines| lines.swap(0, 1));
    assert_eq!((record, fault), (2, RecordFault::Unsorted));
    let (_, fault) = self::fault(|_, lines| lines.insert(5, lines[5].clone()));
    assert_eq!(fault, RecordFault::Unsorted);
}

#[test]
fn a_position_comes_twice() {
    let (record, fault) = fault(|_, lines| {
        let again = RawRecord { height: 1, ..lines[0].clone() };
        lines.push(again);
        let last = lines.len() - 1;
        lines[..=last].sort_by(|a, b| b.height.cmp(&a.height).then_with(|| a.code.cmp(&b.code)));
    });
    assert_eq!((record > 1, fault), (true, RecordFault::Duplicate { other: 1 }));
}

#[test]
fn heights_are_wrong() {
    // With equal heights nothing is lower than the records that need it.
    let (record, fault) = fault(|_, lines| {
        lines.iter_mut().for_each(|line| line.height = 3);
        lines.sort_by(|a, b| a.code.cmp(&b.code));
    });
    assert!(matches!(fault, RecordFault::Height { height: 3, .. }), "record {record}: {fault}");
    // Other heights are as good, if they fall.
    let (header, mut lines) = draw("-", Side::First);
    lines.iter_mut().for_each(|line| line.height = line.height * 1_000 + 7);
    assert!(checked(&Noughts, &file(&header, &lines)).is_ok());
    // The greatest height that is allowed.
    lines[0].height = u64::from(u32::MAX) - 1;
    assert!(checked(&Noughts, &file(&header, &lines)).is_ok());
}

#[test]
fn less_is_claimed_than_is_needed() {
    let (_, fault) = fault(|_, lines| lines[3].least = -1);
    assert!(matches!(fault, RecordFault::Weak { found: -1, needed: 0, .. }), "{fault}");
    // And with a claim that is too high for its records, or for the rules.
    let (_, fault) = self::fault(|header, _| header.claim.least = Score::new(1));
    assert!(matches!(fault, RecordFault::Weak { found: 0, needed: 1, .. }), "{fault}");
    let (_, fault) = self::fault(|header, lines| {
        header.claim.least = Score::new(1);
        lines.iter_mut().for_each(|line| line.least = 1);
    });
    assert!(matches!(fault, RecordFault::Outcome { found: 0, needed: 1, .. }), "{fault}");
}

#[test]
fn the_wrong_side_proves_it() {
    let (_, fault) = fault(|header, _| header.claim.prover = Side::Second);
    assert_eq!(fault, RecordFault::NotToMove);
    let (_, fault) = self::fault(|header, lines| {
        header.claim.prover = Side::Second;
        lines.iter_mut().for_each(|line| line.mv.clear());
    });
    assert!(matches!(fault, RecordFault::Missing { .. } | RecordFault::Outcome { .. }), "{fault}");
}

#[test]
fn a_position_is_none_or_over_or_named_otherwise() {
    let with = |code: &str| {
        let line = RawRecord { height: 9, code: code.into(), least: 0, mv: Vec::new() };
        let (_, fault) = fault(|_, lines| {
            lines.push(line);
            lines.sort_by(|a, b| b.height.cmp(&a.height).then_with(|| a.code.cmp(&b.code)));
        });
        fault
    };
    assert_eq!(with("xxx/xxx/xxx"), RecordFault::NoPosition);
    assert_eq!(with("-"), RecordFault::OtherCode);
    assert_eq!(with("xxx/oo./..."), RecordFault::Over);
}

#[test]
fn it_is_about_something_else() {
    let (header, lines) = draw("-", Side::First);
    let message = |change: &dyn Fn(&mut Header)| {
        let mut header = header.clone();
        change(&mut header);
        checked(&Noughts, &file(&header, &lines)).unwrap_err().to_string()
    };
    assert!(
        message(&|header| header.game = "nim".to_owned())
            .contains("about nim, and this is tictactoe")
    );
    assert!(message(&|header| header.rules = 7).contains("about rules 0000000000000007"));
    assert!(
        message(&|header| header.position = "x".to_owned()).contains("no position of the game")
    );
    assert!(message(&|header| header.trusts_bounds = true).contains("have to be trusted"));
    // Trusting the bounds changes nothing else.
    let mut trusting = header.clone();
    trusting.trusts_bounds = true;
    let trust = CheckOptions::new().trust_bounds(true);
    assert!(checked_with(&Noughts, &file(&trusting, &lines), &trust).is_ok());
    // Another position needs other records.
    assert!(
        message(&|header| header.position = "x../.../...".to_owned())
            .starts_with("record 0, x../.../...")
    );
}

#[test]
fn a_proof_may_have_nothing_to_prove_but_no_more() {
    let (header, _) = draw("xxx/oo./...", Side::First);
    assert_eq!(checked(&Noughts, &file(&header, &[])).unwrap().records, 0);
    let (header, _) = draw("xxx/oo./...", Side::Second);
    assert!(matches!(
        checked(&Noughts, &file(&header, &[])),
        Err(Error::Refused { record: 0, fault: RecordFault::Outcome { .. }, .. })
    ));
}

/// Two rooms with a door between them. Either side may leave from the second room, and wins by
/// that.
#[derive(Copy, Clone)]
struct Rooms {
    room: u8,
    side: Side,
}

impl Position for Rooms {
    type Move = u8;
    type Undo = Self;

    fn side(&self) -> Side {
        self.side
    }

    fn key(&self) -> u64 {
        self.room.into()
    }

    fn over(&self) -> Option<Score> {
        (self.room == 2).then_some(Score::LOSS)
    }

    fn moves(&self, out: &mut Moves<'_, u8>) {
        out.push(1 - self.room);
        if self.room == 1 {
            out.push(2);
        }
    }

    fn play(&mut self, room: u8) -> Self {
        std::mem::replace(self, Self { room, side: self.side.other() })
    }

    fn undo(&mut self, _: u8, before: Self) {
        *self = before;
    }
}

struct House;

impl Codec for House {
    type Position = Rooms;

    fn game(&self) -> String {
        "rooms".to_owned()
    }

    fn encode(&self, rooms: &Rooms, out: &mut Vec<u8>) {
        out.extend([b'0' + rooms.room, b'0' + rooms.side as u8]);
    }

    fn decode(&self, code: &[u8]) -> Option<Rooms> {
        let &[room @ b'0'..=b'2', side @ b'0'..=b'1'] = code else { return None };
        Some(Rooms {
            room: room - b'0',
            side: [Side::First, Side::Second][usize::from(side - b'0')],
        })
    }

    fn encode_move(&self, _: &Rooms, mv: u8, out: &mut Vec<u8>) {
        out.push(mv);
    }

    fn decode_move(&self, _: &Rooms, code: &[u8]) -> Option<u8> {
        code.first().copied()
    }

    fn format(&self, rooms: &Rooms) -> String {
        format!("{}{}", rooms.room, rooms.side as u8)
    }

    fn parse(&self, text: &str) -> Option<Rooms> {
        self.decode(text.as_bytes())
    }
}

/// A circular proof: First walks in a circle and claims a win in each of its positions.
#[test]
fn a_circle_proves_nothing() {
    let root = House.parse("01").unwrap();
    let claim = Claim { prover: Side::First, least: Score::new(1) };
    let header = Header::new(&House, &root, claim, false);
    let line = |height, code: &str, mv: &[u8]| RawRecord {
        height,
        code: code.into(),
        least: 1,
        mv: mv.to_vec(),
    };
    // Second goes from room 0 to 1, First back to 0, where Second is to move again.
    let circle = file(&header, &[line(2, "01", b""), line(1, "10", &[0])]);
    match checked(&House, &circle) {
        Err(Error::Refused { record, fault, .. }) => {
            let position = "10".to_owned();
            assert_eq!((record, fault), (2, RecordFault::Height { position, child: 2, height: 1 }));
        }
        other => panic!("{other:?}"),
    }
    let proof = file(&header, &[line(2, "01", b""), line(1, "10", &[2])]);
    assert!(checked(&House, &proof).is_ok());
}

/// The same game, declared to depend on the path to a position.
#[derive(Copy, Clone)]
struct Haunted(Rooms);

impl Position for Haunted {
    const PATH_DEPENDENT: bool = true;
    eldest::forward_position!(self.0: Rooms; except PATH_DEPENDENT, undo, Undo, play);
    type Undo = Self;

    fn play(&mut self, room: u8) -> Self {
        let before = *self;
        self.0.play(room);
        before
    }

    fn undo(&mut self, _: u8, before: Self) {
        *self = before;
    }
}

struct HauntedHouse;

impl Codec for HauntedHouse {
    type Position = Haunted;

    fn game(&self) -> String {
        House.game()
    }

    fn encode(&self, rooms: &Haunted, out: &mut Vec<u8>) {
        House.encode(&rooms.0, out);
    }

    fn decode(&self, code: &[u8]) -> Option<Haunted> {
        House.decode(code).map(Haunted)
    }

    fn encode_move(&self, rooms: &Haunted, mv: u8, out: &mut Vec<u8>) {
        House.encode_move(&rooms.0, mv, out);
    }

    fn decode_move(&self, rooms: &Haunted, code: &[u8]) -> Option<u8> {
        House.decode_move(&rooms.0, code)
    }

    fn format(&self, rooms: &Haunted) -> String {
        House.format(&rooms.0)
    }

    fn parse(&self, text: &str) -> Option<Haunted> {
        House.parse(text).map(Haunted)
    }
}

#[test]
fn where_the_way_to_a_position_matters_nothing_is_proved() {
    let error = checked(&HauntedHouse, &[]).unwrap_err();
    assert!(matches!(error, Error::PathDependent));
    assert!(error.to_string().contains("depend on how a position was reached"), "{error}");
}
