//! [`check_keyed`]: verifies a file of keys.

use super::{
    CheckError, Flaw, OnChecked, check_counts, check_header, compare, damaged, each_block, follows,
    wrong,
};
use crate::build_error::{check_keys, check_rules};
use crate::database::KeyedDatabase;
use crate::error::Fault;
use crate::file::{SliceFile, Summary, Tally};
use crate::numbering::Enumerable;
use eldest::{MoveList, Score, StopToken};

/// Verifies a file of keys by the rules; `src/check/mod.rs` explains what that proves. The file
/// must hold `root` and every position that can be reached from the positions that it holds. Runs
/// on the threads of the current `rayon` pool. Calls `report` with the keys done and all of them,
/// from any thread.
///
/// # Errors
/// If the file is damaged, something in it is wrong, or `stop` is set.
pub fn check_keyed<P: Enumerable>(
    database: &KeyedDatabase<P>,
    root: &P,
    report: &OnChecked<'_>,
    stop: &StopToken,
) -> Result<Summary, CheckError> {
    check_rules::<P>()?;
    check_keys(root)?;
    let file = database.file();
    check_header(file)?;
    if file.value_of_key(root.key()).is_none() {
        return Err(wrong(file, Flaw::NoRoot { key: root.key() }));
    }
    let tally = each_block(file, report, stop, |block| check_block(file, root, block))?;
    check_counts(file, tally)?;
    Ok(file.summary())
}

fn check_block<P: Enumerable>(
    file: &SliceFile,
    root: &P,
    block: usize,
) -> Result<Tally, CheckError> {
    let is_damaged = || damaged(file, Fault::Block(block as u64));
    let contents = file.contents(block).filter(|contents| contents.is_canonical(true));
    let (contents, first) = contents.zip(file.first(block)).ok_or_else(is_damaged)?;
    let (mut tally, mut moves, mut last) = (Tally::default(), MoveList::default(), first);
    let mut len = 0;
    for key in contents.keys(first) {
        let found = file.score(contents.index(len)).ok_or(Flaw::NoValue { entry: key });
        let checked = found.and_then(|found| check_key(file, root, key, found, &mut moves));
        tally.count(key, checked.map_err(|flaw| wrong(file, flaw))?);
        (last, len) = (key, len + 1);
    }
    let is_below =
        file.blocks() == block + 1 || file.first(block + 1).is_some_and(|next| last < next);
    if len == file.block_len(block) && is_below { Ok(tally) } else { Err(is_damaged()) }
}

/// Checks a key with its value, which is returned.
fn check_key<P: Enumerable>(
    file: &SliceFile,
    root: &P,
    key: u64,
    found: Score,
    moves: &mut MoveList<P::Move>,
) -> Result<Score, Flaw> {
    let position = root.with_key(key).filter(|position| position.key() == key);
    let mut position = position.ok_or(Flaw::NoPosition { entry: key })?;
    let child = |child: &P| {
        let held = file.value_of_key(child.key()).ok_or(Flaw::NoChild { entry: key })?;
        // The entry of a finished game is compared with its score when it is checked itself.
        Ok(child.over().unwrap_or(held))
    };
    let follows = follows(&mut position, key, moves, child)?;
    compare(key, found, follows)?;
    Ok(found)
}
