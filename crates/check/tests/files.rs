//! Certificates as files: lookup of records, memory, progress.

use crate::game::{Noughts, checked, checked_with, draw, file};
use eldest::Side;
use eldest_check::{CertificateReader, CheckOptions, Error, check};
use std::io::Cursor;
use std::ops::ControlFlow;

#[test]
fn both_sides_hold_a_draw() {
    for (text, prover) in [("-", Side::First), ("-", Side::Second), ("x../.o./...", Side::First)] {
        let (header, lines) = draw(text, prover);
        let proof = checked(&Noughts, &file(&header, &lines)).unwrap();
        assert_eq!((proof.records, proof.claim), (lines.len() as u64, header.claim));
        assert_eq!(u64::from(proof.height), lines[0].height);
    }
}

#[test]
fn the_order_on_disk_is_that_in_memory() {
    let (header, lines) = draw("-", Side::Second);
    let file = file(&header, &lines);
    let little = CheckOptions::new().memory_bytes(1 << 10).folder(std::env::temp_dir());
    let on_disk = checked_with(&Noughts, &file, &little).unwrap();
    assert!(on_disk.runs > 64, "{}", on_disk.runs);
    let mut in_memory = checked(&Noughts, &file).unwrap();
    assert_eq!(std::mem::replace(&mut in_memory.runs, on_disk.runs), 0);
    assert_eq!(on_disk, in_memory);
    let mut fewer = lines.clone();
    fewer.remove(40);
    let refused = |options| {
        let file = crate::game::file(&header, &fewer);
        checked_with(&Noughts, &file, options).unwrap_err().to_string()
    };
    assert_eq!(refused(&little), refused(&CheckOptions::new()));
}

#[test]
fn a_missing_folder_is_reported() {
    let (header, lines) = draw("-", Side::Second);
    let nowhere = CheckOptions::new().memory_bytes(1 << 10).folder("/no/such/folder");
    let error = checked_with(&Noughts, &file(&header, &lines), &nowhere).unwrap_err();
    assert!(matches!(error, Error::Temporary { .. }), "{error}");
    let message = error.to_string();
    assert!(
        message.starts_with("the temporary folder /no/such/folder cannot be used"),
        "{message}"
    );
    assert!(message.contains("TMPDIR"), "{message}");
}

#[test]
fn every_record_is_found_again() {
    let (header, lines) = draw("-", Side::First);
    let mut reader = CertificateReader::new(Cursor::new(file(&header, &lines))).unwrap();
    assert_eq!(reader.header(), &header);
    for (number, line) in (1..).zip(&lines) {
        let found = reader.find(&line.code).unwrap().unwrap();
        let numbers = (found.record, found.height.into(), found.least.into());
        assert_eq!(numbers, (number, line.height, line.least));
        assert_eq!(found.mv, line.mv);
    }
    assert_eq!(reader.find(b"xxx/.../ooo").unwrap(), None);
}

#[test]
fn the_callback_can_stop_the_check() {
    let (header, lines) = draw("-", Side::First);
    let (file, mut seen) = (file(&header, &lines), 0);
    let stopped = check(&Noughts, Cursor::new(&file), &CheckOptions::new(), &mut |progress| {
        seen = progress.records;
        assert!(progress.bytes < progress.length && progress.length == file.len() as u64);
        ControlFlow::Break(())
    });
    assert!(matches!(stopped, Err(Error::Stopped)));
    assert!(seen > 0);
}

/// Each entry goes to a file of its own; each missing record is still noticed.
#[test]
fn nothing_is_lost_among_many_files() {
    let (header, lines) = draw("x../.../...", Side::First);
    let none = CheckOptions::new().memory_bytes(0);
    let proof = checked_with(&Noughts, &file(&header, &lines), &none).unwrap();
    assert!(proof.runs > 2 * 64, "{}", proof.runs);
    for gone in (0..lines.len()).step_by(9) {
        let mut fewer = lines.clone();
        fewer.remove(gone);
        let refused = checked_with(&Noughts, &file(&header, &fewer), &none);
        assert!(matches!(refused, Err(Error::Refused { .. })), "{gone}: {refused:?}");
    }
}
