//! `vibeue probe`, against a server on this machine and with people's papers.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on panics")]

mod support;

use std::path::Path;

use serde_json::{Value, json};
use support::{Workshop, assistant, user};
use vibeue_scripted_server::{Answer, ErrorKind, Fault, Operation, Rule, Script, Server, Step};

/// A talk so long that a fifth of it cannot hold everything.
fn talk() -> Value {
    let mut messages = vec![json!({ "role": "system", "content": "You help with a castle." })];
    messages.push(user("Paint the gate blue. Never touch the moat."));
    for at in 0..30 {
        let words = "The stones of the tower are counted one after the other. ".repeat(12);
        messages.push(assistant(&format!("Tower {at} is done. {words}")));
        messages.push(user(&format!("Go on with tower {}.", at + 1)));
    }
    messages.push(assistant("Tower 30 leans by 4 degrees."));
    Value::Array(messages)
}

fn question(id: &str, kind: &str, from: usize, question: &str, key: &str) -> Value {
    json!({ "id": id, "kind": kind, "from": [from], "question": question, "key": key })
}

fn questions() -> Vec<Value> {
    vec![
        question("requests-1", "requests", 1, "Which colour does the gate get?", "Blue."),
        question("must-not-1", "must-not", 1, "What must be left alone?", "The moat."),
        question("numbers-1", "numbers", 62, "How far does tower 30 lean?", "By 4 degrees."),
    ]
}

fn set(questions: &[Value]) -> Value {
    json!({ "conversation": "talk.json", "cut": 63, "questions": questions })
}

fn workshop() -> Workshop {
    let workshop = Workshop::new();
    workshop.write_json("talk.json", &talk());
    workshop.write_json("castle.json", &set(&questions()));
    workshop
}

/// When the newest user message holds a text, that answer is given.
fn answers(user_contains: &str, step: impl Into<Step>) -> Rule {
    let user_contains = Some(user_contains.to_owned());
    Rule { user_contains, step: step.into(), ..Rule::default() }
}

/// A grader and a reader who knows the colour, guesses the number, and does not
/// know the rest.
fn rules() -> Vec<Rule> {
    vec![
        answers("Key: Blue.", Answer::text("1: the colour is there")),
        answers("Key: By 4 degrees.", Answer::text("0.5 - it leans, the value is another one")),
        answers("Question: Which colour", Answer::text("It becomes blue.")),
        answers("Question: How far", Answer::text("By 5 degrees.\n")),
        answers("Question: What must", Answer::text("unknown")),
    ]
}

fn server(rules: Vec<Rule>) -> Server {
    Server::start(Script { rules, ..Script::default() }).unwrap()
}

fn asking<'a>(url: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    let args = ["probe", "castle.json", "--provider", "openai", "--base-url", url];
    [&args[..], &["--model", "reader-1"], more].concat()
}

fn base(server: &Server) -> String {
    format!("{}/v1", server.url())
}

fn file_name(paper: &str) -> &str {
    Path::new(paper).file_name().unwrap().to_str().unwrap()
}

/// Tokens of each view, by the papers that say it.
fn tokens(workshop: &Workshop, more: &[&str]) -> Vec<(String, u64)> {
    let args = [&["probe", "castle.json", "--prompts", "sizes"], more].concat();
    let papers = workshop.json(&args)["papers"].as_array().unwrap().clone();
    let row = |it: &Value| (it["way"].as_str().unwrap().to_owned(), it["tokens"].as_u64().unwrap());
    papers.iter().map(row).collect()
}

/// Counted with a separator of thousands, and set right in a column.
fn cell(tokens: u64) -> String {
    let grouped = match tokens {
        0..1_000 => tokens.to_string(),
        _ => format!("{},{:03}", tokens / 1_000, tokens % 1_000),
    };
    format!("{grouped:>6}")
}

