//! `eldest database`, and searches with `--database`.

use crate::run::{Run, eldest, eldest_reading};
use std::fs;
use std::path::PathBuf;
#[cfg(unix)]
use std::process::Command;
use std::sync::OnceLock;
use tempfile::TempDir;

/// A folder for databases.
struct Folder(TempDir);

impl Folder {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn path(&self) -> String {
        self.0.path().display().to_string()
    }

    fn file(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    #[cfg(unix)]
    fn contents(&self, name: &str) -> Vec<u8> {
        fs::read(self.file(name)).unwrap()
    }
}

/// Returns the folder with the database of king and queen against king, built once for all tests,
/// and the run that built it.
fn queens() -> &'static (Folder, Run) {
    static QUEENS: OnceLock<(Folder, Run)> = OnceLock::new();
    QUEENS.get_or_init(|| {
        let folder = Folder::new();
        let line = format!("database chess --slice KQvK --out {}", folder.path());
        let run = eldest(&line);
        (folder, run)
    })
}

/// Copies the database to a folder of its own.
fn copied() -> Folder {
    let folder = Folder::new();
    fs::copy(queens().0.file("KQvK.eldb"), folder.file("KQvK.eldb")).unwrap();
    folder
}

/// A full disk, here a limit on the length of files, is an error that names the file; nothing
/// unfinished stays, and the same command builds the database once there is room.
#[cfg(unix)]
#[test]
fn a_full_disk_leaves_nothing_behind() {
    let folder = Folder::new();
    let line = format!("database chess --slice KQvK --out {}", folder.path());
    let script = format!("trap '' XFSZ; ulimit -f 20; exec \"$0\" {line}");
    let mut limited = Command::new("sh");
    limited.args(["-c", &script, env!("CARGO_BIN_EXE_eldest")]);
    let run: Run = limited.output().unwrap().into();
    let reason = format!("eldest: {}/KQvK.eldb cannot be written: ", folder.path());
    assert!(run.status == 1 && run.stderr.starts_with(&reason), "{run:?}");
    assert_eq!(fs::read_dir(folder.0.path()).unwrap().count(), 0);
    eldest(&line).done();
    assert_eq!(folder.contents("KQvK.eldb"), queens().0.contents("KQvK.eldb"));
}

/// The longest mate takes ten moves (Ströhlein 1970 has 16 for the rook).
#[test]
fn a_database_is_built_once_with_a_row_for_each_slice() {
    let (folder, run) = queens();
    let lines: Vec<_> = run.done().lines().collect();
    assert!(lines[0].starts_with("slice ") && lines[0].ends_with(" time"), "{}", lines[0]);
    let row: Vec<_> = lines[1].split_whitespace().collect();
    assert_eq!((row[0], row[5], lines.len()), ("KQvK", "19", 2), "{lines:?}");
    let counts: Vec<u64> = row[1..5].iter().map(|count| count.parse().unwrap()).collect();
    assert_eq!(counts[0], counts[1..].iter().sum::<u64>());
    let again = format!("database chess --slice KQvK --out {} --format json", folder.path());
    let json = &eldest(&again).json()[0];
    assert_eq!((&json["slice"], &json["longest_win"]), (&"KQvK".into(), &19.into()));
    assert_eq!((&json["wins"], &json["seconds"]), (&counts[1].into(), &serde_json::Value::Null));
    assert_eq!(json["bytes"], fs::metadata(folder.file("KQvK.eldb")).unwrap().len());
}

#[test]
fn a_check_verifies_a_folder_or_a_file() {
    let folder = &queens().0;
    for path in [folder.path(), folder.file("KQvK.eldb").display().to_string()] {
        let run = eldest(&format!("database chess --check {path}"));
        let last = run.done().lines().last().unwrap();
        assert!(last.starts_with("1 file is verified"), "{last}");
    }
}

#[test]
fn a_check_finds_changed_and_foreign_files() {
    let folder = copied();
    let check = format!("database chess --check {}", folder.path());
    let mut bytes = fs::read(folder.file("KQvK.eldb")).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(folder.file("KQvK.eldb"), &bytes).unwrap();
    let run = eldest(&check);
    assert_eq!(run.status, 4, "{run:?}");
    assert!(run.stderr.contains("KQvK.eldb is damaged: "), "{}", run.stderr);
    fs::write(folder.file("KQvK.eldb"), "hello").unwrap();
    eldest(&check).refused(4, "is no database");
    fs::write(folder.file("all.eldb"), "hello").unwrap();
    eldest(&check).refused(4, "all.eldb is no file of chess");
    eldest(&format!("database chess --check {}/KRvK.eldb", queens().0.path()))
        .refused(4, "KRvK.eldb is not there");
}

