//! Torn entries: a reader sees one word from before a store, and the other one from after it.

use super::super::model::TableModel;
use super::super::subject::{Retention, TableSubject};
use super::TableTrial;
use crate::Chance;
use arbitrary::Unstructured;
use eldest::table::NewEntry;
use eldest::{Depth, Score};
use std::sync::atomic::Ordering;

impl<T: TableSubject> TableTrial<'_, T> {
    /// Makes some stores partly visible.
    pub(super) fn tear(&mut self, u: &mut Unstructured<'_>) {
        let before = self.snapshot();
        for _ in 0..1 + u.below(4) {
            self.store(u);
        }
        self.check_torn(u, &before);
    }

    /// Two entries that differ in the same bits as two small keys: halves of both would form an
    /// entry of a third key if keys were not hashed.
    pub(super) fn confuse(&mut self, u: &mut Unstructured<'_>) {
        let [first, last, third] = [(); 3].map(|()| u.below(8));
        let (value, any) = (Score::new(64 + u.below(8) as i32), self.finding(u));
        let other = Score::new(value.get() ^ (first ^ third) as i32);
        self.clear();
        self.put(first, any.with(|any| any.value = value));
        let before = self.snapshot();
        self.clear();
        self.put(last, any.with(|any| any.value = other));
        self.check_torn(u, &before);
    }

    fn put(&mut self, key: u64, finding: NewEntry) {
        self.model.store(key, finding, None);
        self.table.store(self.table.slot(key), finding);
    }

    /// All words, and the model at this time.
    fn snapshot(&self) -> (Vec<u64>, TableModel) {
        let words = self.table.words().iter().map(|word| word.load(Ordering::Relaxed));
        (words.collect(), self.model.clone())
    }

    /// Restores some words to their earlier values, as a slow reader may see them: every entry
    /// found must have been stored completely, at one of the two times.
    fn check_torn(&mut self, u: &mut Unstructured<'_>, (words, model): &(Vec<u64>, TableModel)) {
        for (word, before) in self.table.words().iter().zip(words) {
            if word.load(Ordering::Relaxed) != *before && u.odds(50) {
                word.store(*before, Ordering::Relaxed);
                self.met.add("torn", 1);
            }
        }
        let small = (0..8).filter(|_| self.keeping == Retention::Last);
        for key in self.keys.into_iter().chain(small) {
            let found = self.probe(key, Depth::END);
            let allowed = [model, &self.model].map(|model| model.allows(key, Depth::END, found));
            assert!(allowed != [false; 2], "{key:#x}: {found:?} in {model:?} or {:?}", self.model);
        }
        self.clear();
    }
}
