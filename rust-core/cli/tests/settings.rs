//! `vibeue settings`: the effective settings and their sources.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod support;

use serde_json::json;
use support::Workshop;
use vibeue_core::settings::SETTINGS;

#[test]
fn every_setting_is_listed_with_its_default_where_nobody_said_anything() {
    let shown = Workshop::new().json(&["settings"]);
    assert_eq!(shown["file"], json!(null));
    for info in SETTINGS {
        assert_eq!(shown["settings"][info.name]["origin"], json!("default"), "{}", info.name);
    }
    assert_eq!(shown["settings"]["threshold"]["value"], json!("0.8"));
    assert_eq!(shown["settings"]["model"]["value"], json!(""));
}

#[test]
fn a_value_is_shown_with_who_said_it() {
    let shop = Workshop::new();
    shop.write("s.toml", "threshold = 0.9\nprovider = \"anthropic\"\ncooldown_messages = 6\n");
    let mut command =
        shop.command(&["settings", "--json", "--config", "s.toml", "--set", "model=m"]);
    let output = command.env("VIBEUE_THRESHOLD", "0.85").output().unwrap();
    let shown: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let said = |name: &str| {
        (shown["settings"][name]["value"].clone(), shown["settings"][name]["origin"].clone())
    };
    assert_eq!(said("threshold"), (json!("0.85"), json!("$VIBEUE_THRESHOLD")));
    assert_eq!(said("cooldown_messages"), (json!("6"), json!("s.toml")));
    assert_eq!(said("provider"), (json!("anthropic"), json!("s.toml")));
    assert_eq!(said("model"), (json!("m"), json!("command line")));
}

#[test]
fn the_list_for_people_names_groups_values_and_origins() {
    let shop = Workshop::new();
    shop.write("s.toml", "threshold = 0.9\n");
    let answer = shop.run(&["settings", "--config", "s.toml", "--explain"]);
    assert_eq!((answer.code, answer.err.as_str()), (Some(0), ""));
    for wanted in ["Provider", "Context Management", "Summarization", "Interface", "file: s.toml"] {
        assert!(answer.out.contains(wanted), "{wanted}: {}", answer.out);
    }
    assert!(answer.out.lines().any(|line| {
        let words: Vec<_> = line.split_whitespace().collect();
        words.first() == Some(&"threshold")
            && words.contains(&"0.9")
            && words.last() == Some(&"s.toml")
    }));
    // Each meaning is below its setting, and no column is as wide as one.
    let lines: Vec<&str> = answer.out.lines().collect();
    for info in SETTINGS {
        let at = lines.iter().position(|line| line.split(' ').next() == Some(info.name)).unwrap();
        assert_eq!(lines[at + 1], format!("  {}", info.meaning));
        assert!(lines[at].chars().count() <= 120, "{}", lines[at]);
    }
}

#[test]
fn what_is_not_set_has_no_unit_and_what_follows_another_is_not_a_default() {
    let answer = Workshop::new().run(&["settings", "--set", "threshold=0.6"]);
    assert_eq!((answer.code, answer.err.as_str()), (Some(0), ""));
    let line = |name: &str| {
        let line = answer.out.lines().find(|line| line.split(' ').next() == Some(name)).unwrap();
        line.split("  ").map(str::trim).filter(|cell| !cell.is_empty()).collect::<Vec<_>>()
    };
    assert_eq!(line("summary_models"), ["summary_models", "not set", "default"]);
    assert_eq!(line("custom_prompt"), ["custom_prompt", "not set", "default"]);
    assert_eq!(line("reserve_tokens"), ["reserve_tokens", "auto", "default"]);
    assert_eq!(line("threshold"), ["threshold", "0.6", "share of the budget", "command line"]);
    assert_eq!(
        line("reset_ratio"),
        ["reset_ratio", "0.525", "share of the budget", "derived from others"]
    );
}

#[test]
fn a_wrong_word_ends_with_code_2_and_says_who_said_it() {
    let shop = Workshop::new();
    shop.write("s.toml", "treshold = 0.9\n");
    let cases = [
        (vec!["settings", "--config", "s.toml"], "s.toml: treshold"),
        (vec!["settings", "--config", "none.toml"], "cannot read the settings file"),
        (vec!["settings", "--set", "threshold=8"], "command line: threshold"),
        (vec!["settings", "--set", "reset_ratio=0.9", "--set", "threshold=0.8"], "reset_ratio"),
    ];
    for (args, wanted) in cases {
        let answer = shop.run(&args);
        assert_eq!((answer.code, answer.out.as_str()), (Some(2), ""), "{args:?}");
        assert!(answer.err.contains(wanted), "{args:?}: {}", answer.err);
    }
}