#[test]
fn a_model_answers_with_the_view_alone_and_a_table_says_what_its_answers_are_worth() {
    let workshop = workshop();
    let baselines = ["--baseline", "newest", "--baseline", "full"];
    let sizes = tokens(&workshop, &baselines);
    let server = server(rules());
    let url = base(&server);
    let args = asking(&url, &["--grader", "grader-1", "--encoding", "o200k_base"]);
    let answer = workshop.run(&[&args[..], &baselines].concat());
    assert_eq!((answer.code, answer.err.as_str()), (Some(0), ""));
    let asked = workshop.json(&[&args[..], &baselines].concat())["sets"][0].clone();
    let (asked, whole) = (asked["asked"].as_u64().unwrap(), asked["whole"].as_u64().unwrap());
    let row = |(way, tokens): &(String, u64)| {
        format!("{way:<7}  {}  0.50      1.00     0.50      0.00\n", cell(*tokens))
    };
    let expected = format!(
        "answered by reader-1, graded by grader-1; 0.2 of the tokens by o200k_base, prompts 1\n\
         \n\
         castle: 3 questions, {} of {} tokens asked for\n\
         in view  tokens   all  requests  numbers  must-not\n{}",
        cell(asked).trim(),
        cell(whole).trim(),
        sizes.iter().map(row).collect::<String>()
    );
    assert_eq!(answer.out, expected);
    assert_eq!(sizes[2], ("full".to_owned(), whole));
    assert!(sizes[1].1 <= sizes[0].1 && sizes[0].1 < whole / 2, "{sizes:?}");
}

#[test]
fn a_reader_sees_the_view_and_one_question_and_a_grader_sees_no_view() {
    let workshop = workshop();
    let server = server(rules());
    let url = base(&server);
    let answer = workshop.run(&asking(&url, &["--grader", "grader-1"]));
    assert_eq!(answer.code, Some(0), "{}", answer.err);
    let sent: Vec<(String, String)> = server
        .exchanges()
        .iter()
        .filter(|exchange| exchange.operation == Operation::Chat)
        .map(|exchange| {
            let text = |at: usize| exchange.body["messages"][at]["content"].to_string();
            assert_eq!(exchange.body["messages"].as_array().unwrap().len(), 2);
            (exchange.body["model"].as_str().unwrap().to_owned(), text(1))
        })
        .collect();
    let models: Vec<&str> = sent.iter().map(|(model, _)| model.as_str()).collect();
    // What is unknown is graded without asking.
    assert_eq!(models, ["reader-1", "grader-1", "reader-1", "reader-1", "grader-1"]);
    for (model, text) in &sent {
        let reads = model == "reader-1";
        assert_eq!(text.contains("You help with a castle."), reads, "{text}");
        assert_eq!(text.contains("Key: "), !reads, "{text}");
        assert_eq!(text.matches("Question: ").count(), 1, "{text}");
    }
}

#[test]
fn a_recorded_run_is_counted_again_offline_and_tells_what_has_changed_since() {
    let workshop = workshop();
    let server = server(rules());
    let url = base(&server);
    let baselines = ["--baseline", "newest", "--baseline", "users", "--record", "run.jsonl"];
    let live = workshop.run(&asking(&url, &baselines));
    assert_eq!((live.code, live.err.as_str()), (Some(0), ""));
    drop(server);
    let lines: Vec<Value> = workshop
        .read("run.jsonl")
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let kinds: Vec<&str> = lines.iter().map(|line| line["record"].as_str().unwrap()).collect();
    let view = ["view", "answer", "answer", "answer"];
    assert_eq!(kinds, [&["run"], &view[..], &view, &view].concat());
    assert_eq!(
        lines[2]["graded"],
        json!({
            "id": "requests-1",
            "kind": "requests",
            "question": "Which colour does the gate get?",
            "key": "Blue.",
            "answer": "It becomes blue.",
            "grades": [{ "by": "reader-1", "grade": 1.0, "reason": "the colour is there" }],
        })
    );

    let again = workshop.run(&["probe", "--replay", "run.jsonl"]);
    assert_eq!((again.code, again.out.as_str(), again.err.as_str()), (Some(0), &*live.out, ""));
    let compared = workshop.run(&["probe", "castle.json", "--replay", "run.jsonl"]);
    assert_eq!((compared.out.as_str(), compared.err.as_str()), (&*live.out, ""));

    let mut changed = talk();
    changed[62]["content"] = json!("Tower 30 leans by 7 degrees.");
    workshop.write_json("talk.json", &changed);
    let mut other = questions();
    other[0]["key"] = json!("Light blue.");
    other.remove(1);
    workshop.write_json("castle.json", &set(&other));
    let compared = workshop.run(&["probe", "castle.json", "--replay", "run.jsonl"]);
    assert_eq!((compared.code, compared.out.as_str()), (Some(0), &*live.out));
    let notes: Vec<&str> = compared.err.lines().collect();
    for way in ["rules", "newest", "users"] {
        let note = |what: &str| {
            let begin = format!("vibeue: note: castle by {way}: {what}");
            notes.iter().filter(|note| note.starts_with(&begin)).count()
        };
        let counts = [
            note("requests-1 now has a different key"),
            note("must-not-1 is no longer asked"),
            note("the view has changed since (was "),
        ];
        assert_eq!(counts, [1, 1, 1], "{way}: {notes:?}");
    }
    assert_eq!(notes.len(), 9, "{notes:?}");
}

