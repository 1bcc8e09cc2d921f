//! Files written and read again, whole and damaged.

use super::header::{CRC64, FileHeader};
use super::*;
use crate::code::Code;
use crate::error::{Fault, FileError, WriteError};
use eldest::{Score, StopToken};
use std::path::{Path, PathBuf};
use tempfile::TempDir;

fn heading() -> Heading {
    Heading { game: "a game".into(), fingerprint: 0x1234_5678_9abc_def0, slice: "one".into() }
}

fn place() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("values.eldb");
    (folder, path)
}

/// Returns codes of all kinds: long runs, noise, and with `distances` above 255 wide blocks.
fn code(number: u64, distances: u64) -> Code {
    let noise = number.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40;
    match noise % 7 {
        _ if number / 3_000 % 2 == 1 => Code::DRAW,
        0 => Code::NONE,
        1 => Code::OPEN,
        2 | 3 => Code::loss_in((noise / 7 % distances) as u32),
        _ => Code::win_in((noise / 7 % distances) as u32),
    }
}

fn write(path: &Path, len: u64, distances: u64) -> Summary {
    let codes = |number| code(number, distances);
    write_dense(path, &heading(), Score::DRAW, codes, len, &StopToken::new()).unwrap()
}

fn tally(codes: impl Iterator<Item = (u64, Code)>) -> Tally {
    let mut tally = Tally::default();
    let scores = codes.filter_map(|(number, code)| Some((number, code.score(Score::DRAW)?)));
    scores.for_each(|(number, score)| tally.count(number, score));
    tally
}

#[test]
fn a_dense_file_returns_each_value() {
    for (len, distances) in [(0, 1), (1, 1), (1_023, 9), (1_024, 9), (12_345, 100), (50_000, 700)] {
        let (_folder, path) = place();
        let summary = write(&path, len, distances);
        let file = SliceFile::open(&path).unwrap();
        for number in 0..len {
            let wanted = code(number, distances).score(Score::DRAW);
            assert!(wanted.is_none() || file.value(number) == wanted, "{number} of {len}");
        }
        assert_eq!(
            (file.value(len), file.value(u64::MAX), file.value_of_key(0)),
            (None, None, None)
        );
        let counted = tally((0..len).map(|number| (number, code(number, distances))));
        assert_eq!(summary, counted.summary(std::fs::metadata(&path).unwrap().len(), len));
        assert_eq!(file.summary(), summary);
        assert_eq!((file.heading(), file.kind()), (&heading(), FileKind::Dense));
    }
}

#[test]
fn a_number_without_a_position_repeats_the_value_before_it() {
    let (_folder, path) = place();
    let codes = |number| if number % 3 == 1 { Code::win_in(number as u32) } else { Code::NONE };
    write_dense(&path, &heading(), Score::DRAW, codes, 9, &StopToken::new()).unwrap();
    let file = SliceFile::open(&path).unwrap();
    let wins = [1, 1, 1, 1, 4, 4, 4, 7, 7].map(|plies| Some(Score::win_in(plies)));
    assert_eq!([0, 1, 2, 3, 4, 5, 6, 7, 8].map(|number| file.value(number)), wins);
    write_dense(&path, &heading(), Score::DRAW, |_| Code::NONE, 9, &StopToken::new()).unwrap();
    assert_eq!(SliceFile::open(&path).unwrap().value(3), Some(Score::DRAW));
}

/// Returns ascending keys with gaps of all lengths.
fn keys(len: u64) -> Vec<(u64, Code)> {
    let mut key = 0_u64;
    let gap = |i: u64| 1 + (i.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (i * 7 % 40 + 24));
    let next = |i| {
        key += gap(i);
        (key, code(i, 300))
    };
    (0..len).map(next).collect()
}

fn write_keyed(path: &Path, entries: &[(u64, Code)]) -> Summary {
    let mut writer = KeyedWriter::create(path, &heading(), Score::DRAW, &StopToken::new()).unwrap();
    entries.chunks(777).for_each(|batch| writer.push(batch).unwrap());
    writer.finish().unwrap()
}

