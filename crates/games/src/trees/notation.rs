//! Trees as text: `[[3 5] [2 9]]`.
//!
//! ```text
//! node  =  ["="] ( score | [points ":"] "[" node { node } "]" )
//! score =  points | "W" | "L"
//! ```
//! `=` before a node: the player of the move to it moves again. A number before a bracket is the
//! estimate of the node for a search that stops there. Blanks and commas separate nodes.

use super::branch::{Branch, MAX_WIDTH, is_leaf_score};
use eldest::Score;
use std::fmt;
use std::str::FromStr;

/// The most levels of nested brackets, because reading is recursive.
const MAX_NESTING: usize = 1_000;

/// Why a text is not a tree, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("column {column}: {fault}")]
pub struct ParseTreeError {
    /// The character at which reading failed, counted from 1.
    pub column: usize,
    /// The error.
    pub fault: TreeFault,
}

/// The errors in the text of a tree.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TreeFault {
    /// Neither a bracket nor a score where a node must begin.
    #[error("expected a number, W, L or '['")]
    NoNode,
    /// The text ends inside a bracket.
    #[error("this '[' is never closed")]
    Unclosed,
    /// `[]`.
    #[error("a node needs a child")]
    Childless,
    /// More than 65,536 children.
    #[error("a node has at most 65536 children")]
    TooWide,
    /// Brackets nest deeper than 1,000.
    #[error("brackets nest at most 1000 deep")]
    TooDeep,
    /// A number beyond what a game may give.
    #[error("a score lies within ±4000000")]
    OutOfRange,
    /// `5:3`: an estimate before a leaf.
    #[error("expected '[' after an estimate and its ':'")]
    EstimatedLeaf,
    /// `=` before the root.
    #[error("no move leads to the root, so '=' has no meaning there")]
    RootAgain,
    /// Something follows the tree.
    #[error("the tree has ended before this")]
    Trailing,
}

impl FromStr for Branch {
    type Err = ParseTreeError;

    fn from_str(text: &str) -> Result<Self, ParseTreeError> {
        let mut reader = TreeReader { text: text.chars().collect(), at: 0, nesting: 0 };
        reader.skip_blanks();
        if reader.peek() == Some('=') {
            return reader.fail(TreeFault::RootAgain);
        }
        let root = reader.node()?;
        reader.skip_blanks();
        if reader.peek().is_some() { reader.fail(TreeFault::Trailing) } else { Ok(root) }
    }
}

/// The text and the reading position.
struct TreeReader {
    text: Vec<char>,
    at: usize,
    nesting: usize,
}

impl TreeReader {
    fn peek(&self) -> Option<char> {
        self.text.get(self.at).copied()
    }

    fn take(&mut self, wanted: char) -> bool {
        let found = self.peek() == Some(wanted);
        self.at += usize::from(found);
        found
    }

    fn skip_blanks(&mut self) {
        while self.peek().is_some_and(|c| c.is_whitespace() || c == ',') {
            self.at += 1;
        }
    }

    fn fail<T>(&self, fault: TreeFault) -> Result<T, ParseTreeError> {
        Err(ParseTreeError { column: self.at + 1, fault })
    }

    fn fail_at<T>(&self, at: usize, fault: TreeFault) -> Result<T, ParseTreeError> {
        Err(ParseTreeError { column: at + 1, fault })
    }

    fn node(&mut self) -> Result<Branch, ParseTreeError> {
        let again = self.take('=');
        let node = self.body()?;
        Ok(Branch { again, ..node })
    }

    fn body(&mut self) -> Result<Branch, ParseTreeError> {
        if self.peek() == Some('[') {
            return self.bracket(Score::DRAW);
        }
        let score = self.score()?;
        if !self.take(':') {
            return Ok(Branch::leaf(score));
        }
        if score.distance().is_some() {
            return self.fail_at(self.at - 2, TreeFault::NoNode);
        }
        if self.peek() == Some('[') {
            self.bracket(score)
        } else {
            self.fail(TreeFault::EstimatedLeaf)
        }
    }

    fn bracket(&mut self, estimate: Score) -> Result<Branch, ParseTreeError> {
        let opened = self.at;
        self.at += 1;
        self.nesting += 1;
        if self.nesting > MAX_NESTING {
            return self.fail_at(opened, TreeFault::TooDeep);
        }
        let children = self.children(opened)?;
        self.nesting -= 1;
        Ok(Branch::inner(children).worth(estimate))
    }

