//! When a compaction starts, and what is counted for it.

use serde_json::{Value, json};
use vibeue_core::ErrorKind;
use vibeue_core::compaction::{Hold, Reason, Situation, Trigger};
use vibeue_core::conversation::transcript::{ReadOptions, read};
use vibeue_core::conversation::{Conversation, Message, MessageId, Part};
use vibeue_core::settings::Settings;
use vibeue_core::tokens::exact::Encoding;
use vibeue_core::tokens::models::Family;
use vibeue_core::tokens::{
    Budget, Calibration, Counter, Observation, ReplyLengths, ServerUsage, Tally, Usage,
};

use super::*;

fn at(used: u64, available: u64) -> Situation {
    Situation { used, available, messages: 42, depth: 0 }
}

/// opencode fires at the threshold, Goose above it: here it is "at or above",
/// for every share and every budget.
#[test]
fn one_token_below_the_threshold_holds_and_the_threshold_itself_fires() {
    let trigger = Trigger::new();
    for available in [997, 103_000, 115_200, 999_983] {
        for percent in 60..=99_u64 {
            let settings = Settings { threshold: percent as f64 / 100.0, ..Settings::default() };
            let threshold = (available * percent).div_ceil(100);
            let start = |used| trigger.decide(&at(used, available), &settings).start;
            assert_eq!(
                [start(threshold - 1), start(threshold), start(threshold + 1)],
                [None, Some(Reason::Threshold), Some(Reason::Threshold)],
                "{percent} % of {available}"
            );
        }
    }
}

/// Goose reads 0 and 1 as "off", others compact on every turn: here a
/// threshold that is not a share is refused when it is set, with the reason.
#[test]
fn a_threshold_that_is_not_a_share_is_refused_when_it_is_set() {
    for text in ["0", "-0.5", "1", "1.5", "80", "100", "80%", "NaN", "nan", "inf", "-inf", ""] {
        let error = Settings::from_pairs([("threshold", text)]).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Settings, "{text}");
        assert!(error.to_string().contains("threshold"), "{text}: {error}");
    }
    for value in [json!(0), json!(-1), json!(1), json!(80), json!(100), json!(null), json!([0.8])] {
        let error = Settings::from_json(&json!({"threshold": value})).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Settings, "{error}");
    }
    let percent = Settings::from_json(&json!({"threshold": 80})).unwrap_err();
    assert!(percent.to_string().contains("use 0.8: a share, not a percentage"), "{percent}");
    assert_eq!(Settings::from_json(&json!({})).unwrap(), Settings::default());
}

/// The same for values that came past the checks: an almost empty window is
/// never compacted, a full one is (Goose; a navigator's summarizer that ran on
/// every turn).
#[test]
fn a_threshold_that_slipped_through_never_means_always() {
    for threshold in [0.0, -0.0, -1.0, f64::NAN, f64::NEG_INFINITY, f64::INFINITY, 1.5, 100.0] {
        let settings = Settings { threshold, ..Settings::default() };
        let decide = |used| Trigger::new().decide(&at(used, 100_000), &settings);
        assert_eq!(
            (decide(0).start, decide(10).start, decide(99_999).start, decide(100_000).start),
            (None, None, None, Some(Reason::Emergency)),
            "{threshold}"
        );
        let wrong = Settings { emergency_ratio: threshold, ..Settings::default() };
        assert_eq!(Trigger::new().decide(&at(10, 100_000), &wrong).start, None, "{threshold}");
    }
}

/// zed#62423, Gemini's preflight: a paste of half the window onto a history of
/// 60 % starts a compaction before the request leaves, not after its refusal.
#[test]
fn a_pending_paste_starts_a_compaction_before_it_is_sent() {
    let available = 20_000;
    let mut talk = Talk::new();
    talk.system("You help with an editor.");
    talk.exchanges(15, 390);
    let settings = Settings::default();
    let mut tally = Tally::new(meter());
    tally.sync(&talk.messages, &[]);
    let history = tally.total().tokens;
    assert!((11_500..12_500).contains(&history), "{history}");
    assert_eq!(Trigger::new().decide(&at(history, available), &settings).start, None);

    let paste = talk.user(prose(99, 10_000));
    let pending = talk.messages.last().unwrap().clone();
    assert!(tally.exceeds_with(std::slice::from_ref(&pending), available));
    tally.push(&pending);
    let decision = Trigger::new().decide(&at(tally.total().tokens, available), &settings);
    assert_eq!((decision.start, decision.over_budget()), (Some(Reason::Emergency), true));

    let compaction = talk.shrink(available, &settings);
    assert!(talk.tokens() <= available, "{} > {available}", talk.tokens());
    assert_eq!(compaction.tokens_after, talk.tokens());
    assert_eq!(by_id(&talk.messages, paste), Some(&pending), "the paste itself is untouched");
    assert_eq!(talk.messages.last(), Some(&pending));
}

