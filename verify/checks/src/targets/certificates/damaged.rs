//! Whatever the bytes, nothing panics; and with their digest they prove no more than what is true.

use super::{Case, Line, file};
use arbitrary::{Result, Unstructured};
use eldest_check::{Codec, Error, Reader};
use sha2::{Digest, Sha256};
use std::io::Cursor;

/// Changes bytes of a file, or takes others in the place of its blocks.
pub(super) fn check<const A: bool, const D: bool>(
    case: &Case<A, D>,
    lines: &[Line],
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
    assert!(bytes == whole || case.checked(&bytes).is_err(), "the digest is not read");
    let end = bytes.len() - 32;
    let digest = Sha256::digest(&bytes[..end]);
    bytes[end..].copy_from_slice(&digest);
    if case.checked(&bytes).is_ok() {
        let reader = Reader::new(Cursor::new(&bytes)).expect("what was accepted");
        let header = reader.header().clone();
        let root: Option<u16> = header.position.parse().ok();
        let is_about_the_root = root == Some(case.root().number());
        assert!(!is_about_the_root || case.is_true(header.claim), "{header}");
        all_are_true(case, reader, header.claim.prover == case.claim.prover)?;
    }
    Ok(())
}

/// What the records of an accepted file say of nodes is true.
fn all_are_true<const A: bool, const D: bool>(
    case: &Case<A, D>,
    mut reader: Reader<Cursor<&Vec<u8>>>,
    has_the_same_prover: bool,
) -> Result<()> {
    for node in case.nodes.all().filter(|_| has_the_same_prover) {
        let mut code = Vec::new();
        case.nodes.encode(&node, &mut code);
        let first = case.nodes.decode(&code).expect("a node");
        match reader.find(&code) {
            Ok(Some(found)) => assert!(case.value(&first) >= found.least, "{found:?}"),
            Ok(None) | Err(Error::Io(_)) => {}
            Err(error) => panic!("{error}"),
        }
    }
    Ok(())
}
