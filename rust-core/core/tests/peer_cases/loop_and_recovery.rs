//! That compacting ends, and that there is a way out when the window is full.

use serde_json::json;
use vibeue_core::compaction::{Decision, Hold, Reason, Rung, Situation, Trigger};
use vibeue_core::settings::Settings;

use super::*;

/// A conversation with its trigger, driven as a session drives them.
struct Driver {
    talk: Talk,
    trigger: Trigger,
    settings: Settings,
    available: u64,
    runs: Vec<Reason>,
}

impl Driver {
    fn new(available: u64) -> Self {
        Self {
            talk: Talk::new(),
            trigger: Trigger::new(),
            settings: Settings::default(),
            available,
            runs: Vec::new(),
        }
    }

    fn decide(&self) -> Decision {
        let situation = Situation {
            used: self.talk.tokens(),
            available: self.available,
            messages: self.talk.messages.iter().filter(|m| m.role != Role::System).count() as u64,
            depth: 0,
        };
        self.trigger.decide(&situation, &self.settings)
    }

    /// Adds messages and compacts if the trigger fires.
    fn step(&mut self, from_person: bool, add: impl FnOnce(&mut Talk)) -> Decision {
        let before = self.talk.messages.len();
        add(&mut self.talk);
        for _ in before..self.talk.messages.len() {
            self.trigger.message_added(from_person);
        }
        let decision = self.decide();
        self.trigger.observe(decision.used, self.available, &self.settings);
        if let Some(reason) = decision.start {
            self.runs.push(reason);
            match self.talk.compact(0, self.available, &self.settings, false) {
                Ok(Outcome::Compacted(compaction)) => {
                    self.talk.messages = compaction.apply(&self.talk.messages);
                    self.talk.highest += 1;
                    self.trigger.compacted(
                        compaction.tokens_before,
                        compaction.tokens_after,
                        self.available,
                        &self.settings,
                    );
                }
                Ok(Outcome::Unchanged(_)) | Err(_) => self.trigger.failed(),
            }
        }
        decision
    }
}

/// codex#31351, vscode#272987, opencode#27924: a request that stays above the threshold whatever is
/// condensed was compacted for hours. Here it is tried three times, then only the user starts it
/// again; the tool loop's own messages do not (codex PR#23585).
#[test]
fn three_compactions_that_gain_nothing_are_the_last_until_the_user_writes() {
    let mut driver = Driver::new(10_000);
    driver.talk.system(prose(1, 7_900));
    driver.talk.user("Go through all files.");
    driver.talk.exchanges(6, 20);
    for nth in 0..60 {
        driver.step(false, |talk| talk.read(nth, 4));
    }
    assert_eq!(driver.runs, [Reason::Threshold; 3]);
    let held = driver.decide();
    assert_eq!((held.start, held.hold, held.model_allowed), (None, Some(Hold::NoProgress), false));
    assert!(held.to_string().ends_with(
        "but the last compactions freed too little; waiting for a message or command from you"
    ));

    driver.step(true, |talk| {
        talk.user("Go on.");
    });
    assert_eq!(driver.runs, [Reason::Threshold; 4]);
}

/// Gemini: with the breaker open the cheap rungs still keep the request within the budget, and a
/// command of the user's goes through, once per command.
#[test]
fn an_open_breaker_lets_emergencies_and_commands_through() {
    let mut trigger = Trigger::new();
    let settings = Settings::default();
    for _ in 0..3 {
        trigger.failed();
    }
    let at = |used| Situation { used, available: 10_000, messages: 40, depth: 0 };
    for _ in 0..50 {
        trigger.message_added(false);
    }
    let decide = |used| {
        let decision = trigger.decide(&at(used), &settings);
        (decision.start, decision.hold, decision.model_allowed)
    };
    assert_eq!(decide(9_999), (None, Some(Hold::NoProgress), false));
    assert_eq!(decide(10_000), (Some(Reason::Emergency), None, false));
    let manual = trigger.decide_manual(&at(9_999), &settings);
    assert_eq!(
        (manual.start, manual.hold, manual.model_allowed),
        (Some(Reason::Manual), None, true)
    );
    assert_eq!(decide(9_999), (None, Some(Hold::NoProgress), false), "once");
}

