//! Values that do not go together.

use super::*;

/// Changes the defaults, and returns the names of the problems.
fn contradictions(change: impl FnOnce(&mut Settings)) -> Vec<String> {
    let mut settings = Settings::default();
    change(&mut settings);
    let problems = settings.validate().err().unwrap_or_default();
    problems.into_iter().map(|problem| problem.name).collect()
}

#[test]
fn values_that_contradict_each_other_are_refused() {
    assert_eq!(contradictions(|s| s.threshold = 0.65), ["reset_ratio"]);
    assert_eq!(contradictions(|s| s.emergency_ratio = 0.79), ["emergency_ratio"]);
    assert_eq!(contradictions(|s| s.target_ratio = 0.71), ["target_ratio"]);
    assert_eq!(contradictions(|s| (s.target_ratio, s.reset_ratio) = (0.8, 0.8)), ["target_ratio"]);
    assert_eq!(contradictions(|s| s.summary_share = 0.41), ["summary_share"]);
    assert_eq!(contradictions(|s| s.summary_max_tokens = 64_000), ["summary_max_tokens"]);
    assert_eq!(contradictions(|s| s.recent_messages_to_keep = 1), ["minimum_recent_messages"]);
    assert_eq!(contradictions(|s| s.minimum_messages = 2), ["minimum_messages"]);
    assert_eq!(contradictions(|s| s.refresh_every_messages = 4), ["refresh_every_messages"]);
}

#[test]
#[expect(clippy::too_many_lines, reason = "a table of settings")]
fn each_contradiction_names_the_other_value_why_and_what_to_do() {
    type Change = fn(&mut Settings);
    let told = |change: Change| {
        let mut settings = Settings::default();
        change(&mut settings);
        let problems = settings.validate_for(128_000).unwrap_err();
        let told: Vec<String> = problems.iter().map(ToString::to_string).collect();
        told.join("\n")
    };
    let cases: [(Change, &str); 11] = [
        (
            |s| s.threshold = 0.65,
            "reset_ratio = \"0.7\" is above the threshold 0.65: the trigger would re-arm while it \
             fires; use at most 0.65, or a higher threshold",
        ),
        (
            |s| s.emergency_ratio = 0.79,
            "emergency_ratio = \"0.79\" is below the threshold 0.8: every compaction would be an \
             emergency; use at least 0.8, or a lower threshold",
        ),
        (
            |s| s.target_ratio = 0.71,
            "target_ratio = \"0.71\" is above the reset ratio 0.7: a compaction would not re-arm \
             the trigger; use at most 0.7, or a higher reset_ratio",
        ),
        (
            |s| (s.target_ratio, s.reset_ratio) = (0.8, 0.8),
            "target_ratio = \"0.8\" is not below the threshold 0.8: a compaction would start the \
             next; use less than 0.8, or a higher threshold",
        ),
        (
            |s| s.summary_share = 0.41,
            "summary_share = \"0.41\" and ledger_share 0.1 together are above the target ratio \
             0.5: summaries alone could miss it; lower one of the two shares, or raise \
             target_ratio",
        ),
        (
            |s| s.summary_max_tokens = 64_000,
            "summary_max_tokens = \"64000\" is not below summary_chunk_tokens 64000: a summary \
             could be as long as the text it summarizes; lower summary_max_tokens, or raise \
             summary_chunk_tokens",
        ),
        (
            |s| s.recent_messages_to_keep = 1,
            "minimum_recent_messages = \"2\" is above recent_messages_to_keep 1; use at most 1, or \
             keep more",
        ),
        (
            |s| s.minimum_messages = 2,
            "minimum_messages = \"2\" is not above minimum_recent_messages 2: a compaction could \
             start with nothing to condense; use at least 3",
        ),
        (
            |s| s.refresh_every_messages = 4,
            "refresh_every_messages = \"4\" is not above cooldown_messages 4: the cooldown would \
             suppress every refresh; use at least 5, or 0 for off",
        ),
        (
            |s| s.reserve_tokens = Some(128_000),
            "reserve_tokens = \"128000\" uses up a window of 128000 tokens; use a whole \
             number from 0 to 64000, or auto",
        ),
        (
            |s| s.reserve_tokens = Some(120_000),
            "reserve_tokens = \"120000\" leaves 8000 of a window of 128000 tokens, less than a \
             tenth: every message would start a compaction; use a whole number from 0 to 64000, or \
             auto",
        ),
    ];
    for (change, expected) in cases {
        assert_eq!(told(change), expected);
    }
}

#[test]
fn values_that_just_go_together_are_taken() {
    let none: [&str; 0] = [];
    assert_eq!(contradictions(|s| s.threshold = 0.7), none);
    assert_eq!(contradictions(|s| s.emergency_ratio = 0.8), none);
    assert_eq!(contradictions(|s| s.target_ratio = 0.7), none);
    assert_eq!(contradictions(|s| (s.summary_share, s.ledger_share) = (0.2, 0.3)), none);
    assert_eq!(
        // 0.1 + 0.2 is a little above 0.3 in binary.
        contradictions(|s| (s.target_ratio, s.summary_share, s.ledger_share) = (0.3, 0.1, 0.2)),
        none
    );
    assert_eq!(contradictions(|s| s.minimum_messages = 3), none);
    assert_eq!(contradictions(|s| s.refresh_every_messages = 5), none);
}
