//! Equivalent positions: mirrored, rotated, or with the other border edge at a corner.
//!
//! The two border edges of a corner box are equivalent, because they close only that box. So if one
//! of them is drawn, it counts as the horizontal one.

use super::board::Size;
use super::grid::{Grid, NONE};

/// The least image of a set of edges, and the transformation that leads to it ([`Grid::images`]).
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct Canonical {
    pub(super) key: u64,
    turn: usize,
}

/// The horizontal and the vertical edges.
type Halves = [u64; 2];

/// Returns the least of the images of `drawn`.
#[inline]
pub(super) fn canonical(board: Size, drawn: u64) -> Canonical {
    let grid = Grid::of(board);
    let (right, down) = (drawn & !(u64::MAX << board.horizontal()), drawn >> board.horizontal());
    let upright = least(board, grid, in_corners(board, grid, [right, down], 0));
    if board.rows() != board.columns() {
        return upright;
    }
    let across = least(board, grid, in_corners(board, grid, [down, right], 1));
    if across.key < upright.key { Canonical { turn: across.turn + 4, ..across } } else { upright }
}

/// If only one border edge of a corner is drawn, moves it to the first half; `first` is the
/// original index of that half.
#[inline(always)]
fn in_corners(board: Size, grid: &Grid, [mut one, mut other]: Halves, first: usize) -> Halves {
    if !grid.has_corners {
        return [one, other];
    }
    for corner in &grid.corners {
        let places = [u32::from(corner[0]), u32::from(corner[1]) - board.horizontal()];
        let (here, there) = (places[first], places[1 - first]);
        let moves = !(one >> here) & (other >> there) & 1;
        one |= moves << here;
        other ^= moves << there;
    }
    [one, other]
}

/// Returns the least of the four images without a mirror at the diagonal.
#[inline(always)]
fn least(board: Size, grid: &Grid, [right, down]: Halves) -> Canonical {
    let turned = |half: u64, bits: u32| half.reverse_bits() >> (u64::BITS - bits);
    let (rights, downs) = (board.horizontal(), board.vertical());
    let [right_mirrored, down_mirrored] =
        [reversed(right, grid.swaps[0]), reversed(down, grid.swaps[1])];
    let images = [
        [right, down],
        [right_mirrored, turned(down_mirrored, downs)],
        [turned(right_mirrored, rights), down_mirrored],
        [turned(right, rights), turned(down, downs)],
    ];
    let keys = images.map(|[right, down]| right | down << rights);
    let turn = (1..4).fold(0, |best, turn| if keys[turn] < keys[best] { turn } else { best });
    Canonical { key: keys[turn], turn }
}

/// Reverses each row, or each column.
#[inline(always)]
fn reversed(half: u64, swaps: [(u64, u32); 2]) -> u64 {
    swaps.into_iter().fold(half, |half, (low, shift)| {
        let differ = (half ^ half >> shift) & low;
        half ^ differ ^ differ << shift
    })
}

impl Canonical {
    /// Returns the number of `edge`, which is not in `drawn`, in the image.
    #[inline(always)]
    pub(super) fn name(self, board: Size, drawn: u64, edge: u32) -> u8 {
        let grid = Grid::of(board);
        let (images, twin) = (&grid.images[self.turn], grid.twin[edge as usize]);
        if twin == NONE {
            return images[edge as usize];
        }
        let leads_down = edge >= board.horizontal() || drawn >> twin & 1 != 0;
        let (here, there) = (images[edge as usize], images[usize::from(twin)]);
        if (u32::from(here) >= board.horizontal()) == leads_down { here } else { there }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns pseudorandom sets of edges.
    fn sets(board: Size) -> impl Iterator<Item = u64> {
        let all = u64::MAX >> (u64::BITS - board.edges());
        (0..2_000_u64).map(move |n| n.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 4 & all)
    }

    fn boards() -> impl Iterator<Item = Size> {
        let sizes = (1..=5).flat_map(|rows| (1..=5).map(move |columns| (rows, columns)));
        sizes.filter_map(|(rows, columns)| Size::new(rows, columns))
    }

    fn image(board: Size, drawn: u64, turn: usize) -> u64 {
        let images = &Grid::of(board).images[turn];
        let edges = (0..board.edges()).filter(|edge| drawn >> edge & 1 != 0);
        edges.fold(0, |image, edge| image | 1 << images[edge as usize])
    }

    #[test]
    fn images_share_their_key() {
        for board in boards() {
            for drawn in sets(board) {
                let key = canonical(board, drawn).key;
                for turn in 0..8 {
                    let image = image(board, drawn, turn);
                    assert_eq!(canonical(board, image).key, key, "{board} {drawn:b} {turn}");
                }
                assert_eq!(key.count_ones(), drawn.count_ones(), "{board} {drawn:b}");
            }
        }
    }

    #[test]
    fn a_key_is_an_image_but_for_the_corners() {
        for board in boards().filter(|board| !Grid::of(*board).has_corners) {
            for drawn in sets(board) {
                let Canonical { key, turn } = canonical(board, drawn);
                assert_eq!(image(board, drawn, turn), key, "{board} {drawn:b}");
                assert!((0..8).all(|turn| key <= image(board, drawn, turn)));
            }
        }
    }

    /// A number is valid for all positions that share the key: drawing the edge with that number
    /// leads to the same key.
    #[test]
    fn an_edge_that_has_the_same_name_leads_to_the_same_key() {
        for board in boards() {
            for drawn in sets(board) {
                let here = canonical(board, drawn);
                for edge in (0..board.edges()).filter(|edge| drawn >> edge & 1 == 0) {
                    let name = here.name(board, drawn, edge);
                    assert!(here.key >> name & 1 == 0, "{board} {drawn:b} {edge}");
                    let after = canonical(board, drawn | 1 << edge).key;
                    let named = canonical(board, here.key | 1 << name).key;
                    assert_eq!(named, after, "{board} {drawn:b} {edge}");
                }
            }
        }
    }

    #[test]
    fn corners_are_one_of_two_edges() {
        let board = Size::new(2, 3).unwrap();
        let [right, down] = Grid::of(board).corners[0];
        assert_eq!(canonical(board, 1 << right), canonical(board, 1 << down));
    }
}
