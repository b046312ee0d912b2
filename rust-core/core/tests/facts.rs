//! Facts over whole conversations, judged by an extractor of another kind.
#![allow(clippy::unwrap_used, clippy::print_stderr, reason = "helpers of tests fail loudly")]

#[path = "facts/line_sources.rs"]
mod line_sources;
#[path = "facts/sets.rs"]
mod sets;

mod common;

use std::collections::BTreeMap;

use common::judge::Judge;
use common::shared_transcripts;
use proptest::prelude::*;
use vibeue_core::compaction::facts::{
    ArtifactTrail, Fact, FactKind, FactSet, Origin, render, select,
};
use vibeue_core::conversation::{
    Extra, Message, MessageId, MessageKind, Part, Role, ToolCall, ToolResult,
};

fn transcripts() -> Vec<(String, Vec<Message>)> {
    shared_transcripts().into_iter().map(|(name, talk)| (name, talk.messages)).collect()
}

fn found(text: &str, origin: Origin) -> Vec<(FactKind, String)> {
    let mut set = FactSet::new();
    set.add_text(text, origin, MessageId(1));
    set.iter().map(|fact| (fact.kind, fact.text.to_owned())).collect()
}

fn of_kind(kind: FactKind, text: &str, origin: Origin) -> Vec<String> {
    let all = found(text, origin).into_iter();
    all.filter(|fact| fact.0 == kind).map(|fact| fact.1).collect()
}

#[test]
fn dates_of_many_languages_are_found() {
    let text = "Am 14. März 2027, le 3 avril 2026, el 3 de mayo de 2026, 2026年3月14日, 3月14日, \
                2026년 3월 14일, 12 grudnia 2026, 7 mei and 2027年 but in 5 mares and 20 days, 4. Then 7日.";
    assert_eq!(
        of_kind(FactKind::Date, text, Origin::User),
        [
            "14. März 2027",
            "3 avril 2026",
            "3 de mayo de 2026",
            "2026年3月14日",
            "3月14日",
            "2026년 3월 14일",
            "12 grudnia 2026",
            "2027年",
        ]
    );
}

#[test]
fn amounts_of_many_currencies_are_found() {
    let text =
        "It costs 3,500円, 15万円, 280元, ₩45000, 45,000원, 129,99 zł, CHF 1'250.50 or 80 CHF.";
    assert_eq!(
        of_kind(FactKind::Money, text, Origin::User),
        ["3,500円", "15万円", "280元", "₩45000", "45,000원", "129,99 zł", "CHF 1'250.50", "80 CHF",]
    );
}

#[test]
fn failures_of_many_tools_are_error_lines() {
    let text = "--- FAIL: TestDoor (0.00s)\n✖ 3 problems (2 errors, 1 warning)\n\
                ✖ 1 problem (0 errors, 1 warning)\nHTTP/1.1 503 Service Unavailable\n\
                HTTP/2 200\nHTTP 404 Not Found\nFAIL\texample.com/door 0.01s\n--- PASS: TestWall";
    assert_eq!(
        of_kind(FactKind::Error, text, Origin::ToolResult),
        [
            "--- FAIL: TestDoor (0.00s)",
            "✖ 3 problems (2 errors, 1 warning)",
            "HTTP/1.1 503 Service Unavailable",
            "HTTP 404 Not Found",
            "FAIL\texample.com/door 0.01s",
        ]
    );
}

#[test]
fn paths_of_every_system_are_found() {
    let text = r"Open C:\Program Files\Epic Games\UE_5.6\Engine\Binaries, \\server\share\x.uasset,
        ~/.bashrc, ./run.sh, ../up/one.txt, /usr/bin/env, Source/Door/Door.cpp:12:5, .gitignore and notes.md.";
    assert_eq!(
        of_kind(FactKind::Path, text, Origin::Assistant),
        [
            r"C:\Program Files\Epic Games\UE_5.6\Engine\Binaries",
            r"\\server\share\x.uasset",
            "x.uasset",
            "~/.bashrc",
            ".bashrc",
            "./run.sh",
            "run.sh",
            "../up/one.txt",
            "one.txt",
            "/usr/bin/env",
            "Source/Door/Door.cpp",
            "Door.cpp",
            "Source/Door/Door.cpp:12:5",
            "Door.cpp:12:5",
            ".gitignore",
            "notes.md",
        ]
    );
}

