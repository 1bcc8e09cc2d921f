//! Certificates of game values: proofs that anybody can check.
//!
//! A search says that a position is worth so much; why believe it? A certificate is a proof of it: for one side a
//! move at each of its positions, for the other side all moves, down to positions where the game is over. This
//! package reads such files and [checks](check) them. It knows the rules of a game, as [`eldest::Position`] tells
//! them, and nothing of search, tables or threads; what is trusted is the rules, a page of format
//! (`docs/certificates.md`), and the few hundred lines here.
//!
//! A certificate proves one [`Claim`]: a position is worth *at least* so much to one side. That it is worth *at most*
//! so much is a claim of the other side, and a value is two certificates that meet ([`meet`]).
//!
//! A game takes part by a [`Codec`], which says how its positions and moves are written as bytes.
//!
//! ```
//! use eldest::{Moves, Position, Score, Side};
//! use eldest_check::{Claim, Codec, Header, Options, Record, Writer, check};
//! use std::io::Cursor;
//! use std::ops::ControlFlow;
//!
//! /// Take one, two or three from a heap; who takes the last one wins.
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
//! // Of five, take one: whatever is taken then, the rest is taken at once.
//! let five = Heap { left: 5, side: Side::First };
//! let claim = Claim::at_least(&five, Score::win_in(3));
//! let mut writer = Writer::new(Vec::new(), &Header::new(&Heaps, &five, claim, false))?;
//! writer.push(Record::new(2, &[5, 0], claim.least.get(), &[1]))?;
//! for left in 1..=3 {
//!     writer.push(Record::new(1, &[left, 0], Score::win_in(1).get(), &[left]))?;
//! }
//! let (file, _) = writer.finish()?;
//! let proof = check(&Heaps, Cursor::new(file), &Options::new(), &mut |_| ControlFlow::Continue(()))?;
//! assert_eq!((proof.claim, proof.records), (claim, 4));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

mod block;
mod bytes;
mod checker;
mod claim;
mod codec;
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

pub use block::{MOST_BYTES, Record};
pub use checker::{Options, Progress, Proof, check};
pub use claim::Claim;
pub use codec::{Codec, Move};
pub use error::{Error, FORMAT, Fault};
pub use expand::{Expansion, Need};
pub use header::Header;
pub use meeting::{Meeting, meet};
pub use needs::{Needs, SortedNeeds};
pub use printable::printable;
pub use reader::{BEGINNING, Found, Reader};
pub use writer::{Writer, Written};

#[cfg(test)]
mod tests {
    use std::hint::black_box;
    use std::panic::catch_unwind;

    /// In every profile of this workspace: `cargo test --profile NAME -p eldest-check overflow`.
    #[test]
    fn an_overflow_is_a_panic() {
        assert!(catch_unwind(|| black_box(i32::MAX) + black_box(1)).is_err());
    }
}
