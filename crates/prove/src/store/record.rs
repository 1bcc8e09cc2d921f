//! [`StoredResult`]: a result in its stored form.

use crate::job::{JobReport, settled};
use crc::{CRC_64_XZ, Crc};
use eldest::{Bounds, Score};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

static CHECKSUM: Crc<u64> = Crc::<u64>::new(&CRC_64_XZ);

/// A job and its report.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct StoredResult {
    pub(crate) position: String,
    pub(crate) least: i32,
    pub(crate) budget: u64,
    /// Whether it checks another result.
    pub(crate) afresh: bool,
    /// Milliseconds of searching since the proof began, over all sessions.
    pub(crate) millis: u64,
    pub(crate) outcome: JobReport,
    /// The name of the worker; empty if it has none.
    pub(crate) by: String,
}

/// A result in format 1, which did not name the worker.
#[derive(Deserialize)]
struct Unnamed {
    position: String,
    least: i32,
    budget: u64,
    afresh: bool,
    millis: u64,
    outcome: JobReport,
}

impl From<Unnamed> for StoredResult {
    fn from(record: Unnamed) -> Self {
        let Unnamed { position, least, budget, afresh, millis, outcome } = record;
        Self { position, least, budget, afresh, millis, outcome, by: String::new() }
    }
}

impl StoredResult {
    /// Returns the bounds that count. For a check, only the answer to its question: bounds beyond
    /// that would be unchecked.
    pub(crate) fn counts(&self) -> Bounds {
        let answer = self.outcome.answer(self.least);
        match settled(answer, self.least).filter(|_| self.afresh) {
            Some(true) => Bounds::new(Score::new(self.least), answer.upper()),
            Some(false) => Bounds::new(answer.lower(), Score::new(self.least - 1)),
            None => answer,
        }
    }

    pub(super) fn to_bytes(&self) -> Vec<u8> {
        sealed(self)
    }

    /// Reads a result of either format, since a store that an older program began has both. No
    /// bytes are valid in both: format 1 ends where format 2 has the name.
    pub(super) fn from_bytes(bytes: &[u8]) -> Option<Self> {
        unsealed(bytes).or_else(|| unsealed::<Unnamed>(bytes).map(Self::from))
    }
}

/// Serializes `value`, followed by its checksum.
pub(super) fn sealed(value: &impl Serialize) -> Vec<u8> {
    let mut bytes = postcard::to_stdvec(value).expect("plain data");
    bytes.extend(CHECKSUM.checksum(&bytes).to_le_bytes());
    bytes
}

/// Reads a sealed value, if its checksum is right.
pub(super) fn unsealed<T: DeserializeOwned>(bytes: &[u8]) -> Option<T> {
    let (bytes, checksum) = bytes.split_last_chunk()?;
    let is_sound = CHECKSUM.checksum(bytes) == u64::from_le_bytes(*checksum);
    let (value, rest) = postcard::take_from_bytes(bytes).ok().filter(|_| is_sound)?;
    rest.is_empty().then_some(value)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::job::JobEnd;

    #[test]
    fn results_of_format_1_are_read_without_a_name() {
        let outcome =
            JobReport::nothing(JobEnd::Exhausted).with(|o| o.order = vec!["3".to_owned()]);
        let (position, by) = ("x".to_owned(), "w1".to_owned());
        let named =
            StoredResult { position, least: 1, budget: 2, afresh: true, millis: 3, outcome, by };
        assert_eq!(StoredResult::from_bytes(&named.to_bytes()), Some(named.clone()));
        let old = sealed(&("x", 1, 2_u64, true, 3_u64, &named.outcome));
        let unnamed = StoredResult { by: String::new(), ..named };
        assert_eq!(StoredResult::from_bytes(&old), Some(unnamed));
    }
}
