//! [`Head`]: the beginning of a file, which describes the lines.
//! [`Origin`]: the search that a table belongs to.

use super::reader::{LineAccess, Reader, Shape, TableKind};
use super::{LoadError, SaveError};
use crate::{Bounds, Score};
use std::io::Read;

/// Not text: its first byte reveals a lost eighth bit, its last one converted line ends.
const MAGIC: [u8; 8] = *b"\x89eldest\n";
const FORMAT: u16 = 2;
/// The number of bytes before the label.
const FIXED: usize = 50;

/// The part of a file before the lines.
#[derive(Debug)]
pub(super) struct Head {
    pub(super) shape: Shape,
    pub(super) generation: u32,
    findings: u64,
    rules: u64,
    label: Vec<u8>,
}

impl Head {
    /// Creates the head of `table`, which belongs to `origin`.
    pub(super) fn new(
        table: &(impl LineAccess + ?Sized),
        origin: &Origin,
    ) -> Result<Self, SaveError> {
        let label = origin.label.as_bytes();
        let most = u16::MAX.into();
        if label.len() > most {
            return Err(SaveError::LongLabel { bytes: label.len(), most });
        }
        Ok(Self {
            shape: table.shape(),
            generation: table.header().youngest(),
            findings: origin.findings,
            rules: origin.rules,
            label: label.to_vec(),
        })
    }

    pub(super) fn to_bytes(&self) -> Vec<u8> {
        let Shape { kind, lines, key_bits, range } = self.shape;
        let mut bytes = MAGIC.to_vec();
        bytes.extend(FORMAT.to_le_bytes());
        bytes.extend([kind as u8, key_bits]);
        bytes.extend(self.generation.to_le_bytes());
        bytes.extend(self.findings.to_le_bytes());
        bytes.extend(self.rules.to_le_bytes());
        bytes.extend(lines.to_le_bytes());
        bytes.extend(
            [range.lower, range.upper].map(Score::get).map(i32::to_le_bytes).as_flattened(),
        );
        bytes.extend((self.label.len() as u16).to_le_bytes());
        bytes.extend(&self.label);
        bytes
    }

    /// Reads a head, without checking that it fits.
    pub(super) fn read(reader: &mut Reader<impl Read>) -> Result<Self, LoadError> {
        if reader.begin::<8>()? != MAGIC {
            return Err(LoadError::NoTable);
        }
        let format = u16::from_le_bytes(reader.array()?);
        if format != FORMAT {
            return Err(LoadError::Format { found: format, wanted: FORMAT });
        }
        let fixed = reader.array::<{ FIXED - 10 }>()?;
        let [.., low, high] = fixed;
        let label = reader.vec(u16::from_le_bytes([low, high]).into())?;
        reader.seal()?;
        Self::parse(&fixed, label).ok_or(LoadError::Malformed { offset: 0 })
    }

    /// Parses the bytes after the format.
    fn parse(bytes: &[u8; FIXED - 10], label: Vec<u8>) -> Option<Self> {
        let (&[kind, key_bits], rest) = bytes.split_first_chunk()?;
        let (&generation, rest) = rest.split_first_chunk()?;
        let (words, rest) = rest.split_first_chunk::<24>()?;
        let [findings, rules, lines] = *words.as_chunks().0 else { return None };
        let (ends, _) = rest.split_first_chunk::<8>()?;
        let [lower, upper] = *ends.as_chunks().0 else { return None };
        let [lower, upper] = [lower, upper].map(i32::from_le_bytes);
        let most = Score::INFINITY.get();
        let sound = -most <= lower && lower <= upper && upper <= most && lines != [0; 8];
        let range = || Bounds::new(Score::new(lower), Score::new(upper));
        let kind = TableKind::numbered(kind).filter(|_| sound)?;
        Some(Self {
            shape: Shape { kind, lines: u64::from_le_bytes(lines), key_bits, range: range() },
            generation: u32::from_le_bytes(generation),
            findings: u64::from_le_bytes(findings),
            rules: u64::from_le_bytes(rules),
            label,
        })
    }

    /// Checks that the lines can be loaded into `table`, for a search of `origin`.
    pub(super) fn check(
        &self,
        table: &(impl LineAccess + ?Sized),
        origin: &Origin,
    ) -> Result<(), LoadError> {
        let (found, wanted) = (self.shape, table.shape());
        if self.label != origin.label.as_bytes() {
            let found = String::from_utf8_lossy(&self.label).into_owned();
            return Err(LoadError::Label { found, wanted: origin.label.clone() });
        }
        if found.kind != wanted.kind {
            return Err(LoadError::Kind { found: found.kind.name(), wanted: wanted.kind.name() });
        }
        if self.findings != origin.findings {
            return Err(LoadError::OtherFindings);
        }
        if self.rules != origin.rules {
            return Err(LoadError::Rules { label: origin.label.clone() });
        }
        if (found.key_bits, found.range) != (wanted.key_bits, wanted.range) {
            let (found_bits, wanted_bits) = (found.key_bits, wanted.key_bits);
            return Err(LoadError::Keys { found_bits, wanted_bits });
        }
        Ok(())
    }
}

/// Describes the search that a saved table belongs to. [`Engine::origin`](crate::Engine::origin)
/// creates it; it is stored in the file and compared when the file is loaded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin {
    pub(crate) label: String,
    /// The declared fingerprints of rules, evaluator and depth match: the same in every build.
    pub(crate) findings: u64,
    /// The fingerprint that a search of this program binds its table to.
    pub(crate) fingerprint: u64,
    /// A digest of the rules at some positions.
    pub(crate) rules: u64,
}

impl Origin {
    /// Returns the label of the game.
    #[must_use]
    pub fn label(&self) -> &str {
        &self.label
    }

    /// Returns a digest of the rules at about a thousand positions: the same in every build, and
    /// different if the rules, the keys or the evaluator have changed.
    #[must_use]
    pub fn rules(&self) -> u64 {
        self.rules
    }

    /// Returns the fingerprint that a search binds its table to
    /// ([`Table::bind`](crate::Table::bind)). It is valid in this program only, because it depends
    /// on the types of game and evaluator.
    #[must_use]
    pub fn fingerprint(&self) -> u64 {
        self.fingerprint
    }
}
