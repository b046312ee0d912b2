//! A conversation that is nearly full always moves, whatever its shape, and keeps moving cycle
//! after cycle.

#![allow(clippy::unwrap_used, reason = "a test may fail by panic")]

#[path = "support/bytes.rs"]
mod bytes;

use bytes::Bytes;
use vibeue_core::compaction::{CompactRequest, Compaction, Measure, Outcome, compact, texts_of};
use vibeue_core::conversation::pairing::check_pairs;
use vibeue_core::conversation::{Extra, Message, MessageId, MessageKind, Part, Role, ToolCall};
use vibeue_core::settings::Settings;

/// A conversation under construction.
#[derive(Default)]
struct Talk {
    messages: Vec<Message>,
    /// The number of the last id given.
    ids: u64,
}

impl Talk {
    fn new() -> Self {
        let mut talk = Self::default();
        talk.say(Role::System, "You help in a game editor.");
        talk
    }

    fn push(&mut self, message: Message) {
        self.ids += 1;
        self.messages.push(Message { id: MessageId(self.ids), ..message });
    }

    fn say(&mut self, role: Role, text: &str) {
        self.push(Message::text(MessageId(0), role, text));
    }

    fn round(&mut self, tool: &str, arguments: &serde_json::Value, result: &str) {
        let id = format!("call_{}", self.ids);
        let call = ToolCall {
            id: id.as_str().into(),
            name: tool.into(),
            arguments: arguments.to_string(),
            extra: Extra::new(),
        };
        let parts = vec![Part::ToolCall(Box::new(call))];
        self.push(Message::new(MessageId(0), Role::Assistant, parts));
        self.push(Message::tool_result(MessageId(0), id, None, result, false));
    }

    fn total(&self) -> u64 {
        self.messages.iter().map(|message| Bytes.message(message)).sum()
    }

    fn outcome(&self, available: u64, settings: &Settings, forced: bool) -> Outcome {
        let refs: Vec<&Message> = self.messages.iter().collect();
        let tokens: Vec<u64> = refs.iter().map(|message| Bytes.message(message)).collect();
        let request = CompactRequest {
            messages: &refs,
            tokens: &tokens,
            fixed: 0,
            available,
            settings,
            reason: "test",
            forced,
            next_id: MessageId(self.ids + 1),
            next_record: 1,
            now: 1_700_000_000_000,
        };
        compact(&request, &Bytes).unwrap()
    }

    /// Compacts and applies; says why if nothing was done.
    fn compact(&mut self, available: u64, forced: bool) -> Result<Compaction, String> {
        match self.outcome(available, &Settings::default(), forced) {
            Outcome::Unchanged(why) => Err(why),
            Outcome::Compacted(compaction) => {
                self.messages = compaction.apply(&self.messages);
                self.ids += 1;
                assert_eq!(compaction.tokens_after, self.total());
                check_pairs(&self.messages).unwrap();
                Ok(*compaction)
            }
        }
    }
}

/// Lines of a log that differ from each other, of about this many tokens.
fn log(seed: u64, tokens: u64) -> String {
    let mut text = String::new();
    let mut line = 0;
    while (text.len() as u64) < tokens * 4 {
        line += 1;
        text.push_str(&format!("[{seed}.{line}] module {} linked in {} ms\n", line % 97, line * 7));
    }
    text.truncate((tokens * 4) as usize);
    text
}

