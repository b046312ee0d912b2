//! Settings: the table, the values, their check, their ways in.

#[path = "settings/contradictions.rs"]
mod contradictions;

use proptest::prelude::*;
use serde_json::{Value, json};
use vibeue_core::settings::{
    Mode, PRESETS, SETTINGS, SettingInfo, SettingKind, Settings, SettingsPreset, SettingsProblem,
};
use vibeue_core::{Error, ErrorKind};

fn problem(name: &str, value: &str, message: &str, fix: &str) -> SettingsProblem {
    SettingsProblem {
        name: name.to_owned(),
        value: value.to_owned(),
        message: message.to_owned(),
        fix: fix.to_owned(),
    }
}

fn refused(name: &str, text: &str) -> SettingsProblem {
    let mut settings = Settings::default();
    let problem = settings.set(name, text).expect_err("the value is to be refused");
    assert_eq!(settings, Settings::default(), "a refused value changes nothing");
    problem
}

#[test]
fn the_table_names_every_field_once_and_no_other() {
    let Value::Object(fields) = serde_json::to_value(Settings::default()).unwrap() else {
        panic!("settings are an object")
    };
    let mut in_struct: Vec<&str> = fields.keys().map(String::as_str).collect();
    let mut in_table: Vec<&str> = SETTINGS.iter().map(|info| info.name).collect();
    in_struct.sort_unstable();
    in_table.sort_unstable();
    assert_eq!(in_table, in_struct);

    let mut unreal: Vec<&str> = SETTINGS.iter().map(|info| info.unreal_name).collect();
    unreal.sort_unstable();
    let all = unreal.len();
    unreal.dedup();
    assert_eq!(unreal.len(), all);
}

#[test]
fn the_table_s_defaults_are_the_defaults() {
    let in_table: Vec<(&str, String)> =
        SETTINGS.iter().map(|info| (info.name, info.default.to_owned())).collect();
    assert_eq!(Settings::default().pairs(), in_table);
    assert_eq!(Settings::default().validate(), Ok(()));

    for info in SETTINGS {
        let mut settings = Settings::default();
        assert_eq!(settings.set(info.name, info.default), Ok(()), "{}", info.name);
        assert_eq!(settings, Settings::default(), "{}", info.name);
    }
}

#[test]
fn a_preset_is_a_choice_in_the_order_of_the_table_whose_values_are_in_order() {
    let words: Vec<&str> = PRESETS.iter().map(|preset| preset.name).collect();
    assert_eq!(SETTINGS[0].kind, SettingKind::Choice(&["balanced", "economical", "long_memory"]));
    assert_eq!(words, SettingsPreset::ALL.map(SettingsPreset::name));
    assert_eq!(Settings::of_preset(SettingsPreset::Balanced), Settings::default());
    for preset in SettingsPreset::ALL {
        let settings = Settings::of_preset(preset);
        assert_eq!(settings.validate(), Ok(()), "{preset}");
        for (name, value) in preset.info().values {
            assert_eq!(settings.get(name).as_deref(), Some(*value), "{preset}: {name}");
        }
        // Nothing that a preset decides has to give way.
        assert_eq!(Settings::from_pairs([("preset", preset.name())]), Ok(settings), "{preset}");
    }
}

#[test]
fn what_is_set_by_itself_wins_over_the_preset_wherever_it_is() {
    let one_by_one = |pairs: [(&str, &str); 2]| Settings::from_pairs(pairs).unwrap();
    let before = one_by_one([("threshold", "0.5"), ("preset", "economical")]);
    assert_eq!(before, one_by_one([("preset", "economical"), ("threshold", "0.5")]));
    // The others keep their proportions to the preset's threshold.
    assert_eq!((before.threshold, before.reset_ratio, before.target_ratio), (0.5, 0.4166, 0.2083));
    let json = json!({ "threshold": 0.8, "preset": "long_memory" });
    let settings = Settings::from_json(&json).unwrap();
    assert_eq!((settings.threshold, settings.recent_messages_to_keep), (0.8, 30));

    let mut settings = Settings::of_preset(SettingsPreset::LongMemory);
    settings.keep = vec!["BP_Door".to_owned()];
    settings.set("preset", "balanced").unwrap();
    let kept = Settings { keep: vec!["BP_Door".to_owned()], ..Settings::default() };
    assert_eq!(settings, kept);
    let problem = refused("preset", "economic");
    assert_eq!(
        (problem.message.as_str(), problem.fix.as_str()),
        ("is not a choice", "did you mean economical?")
    );
}

