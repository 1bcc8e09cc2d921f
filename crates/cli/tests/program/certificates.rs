use crate::run::{Run, eldest, eldest_reading, program};
use sha2::{Digest, Sha256};
use std::fs;
use tempfile::TempDir;

/// A folder with certificates of the value of a position.
struct Proofs(TempDir);

impl Proofs {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn path(&self, name: &str) -> String {
        self.0.path().join(name).display().to_string()
    }

    /// Writes a certificate of the claim in `line`, and returns its path.
    #[track_caller]
    fn written(&self, name: &str, line: &str) -> String {
        let path = self.path(name);
        let run = eldest(&format!("certify {line} --out {path}"));
        assert!(run.done().starts_with("written: "), "{}", run.stdout);
        path
    }
}

#[test]
fn a_value_is_two_proofs_that_meet() {
    let proofs = Proofs::new();
    let least = proofs.written("least", "connect4:5x4 --least 0");
    let most = proofs.written("most", "connect4:5x4 --most 0");
    let run = eldest(&format!("check {least} {most}"));
    let lines: Vec<_> = run.done().lines().collect();
    let start = "proved: connect4:5x4 ...../...../...../.....: ";
    assert!(lines[0].starts_with(&format!("{start}x gets at least 0 (")), "{}", lines[0]);
    assert!(lines[1].starts_with(&format!("{start}o gets at least 0 (")), "{}", lines[1]);
    assert_eq!(lines[2..], ["value for x: 0"]);
    let json = eldest(&format!("check {most} {least} --memory-mib 1 --format json")).json();
    assert_eq!((&json[0]["prover"], &json[0]["least"]), (&"second".into(), &0.into()));
    assert_eq!((&json[2]["lower"], &json[2]["upper"]), (&0.into(), &0.into()));
    assert_eq!(json[0]["bytes"], fs::metadata(most).unwrap().len());
}

#[test]
fn wins_may_count_their_distance() {
    let proofs = Proofs::new();
    let win = proofs.written("win", "nim 1,2 --least W3");
    assert!(eldest(&format!("check {win}")).done().contains("First gets at least W3"));
    eldest(&format!("certify nim 1,2 --least W1 --out {win}")).refused(1, "is not true");
    assert!(eldest(&format!("check {win}")).done().contains("W3"), "the file is what it was");
}

#[test]
fn bounds_are_trusted_only_with_the_option() {
    let proofs = Proofs::new();
    let [all, some] = ["", " --trust-bounds"].map(|trust| {
        proofs.written(&format!("proof{}", trust.len()), &format!("connect4:5x4 --least 0{trust}"))
    });
    assert!(fs::metadata(&all).unwrap().len() > fs::metadata(&some).unwrap().len());
    eldest(&format!("check {some}")).refused(4, "have to be trusted");
    let run = eldest(&format!("check {some} --trust-bounds"));
    assert!(run.done().contains("at least 0, if static bounds are right"), "{}", run.stdout);
}

#[test]
fn unreadable_and_refused_proofs_have_different_statuses() {
    let proofs = Proofs::new();
    let path = proofs.written("proof", "tictactoe x.o/.x./..o --least 0");
    let proof = fs::read(&path).unwrap();
    let refused = |bytes: &[u8], status, reason| {
        fs::write(&path, bytes).unwrap();
        eldest(&format!("check {path}")).refused(status, reason);
    };
    refused(b"hello", 4, "this is no certificate");
    refused(&proof[..proof.len() - 9], 4, "damaged, or incomplete");
    let other = String::from_utf8_lossy(&proof).replace("tictactoe", "hopscotch");
    refused(other.as_bytes(), 4, "damaged"); // Before the game is looked up.
    let missing = proofs.path("nothing");
    eldest(&format!("check {missing}")).refused(4, "nothing: ");
    eldest(&format!("check {path} {path} --play")).refused(2, "expected one file");
}

