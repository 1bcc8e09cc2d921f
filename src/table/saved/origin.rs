//! [`Origin`]: whose findings a table holds.

/// Whose findings a saved table holds: made by [`Engine::origin`](crate::Engine::origin), written into the
/// file, and compared when it is loaded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin {
    pub(crate) label: String,
    /// The declared fingerprints of rules, evaluator and depth match: the same in every build.
    pub(crate) findings: u64,
    /// What a search of this program binds its table to.
    pub(crate) fingerprint: u64,
    /// What the rules have answered at some positions.
    pub(crate) rules: u64,
}

impl Origin {
    /// What the game was called.
    #[must_use]
    pub fn label(&self) -> &str {
        &self.label
    }

    /// What the rules have answered at some thousand positions, summed up: the same in every build, another one where
    /// the rules, the keys or the evaluator have changed.
    #[must_use]
    pub fn rules(&self) -> u64 {
        self.rules
    }

    /// What a search binds its table to ([`Table::bind`](crate::Table::bind)): in this program only, for the
    /// types of game and evaluator have a part in it.
    #[must_use]
    pub fn fingerprint(&self) -> u64 {
        self.fingerprint
    }
}
