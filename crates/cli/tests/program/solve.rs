use crate::run::{Run, eldest, eldest_reading, program};
use serde_json::{Value, json};
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::Stdio;
use std::time::Instant;
use tempfile::NamedTempFile;

fn suite(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../games/suites/connect4").join(name);
    path.to_str().unwrap().to_owned()
}

#[test]
fn known_scores() {
    let run = eldest("solve connect4 45461667 4455 6641312613213561431776367773");
    assert_eq!(run.done(), "45461667 11\n4455 18\n6641312613213561431776367773 6\n");
    assert_eq!(eldest("solve connect4:6x4 -").done(), "- -1\n");
    assert_eq!(eldest("solve tictactoe xx./oo./... -").done(), "xx./oo./... W1\n- 0\n");
    assert_eq!(eldest("solve nim 2,2 1,2,3 1").done(), "2,2 L4\n1,2,3 L6\n1 W1\n");
}

/// A comment follows a `;`. A board may begin like an option.
#[test]
fn endgames_of_othello() {
    let board = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X";
    let lines = format!("{board}; G8:+18; H1:+12;\n");
    let run = eldest_reading("solve othello --best-move --input -", &lines);
    assert_eq!(run.done(), format!("{board} 18 g8\n"));
    let run = program("solve othello").arg(board).output().expect("it starts");
    assert_eq!(String::from_utf8_lossy(&run.stdout), format!("{board} 18\n"));
    let run = eldest("solve othello:4x4 -----OX--XO-----");
    assert!(run.stderr.contains("column 17: the text ends here; expected a blank"), "{run:?}");
    let run = program("search othello --depth 1").arg(board).output().expect("it starts");
    assert!(String::from_utf8_lossy(&run.stdout).contains("best move"));
    assert_eq!(eldest("solve othello:4x4").done(), "-----OX--XO----- X -10\n");
    assert_eq!(eldest("solve othello:4x4,discs").done(), "-----OX--XO----- X -8\n");
}

#[test]
fn boards_of_kalah() {
    assert_eq!(eldest("solve kalah:5x2").done(), "2,2,2,2,2:0/2,2,2,2,2:0 S 0\n");
    let board = "0,0,1:3/0,2,0:6 S";
    let lines = format!("{board}\n");
    let run = eldest_reading("solve kalah:3x2,no-empty-capture --best-move --input -", &lines);
    assert_eq!(run.done(), format!("{board} -4 3\n"));
    assert!(eldest("search kalah --depth 3").done().contains("best move"));
}

#[test]
fn boards_of_domineering() {
    assert_eq!(eldest("solve domineering:2x3").done(), ".../... V 1\n");
    let lines = ".../... H\n..#/..# V\n";
    let run = eldest_reading("solve domineering:2x3 --all-moves --input -", lines);
    assert_eq!(run.done(), ".../... H 1 a1:1 b1:1 a2:1 b2:1\n..#/..# V 1 b1:1 a1:1\n");
}

/// A board may begin with a taken square, `#`; a comment has a blank after its `#`. A line that is
/// neither is reported.
#[test]
fn boards_of_domineering_that_begin_with_the_mark_of_remarks() {
    let run = eldest_reading("solve domineering:2x2 --input -", "#./.. V\n# ../.. V\n.#/.. V\n");
    assert_eq!(run.done(), "#./.. V 1\n.#/.. V 1\n");
    let run = eldest_reading("solve domineering:1x1 --input -", "# V\n# H\n# no board\n. V\n");
    assert_eq!(run.done(), "# V -1\n# H -1\n. V -1\n");
    let run = eldest_reading("solve domineering:2x2 --input -", "#x/.. V\n##/## H\n");
    assert_eq!((run.status, &*run.stdout), (1, "##/## H -1\n"));
    assert!(run.stderr.starts_with("eldest: stdin:1:2: found 'x'"), "{run:?}");
}