#[test]
fn proofs_of_different_positions_have_no_common_result() {
    let proofs = Proofs::new();
    let one = proofs.written("one", "tictactoe --least 0");
    let other = proofs.written("other", "tictactoe x../.../... --most 0");
    let run = eldest(&format!("check {one} {other}"));
    assert_eq!((run.status, run.stdout.lines().count()), (1, 2), "{run:?}");
    assert!(run.stderr.contains("about different positions"), "{}", run.stderr);
}

#[test]
fn what_has_no_proof_is_refused_with_the_reason() {
    let proofs = Proofs::new();
    let path = proofs.path("proof");
    for (line, status, reason) in [
        ("chess:full --least 0", 1, "depend on how a position was reached"),
        ("tree:[[3,5],[2,9]] --least 3", 1, "have no code"),
        ("tictactoe --least 1", 1, "is not true"),
        ("tictactoe --most=-1", 1, "is not true"),
        ("tictactoe", 2, "--least"),
        ("tictactoe --least 0 --most 0", 2, "cannot be used with"),
        ("tictactoe --least much", 2, "expected a score such as 3"),
        ("connect4 --least 1 --nodes 100", 3, "a limit has ended the search"),
    ] {
        let line = line.replace("[[3,5],[2,9]]", "uniform:width=2,depth=3");
        eldest(&format!("certify {line} --out {path}")).refused(status, reason);
        assert!(!fs::exists(&path).unwrap(), "{line}");
    }
}

#[test]
fn no_line_of_play_beats_a_proof() {
    let proofs = Proofs::new();
    let draw = proofs.written("draw", "tictactoe --most 0");
    // The input plays x, the proof o. An illegal move is reported, and the next line is read.
    let typed = "1\n2\n3\n4\n5\n6\n7\n8\n9\n".repeat(9);
    let run = eldest_reading(&format!("check {draw} --play"), &typed);
    assert!(run.stdout.contains("o plays ") && !run.stdout.contains("x wins"), "{}", run.stdout);
    assert!(run.stdout.contains("draw") || run.stdout.contains("o wins"), "{}", run.stdout);
    assert!(!run.stdout.contains("proved)"), "no search is run: {}", run.stdout);
    let hint = eldest_reading(&format!("check {draw} --play"), "hint\n");
    assert!(hint.stdout.contains("The engine would play"), "{}", hint.stdout);
}

/// The code of a Kalah position leaves out the seeds taken, that of a Connect Four position whether
/// the board is mirrored.
#[test]
fn a_proof_is_played_on_mirrored_boards_and_with_full_stores() {
    let proofs = Proofs::new();
    let connect4 = proofs.written("connect4", "connect4:5x4 1 --least 0");
    let run = eldest_reading(&format!("check {connect4} --play"), &"1\n2\n3\n4\n5\n".repeat(12));
    assert!(run.stdout.contains("draw") || run.stdout.contains("o wins"), "{}", run.stdout);
    let kalah = proofs.written("kalah", "kalah:3x2 --least=-12");
    let run = eldest_reading(&format!("check {kalah} --play"), &"1\n2\n3\n".repeat(30));
    assert!(run.stdout.contains(" wins") || run.stdout.contains("draw"), "{}", run.stdout);
}

/// Returns the text of a certificate with a valid digest.
fn signed(header: &str) -> Vec<u8> {
    let mut file = [header.as_bytes(), &[0; 12]].concat();
    file.extend_from_slice(&Sha256::digest(&file));
    file
}

