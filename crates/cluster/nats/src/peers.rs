//! [`PeerList`]: who is there, as far as was heard.

use std::collections::HashMap;
use std::time::{Duration, Instant};

/// Who is there, by name, and what each has said last. Strangers may say anything, so there is room for so many only: whoever is
/// known is heard, whoever is new and finds no room is overlooked.
#[derive(Debug)]
pub(crate) struct PeerList<T> {
    most: usize,
    heard: HashMap<String, LastMessage<T>>,
}

/// What somebody has said, and when.
#[derive(Debug)]
struct LastMessage<T> {
    said: T,
    last: Instant,
}

impl<T> PeerList<T> {
    /// Nobody yet; at most so many.
    pub(crate) fn new(most: usize) -> Self {
        Self { most, heard: HashMap::new() }
    }

    /// Somebody says something: whether nobody knew them, and there is room.
    pub(crate) fn hear(&mut self, name: String, said: T) -> bool {
        self.hear_at(Instant::now(), name, said)
    }

    fn hear_at(&mut self, last: Instant, name: String, said: T) -> bool {
        let heard = LastMessage { said, last };
        if let Some(known) = self.heard.get_mut(&name) {
            *known = heard;
            return false;
        }
        let has_room = self.heard.len() < self.most;
        if has_room {
            self.heard.insert(name, heard);
        }
        has_room
    }

    /// What this one has said, if it is known.
    pub(crate) fn get(&self, name: &str) -> Option<&T> {
        self.heard.get(name).map(|heard| &heard.said)
    }

    /// What all have said.
    pub(crate) fn all(&self) -> impl Iterator<Item = &T> {
        self.heard.values().map(|heard| &heard.said)
    }

    /// The names of all of them, and what each has said last.
    pub(crate) fn named(&self) -> impl Iterator<Item = (&str, &T)> {
        self.heard.iter().map(|(name, heard)| (name.as_str(), &heard.said))
    }

    /// Somebody goes: whether they were known.
    pub(crate) fn remove(&mut self, name: &str) -> bool {
        self.heard.remove(name).is_some()
    }

    /// Forgets those that have said nothing for longer than `patience`; their names.
    pub(crate) fn forget(&mut self, patience: Duration) -> Vec<String> {
        self.forget_at(Instant::now(), patience)
    }

    fn forget_at(&mut self, now: Instant, patience: Duration) -> Vec<String> {
        let is_silent =
            |heard: &LastMessage<T>| now.saturating_duration_since(heard.last) > patience;
        let silent = self.heard.extract_if(|_, heard| is_silent(heard));
        silent.map(|(name, _)| name).collect()
    }

    /// All count as heard just now: nobody could be heard before.
    pub(crate) fn forgive(&mut self) {
        self.heard.values_mut().for_each(|heard| heard.last = Instant::now());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_is_known_is_heard_where_there_is_no_room_for_others() {
        let (mut peers, begun) = (PeerList::new(2), Instant::now());
        let at = |seconds| begun + Duration::from_secs(seconds);
        let new = ["a", "b", "c", "a"].map(|name| peers.hear_at(begun, name.to_owned(), 1));
        assert_eq!(new, [true, true, false, false]);
        assert!(!peers.hear_at(at(3), "b".to_owned(), 5));
        assert_eq!(peers.forget_at(at(4), Duration::from_secs(3)), ["a"]);
        assert_eq!((peers.get("b"), peers.all().sum::<i32>()), (Some(&5), 5));
        assert!(peers.hear("c".to_owned(), 1) && peers.remove("c") && !peers.remove("c"));
    }
}
