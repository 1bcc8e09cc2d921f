//! Connect Four by hand: the same tree as the kernel searches with the one-word table, written as
//! one would without a library. No traits, no generics, no limits, no statistics but a node count.
//! What it knows of the game is what `eldest_games::connect4` knows, computed the same way.

const BOTTOM: u64 = 0x01_01_01_01_01_01_01;
const BOARD: u64 = 0x3f_3f_3f_3f_3f_3f_3f;
const ODD: u64 = 0x9E37_79B9_7F4A_7C15;
const KEY_BITS: u32 = 56;
const RANGE: i32 = 18;
/// Probe the table only with at least this many cells empty.
const TABLE_FROM: i32 = 11;
const ROWS: [i32; 8] = [-20, -6, 0, 0, -3, 5, 0, 0];
const EDGES: [i32; 4] = [0, 4, 8, 28];
/// Probe the children first with at least this many cells empty.
const ETC_FROM: i32 = 12;

#[inline(always)]
fn along(stones: u64, step: u32) -> u64 {
    let (below, above) = (stones << step, stones >> step);
    let (two_below, two_above) = (below & (below << step), above & (above >> step));
    two_below & (stones << (3 * step) | above) | two_above & (below | stones >> (3 * step))
}

/// The cells in line with three of `stones`.
#[inline(always)]
fn completing(stones: u64) -> u64 {
    let upward = (stones << 1) & (stones << 2) & (stones << 3);
    upward | along(stones, 8) | along(stones, 7) | along(stones, 9)
}

/// The board as its mover sees it: both sides' stones, and the cells that complete four for either.
#[derive(Copy, Clone)]
pub(crate) struct Board {
    mine: u64,
    all: u64,
    my_fours: u64,
    their_fours: u64,
}

impl Board {
    /// The board after the columns `text`.
    pub(crate) fn parse(text: &str) -> Self {
        let empty = Self { mine: 0, all: 0, my_fours: 0, their_fours: 0 };
        text.bytes().fold(empty, |board, digit| {
            let foot = 1 << (8 * u32::from(digit - b'1'));
            board.after((board.all + foot) & !board.all)
        })
    }

    #[inline(always)]
    fn after(&self, cell: u64) -> Self {
        let (mine, theirs) = (self.mine | cell, self.mine ^ self.all);
        let all = self.all | cell;
        Self { mine: theirs, all, my_fours: self.their_fours, their_fours: completing(mine) }
    }

    fn left(&self) -> i32 {
        42 - self.all.count_ones() as i32
    }

    #[inline(always)]
    fn playable(&self) -> u64 {
        (self.all + BOTTOM) & BOARD
    }

    /// The moves that do not lose at once.
    #[inline(always)]
    fn safe(&self) -> u64 {
        let threats = self.their_fours & (self.all ^ BOARD);
        let forced = threats & self.playable();
        let answers = if forced == 0 {
            self.playable()
        } else if forced & (forced - 1) == 0 {
            forced
        } else {
            0
        };
        answers & !(threats >> 1)
    }

    /// The rank of a move, with the weights of `connect4/order.rs`.
    #[inline(always)]
    fn rank(&self, cell: u64) -> i32 {
        let (empty, column) = (self.all ^ BOARD, cell.trailing_zeros() / 8);
        let new = completing(self.mine | cell) & empty & !self.my_fours;
        let waste = if cell << 1 & self.my_fours & empty != 0 { -56 } else { 0 };
        let place =
            ROWS[cell.trailing_zeros() as usize % 8] + EDGES[column.min(6 - column) as usize];
        if new == 0 {
            return waste + place;
        }
        let falls = new & ((self.all | cell) + BOTTOM);
        waste + place + 64 * new.count_ones() as i32 + 48 * falls.count_ones() as i32
    }

    /// The score, if the game is over or one of the next two stones wins.
    #[inline(always)]
    fn decided(&self, safe: u64) -> Option<i32> {
        if self.their_fours & (self.mine ^ self.all) != 0 {
            Some(-(self.left() + 2) / 2)
        } else if self.my_fours & self.playable() != 0 {
            Some((self.left() + 1) / 2)
        } else {
            (safe == 0).then(|| -(self.left() / 2))
        }
    }

    /// The key, and whether the board is named by its mirror image.
    #[inline(always)]
    fn key(&self) -> (u64, bool) {
        let raw = self.mine + self.all;
        let mirrored = raw.swap_bytes() >> 8;
        (raw.min(mirrored), mirrored < raw)
    }
}

/// A solver with a table of its own.
pub(crate) struct ByHand {
    table: Vec<[u64; 2]>,
    rest_shift: u32,
    payload_end: u64,
    generation: u64,
    pub(crate) nodes: u64,
}

impl ByHand {
    pub(crate) fn new(bytes: usize) -> Self {
        // As many buckets as the crate's table makes of the same bytes: it aligns its lines.
        let buckets = (bytes / 64 - 1) * 4;
        let rest =
            (1_u64 << KEY_BITS).div_ceil(buckets as u64).next_power_of_two().trailing_zeros();
        Self {
            table: vec![[0; 2]; buckets],
            rest_shift: KEY_BITS - rest,
            payload_end: 1 << (64 - rest),
            generation: 0,
            nodes: 0,
        }
    }

