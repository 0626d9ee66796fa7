//! The commands as a shell sees them: exit code, standard output, standard error.

use serde_json::Value;
use std::io::{Read, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use tempfile::TempDir;

/// What a command did.
struct Run {
    code: i32,
    stdout: String,
    stderr: String,
}

impl Run {
    fn json(&self) -> Value {
        assert_eq!(self.stderr, "", "JSON goes to standard output alone");
        serde_json::from_str(&self.stdout).expect("one JSON value")
    }
}

fn command(folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sweepnet"));
    command.current_dir(folder);
    command
}

fn sweepnet_in(folder: &Path, arguments: &[&str], input: &[u8]) -> Run {
    let mut child = command(folder)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("piped");
    // The program may end without reading everything.
    let _ = stdin.write_all(input);
    drop(stdin);
    let output = child.wait_with_output().expect("the program ends");
    Run {
        code: output.status.code().unwrap_or(-1),
        stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
        stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
    }
}

fn sweepnet(arguments: &[&str]) -> Run {
    sweepnet_in(Path::new("."), arguments, b"")
}

/// A folder with these files.
fn folder(files: &[(&str, &[u8])]) -> TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for (name, bytes) in files {
        std::fs::write(folder.path().join(name), bytes).expect("written");
    }
    folder
}