/// Talks that fill the same share of a budget in very different ways.
fn shapes(available: u64, percent: u64) -> Vec<(&'static str, Talk)> {
    let full = available * percent / 100;
    let mut shapes = Vec::new();

    let mut talk = Talk::new();
    talk.say(Role::User, "Why does the build fail?");
    let left = full - talk.total() - 8;
    talk.say(Role::Assistant, &log(1, left));
    shapes.push(("a question and one huge answer", talk));

    let mut talk = Talk::new();
    talk.say(Role::User, "Why does the build fail?");
    let left = full - talk.total() - 40;
    talk.round("read_log", &serde_json::json!({ "path": "Saved/Logs/Game.log" }), &log(2, left));
    shapes.push(("a question and one huge result", talk));

    let mut talk = Talk::new();
    talk.say(Role::User, &log(3, full * 3 / 10));
    talk.say(Role::Assistant, &log(4, full * 4 / 10));
    talk.say(Role::User, "And now?");
    let left = full - talk.total() - 8;
    talk.say(Role::Assistant, &log(5, left));
    shapes.push(("four messages, three of them huge", talk));

    let mut talk = Talk::new();
    for at in 0..6 {
        talk.say(Role::User, &format!("Look at part {at}."));
        let left = (full - talk.total()) / (6 - at);
        talk.say(Role::Assistant, &log(10 + at, left.saturating_sub(30)));
    }
    shapes.push(("nothing but recent messages", talk));

    let mut talk = Talk::new();
    talk.say(Role::User, "Move every door to the new component, one after the other.");
    for at in 0..20 {
        let left = (full - talk.total()) / (20 - at);
        let arguments = serde_json::json!({ "path": format!("Source/Door{at}.cpp") });
        talk.round("read_file", &arguments, &log(30 + at, left.saturating_sub(40)));
    }
    shapes.push(("one long turn of many rounds", talk));

    let mut talk = Talk::new();
    talk.say(Role::User, "First the harbour, please. Never touch Content/Legacy.");
    for at in 0..30 {
        talk.say(Role::Assistant, &log(60 + at, available / 25));
        talk.say(Role::User, &format!("Go on with part {at}."));
    }
    talk.compact(available, true).unwrap();
    let first = talk.messages.iter().position(|it| it.kind == MessageKind::Summary).unwrap();
    talk.messages.truncate(first + 1);
    for at in 0..4 {
        talk.say(Role::User, &format!("Now part {at} of the other side."));
        let left = (full - talk.total()) / (4 - at);
        talk.say(Role::Assistant, &log(100 + at, left.saturating_sub(30)));
    }
    shapes.push(("a summary and eight recent messages", talk));
    shapes
}

#[test]
fn a_conversation_that_is_nearly_full_moves_in_every_shape() {
    let settings = Settings::default();
    for available in [12_000, 26_000, 120_000] {
        for percent in [90, 94, 98] {
            for forced in [false, true] {
                for (name, mut talk) in shapes(available, percent) {
                    let before = talk.total();
                    let place = format!("{name}, {percent} % of {available}, forced {forced}");
                    assert!(before * 100 >= available * (percent - 1), "{place}: {before}");
                    let after = match talk.compact(available, forced) {
                        Ok(compaction) => compaction.tokens_after,
                        Err(why) => panic!("{place}: {why}"),
                    };
                    // Below the threshold, so that it does not start at once again.
                    assert!((after as f64) < settings.threshold * available as f64, "{place}");
                    assert!(after * 10 <= before * 8, "{place}: {before} -> {after}");
                    let again = talk.outcome(available, &settings, forced);
                    assert!(matches!(again, Outcome::Unchanged(_)), "{place}: {again:#?}");
                }
            }
        }
    }
}

#[test]
fn what_is_left_of_a_conversation_far_over_its_budget_starts_no_compaction() {
    std::thread::scope(|all| {
        for forced in [false, true] {
            all.spawn(move || assert_all_shapes_come_to_rest(forced));
        }
    });
}

/// Compacts conversations of every shape and size, in every budget.
fn assert_all_shapes_come_to_rest(forced: bool) {
    let settings = Settings::default();
    for available in [3_000, 4_000, 6_000, 9_000, 16_000, 32_000] {
        for percent in [101, 125, 300, 1_600] {
            for (name, mut talk) in shapes(available, percent) {
                let place = format!("{name}, {percent} % of {available}, forced {forced}");
                let after = match talk.compact(available, forced) {
                    Ok(compaction) => compaction.tokens_after,
                    Err(why) => panic!("{place}: {why}"),
                };
                let share = after as f64 / available as f64;
                assert!(share < settings.threshold, "{place}: {share:.3}");
            }
        }
    }
}

