//! Connect Four by hand: the same tree as the kernel searches with the one-word table, written as
//! one would without a library. No traits, no generics, no limits, no statistics but a node count.

const BOTTOM: u64 = 0x01_01_01_01_01_01_01;
const BOARD: u64 = 0x3f_3f_3f_3f_3f_3f_3f;
const ODD: u64 = 0x9E37_79B9_7F4A_7C15;
const KEY_BITS: u32 = 56;
const RANGE: i32 = 18;
/// Ask the table only with at least so many cells empty, as the kernel is told to.
pub const TABLE_FROM: u32 = 6;

fn along(stones: u64, step: u32) -> u64 {
    let (below, above) = (stones << step, stones >> step);
    let (two_below, two_above) = (below & (below << step), above & (above >> step));
    two_below & (stones << (3 * step) | above) | two_above & (below | stones >> (3 * step))
}

#[inline(always)]
fn completing(stones: u64) -> u64 {
    let upward = (stones << 1) & (stones << 2) & (stones << 3);
    upward | along(stones, 8) | along(stones, 7) | along(stones, 9)
}

/// A solver with a table of its own.
pub struct ByHand {
    table: Vec<[u64; 4]>,
    rest_shift: u32,
    payload_end: u64,
    generation: u64,
    pub nodes: u64,
}

impl ByHand {
    pub fn new(bytes: usize) -> Self {
        // As many buckets as the crate's table makes of the same bytes: it aligns its lines.
        let buckets = (bytes / 64 - 1) * 2;
        let rest =
            (1_u64 << KEY_BITS).div_ceil(buckets as u64).next_power_of_two().trailing_zeros();
        Self {
            table: vec![[0; 4]; buckets],
            rest_shift: KEY_BITS - rest,
            payload_end: 1 << (64 - rest),
            generation: 0,
            nodes: 0,
        }
    }

    /// The score, by bisection, as the crate's prover finds it.
    pub fn solve(&mut self, mine: u64, all: u64) -> i32 {
        self.generation = (self.generation + 1) % 8;
        let left = 42 - all.count_ones() as i32;
        if let Some(score) = decided(mine, all) {
            return score;
        }
        let (mut lower, mut upper) = (-((left - 2).max(0) / 2), (left - 1) / 2);
        (lower, upper) = (lower.max(-RANGE), upper.min(RANGE));
        while lower < upper {
            let mut middle = (lower + upper).div_euclid(2);
            if middle <= 0 && lower / 2 < middle {
                middle = lower / 2;
            } else if middle >= 0 && upper / 2 > middle {
                middle = upper / 2;
            }
            let value = self.search(mine, all, middle);
            if value > middle { lower = value } else { upper = value }
        }
        lower
    }