#[test]
fn unreal_assets_are_told_from_paths() {
    let text = "Load /Game/Doors/BP_Door.BP_Door, Blueprint'/Game/A/BP_B.BP_B', \
        /Script/Engine.Actor, /MyPlugin/Maps/Arena and /Engine/BasicShapes/Cube; not /Users/me/x.";
    assert_eq!(
        of_kind(FactKind::Asset, text, Origin::ToolResult),
        [
            // An asset is identified by its package, however it is named.
            "/Game/Doors/BP_Door",
            "Blueprint'/Game/A/BP_B.BP_B'",
            "/Game/A/BP_B",
            "/Script/Engine.Actor",
            "/MyPlugin/Maps/Arena",
            "/Engine/BasicShapes/Cube",
        ]
    );
    assert_eq!(of_kind(FactKind::Path, text, Origin::ToolResult), ["/Users/me/x"]);
}

#[test]
fn asset_paths_in_other_scripts_stay_whole() {
    let text = "在 /Game/地图/关卡_01 中打开，/Game/Fächer/Tür。";
    assert_eq!(
        of_kind(FactKind::Asset, text, Origin::User),
        ["/Game/地图/关卡_01", "/Game/Fächer/Tür"]
    );
}

#[test]
fn numbers_are_told_apart() {
    let text = "On 2024-05-15 at 14:30:00 (May 19, 2024, 15.05.2024, 9:00 AM) it took 16.7 ms for \
        47 500 € or $1,234.50, USD 30 and 350 dollars; 60fps, 12 %, 4096x4096, v0.12, 5.6.1, \
        1.2.3-rc1, 0.75, -3.5, 1474, #8093, 2.";
    let all = found(text, Origin::Assistant);
    let of = |kind| -> Vec<&str> {
        all.iter().filter(|fact| fact.0 == kind).map(|fact| fact.1.as_str()).collect()
    };
    assert_eq!(
        of(FactKind::Date),
        ["2024-05-15", "14:30:00", "May 19, 2024", "15.05.2024", "9:00 AM", "9:00"]
    );
    assert_eq!(of(FactKind::Money), ["47 500 €", "$1,234.50", "USD 30", "350 dollars"]);
    assert_eq!(of(FactKind::Version), ["v0.12", "5.6.1", "1.2.3-rc1"]);
    assert_eq!(
        of(FactKind::Number),
        [
            "16.7 ms",
            "16.7",
            "1,234.50",
            "350",
            "60fps",
            "12 %",
            "4096x4096",
            "4096",
            "0.75",
            "-3.5",
            "1474"
        ]
    );
    assert_eq!(of(FactKind::Id), ["#8093"]);
}

#[test]
fn codes_names_and_addresses_are_told_apart() {
    let text = "HXDUBJ HAT170 4WQ150 gift_card_6941833 3F2504E0-4F89-11D3-9A0C-0305E82C3301 \
        a1b2c3d UDoorComponent bIsOpen Foo::Bar unreal.EditorAssetLibrary.list_assets BP_Door \
        __init__ mara.l@example.org https://example.org/a(b)?c=d&e=1#f, plain words.";
    let all = found(text, Origin::Assistant);
    let of = |kind| -> Vec<&str> {
        all.iter().filter(|fact| fact.0 == kind).map(|fact| fact.1.as_str()).collect()
    };
    assert_eq!(
        of(FactKind::Id),
        [
            "HXDUBJ",
            "HAT170",
            "4WQ150",
            "gift_card_6941833",
            "3F2504E0-4F89-11D3-9A0C-0305E82C3301",
            "a1b2c3d",
        ]
    );
    assert_eq!(
        of(FactKind::Identifier),
        [
            "UDoorComponent",
            "bIsOpen",
            "Foo::Bar",
            "unreal.EditorAssetLibrary.list_assets",
            "BP_Door",
            "__init__",
        ]
    );
    assert_eq!(of(FactKind::Email), ["mara.l@example.org"]);
    assert_eq!(of_kind(FactKind::Email, "to a.b+c@d.org", Origin::User), ["a.b+c@d.org"]);
    assert_eq!(of(FactKind::Url), ["https://example.org/a(b)?c=d&e=1#f"]);
}