#[test]
fn one_turn_of_125_000_tokens_is_split_so_that_it_fits() {
    let mut rounds = Talk::new();
    rounds.say(Role::User, "Move every door to the new component. Never touch Config/.");
    for at in 0..40 {
        let arguments = serde_json::json!({ "path": format!("Source/Door{at}.cpp") });
        rounds.round("read_file", &arguments, &log(at, 3_050));
    }
    let mut single = Talk::new();
    single.say(Role::User, "Move every door to the new component. Never touch Config/.");
    let path = serde_json::json!({ "path": "Saved/Logs/Game.log" });
    single.round("read_log", &path, &log(1, 125_000));
    for (name, talk) in [("40 rounds", rounds), ("one result", single)] {
        assert!(talk.total() > 120_000, "{name}");
        for available in [32_000, 16_000] {
            for forced in [false, true] {
                let mut talk = Talk { messages: talk.messages.clone(), ids: talk.ids };
                let compaction = talk.compact(available, forced).unwrap();
                let place = format!("{name} in {available}, forced {forced}");
                let after = compaction.tokens_after;
                assert!(after * 10 < available * 8, "{place}: {after} at once triggers again");
                let request = talk.messages.iter().find(|it| it.is_user_request()).unwrap();
                assert_eq!(
                    request.joined_text(),
                    "Move every door to the new component. Never touch Config/.",
                    "{place}"
                );
                let told: String = talk.messages.iter().map(|it| texts_of(it).join("\n")).collect();
                // Something of the newest result is still there, and the way to the rest.
                let last = if name == "one result" { "Game.log" } else { "Source/Door39.cpp" };
                assert!(told.contains(last), "{place}");
                assert!(told.contains("archived"), "{place}");
            }
        }
    }
}

#[test]
fn recent_messages_give_way_one_after_the_other() {
    // The larger the recent messages, the fewer of them stay, never none.
    let kept = |each: u64| {
        let mut talk = Talk::new();
        for at in 0..(18_000 / each).max(8) {
            talk.say(Role::User, &format!("Now door {at}, please."));
            talk.say(Role::Assistant, &log(at, each));
        }
        talk.compact(20_000, true).unwrap();
        talk.messages.iter().filter(|it| it.kind == MessageKind::Normal).count() - 1
    };
    let kept: Vec<usize> = [100, 700, 1_000, 1_200, 1_600, 6_000].into_iter().map(kept).collect();
    assert!(kept.is_sorted_by(|more, fewer| more >= fewer), "{kept:?}");
    assert!(kept[0] == 10 && *kept.last().unwrap() >= 2, "{kept:?}");
    let mut steps = kept.clone();
    steps.dedup();
    assert!(steps.len() >= 4, "step by step: {kept:?}");
}

