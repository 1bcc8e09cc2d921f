//! Trees written as nested lists.

use super::plain::Plain;
use arbitrary::{Result, Unstructured};
use eldest::{Position, Score, Side};
use eldest_games::trees::{AnyTree, Distances, Tree, Watched};
use std::rc::Rc;

/// A node with all nodes below it.
#[derive(Debug)]
pub(super) struct NestedNode {
    again: bool,
    /// The value of a leaf, or the estimate of an inner node.
    score: Score,
    children: Vec<Rc<NestedNode>>,
}

/// A node of a tree, the moves that lead there, and the side to move.
#[derive(Clone, Debug)]
pub(super) struct NestedPlace {
    node: Rc<NestedNode>,
    path: Vec<u32>,
    side: Side,
}

impl NestedNode {
    /// A random tree of at most `plies` plies.
    fn arbitrary(u: &mut Unstructured<'_>, plies: u32) -> Result<Rc<Self>> {
        let again = u.ratio(1, 4)?;
        let over = plies == 0 || u.ratio(1, 3)?;
        let width = if over { 0 } else { u.int_in_range(1..=4)? };
        let scores = [-4_000_000, -3, -1, 0, 1, 2, 7, 4_000_000];
        let points = Score::new(*u.choose(&scores)?);
        let won = [Score::WIN, Score::LOSS, points, points, points];
        let score = if over { *u.choose(&won)? } else { points };
        let children = (0..width).map(|_| Self::arbitrary(u, plies - 1)).collect::<Result<_>>()?;
        Ok(Rc::new(Self { again, score, children }))
    }

    /// The text, with random blanks and commas; `root` is the node without a move before it.
    fn text(&self, u: &mut Unstructured<'_>, root: bool) -> Result<String> {
        let again = if self.again && !root { "=" } else { "" };
        let score = match self.score {
            Score::WIN => "W".to_owned(),
            Score::LOSS => "L".to_owned(),
            points => points.to_string(),
        };
        if self.children.is_empty() {
            return Ok(format!("{again}{score}"));
        }
        let estimate = if self.score == Score::DRAW { String::new() } else { score + ":" };
        let mut text = format!("{again}{estimate}[");
        for child in &self.children {
            text += &child.text(u, false)?;
            text += u.choose(&[" ", ",", "\t ", ", "])?;
        }
        Ok(text + "]")
    }

    fn height(&self) -> u32 {
        self.children.iter().map(|child| child.height() + 1).max().unwrap_or(0)
    }
}

impl Plain for NestedPlace {
    type Game = AnyTree;
    type Name = Vec<u32>;

    fn move_of(&self, mv: u16) -> u32 {
        mv.into()
    }

    fn side(&self) -> Side {
        self.side
    }

    fn over(&self) -> Option<Score> {
        self.node.children.is_empty().then_some(self.node.score)
    }

    fn moves(&self) -> Vec<u32> {
        (0..self.node.children.len() as u32).collect()
    }

    fn play(&mut self, mv: u32) {
        let child = Rc::clone(&self.node.children[mv as usize]);
        self.side = if child.again { self.side } else { self.side.other() };
        self.path.push(mv);
        self.node = child;
    }

    fn name(&self) -> Vec<u32> {
        self.path.clone()
    }

    fn longest(&self) -> Option<u32> {
        Some(self.node.height())
    }

    /// Checks the estimate, and the games that wrap a tree.
    fn check_more(&self, game: &AnyTree) {
        assert_eq!(game.estimate(), self.node.score);
        let AnyTree::Explicit(tree) = game else { panic!("{game} is an explicit tree") };
        let same = |other: &dyn Fn() -> (u64, Side, Option<Score>, Option<u64>)| {
            assert_eq!(other(), (game.key(), game.side(), game.over(), game.key_after(0)));
        };
        same(&|| facts(tree));
        same(&|| facts(&Watched::new(tree.clone())));
        same(&|| facts(&Distances(tree.clone())));
    }
}

fn facts<P: Position<Move = u16>>(tree: &P) -> (u64, Side, Option<Score>, Option<u64>) {
    (tree.key(), tree.side(), tree.over(), tree.key_after(0))
}

/// A random tree, and the same tree after parsing, writing and parsing.
pub(super) fn tree(u: &mut Unstructured<'_>) -> Result<(NestedPlace, AnyTree)> {
    let node = NestedNode::arbitrary(u, 4)?;
    let text = node.text(u, true)?;
    let read: Tree = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
    let written = read.to_string();
    let again: AnyTree = written.parse().expect("what was written");
    assert_eq!(again.to_string(), written, "{text}");
    Ok((NestedPlace { node, path: Vec::new(), side: Side::First }, again))
}
