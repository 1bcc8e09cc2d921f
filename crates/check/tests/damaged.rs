//! A changed byte anywhere is refused, and no input causes a panic.

use crate::game::{Noughts, checked, draw, file};
use eldest::Side;
use eldest_check::{CertificateReader, Error, RecordFault};
use eldest_checks::raw::{RawRecord, signed};
use std::io::Cursor;

/// A proof from a position with few empty cells, small enough to change each of its bytes.
fn small() -> Vec<u8> {
    let (header, lines) = draw("x.o/.x./..o", Side::First);
    file(&header, &lines)
}

#[test]
fn every_byte_counts() {
    let file = small();
    assert!(checked(&Noughts, &file).is_ok());
    for at in 0..file.len() {
        for change in [1, 2, 4, 8, 16, 32, 64, 128, 255] {
            let mut damaged = file.clone();
            damaged[at] ^= change;
            assert!(checked(&Noughts, &damaged).is_err(), "byte {at} ^ {change}");
        }
    }
}

#[test]
fn nothing_may_be_missing_or_left_over() {
    let file = small();
    for length in 0..file.len() {
        assert!(checked(&Noughts, &file[..length]).is_err(), "{length} bytes");
        assert!(checked(&Noughts, &file[length + 1..]).is_err(), "from {length}");
    }
    for more in [&[0][..], &[0; 32], &file] {
        assert!(checked(&Noughts, &[&file, more].concat()).is_err());
    }
}

/// With a matching digest a change may be accepted if the proof stays valid, for example with
/// another move that is as good. None may panic, and most must be refused.
#[test]
fn a_change_with_its_digest_is_read_without_a_panic() {
    let (file, mut accepted) = (small(), 0);
    let tried = (0..file.len() - 32).flat_map(|at| [1, 2, 16, 128, 255].map(|change| (at, change)));
    for (at, change) in tried.clone() {
        let mut changed = file.clone();
        changed[at] ^= change;
        accepted += u32::from(checked(&Noughts, &signed(changed)).is_ok());
    }
    assert!(accepted * 50 < tried.count() as u32, "{accepted}");
}

/// Pseudo-random bytes in place of the blocks.
#[test]
fn anything_may_follow_the_header() {
    let file = small();
    let begin = file.windows(2).position(|two| two == b"\n\n").unwrap() + 2;
    let mut drawn = 7_u64;
    for length in 0..600 {
        let mut forged = file[..begin].to_vec();
        forged.extend((0..length % 90 + 32).map(|_| {
            drawn = drawn.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(1);
            (drawn >> 60) as u8 // small numbers: short blocks
        }));
        assert!(checked(&Noughts, &signed(forged)).is_err());
    }
}

#[test]
fn other_files_and_damaged_certificates_are_distinguished() {
    let message = |file: &[u8]| CertificateReader::new(Cursor::new(file)).unwrap_err().to_string();
    let file = small();
    assert!(message(b"").contains("no certificate"));
    assert!(message(b"eldest saved table").contains("no certificate"));
    assert!(message(&file[..file.len() - 1]).contains("damaged, or incomplete"));
    let newer = [b"eldest certificate 2", &file[20..]].concat();
    assert!(message(&signed(newer)).contains("in format 2; this program reads format 1"));
}

/// Errors of the format in files with a matching digest.
#[test]
fn blocks_and_their_end_are_checked_against_the_format() {
    let (header, lines) = draw("x.o/.x./..o", Side::First);
    let file = file(&header, &lines);
    let begin = file.windows(2).position(|two| two == b"\n\n").unwrap() + 2;
    let end = file.len() - 32 - 8 - 4;
    let malformed = |changed: Vec<u8>, expected: &str| {
        let error = checked(&Noughts, &signed(changed)).unwrap_err();
        assert!(matches!(error, Error::Malformed { .. }), "{error}");
        assert!(error.to_string().contains(expected), "{error}");
    };
    let with = |at: usize, bytes: &[u8]| {
        let mut changed = file.clone();
        changed[at..at + bytes.len()].copy_from_slice(bytes);
        changed
    };
    malformed(with(begin, &u32::MAX.to_le_bytes()), "longer than blocks may be");
    malformed(with(begin, &4_000_000_u32.to_le_bytes()), "ends within a block");
    malformed(with(begin + 4, &[0, 0]), "cannot be decompressed");
    malformed(with(end + 4, &9_u64.to_le_bytes()), "the number of records");
    malformed(
        [&file[..end], &[0; 4], &file[end + 4..], &[0; 32]].concat(),
        "the length of the file is wrong",
    );
}

/// Zeros compress a thousandfold: decompression stops at the size limit of a block.
#[test]
fn a_block_that_would_fill_the_memory_is_not_unpacked() {
    let (header, _) = draw("x.o/.x./..o", Side::First);
    let bomb = miniz_oxide::deflate::compress_to_vec_zlib(&vec![0; 1 << 23], 6);
    let mut forged = header.to_string().into_bytes();
    forged.extend_from_slice(&(bomb.len() as u32).to_le_bytes());
    forged.extend_from_slice(&bomb);
    forged.extend_from_slice(&[0; 44]);
    let error = checked(&Noughts, &signed(forged)).unwrap_err();
    assert!(error.to_string().contains("cannot be decompressed"), "{error}");
}

/// Codes that the rules do not accept are refused at once, however long they are.
#[test]
fn codes_that_are_no_positions_are_refused_where_they_stand() {
    let (header, mut lines) = draw("x.o/.x./..o", Side::First);
    lines.insert(0, RawRecord { height: 9, code: vec![7; 30_000], least: 0, mv: Vec::new() });
    let error = checked(&Noughts, &file(&header, &lines)).unwrap_err();
    assert!(
        matches!(&error, Error::Refused { record: 1, fault: RecordFault::NoPosition, .. }),
        "{error}"
    );
}