/// Gemini's hysteresis test, OpenHands#8630: between two runs there is growth
/// of a quarter of the budget at least, in a talk that never ends.
#[test]
fn usage_that_oscillates_at_the_threshold_is_compacted_once_per_growth() {
    let mut driver = Driver::new(6_000);
    driver.talk.system("You help with an editor.");
    driver.talk.user("Go through all files.");
    let mut grown = 0;
    let mut largest = 0;
    for nth in 0..150 {
        let before = driver.talk.tokens();
        let decision = driver.step(false, |talk| talk.read(nth, 100));
        grown += decision.used - before;
        largest = largest.max(driver.talk.tokens());
    }
    let most = (grown * 4).div_ceil(driver.available) as usize + 1;
    assert!(driver.runs.len() >= 3, "{:?}", driver.runs);
    assert!(driver.runs.len() <= most, "{} runs for {grown} tokens", driver.runs.len());
    assert!(driver.runs.iter().all(|reason| *reason == Reason::Threshold), "{:?}", driver.runs);
    assert!(largest < 4_800, "no request reached the threshold: {largest}");
    assert_pairs(&driver.talk.messages);
}

/// opencode#16882, #30664: off is off, above the budget, too, and the reason is given.
#[test]
fn switched_off_means_off_above_the_budget_too() {
    let settings = Settings { enabled: false, refresh_every_messages: 10, ..Settings::default() };
    for used in [0, 8_000, 10_000, 10_001, 1_000_000] {
        let situation = Situation { used, available: 10_000, messages: 400, depth: 0 };
        let decision = Trigger::new().decide(&situation, &settings);
        assert_eq!((decision.start, decision.hold), (None, Some(Hold::Disabled)), "{used}");
        assert_eq!(decision.over_budget(), used > 10_000);
        assert!(decision.to_string().ends_with(": compaction is switched off"), "{decision}");
    }
}

/// codex#11071, claude-code#25620, goose#8642: the compaction worked until it
/// was needed. A talk of any size is brought under the budget in one run.
#[test]
fn a_talk_many_times_the_window_is_brought_under_it_in_one_run() {
    let mut talk = Talk::new();
    talk.system("You help with an editor.");
    for nth in 0..80 {
        talk.user(prose(nth, 30));
        talk.read(nth, 1_500);
        talk.assistant(prose(nth + 200, 200));
    }
    let request = talk.user("And now the doors.");
    let asked = talk.messages.last().unwrap().clone();
    for available in [2_000, 8_000, 30_000] {
        assert!(talk.tokens() > 4 * available);
        let compaction = applied(talk.compact(0, available, &Settings::default(), false));
        let after = compaction.apply(&talk.messages);
        assert!(total(&after) <= available);
        assert_eq!(by_id(&after, request), Some(&asked));
        assert_pairs(&after);
    }
}

/// Codex's downshift, zed#61373: switching to a smaller window makes a smaller request, even if the
/// existing summary is larger than the window.
#[test]
fn a_switch_to_a_smaller_window_never_leaves_a_request_too_large() {
    let mut talk = Talk::new();
    talk.system("You help with an editor.");
    for nth in 0..150 {
        talk.user(format!("Set SM_Gate_{nth} to {nth}.75 m/s. {}", prose(nth, 40)));
        talk.read(nth, 200);
        talk.assistant(prose(nth + 300, 60));
    }
    talk.shrink(40_000, &Settings::default());
    let large = meter().message(talk.summary()).total();
    assert!(large > 4_000, "the first summary is large: {large}");
    while talk.tokens() > 1_200 {
        let available = talk.tokens() * 2 / 3;
        talk.shrink(available, &Settings::default());
        assert!(talk.tokens() <= available, "{} > {available}", talk.tokens());
        assert_pairs(&talk.messages);
    }
    assert!(meter().message(talk.summary()).total() < 800);
}