#[test]
fn papers_hide_the_key_and_the_way_and_what_people_wrote_on_them_is_counted() {
    let workshop = workshop();
    let baselines = ["--baseline", "newest", "--baseline", "full"];
    let ours = [&["probe", "castle.json"], &baselines[..]].concat();
    let papers = workshop.json(&[&ours[..], &["--prompts", "papers"]].concat());
    for folder in ["answers", "one", "two"] {
        std::fs::create_dir(workshop.path(folder)).unwrap();
    }
    for paper in papers["papers"].as_array().unwrap() {
        let path = paper["paper"].as_str().unwrap();
        let text = workshop.read(path);
        assert!(text.contains("numbers-1: How far does tower 30 lean?"), "{text}");
        for hidden in ["By 4 degrees.", "newest", "full", "rules"] {
            assert!(!text.contains(hidden), "{hidden} in {text}");
            assert!(!path.contains(hidden), "{hidden} in {path}");
        }
        let name = file_name(path);
        let knows = if paper["way"] == "newest" { "unknown" } else { "blue" };
        workshop.write(
            &format!("answers/{name}"),
            format!("requests-1: {knows}\nmust-not-1: the moat\n and nothing else\nnumbers-1: 4\n"),
        );
        let first = if paper["way"] == "newest" { "0: unknown" } else { "1" };
        workshop.write(
            &format!("one/{name}"),
            format!("requests-1: {first}\nmust-not-1: 1: yes\nnumbers-1: 1: yes\n"),
        );
        workshop.write(
            &format!("two/{name}"),
            format!("requests-1: {first}\nmust-not-1: 1\nnumbers-1: 0.5: of what?\n"),
        );
    }

    let sheets = [&ours[..], &["--answers", "answers", "--prompts", "sheets"]].concat();
    let sheets = workshop.json(&sheets);
    let sheet = workshop.read(sheets["papers"][0]["paper"].as_str().unwrap());
    let end = "must-not-1\nQuestion: What must be left alone?\nKey: The moat.\n\
               Answer: the moat\n and nothing else\n\nnumbers-1\n\
               Question: How far does tower 30 lean?\nKey: By 4 degrees.\nAnswer: 4\n";
    assert!(sheet.ends_with(end), "{sheet}");
    assert!(!sheet.contains("You help with a castle."), "{sheet}");

    let graded = ["--answers", "answers", "--grades", "one", "--grades", "two"];
    let answer = workshop.run(&[&ours[..], &graded].concat());
    assert_eq!((answer.code, answer.err.as_str()), (Some(0), ""));
    let lines: Vec<&str> = answer.out.lines().collect();
    assert_eq!(
        lines[0],
        "answered by answers, graded by one, two; 0.2 of the tokens by o200k_base, prompts 1"
    );
    let worth: Vec<(&str, &str)> =
        lines[4..7].iter().map(|line| (&line[..6], line.split_once("  0.").unwrap().1)).collect();
    let ours = "92      1.00     0.75      1.00";
    let newest = "58      0.00     0.75      1.00";
    assert_eq!(worth, [("rules ", ours), ("newest", newest), ("full  ", ours)]);
    assert_eq!(
        lines[7..],
        ["", "one, two graded 9 answers: the same grade on 66.7 %, 0.167 apart on average"]
    );
}

/// What readers and graders wrote in November 2026; docs/compaction.md has the
/// figures.
#[test]
fn the_kept_records_of_readers_are_counted_again_to_the_figures_of_the_documents() {
    let kept = |name: &str, lines: usize| {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/data/probes");
        let answer = workshop().run(&["probe", "--replay", &format!("{folder}/{name}")]);
        assert_eq!((answer.code, answer.err.as_str()), (Some(0), ""));
        let mut last: Vec<String> =
            answer.out.lines().rev().take(lines).map(str::to_owned).collect();
        last.reverse();
        last
    };
    assert_eq!(
        kept("rules.jsonl", 7),
        [
            "all 7 conversations: 140 questions",
            "in view   all  rules  requests  reasons  state  artifacts  errors  numbers  must-not",
            "rules    0.91   1.00      0.97     0.86   0.87       0.93    0.92     0.81      1.00",
            "newest   0.55   0.50      0.62     0.25   0.52       0.66    0.58     0.69      0.61",
            "users    0.72   0.90      0.97     0.52   0.65       0.66    0.65     0.62      0.96",
            "",
            "one, two graded 420 answers: the same grade on 99.5 %, 0.002 apart on average",
        ]
    );
    assert_eq!(
        kept("hybrid.jsonl", 6),
        [
            "all 7 conversations: 140 questions",
            "in view   all  rules  requests  reasons  state  artifacts  errors  numbers  must-not",
            "hybrid   0.98   1.00      0.95     1.00   0.98       0.98    0.98     0.94      1.00",
            "summary  0.95   1.00      0.97     0.82   1.00       1.00    0.83     0.97      1.00",
            "",
            "one, two graded 280 answers: the same grade on 99.3 %, 0.004 apart on average",
        ]
    );
}