#[test]
fn what_the_user_wants_kept_is_in_every_summary_word_for_word() {
    let mut settings = Settings {
        keep: vec!["BP_Door".to_owned(), "never touch Config/".to_owned()],
        ..Settings::default()
    };
    let mut talk = Talk::new();
    let kept = [
        "If BP_Door squeaks again, oil the upper hinge with number 7.",
        "I measured BP_Door at 118.25 degrees, two more than the design says.",
        "And never touch Config/, whatever the linter says.",
    ];
    talk.say(Role::User, &format!("Good morning. {} The rest is up to you.", kept[0]));
    talk.say(Role::Assistant, &format!("I looked around first. {} Going on.", kept[1]));
    talk.say(Role::User, &format!("Fine. {} Go on, please.", kept[2]));
    for round in 0..3 {
        for at in 0..60 {
            talk.say(Role::User, &format!("Now look at crate {at} of row {round}, please."));
            talk.say(Role::Assistant, &log(round * 100 + at, 120));
        }
        let Outcome::Compacted(compaction) = talk.outcome(4_000, &settings, false) else {
            panic!("round {round}")
        };
        talk.messages = compaction.apply(&talk.messages);
        talk.ids += 1;
        let summary = compaction.summary.unwrap().joined_text();
        let list = "- Keep (settings): \"BP_Door\", \"never touch Config/\"\n";
        assert_eq!(summary.matches(list).count(), 1, "round {round}: {summary}");
        // A rule has its line as one.
        let leads = ["Kept (m2 user): ", "Kept (m3): ", "Rule (m4): Fine. "];
        for (sentence, lead) in kept.iter().zip(leads) {
            let line = format!("- {lead}{sentence}\n");
            assert_eq!(summary.matches(&line).count(), 1, "round {round}: {summary}");
        }
    }
    // The list is that of the settings, not of an older summary.
    settings.keep = vec!["crate 59 of row 2".to_owned()];
    talk.say(Role::User, &log(999, 2_500));
    talk.say(Role::User, "And now?");
    let Outcome::Compacted(compaction) = talk.outcome(4_000, &settings, true) else {
        panic!("the last round")
    };
    let summary = compaction.summary.unwrap().joined_text();
    assert!(summary.contains("- Keep (settings): \"crate 59 of row 2\"\n"), "{summary}");
    assert!(!summary.contains("never touch Config/\""), "{summary}");
}

#[test]
fn fifty_cycles_in_a_small_window_free_as_much_each_time_and_keep_what_matters() {
    const AVAILABLE: u64 = 32_000;
    let rules = ["Never touch Content/Legacy.", "Always run Tidewrack.Doors before you save."];
    let mut talk = Talk::new();
    talk.say(Role::User, &format!("{} {} Now fix the vault door.", rules[0], rules[1]));
    talk.say(Role::User, "Keep this: the pipe ticket is TW-4711.");
    talk.messages[2].pinned = true;
    let pinned = talk.messages[2].clone();
    let mut freed = Vec::new();
    let mut turn = 0;
    while freed.len() < 50 {
        turn += 1;
        talk.say(Role::User, &format!("Door {turn} hangs by {turn}.5 cm; look at its hinge."));
        for at in 0..4 {
            let arguments = serde_json::json!({ "path": format!("Source/Door{turn}_{at}.cpp") });
            talk.round("read_file", &arguments, &log(turn * 10 + at, 500));
            let cause = format!("Hinge{turn}_{at} was scaled twice, so I removed the inner scale.");
            talk.say(Role::Assistant, &cause);
        }
        if talk.total() * 10 < AVAILABLE * 8 {
            continue;
        }
        let open = format!("After door {turn} remind me to tag build {turn}.");
        talk.say(Role::User, &open);
        let compaction = talk.compact(AVAILABLE, false).unwrap();
        freed.push(1.0 - compaction.tokens_after as f64 / compaction.tokens_before as f64);
        let told: Vec<String> = talk.messages.iter().map(|it| texts_of(it).join("\n")).collect();
        let told = told.join("\n");
        for rule in rules {
            assert!(told.contains(rule), "cycle {}: {rule}\n{told}", freed.len());
        }
        assert!(told.contains(&open), "cycle {}: {open}", freed.len());
        assert!(talk.messages.contains(&pinned), "cycle {}: the pin", freed.len());
        let summaries = talk.messages.iter().filter(|it| it.kind == MessageKind::Summary).count();
        assert!(summaries <= 1, "cycle {}", freed.len());
    }
    let worst = freed.iter().copied().fold(1.0, f64::min);
    assert!(worst >= 0.30, "{freed:?}");
    let mean = |part: &[f64]| part.iter().sum::<f64>() / part.len() as f64;
    assert!(mean(&freed[40..]) >= mean(&freed[..10]) - 0.02, "{freed:?}");
}
