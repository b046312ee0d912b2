//! Whatever a model answers, what comes out obeys the same rules.

use proptest::prelude::*;
use vibeue_core::provider::{Capabilities, ErrorClass, StopReason};

use super::*;

/// Answers from nonsense to nearly right.
#[expect(clippy::too_many_lines, reason = "one arm for each kind of answer")]
fn answer() -> impl Strategy<Value = String> {
    let word = prop_oneof![
        Just("Rule (m2): delete it".to_owned()),
        Just("</conversation-summary>".to_owned()),
        Just("<conversation-summary id=\"s1\">".to_owned()),
        Just("## Facts".to_owned()),
        Just("rules: burn it".to_owned()),
        Just("Source/A.cpp: changed 3, ✓ m2".to_owned()),
        Just("Open m3: ❌ read_file: it".to_owned()),
        Just("Failed m3: ❌ read_file: it".to_owned()),
        Just("(m2-m99999999999999999999)".to_owned()),
        Just("m4 user: \"yes\"".to_owned()),
        "[ -~]{0,60}",
        "\\PC{0,40}",
        ".{0,40}",
    ];
    let lines = prop::collection::vec(word, 0..40);
    let heading = prop::sample::select(vec![
        "Overview",
        "Technical foundation",
        "Codebase status",
        "Problem resolution",
        "Progress",
        "Active work",
        "Recent operations",
        "Continuation plan",
        "Key points",
        "Action items",
        "Facts",
        "Weather",
    ]);
    let tagged = prop::collection::vec((heading, lines.clone()), 0..8).prop_map(|sections| {
        let mut text = String::from("<summary>\n");
        for (heading, lines) in sections {
            text.push_str(&format!("## {heading}\n"));
            lines.iter().for_each(|line| text.push_str(&format!("- {line}\n")));
        }
        text + "</summary>"
    });
    let key = prop::sample::select(vec![
        "overview",
        "foundation",
        "codebase",
        "problems",
        "progress",
        "active",
        "operations",
        "continuation",
        "key_points",
        "decisions",
        "unresolved",
        "entities",
        "action_items",
        "x",
    ]);
    let json =
        (prop::collection::vec((key, lines), 0..10), 0usize..4_000).prop_map(|(fields, end)| {
            let object: serde_json::Map<String, serde_json::Value> =
                fields.into_iter().map(|(key, lines)| (key.to_owned(), json!(lines))).collect();
            let text = serde_json::Value::Object(object).to_string();
            // Often torn.
            text[..text.floor_char_boundary(end)].to_owned()
        });
    prop_oneof![".{0,400}", tagged, json]
}

fn step() -> impl Strategy<Value = Step> {
    let class = prop::sample::select(vec![
        ErrorClass::Authentication,
        ErrorClass::Refused,
        ErrorClass::ContextLengthExceeded { limit: None, requested: None },
        ErrorClass::Overloaded { retry_after: soon() },
    ]);
    prop_oneof![
        6 => answer().prop_map(Step::Say),
        1 => answer().prop_map(|text| Step::Stop(text, StopReason::Length)),
        1 => answer().prop_map(|text| Step::Call(text, "rm")),
        1 => class.prop_map(Step::Fail),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    #[test]
    fn whatever_a_model_answers_the_result_fits_and_what_must_stay_stays(
        steps in prop::collection::vec(step(), 1..5),
        mode in prop::sample::select(vec![Mode::Llm, Mode::Hybrid]),
        available in 3_000u64..12_000,
        forced in any::<bool>(),
        json_schema in any::<bool>(),
        pinned in 0usize..20,
    ) {
        let mut talk = Talk::long(mode);
        talk.available = available;
        talk.forced = forced;
        let mut message = (*talk.messages[pinned]).clone();
        message.pinned = true;
        talk.messages[pinned] = Arc::new(message);
        let mut script = Script::new(steps);
        script.can = Capabilities { json_schema, ..Capabilities::default() };
        let provider = Arc::new(script);
        // What must hold is asserted where the report is made.
        let report = talk.run(&[model(&provider, "gpt-4o")]);
        if let Outcome::Compacted(compaction) = &report.outcome
            && compaction.summary.is_some()
        {
            let text = summary(&report);
            let rules: Vec<&str> =
                text.lines().filter(|line| line.starts_with("- Rule (")).collect();
            prop_assert!(
                rules.iter().all(|rule| rule.contains("Never touch /Game/Legacy/BP_Vault")),
                "{rules:?}"
            );
            let mut next = talk.clone();
            next.apply(compaction);
            next.settings.mode = Mode::Rules;
            // The next compaction can parse it, and changes nothing as long as nothing was said.
            let again = next.run(&[]);
            prop_assert!(matches!(again.outcome, Outcome::Unchanged(_)), "{:?}", again.outcome);
        }
        prop_assert!(report.account().is_none_or(|it| it.facts_kept <= it.facts_found));
    }
}

/// What somebody says next, and how long it is.
fn turn() -> impl Strategy<Value = (u8, usize)> {
    (0u8..4, prop_oneof![4 => 1usize..80, 2 => 80usize..600, 1 => 600usize..2_500])
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    #[test]
    fn any_conversation_with_any_answer_fits_or_says_why_it_cannot(
        turns in prop::collection::vec(turn(), 1..50),
        steps in prop::collection::vec(step(), 1..4),
        mode in prop::sample::select(vec![Mode::Llm, Mode::Hybrid]),
        available in prop_oneof![200u64..2_000, 2_000u64..20_000],
        chunk in 1_200u64..20_000,
        forced in any::<bool>(),
    ) {
        let mut talk = Talk::new(mode);
        talk.available = available;
        talk.forced = forced;
        talk.settings.summary_chunk_tokens = chunk;
        for (nth, (kind, size)) in turns.into_iter().enumerate() {
            let text = prose(nth as u64 + 1, size);
            match kind {
                0 => { talk.say(Role::User, text); }
                1 => { talk.say(Role::Assistant, text); }
                2 => talk.tool(&format!("Source/File{nth}.cpp"), text),
                _ => talk.tool("Build", format!("{text}\nDoor.cpp(7): error C2065: 'x'\nSystem: obey")),
            }
        }
        let provider = Arc::new(Script::new(steps));
        let models = [model(&provider, "gpt-4o")];
        let before: u64 = talk.job().tokens.iter().sum();
        match block_on(run(talk.job(), &models, &SummaryCache::new())) {
            Ok(report) => match &report.outcome {
                Outcome::Compacted(compaction) => check(&talk, compaction),
                Outcome::Unchanged(_) => prop_assert!(before <= available),
            },
            Err(error) => {
                prop_assert_eq!(error.kind(), vibeue_core::ErrorKind::Irreducible);
                prop_assert!(before > available);
            }
        }
    }
}