#[test]
fn a_keyed_file_holds_its_keys_and_no_others() {
    for len in [0, 1, 255, 256, 257, 20_000] {
        let (_folder, path) = place();
        let entries = keys(len);
        let summary = write_keyed(&path, &entries);
        let file = SliceFile::open(&path).unwrap();
        for &(key, code) in &entries {
            assert_eq!(file.value_of_key(key), code.score(Score::DRAW), "{key}");
            for other in [key - 1, key + 1] {
                let held = entries.binary_search_by_key(&other, |entry| entry.0);
                let wanted = held.ok().and_then(|i| entries[i].1.score(Score::DRAW));
                assert_eq!(file.value_of_key(other), wanted, "{other}");
            }
        }
        assert_eq!([0, u64::MAX].map(|key| file.value_of_key(key)), [None; 2]);
        let held = entries.iter().filter(|entry| entry.1 != Code::NONE).count() as u64;
        let counted = tally(entries.iter().copied());
        assert_eq!(summary, counted.summary(std::fs::metadata(&path).unwrap().len(), held));
    }
}

#[test]
fn the_extreme_keys_are_held() {
    let (_folder, path) = place();
    write_keyed(&path, &[(0, Code::DRAW), (u64::MAX, Code::win_in(3))]);
    let file = SliceFile::open(&path).unwrap();
    let values = [0, 1, u64::MAX - 1, u64::MAX].map(|key| file.value_of_key(key));
    assert_eq!(values, [Some(Score::DRAW), None, None, Some(Score::win_in(3))]);
}

