//! The generated constants are what the core and the calls say.

use vibeue_core::settings::{MOST_LINES, SETTINGS, SettingKind, Settings};

use crate::constants::*;
use crate::ffi::ffi::StatusCode;
use crate::{messages, parts, pump};

#[test]
fn status_codes_have_the_numbers_of_the_header() {
    let codes = [
        (StatusCode::Ok, VIBEUE_STATUS_OK),
        (StatusCode::Input, VIBEUE_STATUS_INPUT),
        (StatusCode::Settings, VIBEUE_STATUS_SETTINGS),
        (StatusCode::Irreducible, VIBEUE_STATUS_IRREDUCIBLE),
        (StatusCode::Conflict, VIBEUE_STATUS_CONFLICT),
        (StatusCode::Busy, VIBEUE_STATUS_BUSY),
        (StatusCode::Cancelled, VIBEUE_STATUS_CANCELLED),
        (StatusCode::Io, VIBEUE_STATUS_IO),
        (StatusCode::Internal, VIBEUE_STATUS_INTERNAL),
        (StatusCode::Closed, VIBEUE_STATUS_CLOSED),
    ];
    for (code, number) in codes {
        assert_eq!(code.repr, number, "{code:?}");
    }
}

#[test]
fn limits_are_those_of_the_calls() {
    assert_eq!(VIBEUE_MAX_MESSAGE_BYTES as usize, parts::MAX_MESSAGE_BYTES);
    assert_eq!(VIBEUE_MAX_PAGE, messages::MAX_PAGE);
    assert_eq!(VIBEUE_MAX_EVENTS_PER_PUMP, pump::MAX_EVENTS);
    assert_eq!(VIBEUE_MAX_SETTING_LINES as usize, MOST_LINES);
}

#[test]
fn defaults_are_those_of_the_core() {
    let core = Settings::default();
    let of_header = Settings {
        preset: vibeue_core::settings::SettingsPreset::ALL[usize::from(VIBEUE_DEFAULT_PRESET)],
        enabled: VIBEUE_DEFAULT_ENABLED,
        mode: vibeue_core::settings::Mode::ALL[usize::from(VIBEUE_DEFAULT_MODE)],
        threshold: VIBEUE_DEFAULT_THRESHOLD,
        reset_ratio: VIBEUE_DEFAULT_RESET_RATIO,
        emergency_ratio: VIBEUE_DEFAULT_EMERGENCY_RATIO,
        cooldown_messages: VIBEUE_DEFAULT_COOLDOWN_MESSAGES,
        minimum_messages: VIBEUE_DEFAULT_MINIMUM_MESSAGES,
        recent_messages_to_keep: VIBEUE_DEFAULT_RECENT_MESSAGES_TO_KEEP,
        minimum_recent_messages: VIBEUE_DEFAULT_MINIMUM_RECENT_MESSAGES,
        max_chain_depth: VIBEUE_DEFAULT_MAX_CHAIN_DEPTH,
        refresh_every_messages: VIBEUE_DEFAULT_REFRESH_EVERY_MESSAGES,
        no_progress_limit: VIBEUE_DEFAULT_NO_PROGRESS_LIMIT,
        abort_on_failure: VIBEUE_DEFAULT_ABORT_ON_FAILURE,
        server_tools_share: VIBEUE_DEFAULT_SERVER_TOOLS_SHARE,
        reserve_tokens: u64::try_from(VIBEUE_DEFAULT_RESERVE_TOKENS).ok(),
        target_ratio: VIBEUE_DEFAULT_TARGET_RATIO,
        summary_max_tokens: VIBEUE_DEFAULT_SUMMARY_MAX_TOKENS as u64,
        summary_share: VIBEUE_DEFAULT_SUMMARY_SHARE,
        ledger_share: VIBEUE_DEFAULT_LEDGER_SHARE,
        summary_chunk_tokens: VIBEUE_DEFAULT_SUMMARY_CHUNK_TOKENS as u64,
        summary_wait_seconds: VIBEUE_DEFAULT_SUMMARY_WAIT_SECONDS,
        background_summary_seconds: VIBEUE_DEFAULT_BACKGROUND_SUMMARY_SECONDS,
        preserve_error_details: VIBEUE_DEFAULT_PRESERVE_ERROR_DETAILS,
        rounds_per_turn: VIBEUE_DEFAULT_ROUNDS_PER_TURN,
        dollars_per_turn: VIBEUE_DEFAULT_DOLLARS_PER_TURN,
        show_token_count: VIBEUE_DEFAULT_SHOW_TOKEN_COUNT,
        notice_seconds: VIBEUE_DEFAULT_NOTICE_SECONDS,
        // Texts and lists have no constant.
        ..core.clone()
    };
    assert_eq!(of_header, core);
    // Each of the table's defaults is in the header, by its name.
    for info in SETTINGS {
        let number = |text: &str| text.replace('_', "").parse::<f64>().unwrap();
        let name = format!("VIBEUE_DEFAULT_{}:", info.name.to_uppercase());
        let constant = || {
            let (_, rest) = include_str!("constants.rs").split_once(&name).expect(&name);
            rest.split_once(" = ").and_then(|(_, rest)| rest.split(';').next()).expect(&name)
        };
        match info.kind {
            SettingKind::Text | SettingKind::List => {}
            SettingKind::Switch => assert_eq!(constant(), info.default, "{name}"),
            SettingKind::Choice(words) => {
                assert_eq!(
                    constant(),
                    words.iter().position(|it| *it == info.default).unwrap().to_string()
                );
            }
            SettingKind::LearnedTokens => assert_eq!((constant(), info.default), ("-1", "auto")),
            SettingKind::Whole | SettingKind::Ratio | SettingKind::Tokens | SettingKind::Number => {
                assert!((number(constant()) - number(info.default)).abs() < 1e-12, "{name}");
            }
        }
    }
    assert_eq!(VIBEUE_DEFAULT_RESERVE_TOKENS, VIBEUE_AUTO);
}

#[test]
fn ranges_are_those_of_the_core() {
    let range = |name: &str| {
        let info = SETTINGS.iter().find(|info| info.name == name).unwrap();
        (info.min.unwrap(), info.max.unwrap())
    };
    assert_eq!(range("threshold"), (VIBEUE_MIN_THRESHOLD, VIBEUE_MAX_THRESHOLD));
    let (min, max) = (VIBEUE_MIN_RESERVE_TOKENS as f64, VIBEUE_MAX_RESERVE_TOKENS as f64);
    assert_eq!(range("reserve_tokens"), (min, max));
    let (min, max) = (VIBEUE_MIN_CUSTOM_PROMPT.into(), VIBEUE_MAX_CUSTOM_PROMPT.into());
    assert_eq!(range("custom_prompt"), (min, max));
    // Each of the table's bounds is in the header, by its name.
    let header = include_str!("constants.rs");
    for info in SETTINGS.iter().filter(|info| info.min.is_some()) {
        let name = info.name.to_uppercase();
        for which in ["MIN", "MAX"] {
            assert!(header.contains(&format!("VIBEUE_{which}_{name}:")), "{which} of {name}");
        }
    }
}
