//! Tables that are saved and loaded.

use crate::run::{Run, eldest, eldest_reading, program};
#[cfg(unix)]
use crate::terminal::Watched;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// A position that takes ten thousand nodes.
const POSITION: &str = "45461667";
const SOLVED: &str = "45461667 11\n";

/// Returns an empty folder, and a path in it.
fn folder() -> (TempDir, PathBuf) {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("c4.table");
    (folder, path)
}

/// Runs `eldest solve connect4 POSITION`, with one thread and a small table.
fn solve(more: &str) -> Run {
    solve_with(4, more)
}

fn solve_with(mib: usize, more: &str) -> Run {
    let line = format!("solve connect4 {POSITION} --threads 1 --table-mib {mib} {more}");
    eldest(&line)
}

fn nodes(run: &Run) -> u64 {
    run.json()[0]["nodes"].as_u64().unwrap()
}

/// Returns the names of the files in the folder of `path`.
fn names(path: &Path) -> Vec<String> {
    let entries = fs::read_dir(path.parent().unwrap()).unwrap();
    entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
}

#[test]
fn a_search_goes_on_where_the_last_one_ended() {
    let (_folder, path) = folder();
    let (path, json) = (path.display(), "--format json");
    let cold = nodes(&solve(json));
    assert_eq!(nodes(&solve(&format!("{json} --save {path}"))), cold);
    let file = fs::read(path.to_string()).unwrap();
    assert!(nodes(&solve(&format!("{json} --load {path}"))) < cold / 20);
    assert!(nodes(&solve_with(2, &format!("{json} --load {path}"))) < cold / 20);
    assert!(fs::read(path.to_string()).unwrap() == file, "it was only loaded");
    let run = solve(&format!("--save {path} --load {path}"));
    assert_eq!(run.done(), SOLVED);
    assert!(nodes(&solve(&format!("{json} --save {path}"))) < cold / 20);
    assert_eq!(names(Path::new(&path.to_string())), ["c4.table"]);
}

/// Each part is ended by a limit.
#[test]
fn a_search_in_many_parts_finds_the_value() {
    let (_folder, path) = folder();
    let part = format!("--nodes 2000 --save {}", path.display());
    assert_eq!(solve(&part).status, 3);
    let parts = (1..100).find(|_| solve(&part).status == 0);
    assert!(parts.is_some_and(|parts| parts > 2), "{parts:?}");
    assert_eq!(solve(&part).done(), SOLVED);
}

#[test]
fn searches_to_a_depth_are_saved_too() {
    let (_folder, path) = folder();
    let search = |more: &str| {
        let run = eldest(&format!("search connect4 --depth 12 --table-mib 4 --threads 1 {more}"));
        let nodes = run.stdout.lines().nth(12).unwrap().split_whitespace().nth(2).unwrap();
        nodes.parse::<u64>().unwrap()
    };
    let cold = search("");
    assert_eq!(search(&format!("--save {}", path.display())), cold);
    assert!(search(&format!("--load {}", path.display())) < cold * 3 / 4);
}

/// Checks that the file at `path` is refused at once for `reason`, and stays as it is.
fn refused(more: &str, path: &Path, reason: &str) {
    let before = fs::read(path).ok();
    let run = solve(more);
    run.refused(1, reason);
    assert!(run.stderr.starts_with("eldest: "), "{}", run.stderr);
    assert!(before == fs::read(path).ok(), "{more}: the file has changed");
}