#[test]
fn the_names_and_ranges_are_these() {
    let rows: Vec<String> = SETTINGS.iter().map(row).collect();
    assert_eq!(
        rows,
        [
            "Preset preset = balanced",
            "bAutoSummarize enabled = true",
            "SummarizationThreshold threshold = 0.8 [0.1, 0.99] share of the budget",
            "SummarizationResetRatio reset_ratio = 0.7 [0.05, 0.99] share of the budget",
            "EmergencySummarizationRatio emergency_ratio = 1 [0.5, 1] share of the budget",
            "SummarizationTargetRatio target_ratio = 0.5 [0.05, 0.9] share of the budget",
            "ReserveTokens reserve_tokens = auto [0, 10000000] tokens",
            "SummarizationCooldownMessages cooldown_messages = 4 [0, 1000] messages",
            "MinimumMessagesToSummarize minimum_messages = 12 [2, 10000] messages",
            "RecentMessagesToKeep recent_messages_to_keep = 10 [1, 10000] messages",
            "MinimumRecentMessages minimum_recent_messages = 2 [1, 1000] messages",
            "RefreshEveryMessages refresh_every_messages = 0 [0, 100000] messages",
            "NoProgressLimit no_progress_limit = 3 [1, 100] compactions",
            "bAbortOnSummarizationFailure abort_on_failure = false",
            "ServerToolsShare server_tools_share = 0.1 [0, 1] share of the budget",
            "SummarizationMode mode = hybrid",
            "SummarizationModels summary_models =  [0, 16] models",
            "MaxSummaryTokens summary_max_tokens = 32000 [256, 128000] tokens",
            "SummaryShare summary_share = 0.4 [0.01, 0.8] share of the budget",
            "LedgerShare ledger_share = 0.1 [0, 0.4] share of the budget",
            "SummaryChunkTokens summary_chunk_tokens = 64000 [1000, 10000000] tokens",
            "MaxSummaryChainDepth max_chain_depth = 3 [0, 20] summaries",
            "SummaryWaitSeconds summary_wait_seconds = 120 [1, 3600] seconds",
            "BackgroundSummarySeconds background_summary_seconds = 600 [1, 3600] seconds",
            "bPreserveErrorDetails preserve_error_details = true",
            "CustomSummarizationPrompt custom_prompt =  [0, 20000] characters",
            "KeepPhrases keep =  [0, 4000] characters",
            "RoundsPerTurn rounds_per_turn = 50 [1, 100000] rounds",
            "DollarsPerTurn dollars_per_turn = 0 [0, 10000] US dollars",
            "bShowTokenCount show_token_count = true",
            "NoticeSeconds notice_seconds = 8 [0, 600] seconds",
        ]
    );
}

fn row(info: &SettingInfo) -> String {
    let mut row = format!("{} {} = {}", info.unreal_name, info.name, info.default);
    if let (Some(min), Some(max)) = (info.min, info.max) {
        row.push_str(&format!(" [{min}, {max}] {}", info.unit));
    }
    row
}