/// The header of a file may contain anything, but no control characters reach the terminal.
#[test]
fn nothing_in_a_certificate_steers_a_terminal() {
    let proofs = Proofs::new();
    let path = proofs.path("evil");
    let evil = "\x1b]0;owned\x07\x1b[2J\r\u{202e}\u{9b}31m";
    let lines = |game: &str, position: &str| {
        format!(
            "eldest certificate 1\ngame {game}\nrules 0000000000000000\nposition {position}\n\
             claim first at least 0\nbounds untrusted\n\n"
        )
    };
    for header in [
        lines(evil, "-"),
        lines(&format!("connect4:{evil}"), "-"),
        lines("tictactoe", evil),
        lines("tictactoe", &format!(".../.../...{evil}")),
        lines("kalah:3x2", evil),
        lines("nim", &format!("1,2{evil}")),
    ] {
        fs::write(&path, signed(&header)).unwrap();
        let run = eldest(&format!("check {path}"));
        assert_eq!((run.status, run.stdout.as_str()), (4, ""), "{run:?}");
        let message = run.stderr.strip_suffix('\n').unwrap();
        assert!(!message.contains(|c: char| c.is_control() || c == '\u{202e}'), "{run:?}");
        assert!(message.contains(r"\u{1b}"), "{message}");
    }
}

/// The header accepts only one notation of a position, as docs/certificates.md says.
#[test]
fn a_header_that_is_written_otherwise_is_refused() {
    let proofs = Proofs::new();
    let path = proofs.path("otherwise");
    for (game, position) in [
        ("connect4:4x4", "-"),
        ("connect4:4x4", "11"),
        ("connect4:4x4", "x.../..../..../...."),
        ("connect4:4x04", "..../..../..../...."),
        ("connect4:04x4", "..../..../..../...."),
        ("connect4:+4x4", "..../..../..../...."),
        ("kalah:3x2", "02,2,2:0/2,2,2:0 S"),
        ("kalah:3x2", "2,2,2:00/2,2,2:0 S"),
        ("kalah:3x2", "2,2,2:-0/2,2,2:0 S"),
        ("kalah:03x2", "2,2,2:0/2,2,2:0 S"),
        ("nim", "01,2"),
        ("nim", "1,2"),
        ("tictactoe", "-"),
    ] {
        let header = format!(
            "eldest certificate 1\ngame {game}\nrules 0000000000000000\nposition {position}\n\
             claim first at least -8000000\nbounds untrusted\n\n"
        );
        fs::write(&path, signed(&header)).unwrap();
        let run = eldest(&format!("check {path}"));
        assert_eq!((run.status, run.stdout.as_str()), (4, ""), "{game} {position}: {run:?}");
        let names_it = run.stderr.contains("is about") || run.stderr.contains("expected");
        assert!(names_it, "{game} {position}: {run:?}");
    }
}

/// Runs `eldest line` with this temporary folder.
#[track_caller]
fn in_folder(line: &str, folder: &str) -> Run {
    program(line).env("TMPDIR", folder).output().unwrap().into()
}

/// An error of the folder is not blamed on the certificate.
#[test]
fn a_temporary_folder_that_is_not_there_is_named() {
    let proofs = Proofs::new();
    let path = proofs.path("proof");
    let folder = proofs.path("gone");
    // This takes more than a MiB of memory, so it continues in the folder.
    let line = format!("certify connect4:5x5 --least=-1 --memory-mib 1 --out {path}");
    in_folder(&line, &folder).refused(1, &format!("the temporary folder {folder} cannot be used"));
    eldest(&line).done();
    let run = in_folder(&format!("check {path} --memory-mib 1"), &folder);
    run.refused(4, &format!("eldest: the temporary folder {folder} cannot be used for sorting"));
    assert!(run.stderr.contains("TMPDIR") && !run.stderr.contains(&path), "{}", run.stderr);
}