#[test]
fn a_file_that_is_damaged_or_foreign_is_refused_and_stays_as_it_is() {
    let (folder, path) = folder();
    let save = format!("--save {}", path.display());
    let whole = {
        eldest(&format!("solve connect4 45461667444 --table-mib 4 {save}"));
        fs::read(&path).unwrap()
    };
    let both = |file: &[u8], reason: &str| {
        fs::write(&path, file).unwrap();
        refused(&save, &path, reason);
        refused(&format!("--load {}", path.display()), &path, reason);
    };
    let mut damaged = whole.clone();
    damaged[whole.len() / 2] ^= 1;
    both(&damaged, "c4.table: the saved table is damaged somewhere in bytes ");
    both(&whole[..whole.len() - 1], "c4.table: the saved table ends at byte ");
    both(b"4455 18\n", "c4.table: this is no saved table");
    both(b"", "c4.table: this is no saved table");
    both(&[&whole[..], b"\n"].concat(), "c4.table: there is more after the saved table");
    eldest(&format!(
        "solve connect4:6x5 3335353 --table-mib 4 --save {}",
        folder.path().join("other").display()
    ));
    let other = fs::read(folder.path().join("other")).unwrap();
    both(&other, "is saved for \"connect4:6x5\", and this is \"connect4:7x6\"");
    eldest(&format!(
        "search connect4 --depth 3 --table-mib 4 --save {}",
        folder.path().join("shared").display()
    ));
    let shared = fs::read(folder.path().join("shared")).unwrap();
    both(
        &shared,
        "c4.table: the table was saved by search, or by solve with a smaller --table-mib",
    );
    fs::write(&path, &whole).unwrap();
    assert_eq!(solve(&save).done(), SOLVED);
}

#[test]
fn where_nothing_can_be_saved_nothing_is_searched() {
    let (folder, path) = folder();
    let nowhere = folder.path().join("no/such/file");
    let reason = format!(
        "{} cannot be written: there is no folder {}\n",
        nowhere.display(),
        nowhere.parent().unwrap().display()
    );
    refused(&format!("--save {}", nowhere.display()), &nowhere, &reason);
    refused(&format!("--save {}", folder.path().display()), &path, "is not a file");
    refused(&format!("--load {}", path.display()), &path, "c4.table: No such file");
    assert_eq!(names(&path), [""; 0]);
}

/// The message names the folder and the problem once.
#[cfg(unix)]
#[test]
fn a_folder_is_refused_as_a_table_to_load() {
    let (folder, path) = folder();
    let reason = ": this is a folder; expected a regular file\n";
    refused(&format!("--load {}", folder.path().display()), &path, reason);
}

/// The second process would overwrite the table of the first. A lock is released when its process
/// ends, even if it is killed.
#[cfg(unix)]
#[test]
fn a_second_process_on_the_same_file_is_refused() {
    let (_folder, path) = folder();
    let save = format!("--save {}", path.display());
    let begin = || {
        let line = format!("solve connect4 {POSITION} --input - --table-mib 4 {save}");
        let mut run = Watched::begin(&line);
        assert_eq!(run.line(), SOLVED);
        run
    };
    let reason = "c4.table is in use: another process saves its table there";
    let mut first = begin();
    refused(&save, &path, reason);
    first.closes_stdin();
    assert_eq!(first.end().status, 0);
    assert_eq!(names(&path), ["c4.table"]);
    let second = begin();
    refused(&save, &path, reason);
    let load = format!("--load {}", path.display());
    assert_eq!(solve(&load).done(), SOLVED, "it may be read meanwhile");
    second.kill();
    assert_eq!(solve(&save).done(), SOLVED);
    assert_eq!(names(&path), ["c4.table"]);
}

#[test]
fn a_file_that_is_called_like_a_lock_and_is_none_is_left_as_it_is() {
    let (_folder, path) = folder();
    let other = path.with_file_name("c4.table.lock");
    std::fs::write(&other, "of another program").expect("a file");
    refused(&format!("--save {}", path.display()), &path, "is not a lock file of this program");
    assert_eq!(std::fs::read(&other).expect("it is there"), b"of another program");
}

#[test]
fn search_names_the_tables_that_it_can_load() {
    let (_folder, path) = folder();
    solve(&format!("--save {}", path.display()));
    eldest(&format!("search connect4 --depth 3 --load {}", path.display()))
        .refused(1, "was saved by solve; expected one that was saved by search");
    eldest(&format!("solve kalah:2x1 --table-mib 4 --save {}.kalah", path.display()));
    eldest(&format!("search kalah:2x1 --load {}.kalah", path.display())).done();
}

