//! What the pages in `docs/` quote is there.

use std::fs::{read_dir, read_to_string};
use std::path::{Path, PathBuf};

fn read(path: impl AsRef<Path>) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// What stands between `open` and `close`, each time.
fn between<'t>(text: &'t str, open: &'t str, close: &'t str) -> impl Iterator<Item = &'t str> {
    text.split(open).skip(1).filter_map(move |rest| rest.split(close).next())
}

/// Compares the `count` blocks of `page` with the `examples`.
fn check_quotes(page: &str, examples: &[&str], count: usize) {
    let bare = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let (page, example) =
        (read(page), examples.iter().map(|path| bare(&read(path))).collect::<String>());
    let blocks: Vec<&str> = between(&page, "```rust,ignore\n", "```").collect();
    assert_eq!(blocks.len(), count);
    for piece in blocks.iter().flat_map(|block| block.split("\n\n")) {
        assert!(example.contains(&bare(piece)), "not in the example:\n{piece}");
    }
}

#[test]
fn the_tutorial_quotes_its_example() {
    check_quotes(
        "docs/own-game.md",
        &["examples/own_game.rs", "examples/breakthrough/src/main.rs"],
        15,
    );
}

#[test]
fn the_page_about_an_engine_in_a_program_quotes_its_example() {
    check_quotes("docs/engine-loop.md", &["examples/engine_loop.rs"], 7);
}

#[test]
fn the_page_about_databases_quotes_its_example() {
    let sources = ["examples/morris/src/main.rs", "examples/morris/src/rules.rs"];
    check_quotes("docs/databases.md", &sources, 6);
}

/// All Rust sources below `folder`.
fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        match path.extension() {
            _ if path.is_dir() => sources(&path, found),
            Some(extension) if extension == "rs" => found.push(path),
            _ => {}
        }
    }
}

#[test]
fn every_test_that_a_page_names_exists() {
    let mut paths = Vec::new();
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let parts = ["src", "tests", "crates", "verify"];
    parts.iter().for_each(|part| sources(&root.join(part), &mut paths));
    let code: String = paths.iter().map(read).collect();
    for page in ["docs/guarantees.md", "docs/textbook.md", "docs/tables.md"] {
        let text = read(page).replace("```", "");
        let words = between(&text, "`", "`").step_by(2);
        let names = words.filter(|word| word.matches('_').count() > 2);
        for name in names.filter(|name| name.chars().all(|c| c == '_' || c.is_ascii_alphanumeric()))
        {
            assert!(code.contains(&format!("fn {name}(")), "{page} names a test {name}");
        }
    }
}