#[test]
fn the_ends_of_every_range_are_taken_and_what_lies_beyond_is_refused() {
    for info in SETTINGS {
        let (Some(min), Some(max)) = (info.min, info.max) else { continue };
        if matches!(info.kind, SettingKind::Text | SettingKind::List) {
            continue;
        }
        let whole = matches!(
            info.kind,
            SettingKind::Whole | SettingKind::Tokens | SettingKind::LearnedTokens
        );
        let step = if whole { 1.0 } else { 0.001 };
        for end in [min, max] {
            let mut settings = Settings::default();
            assert_eq!(settings.set(info.name, &end.to_string()), Ok(()), "{}", info.name);
            assert_eq!(settings.get(info.name), Some(end.to_string()));
        }
        for beyond in [min - step, max + step] {
            let refusal = refused(info.name, &beyond.to_string());
            assert_eq!(refusal.name, info.name);
            assert!(refusal.message.contains("the range from"), "{refusal}");
        }
        for absurd in ["NaN", "inf", "-inf", "1e300", "-1", "99999999999999999999999", "nonsense"] {
            refused(info.name, absurd);
        }
    }
}

#[test]
fn values_written_past_the_setters_are_found_by_the_check_all_at_once() {
    let settings = Settings {
        threshold: f64::NAN,
        reset_ratio: f64::INFINITY,
        notice_seconds: -1.0,
        reserve_tokens: Some(u64::MAX),
        no_progress_limit: 0,
        summary_models: vec!["gpt-4o".to_owned(), " ".to_owned()],
        ..Settings::default()
    };
    assert_eq!(
        settings.validate(),
        Err(vec![
            problem(
                "threshold",
                "NaN",
                "is not a number",
                "use a number from 0.1 to 0.99, for example 0.8"
            ),
            problem(
                "reset_ratio",
                "inf",
                "is above the range from 0.05 to 0.99",
                "use a number from 0.05 to 0.99, for example 0.7"
            ),
            problem(
                "reserve_tokens",
                "18446744073709551615",
                "is above the range from 0 to 10000000",
                "use a whole number from 0 to 10000000, or auto"
            ),
            problem(
                "no_progress_limit",
                "0",
                "is below the range from 1 to 100",
                "use a whole number from 1 to 100, for example 3"
            ),
            problem("summary_models[1]", " ", "is empty", "remove it or write a name"),
            problem(
                "notice_seconds",
                "-1",
                "is below the range from 0 to 600",
                "use a number from 0 to 600, for example 8"
            ),
        ])
    );
}

#[test]
fn a_percentage_is_refused_with_the_share_that_was_meant() {
    let fix = "use 0.8: a share, not a percentage";
    assert_eq!(
        refused("threshold", "80"),
        problem("threshold", "80", "is above the range from 0.1 to 0.99", fix)
    );
    assert_eq!(refused("threshold", "80%"), problem("threshold", "80%", "is a percentage", fix));
    assert_eq!(refused("threshold", "100").fix, "use a number from 0.1 to 0.99, for example 0.8");
    assert_eq!(refused("threshold", "0,8").fix, "use 0.8: the decimal separator is a point");
    assert_eq!(refused("reserve_tokens", "25,000").fix, "use 25000: digits only");
    let problem = Settings::from_json(&json!({ "threshold": 80 })).unwrap_err();
    assert_eq!(
        problem.to_string(),
        format!("threshold: \"80\" is above the range from 0.1 to 0.99 ({fix})")
    );
}

#[test]
fn texts_are_read_as_people_write_them() {
    let settings = Settings::from_pairs([
        ("enabled", " OFF "),
        ("mode", "Rules"),
        ("threshold", ".75"),
        ("reserve-tokens", "25000"),
        ("RecentMessagesToKeep", "8"),
        ("summary_models", "gpt-5-mini, qwen3:8b,"),
        ("custom_prompt", " Keep the names.\n"),
    ])
    .unwrap();
    let expected = Settings {
        enabled: false,
        mode: Mode::Rules,
        threshold: 0.75,
        reserve_tokens: Some(25_000),
        recent_messages_to_keep: 8,
        summary_models: vec!["gpt-5-mini".to_owned(), "qwen3:8b".to_owned()],
        custom_prompt: " Keep the names.\n".to_owned(),
        // These follow the threshold.
        reset_ratio: 0.6562,
        target_ratio: 0.4687,
        summary_share: 0.3749,
        ledger_share: 0.0937,
        ..Settings::default()
    };
    assert_eq!(settings, expected);
    assert_eq!(settings.validate(), Ok(()));
    assert_eq!(settings.get("ReserveTokens").as_deref(), Some("25000"));
    assert_eq!(settings.get("nonsense"), None);
}

