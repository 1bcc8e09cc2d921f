//! [`Interrupt`]: what Ctrl-C does.

use eldest::StopToken;
use std::process;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::status::Status;

/// The first Ctrl-C stops the search, which then tells what it knows; the second ends the program
/// at once, and so does the first while the program waits for input.
#[derive(Clone, Debug, Default)]
pub(crate) struct Interrupt {
    token: StopToken,
    waiting: Arc<AtomicBool>,
    /// Stops what goes on at present, and no more.
    present: Arc<Mutex<Option<StopToken>>>,
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
        let present = self.present().clone();
        let token = present.as_ref().unwrap_or(&self.token);
        if token.is_stopped() || self.waiting.load(Ordering::SeqCst) {
            process::exit(Status::Interrupted.code().into());
        }
        token.stop();
    }

    /// Stops the search when Ctrl-C is pressed.
    pub(crate) fn token(&self) -> &StopToken {
        &self.token
    }

    /// Whether Ctrl-C has been pressed.
    pub(crate) fn is_raised(&self) -> bool {
        self.token.is_stopped()
    }

    /// Does `think`, which the first Ctrl-C stops by the token that it gets, whereupon the program goes on;
    /// the second ends the program at once.
    pub(crate) fn while_thinking<T>(&self, think: impl FnOnce(&StopToken) -> T) -> T {
        let token = StopToken::new();
        *self.present() = Some(token.clone());
        let answer = think(&token);
        *self.present() = None;
        answer
    }

    fn present(&self) -> MutexGuard<'_, Option<StopToken>> {
        self.present.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Does `read`, which may wait for long and has nothing to tell if it is interrupted.
    pub(crate) fn while_waiting<T>(&self, read: impl FnOnce() -> T) -> T {
        self.waiting.store(true, Ordering::SeqCst);
        let answer = read();
        self.waiting.store(false, Ordering::SeqCst);
        answer
    }
}
