use crate::run::{eldest, eldest_reading};
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

    /// A certificate of what `line` claims.
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
fn bounds_are_trusted_only_where_that_is_said() {
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
fn what_cannot_be_checked_is_told_apart_from_what_is_refused() {
    let proofs = Proofs::new();
    let path = proofs.written("proof", "tictactoe x.o/.x./..o --least 0");
    let proof = fs::read(&path).unwrap();
    let told = |bytes: &[u8], status, reason| {
        fs::write(&path, bytes).unwrap();
        eldest(&format!("check {path}")).refused(status, reason);
    };
    told(b"hello", 4, "this is no certificate");
    told(&proof[..proof.len() - 9], 4, "damaged, or incomplete");
    let other = String::from_utf8_lossy(&proof).replace("tictactoe", "hopscotch");
    told(other.as_bytes(), 4, "damaged"); // before anybody looks for such a game
    let missing = proofs.path("nothing");
    eldest(&format!("check {missing}")).refused(4, "nothing: ");
    eldest(&format!("check {path} {path} --play")).refused(2, "expected one file");
}

#[test]
fn proofs_that_do_not_belong_together_say_nothing() {
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
fn nobody_does_better_against_a_proof_than_it_says() {
    let proofs = Proofs::new();
    let draw = proofs.written("draw", "tictactoe --most 0");
    // x is typed, o answers by the proof; whatever is not legal is told, and the next is tried.
    let typed = "1\n2\n3\n4\n5\n6\n7\n8\n9\n".repeat(9);
    let run = eldest_reading(&format!("check {draw} --play"), &typed);
    assert!(run.stdout.contains("o plays ") && !run.stdout.contains("x wins"), "{}", run.stdout);
    assert!(run.stdout.contains("draw") || run.stdout.contains("o wins"), "{}", run.stdout);
    assert!(!run.stdout.contains("proved)"), "nobody searches: {}", run.stdout);
    let hint = eldest_reading(&format!("check {draw} --play"), "hint\n");
    assert!(hint.stdout.contains("The engine would play"), "{}", hint.stdout);
}

/// The code of a position of Kalah leaves out what was taken, that of Connect Four which way the board lies.
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
