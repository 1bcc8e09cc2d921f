//! The text form of a specification: `kind:key=value,...`.

use super::{Spec, SpecError, TreeKind};
use eldest::Score;
use std::fmt;
use std::str::FromStr;

/// A number of a specification, with its key and its bounds.
struct SpecField {
    key: &'static str,
    value: u64,
    least: u64,
    most: u64,
    /// Whether the text contains it.
    written: bool,
}

const fn field(key: &'static str, value: u64, least: u64, most: u64) -> SpecField {
    SpecField { key, value, least, most, written: true }
}

/// Creates a field that is written only if nonzero.
const fn extra(key: &'static str, value: u32, most: u64) -> SpecField {
    SpecField { written: value > 0, ..field(key, value as u64, 0, most) }
}

const fn percent(key: &'static str, value: u8) -> SpecField {
    field(key, value as u64, 0, 100)
}

impl Spec {
    /// Returns all numbers of this specification, in the order of the text.
    fn fields(&self) -> Vec<SpecField> {
        let values = if matches!(self.kind, TreeKind::Ordered { .. }) { "spread" } else { "range" };
        let mut fields = vec![
            field("width", self.width.into(), 1, u16::MAX.into()),
            field("depth", self.depth.into(), 0, 60_000),
            field("seed", self.seed, 0, u64::MAX),
            field(values, self.range.into(), 1, Score::MAX_VALUE.get().unsigned_abs().into()),
        ];
        fields.extend(self.kind.fields());
        fields
    }

    fn set(&mut self, key: &str, value: u64) {
        match key {
            "width" => self.width = value as u16,
            "depth" => self.depth = value as u16,
            "seed" => self.seed = value,
            "range" | "spread" => self.range = value as u32,
            other => self.kind.set(other, value),
        }
    }

    fn read_pair(&mut self, pair: &str) -> Result<(), SpecError> {
        let (key, text) = pair.split_once('=').ok_or_else(|| SpecError::NotAPair(pair.into()))?;
        let (key, text) = (key.trim(), text.trim());
        let fields = self.fields();
        let field = fields.iter().find(|field| field.key == key);
        let value = field.ok_or_else(|| self.unknown(key))?.read(text)?;
        self.set(key, value);
        Ok(())
    }

    fn unknown(&self, key: &str) -> SpecError {
        let keys: Vec<&str> = self.fields().iter().map(|field| field.key).collect();
        SpecError::UnknownKey { kind: self.kind.name(), key: key.into(), known: keys.join(", ") }
    }
}

impl TreeKind {
    fn fields(self) -> Vec<SpecField> {
        match self {
            Self::Uniform => vec![],
            Self::Uneven { stop, chain, again } => {
                vec![percent("stop", stop), percent("chain", chain), percent("again", again)]
            }
            Self::Dag { again } => vec![percent("again", again)],
            Self::Ordered { first, quarter, fold, tempo } => vec![
                percent("first", first),
                percent("quarter", quarter),
                extra("fold", fold, u32::MAX.into()),
                extra("tempo", tempo, Score::MAX_VALUE.get().unsigned_abs().into()),
            ],
        }
    }

    fn set(&mut self, key: &str, value: u64) {
        let odds = value as u8;
        match (self, key) {
            (Self::Uneven { stop, .. }, "stop") => *stop = odds,
            (Self::Uneven { chain, .. }, "chain") => *chain = odds,
            (Self::Uneven { again, .. } | Self::Dag { again }, "again") => *again = odds,
            (Self::Ordered { first, .. }, "first") => *first = odds,
            (Self::Ordered { quarter, .. }, "quarter") => *quarter = odds,
            (Self::Ordered { fold, .. }, "fold") => *fold = value as u32,
            (Self::Ordered { tempo, .. }, "tempo") => *tempo = value as u32,
            (kind, key) => unreachable!("{} trees have no {key}", kind.name()),
        }
    }
}

impl SpecField {
    fn read(&self, text: &str) -> Result<u64, SpecError> {
        let number = text.parse().ok().filter(|n| (self.least..=self.most).contains(n));
        number.ok_or_else(|| SpecError::BadNumber {
            key: self.key.into(),
            value: text.into(),
            least: self.least,
            most: self.most,
        })
    }
}

impl FromStr for Spec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Self, SpecError> {
        let (name, pairs) = text.split_once(':').unwrap_or((text, ""));
        let known = TreeKind::ALL.iter().find(|(known, _)| *known == name.trim());
        let (_, kind) = *known.ok_or_else(|| SpecError::UnknownKind(name.into()))?;
        let mut spec = Self { kind, width: 3, depth: 5, seed: 0, range: 100 };
        for pair in pairs.split(',').filter(|pair| !pair.trim().is_empty()) {
            spec.read_pair(pair)?;
        }
        spec.check()
    }
}

/// Writes each number, including defaults, except `fold` and `tempo` if they are 0.
impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.kind.name())?;
        for (index, field) in self.fields().iter().filter(|field| field.written).enumerate() {
            write!(f, "{}{}={}", if index == 0 { ":" } else { "," }, field.key, field.value)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_reads_back() {
        for text in [
            "uniform:width=3,depth=5,seed=1,range=100",
            "uneven:width=4,depth=9,seed=18446744073709551615,range=2,stop=10,chain=30,again=25",
            "dag:width=4,depth=6,seed=0,range=7,again=100",
            "ordered:width=20,depth=8,seed=1,spread=50,first=60,quarter=80",
            "ordered:width=20,depth=8,seed=1,spread=50,first=60,quarter=80,fold=64,tempo=9",
        ] {
            assert_eq!(text.parse::<Spec>().map(|spec| spec.to_string()).as_deref(), Ok(text));
        }
    }

    #[test]
    fn every_key_can_be_set() {
        for (name, _) in TreeKind::ALL {
            for field in name.parse::<Spec>().unwrap().fields() {
                let text = format!("{name}:{}={}", field.key, field.value);
                assert_eq!(text.parse::<Spec>(), name.parse::<Spec>());
            }
        }
    }

    #[test]
    fn errors_say_what_would_be_right() {
        let message = |text: &str| text.parse::<Spec>().unwrap_err().to_string();
        assert!(message("even").contains("uniform, uneven, dag and ordered"));
        assert!(message("uniform:width").contains("key=value"));
        assert!(message("uniform:stop=3").contains("width, depth, seed, range"));
        assert!(message("uniform:width=0").contains("from 1 to 65535"));
        assert!(message("ordered:first=101").contains("from 0 to 100"));
        assert!(message("ordered:first=95").contains("quarter=90 is below first=95"));
        assert!(message("ordered:depth=50000").contains("4000000"));
        assert!(message("ordered:spread=1,tempo=4000000").contains("4000000"));
    }
}
