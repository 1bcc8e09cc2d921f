//! A file that is damaged, cut short, foreign or made up is refused, and believed in no part.

use crate::common::coins::Coins;
use crate::common::engines::plain_engine;
use crate::common::saved::{
    OVER, Over, fill, finding, one_word, origin, probe, saved, shared, tree_origin,
};
use crate::common::{Chance, Random};
use crc::{CRC_64_XZ, Crc};
use eldest::table::{LoadError, MapTable, OneWordTable, Origin, Persist};
use eldest::{Depth, DepthMatch, Engine, Limits, Moves, Options, Position, Score, Side, Table};
use std::io::{self, Read};
use std::slice::from_ref;
use std::sync::atomic::Ordering;

/// The error, and whether the table is as it was; else it is empty.
fn refused(file: &[u8]) -> (LoadError, bool) {
    let table = shared(1 << 10);
    table.store(table.slot(5), finding(&mut Random(5)));
    let error = table.load(&origin(), file).expect_err("refused");
    let used = table.words().iter().filter(|word| word.load(Ordering::Relaxed) != 0).count();
    let kept = probe(&table, 5, Depth::END).is_some();
    assert_eq!(used, if kept { 2 } else { 0 }, "{error}");
    (error, kept)
}

fn small_file() -> Vec<u8> {
    let table = shared(1 << 11);
    fill(&table, 3);
    saved(&table)
}

#[test]
fn a_file_with_one_wrong_bit_is_refused() {
    let mut file = small_file();
    let end_of_head = 50 + "tree".len() + 8;
    // Each of the head, and then every third: each of a byte's bits in turn.
    let bits = (0..8 * file.len()).filter(|bit| bit / 8 < end_of_head || bit % 3 == 0);
    for bit in bits {
        file[bit / 8] ^= 1 << (bit % 8);
        let (error, kept) = refused(&file);
        let head = bit / 8 < end_of_head;
        match error {
            LoadError::NoTable => assert!(bit < 64),
            LoadError::Format { .. } => assert!((64..80).contains(&bit)),
            LoadError::Damaged { from, to } => assert!((from..to).contains(&(bit as u64 / 8))),
            LoadError::Truncated { offset } => assert_eq!(offset, file.len() as u64),
            error => panic!("bit {bit}: {error}"),
        }
        assert_eq!(kept, head, "what was there is lost, or is not");
        file[bit / 8] ^= 1 << (bit % 8);
    }
    shared(1 << 10).load(&origin(), &file[..]).expect("whole again");
}

#[test]
fn a_file_that_ends_too_early_is_refused() {
    let file = small_file();
    for length in 0..file.len() {
        match refused(&file[..length]).0 {
            LoadError::NoTable => assert!(length < 8),
            LoadError::Truncated { offset } => assert_eq!(offset, length as u64),
            error => panic!("{error}"),
        }
    }
}

/// Where the blocks begin, the end among them, and where it ends.
fn blocks(file: &[u8]) -> Vec<usize> {
    let mut at = 50 + "tree".len() + 8;
    let mut found = vec![at];
    while at < file.len() {
        let length = file[at + 12..at + 16].try_into().expect("four bytes");
        at += 16 + u32::from_le_bytes(length) as usize + 8;
        found.push(at);
    }
    found
}

/// Each block by itself is whole.
#[test]
fn blocks_that_are_missing_doubled_or_from_another_file_are_found() {
    let [first, second] = [1, 2].map(|seed| {
        let table = shared(4 << 16);
        fill(&table, seed);
        saved(&table)
    });
    let at = blocks(&first);
    assert!(at.len() > 5, "{} blocks", at.len());
    let damaged = |file: &[u8], block: usize| match refused(file).0 {
        LoadError::Damaged { from, .. } => assert_eq!(from, at[block] as u64),
        LoadError::Malformed { offset } => panic!("believed before it was checked: {offset}"),
        error => panic!("{error}"),
    };
    damaged(&[&first[..at[1]], &first[at[2]..]].concat(), 1);
    damaged(&[&first[..at[2]], &first[at[1]..]].concat(), 2);
    damaged(
        &[&first[..at[1]], &first[at[2]..at[3]], &first[at[1]..at[2]], &first[at[3]..]].concat(),
        1,
    );
    damaged(&[&first[..at[0]], &second[blocks(&second)[0]..]].concat(), 0);
}