    /// Whether the value is above `alpha`, fail-soft: a null window, from a table of before.
    pub(crate) fn ask(&mut self, board: &Board, alpha: i32) -> i32 {
        self.generation = (self.generation + 1) % 8;
        self.search(board, alpha)
    }

    fn search(&mut self, board: &Board, alpha: i32) -> i32 {
        self.nodes += 1;
        let left = board.left();
        let mut safe = board.safe();
        if let Some(value) = board.decided(safe) {
            return value;
        }
        let (least, most) = (-((left - 2).max(0) / 2), (left - 1) / 2);
        if least > alpha {
            return least;
        }
        if most <= alpha {
            return most;
        }
        let (key, mirrored) = board.key();
        let (bucket, name) = self.place(key);
        let mut hint = 0;
        if left >= TABLE_FROM
            && let Some(payload) = self.probe(bucket, name)
        {
            let (low, high) = bounds(payload);
            if low > alpha {
                return low;
            }
            if high <= alpha {
                return high;
            }
            hint = payload >> 24;
        }
        let move_code = |column: u32| u64::from(if mirrored { 7 - column } else { column + 1 });
        let mut moves = [(0_i32, 0_u64, 0_u32); 7];
        let mut count = 0;
        let only = safe & (safe - 1) == 0;
        while safe != 0 {
            let cell = safe & safe.wrapping_neg();
            safe ^= cell;
            let column = cell.trailing_zeros() / 8;
            if left >= ETC_FROM {
                self.prefetch(&Board {
                    mine: board.mine ^ board.all,
                    all: board.all | cell,
                    ..*board
                });
            }
            let mut rank = 0;
            if !only {
                rank = board.rank(cell);
            }
            if hint != 0 && move_code(column) == hint {
                rank = i32::MAX;
            }
            let mut at = count;
            while at > 0 && moves[at - 1].0 < rank {
                moves[at] = moves[at - 1];
                at -= 1;
            }
            moves[at] = (rank, cell, column);
            count += 1;
        }
        if left >= ETC_FROM {
            for &(_, cell, _) in &moves[..count] {
                let child = Board { mine: board.mine ^ board.all, all: board.all | cell, ..*board };
                let (bucket, name) = self.place(child.key().0);
                if let Some(payload) = self.probe(bucket, name)
                    && -bounds(payload).1 > alpha
                {
                    return -bounds(payload).1;
                }
            }
        }
        let before = self.nodes;
        let (mut best, mut best_move) = (i32::MIN, 0);
        for &(_, cell, column) in &moves[..count] {
            let child = board.after(cell);
            if left > TABLE_FROM && left < ETC_FROM {
                self.prefetch(&child);
            }
            let value = -self.search(&child, -alpha - 1);
            best = best.max(value);
            if value > alpha {
                best_move = move_code(column);
                break;
            }
        }
        if left >= TABLE_FROM {
            self.store(bucket, name, best, best > alpha, best_move, self.nodes - before);
        }
        best
    }

    #[inline(always)]
    fn place(&self, key: u64) -> (usize, u64) {
        let product = key.wrapping_mul(ODD << (64 - KEY_BITS));
        let bucket = ((product as u128 * self.table.len() as u128) >> 64) as usize;
        (bucket, product << self.rest_shift)
    }

    #[inline(always)]
    fn prefetch(&self, child: &Board) {
        let (bucket, _) = self.place(child.key().0);
        safe_arch::prefetch_t0(&self.table[bucket]);
    }

    #[inline(always)]
    fn probe(&self, bucket: usize, name: u64) -> Option<u64> {
        let payloads = self.table[bucket].iter().map(|word| word ^ name);
        payloads.into_iter().find(|&payload| payload < self.payload_end)
    }

    #[inline(always)]
    fn store(
        &mut self,
        bucket: usize,
        name: u64,
        value: i32,
        lower: bool,
        move_code: u64,
        work: u64,
    ) {
        let (mut low, mut high) = if lower { (value, RANGE) } else { (-RANGE, value) };
        let (mut move_code, mut victim, mut least) = (move_code, 0, u64::MAX);
        for (slot, &word) in self.table[bucket].iter().enumerate() {
            let payload = word ^ name;
            if payload < self.payload_end {
                let (old_low, old_high) = bounds(payload);
                (low, high) = (low.max(old_low), high.min(old_high));
                move_code = if move_code == 0 { payload >> 24 } else { move_code };
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
            | (move_code << 24) & (self.payload_end - 1);
        self.table[bucket][victim] = name | payload;
    }
}

#[inline(always)]
fn bounds(payload: u64) -> (i32, i32) {
    ((payload & 0xff) as i32 - RANGE, RANGE - (payload >> 8 & 0xff) as i32)
}