    /// Reads the nodes up to the bracket that closes the one at `opened`.
    fn children(&mut self, opened: usize) -> Result<Vec<Branch>, ParseTreeError> {
        let mut children = Vec::new();
        loop {
            self.skip_blanks();
            match self.peek() {
                None => return self.fail_at(opened, TreeFault::Unclosed),
                Some(']') if children.is_empty() => return self.fail(TreeFault::Childless),
                Some(']') => break,
                Some(_) if children.len() == MAX_WIDTH => return self.fail(TreeFault::TooWide),
                Some(_) => children.push(self.node()?),
            }
        }
        self.at += 1;
        Ok(children)
    }

    fn score(&mut self) -> Result<Score, ParseTreeError> {
        if self.take('W') {
            Ok(Score::WIN)
        } else if self.take('L') {
            Ok(Score::LOSS)
        } else {
            self.points()
        }
    }

    fn points(&mut self) -> Result<Score, ParseTreeError> {
        let start = self.at;
        self.take('-');
        while self.peek().is_some_and(|c| c.is_ascii_digit()) {
            self.at += 1;
        }
        let digits: String = self.text[start..self.at].iter().collect();
        if digits.is_empty() || digits == "-" {
            return self.fail_at(start, TreeFault::NoNode);
        }
        let in_range = |n: &i32| n.unsigned_abs() <= Score::MAX_VALUE.get().unsigned_abs();
        match digits.parse().ok().filter(in_range).map(Score::new).filter(|s| is_leaf_score(*s)) {
            Some(score) => Ok(score),
            None => self.fail_at(start, TreeFault::OutOfRange),
        }
    }
}

/// Writes the notation that [`FromStr`] reads.
impl fmt::Display for Branch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.again {
            f.write_str("=")?;
        }
        if self.is_leaf() { write_score(self.score, f) } else { write_inner(self, f) }
    }
}

fn write_score(score: Score, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    match score {
        Score::WIN => f.write_str("W"),
        Score::LOSS => f.write_str("L"),
        points => write!(f, "{}", points.get()),
    }
}

fn write_inner(node: &Branch, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    if node.score != Score::DRAW {
        write!(f, "{}:", node.score.get())?;
    }
    for (ordinal, child) in node.children.iter().enumerate() {
        write!(f, "{}{child}", if ordinal == 0 { "[" } else { " " })?;
    }
    f.write_str("]")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn round_trip(text: &str) -> String {
        text.parse::<Branch>().expect(text).to_string()
    }

    #[test]
    fn what_is_written_reads_back() {
        for text in ["7", "W", "[[3 5] [2 9]]", "[=[W -1] 12:[L]]", "[=3 =-4:[=W]]", "[4000000]"] {
            assert_eq!(round_trip(text), text);
        }
    }

    #[test]
    fn blanks_and_commas_are_free() {
        assert_eq!(round_trip(" [3,5 ,\n [ 2 ] ] "), "[3 5 [2]]");
        assert_eq!(round_trip("[0:[1] -0]"), "[[1] 0]");
    }

    #[test]
    fn faults_are_named_with_their_column() {
        let cases = [
            ("", 1, TreeFault::NoNode),
            ("[3 x]", 4, TreeFault::NoNode),
            ("[3 -]", 4, TreeFault::NoNode),
            ("[W:[3]]", 2, TreeFault::NoNode),
            ("[1 [2 3]", 1, TreeFault::Unclosed),
            ("[1 []]", 5, TreeFault::Childless),
            ("[4000001]", 2, TreeFault::OutOfRange),
            ("[99999999999]", 2, TreeFault::OutOfRange),
            ("[5:3]", 4, TreeFault::EstimatedLeaf),
            ("=[3]", 1, TreeFault::RootAgain),
            ("[3] 4", 5, TreeFault::Trailing),
        ];
        for (text, column, fault) in cases {
            assert_eq!(text.parse::<Branch>(), Err(ParseTreeError { column, fault }), "{text:?}");
        }
    }

    #[test]
    fn nesting_has_an_end() {
        let nested = |deep| format!("{}1{}", "[".repeat(deep), "]".repeat(deep)).parse::<Branch>();
        assert!(nested(MAX_NESTING).is_ok());
        assert_eq!(nested(MAX_NESTING + 1).unwrap_err().fault, TreeFault::TooDeep);
    }
}