#[test]
fn arbitrary_bytes_are_no_table() {
    for seed in 0..2_000 {
        let mut random = Random(seed);
        let mut file = random.input(400);
        if random.odds(50) {
            let whole = small_file();
            let from = random.below(whole.len() as u64) as usize;
            file.splice(..0, whole[..from].iter().copied());
        }
        refused(&file);
    }
}

/// With the checksum that belongs there.
fn sealed(head: &[u8], blocks: &[Vec<u8>]) -> Vec<u8> {
    let crc = Crc::<u64>::new(&CRC_64_XZ);
    let mut sum = crc.digest();
    let mut file = Vec::new();
    for part in [head].into_iter().chain(blocks.iter().map(Vec::as_slice)) {
        sum.update(part);
        file.extend(part);
        file.extend(sum.clone().finalize().to_le_bytes());
    }
    file
}

fn block(first: u64, lines: u32, body: &[u8]) -> Vec<u8> {
    let length = body.len() as u32;
    [&first.to_le_bytes()[..], &lines.to_le_bytes(), &length.to_le_bytes(), body].concat()
}

/// A forged file, with right checksums.
#[test]
fn a_file_that_no_program_can_have_saved_is_refused() {
    let file = saved(&shared(1 << 11));
    let head = &file[..blocks(&file)[0] - 8];
    let lines = (1 << 5) - 1;
    let end = block(lines, 0, &[]);
    shared(1 << 10).load(&origin(), &sealed(head, from_ref(&end))[..]).expect("an empty table");
    let malformed = |head: &[u8], blocks: &[Vec<u8>]| {
        let error = refused(&sealed(head, blocks)).0;
        assert!(matches!(error, LoadError::Malformed { .. }), "{error}");
    };
    malformed(head, &[block(lines, 1, &[0]), end.clone()]);
    malformed(head, &[block(u64::MAX, 1, &[0]), end.clone()]);
    malformed(head, &[block(5, 2, &[0, 0]), block(6, 1, &[0]), end.clone()]);
    malformed(head, &[block(0, 2, &[0]), end.clone()]);
    malformed(head, &[block(0, 1, &[0, 0]), end.clone()]);
    malformed(head, &[block(0, 1, &[2, 0]), end.clone()]);
    malformed(head, &[block(lines + 1, 0, &[])]);
    for (at, byte) in [(10, 0), (10, 4), (47, 0x40), (43, 0x40)] {
        let mut head = head.to_vec();
        head[at] = byte;
        malformed(&head, from_ref(&end));
    }
    // More than any memory has: nothing is set aside for it.
    let mut huge = head.to_vec();
    huge[32..40].copy_from_slice(&(1_u64 << 60).to_le_bytes());
    let line = [&[3][..], &1_u64.to_le_bytes(), &2_u64.to_le_bytes()].concat();
    let blocks = [block(1 << 59, 1, &line), block(1 << 60, 0, &[])];
    shared(1 << 10).load(&origin(), &sealed(&huge, &blocks)[..]).expect("a huge table");
    let too_long = block(0, 1, &[0; 66]);
    let error = refused(&sealed(head, &[too_long])).0;
    assert!(matches!(error, LoadError::Damaged { .. }), "{error}");
}

#[test]
fn what_belongs_to_others_is_refused_and_the_table_is_as_it_was() {
    let tree = "[1 2]".parse().expect("a tree");
    let mut engine = plain_engine(shared(1 << 10));
    let ours = engine.origin(&tree, "tree").expect("an origin");
    let refused = |origin: &Origin, file: &[u8]| {
        let table = shared(1 << 10);
        table.store(table.slot(5), finding(&mut Random(5)));
        let error = table.load(origin, file).expect_err("refused");
        assert!(probe(&table, 5, Depth::END).is_some(), "{error}");
        error
    };
    let file = saved(engine.table());
    let label = refused(&engine.origin(&tree, "nim").expect("an origin"), &file).to_string();
    assert_eq!(label, "the table is saved for \"tree\", and this is \"nim\"");
    assert!(matches!(refused(&tree_origin("[1 3]"), &file), LoadError::OtherFindings));
    engine.set_options(Options::default().with(|o| o.depth_match = DepthMatch::AtLeast));
    let deeper = engine.origin(&tree, "tree").expect("an origin");
    assert!(matches!(refused(&deeper, &file), LoadError::OtherFindings));
    let kind = refused(&ours, &saved(&MapTable::new())).to_string();
    assert_eq!(kind, "a MapTable is saved, which cannot be loaded into a SharedTable");
    let other = OneWordTable::new(1 << 10, &Over { bits: 41, ..OVER }).expect("a table");
    let error = other.load(&origin(), &saved(&one_word(1 << 10))[..]).expect_err("refused");
    assert!(matches!(error, LoadError::Keys { found_bits: 40, wanted_bits: 41 }), "{error}");
    let other = OneWordTable::new(1 << 10, &Over { least: -17, ..OVER }).expect("a table");
    let error = other.load(&origin(), &saved(&one_word(1 << 10))[..]).expect_err("refused");
    assert!(matches!(error, LoadError::Keys { .. }), "{error}");
}

