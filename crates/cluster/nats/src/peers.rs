//! [`PeerList`]: the peers that have sent messages lately.

use std::collections::HashMap;
use std::time::{Duration, Instant};

/// Last message of each peer, by name. Peers are untrusted, so the map is bounded: when it is full,
/// messages of new peers are ignored.
#[derive(Debug)]
pub(crate) struct PeerList<T> {
    most: usize,
    peers: HashMap<String, LastMessage<T>>,
}

/// The last message of a peer.
#[derive(Debug)]
struct LastMessage<T> {
    content: T,
    received: Instant,
}

impl<T> PeerList<T> {
    /// Returns an empty list, with room for `most` peers.
    pub(crate) fn new(most: usize) -> Self {
        Self { most, peers: HashMap::new() }
    }

    /// Records a message. Returns whether the peer is new and was added.
    pub(crate) fn record(&mut self, name: String, content: T) -> bool {
        self.record_at(Instant::now(), name, content)
    }

    fn record_at(&mut self, received: Instant, name: String, content: T) -> bool {
        let message = LastMessage { content, received };
        if let Some(known) = self.peers.get_mut(&name) {
            *known = message;
            return false;
        }
        let has_room = self.peers.len() < self.most;
        if has_room {
            self.peers.insert(name, message);
        }
        has_room
    }

    /// Returns the last message of this peer.
    pub(crate) fn get(&self, name: &str) -> Option<&T> {
        self.peers.get(name).map(|message| &message.content)
    }

    /// Returns the last messages of all peers.
    pub(crate) fn all(&self) -> impl Iterator<Item = &T> {
        self.peers.values().map(|message| &message.content)
    }

    /// Returns the names of all peers with their last messages.
    pub(crate) fn named(&self) -> impl Iterator<Item = (&str, &T)> {
        self.peers.iter().map(|(name, message)| (name.as_str(), &message.content))
    }

    /// Removes a peer. Returns whether it was listed.
    pub(crate) fn remove(&mut self, name: &str) -> bool {
        self.peers.remove(name).is_some()
    }

    /// Removes the peers that have been silent for longer than `patience`. Returns their names.
    pub(crate) fn forget(&mut self, patience: Duration) -> Vec<String> {
        self.forget_at(Instant::now(), patience)
    }

    fn forget_at(&mut self, now: Instant, patience: Duration) -> Vec<String> {
        let is_silent =
            |message: &LastMessage<T>| now.saturating_duration_since(message.received) > patience;
        let silent = self.peers.extract_if(|_, message| is_silent(message));
        silent.map(|(name, _)| name).collect()
    }

    /// Restarts the silence of all peers: none could be received before.
    pub(crate) fn forgive(&mut self) {
        self.peers.values_mut().for_each(|message| message.received = Instant::now());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_list_records_known_peers_only() {
        let (mut peers, begun) = (PeerList::new(2), Instant::now());
        let at = |seconds| begun + Duration::from_secs(seconds);
        let new = ["a", "b", "c", "a"].map(|name| peers.record_at(begun, name.to_owned(), 1));
        assert_eq!(new, [true, true, false, false]);
        assert!(!peers.record_at(at(3), "b".to_owned(), 5));
        assert_eq!(peers.forget_at(at(4), Duration::from_secs(3)), ["a"]);
        assert_eq!((peers.get("b"), peers.all().sum::<i32>()), (Some(&5), 5));
        assert!(peers.record("c".to_owned(), 1) && peers.remove("c") && !peers.remove("c"));
    }
}