#[test]
fn papers_of_views_that_are_made_no_longer_are_named() {
    let workshop = workshop();
    let papers = workshop.json(&["probe", "castle.json", "--prompts", "papers"]);
    let paper = papers["papers"][0]["paper"].as_str().unwrap().to_owned();
    std::fs::create_dir(workshop.path("answers")).unwrap();
    workshop.write("answers/castle-01234567.txt", "requests-1: blue\n");
    let args = ["probe", "castle.json", "--answers", "answers", "--grades", "answers"];
    let answer = workshop.run(&args);
    let name = file_name(&paper);
    assert_eq!(answer.code, Some(2));
    let stranger = Path::new("answers").join("castle-01234567.txt");
    let stranger = format!(
        "vibeue: note: {} is about none of these views: it has changed since, or was not asked \
         for\n",
        stranger.display()
    );
    assert_eq!(
        answer.err,
        format!(
            "vibeue: note: castle by rules is left out: no {name} in answers\n{stranger}{stranger}\
             vibeue: none of these views has been answered (the files are named like the papers \
             that --prompts writes)\n"
        )
    );
}

#[test]
fn an_ordinary_hand_over_is_written_at_as_many_tokens_and_cut_where_it_has_more() {
    let workshop = workshop();
    let long = "The gate becomes blue.\n".repeat(2_000);
    let mut all = vec![answers("Write a hand-over for a colleague", Answer::text(&long))];
    all.extend(rules());
    let server = server(all);
    let url = base(&server);
    let args = asking(&url, &["--baseline", "summary", "--record", "run.jsonl", "--json"]);
    let answer = workshop.run(&args);
    assert_eq!((answer.code, answer.err.as_str()), (Some(0), ""));
    let report: Value = serde_json::from_str(&answer.out).unwrap();
    let views = report["sets"][0]["views"].as_array().unwrap();
    let size = |at: usize| views[at]["tokens"].as_u64().unwrap();
    assert_eq!([&views[0]["way"], &views[1]["way"]], ["rules", "summary"]);
    assert!(size(1) <= size(0) && size(1) + 10 > size(0), "{} of {}", size(1), size(0));
    let run = workshop.read("run.jsonl");
    let lines = run.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let text = lines
        .filter(|line| line["way"] == "summary")
        .find_map(|line| line["text"].as_str().map(str::to_owned));
    let text = text.unwrap();
    assert!(
        text.starts_with("[system]\nYou help with a castle.\n\n[user]\nThe gate becomes blue.\n")
    );
    assert!(text.trim_end().ends_with("The gate becomes blue."), "cut behind a line");
}

#[test]
fn a_model_may_write_the_summary_that_is_probed() {
    let workshop = workshop();
    let summary = "<analysis>Short.</analysis>\n<summary>\n## Overview\n\
                   - The gate is to become blue, and nobody may touch the moat.\n</summary>";
    let mut all = rules();
    all.push(Rule { step: Answer::text(summary).into(), ..Rule::default() });
    let server = server(all);
    let url = base(&server);
    let args = asking(&url, &["--strategy", "hybrid", "--record", "run.jsonl"]);
    let answer = workshop.run(&args);
    assert_eq!((answer.code, answer.err.as_str()), (Some(0), ""));
    assert!(answer.out.contains("\nhybrid  "), "{}", answer.out);
    assert!(workshop.read("run.jsonl").contains("nobody may touch the moat"));
}