#[test]
fn a_slip_in_a_name_is_answered_with_the_name_that_was_meant() {
    assert_eq!(
        refused("treshold", "0.8"),
        problem("treshold", "", "is not a setting", "did you mean threshold?")
    );
    assert_eq!(refused("bAutoSummarise", "1").fix, "did you mean bAutoSummarize?");
    assert_eq!(refused("mode", "hybird").fix, "did you mean hybrid?");
    assert_eq!(refused("mode", "x").fix, "use one of rules, llm, hybrid, native");
    let unlike = refused("colour", "red");
    assert!(unlike.fix.starts_with("the settings are preset, enabled, threshold, reset_ratio, "));
    let long = refused(&"x\n".repeat(1_000_000), "1");
    assert_eq!(long.name, format!("{}…", "x\u{fffd}".repeat(40)));
}

#[test]
fn json_of_the_wrong_type_is_refused_with_all_other_problems() {
    let error = Settings::from_json(&json!({
        "enabled": 1,
        "threshold": null,
        "recent_messages_to_keep": 2.5,
        "summary_models": ["gpt-4o", 7],
        "custom_prompt": { "text": "x" },
        "reserve_tokens": null,
        "cooldown": 3,
    }))
    .unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Settings);
    assert_eq!(
        error.to_string(),
        "6 settings cannot be used:
  enabled = \"1\" has the wrong type; use true or false
  threshold = \"null\" has the wrong type; use a number from 0.1 to 0.99, for example 0.8
  recent_messages_to_keep = \"2.5\" is not a whole number; use a whole number from 1 to 10000, \
         for example 10
  summary_models = \"[\\\"gpt-4o\\\",7]\" has the wrong type; use names separated by commas
  custom_prompt = \"{\\\"text\\\":\\\"x\\\"}\" has the wrong type; use text
  cooldown is not a setting; the settings are preset, enabled, threshold, reset_ratio, \
         emergency_ratio, target_ratio, reserve_tokens, cooldown_messages, minimum_messages, \
         recent_messages_to_keep, minimum_recent_messages, refresh_every_messages, \
         no_progress_limit, abort_on_failure, server_tools_share, mode, summary_models, \
         summary_max_tokens, \
         summary_share, ledger_share, summary_chunk_tokens, max_chain_depth, \
         summary_wait_seconds, background_summary_seconds, preserve_error_details, custom_prompt, \
         keep, rounds_per_turn, dollars_per_turn, show_token_count, notice_seconds"
    );
    let error = Settings::from_json(&json!([1])).unwrap_err();
    assert_eq!(error.hint_text(), Some("use {\"name\": value, …}"));
}