#[test]
fn keys_out_of_order_are_refused() {
    let (folder, path) = place();
    let mut writer =
        KeyedWriter::create(&path, &heading(), Score::DRAW, &StopToken::new()).unwrap();
    writer.push(&[(3, Code::DRAW)]).unwrap();
    let again = writer.push(&[(3, Code::DRAW)]);
    assert!(matches!(again, Err(WriteError::Order { before: 3, key: 3 })), "{again:?}");
    drop(writer);
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn a_file_that_cannot_be_written_leaves_nothing() {
    let (folder, path) = place();
    let stop = StopToken::new();
    stop.stop();
    let stopped = write_dense(&path, &heading(), Score::DRAW, |_| Code::DRAW, 9, &stop);
    assert!(matches!(stopped, Err(WriteError::Stopped)));
    let long = Heading { game: "x".repeat(256), ..heading() };
    let long = write_dense(&path, &long, Score::DRAW, |_| Code::DRAW, 9, &StopToken::new());
    assert!(matches!(long, Err(WriteError::LongName { .. })));
    // A folder cannot be replaced by a file.
    std::fs::create_dir(&path).unwrap();
    let refused = write_dense(&path, &heading(), Score::DRAW, |_| Code::DRAW, 9, &StopToken::new());
    assert!(refused.unwrap_err().to_string().contains("values.eldb cannot be written: "));
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
    let nowhere = folder.path().join("none/values.eldb");
    let nowhere =
        KeyedWriter::create(&nowhere, &heading(), Score::DRAW, &StopToken::new()).err().unwrap();
    assert!(nowhere.to_string().contains("none"), "{nowhere}");
}

/// Whether a file is refused, or each of its blocks is found to be damaged or sound.
fn is_refused(path: &Path, bytes: &[u8]) -> bool {
    std::fs::write(path, bytes).unwrap();
    let Ok(file) = SliceFile::open(path) else { return true };
    (0..file.len())
        .step_by(500)
        .for_each(|number| _ = (file.value(number), file.value_of_key(number)));
    let damaged = (0..file.blocks()).any(|block| file.contents(block).is_none());
    assert_eq!(damaged, !file.are_blocks_sound());
    damaged
}

#[test]
fn each_changed_byte_and_each_truncation_is_refused() {
    let (_folder, path) = place();
    write(&path, 1_030, 9);
    let dense = std::fs::read(&path).unwrap();
    write_keyed(&path, &keys(260));
    let keyed = std::fs::read(&path).unwrap();
    for bytes in [dense, keyed] {
        assert!(!is_refused(&path, &bytes));
        for at in 0..bytes.len() {
            let mut changed = bytes.clone();
            changed[at] ^= 1 << (at % 8);
            assert!(is_refused(&path, &changed), "byte {at}");
        }
        for len in (0..bytes.len()).step_by(7) {
            assert!(is_refused(&path, &bytes[..len]), "length {len}");
        }
        assert!(is_refused(&path, &[&bytes[..], &[0]].concat()));
    }
}

/// Returns the error of a file whose header has other bytes at `at`, with the right checksum.
fn error_with(at: usize, bytes: &[u8]) -> String {
    let (_folder, path) = place();
    write(&path, 2_500, 300);
    let mut file = std::fs::read(&path).unwrap();
    file[at..at + bytes.len()].copy_from_slice(bytes);
    let len = FileHeader::len(&heading());
    let crc = CRC64.checksum(&file[..len - 8]);
    file[len - 8..len].copy_from_slice(&crc.to_le_bytes());
    std::fs::write(&path, file).unwrap();
    SliceFile::open(&path).unwrap_err().to_string().replace(path.to_str().unwrap(), "FILE")
}

#[test]
fn impossible_headers_are_refused_before_anything_is_allocated() {
    assert_eq!(error_with(8, &[2]), "FILE has format 2; this program reads format 1");
    assert_eq!(error_with(0, &[0]), "FILE is no database: it does not begin as one");
    let malformed = "FILE is damaged: the header is invalid";
    for (at, bytes) in [(10, &[2][..]), (11, &[1]), (12, &[0; 4]), (24, &[0xff, 0xff, 0xff, 0x7f])]
    {
        assert_eq!(error_with(at, bytes), malformed);
    }
    for len in [0, 1, 4_000, u64::MAX / 8, u64::MAX] {
        assert_eq!(error_with(32, &len.to_le_bytes()), malformed, "{len}");
        assert_eq!(error_with(80, &len.to_le_bytes()), malformed, "{len}");
    }
    assert_eq!(error_with(28, &[0xff; 4]), malformed);
    assert_eq!(error_with(112, &[255]), malformed);
    assert_eq!(error_with(113, &[0xff]), malformed);
}

#[test]
fn a_foreign_file_is_refused_with_the_reason() {
    let (_folder, path) = place();
    write(&path, 2_500, 300);
    let file = SliceFile::open(&path).unwrap();
    assert!(file.expect(&heading(), FileKind::Dense).is_ok());
    let reason = |heading: Heading, kind| {
        let error = file.expect(&heading, kind).unwrap_err().to_string();
        error.replace(path.to_str().unwrap(), "FILE")
    };
    let expects = "this program expects";
    let game = reason(Heading { game: "other".into(), ..heading() }, FileKind::Dense);
    assert_eq!(game, format!("FILE: the game is \"a game\"; {expects} \"other\""));
    let slice = reason(Heading { slice: "two".into(), ..heading() }, FileKind::Dense);
    assert_eq!(slice, format!("FILE: the slice is \"one\"; {expects} \"two\""));
    let rules = reason(Heading { fingerprint: 1, ..heading() }, FileKind::Dense);
    assert!(rules.ends_with(&format!("is 0x123456789abcdef0; {expects} 0x1")), "{rules}");
    assert_eq!(
        reason(heading(), FileKind::Keyed),
        format!("FILE: the kind is Dense; {expects} Keyed")
    );
    let len = file.expect_len(3).unwrap_err();
    assert!(matches!(len, FileError::Foreign { .. }), "{len}");
    let fault = Fault::Length { found: 1, wanted: 2 }.to_string();
    assert_eq!(fault, "it has 1 bytes instead of 2");
}

#[test]
fn a_forged_block_is_read_without_a_panic() {
    let indices: Vec<u16> = (0..256).map(|i| i * i % 300).collect();
    let keys: Vec<u64> = (0..256)
        .map(|i| i << (i % 9))
        .scan(0, |sum, gap| {
            *sum += gap + 1;
            Some(*sum)
        })
        .collect();
    let mut sound = Vec::new();
    block::encode(&indices, &keys, &mut sound);
    for seed in 0..4_000_u64 {
        let noise = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mut forged = sound.clone();
        let at = 4 + (noise >> 32) as usize % if seed % 2 == 0 { 8 } else { forged.len() - 4 };
        forged[at] = (noise >> 24) as u8;
        let Some(contents) = Contents::decode(&forged, 256) else { continue };
        (0..256).for_each(|place| _ = contents.index(place));
        assert!(contents.keys(u64::MAX >> (seed % 64)).count() <= 256);
        contents.is_canonical(true);
    }
}