/// RooCode#8093, kilocode PR#13374: a request that was answered is not the last
/// word after a compaction, so that the model does not start it again; one that
/// was not answered is.
#[test]
fn a_finished_request_keeps_its_answer_after_it_and_an_open_one_stays_last() {
    let mut talk = Talk::new();
    talk.system("You help with an editor.");
    talk.exchanges(12, 80);
    let request = talk.user("Delete BP_Old and tell me when it is gone.");
    for nth in 0..20 {
        talk.read(nth, 150);
    }
    let answer = talk.assistant(format!("BP_Old is gone. {}", prose(7, 300)));
    let mut open = Talk { messages: talk.messages.clone(), highest: talk.highest };
    let next = open.user("Now compile BP_New.");
    for available in [400, 700, 1_000, 2_000, 4_000] {
        for forced in [false, true] {
            let after = |talk: &Talk| {
                let compaction = applied(talk.compact(0, available, &Settings::default(), forced));
                let after = compaction.apply(&talk.messages);
                assert!(total(&after) <= available);
                after
            };
            let ids = |messages: &[Message]| -> Vec<MessageId> {
                let kept = messages.iter().filter(|m| m.kind == MessageKind::Normal);
                kept.map(|m| m.id).filter(|id| *id >= request).collect()
            };
            let finished = after(&talk);
            let kept = ids(&finished);
            assert_eq!(
                (kept.first(), kept.last()),
                (Some(&request), Some(&answer)),
                "{available} {forced}"
            );
            assert_eq!(finished.last().unwrap().id, answer, "{available} {forced}");
            let open = after(&open);
            assert_eq!(open.last().unwrap().id, next, "{available} {forced}");
        }
    }
}

/// ChatbotX PR#1046: a run that failed blocked all later ones. Here the
/// cooldown passes and the next one runs; an emergency does not even wait.
#[test]
fn after_a_failure_the_next_run_is_possible() {
    let settings = Settings::default();
    let mut trigger = Trigger::new();
    let at = |used| Situation { used, available: 10_000, messages: 40, depth: 0 };
    assert_eq!(trigger.decide(&at(9_000), &settings).start, Some(Reason::Threshold));
    trigger.failed();
    assert_eq!(trigger.decide(&at(9_000), &settings).hold, Some(Hold::Cooldown));
    assert_eq!(trigger.decide(&at(10_000), &settings).start, Some(Reason::Emergency));
    for _ in 0..settings.cooldown_messages {
        trigger.message_added(false);
    }
    assert_eq!(trigger.decide(&at(9_000), &settings).start, Some(Reason::Threshold));
    trigger.compacted(9_000, 4_000, 10_000, &settings);
    assert_eq!(trigger.decide(&at(8_000), &settings).start, Some(Reason::Threshold));
}

/// codex#18450: the endpoint was down and the session with it. The rungs that
/// need no model end within the budget whatever the mode.
#[test]
fn no_rung_that_is_needed_needs_a_network() {
    use vibeue_core::settings::Mode;
    let mut talk = Talk::new();
    talk.system("You help with an editor.");
    talk.user("Read them.");
    for nth in 0..40 {
        talk.read(nth, 300);
    }
    talk.tool("read_log", &json!({}), prose(9, 9_000));
    for mode in Mode::ALL {
        let settings = Settings { mode, ..Settings::default() };
        let compaction = applied(talk.compact(0, 4_000, &settings, false));
        assert!(
            matches!(compaction.rung, Rung::Rules | Rung::Trim),
            "{mode} {:?}",
            compaction.rung
        );
        assert!(compaction.tokens_after <= 4_000);
    }
}
