//! Certificates of game values: proofs that anyone can check.
//!
//! A search returns a value; a certificate proves it. For one side it has a move at each of its
//! positions, for the other side all moves, down to positions where the game is over. This package
//! reads such files and [checks](check) them. It uses the rules of a game, as given by
//! [`eldest::Position`], and nothing of search, tables or threads. What has to be trusted is the
//! rules, one page about the format (`docs/certificates.md`), and the few hundred lines here.
//!
//! A certificate proves one [`Claim`]: a lower bound on the value of a position for one side. An
//! upper bound is a claim for the other side, and a value is proved by two certificates whose
//! bounds meet ([`meet`]).
//!
//! A game takes part by implementing [`Codec`], which encodes its positions and moves as bytes.
//!
//! ```
//! use eldest::{Moves, Position, Score, Side};
//! use eldest_check::{Claim, Codec, Header, CheckOptions, NodeRecord, CertificateWriter, check};
//! use std::io::Cursor;
//! use std::ops::ControlFlow;
//!
//! /// Take one, two or three from a heap; taking the last one wins.
//! #[derive(Clone)]
//! struct Heap { left: u8, side: Side }
//! # impl Position for Heap {
//! #     type Move = u8;
//! #     type Undo = Self;
//! #     fn side(&self) -> Side { self.side }
//! #     fn key(&self) -> u64 { self.left.into() }
//! #     fn over(&self) -> Option<Score> { (self.left == 0).then_some(Score::LOSS) }
//! #     fn moves(&self, out: &mut Moves<'_, u8>) { (1..=self.left.min(3)).for_each(|n| out.push(n)) }
//! #     fn play(&mut self, n: u8) -> Self {
//! #         std::mem::replace(self, Heap { left: self.left - n, side: self.side.other() })
//! #     }
//! #     fn undo(&mut self, _: u8, before: Self) { *self = before }
//! # }
//!
//! struct Heaps;
//!
//! impl Codec for Heaps {
//!     type Position = Heap;
//!
//!     fn game(&self) -> String { "heap".to_owned() }
//!     fn encode(&self, heap: &Heap, out: &mut Vec<u8>) { out.extend([heap.left, heap.side as u8]) }
//!     fn decode(&self, code: &[u8]) -> Option<Heap> {
//!         let &[left, side] = code else { return None };
//!         let side = *[Side::First, Side::Second].get(usize::from(side))?;
//!         Some(Heap { left, side })
//!     }
//!     fn encode_move(&self, _: &Heap, taken: u8, out: &mut Vec<u8>) { out.push(taken) }
//!     fn decode_move(&self, _: &Heap, code: &[u8]) -> Option<u8> {
//!         code.first().copied().filter(|_| code.len() == 1)
//!     }
//!     fn format(&self, heap: &Heap) -> String { format!("{} {:?}", heap.left, heap.side) }
//!     fn parse(&self, text: &str) -> Option<Heap> {
//!         let side = if text.ends_with("First") { Side::First } else { Side::Second };
//!         Some(Heap { left: text.split(' ').next()?.parse().ok()?, side })
//!     }
//! }
//!
//! // Take one of five. After any reply, the rest can be taken at once.
//! let five = Heap { left: 5, side: Side::First };
//! let claim = Claim::at_least(&five, Score::win_in(3));
//! let mut writer = CertificateWriter::new(Vec::new(), &Header::new(&Heaps, &five, claim, false))?;
//! writer.push(NodeRecord::new(2, &[5, 0], claim.least.get(), &[1]))?;
//! for left in 1..=3 {
//!     writer.push(NodeRecord::new(1, &[left, 0], Score::win_in(1).get(), &[left]))?;
//! }
//! let (file, _) = writer.finish()?;
//! let options = CheckOptions::new();
//! let proof = check(&Heaps, Cursor::new(file), &options, &mut |_| ControlFlow::Continue(()))?;
//! assert_eq!((proof.claim, proof.records), (claim, 4));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

mod block;
mod bytes;
mod checker;
mod claim;
mod error;
mod expand;
mod header;
mod ledger;
mod meeting;
mod needs;
mod printable;
mod reader;
mod sort;
mod unpack;
mod writer;

pub use block::{MOST_BYTES, NodeRecord};
pub use checker::{CheckOptions, CheckProgress, CheckedProof, check};
pub use claim::Claim;
pub use error::{Error, FORMAT, RecordFault};
pub use expand::{Expansion, Need};
pub use header::Header;
pub use meeting::{Meeting, meet};
pub use needs::{Needs, SortedNeeds};
pub use printable::printable;
pub use reader::{BEGINNING, CertificateReader, RecordLookup, may_replace};
pub use writer::{CertificateWriter, Written};

use eldest::Position;

/// Encodes positions and moves of a game, as bytes in the proof and as text for people.
///
/// A position is identified by its *code*, a string of bytes, and never by a hash. A proof about a
/// code is a proof about the position that [`decode`](Self::decode) reads from it. Therefore
///
/// - positions with equal codes must have equal values, apart from the points that
///   [`Position::taken`] returns: `decode(encode(position))` has the value of `position`, or the
///   same remaining value. Mirror images may share a code, and so may positions that differ
///   only in the points taken;
/// - moves are encoded for the position that `decode` returns, each with a code of its own;
/// - both encodings are permanent: other versions and other programs read what is written today.
///
/// The checker decodes each code and encodes it again. It refuses a code that `encode` would not
/// write, so no position has two codes.
pub trait Codec {
    /// The game.
    type Position: Position;

    /// The name of the game, with its variant: `connect4:6x5`. One line.
    fn game(&self) -> String;

    /// Appends the code of `position` to `out`: at most [`MOST_BYTES`].
    fn encode(&self, position: &Self::Position, out: &mut Vec<u8>);

    /// The position with this code; `None` if there is none.
    fn decode(&self, code: &[u8]) -> Option<Self::Position>;

    /// Appends the code of the legal move `mv` in a position that [`decode`](Self::decode)
    /// returned: between one byte and [`MOST_BYTES`].
    fn encode_move(&self, position: &Self::Position, mv: Move<Self>, out: &mut Vec<u8>);

    /// The legal move with this code; `None` if there is none.
    fn decode_move(&self, position: &Self::Position, code: &[u8]) -> Option<Move<Self>>;

    /// The position as one line of text, including the points taken.
    fn format(&self, position: &Self::Position) -> String;

    /// The position for which [`format`](Self::format) writes this text; `None` if there is none.
    fn parse(&self, text: &str) -> Option<Self::Position>;
}

/// A move of the game.
pub type Move<C> = <<C as Codec>::Position as Position>::Move;

#[cfg(test)]
mod tests {
    use std::hint::black_box;
    use std::panic::catch_unwind;

    /// Checks every profile of this workspace: `cargo test --profile NAME -p eldest-check
    /// overflow`.
    #[test]
    fn an_overflow_is_a_panic() {
        assert!(catch_unwind(|| black_box(i32::MAX) + black_box(1)).is_err());
    }
}