/// A proof may come from a decompressor or from another machine, though it is read several times.
#[test]
fn a_proof_is_read_from_stdin() {
    let proofs = Proofs::new();
    let path = proofs.written("proof", "tictactoe --least 0");
    let proof = fs::read(&path).unwrap();
    let result = |run: &Run| run.done().split(" (").next().unwrap().to_owned();
    let expected = result(&eldest(&format!("check {path}")));
    let temporary = proofs.path("temporary");
    fs::create_dir(&temporary).unwrap();
    for name in ["-", "/dev/stdin"].into_iter().take(if cfg!(unix) { 2 } else { 1 }) {
        assert_eq!(result(&eldest_reading(&format!("check {name}"), &proof)), expected);
    }
    eldest_reading("check -", "hello").refused(4, "-: this is no certificate");
    eldest_reading("check -", &proof[..proof.len() - 9])
        .refused(4, "-: the certificate is damaged");
    eldest("check -").refused(4, "-: this is no certificate");
    eldest("check - -").refused(2, "expected - once");
    eldest("check - --play").refused(2, "expected a proof in a file");
    let most = proofs.written("most", "tictactoe --most 0");
    let both = eldest_reading(&format!("check {most} -"), &proof);
    assert!(both.done().ends_with("value for x: 0\n"), "{both:?}");
}

/// Input from a pipe is copied to an unnamed file, and a signal ends the wait for the pipe.
#[cfg(unix)]
#[test]
fn a_proof_is_read_from_a_pipe() {
    let proofs = Proofs::new();
    let path = proofs.written("proof", "tictactoe --least 0");
    let (pipe, folder) = (proofs.path("pipe"), proofs.path("temporary"));
    fs::create_dir(&folder).unwrap();
    let made = std::process::Command::new("mkfifo").arg(&pipe).status().unwrap();
    assert!(made.success());
    let proof = fs::read(&path).unwrap();
    let writer = std::thread::spawn({
        let pipe = pipe.clone();
        move || fs::write(pipe, proof).unwrap()
    });
    assert!(in_folder(&format!("check {pipe}"), &folder).done().starts_with("proved: "));
    writer.join().unwrap();
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 0);
    eldest("check /dev/null").refused(4, "a pipe or a device");
    eldest(&format!("check {}", proofs.path(""))).refused(4, "this is a folder");
    let mut run = crate::terminal::Watched::begin(&format!("check {path} {pipe}"));
    assert!(run.line().starts_with("proved: "));
    run.signal(rustix::process::Signal::TERM);
    assert_eq!(run.end().status, 130);
}

/// A mistyped name does not cost a file of another kind.
#[test]
fn nothing_but_a_certificate_is_replaced_by_one() {
    let proofs = Proofs::new();
    let path = proofs.path("thesis.tex");
    let others = [
        "my thesis",
        "eldest certificat",
        "\0",
        "eldest certificate of a friend\n",
        "eldest certificate 1",
    ];
    for content in others {
        fs::write(&path, content).unwrap();
        let lost = "thesis.tex exists and is not a certificate; it was left unchanged";
        eldest(&format!("certify tictactoe --least 0 --out {path}")).refused(1, lost);
        eldest(&format!("prove nim 1,2 --least 0 --certificate {path}")).refused(1, lost);
        assert_eq!(fs::read_to_string(&path).unwrap(), content);
    }
    fs::write(&path, "").unwrap();
    proofs.written("thesis.tex", "tictactoe --least 0");
    proofs.written("thesis.tex", "tictactoe --most 0");
}

/// A run removes what a killed run left behind, but not a file that another run still writes.
#[test]
fn a_part_that_was_left_is_removed() {
    let proofs = Proofs::new();
    let path = proofs.path("proof");
    let [left, live] = ["left00", "live00"].map(|drawn| format!("{path}.eldest-{drawn}.part"));
    fs::write(&left, "half of it").unwrap();
    let file = fs::File::create(&live).unwrap();
    file.try_lock().unwrap();
    eldest(&format!("certify tictactoe --least 0 --out {path}")).done();
    assert!(fs::exists(&path).unwrap() && fs::exists(&live).unwrap());
    assert!(!fs::exists(&left).unwrap());
    drop(file);
    eldest(&format!("certify tictactoe --least 0 --out {path}")).done();
    assert_eq!(fs::read_dir(proofs.0.path()).unwrap().count(), 1);
}
