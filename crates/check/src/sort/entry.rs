//! [`BoundEntry`]: a bound that a record states for its position, or needs of another.

use std::io::{self, BufRead, Read, Write};

/// Whether the bound is stated or needed. Stated bounds are sorted first.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum EntryKind {
    #[default]
    Stated,
    Needed,
}

/// A bound on the value of the position with this code.
///
/// A stated bound has the height and the value of one record. A needed bound combines many records:
/// the lowest height among them, which the record of this position must be below, and the greatest
/// value that one of them needs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct BoundEntry {
    pub(crate) code: Vec<u8>,
    pub(crate) kind: EntryKind,
    pub(crate) height: u32,
    pub(crate) height_of: u64,
    pub(crate) least: i32,
    pub(crate) least_of: u64,
}

impl BoundEntry {
    /// Combines two needs of the same position.
    pub(super) fn fold(&mut self, other: &Self) {
        if other.height < self.height {
            (self.height, self.height_of) = (other.height, other.height_of);
        }
        if other.least > self.least {
            (self.least, self.least_of) = (other.least, other.least_of);
        }
    }

    /// Whether both are needs of the same position.
    pub(super) fn folds_with(&self, other: &Self) -> bool {
        (self.kind, other.kind) == (EntryKind::Needed, EntryKind::Needed) && self.code == other.code
    }

    pub(super) fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let length = u16::try_from(self.code.len()).expect("codes have at most MOST_BYTES");
        out.write_all(&length.to_le_bytes())?;
        out.write_all(&self.code)?;
        out.write_all(&[self.kind as u8])?;
        out.write_all(&self.height.to_le_bytes())?;
        out.write_all(&self.height_of.to_le_bytes())?;
        out.write_all(&self.least.to_le_bytes())?;
        out.write_all(&self.least_of.to_le_bytes())
    }

    /// Reads what [`write`](Self::write) wrote. Returns false at the end.
    pub(super) fn read(&mut self, from: &mut impl BufRead) -> io::Result<bool> {
        if from.fill_buf()?.is_empty() {
            return Ok(false);
        }
        let length = u16::from_le_bytes(take(from)?);
        self.code.resize(length.into(), 0);
        from.read_exact(&mut self.code)?;
        let [kind] = take(from)?;
        self.kind =
            if kind == EntryKind::Stated as u8 { EntryKind::Stated } else { EntryKind::Needed };
        self.height = u32::from_le_bytes(take(from)?);
        self.height_of = u64::from_le_bytes(take(from)?);
        self.least = i32::from_le_bytes(take(from)?);
        self.least_of = u64::from_le_bytes(take(from)?);
        Ok(true)
    }
}

fn take<const N: usize>(from: &mut impl Read) -> io::Result<[u8; N]> {
    let mut bytes = [0; N];
    from.read_exact(&mut bytes).map(|()| bytes)
}
