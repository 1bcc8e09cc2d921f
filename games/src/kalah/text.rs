//! Positions in text: houses and store of the first player, then of the second, and who moves.

use super::lanes::seeds;
use super::{House, Kalah, Rules};
use crate::notation::{Notation, NotationError};
use eldest::Side;
use std::fmt;

/// A position is written as the seeds in the houses and the store of South, who moves first in the
/// game, then of North, and the side to move: `4,4,0,5,5,5:1/4,4,4,4,4,4:0 S`. Houses are counted
/// from their owner's left, in moves from 1 on.
impl Notation for Kalah {
    const NAME: &'static str = "kalah";
    const WORDS: usize = 2;
    const PLAYERS: [&'static str; 2] = ["South", "North"];
    type Variant = Rules;

    fn start(rules: Rules) -> Self {
        Self::new(rules)
    }

    fn parse_position(rules: Rules, text: &str) -> Result<Self, NotationError> {
        let mut reader = Reader { rest: text, column: 1, left: rules.all_seeds() };
        let south = reader.lane(rules)?;
        reader.sign('/')?;
        let north = reader.lane(rules)?;
        reader.nothing_left(rules)?;
        reader.sign(' ')?;
        let side = reader.side()?;
        let (mine, theirs) = if side == Side::First { (south, north) } else { (north, south) };
        Ok(Self { mine, theirs, side, rules })
    }

    fn format_move(&self, House(house): House) -> String {
        (house + 1).to_string()
    }

    /// North's houses above, from right to left, South's below; the stores on both sides.
    fn board(&self) -> String {
        let houses = self.rules.houses();
        let row =
            |cells: Vec<u32>| cells.iter().map(|cell| format!("{cell:4}")).collect::<String>();
        let seeds = |side| (0..houses).map(move |house| self.seeds(side, house));
        let (north, south) = (seeds(Side::Second).rev().collect(), seeds(Side::First).collect());
        let [left, right] = [Side::Second, Side::First].map(|side| self.store(side));
        let gap = " ".repeat(4 * houses as usize);
        let lines = [
            format!("N   {}", row((1..=houses).rev().collect())),
            format!("    {}", row(north)),
            format!("{left:4}{gap}{right:4}"),
            format!("    {}", row(south)),
            format!("S   {}", row((1..=houses).collect())),
        ];
        lines.join("\n")
    }
}

/// What is still to be read.
struct Reader<'a> {
    rest: &'a str,
    column: usize,
    /// How many seeds there may still be.
    left: u32,
}

impl Reader<'_> {
    /// Houses and store of one player.
    fn lane(&mut self, rules: Rules) -> Result<u64, NotationError> {
        let mut lane = 0;
        for index in 0..=rules.houses() {
            match index {
                0 => {}
                _ if index == rules.houses() => self.sign(':')?,
                _ => self.sign(',')?,
            }
            lane |= seeds(self.number()?, index);
        }
        Ok(lane)
    }

    /// A number of seeds, no more than there are.
    fn number(&mut self) -> Result<u32, NotationError> {
        let digits = self.rest.bytes().take_while(u8::is_ascii_digit).count();
        let (number, rest) = self.rest.split_at(digits);
        if number.is_empty() {
            return Err(self.unexpected("a number of seeds"));
        }
        let few = number.parse().ok().filter(|number| *number <= self.left);
        let few = few.ok_or_else(|| {
            let (what, expected) = (format!("{number} seeds"), format!("at most {}", self.left));
            NotationError::illegal(self.column, what, expected)
        })?;
        (self.rest, self.column, self.left) = (rest, self.column + digits, self.left - few);
        Ok(few)
    }

    /// All seeds of the game must have been read.
    fn nothing_left(&self, rules: Rules) -> Result<(), NotationError> {
        let all = rules.all_seeds();
        if self.left == 0 {
            return Ok(());
        }
        let (what, expected) =
            (format!("{} seeds", all - self.left), format!("{all}, all seeds of the game"));
        Err(NotationError::illegal(self.column, what, expected))
    }

    fn sign(&mut self, sign: char) -> Result<(), NotationError> {
        let rest = self.rest.strip_prefix(sign);
        self.rest = rest.ok_or_else(|| self.unexpected(&format!("'{sign}'")))?;
        self.column += 1;
        Ok(())
    }

    /// The side to move, with nothing behind it.
    fn side(&mut self) -> Result<Side, NotationError> {
        let side = match self.rest.chars().next() {
            Some('S') => Side::First,
            Some('N') => Side::Second,
            _ => return Err(self.unexpected("the side to move, S or N")),
        };
        (self.rest, self.column) = (&self.rest[1..], self.column + 1);
        if self.rest.is_empty() { Ok(side) } else { Err(self.unexpected("no more")) }
    }

    fn unexpected(&self, expected: &str) -> NotationError {
        NotationError::unexpected(self.column, self.rest.chars().next(), expected)
    }
}

impl fmt::Display for Kalah {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lane = |side| {
            let seeds = (0..self.rules.houses()).map(|house| self.seeds(side, house).to_string());
            format!("{}:{}", seeds.collect::<Vec<_>>().join(","), self.store(side))
        };
        let (south, north) = (lane(Side::First), lane(Side::Second));
        write!(f, "{south}/{north} {}", if self.side == Side::First { 'S' } else { 'N' })
    }
}

impl fmt::Debug for Kalah {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Kalah({self})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "4,4,0,5,5,5:1/4,4,4,4,4,4:0 S";

    fn error(text: &str) -> String {
        Kalah::parse_position(Rules::default(), text).unwrap_err().to_string()
    }

    #[test]
    fn a_board_is_drawn_from_the_side_of_south() {
        let position = Kalah::parse_position(Rules::default(), TEXT).unwrap();
        let drawn = "N      6   5   4   3   2   1\n       4   4   4   4   4   4\n   0                           1\n       4   4   0   5   5   5\nS      1   2   3   4   5   6";
        assert_eq!(position.board(), drawn);
        assert_eq!(position.to_string(), TEXT);
        assert_eq!(position.format_move(House(5)), "6");
    }

    #[test]
    fn errors_say_where_and_what() {
        assert_eq!(error("4,4,x"), "column 5: found 'x'; expected a number of seeds");
        assert_eq!(error("4,4"), "column 4: the text ends here; expected ','");
        assert_eq!(error("4,4,4,4,4,4,4"), "column 12: found ','; expected ':'");
        assert_eq!(error("4,4,49"), "column 5: 49 seeds; expected at most 40");
        assert_eq!(
            error("4,4,0,5,5,5:1/4,4,4,4,4,4:99999999999 S"),
            "column 27: 99999999999 seeds; expected at most 0"
        );
        assert_eq!(
            error("4,4,0,5,5,5:0/4,4,4,4,4,4:0 S"),
            "column 28: 47 seeds; expected 48, all seeds of the game"
        );
        let side = "expected the side to move, S or N";
        assert_eq!(error(&TEXT.replace('S', "")), format!("column 29: the text ends here; {side}"));
        assert_eq!(error(&TEXT.replace('S', "x")), format!("column 29: found 'x'; {side}"));
        assert_eq!(error(&TEXT.replace('S', "Sx")), "column 30: found 'x'; expected no more");
    }
}
