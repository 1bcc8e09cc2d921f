//! Connect Four as `minimax` wants to hear it: the rules of `eldest_games` in other words.

use eldest::{Evaluator as _, Position};
use eldest_games::connect4::{Column, ConnectFour, OpenFours, Shape};
use minimax::{Evaluation, Evaluator, Game, Winner};
use std::cmp::Reverse;
use std::sync::atomic::{AtomicU64, Ordering};

const COLUMNS: usize = 7;
const WINS: i32 = 1 << 12;

/// How often a search has asked what it asks once in each node.
static NODES: AtomicU64 = AtomicU64::new(0);

/// The nodes since the last time.
pub(crate) fn take_count() -> u64 {
    NODES.swap(0, Ordering::Relaxed)
}

/// The rules; nodes are counted if `COUNTED`.
///
/// Each node asks one of two questions, `get_winner` at the horizon and `zobrist_hash` elsewhere. A
/// search asks a few times more, at its beginning and for its line, once an iteration.
pub(crate) struct Rules<const COUNTED: bool>;

impl<const COUNTED: bool> Rules<COUNTED> {
    #[inline(always)]
    fn count() {
        if COUNTED {
            NODES.fetch_add(1, Ordering::Relaxed);
        }
    }
}

/// A column by its [`Position::tag`]: on a board and on its mirror image, which share a key, the
/// same move has the same name, so that the table's moves are legal on both.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Tag(u8);

impl Tag {
    #[inline(always)]
    fn of(position: &ConnectFour, column: Column) -> Self {
        Self(position.tag(column) as u8)
    }

    /// Tags are columns counted from 1, at most mirrored: the tag of the tag is the column.
    #[inline(always)]
    fn column(self, position: &ConnectFour) -> Column {
        let Self(column) = Self::of(position, Column::new(self.0 - 1));
        Column::new(column - 1)
    }
}

impl<const COUNTED: bool> Game for Rules<COUNTED> {
    type S = ConnectFour;
    type M = Tag;

    #[inline]
    fn generate_moves(position: &ConnectFour, moves: &mut Vec<Tag>) -> Option<Winner> {
        let winner = winner(position);
        if winner.is_none() {
            push_ranked(position, moves);
        }
        winner
    }

    #[inline]
    fn apply(position: &mut ConnectFour, tag: Tag) -> Option<ConnectFour> {
        Some(after(position, tag.column(position)))
    }

    #[inline]
    fn get_winner(position: &ConnectFour) -> Option<Winner> {
        Self::count();
        winner(position)
    }

    #[inline]
    fn zobrist_hash(position: &ConnectFour) -> u64 {
        Self::count();
        mix(position.key())
    }
}

#[inline(always)]
fn winner(position: &ConnectFour) -> Option<Winner> {
    let score = position.over()?.get();
    Some(if score < 0 { Winner::PlayerJustMoved } else { Winner::Draw })
}

#[inline(always)]
fn after(position: &ConnectFour, column: Column) -> ConnectFour {
    let mut after = *position;
    let _ = after.play(column);
    after
}

/// Legal moves, the most promising first: `minimax` has no ranks, but tries moves as they come.
#[inline(always)]
fn push_ranked(position: &ConnectFour, moves: &mut Vec<Tag>) {
    let mut ranked: [_; COLUMNS] = std::array::from_fn(|index| {
        let column = Column::new(index as u8);
        (rank(position, column), Tag::of(position, column))
    });
    ranked.sort_by_key(|&(rank, _)| Reverse(rank));
    moves.extend(ranked.into_iter().filter_map(|(rank, tag)| rank.map(|_| tag)));
}

/// The rank that the game itself gives the move, and a point more if it stops a four; `None` if the
/// column is full.
#[inline(always)]
fn rank(position: &ConnectFour, column: Column) -> Option<i32> {
    let index = u32::from(column.index());
    if position.stone(index, position.shape().height() - 1).is_some() {
        return None;
    }
    let after = after(position, column);
    if winner(&after) == Some(Winner::PlayerJustMoved) {
        return Some(WINS);
    }
    let edge = index.min(COLUMNS as u32 - 1 - index) as i32;
    Some(edge - 16 * OpenFours::default().evaluate(&after, &()).get())
}

/// The finalizer of SplitMix64 (Steele, Lea and Flood 2014): `minimax` takes the low bits as an
/// index and compares the high ones. The constant keeps the empty board from looking like an empty
/// entry.
#[inline(always)]
fn mix(key: u64) -> u64 {
    let key = key.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let key = (key ^ (key >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let key = (key ^ (key >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    key ^ (key >> 31)
}

/// What [`eldest::Even`] is: nobody is ahead.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Zero<const COUNTED: bool>;

impl<const COUNTED: bool> Evaluator for Zero<COUNTED> {
    type G = Rules<COUNTED>;

    #[inline]
    fn evaluate(&self, _: &ConnectFour) -> Evaluation {
        0
    }
}
