//! [`GraphCodec`]: encodes the nodes of a graph for certificates.

use crate::GameGraph;
use eldest_check::Codec;

/// The length of the codes of nodes and moves. Sorting compares the first eight bytes separately,
/// and lengths from 128 on take more than one byte in a block.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum CodeForm {
    /// One or two bytes; one code may be a prefix of another.
    Short,
    /// Eight bytes that differ only in the last ones.
    Eight,
    /// Ten bytes that differ only after the eighth.
    Ten,
    /// One byte and up to eleven zeros.
    Zeros,
    /// 302 bytes.
    Long,
}

impl CodeForm {
    /// The common prefix of all codes.
    fn stem(self) -> &'static [u8] {
        match self {
            Self::Short | Self::Zeros => &[],
            Self::Eight => &[0xA5; 6],
            Self::Ten => &[0xA5; 8],
            Self::Long => &[0xA5; 300],
        }
    }

    fn push(self, class: u16, out: &mut Vec<u8>) {
        out.extend_from_slice(self.stem());
        match (self, class) {
            (Self::Short, ..20) => out.push(class as u8),
            (Self::Zeros, _) => {
                out.push((class / 12) as u8);
                out.resize(out.len() + usize::from(class % 12), 0);
            }
            _ => out.extend_from_slice(&class.to_be_bytes()),
        }
    }

    fn class(self, code: &[u8]) -> Option<u16> {
        match (self, code.strip_prefix(self.stem())?) {
            (Self::Zeros, [high, zeros @ ..]) => {
                let is_one = zeros.len() < 12 && zeros.iter().all(|zero| *zero == 0);
                is_one.then(|| u16::from(*high) * 12 + zeros.len() as u16)
            }
            (Self::Short, [class]) => Some((*class).into()),
            (_, [high, low]) => Some(u16::from_be_bytes([*high, *low])),
            _ => None,
        }
    }
}

/// A node is identified by its class, which its key determines, and not by the points taken. The
/// first node of a class stands in for the others.
pub(super) struct GraphCodec<const D: bool> {
    root: GameGraph<false, D>,
    pub(super) names: CodeForm,
}

impl<const D: bool> GraphCodec<D> {
    pub(super) fn new(root: GameGraph<false, D>, names: CodeForm) -> Self {
        Self { root, names }
    }

    pub(super) fn root(&self) -> &GameGraph<false, D> {
        &self.root
    }

    /// All nodes.
    pub(super) fn all(&self) -> impl Iterator<Item = GameGraph<false, D>> + '_ {
        (0..self.root.size()).map(|at| self.root.node_at(at))
    }

    /// The code of the move with this index.
    pub(super) fn move_code(&self, mv: u8) -> Vec<u8> {
        [self.names.stem(), &[mv]].concat()
    }
}

impl<const D: bool> Codec for GraphCodec<D> {
    type Position = GameGraph<false, D>;

    fn game(&self) -> String {
        "graph".to_owned()
    }

    fn encode(&self, node: &GameGraph<false, D>, out: &mut Vec<u8>) {
        self.names.push(node.class(), out);
    }

    fn decode(&self, code: &[u8]) -> Option<GameGraph<false, D>> {
        let class = self.names.class(code)?;
        self.all().find(|node| node.class() == class)
    }

    fn encode_move(&self, _: &GameGraph<false, D>, mv: u16, out: &mut Vec<u8>) {
        out.extend_from_slice(self.names.stem());
        out.push(mv as u8);
    }

    /// Reads only the first byte after the stem: the checker must refuse codes with more bytes.
    fn decode_move(&self, _: &GameGraph<false, D>, code: &[u8]) -> Option<u16> {
        code.strip_prefix(self.names.stem())?.first().map(|mv| u16::from(*mv))
    }

    fn format(&self, node: &GameGraph<false, D>) -> String {
        node.number().to_string()
    }

    /// Also reads signs and leading zeros, which the checker must refuse.
    fn parse(&self, text: &str) -> Option<GameGraph<false, D>> {
        let number = text.parse().ok().filter(|number| *number < self.root.size());
        number.map(|number| self.root.node_at(number))
    }
}
