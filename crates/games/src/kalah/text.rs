//! Positions in text: houses and store of the first player, then of the second, and the side to
//! move.

use super::lanes::seeds;
use super::{House, Kalah, KalahRules};
use crate::notation::{Notation, NotationError};
use crate::reader::Reader;
use eldest::Side;
use std::fmt;

/// A position is written as the seeds in the houses and the store of South, the first player of the
/// game, then of North, and the side to move: `4,4,0,5,5,5:1/4,4,4,4,4,4:0 S`. Houses are counted
/// from their owner's left; in moves, from 1.
impl Notation for Kalah {
    const NAME: &'static str = "kalah";
    const WORDS: usize = 2;
    const PLAYERS: [&'static str; 2] = ["South", "North"];
    type Variant = KalahRules;

    fn start(rules: KalahRules) -> Self {
        Self::new(rules)
    }

    fn parse_position(rules: KalahRules, text: &str) -> Result<Self, NotationError> {
        let (mut reader, mut left) = (Reader::new(text), rules.all_seeds());
        let south = lane(&mut reader, rules, &mut left)?;
        reader.one_of(&["/"], "'/'")?;
        let north = lane(&mut reader, rules, &mut left)?;
        if left > 0 {
            let all = rules.all_seeds();
            let what = format!("{} seeds", all - left);
            let expected = format!("{all}, all seeds of the game");
            return Err(NotationError::illegal(reader.column, what, expected));
        }
        reader.blanks("a blank and the side to move")?;
        let side = reader.side(["S", "N"], "the side to move, S or N")?;
        let (mine, theirs) = if side == Side::First { (south, north) } else { (north, south) };
        Ok(Self { mine, theirs, side, rules })
    }

    fn format_move(&self, House(house): House) -> String {
        (house + 1).to_string()
    }

    /// Writes the seeds in the houses of South, then of North, a byte each, then 0 if South is to
    /// move, else 1. The stores do not affect the seeds still to come.
    fn encode(&self, out: &mut Vec<u8>) {
        for side in [Side::First, Side::Second] {
            out.extend((0..self.rules.houses()).map(|house| self.seeds(side, house) as u8));
        }
        out.push(self.side as u8);
    }

    /// Reads the houses, and puts all other seeds in South's store.
    fn decode(rules: KalahRules, code: &[u8]) -> Option<Self> {
        let (&side, houses) = code.split_last()?;
        let has_all = houses.len() == 2 * rules.houses() as usize;
        let all = houses.iter().map(|&few| u32::from(few)).sum::<u32>();
        (has_all && all <= rules.all_seeds()).then_some(())?;
        let (south, north) = houses.split_at(rules.houses() as usize);
        let lane = |houses: &[u8]| {
            (0..).zip(houses).fold(0, |lane, (i, &few)| lane | seeds(few.into(), i))
        };
        let south = lane(south) | seeds(rules.all_seeds() - all, rules.houses());
        let north = lane(north);
        match side {
            0 => Some(Self { mine: south, theirs: north, side: Side::First, rules }),
            1 => Some(Self { mine: north, theirs: south, side: Side::Second, rules }),
            _ => None,
        }
    }

    /// Draws North's houses above, from right to left, South's below, and the stores on both sides.
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

/// Reads the houses and the store of one player, and subtracts their seeds from `left`.
fn lane(reader: &mut Reader<'_>, rules: KalahRules, left: &mut u32) -> Result<u64, NotationError> {
    let mut lane = seeds(number(reader, left)?, 0);
    for index in 1..=rules.houses() {
        let sign = if index < rules.houses() { "," } else { ":" };
        reader.one_of(&[sign], &format!("'{sign}'"))?;
        lane |= seeds(number(reader, left)?, index);
    }
    Ok(lane)
}

/// Reads a number of seeds, at most `left`, and subtracts it from `left`.
fn number(reader: &mut Reader<'_>, left: &mut u32) -> Result<u32, NotationError> {
    let column = reader.column;
    let number = reader.digits("a number of seeds")?;
    let few = number.parse().ok().filter(|few| *few <= *left);
    let few = few.ok_or_else(|| {
        NotationError::illegal(column, format!("{number} seeds"), format!("at most {left}"))
    })?;
    *left -= few;
    Ok(few)
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
        Kalah::parse_position(KalahRules::default(), text).unwrap_err().to_string()
    }

    #[test]
    fn a_board_is_drawn_from_the_side_of_south() {
        let position = Kalah::parse_position(KalahRules::default(), TEXT).unwrap();
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
