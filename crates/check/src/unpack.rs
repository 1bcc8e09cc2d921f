//! [`unpacked`]: decompresses the columns of a block.

use crate::block::MOST_BLOCK;
use miniz_oxide::inflate::TINFLStatus;
use miniz_oxide::inflate::core::inflate_flags::{
    TINFL_FLAG_PARSE_ZLIB_HEADER, TINFL_FLAG_USING_NON_WRAPPING_OUTPUT_BUF,
};
use miniz_oxide::inflate::core::{DecompressorOxide, decompress};

/// The least size of the output buffer, in bytes; it is doubled as needed.
const LEAST: usize = 1 << 12;

/// Decompresses one zlib stream that fills all of `packed`.
///
/// # Errors
/// Describes what is wrong: this is not a zlib stream, it has more than [`MOST_BLOCK`] bytes of
/// output, or it ends before `packed` does.
pub(crate) fn unpacked(packed: &[u8]) -> Result<Vec<u8>, &'static str> {
    const FLAGS: u32 = TINFL_FLAG_PARSE_ZLIB_HEADER | TINFL_FLAG_USING_NON_WRAPPING_OUTPUT_BUF;
    let room = packed.len().saturating_mul(2).clamp(LEAST, MOST_BLOCK);
    let (mut inflater, mut out) = (Box::<DecompressorOxide>::default(), vec![0; room]);
    let (mut read, mut written) = (0, 0);
    loop {
        let rest = packed.get(read..).unwrap_or_default();
        let (status, taken, given) = decompress(&mut inflater, rest, &mut out, written, FLAGS);
        (read, written) = (read + taken, written + given);
        match status {
            TINFLStatus::Done if read < packed.len() => {
                return Err("bytes are left over after the zlib stream of a block");
            }
            TINFLStatus::Done => break,
            TINFLStatus::HasMoreOutput if out.len() < MOST_BLOCK => {
                out.resize((out.len() * 2).min(MOST_BLOCK), 0);
            }
            _ => return Err("a block cannot be decompressed"),
        }
    }
    out.truncate(written);
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;
    use miniz_oxide::deflate::compress_to_vec_zlib;

    #[test]
    fn columns_of_every_size_come_back() {
        for size in [0, 1, 100, LEAST, LEAST + 1, 1 << 16, MOST_BLOCK - 1, MOST_BLOCK] {
            let columns: Vec<u8> = (0..size).map(|at| ((at * at) >> 7) as u8).collect();
            assert!(
                unpacked(&compress_to_vec_zlib(&columns, 1)).as_ref() == Ok(&columns),
                "{size}"
            );
        }
        assert!(unpacked(&compress_to_vec_zlib(&vec![7; MOST_BLOCK + 1], 1)).is_err());
    }

    #[test]
    fn the_stream_ends_where_the_block_does() {
        let packed = compress_to_vec_zlib(b"abcabcabc", 6);
        for more in [&[0][..], &[0; 4], &packed] {
            let error = unpacked(&[&packed, more].concat()).unwrap_err();
            assert!(error.contains("left over"), "{error}");
        }
        assert!((0..packed.len()).all(|length| unpacked(&packed[..length]).is_err()));
    }
}