#[test]
fn serde_refuses_unknown_names_and_fills_in_defaults() {
    assert_eq!(serde_json::from_str::<Settings>("{}").unwrap(), Settings::default());
    assert!(serde_json::from_str::<Settings>(r#"{"tresh":1}"#).is_err());
    assert!(serde_json::from_str::<Settings>(r#"{"cooldown_messages":-1}"#).is_err());
    let settings = Settings { mode: Mode::Llm, reserve_tokens: Some(9), ..Settings::default() };
    let text = serde_json::to_string(&settings).unwrap();
    assert_eq!(serde_json::from_str::<Settings>(&text).unwrap(), settings);
    assert_eq!(Settings::from_json(&serde_json::to_value(&settings).unwrap()).unwrap(), settings);
}

#[test]
fn what_is_not_named_follows_what_is() {
    let load = |object: Value| Settings::from_json(&object).unwrap();
    let ratios =
        |s: Settings| (s.threshold, s.reset_ratio, s.target_ratio, s.summary_share, s.ledger_share);
    assert_eq!(load(json!({})), Settings::default());
    assert_eq!(ratios(load(json!({ "threshold": 0.4 }))), (0.4, 0.35, 0.25, 0.2, 0.05));
    assert_eq!(ratios(load(json!({ "threshold": 0.95 }))), (0.95, 0.7, 0.5, 0.4, 0.1));
    assert_eq!(ratios(load(json!({ "target_ratio": 0.75 }))), (0.8, 0.75, 0.75, 0.4, 0.1));
    assert_eq!(ratios(load(json!({ "summary_share": 0.45 }))), (0.8, 0.7, 0.5, 0.45, 0.05));
    assert_eq!(ratios(load(json!({ "ledger_share": 0.3 }))), (0.8, 0.7, 0.5, 0.2, 0.3));
    let counts =
        |s: Settings| (s.minimum_messages, s.recent_messages_to_keep, s.minimum_recent_messages);
    assert_eq!(counts(load(json!({ "recent_messages_to_keep": 20 }))), (21, 20, 2));
    assert_eq!(counts(load(json!({ "recent_messages_to_keep": 1 }))), (12, 1, 1));
    assert_eq!(counts(load(json!({ "minimum_recent_messages": 15 }))), (16, 15, 15));
    assert_eq!(counts(load(json!({ "minimum_messages": 2 }))), (2, 10, 1));
    assert_eq!(load(json!({ "refresh_every_messages": 3 })).cooldown_messages, 2);
    assert_eq!(load(json!({ "summary_max_tokens": 100_000 })).summary_chunk_tokens, 200_000);
    assert_eq!(load(json!({ "summary_chunk_tokens": 4_000 })).summary_max_tokens, 2_000);
}

#[test]
fn two_named_values_that_contradict_each_other_are_refused() {
    let error = Settings::from_json(&json!({ "threshold": 0.6, "reset_ratio": 0.7 })).unwrap_err();
    assert_eq!(
        error,
        Error::new(
            ErrorKind::Settings,
            "\"0.7\" is above the threshold 0.6: the trigger would re-arm while it fires"
        )
        .at("reset_ratio")
        .hint("use at most 0.6, or a higher threshold")
    );
    assert!(Settings::from_json(&json!({ "reset_ratio": 0.85 })).is_err());
}

#[test]
fn a_reserve_that_eats_the_window_is_refused() {
    let settings = Settings { reserve_tokens: Some(8_000), ..Settings::default() };
    assert_eq!(settings.validate(), Ok(()));
    assert_eq!(
        settings.validate_for(8_000),
        Err(vec![problem(
            "reserve_tokens",
            "8000",
            "uses up a window of 8000 tokens",
            "use a whole number from 0 to 4000, or auto"
        )])
    );
    assert_eq!(settings.validate_for(8_888), Ok(()));
    assert_eq!(
        settings.validate_for(8_100),
        Err(vec![problem(
            "reserve_tokens",
            "8000",
            "leaves 100 of a window of 8100 tokens, less than a tenth: every message would start \
             a compaction",
            "use a whole number from 0 to 4050, or auto"
        )])
    );
    assert_eq!(Settings::default().validate_for(1), Ok(()));
    assert_eq!(Settings::default().validate_for(0).unwrap_err()[0].name, "window");
}

proptest! {
    #[test]
    fn no_text_brings_the_setters_down(name in ".{0,40}", text in "\\PC{0,40}") {
        let mut settings = Settings::default();
        let _ = settings.set(&name, &text);
        for info in SETTINGS {
            let mut settings = Settings::default();
            if settings.set(info.name, &text).is_ok() {
                let written = settings.get(info.name).unwrap();
                let mut again = Settings::default();
                prop_assert_eq!(again.set(info.name, &written), Ok(()));
                prop_assert_eq!(&again, &settings);
            } else {
                prop_assert_eq!(&settings, &Settings::default());
            }
        }
    }

    #[test]
    fn whatever_one_value_is_named_the_rest_follows_or_the_named_one_is_refused(
        at in 0..SETTINGS.len(),
        share in 0.0..1.0_f64,
    ) {
        let info = &SETTINGS[at];
        let numbers = !matches!(info.kind, SettingKind::Text | SettingKind::List);
        if let (true, Some(min), Some(max)) = (numbers, info.min, info.max) {
            let mut value = min + (max - min) * share;
            if !matches!(info.kind, SettingKind::Ratio | SettingKind::Number) {
                value = value.floor();
            }
            let contradictable =
                ["reset_ratio", "emergency_ratio", "target_ratio", "summary_share"];
            match Settings::from_pairs([(info.name, value.to_string().as_str())]) {
                Ok(settings) => prop_assert_eq!(settings.validate(), Ok(())),
                Err(error) => prop_assert!(
                    contradictable.contains(&info.name),
                    "{} = {}: {}", info.name, value, error
                ),
            }
        }
    }
}

#[test]
fn phrases_to_keep_are_lines_of_text_and_may_hold_commas() {
    let mut settings = Settings::default();
    settings.set("keep", " BP_Door\n\nnever touch Config/, ever \r\n").unwrap();
    let expected = vec!["BP_Door".to_owned(), "never touch Config/, ever".to_owned()];
    assert_eq!(settings.keep, expected);
    assert_eq!(settings.get("keep").as_deref(), Some("BP_Door\nnever touch Config/, ever"));
    let named = json!({ "keep": ["BP_Door", "never touch Config/, ever"] });
    assert_eq!(Settings::from_json(&named).unwrap().keep, expected);
    let again = Settings::from_json(&serde_json::to_value(&settings).unwrap()).unwrap();
    assert_eq!(again, settings);
    // Only this text is a list.
    assert!(Settings::from_json(&json!({ "custom_prompt": ["a"] })).is_err());
    assert!(Settings::from_json(&json!({ "keep": ["a", 1] })).is_err());
}

#[test]
fn too_long_a_list_of_phrases_is_a_problem_that_names_it() {
    let with = |keep: Vec<String>| Settings { keep, ..Settings::default() };
    let told = |settings: &Settings, window| {
        let problems = settings.validate_for(window).err().unwrap_or_default();
        problems.iter().map(|it| format!("{} {}", it.name, it.message)).collect::<Vec<_>>()
    };
    let phrases = |count: usize, length: usize| {
        (0..count).map(|at| format!("{at:03}{}", "x".repeat(length - 3))).collect::<Vec<_>>()
    };
    assert_eq!(told(&with(phrases(19, 199)), 128_000), Vec::<String>::new());
    assert_eq!(told(&with(phrases(40, 199)), 128_000), ["keep has 8000 characters"]);
    assert_eq!(told(&with(phrases(65, 10)), 128_000), ["keep has 65 phrases"]);
    assert_eq!(told(&with(phrases(1, 201)), 128_000), ["keep[0] has more than 200 characters"]);
    let twice = vec!["a".to_owned(), " ".to_owned()];
    assert_eq!(told(&with(twice), 128_000), ["keep[1] is empty"]);
    let twice = vec!["a".to_owned(), "a".to_owned()];
    assert_eq!(told(&with(twice), 128_000), ["keep[1] occurs twice"]);
    assert_eq!(
        told(&with(phrases(19, 199)), 8_000),
        [
            "keep takes about 1266 tokens of each summary, more than a twentieth of a window of 8000 \
          tokens"
        ]
    );
}
