//! Numbers out of range and alternative spellings are refused when they are read.

use crate::game::{Noughts, checked, draw};
use eldest::Side;
use eldest_check::{CertificateWriter, Codec, Error, Expansion, Header, NodeRecord, RecordFault};
use eldest_checks::raw::{RawRecord, raw};
use std::sync::LazyLock;

/// A proof that Second gets a draw.
static HONEST: LazyLock<(Header, Vec<RawRecord>)> = LazyLock::new(|| draw("-", Side::Second));

/// Checks the proof with other text in its header and other records.
fn forged(
    header: &dyn Fn(String) -> String,
    claimed: i64,
    forge: impl FnOnce(&mut Vec<RawRecord>),
) -> Result<(), Error> {
    let (honest, mut lines) = HONEST.clone();
    forge(&mut lines);
    let text = header(honest.to_string());
    checked(&Noughts, &raw(&text, claimed, &lines, 1 << 16)).map(drop)
}

/// Replaces the value of this line in the header.
fn line(key: &'static str, value: String) -> impl Fn(String) -> String {
    move |header| {
        let begin = header.find(key).unwrap() + key.len();
        let end = begin + header[begin..].find('\n').unwrap();
        format!("{}{value}{}", &header[..begin], &header[end..])
    }
}

fn unchanged(header: String) -> String {
    header
}

/// A sum of 32 bits must not wrap around: one ply below the greatest number would be the least,
/// which every position is worth.
#[test]
fn a_value_that_wraps_round_proves_nothing() {
    assert!(forged(&unchanged, 0, |_| ()).is_ok());
    for claimed in [1, 6_000_000, 7_999_991, 8_000_000] {
        let claim = line("claim ", format!("second at least {claimed}"));
        for least in [i32::MAX, i32::MAX - 1, 8_000_001] {
            let refused = forged(&claim, claimed, |lines| lines[0].least = least.into());
            assert!(matches!(refused, Err(Error::Malformed { .. })), "{refused:?}");
        }
    }
}

#[test]
fn every_value_of_a_record_lies_in_its_range() {
    let refused = |at: usize, least| forged(&unchanged, 0, |lines| lines[at].least = least);
    for at in [0, 1, 60] {
        for beyond in [
            8_000_001,
            8_388_607,
            i64::from(i32::MAX),
            i64::from(i32::MAX) + 1,
            1 << 32,
            1 << 40,
            i64::MAX >> 2,
        ] {
            for least in [beyond, -beyond, -beyond - 1] {
                let error = refused(at, least).unwrap_err().to_string();
                assert!(error.contains("a value is wrong; expected one within"), "{error}");
            }
        }
        assert!(matches!(refused(at, 8_000_000), Err(Error::Refused { .. })));
        assert!(matches!(refused(at, -8_000_000), Err(Error::Refused { .. })));
    }
}

#[test]
fn every_height_lies_in_its_range() {
    let top = |height| forged(&unchanged, 0, |lines| lines[0].height = height);
    assert!(top(u64::from(u32::MAX) - 1).is_ok());
    for height in [u64::from(u32::MAX), 1 << 32, 1 << 40, u64::MAX >> 1] {
        let error = top(height).unwrap_err().to_string();
        assert!(
            error.contains("the height is wrong; expected a number below 4294967295"),
            "{error}"
        );
    }
}

#[test]
fn a_claim_is_one_whole_number_in_its_range() {
    for least in [
        "8000001",
        "-8000001",
        "2147483647",
        "-2147483648",
        "99999999999",
        "-0",
        "00",
        "+0",
        " 0",
        "0 ",
        "0x0",
        "0.0",
        "",
    ] {
        let refused = forged(&line("claim ", format!("second at least {least}")), 0, |_| ());
        assert!(
            matches!(refused, Err(Error::Header { expected: "claim" })),
            "{least}: {refused:?}"
        );
    }
}