/// Line ends and marks as other systems write them.
#[test]
fn lines_end_with_cr_and_files_begin_with_a_byte_order_mark() {
    for lines in ["\u{feff}1\n2,2\n", "\u{feff}1\r2,2\r", "\u{feff}1\r\n2,2\r\n", "1\r2,2"] {
        let run = eldest_reading("solve nim --input -", lines);
        assert_eq!(run.done(), "1 W1\n2,2 L4\n", "{lines:?}");
        let mut file = NamedTempFile::new().unwrap();
        file.write_all(lines.as_bytes()).unwrap();
        let run = eldest(&format!("solve nim --input {}", file.path().display()));
        assert_eq!(run.done(), "1 W1\n2,2 L4\n", "{lines:?}");
    }
    let run = eldest_reading("solve nim --input -", "\u{feff}1\r\r x\r\n2,\r");
    assert_eq!((run.status, &*run.stdout), (1, "1 W1\n"));
    assert!(run.stderr.starts_with("eldest: stdin:3:2: "), "{run:?}");
    assert!(run.stderr.contains("eldest: stdin:4:3: "), "{run:?}");
}

#[test]
fn boards_of_dots_and_boxes() {
    assert_eq!(eldest("solve dots:2x2").done(), "- 0:0 F 2\n");
    let lines = "- 0:0 S\na1h,b1h,a2h,a1v,b1v 1:0 F\n";
    let run = eldest_reading("solve dots:1x2 --all-moves --input -", lines);
    let values = "- 0:0 S 0 b1v:0 a1h:-2 b1h:-2 a2h:-2 b2h:-2 a1v:-2 c1v:-2\n\
                  a1h,b1h,a2h,a1v,b1v 1:0 F 0 b2h:0 c1v:0\n";
    assert_eq!(run.done(), values);
    assert!(eldest("search dots --depth 3").done().contains("best move"));
}

#[test]
fn trees() {
    let run = eldest_reading("solve tree:[[3,5],[2,9]] - 1 0.1 --all-moves", "");
    assert_eq!(run.done(), "- 3 0:3 1:2\n1 -2 0:-2 1:-9\n0.1 5\n");
    let run = eldest("solve tree:uneven:width=4,depth=6,seed=3 - 1.9");
    assert_eq!(run.status, 1);
    assert!(run.stderr.starts_with("eldest: position '1.9': column 3: move 9; expected"));
}

/// The scores after the positions are ignored, and the output has the same ones.
#[test]
fn a_whole_file() {
    let path = suite("ply28.txt");
    let run = eldest(&format!("solve connect4 --table-mib 4 --input {path}"));
    assert_eq!(run.done(), fs::read_to_string(path).unwrap());
}

#[test]
fn the_start_of_the_game_if_nothing_is_named() {
    assert_eq!(eldest("solve tictactoe").done(), ".../.../... 0\n");
    assert_eq!(eldest("solve nim").done(), "5,4,3 W11\n");
}

/// Redirected input is read; a position on the command line takes precedence.
#[test]
fn without_a_position_stdin_is_the_input() {
    assert_eq!(eldest_reading("solve nim", "1\n2,2\n").done(), "1 W1\n2,2 L4\n");
    assert_eq!(eldest_reading("solve nim 1,1", "1\n2,2\n").done(), "1,1 L2\n");
    assert_eq!(eldest_reading("solve nim", "# none\n").done(), "5,4,3 W11\n");
    let run = program("solve nim").stdin(Stdio::null()).output().expect("it starts");
    assert_eq!(String::from_utf8_lossy(&run.stdout), "5,4,3 W11\n");
    let run = eldest_reading("solve nim", "9,x\n");
    assert_eq!((run.status, &*run.stdout), (1, ""));
}

#[test]
fn positions_of_the_command_line_and_of_stdin() {
    let run = eldest_reading("solve nim 1 --input -", "# heaps\n\n  2,2 and more\r\n3");
    assert_eq!(run.done(), "1 W1\n2,2 L4\n3 W1\n");
}

