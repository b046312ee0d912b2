//! Decides whether a model's line may be used in a summary.

use super::orders::{Order, order_in};
use super::sources::{ATTRIBUTION, Sources, Trace, words};
use vibeue_compaction::rules::Section;

/// What happens to a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Verdict {
    Keep,
    /// It comes from a tool and is kept as a quotation.
    Attribute,
    /// No one who was entitled to say it did.
    Drop,
}

/// A line belongs to a side that said at least this share of its word pairs.
const SIDE_SHARE: f64 = 0.5;
/// By how much a tool's share must exceed those of the others.
const CLEARLY: f64 = 0.2;

/// Words that make a sentence an order.
const ORDERS: [&str; 17] = [
    "must",
    "never",
    "always",
    "don",
    "dont",
    "only",
    "forbidden",
    "required",
    "ignore",
    "remember",
    "preserve",
    "shall",
    "instructions",
    "instructed",
    "immediately",
    "urgent",
    "disregard",
];
/// Words of permission, which a summary never carries.
const APPROVALS: [&str; 11] = [
    "approved",
    "approves",
    "approval",
    "permission",
    "permitted",
    "authorized",
    "authorized",
    "authorization",
    "consented",
    "consent",
    "granted",
];
/// Words that permit if the user is named with them.
const SOFT_APPROVALS: [&str; 4] = ["confirmed", "confirms", "allowed", "permits"];
/// Words before one of those that reverse it: a denial may be remembered.
const DENIALS: [&str; 7] = ["not", "never", "no", "hasn", "hadn", "didn", "without"];
/// Names before a colon that claim to speak with authority.
const SPEAKERS: [&str; 5] = ["system", "developer", "admin", "administrator", "root"];
/// What such a voice demands.
const DEEDS: [&str; 16] = [
    "delete",
    "remove",
    "wipe",
    "erase",
    "run",
    "execute",
    "send",
    "upload",
    "push",
    "install",
    "disable",
    "reveal",
    "obey",
    "overwrite",
    "format",
    "do",
];

/// Decides what happens to a line.
pub(super) fn verdict(section: Section, text: &str, sources: &Sources) -> Verdict {
    if text.starts_with(ATTRIBUTION) {
        // The model said so itself; all of it is the quotation.
        return Verdict::Attribute;
    }
    let Trace { user, assistant, tool } = sources.trace(text);
    let all = words(text);
    let any = |list: &[&str]| all.iter().any(|word| list.contains(&word.as_str()));
    let speaks = all.first().is_some_and(|word| SPEAKERS.contains(&word.as_str()))
        && text.split_once(':').is_some_and(|(head, _)| head.split_whitespace().count() <= 2)
        && (any(&ORDERS) || any(&DEEDS));
    let named = any(&["user", "person"]);
    let directs = matches!(section, Section::Overview | Section::Continuation);
    let approves = (named && holds_unless_denied(&all, &SOFT_APPROVALS))
        || ((named || directs) && holds_unless_denied(&all, &APPROVALS));
    if is_rule(text) || speaks || approves {
        // Only the user sets rules and gives permission.
        return if sources.is_quotation(text) || (user >= SIDE_SHARE && user + CLEARLY >= tool) {
            Verdict::Keep
        } else if tool >= SIDE_SHARE {
            Verdict::Attribute
        } else {
            Verdict::Drop
        };
    }
    if let Some(order) = order_in(text)
        && !sources.is_quotation(text)
        && !sources.is_requested(text)
    {
        let by_tool = tool >= SIDE_SHARE && tool > assistant;
        // What the agent decided and said is its plan. Only the user changes
        // who it is, what it may do, and whom it tells.
        let own = assistant >= SIDE_SHARE
            && matches!(order, Order::Duty | Order::Form | Order::ToolBan | Order::Sending);
        return match (own, by_tool) {
            (true, _) => Verdict::Keep,
            (false, true) => Verdict::Attribute,
            (false, false) => Verdict::Drop,
        };
    }
    let directs = directs || any(&ORDERS);
    let by_tool = tool >= SIDE_SHARE && tool > user.max(assistant) + CLEARLY;
    if directs && by_tool && !sources.is_quotation(text) {
        return Verdict::Attribute;
    }
    Verdict::Keep
}

/// Returns whether a word of the list occurs that none of the three words before it denies.
fn holds_unless_denied(words: &[String], list: &[&str]) -> bool {
    words.iter().enumerate().any(|(at, word)| {
        list.contains(&word.as_str())
            && !words[at.saturating_sub(3)..at].iter().any(|it| DENIALS.contains(&it.as_str()))
    })
}

/// Returns whether a line claims to state a rule: `Rule:`, `Rules (m2):`, `Rule 1`, but not "Rule
/// engine".
pub(super) fn is_rule(text: &str) -> bool {
    let rest = ["rules", "rule"].iter().find_map(|word| {
        let head = text.get(..word.len())?;
        head.eq_ignore_ascii_case(word).then(|| text[word.len()..].trim_start())
    });
    rest.is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit() || c == ':' || c == '('))
}
