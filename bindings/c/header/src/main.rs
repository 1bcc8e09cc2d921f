//! Makes `include/eldest.h` of the sources of the C interface, by cbindgen. With `--check` it compares
//! the two instead.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// The names of the types in C.
const TYPES: [(&str, &str); 17] = [
    ("Build", "eldest_build"),
    ("Checks", "eldest_checks"),
    ("Database", "eldest_database"),
    ("Engine", "eldest_engine"),
    ("Handle", "eldest_handle"),
    ("KnownValue", "eldest_value"),
    ("MoveList", "eldest_moves"),
    ("MoveResult", "eldest_move_result"),
    ("Options", "eldest_options"),
    ("Position", "eldest_position"),
    ("Proof", "eldest_proof"),
    ("Query", "eldest_query"),
    ("Report", "eldest_report"),
    ("Reports", "eldest_reports"),
    ("Rules", "eldest_rules"),
    ("SearchProgress", "eldest_progress"),
    ("SearchResult", "eldest_result"),
];

const INTRODUCTION: &str = "\
/* eldest: exact values of positions of two-player games, for C and C++.
 *
 * docs/c.md is the introduction. Made by cbindgen from bindings/c/src; to make it anew:
 * cargo run --manifest-path bindings/c/header/Cargo.toml
 *
 * - Functions return ELDEST_OK or another code; eldest_last_error has the message of the last
 *   failure on the thread. Functions that return a text return null instead.
 * - Structs begin with their size. Set it, and all fields that are not used to zero.
 * - A null pointer is an error, unless the comment permits it.
 * - Each handle (eldest_engine, eldest_report, ...) is freed once, by its function eldest_..._free.
 *   Using it afterwards, or freeing it twice, is undefined behaviour.
 * - Texts are UTF-8 and end with a zero. Numbers of seconds are real.
 */";

fn configuration() -> cbindgen::Config {
    let mut configuration = cbindgen::Config {
        language: cbindgen::Language::C,
        cpp_compat: true,
        header: Some(INTRODUCTION.to_owned()),
        include_guard: Some("ELDEST_H".to_owned()),
        usize_is_size_t: true,
        style: cbindgen::Style::Both,
        documentation_style: cbindgen::DocumentationStyle::C,
        line_length: 100,
        no_includes: true,
        sys_includes: vec!["stddef.h".to_owned(), "stdint.h".to_owned()],
        ..cbindgen::Config::default()
    };
    configuration.function.sort_by = Some(cbindgen::SortKey::None);
    configuration.constant.sort_by = Some(cbindgen::SortKey::None);
    let names = TYPES.iter();
    configuration.export.rename =
        names.map(|(rust, c)| ((*rust).to_owned(), (*c).to_owned())).collect();
    configuration
}

/// Returns the header with its comments in the usual form, without the sections on safety: these
/// address callers in Rust.
fn tidied(header: &str) -> String {
    let (mut kept, mut comment) = (String::new(), None::<Vec<&str>>);
    for line in header.lines().map(str::trim_end) {
        match comment.as_mut() {
            None if line.trim() == "/*" => comment = Some(Vec::new()),
            None => kept += &format!("{line}\n"),
            Some(lines) if line.trim() == "*/" => {
                kept += &written(lines, &line[..line.len() - 3]);
                comment = None;
            }
            Some(lines) => lines.push(line.trim()),
        }
    }
    kept
}

/// Writes a comment with this indentation.
fn written(lines: &[&str], indentation: &str) -> String {
    let lines = lines.split(|line| *line == "# Safety").next().unwrap_or_default();
    let end = lines.iter().rposition(|line| !line.is_empty()).map_or(0, |last| last + 1);
    let separator = format!("\n{indentation} * ");
    let text = lines[..end].join(&separator).replace(" * \n", " *\n");
    format!("{indentation}/* {text} */\n")
}

/// The sources, in the order of the header.
const SOURCES: [&str; 13] = [
    "codes",
    "engine",
    "options",
    "query",
    "report",
    "access",
    "search",
    "many",
    "position",
    "rules",
    "conformance",
    "database",
    "certificate",
];

fn generated() -> String {
    let sources = interface().join("src");
    let builder = cbindgen::Builder::new().with_config(configuration());
    let builder = SOURCES
        .iter()
        .fold(builder, |builder, name| builder.with_src(sources.join(format!("{name}.rs"))));
    let mut header = Vec::new();
    builder.generate().expect("the sources are declarations of C").write(&mut header);
    tidied(&String::from_utf8(header).expect("a header is text"))
}

/// Returns the folder of the C interface.
fn interface() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn main() -> ExitCode {
    let path = interface().join("include/eldest.h");
    let header = generated();
    if std::env::args().nth(1).as_deref() != Some("--check") {
        std::fs::write(&path, header).expect("the header can be written");
        return ExitCode::SUCCESS;
    }
    if std::fs::read_to_string(&path).unwrap_or_default() == header {
        return ExitCode::SUCCESS;
    }
    eprintln!(
        "include/eldest.h differs from the sources: cargo run --manifest-path bindings/c/header/Cargo.toml"
    );
    ExitCode::FAILURE
}
