//! [`Header`]: the lines at the beginning of a certificate.

use crate::claim::{is_value, word};
use crate::error::{Error, FORMAT};
use crate::{Claim, Codec};
use eldest::{Position, Score, Side};
use std::fmt;

/// The most bytes that a header may have.
pub(crate) const MOST: usize = 1 << 20;

/// The header of a certificate: lines of text, readable by people.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Header {
    /// The name of the game, with its variant.
    pub game: String,
    /// The fingerprint of the rules: [`Position::fingerprint`].
    pub rules: u64,
    /// The position of the claim.
    pub position: String,
    /// The claim.
    pub claim: Claim,
    /// Whether the proof ends where static bounds of the game decide ([`Position::bounds`]), and
    /// not only where the game is over.
    pub trusts_bounds: bool,
}

impl Header {
    /// A header that claims `claim` for `position`.
    #[must_use]
    pub fn new<C: Codec>(
        codec: &C,
        position: &C::Position,
        claim: Claim,
        trusts_bounds: bool,
    ) -> Self {
        let (game, rules) = (codec.game(), position.fingerprint());
        Self { game, rules, position: codec.format(position), claim, trusts_bounds }
    }

    /// Parses the lines, without the empty one after them.
    pub(crate) fn parse(text: &str) -> Result<Self, Error> {
        let mut lines = text.split('\n');
        let mut value = |key: &'static str| {
            let line = lines.next().and_then(|line| line.strip_prefix(key)?.strip_prefix(' '));
            line.ok_or(Error::Header { expected: key })
        };
        check_format(value("eldest certificate")?)?;
        let header = Self {
            game: value("game")?.to_owned(),
            rules: rules(value("rules")?).ok_or(Error::Header { expected: "rules" })?,
            position: value("position")?.to_owned(),
            claim: claim(value("claim")?).ok_or(Error::Header { expected: "claim" })?,
            trusts_bounds: match value("bounds")? {
                "trusted" => true,
                "untrusted" => false,
                _ => return Err(Error::Header { expected: "bounds" }),
            },
        };
        lines.next().map_or(Ok(header), |_| Err(Error::Header { expected: "an empty line" }))
    }

    /// The root of the proof, after comparing the game, its rules and the text of the position.
    pub(crate) fn root<C: Codec>(&self, codec: &C) -> Result<C::Position, Error> {
        let game = codec.game();
        if self.game != game {
            return Err(Error::OtherGame { found: self.game.clone(), wanted: game });
        }
        let root = codec.parse(&self.position);
        let root = root.ok_or_else(|| Error::NoPosition { text: self.position.clone() })?;
        let written = codec.format(&root);
        if written != self.position {
            return Err(Error::OtherText { found: self.position.clone(), wanted: written });
        }
        let wanted = root.fingerprint();
        match wanted == self.rules {
            true => Ok(root),
            false => Err(Error::OtherRules { found: self.rules, wanted }),
        }
    }
}

fn check_format(text: &str) -> Result<(), Error> {
    let version: u32 = text.parse().map_err(|_| Error::NoCertificate)?;
    let is_it = version == FORMAT && text == FORMAT.to_string();
    if is_it { Ok(()) } else { Err(Error::Format { found: version }) }
}

/// Parses sixteen hexadecimal digits in lower case.
fn rules(text: &str) -> Option<u64> {
    let rules = u64::from_str_radix(text, 16).ok()?;
    (format!("{rules:016x}") == text).then_some(rules)
}

/// Parses `first at least 3`.
fn claim(text: &str) -> Option<Claim> {
    let (side, least) = text.split_once(" at least ")?;
    let prover = [Side::First, Side::Second].into_iter().find(|prover| word(*prover) == side)?;
    let number: i32 = least.parse().ok().filter(|number: &i32| number.to_string() == least)?;
    is_value(number).then(|| Claim { prover, least: Score::new(number) })
}

/// Writes the lines, each with a line feed at its end.
impl fmt::Display for Header {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { game, rules, position, claim, trusts_bounds } = self;
        let bounds = if *trusts_bounds { "trusted" } else { "untrusted" };
        writeln!(f, "eldest certificate {FORMAT}\ngame {game}\nrules {rules:016x}")?;
        writeln!(f, "position {position}\nclaim {claim}\nbounds {bounds}\n")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "eldest certificate 1\ngame nim\nrules 000000000000002a\nposition 3,4\n\
                        claim second at least -7\nbounds untrusted";

    #[test]
    fn a_header_is_what_it_says() {
        let header = Header::parse(TEXT).unwrap();
        assert_eq!((header.rules, header.claim.least), (42, Score::new(-7)));
        assert_eq!(header.to_string(), format!("{TEXT}\n\n"));
    }

    #[test]
    fn nothing_else_is_read() {
        for (from, to) in [
            ("eldest certificate 1", "eldest certificate 2"),
            ("eldest certificate 1", "eldest certificate 01"),
            ("eldest", "elder"),
            ("game", "Game"),
            ("rules 0", "rules +"),
            ("002a", "002A"),
            ("second", "third"),
            ("-7", "-07"),
            ("-7", "+7"),
            ("-7", "-0"),
            ("-7", "8000001"),
            ("-7", "-8000001"),
            ("-7", "2147483647"),
            ("-7", "-2147483648"),
            ("-7", "2147483648"),
            ("untrusted", "untrusted\n"),
            ("untrusted", "believed"),
            ("\nposition 3,4", ""),
        ] {
            assert!(TEXT.contains(from));
            assert!(Header::parse(&TEXT.replace(from, to)).is_err(), "{to}");
        }
    }
}
