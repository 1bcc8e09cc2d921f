//! A tiny game for examples.

pub use eldest::doc::Countdown;

use crate::Texts;

/// How heaps are written: what is left of them.
#[derive(Copy, Clone, Debug, Default)]
pub struct Heaps;

impl Texts<Countdown> for Heaps {
    fn read(&self, text: &str) -> Result<Countdown, String> {
        let left = text.parse().map_err(|_| "expected a number from 0 to 255".to_owned());
        left.map(Countdown::new)
    }

    fn write(&self, heap: &Countdown, _: &str, _: Option<&str>) -> String {
        heap.left().to_string()
    }

    fn write_move(&self, _: &Countdown, taken: u8) -> String {
        taken.to_string()
    }
}