#[test]
fn errors_keep_code_and_place() {
    let log = "Compiling\nDoor.cpp(12): error C2065: 'Hinge': undeclared identifier\n\
        0 error(s), 0 warning(s)\nLogBlueprint: Error: [Compiler] BP_Door: bad pin\n\
        Traceback (most recent call last):\n  File \"a.py\", line 3, in <module>\n    run()\n\
        ValueError: no such door\nProcess exited with code 3\nHTTP 400 from server\n\
        error[E0277]: the trait bound\ndone without errors, exit code 0\n";
    assert_eq!(
        of_kind(FactKind::Error, log, Origin::ToolResult),
        [
            "Door.cpp(12): error C2065: 'Hinge': undeclared identifier",
            "C2065",
            "LogBlueprint: Error: [Compiler] BP_Door: bad pin",
            "File \"a.py\", line 3, in <module>",
            "ValueError: no such door",
            "Process exited with code 3",
            "HTTP 400 from server",
            "error[E0277]: the trait bound",
            "E0277",
        ]
    );
}

#[test]
fn source_text_that_names_errors_reports_none() {
    let source = "try:\n    pass\nexcept ValueError as error:\n    raise ValidationError(error)\n\
        self.error_messages = {}\n# :raises ValueError: when closed\n";
    assert_eq!(of_kind(FactKind::Error, source, Origin::ToolResult), Vec::<String>::new());
}

#[test]
fn the_users_words_give_rules_decisions_and_tasks() {
    let text = "My name is Mara Lindt. Never touch the lighting. Niemals die Karte speichern! \
        Let's go with the second plan. Please add a test. Nice weather today.\n- [ ] bake the maps\nRemind me of the key later.";
    let all = found(text, Origin::User);
    let of = |kind| -> Vec<&str> {
        all.iter().filter(|fact| fact.0 == kind).map(|fact| fact.1.as_str()).collect()
    };
    assert_eq!(of(FactKind::Participant), ["Mara Lindt"]);
    assert_eq!(of(FactKind::Rule), ["Never touch the lighting.", "Niemals die Karte speichern!"]);
    assert_eq!(of(FactKind::Decision), ["Let's go with the second plan."]);
    // What is asked for at once is a request; a task is what waits.
    assert_eq!(of(FactKind::Task), ["bake the maps", "Remind me of the key later."]);
    assert_eq!(of_kind(FactKind::Rule, text, Origin::ToolResult), Vec::<String>::new());
}

#[test]
fn the_users_own_trouble_and_a_change_of_plan_are_not_standing_rules() {
    // They are kept in the user's words as requests; a rule applies until it is revoked.
    let text = "I don't remember the key. I cannot see it. I don't want the old lamp. \
        Change of plan: the export may have 40 MB. The shim is no longer wanted. \
        From now on never export more than 40 MB.";
    assert_eq!(
        of_kind(FactKind::Rule, text, Origin::User),
        ["From now on never export more than 40 MB."]
    );
}

#[test]
fn runs_without_failures_report_none() {
    for line in [
        "test result: ok. 61 passed; 0 failed; 0 ignored",
        "Tests:       12 passed, 12 total, 0 failed",
        "Tests run: 4, Failures: 0, Errors: 0, Skipped: 0",
        "100% tests passed, 0 tests failed out of 9",
        "[x] Errors: 0 | Warnings: 2",
    ] {
        assert_eq!(
            of_kind(FactKind::Error, line, Origin::ToolResult),
            Vec::<String>::new(),
            "{line}"
        );
    }
    let failed = "test result: FAILED. 60 passed; 1 failed; 0 ignored";
    assert_eq!(of_kind(FactKind::Error, failed, Origin::ToolResult), [failed]);
}

