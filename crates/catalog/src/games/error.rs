//! [`GameError`]: why a text is not a game, with a suggestion.

use std::fmt;

/// Why a text is not a game.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum GameError {
    /// There is no game with this name.
    Unknown {
        /// The name.
        name: String,
        /// The valid names.
        known: Vec<&'static str>,
    },
    /// The game has no such variant, for this reason.
    Variant(String),
}

impl std::error::Error for GameError {}

impl fmt::Display for GameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown { name, known } => {
                let (last, others) = known.split_last().expect("there are games");
                write!(f, "no game is called '{name}'; ")?;
                match others {
                    [] => write!(f, "there is {last}"),
                    _ => write!(f, "there are {} and {last}", others.join(", ")),
                }?;
                match nearest(name, known) {
                    Some(meant) => write!(f, ". Did you mean {meant}?"),
                    None => Ok(()),
                }
            }
            Self::Variant(reason) => write!(f, "after the colon: {reason}"),
        }
    }
}

/// Returns the nearest of `names` to `typed`, if at most a third of its letters differ.
fn nearest<'a>(typed: &str, names: &[&'a str]) -> Option<&'a str> {
    let typed = typed.to_lowercase();
    let wrong = |name: &&'a str| (distance(&typed, name), *name);
    let (wrong, name) = names.iter().map(wrong).min_by_key(|(wrong, _)| *wrong)?;
    (wrong <= name.chars().count() / 3).then_some(name)
}

/// Returns the edit distance (V. Levenshtein, 1965): the letters to change, remove, or insert.
fn distance(from: &str, to: &str) -> usize {
    let mut row: Vec<usize> = (0..=to.chars().count()).collect();
    for letter in from.chars() {
        let mut corner = row[0];
        row[0] += 1;
        for (at, other) in to.chars().enumerate() {
            let changed = corner + usize::from(letter != other);
            corner = row[at + 1];
            row[at + 1] = changed.min(corner + 1).min(row[at] + 1);
        }
    }
    row[to.chars().count()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_that_differ_are_counted() {
        assert_eq!(distance("kitten", "sitting"), 3);
    }
}
