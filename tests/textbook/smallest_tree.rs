//! The smallest trees on which NegaScout visits fewer leaves than alpha-beta.

use super::small;
use eldest::textbook::{GameTree, Scouting, alpha_beta, negascout_1989};
use eldest::{Depth, Moves, Position, Score, Side, Window};
use eldest_games::trees::Tree;

/// A uniform tree over `leaves`, left to right.
#[derive(Clone)]
struct Uniform<'l> {
    leaves: &'l [u8],
    width: usize,
    depth: u16,
    ply: u16,
    /// The number of this node among those of its ply.
    at: usize,
}

impl Position for Uniform<'_> {
    type Move = usize;
    type Undo = ();

    const ALTERNATES: bool = true;
    const WIN_DISTANCE: bool = false;

    fn side(&self) -> Side {
        if self.ply.is_multiple_of(2) { Side::First } else { Side::Second }
    }

    fn key(&self) -> u64 {
        self.at as u64
    }

    fn over(&self) -> Option<Score> {
        (self.ply == self.depth).then(|| Score::new(self.leaves[self.at].into()))
    }

    fn moves(&self, out: &mut Moves<'_, usize>) {
        (0..self.width).for_each(|ordinal| out.push(ordinal));
    }

    fn play(&mut self, ordinal: usize) {
        self.at = self.at * self.width + ordinal;
        self.ply += 1;
    }

    fn undo(&mut self, _: usize, (): ()) {
        self.at /= self.width;
        self.ply -= 1;
    }
}

/// The leaves that alpha-beta visits, and those that each form of NegaScout does.
fn visits(width: usize, depth: u16, leaves: &[u8]) -> (u64, [u64; 2]) {
    let root = Uniform { leaves, width, depth, ply: 0, at: 0 };
    let (even, plies) = (|_: &Uniform<'_>| Score::DRAW, Depth::plies(depth));
    let mut plain = GameTree::new(root.clone(), &even);
    let value = alpha_beta(&mut plain, Window::FULL, plies);
    let scouted = FORMS.map(|scouting| {
        let mut tree = GameTree::new(root.clone(), &even);
        assert_eq!(negascout_1989(&mut tree, scouting, Window::FULL, plies), value);
        tree.counts().leaf
    });
    (plain.counts().leaf, scouted)
}

/// Every way in which `leaves` values can be ordered, ties included, as ranks from 0.
fn weak_orders(leaves: usize, see: &mut impl FnMut(&[u8])) {
    for ranks in 1..=leaves {
        extend(&mut Vec::new(), leaves, ranks, see);
    }
}

/// All continuations of `order` that use each of the `ranks`.
fn extend(order: &mut Vec<u8>, leaves: usize, ranks: usize, see: &mut impl FnMut(&[u8])) {
    let missing = (0..ranks as u8).filter(|rank| !order.contains(rank)).count();
    if missing > leaves - order.len() {
        return;
    }
    if order.len() == leaves {
        return see(order);
    }
    for rank in 0..ranks as u8 {
        order.push(rank);
        extend(order, leaves, ranks, see);
        order.pop();
    }
}

/// For every order of the leaves, by form: the most leaves saved, and how many orders save any.
fn savings(width: usize, depth: u16) -> [(i64, u32); 2] {
    let mut savings = [(i64::MIN, 0); 2];
    weak_orders(width.pow(depth.into()), &mut |order| {
        let (plain, scouted) = visits(width, depth, order);
        for ((most, saving), scouted) in savings.iter_mut().zip(scouted) {
            *most = (*most).max(plain as i64 - scouted as i64);
            *saving += u32::from(scouted < plain);
        }
    });
    savings
}

/// The forms without and with a re-search in the last two plies.
const FORMS: [Scouting; 2] = [Scouting::SAFE, Scouting::MARSLAND_1986];

#[test]
fn nothing_is_saved_on_smaller_trees() {
    // The uniform trees of less than 8 leaves: chains, one ply of any width, and 2 x 2.
    let one_ply = (1..=6).map(|width| (width, 1));
    let chains = (2..=8).map(|depth| (1, depth));
    for (width, depth) in one_ply.chain(chains).chain([(2, 2)]) {
        assert_eq!(savings(width, depth), [(0, 0); 2], "{width} x {depth}");
    }
}

#[test]
fn one_leaf_is_saved_at_width_2_and_depth_3() {
    assert_eq!(savings(2, 3), [(1, 17_128), (1, 57_700)]);
}

/// The tree of the drawing in `docs/textbook.md`; its leaves there are seen by the first player.
#[test]
fn the_tree_in_the_drawing_takes_6_leaves_instead_of_7() {
    let drawn: [u8; 8] = [5, 3, 6, 1, 8, 7, 4, 2];
    let seen_by_the_second = drawn.map(|value| 8 - value);
    assert_eq!(visits(2, 3, &seen_by_the_second), (7, [6; 2]));
}

/// All 7,087,261 orders of nine leaves.
#[test]
#[ignore = "takes a minute without optimisation"]
fn nothing_is_saved_at_width_3_and_depth_2() {
    assert_eq!(savings(3, 2), [(0, 0); 2]);
}

/// How many leaves fewer NegaScout visits below `root`.
fn saved<P: Position>(root: &P, evaluator: fn(&P) -> Score) -> u64 {
    let (mut plain, mut scouted) =
        (GameTree::new(root.clone(), &evaluator), GameTree::new(root.clone(), &evaluator));
    alpha_beta(&mut plain, Window::FULL, Depth::END);
    negascout_1989(&mut scouted, Scouting::SAFE, Window::FULL, Depth::END);
    plain.counts().leaf.saturating_sub(scouted.counts().leaf)
}

/// The tree of the drawing in `docs/trees.md`. With 7 nodes there are at most five leaves, for
/// which five values are enough, or six below the root, where there are no windows.
#[test]
fn two_leaves_are_saved_on_a_tree_of_8_nodes_and_on_none_of_fewer() {
    let drawn: Tree = "[-5 [[-8 -7 -6] 4]]".parse().expect("a tree");
    assert_eq!((drawn.size(), saved(&drawn, Tree::estimate)), (8, 2));
    let class = small::Class { values: -2..=2, again: false };
    let most = |size| {
        let mut most = 0;
        class.each(size, &mut |tree| {
            most = most.max(saved(&small::Place::root(tree), |_| Score::DRAW));
        });
        most
    };
    assert_eq!([1, 2, 3, 4, 5, 6, 7].map(most), [0, 0, 0, 0, 0, 0, 1]);
}