/// This holds for any number of idle threads.
#[test]
fn lines_are_answered_one_by_one() {
    for threads in [1, 2, 5] {
        let line = format!("solve nim --input - --threads {threads}");
        let mut child = program(&line).spawn().unwrap();
        let mut stdin = child.stdin.take().unwrap();
        let mut stdout = BufReader::new(child.stdout.take().unwrap());
        for (position, answer) in [("1", "1 W1\n"), ("2,2", "2,2 L4\n"), ("1,1", "1,1 L2\n")] {
            writeln!(stdin, "{position}").unwrap();
            let mut line = String::new();
            stdout.read_line(&mut line).unwrap();
            assert_eq!(line, answer);
        }
        drop(stdin);
        assert!(child.wait().unwrap().success());
    }
}

/// Bad lines are reported by their line numbers, and do not disturb the others.
#[test]
fn lines_come_in_the_order_of_the_input_on_any_number_of_threads() {
    let positions: String = (0..200).fold(String::new(), |lines, n| match n % 10 {
        7 => format!("{lines}x{n}\n"),
        _ => format!("{lines}{},{},{}\n", n % 4, 1 + n % 5, n % 7),
    });
    let solved = |threads| {
        let line = format!("solve nim --all-moves --input - --threads {threads}");
        eldest_reading(&line, &positions)
    };
    let by_one = solved(1);
    assert_eq!((by_one.status, by_one.stderr.lines().count()), (1, 20), "{by_one:?}");
    assert_eq!(by_one.stdout.lines().count(), 180);
    for threads in [2, 3, 8] {
        let several = solved(threads);
        assert_eq!(values(&several.stdout), values(&by_one.stdout));
        assert_eq!((several.status, several.stderr), (1, by_one.stderr.clone()));
    }
}

/// Returns positions and values, without the moves: equal moves may change places.
fn values(stdout: &str) -> Vec<Vec<&str>> {
    stdout.lines().map(|line| line.split(' ').take(2).collect()).collect()
}

/// Four searches of a second each, on four threads, end together, even on one core.
#[test]
fn positions_are_solved_side_by_side_within_limits_of_their_own() {
    let start = Instant::now();
    let run = eldest("solve connect4 - 4 44 444 --time 1000 --threads 4 --format json");
    let elapsed = start.elapsed().as_secs_f64();
    assert_eq!(run.status, 3);
    let solutions = run.json();
    let took = |solution: &Value| solution["seconds"].as_f64().unwrap();
    let together: f64 = solutions.iter().map(took).sum();
    assert!(elapsed < together, "{elapsed} s for searches of {together} s");
    let positions: Vec<_> = solutions.iter().map(|solution| &solution["position"]).collect();
    assert_eq!(positions, ["-", "4", "44", "444"]);
    assert!(solutions.iter().all(|one| took(one) >= 1.0), "{solutions:?}");
    assert_eq!(run.stderr, "eldest: 4 positions are not solved: a limit came first\n");
}

#[test]
fn bad_lines_are_reported_and_the_others_solved() {
    let run = eldest_reading("solve connect4:4x4 --input -", "12a4 5\n  125\n\u{fffd}\n-\n");
    assert_eq!(run.status, 1);
    assert_eq!(run.stdout, "- 0\n");
    let errors: Vec<_> = run.stderr.lines().collect();
    assert_eq!(
        errors,
        [
            "eldest: stdin:1:3: found 'a'; expected a column, 1 to 4",
            "eldest: stdin:2:5: found '5'; expected a column, 1 to 4",
            "eldest: stdin:3:1: found '\u{fffd}'; expected a column, 1 to 4",
        ]
    );
    let run = eldest("solve nim 1,x 1");
    assert_eq!((run.status, run.stdout.as_str()), (1, "1 W1\n"));
    assert!(run.stderr.starts_with("eldest: position '1,x': column 3: "), "{}", run.stderr);
}