/// codex#11071, gemini-cli#12115: nothing helps against a message that by itself is larger than the
/// window, and the error says which and by how much.
#[test]
fn a_pending_message_larger_than_the_window_is_refused_with_its_size() {
    let mut talk = Talk::new();
    talk.system("You help with an editor.");
    talk.exchanges(20, 100);
    let history = talk.messages.clone();
    talk.user(prose(7, 12_000));
    let system = total(&talk.messages[..1]);
    let pending = total(&talk.messages[41..]);
    let error = refused(talk.compact(0, 10_000, &Settings::default(), false));
    assert_eq!(error.kind(), ErrorKind::Irreducible);
    assert_eq!(
        error.message(),
        format!(
            "what must stay needs {} tokens, {} more than the budget of 10,000: newest user \
             message {}, system prompt {system}",
            grouped(system + pending),
            grouped(system + pending - 10_000),
            grouped(pending)
        )
    );
    assert_eq!(
        error.hint_text(),
        Some("shorten the newest message, or use a model with a larger context window")
    );
    assert_eq!(talk.messages[..41], history, "nothing was changed on the way");
}

/// goose PR#10500, opencode#48828: what cannot be condensed is named before any
/// summary is written.
#[test]
fn a_system_prompt_and_tools_larger_than_the_budget_are_refused_by_name() {
    let mut talk = Talk::new();
    talk.system(prose(1, 3_000));
    talk.user("Hello");
    let system = total(&talk.messages[..1]);
    let request = total(&talk.messages[1..]);
    let error = refused(talk.compact(9_000, 10_000, &Settings::default(), true));
    assert_eq!(error.kind(), ErrorKind::Irreducible);
    assert_eq!(
        error.message(),
        format!(
            "what must stay needs {} tokens, {} more than the budget of 10,000: tools and reply \
             priming 9,000, system prompt {}, newest user message {request}",
            grouped(9_000 + system + request),
            grouped(system + request - 1_000),
            grouped(system)
        )
    );
    assert_eq!(
        error.hint_text(),
        Some(
            "offer fewer tools, or shorten the system prompt, or use a model with a larger context \
             window"
        )
    );
}

/// shotgun#458: a small talk with 30,000 tokens of tool schemas fills most of a
/// window of 40,000.
#[test]
fn tool_schemas_count_and_start_a_compaction() {
    let tools: Vec<Value> = (0..300)
        .map(|nth| {
            json!({"type": "function", "function": {
                "name": format!("tool_{nth}"),
                "description": prose(nth, 72),
                "parameters": {"type": "object", "properties": {
                    "path": {"type": "string", "description": "Which file"}}}
            }})
        })
        .collect();
    let mut talk = Talk::new();
    talk.exchanges(7, 20);
    let mut tally = Tally::new(meter());
    tally.sync(&talk.messages, &[]);
    let settings = Settings::default();
    let available = Budget::new(40_000, 4_000, None).unwrap().available();
    let bare = at(tally.total().tokens, available);
    assert_eq!(Trigger::new().decide(&bare, &settings).start, None);

    tally.set_tools(&tools);
    assert!(tally.usage().tools >= 30_000, "{:?}", tally.usage());
    let used = tally.total().tokens;
    let full = Situation { messages: 14, ..at(used, available) };
    assert_eq!(Trigger::new().decide(&full, &settings).start, Some(Reason::Threshold));
}

/// A screenshot of 3 MB in base64, as the header says 1024 x 1024.
fn screenshot() -> String {
    "iVBORw0KGgoAAAANSUhEUgAABAAAAAQACAYAAAB/HSuD".to_owned() + &"A".repeat(3_000_000)
}

/// tau#452 counted images as 0, cohub PR#122 counted 45 of them as 4.5 million
/// tokens: here an image costs what its pixels cost, wherever it is.
#[test]
fn a_screenshot_of_three_megabytes_counts_as_an_image_wherever_it_is() {
    let data = screenshot();
    let url = format!("data:image/png;base64,{data}");
    let source = json!({"type": "base64", "media_type": "image/png", "data": data});
    let in_openai = json!([{"role": "user", "content": [
        {"type": "text", "text": "Look"}, {"type": "image_url", "image_url": {"url": url}}]}]);
    let in_anthropic = json!([{"role": "user", "content": [
        {"type": "text", "text": "Look"}, {"type": "image", "source": source}]}]);
    let in_a_result = json!([
        {"role": "user", "content": "Look"},
        {"role": "assistant", "content": [
            {"type": "tool_use", "id": "a", "name": "take_screenshot", "input": {}}]},
        {"role": "user", "content": [
            {"type": "tool_result", "tool_use_id": "a", "content": [
                {"type": "image", "source": source}]}]}]);
    for (place, json) in
        [("openai", in_openai), ("anthropic", in_anthropic), ("a result", in_a_result)]
    {
        let read = read(json.to_string().as_bytes(), &ReadOptions::default()).unwrap();
        assert_eq!(read.repairs, [], "{place}");
        let usage = meter().conversation(&read.conversation);
        assert_eq!(usage.images, 765, "{place}");
        assert!(usage.total() < 800, "{place}: {usage:?}");
        for family in [Family::Claude, Family::Gemini, Family::Qwen, Family::Llama] {
            let usage = Counter::for_family(family).conversation(&read.conversation);
            assert!((100..8_000).contains(&usage.images), "{place}, {family:?}: {usage:?}");
        }
    }
}

