//! Draws searches of the [`eldest`] core.
//!
//! - [`tree`]: the tree that an algorithm searches, as text, SVG, a graph for Graphviz, or JSON.
//! - [`timeline`]: the activity of each thread over time, as SVG or as trace events.
//! - [`plot`]: line charts, as SVG.
#![forbid(unsafe_code)]

pub mod plot;
pub mod timeline;
pub mod tree;

/// Returns `text` with a replacement for each character that XML forbids or that controls a
/// terminal. Names of moves come from any game.
fn xml_text(text: &str) -> String {
    let is_refused =
        |letter: char| letter.is_control() || matches!(letter, '\u{fffe}' | '\u{ffff}');
    text.replace(is_refused, "\u{fffd}")
}

#[cfg(test)]
mod tests {
    use super::xml_text;

    #[test]
    fn what_xml_forbids_is_replaced() {
        assert_eq!(
            xml_text("a\0b\u{1b}[1m\n\u{ffff}<é"),
            "a\u{fffd}b\u{fffd}[1m\u{fffd}\u{fffd}<é"
        );
    }
}