/// Otherwise every line of such a file would be reported as a bad position.
#[test]
fn binary_input_is_reported_once() {
    let run = eldest_reading("solve nim --input -", b"1\n2 sch\xf6n\n\xff\xfe\n2\n");
    assert_eq!((run.status, run.stdout.as_str()), (1, "1 W1\n2 W1\n"));
    let reason = "this is not text; expected a position in each line\n";
    assert_eq!(run.stderr, format!("eldest: stdin:3: {reason}"));
    let mut file = NamedTempFile::new().unwrap();
    file.write_all(b"1\n2\n\x7fELF\x02\x01\x01\0\n").unwrap();
    let path = file.path().display();
    eldest(&format!("solve nim --input {path}")).refused(1, &format!("eldest: {path}:3: {reason}"));
}

/// A script with an unset variable passes an empty position. It must not stand for the start of the
/// game, whose search may take days.
#[test]
fn a_position_without_a_word_is_none() {
    let commands =
        ["solve", "search", "play", "tree", "match --a depth=1 --b depth=1"].map(|command| {
            let mut words = command.split_whitespace();
            let name = words.next().unwrap();
            format!("{name} connect4 {}", words.collect::<Vec<_>>().join(" "))
        });
    for (line, position) in commands.iter().flat_map(|line| ["", " ", " ; end"].map(|p| (line, p)))
    {
        let run: Run = program(line).arg(position).output().unwrap().into();
        run.refused(
            2,
            "expected a position; without one, it is that of stdin, or the start of the game",
        );
    }
}

#[test]
fn a_table_that_is_too_large_is_reported_with_the_given_size() {
    let reason = "eldest: a table of 99999999999 MiB could not be allocated; ask for less, with --table-mib\n";
    for command in ["solve nim 1", "search nim 1", "solve connect4 1", "play nim 1"] {
        eldest(&format!("{command} --table-mib 99999999999")).refused(1, reason);
    }
}

#[test]
fn a_file_that_is_not_there() {
    eldest("solve nim --input no-such-file.txt").refused(1, "eldest: no-such-file.txt: ");
}

#[test]
fn best_moves() {
    let run = eldest("solve tictactoe xx./oo./... xxx/oo./... --best-move");
    assert_eq!(run.done(), "xx./oo./... W1 3\nxxx/oo./... L0 -\n");
}

#[test]
fn all_moves_the_best_first() {
    let run = eldest("solve nim 1,2 --all-moves --best-move");
    assert_eq!(run.done(), "1,2 W3 2>1 2>1:W3 2>0:L2 1>0:L2\n");
    let run = eldest("solve connect4 315465655211341256524773333 -a");
    let columns: Vec<_> = run.done().split_whitespace().skip(2).collect();
    let scores = columns.iter().map(|column| column.split_once(':').unwrap().1);
    let scores: Vec<i32> = scores.map(|score| score.parse().unwrap()).collect();
    assert!(scores.is_sorted_by(|a, b| a >= b) && scores.len() > 3, "{columns:?}");
}

#[test]
fn json() {
    let run = eldest("solve nim 1,2 --all-moves --format json");
    let [solution] = run.json().try_into().unwrap();
    assert_eq!(solution["position"], "1,2");
    assert_eq!(solution["score"], 7_999_997);
    assert_eq!(solution["distance"], 3);
    assert_eq!(solution["solved"], true);
    assert_eq!(solution["best_move"], "2>1");
    assert_eq!(solution["moves"][1]["move"], "2>0");
    assert_eq!(solution["moves"][1]["distance"], 2);
    assert!(solution["nodes"].as_u64() > Some(3));
    let run = eldest("solve connect4 45461667 --format json");
    let [solution] = run.json().try_into().unwrap();
    assert_eq!(solution["score"], 11);
    assert_eq!((&solution["distance"], solution.get("moves")), (&Value::Null, None));
}