#[test]
fn eval_prints_bindings_as_a_top_level_does() {
    let run = sweepnet(&[
        "eval",
        "-e",
        "val x = 1 + 2",
        "-e",
        "fun f y = x + y",
        "-e",
        "f 4",
    ]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert_eq!(
        run.stdout,
        "val x = 3 : int\nval f = fn : int -> int\nval it = 7 : int\n"
    );
    assert_eq!(run.stderr, "");
}

#[test]
fn eval_keeps_the_order_of_files_and_expressions() {
    let folder = folder(&[("double.sml", b"val m = 2 * n")]);
    let arguments = ["eval", "-e", "val n = 21", "double.sml", "-e", "m"];
    let run = sweepnet_in(folder.path(), &arguments, b"");
    assert_eq!(
        run.stdout,
        "val n = 21 : int\nval m = 42 : int\nval it = 42 : int\n"
    );
}

#[test]
fn eval_reads_standard_input_and_prints_output_as_it_is() {
    let input = b"val _ = print \"no newline\"; val n = 1";
    let run = sweepnet_in(Path::new("."), &["eval", "-"], input);
    assert_eq!(run.stdout, "no newlineval n = 1 : int\n");
    let run = sweepnet_in(Path::new("."), &["eval", "-"], b"val n =");
    assert!(
        run.stderr.contains("[<standard input>:1:8]"),
        "{}",
        run.stderr
    );
}

#[test]
fn eval_stops_at_the_first_input_that_fails() {
    let run = sweepnet(&["eval", "-e", "val a = 1", "-e", "a + b", "-e", "val c = 3"]);
    assert_eq!(run.code, 2);
    assert_eq!(run.stdout, "val a = 1 : int\n");
    assert!(
        run.stderr.contains("[<expression 2>:1:5]"),
        "{}",
        run.stderr
    );
    assert!(run.stderr.ends_with("\n1 error\n"), "{}", run.stderr);
}

#[test]
fn a_message_shows_all_texts_it_points_into() {
    let run = sweepnet(&["eval", "-e", "fun f n = 1 div n + 0", "-e", "f 0 + 1"]);
    for place in ["[<expression 1>:1:11]", "[<expression 2>:1:1]"] {
        assert!(run.stderr.contains(place), "{}", run.stderr);
    }
}

#[test]
fn the_dialect_decides_what_the_at_sign_means() {
    let timed = "1`5 @ 3";
    assert_eq!(sweepnet(&["eval", "-e", timed]).code, 2);
    let run = sweepnet(&["eval", "--cpn", "-e", timed]);
    assert_eq!(run.stdout, "val it = 1`5@3 : int tms\n");
}

#[test]
fn exit_codes_tell_kinds_of_failure() {
    let code = |arguments: &[&str]| sweepnet(&[&["eval"], arguments].concat()).code;
    assert_eq!(code(&["-e", "1 div 0"]), 1);
    assert_eq!(code(&["-e", "1 +"]), 2);
    assert_eq!(code(&["-e", "fn x => y"]), 2);
    let forever = "fun f n = f (n + 1); val x = f 0";
    assert_eq!(code(&["--max-steps", "1000", "-e", forever]), 3);
    assert_eq!(code(&["--max-seconds", "0.05", "-e", forever]), 3);
    let divide = "IntInf.pow (3, 40000000) div IntInf.pow (7, 10000000);";
    assert_eq!(code(&["--max-seconds", "0.1", "-e", divide]), 3);
    let lists = "colset U = unit; colset L = list U with 0..60000; L.all ();";
    assert_eq!(code(&["--cpn", "--memory", "200M", "-e", lists]), 3);
    let deep = "fun f n = 1 + f n; val x = f 0";
    assert_eq!(code(&["--memory", "4M", "-e", deep]), 3);
}

#[test]
fn wrong_arguments_are_the_users_mistake() {
    for arguments in [
        &["eval"][..],
        &["check"],
        &["frobnicate"],
        &["eval", "--memory", "lots", "-e", "1"],
        &["eval", "--max-seconds", "-3", "-e", "1"],
    ] {
        let run = sweepnet(arguments);
        assert_eq!(run.code, 2, "{arguments:?}");
        assert!(run.stderr.contains("--help"), "{}", run.stderr);
    }
    let run = sweepnet(&["eval", "--memory", "lots", "-e", "1"]);
    assert!(run.stderr.contains("such as 512M"), "{}", run.stderr);
}

#[test]
fn eval_answers_in_json() {
    let program = "val x = (print \"hi\\n\"; 3); fun f (SOME y) = y; val z = x ^ \"ü\"";
    let answer = sweepnet(&["eval", "--json", "-e", program]).json();
    assert_eq!(answer["ok"], false);
    assert_eq!(answer["results"], serde_json::json!([]));
    let problems = answer["diagnostics"].as_array().expect("a list");
    assert_eq!(problems[0]["severity"], "warning");
    assert_eq!(problems[1]["code"], "E0301");
    let label = &problems[1]["labels"][0];
    assert_eq!(label["file"], "<expression>");
    assert_eq!(
        label["start"],
        serde_json::json!({"byte": 55, "line": 1, "column": 56})
    );

    let answer = sweepnet(&["eval", "--json", "-e", "val x = (print \"hi\\n\"; 3)"]).json();
    assert_eq!(
        answer,
        serde_json::json!({
            "results": [{"output": "hi\n"}, {"name": "x", "value": "3", "type": "int"}],
            "diagnostics": [],
            "ok": true
        })
    );
    let answer = sweepnet(&["eval", "--json", "missing.sml"]);
    assert_eq!(answer.code, 2);
    assert_eq!(answer.json()["diagnostics"][0]["code"], Value::Null);
}

#[test]
fn columns_count_characters_and_bytes_count_bytes() {
    let answer = sweepnet(&["eval", "--json", "-e", "\"äöü\" ^ 1"]).json();
    let start = &answer["diagnostics"][0]["labels"][0]["start"];
    assert_eq!(
        *start,
        serde_json::json!({"byte": 11, "line": 1, "column": 9})
    );
}

#[test]
fn unreadable_inputs_are_told() {
    let folder = folder(&[
        ("latin1.sml", b"val s = \"gr\xfc\xdfe\""),
        ("utf16.sml", b"\xff\xfev\0a\0l\0"),
        ("mark.sml", b"\xef\xbb\xbfval x = 1"),
    ]);
    std::fs::create_dir(folder.path().join("models")).expect("made");
    let huge = std::fs::File::create(folder.path().join("huge.sml")).expect("made");
    huge.set_len(300 << 20).expect("a sparse file");
    for (file, sentence) in [
        ("missing.sml", "There is no file `missing.sml`."),
        ("models", "`models` is a directory"),
        (
            "latin1.sml",
            "`latin1.sml` is not text in UTF-8: byte 11 is 0xfc",
        ),
        ("utf16.sml", "It looks like UTF-16"),
        ("huge.sml", "`huge.sml` is larger than 200 MB."),
    ] {
        for command in ["eval", "check"] {
            let run = sweepnet_in(folder.path(), &[command, file], b"");
            assert_eq!(run.code, 2, "{file}");
            assert_eq!(run.stdout, "", "{file}");
            assert!(run.stderr.contains(sentence), "{}", run.stderr);
        }
    }
    let run = sweepnet_in(folder.path(), &["eval", "mark.sml"], b"");
    assert_eq!(
        run.stdout, "val x = 1 : int\n",
        "a byte order mark is skipped"
    );
}

#[test]
fn a_closed_pipe_is_no_failure() {
    let program = "fun f 0 = () | f n = (print \"a line of text\\n\"; f (n - 1)); f 100000";
    let mut child = command(Path::new("."))
        .args(["eval", "-e", program])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    drop(child.stdout.take());
    let mut stderr = String::new();
    let mut pipe = child.stderr.take().expect("piped");
    pipe.read_to_string(&mut stderr).expect("text");
    assert_eq!(child.wait().expect("it ends").code(), Some(0));
    assert_eq!(stderr, "");
}

#[test]
fn check_finds_all_problems_of_all_files() {
    let folder = folder(&[
        ("good.sml", b"val x = 1"),
        ("warned.sml", b"fun f (SOME x) = x"),
        ("bad.sml", b"val a = b\nval c : strin = 1\n"),
    ]);
    let check =
        |arguments: &[&str]| sweepnet_in(folder.path(), &[&["check"], arguments].concat(), b"");
    let run = check(&["good.sml", "bad.sml", "warned.sml", "missing.sml"]);
    assert_eq!(run.code, 2);
    assert_eq!(run.stdout, "good.sml: no problems\n");
    assert!(
        run.stderr.ends_with("\n3 errors, 1 warning\n"),
        "{}",
        run.stderr
    );
    for place in [
        "bad.sml:1:9",
        "bad.sml:2:9",
        "warned.sml:1:5",
        "missing.sml",
    ] {
        assert!(run.stderr.contains(place), "{}", run.stderr);
    }

    assert_eq!(check(&["good.sml", "--quiet"]).stdout, "");
    assert_eq!(check(&["warned.sml"]).code, 0);
    assert_eq!(check(&["warned.sml", "--strict"]).code, 2);

    let answer = check(&["good.sml", "bad.sml", "--json"]).json();
    assert_eq!(answer["ok"], false);
    assert_eq!(
        answer["files"],
        serde_json::json!([
            {"name": "good.sml", "errors": 0, "warnings": 0},
            {"name": "bad.sml", "errors": 2, "warnings": 0}
        ])
    );
    assert_eq!(answer["diagnostics"].as_array().map(Vec::len), Some(2));
}

#[test]
fn a_long_line_is_not_echoed() {
    let mut text = String::from("val s = \"");
    text.push_str(&"x".repeat(5 << 20));
    text.push_str("\" + 1");
    let folder = folder(&[("long.sml", text.as_bytes())]);
    let run = sweepnet_in(folder.path(), &["check", "long.sml"], b"");
    assert_eq!(run.code, 2);
    assert!(
        run.stderr.contains("[long.sml:1:9]"),
        "{}",
        run.stderr.len()
    );
    assert!(run.stderr.len() < 2000, "{}", run.stderr.len());
}

#[test]
fn no_colour_in_a_pipe() {
    let run = sweepnet(&["eval", "-e", "x"]);
    assert!(!run.stderr.contains('\x1b'));
}

#[test]
fn explain_tells_codes() {
    let run = sweepnet(&["explain", "e0301"]);
    assert_eq!(run.code, 0);
    assert!(run.stdout.starts_with("E0301: two types that do not fit\n"));
    assert!(run.stdout.contains("\n    val text = "));
    let run = sweepnet(&["explain"]);
    assert!(run.stdout.lines().count() > 60);
    assert!(
        run.stdout
            .contains("\nW0502  a match that does not cover every value\n")
    );
    let run = sweepnet(&["explain", "E0399"]);
    assert_eq!(run.code, 2);
    assert!(
        run.stderr.contains("The nearest is E0401"),
        "{}",
        run.stderr
    );
}

/// A read-eval-print loop with this input.
fn repl(input: &str) -> Run {
    sweepnet_in(Path::new("."), &["repl"], input.as_bytes())
}

#[test]
fn repl_evaluates_piped_input_without_prompts() {
    let run = repl(
        "val x = 1;\nfun f 0 = 1\n  | f n = n * f (n - 1);\n\nf 5;\nx + 1\n\nlet\n\nin 3 end\n",
    );
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert_eq!(
        run.stdout,
        "val x = 1 : int\nval f = fn : int -> int\nval it = 120 : int\nval it = 2 : int\nval it = 3 : int\n"
    );
    assert_eq!(run.stderr, "");
}

#[test]
fn repl_goes_on_after_errors() {
    let run = repl("val x = 1;\nx ^ \"a\";\n1 div 0;\nx;\n");
    assert_eq!(run.code, 0);
    assert_eq!(run.stdout, "val x = 1 : int\nval it = 1 : int\n");
    assert!(run.stderr.contains("E0301") && run.stderr.contains("E0701"));
}

#[test]
fn repl_obeys_commands() {
    let folder = folder(&[("twice.sml", b"fun twice x = 2 * x")]);
    let input = ":load twice.sml\n:type twice\ntwice 4;\nval it = 0;\n:undo\nit;\n:nonsense\n:load nothing.sml\n:help\n:quit\n1;\n";
    let run = sweepnet_in(folder.path(), &["repl"], input.as_bytes());
    let (before, help) = run
        .stdout
        .split_at(run.stdout.find("Type a").expect("the help page"));
    assert_eq!(
        before,
        "val twice = fn : int -> int\ntwice : int -> int\nval it = 8 : int\nval it = 0 : int\n\
         The last input is undone.\nval it = 8 : int\n"
    );
    assert!(
        help.ends_with("Tab completes names.\n"),
        "nothing after :quit"
    );
    assert!(run.stderr.contains("There is no command `:nonsense`."));
    assert!(run.stderr.contains("There is no file `nothing.sml`."));
}

#[test]
fn repl_loads_files_first() {
    let folder = folder(&[("n.sml", b"val n = 5")]);
    let run = sweepnet_in(
        folder.path(),
        &["repl", "n.sml"],
        b"n + 1;\n:undo\n:undo\n:undo\n",
    );
    assert_eq!(
        run.stdout,
        "val n = 5 : int\nval it = 6 : int\nThe last input is undone.\nThe last input is undone.\n\
         There is nothing to undo.\n"
    );
    let run = sweepnet_in(folder.path(), &["repl", "missing.sml"], b"");
    assert_eq!(run.code, 2);
}

const NET: &[u8] = b"parameters: {limit: {default: 3, max: 9}}
declarations: |
  colset NO = int;
  var n : NO;
places: {A: {colset: NO, initial: 1`1}, B: NO}
transitions:
  T: {in: {A: n}, out: {B: n + 1}, guard: 'n < limit'}
";

#[test]
fn figures_follow_the_name_of_their_file_also_after_a_warning() {
    let net = [NET, b"expect: [{states: 2}]\n"].concat();
    let warned = String::from_utf8_lossy(&net).replace("var n :", "var n, unused :");
    let folder = folder(&[("a.yaml", &net), ("b.yaml", warned.as_bytes())]);
    let run = sweepnet_in(folder.path(), &["check", "--run", "a.yaml", "b.yaml"], b"");
    let named = |line: &&str| line.contains(".yaml");
    let names: Vec<&str> = run.stdout.lines().filter(named).collect();
    let expected = [
        "a.yaml: no problems (2 places, 1 transition)",
        "b.yaml: 1 warning (2 places, 1 transition)",
    ];
    assert_eq!(names, expected, "{}{}", run.stdout, run.stderr);
}

#[test]
fn check_knows_nets() {
    let folder = folder(&[
        ("net.yaml", NET),
        ("good.yml", NET),
        ("p.sml", b"val x = 1"),
    ]);
    let run = sweepnet_in(folder.path(), &["check", ".", "good.yml", "p.sml"], b"");
    assert_eq!(
        run.stdout,
        "./net.yaml: no problems (2 places, 1 transition)\n\
         good.yml: no problems (2 places, 1 transition)\np.sml: no problems\n"
    );
    assert_eq!(run.code, 0, "{}", run.stderr);
    let set = sweepnet_in(folder.path(), &["check", ".", "--set", "limit=10"], b"");
    assert_eq!(set.code, 2);
    assert!(set.stderr.contains("the most is 9"), "{}", set.stderr);
}

#[test]
fn what_nothing_uses_is_told_by_check_alone() {
    let net = b"parameters: {m: 1}\ndeclarations: 'colset I = int; var i, j : I;'\nplaces: {A: {colset: I, initial: 1}}\ntransitions: {T: {both: {A: i}}}\n";
    let folder = folder(&[("net.yaml", net)]);
    let run = sweepnet_in(folder.path(), &["check", "net.yaml"], b"");
    assert!(run.stderr.contains("W1205") && run.stderr.contains("W1206"));
    for command in ["explore", "draw", "simulate"] {
        let run = sweepnet_in(folder.path(), &[command, "net.yaml"], b"");
        assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{command}");
    }
}

#[test]
fn a_problem_in_an_inscription_is_placed_in_the_file() {
    let text = String::from_utf8_lossy(NET).replace("n < limit", "n < limt");
    let folder = folder(&[("bad.yaml", text.as_bytes())]);
    let run = sweepnet_in(folder.path(), &["check", "--json", "bad.yaml"], b"");
    let answer = run.json();
    let label = &answer["diagnostics"][0]["labels"][0];
    assert_eq!(label["file"], "bad.yaml");
    assert_eq!(label["start"]["line"], 7);
    assert_eq!(label["start"]["column"], 48);
    let byte = label["start"]["byte"].as_u64().expect("a number") as usize;
    assert!(text[byte..].starts_with("limt'"), "{}", &text[byte..]);
}

#[test]
fn files_that_are_no_nets_are_told() {
    let folder = folder(&[("binary.yaml", b"\0\x01\xff\xfe"), ("null.yaml", b"\0\0\0")]);
    let huge = std::fs::File::create(folder.path().join("huge.yaml")).expect("made");
    huge.set_len(200 << 20).expect("a sparse file");
    for (file, sentence) in [
        ("binary.yaml", "is not text in UTF-8"),
        ("null.yaml", "This is not YAML"),
        ("huge.yaml", "is larger than 16 MB."),
        ("missing.yaml", "There is no file `missing.yaml`."),
        (".", "is a directory without a `net.yaml`"),
    ] {
        let run = sweepnet_in(folder.path(), &["check", file], b"");
        assert!(run.stderr.contains(sentence), "{file}: {}", run.stderr);
        assert_eq!(run.code, 2);
    }
}

#[test]
fn the_schema_is_json_and_net_codes_are_explained() {
    assert_eq!(sweepnet(&["schema"]).json()["type"], "object");
    let run = sweepnet(&["explain", "E1203"]);
    assert!(run.stdout.contains("an arc to a place that is not there"));
}

#[test]
fn measures_that_are_none_are_told() {
    let net = Path::new(env!("CARGO_MANIFEST_DIR")).join("nets/simple-protocol");
    let sweep = |measure: &str| {
        sweepnet(&[
            "explore",
            &net.to_string_lossy(),
            "--sweep",
            measure,
            "--max-seconds",
            "1",
        ])
    };
    let unknown = sweep("recieved");
    assert_eq!(unknown.code, 2);
    let known = "Measures of this net: received, acknowledged, both.";
    assert!(unknown.stderr.contains(known), "{}", unknown.stderr);
    let tokens = sweep("Protocol'NextRec");
    assert_eq!(tokens.code, 2);
    assert!(
        tokens.stderr.contains("This gives int ms"),
        "{}",
        tokens.stderr
    );
    let raising = sweep("if ms_to_col Protocol'NextSend > 2 then raise Fail \"no\" else 1");
    assert_eq!(raising.code, 1);
    let marking = "in this marking: Protocol'Packets_To_Send";
    assert!(raising.stderr.contains(marking), "{}", raising.stderr);
    let endless = sweep("let fun f x = f x : int in f 1 end");
    assert_eq!(endless.code, 3, "{}", endless.stderr);
}

#[test]
fn a_sweep_writes_its_log_and_its_picture() {
    let folder = folder(&[]);
    let net = Path::new(env!("CARGO_MANIFEST_DIR")).join("nets/simple-protocol");
    let net = net.to_string_lossy().into_owned();
    let sweep = ["explore", &net, "--sweep", "received", "--log", "log.csv"];
    let run = sweepnet_in(
        folder.path(),
        &[&sweep[..], &["--plot", "plot.svg"]].concat(),
        b"",
    );
    assert_eq!(run.code, 0, "{}", run.stderr);
    let log = std::fs::read_to_string(folder.path().join("log.csv")).expect("a log");
    let lines: Vec<&str> = log.lines().collect();
    // a line for each of five layers
    assert_eq!(lines.len(), 6, "{log}");
    assert!(lines[0].starts_with("seconds,sweep,progress,layer,stored,explored"));
    assert!(lines[5].contains(",1,5,"), "{log}");
    let plot = std::fs::read_to_string(folder.path().join("plot.svg")).expect("a picture");
    assert!(plot.contains("swept by received"), "{plot}");
    let plot_to = |path: &str| {
        let arguments = [&sweep[..], &["--plot", path]].concat();
        sweepnet_in(folder.path(), &arguments, b"")
    };
    assert_eq!(plot_to("a/new/plot.svg").code, 0);
    assert!(folder.path().join("a/new/plot.svg").is_file());
    // A file is no folder.
    let run = plot_to("log.csv/plot.svg");
    assert_eq!(run.code, 2);
    assert!(run.stderr.contains("cannot be written"), "{}", run.stderr);
}
