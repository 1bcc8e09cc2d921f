//! A game and an evaluator that panic at a certain call, on any thread or on a helper only.

pub(crate) use eldest_checks::fuse::{BLOWN, expect_panics};
pub(crate) use eldest_checks::fuse::{CALLS, UserCall as Call};

use eldest::{Evaluator, Moves, Position, Score, forward_position};
use eldest_games::trees::Tree;
use std::sync::{Arc, Mutex};
use std::thread::{ThreadId, current};

/// Panics when it is asked for the last of the calls that it was set to count.
#[derive(Clone, Debug, Default)]
pub(crate) struct Fuse(Arc<Mutex<Setting>>);

#[derive(Clone, Debug, Default)]
struct Setting {
    call: Option<Call>,
    left: u64,
    /// Whether the thread that judges first, which answers the question, is left alone.
    helpers_only: bool,
    first: Option<ThreadId>,
}

impl Fuse {
    /// Counts `calls` of `call` from now on, and blows at the last.
    pub(crate) fn set(&self, call: Call, calls: u64, helpers_only: bool) {
        let setting = Setting { call: Some(call), left: calls, helpers_only, first: None };
        *self.0.lock().expect("no panic within") = setting;
    }

    /// Counts no more; whether it has blown.
    pub(crate) fn take_out(&self) -> bool {
        std::mem::take(&mut *self.0.lock().expect("no panic within")).left == 0
    }

    fn count(&self, call: Call) {
        let mut setting = self.0.lock().expect("no panic within");
        let here = current().id();
        if call == Call::Start {
            setting.first.get_or_insert(here);
        }
        let spared = setting.helpers_only && setting.first.is_none_or(|first| first == here);
        if setting.call != Some(call) || setting.left == 0 || spared {
            return;
        }
        setting.left -= 1;
        let blows = setting.left == 0;
        drop(setting);
        assert!(!blows, "{BLOWN}");
    }
}

/// A tree whose rules have a fuse, and its evaluator.
#[derive(Debug)]
pub(crate) struct Faulty {
    pub(crate) tree: Tree,
    pub(crate) fuse: Fuse,
}

impl Clone for Faulty {
    fn clone(&self) -> Self {
        self.fuse.count(Call::Clone);
        Self { tree: self.tree.clone(), fuse: self.fuse.clone() }
    }
}

impl Position for Faulty {
    // Whatever has a default asks what counts: moves, the end of the game, and a child's key.
    forward_position!(self.tree: Tree; except
        key, over, moves, play, undo, relevant_moves, bounds, bounds_for, key_after);

    fn key(&self) -> u64 {
        self.fuse.count(Call::Key);
        self.tree.key()
    }

    fn over(&self) -> Option<Score> {
        self.fuse.count(Call::Over);
        self.tree.over()
    }

    fn moves(&self, out: &mut Moves<'_, u16>) {
        self.fuse.count(Call::Moves);
        self.tree.moves(out);
    }

    fn play(&mut self, mv: u16) {
        self.fuse.count(Call::Play);
        self.tree.play(mv);
    }

    fn undo(&mut self, mv: u16, (): ()) {
        self.fuse.count(Call::Undo);
        self.tree.undo(mv, ());
    }
}

impl Evaluator<Faulty> for Fuse {
    type State = ();

    fn start(&self, _: &Faulty) {
        self.count(Call::Start);
    }

    fn play(&self, _: &Faulty, _: u16, (): &mut ()) {
        self.count(Call::Step);
    }

    fn evaluate(&self, position: &Faulty, (): &()) -> Score {
        self.count(Call::Evaluate);
        position.tree.estimate()
    }
}