/// Heaps, with what the rules may have been in another version of the program.
#[derive(Clone, Debug)]
struct Heap {
    left: u64,
    salt: u64,
    most: u64,
    backwards: bool,
    move_code: u16,
}

const HEAP: Heap = Heap { left: 30, salt: 0, most: 3, backwards: false, move_code: 0 };

impl Position for Heap {
    type Move = u64;
    type Undo = ();

    fn side(&self) -> Side {
        if self.left.is_multiple_of(2) { Side::First } else { Side::Second }
    }
    fn key(&self) -> u64 {
        self.left ^ self.salt
    }
    fn over(&self) -> Option<Score> {
        (self.left == 0).then_some(Score::LOSS)
    }
    fn moves(&self, out: &mut Moves<'_, u64>) {
        let most = self.left.min(self.most);
        (1..=most).for_each(|n| out.push(if self.backwards { most + 1 - n } else { n }));
    }
    fn play(&mut self, n: u64) {
        self.left -= n;
    }
    fn undo(&mut self, n: u64, (): ()) {
        self.left += n;
    }
    fn move_code(&self, n: u64) -> u16 {
        n as u16 + self.move_code
    }
}

#[test]
fn a_table_of_other_rules_under_the_same_name_is_refused() {
    let origin = |heap: &Heap, estimate: i32| {
        let builder = Engine::<Heap>::builder().table_bytes(1 << 10);
        let engine = builder.evaluator(move |_: &Heap| Score::new(estimate)).build();
        engine.expect("an engine").origin(heap, "heap").expect("an origin")
    };
    let ours = origin(&HEAP, 0);
    let table = shared(1 << 10);
    let mut file = Vec::new();
    table.save(&ours, &mut file).expect("saved");
    assert_eq!(ours, origin(&Heap { backwards: true, ..HEAP }, 0), "the order does not matter");
    let others = [
        origin(&Heap { salt: 1 << 40, ..HEAP }, 0),
        origin(&Heap { most: 4, ..HEAP }, 0),
        origin(&Heap { left: 29, ..HEAP }, 0),
        origin(&Heap { move_code: 1, ..HEAP }, 0),
        origin(&HEAP, 1),
    ];
    for other in &others {
        let error = table.load(other, &file[..]).expect_err("refused");
        assert!(matches!(&error, LoadError::Rules { label } if label == "heap"), "{error}");
    }
    table.load(&ours, &file[..]).expect("loaded");
}

/// Neither is one of a game that beside_key them read as if its keys did.
#[test]
fn a_table_from_before_points_were_returned_is_refused() {
    let [before, now] =
        [false, true].map(|beside_key| Coins::new(&[3, 7, 1, 5, 5, 2, 9], 0, beside_key));
    let mut engine = Engine::<Coins>::builder().table_bytes(1 << 10).build().expect("an engine");
    for (saver, loader) in [(&before, &now), (&now, &before)] {
        engine.solve(saver, &Limits::new()).expect("a report");
        let [ours, theirs] =
            [saver, loader].map(|coins| engine.origin(coins, "coins").expect("an origin"));
        let mut file = Vec::new();
        engine.table().save(&ours, &mut file).expect("saved");
        let error = shared(1 << 10).load(&theirs, &file[..]).expect_err("refused");
        assert!(matches!(error, LoadError::OtherFindings), "{error}");
        shared(1 << 10).load(&ours, &file[..]).expect("loaded");
    }
}

#[test]
fn what_cannot_be_read_is_reported() {
    let file = small_file();
    for length in [0, 3, 60, 200] {
        let error = shared(1 << 10).load(&origin(), file[..length].chain(Breaks));
        let Err(LoadError::Read { offset, .. }) = error else { panic!("{error:?}") };
        assert_eq!(offset, length as u64);
    }
}

/// Cannot be read.
struct Breaks;

impl Read for Breaks {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        Err(io::ErrorKind::ConnectionReset.into())
    }
}