/// The file would be lost.
#[test]
fn a_file_that_is_not_loaded_is_not_overwritten() {
    let (folder, path) = folder();
    let other = folder.path().join("other.table");
    eldest(&format!("solve connect4 45461667444 --table-mib 4 --save {}", path.display()));
    eldest(&format!("solve connect4 45461667455 --table-mib 4 --save {}", other.display()));
    let both = format!("--load {} --save {}", other.display(), path.display());
    refused(&both, &path, "c4.table exists and would be lost; name another file");
}

#[test]
fn a_table_is_saved_though_stdout_is_closed() {
    let (_folder, path) = folder();
    let line = format!("solve connect4 --table-mib 4 --input - --save {}", path.display());
    let mut child = program(&line).spawn().unwrap();
    drop(child.stdout.take());
    writeln!(child.stdin.take().unwrap(), "{POSITION}").unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), output.stderr.as_slice()), (Some(0), &b""[..]));
    let warm = solve(&format!("--format json --load {}", path.display()));
    assert!(nodes(&warm) < 1_000);
}

#[test]
fn bad_lines_do_not_hinder_saving() {
    let (_folder, path) = folder();
    let run = eldest_reading(
        &format!("solve nim --table-mib 4 --input - --save {}", path.display()),
        "x\n2,2\n",
    );
    assert_eq!((run.status, run.stdout.as_str()), (1, "2,2 L4\n"));
    let load = format!("--load {}", path.display());
    let [cold, warm] = ["", &load]
        .map(|load| eldest(&format!("solve nim 2,2 --table-mib 4 --format json {load}")));
    assert!(nodes(&warm) < nodes(&cold));
}

#[test]
fn what_makes_no_sense_is_refused() {
    let refused = |line: &str, reason: &str| eldest(line).refused(2, reason);
    refused("solve nim --save-every 5", "--save <FILE>");
    refused("solve nim --save x --save-every -1", "expected a number of minutes, 0 or more");
    refused("solve nim --save x --save-every soon", "expected a number of minutes, 0 or more");
}

/// It writes neither an empty table nor the loaded one again.
#[test]
fn a_command_that_fails_before_it_searches_saves_nothing() {
    let (_folder, path) = folder();
    let fails = |line: &str| {
        let run = eldest_reading(&format!("{line} --save {}", path.display()), "4x\n");
        assert_eq!((run.status, run.stdout.contains("depth 1")), (1, false), "{line}: {run:?}");
    };
    let lines = [
        "solve connect4 4x --table-mib 4",
        "solve connect4 --table-mib 4 --input -",
        "solve chess --table-mib 4",
        "search connect4 4x --table-mib 4",
        "search connect4 --table-mib 4 --moves 9",
    ];
    for line in lines {
        fails(line);
        assert_eq!(names(&path), [""; 0], "{line}");
    }
    solve(&format!("--nodes 100 --save {}", path.display()));
    let file = fs::read(&path).unwrap();
    lines[..2].iter().for_each(|line| fails(line));
    assert!(fs::read(&path).unwrap() == file);
}

#[cfg(unix)]
#[test]
fn links_are_followed_and_permissions_kept() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let (folder, path) = folder();
    let link = folder.path().join("link");
    let save = |path: &Path| solve(&format!("--nodes 100 --save {}", path.display()));
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    symlink(&path, &link).unwrap();
    let run = save(&link);
    assert_eq!((run.status, names(&path)), (1, vec!["link".to_owned()]));
    assert!(run.stderr.contains("link is a link to a file that does not exist"), "{}", run.stderr);
    save(&path);
    fs::write(folder.path().join("ordinary"), "").unwrap();
    assert_eq!(mode(&path), mode(&folder.path().join("ordinary")));
    for kept in [0o640, 0o666] {
        fs::set_permissions(&path, fs::Permissions::from_mode(kept)).unwrap();
        let before = fs::read(&path).unwrap();
        save(&link);
        assert!(link.is_symlink() && before != fs::read(&path).unwrap());
        assert_eq!(mode(&path), kept);
    }
}
