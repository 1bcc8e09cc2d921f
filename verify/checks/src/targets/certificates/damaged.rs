//! Damaged files: no input causes a panic, and with a matching digest only true claims are
//! accepted.

use super::{CertificateCase, file};
use crate::raw::{RawRecord, raw, signed};
use crate::shares::Coverage;
use arbitrary::{Result, Unstructured};
use eldest_check::{CertificateReader, Codec, Error};
use std::io::Cursor;

/// Damages a file: changes bytes, replaces its blocks, adds excess bytes, or changes the spelling
/// of its header.
pub(super) fn check<const D: bool>(
    case: &CertificateCase<D>,
    lines: &[RawRecord],
    u: &mut Unstructured<'_>,
    met: &mut Coverage,
) -> Result<()> {
    match u.int_in_range(0..=7)? {
        0 => left_over(case, lines, u, met),
        1 => written_otherwise(case, lines, u, met),
        _ => changed(case, lines, u),
    }
}

fn changed<const D: bool>(
    case: &CertificateCase<D>,
    lines: &[RawRecord],
    u: &mut Unstructured<'_>,
) -> Result<()> {
    let whole = file(&case.header(), lines);
    let mut bytes = whole.clone();
    if u.arbitrary()? {
        let header = case.header().to_string().len();
        bytes.truncate(header);
        bytes.extend_from_slice(u.bytes(u.len().min(200))?);
        bytes.extend_from_slice(&[0; 32]);
    } else {
        for _ in 0..u.int_in_range(1..=4)? {
            let at = u.choose_index(bytes.len())?;
            bytes[at] = u.arbitrary()?;
        }
    }
    assert!(bytes == whole || case.checked(&bytes).is_err(), "the digest is not checked");
    let bytes = signed(bytes);
    if case.checked(&bytes).is_ok() {
        let reader = CertificateReader::new(Cursor::new(&bytes)).expect("what was accepted");
        let header = reader.header().clone();
        let root: Option<u16> = header.position.parse().ok();
        let is_about_the_root = root == Some(case.root().number());
        assert!(!is_about_the_root || case.is_true(header.claim), "{header}");
        all_are_true(case, reader, header.claim.prover == case.claim.prover)?;
    }
    Ok(())
}

/// Adds bytes to the first block, after its zlib stream.
fn left_over<const D: bool>(
    case: &CertificateCase<D>,
    lines: &[RawRecord],
    u: &mut Unstructured<'_>,
    met: &mut Coverage,
) -> Result<()> {
    let mut bytes = file(&case.header(), lines);
    let block = case.header().to_string().len();
    let size = u32::from_le_bytes(bytes[block..block + 4].try_into().expect("four bytes"));
    if size == 0 {
        return Ok(());
    }
    let more = u.int_in_range(1..=40)?;
    bytes[block..block + 4].copy_from_slice(&(size + more).to_le_bytes());
    let end = block + 4 + size as usize;
    bytes.splice(end..end, (0..more).map(|_| u.arbitrary().unwrap_or(0)));
    let refused = case.checked(&signed(bytes));
    assert!(matches!(refused, Err(Error::Malformed { .. })), "{refused:?}");
    met.add("bytes left over", 1);
    Ok(())
}

/// Writes a number in the header with a sign or with leading zeros.
fn written_otherwise<const D: bool>(
    case: &CertificateCase<D>,
    lines: &[RawRecord],
    u: &mut Unstructured<'_>,
    met: &mut Coverage,
) -> Result<()> {
    let header = case.header().to_string();
    let (number, least) = (case.root().number(), case.claim.least.get());
    let (is_position, before) = (u.arbitrary()?, *u.choose(&["0", "+", "000", "-0", " "])?);
    let [from, to] = if is_position {
        ["", before].map(|before| format!("\nposition {before}{number}\n"))
    } else {
        let sign = if least < 0 { "-" } else { "" };
        let digits = least.unsigned_abs();
        ["", before].map(|before| format!(" at least {sign}{before}{digits}\n"))
    };
    assert!(header.contains(&from), "{header}");
    let refused = case.checked(&raw(&header.replace(&from, &to), least.into(), lines, 1 << 16));
    assert!(
        matches!(
            refused,
            Err(Error::Header { .. } | Error::OtherText { .. } | Error::NoPosition { .. })
        ),
        "{to}: {refused:?}"
    );
    met.add("written otherwise", 1);
    Ok(())
}

/// Checks that the bounds in an accepted file are true.
fn all_are_true<const D: bool>(
    case: &CertificateCase<D>,
    mut reader: CertificateReader<Cursor<&Vec<u8>>>,
    has_the_same_prover: bool,
) -> Result<()> {
    for node in case.nodes.all().filter(|_| has_the_same_prover) {
        let mut code = Vec::new();
        case.nodes.encode(&node, &mut code);
        let first = case.nodes.decode(&code).expect("a node");
        match reader.find(&code) {
            Ok(Some(found)) => {
                assert!(case.value(&first, case.claim.prover) >= found.least, "{found:?}");
            }
            Ok(None) | Err(Error::Io(_)) => {}
            Err(error) => panic!("{error}"),
        }
    }
    Ok(())
}