#[test]
fn a_failure_on_the_way_ends_the_run_and_what_was_paid_for_is_in_the_record() {
    let workshop = workshop();
    let mut all = rules();
    all[3] = answers("Question: How far", Fault::error(ErrorKind::Authentication));
    let server = server(all);
    let url = base(&server);
    let answer = workshop.run(&asking(&url, &["--record", "run.jsonl"]));
    assert_eq!((answer.code, answer.out.as_str()), (Some(4), ""));
    let answers = workshop.read("run.jsonl").matches("\"record\":\"answer\"").count();
    assert_eq!(answers, 2);
}

#[test]
fn a_grader_that_does_not_grade_is_asked_twice_and_named() {
    let workshop = workshop();
    let mut all = rules();
    all[0] = answers("Key: Blue.", Answer::text("That is well said!"));
    let server = server(all);
    let url = base(&server);
    let answer = workshop.run(&asking(&url, &[]));
    assert_eq!(answer.code, Some(4));
    assert_eq!(
        answer.err,
        "vibeue: reader-1 did not grade requests-1: it answered \"That is well said!\" (choose \
         another one with --grader)\n"
    );
    let graded =
        server.exchanges().into_iter().filter(|it| it.body.to_string().contains("Key: Blue."));
    assert_eq!(graded.count(), 2);
}

#[test]
fn several_conversations_have_a_table_of_their_own_and_one_together() {
    let workshop = workshop();
    workshop.write_json("other.json", &set(&questions()[..1]));
    let server = server(rules());
    let url = base(&server);
    let args = [&asking(&url, &[])[..], &["other.json"]].concat();
    let answer = workshop.run(&args);
    assert_eq!((answer.code, answer.err.as_str()), (Some(0), ""));
    let end = "\nall 2 conversations: 4 questions\n\
               in view   all  requests  numbers  must-not\n\
               rules    0.62      1.00     0.50      0.00\n";
    assert!(answer.out.ends_with(end), "{}", answer.out);
}

#[test]
fn people_may_write_the_summaries_that_a_model_would_be_asked_for() {
    let workshop = workshop();
    let args = ["probe", "castle.json", "--strategy", "hybrid", "--baseline", "summary"];
    let args = [&args[..], &["--writers", "writers", "--prompts", "papers"]].concat();
    let mut told = Vec::new();
    for written in [
        "<summary>\n## Overview\n- The gate is to become blue; the moat stays.\n</summary>",
        "The gate becomes blue, and tower 30 leans.",
    ] {
        let answer = workshop.run(&args);
        assert_eq!((answer.code, answer.out.as_str()), (Some(2), ""), "{}", answer.err);
        let begin = "1 summary to be written first: ";
        let (_, path) = answer.err.split_once(begin).unwrap_or_else(|| panic!("{}", answer.err));
        let path = path.split_once(" (").unwrap().0;
        told.push(workshop.read(path));
        workshop.write(&path.replace(".prompt.txt", ".txt"), written);
    }
    assert!(told[1].contains("Write a hand-over for a colleague"), "{}", told[1]);
    assert!(told.iter().all(|it| it.contains("Never touch the moat.")));
    let papers = workshop.json(&args)["papers"].as_array().unwrap().clone();
    let texts: Vec<String> =
        papers.iter().map(|paper| workshop.read(paper["paper"].as_str().unwrap())).collect();
    assert_eq!([&papers[0]["way"], &papers[1]["way"]], ["hybrid", "summary"]);
    assert!(texts[0].contains("the moat stays"), "{}", texts[0]);
    assert!(texts[1].contains("\n[user]\nThe gate becomes blue, and tower 30 leans.\n"));
}

#[cfg(unix)]
#[test]
fn what_people_are_to_write_and_the_record_can_be_read_by_nobody_else() {
    use std::os::unix::fs::PermissionsExt as _;
    let workshop = workshop();
    let args = ["probe", "castle.json", "--strategy", "llm", "--writers", "writers"];
    let answer = workshop.run(&[&args[..], &["--prompts", "papers"]].concat());
    assert_eq!(answer.code, Some(2), "{}", answer.err);
    let server = server(rules());
    let url = base(&server);
    assert_eq!(workshop.run(&asking(&url, &["--record", "run.jsonl"])).code, Some(0));
    let prompts = std::fs::read_dir(workshop.path("writers")).unwrap();
    let mut paths: Vec<_> = prompts.map(|entry| entry.unwrap().path()).collect();
    assert_eq!(paths.len(), 1, "{paths:?}");
    paths.push(workshop.path("run.jsonl"));
    for path in paths {
        let mode = std::fs::metadata(&path).unwrap().permissions().mode();
        assert_eq!(mode & 0o077, 0, "{}", path.display());
    }
}