#[test]
fn commands_are_found_in_fences_prompts_backticks_and_arguments() {
    let text = "```bash\ncargo test -p core\n```\n$ git status\nRun `stat unit` or \
        `r.ScreenPercentage 50`, then look at `bIsOpen`.";
    assert_eq!(
        of_kind(FactKind::Command, text, Origin::Assistant),
        ["cargo test -p core", "git status", "stat unit", "r.ScreenPercentage 50"]
    );
    let call = r#"{"command":"grep -rn \"Foo\" src", "timeout": 120}"#;
    assert_eq!(of_kind(FactKind::Command, call, Origin::CallArgument), ["grep -rn \"Foo\" src"]);
    let fences = "~~~sh\nmake door\n~~~\nmake prose\n````md\nmake gate\n```\nmake roof\n````\n\
        ```x``` is code.\nmake words";
    assert_eq!(
        of_kind(FactKind::Command, fences, Origin::Assistant),
        ["make door", "make gate", "make roof"]
    );
}

#[test]
fn json_values_are_found_unescaped_and_torn() {
    let json = r#"{"reservation_id":"HXDUBJ","note":"caf\u00e9 \ud83d\udeaa \"quoted\"","first_name":"Yara","total":1474,"path":"Sou"#;
    assert_eq!(
        found(json, Origin::ToolResult),
        [
            (FactKind::Quote, "reservation_id"),
            (FactKind::Id, "HXDUBJ"),
            (FactKind::Quote, "note"),
            (FactKind::Quote, "café 🚪 \"quoted\""),
            (FactKind::Quote, "quoted"),
            (FactKind::Quote, "first_name"),
            (FactKind::Participant, "Yara"),
            (FactKind::Quote, "total"),
            (FactKind::Number, "1474"),
            (FactKind::Quote, "path"),
            (FactKind::Quote, "Sou"),
        ]
        .map(|(kind, text)| (kind, text.to_owned()))
    );
}

#[test]
fn a_fact_knows_its_origin_its_messages_and_its_worth() {
    let mut set = FactSet::new();
    set.extend(&Message::tool_result(
        MessageId(1),
        "c",
        None,
        "see /tmp/a.txt and /tmp/b.txt",
        false,
    ));
    set.extend(&Message::text(MessageId(2), Role::Assistant, "I saw /tmp/a.txt and /tmp/a.txt"));
    set.extend(&Message::text(MessageId(3), Role::User, "What is in /tmp/a.txt?"));
    let fact = set.get("/tmp/a.txt").unwrap();
    assert_eq!(
        fact,
        Fact {
            kind: FactKind::Path,
            text: "/tmp/a.txt",
            label: None,
            origin: Origin::User,
            first: MessageId(1),
            last: MessageId(3),
            messages: 3,
        }
    );
    let vital: Vec<&str> = set.vital().map(|fact| fact.text).collect();
    assert_eq!(vital, ["/tmp/a.txt", "a.txt"]);
    assert_eq!(set.ranked()[0].text, fact.text);
}

#[test]
fn what_a_summary_kept_is_vital_again_and_keeps_its_kind() {
    let mut set = FactSet::new();
    set.extend(&Message::text(
        MessageId(1),
        Role::User,
        "Never touch /Game/Maps/Arena. Let's go with HAT278 on May 19, 2024.",
    ));
    let ledger = render(&select(&set.ranked(), |text| text.len() as u64, 1000));
    let mut summary =
        Message::text(MessageId(9), Role::User, format!("The maps are done.\n\n{ledger}\n</x>"));
    summary.kind = MessageKind::Summary;
    let again = FactSet::of([&summary]);
    for fact in set.iter() {
        let kept = again.get(fact.text);
        assert_eq!(
            kept.map(|kept| (kept.kind, kept.is_vital())),
            Some((fact.kind, true)),
            "{fact:?}"
        );
    }
    assert_eq!(again.get("HAT278").unwrap().origin, Origin::Summary);
}

