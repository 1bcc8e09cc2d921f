//! [`FileHeader`]: the first bytes of a file, which describe the rest.

use crate::error::{Fault, WriteError};
use crc::{CRC_64_XZ, Crc, Table};
use eldest::Score;

/// Not text: its first byte reveals a lost eighth bit, its last ones converted line ends.
pub(super) const MAGIC: [u8; 8] = *b"\x89eldb\r\n\x1a";
pub(super) const FORMAT: u16 = 1;
/// The bytes before the names.
const FIXED: usize = 112;
const NO_WIN: u32 = u32::MAX;

pub(super) static CRC64: Crc<u64, Table<16>> = Crc::<u64, Table<16>>::new(&CRC_64_XZ);

/// Returns the name of the file of a slice in the directory of a game: letters, digits, `-` and `_`
/// as they are, other characters of the name of the slice replaced by `_`.
#[must_use]
pub fn file_name(slice: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_".contains(c);
    let plain = |c| if is_plain(c) { c } else { '_' };
    format!("{}.eldb", slice.chars().map(plain).collect::<String>())
}

/// The kind of a file.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum FileKind {
    /// Each number of a slice has a value.
    Dense,
    /// Each of a list of keys has a value.
    Keyed,
}

/// The game and the part of it that a file holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Heading {
    /// The name of the game, at most 255 bytes.
    pub game: String,
    /// Identifies the rules and the numbering.
    pub fingerprint: u64,
    /// The name of the slice, at most 255 bytes.
    pub slice: String,
}

impl Heading {
    /// Returns an error if a name is too long for a file.
    pub(crate) fn check(&self) -> Result<(), WriteError> {
        match [&self.game, &self.slice].into_iter().find(|name| name.len() > 255) {
            Some(name) => Err(WriteError::LongName { name: name.clone() }),
            None => Ok(()),
        }
    }
}

/// The contents of a file in numbers.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Summary {
    /// The length of the file.
    pub bytes: u64,
    /// The numbers or keys; not every number needs to have a position.
    pub len: u64,
    /// The positions won by the side to move.
    pub wins: u64,
    /// The positions drawn.
    pub draws: u64,
    /// The positions lost by the side to move.
    pub losses: u64,
    /// The longest win in plies, and the lowest number or key with it; `None` without wins.
    pub longest_win: Option<(u32, u64)>,
}

impl Summary {
    /// Returns the number of positions.
    #[must_use]
    pub const fn positions(&self) -> u64 {
        self.wins.saturating_add(self.draws).saturating_add(self.losses)
    }

    /// Returns the bits of the file for each position; 0 if there is none.
    #[must_use]
    pub fn bits_per_position(&self) -> f64 {
        if self.positions() == 0 { 0.0 } else { 8.0 * self.bytes as f64 / self.positions() as f64 }
    }
}

/// The header of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct FileHeader {
    pub(super) heading: Heading,
    pub(super) kind: FileKind,
    pub(super) block: u32,
    pub(super) endless: Score,
    pub(super) scores: u32,
    pub(super) summary: Summary,
    /// The offset of the tables.
    pub(super) tables: u64,
    pub(super) blocks_crc: u64,
    pub(super) tables_crc: u64,
}

impl FileHeader {
    /// Returns the length of a header with these names.
    pub(super) const fn len(heading: &Heading) -> usize {
        FIXED + 2 + heading.game.len() + heading.slice.len() + 8
    }

