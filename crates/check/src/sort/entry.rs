//! [`Entry`]: what a record says of a position, or what one needs of it.

use std::io::{self, BufRead, Read, Write};

/// Which of the two. What is said comes first.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Kind {
    #[default]
    Said,
    Needed,
}

/// Something about the position with this code.
///
/// What is said has a height and a least value, both of one record. What is needed may come from many
/// records: the lowest of those that need it, above which nothing may stand, and the most that one of them needs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Entry {
    pub(crate) code: Vec<u8>,
    pub(crate) kind: Kind,
    pub(crate) height: u32,
    pub(crate) height_of: u64,
    pub(crate) least: i32,
    pub(crate) least_of: u64,
}

impl Entry {
    /// What else is needed of the same position.
    pub(super) fn fold(&mut self, other: &Self) {
        if other.height < self.height {
            (self.height, self.height_of) = (other.height, other.height_of);
        }
        if other.least > self.least {
            (self.least, self.least_of) = (other.least, other.least_of);
        }
    }

    /// Whether both are needed of the same position.
    pub(super) fn folds_with(&self, other: &Self) -> bool {
        (self.kind, other.kind) == (Kind::Needed, Kind::Needed) && self.code == other.code
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

    /// What [`write`](Self::write) wrote; false at the end.
    pub(super) fn read(&mut self, from: &mut impl BufRead) -> io::Result<bool> {
        if from.fill_buf()?.is_empty() {
            return Ok(false);
        }
        let length = u16::from_le_bytes(take(from)?);
        self.code.resize(length.into(), 0);
        from.read_exact(&mut self.code)?;
        let [kind] = take(from)?;
        self.kind = if kind == Kind::Said as u8 { Kind::Said } else { Kind::Needed };
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
