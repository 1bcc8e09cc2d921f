//! [`Failure`]: an error of foreign code.

use std::any::Any;
use std::fmt;
use std::sync::Arc;

/// An error of foreign code: of the rules of a game, or of a callback. It ends the call, which
/// returns it as [`Error::Foreign`](crate::Error::Foreign).
#[derive(Clone)]
pub struct Failure {
    /// The message, which names the method that failed.
    pub message: String,
    /// The error code of the foreign code; 0 if it has none.
    pub code: i64,
    /// The foreign error itself, as a Python exception, if there is one.
    pub payload: Option<Arc<dyn Any + Send + Sync>>,
}

impl Failure {
    /// Creates a failure with a message only.
    #[must_use]
    pub fn new(message: impl Into<String>) -> Self {
        Self { message: message.into(), code: 0, payload: None }
    }

    /// Sets the error code.
    #[must_use]
    pub fn with_code(self, code: i64) -> Self {
        Self { code, ..self }
    }

    /// Sets the foreign error.
    #[must_use]
    pub fn with_payload(self, payload: Arc<dyn Any + Send + Sync>) -> Self {
        Self { payload: Some(payload), ..self }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl fmt::Debug for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Failure")
            .field("message", &self.message)
            .field("code", &self.code)
            .finish_non_exhaustive()
    }
}

impl std::error::Error for Failure {}
