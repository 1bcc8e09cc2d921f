//! [`Output`]: lines of the protocol, from whichever thread.

use std::fmt::Display;
use std::io::{self, Write};
use std::sync::{Arc, Mutex, PoisonError};

/// Where lines go: whole ones, and at once. A pipe that nobody reads any more is no error: the input ends then too.
#[derive(Clone)]
pub struct Output(Arc<Mutex<dyn Write + Send>>);

impl Output {
    /// Lines go to `out`.
    pub fn new(out: impl Write + Send + 'static) -> Self {
        Self(Arc::new(Mutex::new(out)))
    }

    /// The standard output.
    #[must_use]
    pub fn stdout() -> Self {
        Self::new(io::stdout())
    }

    /// One line.
    pub fn line(&self, line: impl Display) {
        let mut out = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let _ = out.write_all(format!("{line}\n").as_bytes()).and_then(|()| out.flush());
    }

    /// A line for people. What somebody else has written into it does not become a line of its own.
    pub fn tell(&self, text: impl Display) {
        const MOST: usize = 2_000;
        let visible = |letter: char| if letter.is_control() { '?' } else { letter };
        let text: String = text.to_string().chars().take(MOST).map(visible).collect();
        self.line(format_args!("info string {text}"));
    }
}

impl std::fmt::Debug for Output {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Output")
    }
}
