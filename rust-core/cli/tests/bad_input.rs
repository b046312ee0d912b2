//! Every row of the table of bad input in the program's page.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on panics")]

mod support;

use serde_json::json;
use support::{Workshop, assistant, call, calls, result, talk, user};

/// One row of the table.
struct Row {
    given: String,
    args: Vec<String>,
    answer: String,
    code: i32,
}

fn rows() -> Vec<Row> {
    let page = include_str!("../README.md");
    let section = page.split("## Bad input").nth(1).unwrap();
    let lines = section.lines().filter(|line| line.starts_with('|')).skip(2);
    lines
        .map(|line| {
            let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
            let [given, command, answer, code] = cells[..] else { panic!("{line}") };
            let mut words = command.trim_matches('`').split(' ');
            assert_eq!(words.next(), Some("vibeue"), "{line}");
            Row {
                given: given.to_owned(),
                args: words.map(str::to_owned).collect(),
                answer: answer.to_owned(),
                code: code.parse().unwrap(),
            }
        })
        .collect()
}

/// The files that the table's commands name.
#[expect(clippy::too_many_lines, reason = "one file of each kind")]
fn make_files(workshop: &Workshop) {
    let text = |name: &str, text: &str| workshop.write(name, text);
    let list = |name: &str, messages: &[serde_json::Value]| {
        workshop.write_json(name, &serde_json::Value::Array(messages.to_vec()));
    };
    let hi = r#"[{"role":"user","content":"hi"}]"#;
    let utf_16 = |bytes: &mut Vec<u8>| bytes.extend(hi.encode_utf16().flat_map(u16::to_le_bytes));
    let deep = |depth: usize| "[".repeat(depth) + &"]".repeat(depth);

    std::fs::create_dir(workshop.path("folder")).unwrap();
    text("empty.json", "");
    text("blank.json", " \n\t\n");
    workshop.write("latin-1.json", b"[{\"role\":\"user\",\"content\":\"T\xfcr\"}]");
    let mut bytes = vec![0xff, 0xfe];
    utf_16(&mut bytes);
    workshop.write("utf-16.json", &bytes);
    workshop.write("utf-16-bare.json", &bytes[2..]);
    text("bom.json", &format!("\u{feff}{hi}"));
    workshop
        .write("packed.json.gz", b"\x1f\x8b\x08\0\0\0\0\0\0\xff\x8b\x8e\x05\0)\xbbL\r\x02\0\0\0");
    workshop.write("picture.json", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR");
    workshop.write("zeros.json", [0; 4096]);
    text("torn.json", r#"[{"role":"user","content":"hi"},{"role":"assi"#);
    text("two.json", &format!("{hi} {hi}"));
    text("number.json", "42");
    text("string.json", "\"hello\"");
    text("null.json", "null");
    text("no-messages.json", r#"{"model":"gpt-4o"}"#);
    text("messages-object.json", r#"{"messages":{"role":"user"}}"#);
    text("empty-list.json", "[]");
    text("list-of-numbers.json", "[1,2,3]");
    text("deep.json", &deep(10_000));
    let field = format!(r#"[{{"role":"user","content":"x","extra":{}}}]"#, deep(10_000));
    text("deep-field.json", &field);
    text("nan.json", r#"[{"role":"user","content":"x","n":NaN}]"#);
    text("huge-number.json", r#"[{"role":"user","content":"x","n":1e999}]"#);
    text("raw-nul.json", "[{\"role\":\"user\",\"content\":\"a\0b\"}]");
    text("escaped-nul.json", r#"[{"role":"user","content":"a\u0000b"}]"#);
    text("surrogate.json", r#"[{"role":"user","content":"a\ud800b"}]"#);
    text("double-keys.json", r#"[{"role":"user","role":"assistant","content":"x"}]"#);
    list("orphan-call.json", &[user("go"), calls(&[call("c1", "f", "{}")]), user("and?")]);
    list("orphan-result.json", &[user("go"), result("c9", "x"), assistant("ok")]);
    let twins = calls(&[call("c1", "f", "{}"), call("c1", "f", "{}")]);
    list("double-ids.json", &[user("go"), twins, result("c1", "x"), result("c1", "y")]);
    list("unknown-role.json", &[json!({ "role": "wizard", "content": "hi" })]);
    list("no-role.json", &[json!({ "content": "hi" })]);
    list("number-content.json", &[json!({ "role": "user", "content": 7 })]);
    list("long-line.json", &[user(&"a ".repeat(10_000_000)), assistant("ok"), user("next")]);
    workshop.write_json("talk.json", &talk());
    make_questions(workshop);
    let rules = json!({ "role": "system", "content": "rule ".repeat(3_000) });
    list("long-system.json", &[rules, user("hi")]);
    let long = user(&"word ".repeat(9_000));
    list("long-request.json", &[user("one"), assistant("two"), long.clone()]);
    list("long-pin.json", &[long, assistant("two"), user("three")]);
    workshop.write("latin-1.txt", b"T\xfcr");
    text("words.txt", "hello world");
    let first = |form: u32| {
        format!(
            "# T\n\n<!-- vibeue:1 {{\"conversation\":{{\"form\":{form},\"named\":true}}}} -->\n"
        )
    };
    text("notes.md", "# Notes\n\n## User\n\nOpen the door\n");
    workshop.write("zeros.md", [0; 4096]);
    text("long-line.md", &format!("# {}", "a ".repeat(10_000_000)));
    workshop.write("latin-1.md", [first(1).as_bytes(), b"\nT\xfcr\n"].concat());
    text("later.md", &first(2));
    text("later.jsonl", "{\"vibeue_journal\":2,\"shape\":\"new\"}\n");
    let answer = workshop.run(&["journal", "talk.jsonl", "import", "talk.json"]);
    assert_eq!(answer.code, Some(0), "{answer:?}");
    let journal = workshop.read("talk.jsonl");
    let lines: Vec<&str> = journal.lines().collect();
    let damaged = format!("{}\n{}\n{}\n{}\n", lines[0], lines[1], &lines[2][4..], lines[3]);
    text("damaged.jsonl", &damaged);
    let torn = format!("{}\n{}\n{}\n{}", lines[0], lines[1], lines[2], &lines[3][..20]);
    text("torn.jsonl", &torn);
    text("protected.json", "old");
    let mut permissions = std::fs::metadata(workshop.path("protected.json")).unwrap().permissions();
    permissions.set_readonly(true);
    std::fs::set_permissions(workshop.path("protected.json"), permissions).unwrap();
}

fn make_questions(workshop: &Workshop) {
    let one = json!({ "id": "a-1", "kind": "rules", "from": [0], "question": "q", "key": "k" });
    let set = |name: &str, conversation: &str, cut: usize, questions: &[serde_json::Value]| {
        let set = json!({ "conversation": conversation, "cut": cut, "questions": questions });
        workshop.write_json(name, &set);
    };
    set("questions.json", "talk.json", 60, std::slice::from_ref(&one));
    set("no-questions.json", "talk.json", 60, &[]);
    set("two-questions.json", "talk.json", 60, &[one.clone(), one.clone()]);
    set("lost-questions.json", "gone", 60, std::slice::from_ref(&one));
    set("late-questions.json", "talk.json", 100, &[one]);
}

/// A row about a file that nobody makes would test a missing file.
fn assert_files_are_made(workshop: &Workshop, rows: &[Row]) {
    let mut names = workshop.names();
    let others = ["missing.json", "out.json", "no/such/out.json", "talk.json/out.json"];
    names.extend(others.map(str::to_owned));
    let is_file = |word: &&String| {
        [".json", ".jsonl", ".md", ".txt", ".gz"].iter().any(|end| word.ends_with(end))
    };
    let words = rows.iter().flat_map(|row| &row.args).filter(is_file);
    let unknown: Vec<&String> = words.filter(|word| !names.contains(word)).collect();
    assert!(unknown.is_empty(), "{unknown:?}");
}

#[test]
fn every_row_of_the_table_of_bad_input_holds() {
    let rows = rows();
    assert!(rows.len() >= 80, "only {} rows", rows.len());
    // Each half in a folder of its own, because a row looks at all the files that are there.
    let (first, second) = rows.split_at(rows.len() / 2);
    let wrong = std::thread::scope(|both| {
        let first = both.spawn(|| wrong_rows(&rows, first));
        let mut wrong = wrong_rows(&rows, second);
        wrong.extend(first.join().unwrap());
        wrong
    });
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Tries some of all rows; returns what did not hold.
fn wrong_rows(all: &[Row], some: &[Row]) -> Vec<String> {
    let workshop = Workshop::new();
    make_files(&workshop);
    assert_files_are_made(&workshop, all);
    let mut wrong = Vec::new();
    for row in some {
        workshop.write("out.json", "old");
        let names = workshop.names();
        let mut args: Vec<&str> = row.args.iter().map(String::as_str).collect();
        // The table tells what is wrong with the input: what lies there already
        // has rows of its own, with other names.
        let writes = args.first().is_some_and(|it| ["compact", "tune"].contains(it));
        if writes && args.contains(&"out.json") {
            args.push("--replace");
        }
        let answer = workshop.run(&args);
        let as_json = args.contains(&"--json");
        let checks = [
            ("the exit code", answer.code == Some(row.code)),
            // Windows' programs are called by their whole names.
            ("the answer", answer.err.replace("vibeue.exe", "vibeue").contains(&row.answer)),
            ("a silent success", row.code != 0 || !row.answer.is_empty() || answer.err.is_empty()),
            (
                "no panic",
                !answer.err.contains("panicked") && !answer.err.contains("vibeue: internal"),
            ),
            ("the output", row.code == 0 || workshop.read("out.json") == "old"),
            ("no file left behind", workshop.names() == names),
            ("no JSON beside an error", row.code == 0 || !as_json || answer.out.is_empty()),
        ];
        for (what, _) in checks.iter().filter(|(_, holds)| !holds) {
            let (code, err) = (answer.code, answer.err.chars().take(400).collect::<String>());
            wrong.push(format!("{}: {what}: exit code {code:?}, {err}", row.given));
        }
    }
    wrong
}