#[test]
fn limits_leave_bounds() {
    let run = eldest("solve connect4 - 6641312613213561431776367773 --nodes 20000 --table-mib 4");
    let complaint = "eldest: 1 position is not solved: a limit came first\n";
    assert_eq!((run.status, run.stderr.as_str()), (3, complaint));
    let lines: Vec<_> = run.stdout.lines().collect();
    assert!(lines[0].starts_with("- [-") && lines[0].ends_with(']'), "{lines:?}");
    assert_eq!(lines[1], "6641312613213561431776367773 6");
    let run = eldest("solve connect4 - - --nodes 2000 --format json");
    assert_eq!((run.status, run.json().len()), (3, 2));
    assert_eq!(run.stderr, "eldest: 2 positions are not solved: a limit came first\n");
    let run = eldest("solve connect4 - --time 20 --format json");
    let [solution] = run.json().try_into().unwrap();
    assert_eq!((run.status, &solution["solved"]), (3, &json!(false)));
    assert_eq!(solution["score"], Value::Null);
    assert!(solution["lower"].as_i64() < solution["upper"].as_i64());
}

#[test]
fn a_closed_pipe_is_success() {
    let mut child = program("solve nim --input -").spawn().unwrap();
    drop(child.stdout.take());
    child.stdin.take().unwrap().write_all(b"1\n2\n3\n").unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), output.stderr.as_slice()), (Some(0), &b""[..]));
}

/// The fifty-move rule may or may not leave room for this mate in two. EPD has four fields, FEN
/// six.
#[test]
fn the_end_of_chess_by_fifty_moves() {
    let mate = "k7/8/2K5/8/8/8/8/7R w - -";
    let lines = format!("{mate} 97 80\n{mate} 98 80 W3\n8/8/1N6/8/8/k1K5/8/8 w - - dm 0; id 3\n");
    let run = eldest_reading("solve chess:fifty --input -", &lines);
    let values = format!("{mate} 97 80 W3\n{mate} 98 80 0\n8/8/1N6/8/8/k1K5/8/8 w - - 0\n");
    assert_eq!(run.done(), values);
    let run = eldest("solve chess");
    assert!(run.stderr.contains("cannot be searched to the end"), "{}", run.stderr);
}

#[test]
fn what_makes_no_sense_is_refused() {
    let refused = |line: &str, reason: &str| eldest(line).refused(2, reason);
    refused("solve kalah:8x4", "'8x4' is not a board of Kalah; expected HOUSESxSEEDS such as 6x4");
    refused(
        "solve dots:6x1",
        "'6x1' is not a board of Dots and Boxes; expected ROWSxCOLUMNS such as 3x3",
    );
    refused("solve othello:5x5", "'5x5' is not a board of Othello; expected 4x4, 6x6 or 8x8");
    refused("solve draughts -", "no game is called 'draughts'; there are tictactoe, connect4, ");
    refused("solve connect4:3x3 -", "expected COLUMNSxROWS such as 6x4");
    refused("solve nim 1 --threads 5000", "expected a whole number from 0 to 4096");
    refused("solve nim 1 --threads -1", "expected a whole number from 0 to 4096");
    refused("solve nim 1 --time -1", "expected milliseconds from 1 on, as in 1000");
    refused("solve nim 1 --nodes -5", "expected a whole number from 1 on");
    refused("solve nim 1 --table-mib -64", "expected a whole number from 1 on");
    refused("search nim 1 --depth -3", "expected a whole number from 1 to 65000");
    refused("solve nim 1 --table-mib 0", "expected a whole number from 1 on");
    refused("solve nim 1 --time 1s", "expected milliseconds from 1 on, as in 1000");
    refused("solve nim 1 --time 0", "expected milliseconds from 1 on, as in 1000");
    refused("solve nim 1 --nodes 0", "expected a whole number from 1 on");
    refused("solve nim 1 --nodes 5k", "expected a whole number from 1 on");
    refused("search nim 1 --depth x", "expected a whole number from 1 to 65000");
    refused("solve nim 1 --algorithm best", "possible values: root-split, pv-split, ybw");
}