    /// Returns the header as bytes. Names have at most 255 bytes.
    pub(super) fn to_bytes(&self) -> Vec<u8> {
        let Summary { bytes, len, wins, draws, losses, longest_win } = self.summary;
        let (plies, longest) = longest_win.unwrap_or((NO_WIN, 0));
        let mut out = Vec::with_capacity(Self::len(&self.heading));
        out.extend(MAGIC);
        out.extend(FORMAT.to_le_bytes());
        out.extend([self.kind as u8, 0]);
        out.extend(self.block.to_le_bytes());
        out.extend(self.heading.fingerprint.to_le_bytes());
        out.extend(self.endless.get().to_le_bytes());
        out.extend(self.scores.to_le_bytes());
        out.extend([len, wins, draws, losses].iter().flat_map(|count| count.to_le_bytes()));
        out.extend(plies.to_le_bytes());
        out.extend((Self::len(&self.heading) as u32).to_le_bytes());
        let places = [longest, self.tables, bytes, self.blocks_crc, self.tables_crc];
        out.extend(places.iter().flat_map(|place| place.to_le_bytes()));
        for name in [&self.heading.game, &self.heading.slice] {
            out.push(name.len() as u8);
            out.extend(name.as_bytes());
        }
        out.extend(CRC64.checksum(&out).to_le_bytes());
        out
    }

    /// Parses a header of this format at the start of `file`.
    pub(super) fn parse(file: &[u8]) -> Result<Self, Fault> {
        let len = u32_at(file, 68).ok_or(Fault::Header)? as usize;
        let body = len.checked_sub(8).and_then(|len| file.get(..len)).ok_or(Fault::Header)?;
        if u64_at(file, len - 8) != Some(CRC64.checksum(body)) {
            return Err(Fault::Header);
        }
        let header = Self::parse_sound(body).ok_or(Fault::Malformed)?;
        // What is not parsed, or parsed in two ways, shows here.
        if header.to_bytes() == file[..len] { Ok(header) } else { Err(Fault::Malformed) }
    }

    /// Parses a header whose checksum is right.
    fn parse_sound(body: &[u8]) -> Option<Self> {
        let (word, long) = (|at| u32_at(body, at), |at| u64_at(body, at));
        let (game, rest) = name(body.get(FIXED..)?)?;
        let (slice, _) = name(rest)?;
        let plies = word(64)?;
        let longest_win = if plies == NO_WIN { None } else { Some((plies, long(72)?)) };
        let (len, wins, draws, losses) = (long(32)?, long(40)?, long(48)?, long(56)?);
        Some(Self {
            heading: Heading { game, fingerprint: long(16)?, slice },
            kind: if body[10] == 0 { FileKind::Dense } else { FileKind::Keyed },
            block: word(12)?,
            endless: score(word(24)? as i32)?,
            scores: word(28)?,
            summary: Summary { bytes: long(88)?, len, wins, draws, losses, longest_win },
            tables: long(80)?,
            blocks_crc: long(96)?,
            tables_crc: long(104)?,
        })
    }
}

/// Splits a name with its length off `bytes`.
fn name(bytes: &[u8]) -> Option<(String, &[u8])> {
    let (&len, rest) = bytes.split_first()?;
    let (name, rest) = rest.split_at_checked(len.into())?;
    Some((String::from_utf8(name.to_vec()).ok()?, rest))
}

/// Returns the score with this number, if it is the value of a game.
pub(super) fn score(number: i32) -> Option<Score> {
    let is_number = number.unsigned_abs() <= Score::INFINITY.get().unsigned_abs();
    let score = is_number.then(|| Score::new(number))?;
    let is_value = number.abs() <= Score::MAX_VALUE.get() || score.distance().is_some();
    is_value.then_some(score)
}

pub(super) fn u16_at(bytes: &[u8], at: usize) -> Option<u16> {
    Some(u16::from_le_bytes(bytes.get(at..at.checked_add(2)?)?.try_into().ok()?))
}

pub(super) fn u32_at(bytes: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_le_bytes(bytes.get(at..at.checked_add(4)?)?.try_into().ok()?))
}

pub(super) fn i32_at(bytes: &[u8], at: usize) -> Option<i32> {
    u32_at(bytes, at).map(|word| word as i32)
}

#[inline]
pub(super) fn u64_at(bytes: &[u8], at: usize) -> Option<u64> {
    Some(u64::from_le_bytes(bytes.get(at..at.checked_add(8)?)?.try_into().ok()?))
}