/// open-webui#28590 fired at half of the window because cached tokens were
/// added to a number that held them already.
#[test]
fn cached_tokens_are_in_the_prompt_once_whoever_reports_them() {
    let prompt = 90_000;
    let reports = [
        json!({"usage": {"prompt_tokens": 90_000, "completion_tokens": 5,
            "prompt_tokens_details": {"cached_tokens": 80_000}}}),
        json!({"usage": {"input_tokens": 90_000, "output_tokens": 5,
            "input_tokens_details": {"cached_tokens": 80_000}}}),
        json!({"usage": {"input_tokens": 9_000, "output_tokens": 5,
            "cache_read_input_tokens": 80_000, "cache_creation_input_tokens": 1_000}}),
        json!({"usageMetadata": {"promptTokenCount": 90_000, "candidatesTokenCount": 5,
            "cachedContentTokenCount": 80_000}}),
    ];
    let expected = ServerUsage { input: prompt, cached: 80_000, output: 5, reasoning: 0 };
    for report in reports {
        assert_eq!(ServerUsage::from_json(&report), Some(expected), "{report}");
        let mut calibration = Calibration::new(&Counter::for_family(Family::Claude));
        calibration.observe(prompt, expected.input);
        assert_eq!(calibration.apply(prompt), prompt, "{report}");
    }
}

/// codex#11071: the meter said "0 tokens used" because the server said nothing,
/// and the window overflowed.
#[test]
fn a_server_that_reports_nothing_leaves_the_estimate_in_force() {
    let mut talk = Talk::new();
    talk.exchanges(20, 400);
    let counter = Counter::for_family(Family::Claude);
    counter.warm();
    let mut tally = Tally::new(counter);
    tally.sync(&talk.messages, &[]);
    let counted = tally.total().tokens;
    let mut calibration = Calibration::new(&counter);
    for report in [
        json!({"choices": []}),
        json!({"usage": null}),
        json!({"usage": {}}),
        json!({"usage": {"prompt_tokens": 0, "completion_tokens": 0, "total_tokens": 0}}),
        json!({"usage": {"input_tokens": 0, "output_tokens": 7}}),
        json!({"usageMetadata": {"promptTokenCount": 0}}),
        json!({"done": true, "prompt_eval_count": 0, "eval_count": 3}),
    ] {
        let seen = ServerUsage::from_json(&report).map(|it| calibration.observe(counted, it.input));
        assert!(matches!(seen, None | Some(Observation::TooSmall)), "{report}: {seen:?}");
    }
    assert_eq!(calibration, Calibration::new(&counter));
    let used = calibration.apply(tally.total().tokens);
    assert_eq!(used, counted);
    let decision = Trigger::new().decide(&at(used, counted), &Settings::default());
    assert_eq!(decision.start, Some(Reason::Emergency));
}

/// Gemini's calculator: a server that counts twice as much is followed by a
/// step and then, when it says the same again, at once; never beyond eight
/// times or a fifth, and zero says nothing. cherry-studio#18351 was off by four
/// for want of this.
#[test]
fn a_server_that_counts_twice_as_much_is_believed_the_second_time() {
    let counter = Counter::for_family(Family::Claude);
    let mut calibration = Calibration::new(&counter);
    let mut steps = Vec::new();
    for _ in 0..3 {
        assert_eq!(calibration.observe(10_000, 20_000), Observation::Taken);
        steps.push(calibration.apply(10_000));
    }
    assert_eq!(steps, [11_500, 20_000, 20_000]);
    assert_eq!(calibration.observe(0, 20_000), Observation::TooSmall);
    assert_eq!(calibration.observe(10_000, 0), Observation::TooSmall);
    assert_eq!(calibration.apply(10_000), 20_000);
    for _ in 0..60 {
        calibration.observe(10_000, 90_000);
    }
    assert_eq!(calibration.apply(10_000), 80_000);
    for _ in 0..60 {
        calibration.observe(10_000, 1_100);
    }
    assert_eq!(calibration.apply(10_000), 2_000);
}