    /// Whether the value is above `alpha`, fail-soft.
    fn search(&mut self, mine: u64, all: u64, alpha: i32) -> i32 {
        self.nodes += 1;
        let theirs = mine ^ all;
        let empty = all ^ BOARD;
        let playable = (all + BOTTOM) & BOARD;
        let left = empty.count_ones() as i32;
        let spots = completing(theirs);
        if spots & theirs != 0 {
            return -(left + 2) / 2;
        }
        if completing(mine) & playable != 0 {
            return (left + 1) / 2;
        }
        let threats = spots & empty;
        let forced = threats & playable;
        let answers = if forced == 0 {
            playable
        } else if forced & (forced - 1) == 0 {
            forced
        } else {
            0
        };
        let mut safe = answers & !(threats >> 1);
        if safe == 0 {
            return -(left / 2);
        }
        let (least, most) = (-((left - 2).max(0) / 2), (left - 1) / 2);
        if least > alpha {
            return least;
        }
        if most <= alpha {
            return most;
        }
        let tabled = left >= TABLE_FROM as i32;
        let raw = mine + all;
        let mirrored = raw.swap_bytes() >> 8;
        let product = raw.min(mirrored).wrapping_mul(ODD << (64 - KEY_BITS));
        let bucket = ((product as u128 * self.table.len() as u128) >> 64) as usize;
        let name = product << self.rest_shift;
        let mut hint = 0;
        if tabled {
            for &word in &self.table[bucket] {
                let payload = word ^ name;
                if payload < self.payload_end {
                    let low = (payload & 0xff) as i32 - RANGE;
                    let high = RANGE - (payload >> 8 & 0xff) as i32;
                    if low > alpha {
                        return low;
                    }
                    if high <= alpha {
                        return high;
                    }
                    hint = payload >> 24;
                    break;
                }
            }
        }
        let column_tag =
            |column: u32| u64::from(if mirrored < raw { 7 - column } else { column + 1 });
        let mut moves = [(0_i32, 0_u64, 0_u32); 7];
        let mut count = 0;
        while safe != 0 {
            let cell = safe & safe.wrapping_neg();
            safe ^= cell;
            let column = cell.trailing_zeros() / 8;
            let mut rank = 16 * (completing(mine | cell) & empty).count_ones() as i32
                + column.min(6 - column) as i32;
            if hint != 0 && column_tag(column) == hint {
                rank = i32::MAX;
                hint = 0;
            }
            let mut at = count;
            while at > 0 && moves[at - 1].0 < rank {
                moves[at] = moves[at - 1];
                at -= 1;
            }
            moves[at] = (rank, cell, column);
            count += 1;
        }
        let before = self.nodes;
        let (mut best, mut best_move) = (i32::MIN, 0);
        for &(_, cell, column) in &moves[..count] {
            let value = -self.search(theirs, all | cell, -alpha - 1);
            best = best.max(value);
            if value > alpha {
                best_move = column_tag(column);
                break;
            }
        }
        if tabled {
            self.store(bucket, name, best, best > alpha, best_move, self.nodes - before);
        }
        best
    }

    fn store(&mut self, bucket: usize, name: u64, value: i32, lower: bool, tag: u64, work: u64) {
        let (mut low, mut high) = if lower { (value, RANGE) } else { (-RANGE, value) };
        let (mut tag, mut victim, mut least) = (tag, 0, u64::MAX);
        for (slot, &word) in self.table[bucket].iter().enumerate() {
            let payload = word ^ name;
            if payload < self.payload_end {
                low = low.max((payload & 0xff) as i32 - RANGE);
                high = high.min(RANGE - (payload >> 8 & 0xff) as i32);
                tag = if tag == 0 { payload >> 24 } else { tag };
                victim = slot;
                break;
            }
            let present = u64::from(word >> 16 & 7 == self.generation) << 5;
            let keep = u64::from(word != 0) * (1 + (word >> 19 & 31) + present);
            if keep < least {
                (victim, least) = (slot, keep);
            }
        }
        let cost = u64::from(64 - work.leading_zeros()).min(31);
        let payload = (low + RANGE) as u64
            | ((RANGE - high) as u64) << 8
            | self.generation << 16
            | cost << 19
            | (tag << 24) & (self.payload_end - 1);
        self.table[bucket][victim] = name | payload;
    }
}

fn decided(mine: u64, all: u64) -> Option<i32> {
    let theirs = mine ^ all;
    let left = 42 - all.count_ones() as i32;
    if completing(theirs) & theirs != 0 {
        return Some(-(left + 2) / 2);
    }
    if completing(mine) & (all + BOTTOM) & BOARD != 0 {
        return Some((left + 1) / 2);
    }
    (left == 0).then_some(0)
}

/// The stones of the side to move and all stones, after the columns `text`.
pub fn parse(text: &str) -> (u64, u64) {
    text.bytes().fold((0, 0), |(mine, all), digit| {
        let column = u32::from(digit - b'1');
        (mine ^ all, all | (all + (1 << (8 * column))))
    })
}