#[test]
fn columns_of_numbers_and_marks_take_linear_time() {
    // Each of these made a naive look-ahead quadratic; here they only have to
    // end, which they would not within a test's patience: the square of
    // 400,000 units is 160 billion of them.
    for unit in ["000 ", "http://(", "I'm ", "c:\\a b", "<<<", "a@", "x'y", "My name is "] {
        let mut set = FactSet::new();
        set.add_text(&unit.repeat(400_000), Origin::User, MessageId(1));
        let command = serde_json::json!({ "command": unit.repeat(20_000) }).to_string();
        let call = ToolCall {
            id: "c".into(),
            name: "bash".into(),
            arguments: command,
            extra: Extra::new(),
        };
        let message =
            Message::new(MessageId(2), Role::Assistant, vec![Part::ToolCall(Box::new(call))]);
        assert!(ArtifactTrail::of([&message]).artifacts().len() < 300, "{unit}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_fact_of_any_text_stands_in_it(text in "(\\PC|[\\n/\\\\.:'\"`$€ 0-9A-Za-z_-]){0,120}") {
        for origin in [Origin::User, Origin::ToolResult] {
            let mut set = FactSet::new();
            // A leading word keeps the text from being taken for JSON.
            let text = format!("x {text}");
            set.add_text(&text, origin, MessageId(1));
            for fact in set.iter() {
                prop_assert!(text.contains(fact.text), "{:?} in {text:?}", fact.text);
            }
            prop_assert!(set.missing_from([text.as_str()]).is_empty());
        }
    }
}

#[test]
#[expect(clippy::too_many_lines, reason = "the extractor is written out")]
fn what_an_independent_extractor_finds_is_inside_our_facts() {
    let judge = Judge::new();
    let encoding = tiktoken_rs::o200k_base().unwrap();
    let count = |text: &str| encoding.encode_ordinary(text).len() as u64;
    let mut kinds: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    let mut missed = Vec::new();
    let (mut kept_all, mut expected_all) = (0, 0);
    for (name, messages) in transcripts() {
        let set = FactSet::of(&messages);
        let vital: Vec<_> = set.ranked().into_iter().filter(Fact::is_vital).collect();
        let whole = vital.iter().map(|fact| fact.text).collect::<Vec<_>>().join("\n");
        let expected = judge.vital(&messages);
        let mut hits = 0;
        for (text, kind) in &expected {
            let entry = kinds.entry(kind).or_default();
            entry.1 += 1;
            if whole.contains(text.as_str()) {
                entry.0 += 1;
                hits += 1;
            } else {
                missed.push(format!("{name}: {kind} {text:?}"));
            }
        }
        let total: u64 = messages
            .iter()
            .flat_map(|m| {
                let calls = m.tool_calls().map(|c| c.arguments.clone());
                let results = m.tool_results().map(ToolResult::joined_text);
                m.texts().map(str::to_owned).chain(calls).chain(results).collect::<Vec<_>>()
            })
            .map(|text| count(&text))
            .sum();
        let everything = render(&select(&vital, count, u64::MAX));
        let quarter = render(&select(&vital, count, total / 5));
        let kept = expected.keys().filter(|text| quarter.contains(text.as_str())).count();
        kept_all += kept;
        expected_all += expected.len();
        eprintln!(
            "{name}: facts {} vital {} | judge {}/{} | tokens {total}, all vital {} ({} %), in a fifth {} tokens keep {kept}/{} ({:.1} %)",
            set.len(),
            vital.len(),
            hits,
            expected.len(),
            count(&everything),
            count(&everything) * 100 / total,
            count(&quarter),
            expected.len(),
            kept as f64 * 100.0 / expected.len() as f64,
        );
        if std::env::var_os("VIBEUE_SHOW")
            .is_some_and(|show| name.contains(&*show.to_string_lossy()))
        {
            eprintln!("{everything}");
        }
    }
    for (kind, (hits, all)) in &kinds {
        eprintln!("{kind}: {hits}/{all}");
    }
    let (hits, all) = kinds.values().fold((0, 0), |sum, one| (sum.0 + one.0, sum.1 + one.1));
    eprintln!("together: {hits}/{all}");
    for line in missed.iter().take(60) {
        eprintln!("missed {line}");
    }
    assert!(kept_all * 100 >= expected_all * 97, "{kept_all} of {expected_all} fit a fifth");
    assert!(hits * 100 >= all * 99, "{hits} of {all}; missed: {missed:#?}");
}
