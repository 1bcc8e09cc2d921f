//! [`Costs`]: what a step takes.

/// What steps take on a machine, in nanoseconds.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Costs {
    /// A node, without a wait for memory, on the mean: each takes between three quarters and five quarters of it.
    pub node: u32,
    /// By how many per cent a node takes longer when another processor is busy too.
    pub crowding: u32,
    /// A look at the table that all share, beyond what it takes in a cache: a wait for memory.
    pub probe: u32,
    /// A read-modify-write of a word that another processor has touched. They take turns at it.
    pub word: u32,
    /// The same where nobody else has touched it since.
    pub own_word: u32,
    /// A read of a word that another processor has written since the last look at it.
    pub read: u32,
    /// To take a lock, and to give it back.
    pub lock: u32,
    /// From giving a lock back until who waits for it has it.
    pub hand_over: u32,
    /// To notify somebody who waits.
    pub notify: u32,
    /// From the notification until who waited runs again.
    pub wake_up: u32,
}

/// A desktop machine: the orders of magnitude that processors of the 2020s share.
impl Default for Costs {
    fn default() -> Self {
        Self {
            node: 40,
            crowding: 0,
            probe: 100,
            word: 50,
            own_word: 5,
            read: 50,
            lock: 60,
            hand_over: 100,
            notify: 1_000,
            wake_up: 5_000,
        }
    }
}

impl Costs {
    /// These costs, but for what `change` changes.
    #[must_use]
    pub fn with(mut self, change: impl FnOnce(&mut Self)) -> Self {
        change(&mut self);
        self
    }
}
