//! [`raw`]: writes a certificate byte by byte as specified in `docs/certificates.md`, with numbers
//! of any size.
//!
//! Unlike `eldest_check::CertificateWriter` it also writes unreadable files, and it shares no code
//! with that writer.

use miniz_oxide::deflate::compress_to_vec_zlib;
use sha2::{Digest, Sha256};

/// A record whose numbers may be out of range.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RawRecord {
    /// Greater than the heights of the positions that its proof uses.
    pub height: u64,
    /// The code of the position.
    pub code: Vec<u8>,
    /// The value is at least this.
    pub least: i64,
    /// The code of the move.
    pub mv: Vec<u8>,
}

/// A certificate with this header, a claim of `least`, and these records, at most `most` in a
/// block.
pub fn raw(header: &str, least: i64, lines: &[RawRecord], most: usize) -> Vec<u8> {
    let mut file = header.as_bytes().to_vec();
    for block in lines.chunk_by(|one, other| one.height == other.height) {
        for block in block.chunks(most) {
            let packed = compress_to_vec_zlib(&columns(block, least), 1);
            file.extend((packed.len() as u32).to_le_bytes());
            file.extend(packed);
        }
    }
    file.extend([0; 4]);
    file.extend((lines.len() as u64).to_le_bytes());
    file.extend([0; 32]);
    signed(file)
}

/// Replaces the digest by that of the current content.
pub fn signed(mut file: Vec<u8>) -> Vec<u8> {
    let end = file.len() - 32;
    let digest = Sha256::digest(&file[..end]);
    file[end..].copy_from_slice(&digest);
    file
}

/// The columns of records of one height.
fn columns(lines: &[RawRecord], least: i64) -> Vec<u8> {
    let mut before: &[u8] = &[];
    let shared = lines.iter().map(|line| {
        let shared = before.iter().zip(&line.code).take_while(|(a, b)| a == b).count();
        before = &line.code;
        shared
    });
    let shared: Vec<usize> = shared.collect();
    let rests = || lines.iter().zip(&shared).map(|(line, shared)| &line.code[*shared..]);
    let mut out = Vec::new();
    numbers(&mut out, [lines[0].height, lines.len() as u64]);
    numbers(&mut out, shared.iter().map(|shared| *shared as u64));
    numbers(&mut out, rests().map(|rest| rest.len() as u64));
    out.extend(rests().flatten());
    numbers(&mut out, lines.iter().map(|line| turned(line.least - least)));
    numbers(&mut out, lines.iter().map(|line| line.mv.len() as u64));
    out.extend(lines.iter().flat_map(|line| &line.mv));
    out
}

/// Maps 0, -1, 1, -2, 2 to 0 to 4.
fn turned(more: i64) -> u64 {
    if more < 0 { more.unsigned_abs() * 2 - 1 } else { more as u64 * 2 }
}

fn numbers(out: &mut Vec<u8>, numbers: impl IntoIterator<Item = u64>) {
    for mut number in numbers {
        while number > 127 {
            out.push(number as u8 | 128);
            number /= 128;
        }
        out.push(number as u8);
    }
}
