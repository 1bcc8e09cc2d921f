//! [`Interrupt`]: what Ctrl-C does.

use eldest::StopToken;
use std::process;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::status::Status;

/// The first Ctrl-C stops the search, which then tells what it knows; the second ends the program
/// at once, and so does the first while the program waits for input.
#[derive(Clone, Debug, Default)]
pub(crate) struct Interrupt {
    token: StopToken,
    waiting: Arc<AtomicBool>,
}

impl Interrupt {
    /// Takes Ctrl-C over.
    pub(crate) fn install() -> Result<Self, ctrlc::Error> {
        let interrupt = Self::default();
        let raised = interrupt.clone();
        ctrlc::set_handler(move || raised.raise())?;
        Ok(interrupt)
    }

    fn raise(&self) {
        if self.is_raised() || self.waiting.load(Ordering::SeqCst) {
            process::exit(Status::Interrupted.code().into());
        }
        self.token.stop();
    }

    /// Stops the search when Ctrl-C is pressed.
    pub(crate) fn token(&self) -> &StopToken {
        &self.token
    }

    /// Whether Ctrl-C has been pressed.
    pub(crate) fn is_raised(&self) -> bool {
        self.token.is_stopped()
    }

    /// Does `read`, which may wait for long and has nothing to tell if it is interrupted.
    pub(crate) fn while_waiting<T>(&self, read: impl FnOnce() -> T) -> T {
        self.waiting.store(true, Ordering::SeqCst);
        let answer = read();
        self.waiting.store(false, Ordering::SeqCst);
        answer
    }
}