#[test]
fn a_position_is_written_as_the_game_writes_it() {
    for text in ["-", "...", ".../.../... ", ".........", "0"] {
        let refused = forged(&line("position ", text.to_owned()), 0, |_| ());
        let is_refused = matches!(refused, Err(Error::OtherText { .. } | Error::NoPosition { .. }));
        assert!(is_refused, "{text}: {refused:?}");
    }
    let error = forged(&line("position ", "-".to_owned()), 0, |_| ()).unwrap_err();
    assert_eq!(error.to_string(), "the certificate is about '-', which is written '.../.../...'");
}

/// Two codes of the same move would give two names to one proof.
#[test]
fn a_move_is_written_as_the_game_writes_it() {
    let (header, mut lines) = draw("-", Side::First);
    let mv = String::from_utf8(lines[0].mv.clone()).unwrap();
    for other in [format!("0{mv}"), format!("+{mv}"), format!("{mv} "), format!("00000000{mv}")] {
        lines[0].mv = other.clone().into_bytes();
        let refused = checked(&Noughts, &raw(&header.to_string(), 0, &lines, 1));
        let is_refused = matches!(
            refused,
            Err(Error::Refused {
                record: 1,
                fault: RecordFault::OtherMoveCode | RecordFault::IllegalMove,
                ..
            })
        );
        assert!(is_refused, "{other}: {refused:?}");
    }
}

/// Texts from the file may hold anything, but messages never control the terminal.
#[test]
fn nothing_in_a_message_steers_a_terminal() {
    let evil = "\u{1b}]0;owned\u{7}\u{1b}[2J\u{202e}\r".to_owned();
    for key in ["game ", "position "] {
        let error = forged(&line(key, evil.repeat(100)), 0, |_| ()).unwrap_err().to_string();
        assert!(error.contains(r"\u{1b}]0;owned\u{7}"), "{error}");
        assert!(!error.contains(|c: char| c.is_control() || c == '\u{202e}'), "{error}");
        assert!(error.chars().count() < 1_000, "{error}");
    }
}

/// The writer has the same limits.
#[test]
fn nothing_is_written_that_no_reader_accepts() {
    let (header, _) = draw("-", Side::First);
    let writes = |height, least| {
        let mut writer = CertificateWriter::new(Vec::new(), &header).unwrap();
        writer.push(NodeRecord::new(height, b"code", least, b"")).is_ok()
    };
    assert!(writes(u32::MAX - 1, 8_000_000) && writes(0, -8_000_000));
    for least in [8_000_001, -8_000_001, i32::MAX, i32::MIN] {
        assert!(!writes(1, least), "{least}");
    }
    assert!(!writes(u32::MAX, 0));
    for least in [eldest::Score::INFINITY, -eldest::Score::INFINITY] {
        let mut beyond = header.clone();
        beyond.claim.least = least;
        assert!(CertificateWriter::new(Vec::new(), &beyond).is_err());
    }
}

#[test]
fn an_expansion_refuses_impossible_values() {
    let (header, lines) = draw("-", Side::First);
    let root = Noughts.parse(&header.position).unwrap();
    let mut expansion = Expansion::new(&Noughts, &header);
    for least in [8_000_001, -8_000_001, i32::MAX, i32::MIN] {
        let record = NodeRecord::new(9, &lines[0].code, least, &lines[0].mv);
        assert_eq!(expansion.record(record, &mut |_| ()), Err(RecordFault::Value { least }));
        assert_eq!(expansion.root(&root, least, &mut |_| ()), Err(RecordFault::Value { least }));
    }
}

/// Needs stay within their range, however deep a proof goes.
#[test]
fn a_need_stays_in_its_range() {
    let (header, lines) = draw("-", Side::First);
    for least in [-8_000_000, -7_999_999, 7_999_999, 8_000_000] {
        let mut expansion = Expansion::new(&Noughts, &header);
        let record = NodeRecord::new(9, &lines[0].code, least, &lines[0].mv);
        let mut needed = Vec::new();
        expansion.record(record, &mut |need| needed.push(need.least)).unwrap();
        assert!(!needed.is_empty());
        let expected = (least + 2 * least.signum()).clamp(-8_000_000, 8_000_001);
        assert!(needed.iter().all(|need| *need == expected), "{needed:?} for {least}");
    }
}