/// shotgun#458, opencode#17340: the number that the user sees is the number that decides, before
/// and after a compaction, to the token.
#[test]
fn meter_trigger_and_planner_read_the_same_number() {
    let Conversation { messages, mut tools, .. } = common::sample();
    tools.push(json!({"type": "function", "function": {"name": "build", "parameters": {
        "type": "object", "properties": {"target": {"type": "string"}}}}}));
    let meter = meter();
    let mut tally = Tally::new(meter);
    tally.sync(&messages, &tools);
    let shown = tally.total().tokens;
    assert_eq!(shown, meter.request(&messages, &tools).total());

    let fixed = meter.request(&[] as &[Message], &tools).total();
    let next = messages.iter().map(|m| m.id.0).max().unwrap() + 1;
    let settings = Settings::default();
    let outcome = outcome(&messages, next, fixed, shown, &settings, false);
    let compaction = applied(outcome);
    assert_eq!(compaction.tokens_before, shown);
    let after = compaction.apply(&messages);
    tally.sync(&after, &tools);
    assert_eq!(compaction.tokens_after, tally.total().tokens);
    let decision = Trigger::new().decide(&at(shown, shown), &settings);
    assert_eq!((decision.used, decision.available), (shown, shown));
}

/// zed#59555, #61599: a model that may write 128,000 tokens made a window of
/// 200,000 "full" at 36 %.
#[test]
fn a_large_maximum_output_does_not_take_half_of_the_window() {
    let threshold = |reserve| {
        let available = Budget::new(200_000, reserve, None).unwrap().available();
        Trigger::new().decide(&at(0, available), &Settings::default()).threshold_tokens
    };
    let mut replies = ReplyLengths::new();
    let reserve = Budget::learned_reserve(200_000, Some(128_000), replies.long(), false);
    assert_eq!((reserve, threshold(reserve)), (50_000, 120_000));
    for length in [400, 1_900, 3_000, 150] {
        replies.observe(length);
    }
    let reserve = Budget::learned_reserve(200_000, Some(128_000), replies.long(), false);
    assert_eq!((reserve, threshold(reserve)), (6_000, 144_000));
}

/// codegraff2 PR#140 counted results in JSON as 0; others divide the characters
/// by four and see a third of a Chinese text.
#[test]
fn json_results_calls_and_other_scripts_are_counted_in_full() {
    let meter = meter();
    let json =
        json!({"assets": (0..200).map(|n| format!("/Game/Props/SM_{n}")).collect::<Vec<_>>()})
            .to_string();
    let chinese = "请把仓库里的门打开，然后编译蓝图并保存所有资源。".repeat(50);
    let counts = |text: &str| meter.text(text).tokens;
    let result = Message::tool_result(MessageId(1), "a", None, json.clone(), false);
    let user = Message::text(MessageId(2), Role::User, chinese.clone());
    let mut call = calls(&[("a", "list_assets", json!({"filter": json}))]);
    let Part::ToolCall(made) = &mut call.parts[0] else { unreachable!("it was just made") };
    let arguments = counts(&made.arguments);
    assert!(counts(&json) > 800 && arguments > counts(&json) && counts(&chinese) > 600);
    assert_eq!(
        meter.message(&result),
        Usage { tool_results: counts(&json), overhead: 4, ..Usage::default() }
    );
    assert_eq!(
        meter.message(&user),
        Usage { user: counts(&chinese), overhead: 4, ..Usage::default() }
    );
    assert_eq!(
        meter.message(&call),
        Usage { tool_calls: counts("list_assets") + arguments, overhead: 5, ..Usage::default() }
    );
}

/// Copilot and OpenHarness let a compaction start from an empty talk: too few
/// messages are not a reason below the budget.
#[test]
fn a_few_large_messages_below_the_budget_are_left_alone() {
    let few = Situation { messages: 3, ..at(90_000, 100_000) };
    let decision = Trigger::new().decide(&few, &Settings::default());
    assert_eq!((decision.start, decision.hold), (None, Some(Hold::TooFewMessages)));
    assert!(!decision.over_budget());
}

fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let groups: Vec<&str> = digits
        .as_bytes()
        .rchunks(3)
        .rev()
        .map(|group| std::str::from_utf8(group).unwrap())
        .collect();
    groups.join(",")
}

/// The meter is exact in these tests, so that equal numbers mean something.
#[test]
fn the_meter_of_these_tests_is_exact() {
    assert!(meter().is_exact());
    assert_eq!(meter(), Counter::for_encoding(Encoding::O200kBase));
}
