//! Proofs that are larger than a block, and codes that are longer than the part that is compared
//! first.

use crate::game::{checked, checked_with, file};
use eldest::{Moves, Position, Score, Side};
use eldest_check::{
    CertificateReader, CheckOptions, Claim, Codec, Error, Header, RecordFault, check,
};
use eldest_checks::raw::{RawRecord, raw};
use std::io::Cursor;
use std::ops::ControlFlow;

/// A counter that is taken down to 0 by a single player; then the game is drawn.
#[derive(Copy, Clone)]
struct Down(u32);

impl Position for Down {
    type Move = u8;
    type Undo = ();

    fn side(&self) -> Side {
        Side::First
    }

    fn key(&self) -> u64 {
        self.0.into()
    }

    fn over(&self) -> Option<Score> {
        (self.0 == 0).then_some(Score::DRAW)
    }

    fn moves(&self, out: &mut Moves<'_, u8>) {
        out.push(0);
    }

    fn play(&mut self, _: u8) {
        self.0 -= 1;
    }

    fn undo(&mut self, _: u8, (): ()) {
        self.0 += 1;
    }
}

/// Codes of positions and of moves with this many bytes.
struct Long(usize);

impl Codec for Long {
    type Position = Down;

    fn game(&self) -> String {
        "down".to_owned()
    }

    fn encode(&self, position: &Down, out: &mut Vec<u8>) {
        out.resize(self.0 - 4, 7);
        out.extend_from_slice(&position.0.to_be_bytes());
    }

    fn decode(&self, code: &[u8]) -> Option<Down> {
        let (stem, number) = code.split_last_chunk()?;
        let is_one = stem.len() == self.0 - 4 && stem.iter().all(|byte| *byte == 7);
        is_one.then(|| Down(u32::from_be_bytes(*number)))
    }

    fn encode_move(&self, _: &Down, mv: u8, out: &mut Vec<u8>) {
        out.resize(self.0, mv);
    }

    fn decode_move(&self, _: &Down, code: &[u8]) -> Option<u8> {
        code.first().copied().filter(|_| code.len() == self.0)
    }

    fn format(&self, position: &Down) -> String {
        position.0.to_string()
    }

    fn parse(&self, text: &str) -> Option<Down> {
        text.parse().ok().map(Down)
    }
}

/// A proof that the game is drawn from `count`, with one record for each height.
fn steps(codec: &Long, count: u32) -> (Header, Vec<RawRecord>) {
    let claim = Claim { prover: Side::First, least: Score::DRAW };
    let lines = (1..=count).rev().map(|left| line(codec, left, left.into()));
    (Header::new(codec, &Down(count), claim, false), lines.collect())
}

fn line(codec: &Long, left: u32, height: u64) -> RawRecord {
    let (mut code, mut mv) = (Vec::new(), Vec::new());
    codec.encode(&Down(left), &mut code);
    codec.encode_move(&Down(left), 0, &mut mv);
    RawRecord { height, code, least: 0, mv }
}

#[test]
fn codes_of_every_length_are_distinguished() {
    for length in [4, 7, 8, 9, 12, 128, 300, 1 << 15] {
        let codec = Long(length);
        let (header, lines) = steps(&codec, 12);
        for options in [CheckOptions::new(), CheckOptions::new().memory_bytes(0)] {
            let proof = checked_with(&codec, &file(&header, &lines), &options).unwrap();
            assert_eq!(proof.records, 12, "{length}");
            assert!(
                checked_with(&codec, &raw(&header.to_string(), 0, &lines, 1), &options).is_ok()
            );
            for gone in [0, 11] {
                let mut fewer = lines.clone();
                fewer.remove(gone);
                let refused = checked_with(&codec, &file(&header, &fewer), &options);
                let is_missing = matches!(
                    refused,
                    Err(Error::Refused { fault: RecordFault::Missing { .. }, .. })
                );
                assert!(is_missing, "{length} {gone}");
            }
        }
    }
}

#[test]
fn a_code_that_is_too_long_is_refused() {
    let codec = Long((1 << 15) + 1);
    let (header, _) = steps(&codec, 3);
    let error = checked(&codec, &raw(&header.to_string(), 0, &[], 1)).unwrap_err();
    let fault = RecordFault::CodeLength { length: (1 << 15) + 1 };
    assert!(matches!(&error, Error::Refused { record: 0, fault: f, .. } if *f == fault), "{error}");
}

/// More records of one height than the writer puts into a block, and more than a block may have.
#[test]
fn one_height_may_take_many_blocks() {
    const COUNT: u32 = 65_537;
    let codec = Long(4);
    let (header, _) = steps(&codec, 2);
    let lines: Vec<_> = (1..=COUNT).map(|left| line(&codec, left, 1)).collect();
    let written = file(&header, &lines);
    let mut reader = CertificateReader::new(Cursor::new(&written)).unwrap();
    for at in [0, 1, 32_767, 32_768, lines.len() - 1] {
        let found = reader.find(&lines[at].code).unwrap().unwrap();
        assert_eq!(found.record, at as u64 + 1);
    }
    let one_too_many = raw(&header.to_string(), 0, &lines, (1 << 16) + 1);
    let error = checked(&codec, &one_too_many).unwrap_err();
    assert!(error.to_string().contains("the number of records is wrong"), "{error}");
}

/// The comparison of needs takes as long as playing the moves, and can be stopped, too.
#[test]
fn a_check_is_stopped_while_needs_are_compared() {
    let codec = Long(4);
    let (header, lines) = steps(&codec, 5_000);
    let file = file(&header, &lines);
    let mut at_the_end = 0;
    let stopped = check(&codec, Cursor::new(&file), &CheckOptions::new(), &mut |progress| {
        at_the_end += u32::from(progress.bytes == progress.length);
        if at_the_end > 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    assert!(matches!(stopped, Err(Error::Stopped)) && at_the_end == 1);
}