#[test]
fn slices_are_listed_with_what_they_take() {
    let json = eldest("database chess --men 4 --list --format json").json();
    assert_eq!((json.len(), &json[0]["slice"]), (33, &"KQvK".into()));
    let numbers = json[0]["numbers"].as_u64().unwrap();
    assert_eq!(json[0]["memory_bytes"], 3 * numbers + 8 * numbers.div_ceil(64));
    let run = eldest("database chess --slice KRvKP --list");
    assert_eq!(run.done().lines().count(), 9, "{}", run.stdout);
    assert_eq!(json[0]["file_bytes"], 2 * numbers);
    let dobutsu = eldest("database dobutsu --list --format json").json();
    assert_eq!(
        (&dobutsu[0]["slice"], &dobutsu[0]["numbers"]),
        (&"all".into(), &246_803_167.into())
    );
}

#[test]
fn what_cannot_be_built_is_refused_with_the_reason() {
    let folder = Folder::new();
    let games = "expected chess or dobutsu";
    for (line, status, reason) in [
        ("connect4", 1, games),
        ("chess:full", 1, "depend on how a position was reached"),
        ("chess:fifty", 1, "without the fifty-move rule"),
        ("chess --slice KQK", 1, "'KQK' is no ending"),
        ("chess --slice KNvK", 1, "'KNvK' is no ending that can be won"),
        ("chess --men 6", 2, "from 3 to 5"),
        ("chess --men 3 --slice KQvK", 2, "cannot be used with"),
        ("dobutsu --slice KQvK", 1, "one slice, called all"),
        ("dobutsu --men 3", 1, "one slice, called all"),
    ] {
        let run = eldest(&format!("database {line} --out {}", folder.path()));
        assert_eq!(run.status, status, "{line}: {run:?}");
        assert!(run.stderr.contains(reason), "{line}: {}", run.stderr);
        assert_eq!(fs::read_dir(folder.0.path()).unwrap().count(), 0, "{line}");
    }
    eldest("database chess").refused(2, "--out");
}

#[test]
fn positions_of_the_database_are_solved_at_once() {
    let folder = queens().0.path();
    // Without the clock, and with too little time left on it.
    for (game, position, value) in [
        ("chess", "8/8/8/8/8/2k5/8/K2Q4 b - - 0 1", "L20"),
        ("chess", "8/8/8/8/8/1k6/3Q4/K7 w - - 0 1", "W"),
        ("chess:fifty", "8/8/8/8/8/2k5/3Q4/K7 b - - 0 1", "0"),
    ] {
        let line = format!("solve {game} --format json --database {folder} --input -");
        let json = &eldest_reading(&line, position).json()[0];
        let distance = json["distance"].as_i64();
        assert_eq!(json["solved"], true, "{position}");
        let kind = json["lower"].as_i64().unwrap().signum();
        let wanted = match value.as_bytes()[0] {
            b'W' => 1,
            b'L' => -1,
            _ => 0,
        };
        assert_eq!((kind, distance.is_some()), (wanted, wanted != 0), "{position}: {json}");
    }
    eldest_reading("solve chess --input -", "8/8/8/8/8/2k5/8/K2Q4 b - - 0 1")
        .refused(1, "cannot be searched to the end");
}

/// A mate in ten moves is found by a search of one ply.
#[test]
fn searches_end_in_the_database() {
    let folder = queens().0.path();
    let line = format!("search chess --depth 1 --format json --database {folder}");
    let json = eldest_reading(&line, "8/8/8/3k4/8/8/8/KQ6 w - - 0 1").json();
    let result = json.last().unwrap();
    assert_eq!(result["proved"], true, "{result}");
    assert!(result["distance"].as_u64().unwrap() > 10, "{result}");
}

#[test]
fn the_engine_mates_with_the_database_alone() {
    let folder = queens().0.path();
    let program = env!("CARGO_BIN_EXE_eldest");
    let position = "8/8/8/3k4/8/8/8/KQ6 w - - 0 1";
    let args = ["play", "chess", position, "--person", "none", "--level", "3", "--database"];
    let run = std::process::Command::new(program).args(args).arg(&folder).output().unwrap();
    let shown = String::from_utf8(run.stdout).unwrap();
    assert!(run.status.success() && shown.contains("White wins"), "{shown}");
}

#[test]
fn folders_without_a_database_are_refused() {
    let folder = Folder::new();
    let solve = |game: &str, path: &str| eldest(&format!("solve {game} --database {path}"));
    solve("chess", &folder.path()).refused(1, "has no database of chess");
    solve("chess", "/nowhere").refused(1, "/nowhere cannot be read");
    solve("connect4", &queens().0.path()).refused(1, "there are no databases of connect4");
    solve("chess:full", &queens().0.path()).refused(1, "expected chess or chess:fifty or dobutsu");
    solve("dobutsu", &queens().0.path()).refused(1, "KQvK.eldb is no file of dobutsu");
    let copy = copied();
    fs::rename(copy.file("KQvK.eldb"), copy.file("KRvK.eldb")).unwrap();
    solve("chess", &copy.path()).refused(1, "the slice is \"KQvK\"");
    let prove = format!("prove chess --database {} --certificate x", queens().0.path());
    eldest(&prove).refused(2, "cannot be used with");
}
