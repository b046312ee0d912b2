//! Needed facts: a real conversation is cut, the first part is compacted, and
//! what the continuation uses from memory must be in the result.
//!
//! Needed is an identifier or value that assistant or user write after the cut,
//! that no later result had shown again by then, that the first part contains,
//! and that neither the system prompt nor the last four messages hold.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use regex::Regex;
use vibeue_core::compaction::Measure;
use vibeue_core::conversation::{Conversation, Message, Role};

use crate::common::{Exact, shared_transcripts};
use crate::view::{at_share, text, trivial};

static TOKEN: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"[A-Za-z0-9_][A-Za-z0-9_./:@#\\-]*[A-Za-z0-9_]").unwrap());
static SPECIAL: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"\d.*[A-Za-z]|[A-Za-z].*\d|_|/|@|[a-z][A-Z]|\.[a-z]|^[A-Z]{4,}$|^\d{3,}$").unwrap()
});

/// The identifiers and values of a text.
fn facts(text: &str) -> BTreeSet<String> {
    let words = TOKEN.find_iter(text).map(|found| found.as_str().trim_matches(['.', ':']));
    words.filter(|word| word.len() >= 4 && SPECIAL.is_match(word)).map(str::to_owned).collect()
}

/// Returns whether a text holds a fact as a whole word.
fn holds(view: &str, fact: &str) -> bool {
    let word = |c: Option<char>| c.is_some_and(|c| c.is_ascii_alphanumeric() || c == '_');
    view.match_indices(fact).any(|(at, _)| {
        !word(view[..at].chars().next_back()) && !word(view[at + fact.len()..].chars().next())
    })
}

/// What the continuation after `cut` needs of what is before.
fn needed(messages: &[Message], cut: usize) -> BTreeSet<String> {
    let (before, after) = messages.split_at(cut);
    let system: Vec<Message> =
        before.iter().take_while(|m| m.role == Role::System).cloned().collect();
    let known = facts(&(text(&system) + &text(&before[cut - 4..])));
    let pool: BTreeSet<String> = facts(&text(before)).difference(&known).cloned().collect();
    // In some conversations the user's messages are the tools' output.
    let shell = !messages.iter().any(|m| m.tool_results().next().is_some());
    let (mut shown, mut needed) = (BTreeSet::new(), BTreeSet::new());
    for message in after {
        let own = facts(&text(std::slice::from_ref(message)));
        let result = message.role == Role::Tool || shell && message.role == Role::User;
        if !result {
            needed.extend(own.intersection(&pool).filter(|it| !shown.contains(*it)).cloned());
        }
        shown.extend(own);
    }
    needed
}

/// The most of the needed facts that a list of the cheapest ones holds in the
/// room that system prompt and newest request leave.
fn ceiling(needed: &BTreeSet<String>, first: &[Message], asked: u64, measure: &Exact) -> usize {
    let system = first.iter().take_while(|m| m.role == Role::System);
    let request = first.iter().rfind(|m| m.is_user_request());
    let bound: u64 = system.chain(request).map(|m| measure.message(m)).sum();
    let mut room = asked.saturating_sub(bound);
    let mut costs: Vec<u64> = needed.iter().map(|it| measure.text(it) + 1).collect();
    costs.sort_unstable();
    let fits = |cost: &u64| {
        room = room.saturating_sub(*cost);
        room > 0
    };
    costs.iter().copied().take_while(fits).count()
}

/// Held and needed facts of one conversation, by way.
#[derive(Default)]
struct Tally {
    needed: usize,
    ours: usize,
    newest: usize,
    users: usize,
    ceiling: usize,
}

/// System prompt and newest request, in tokens, with the least that a summary
/// and its envelope take: a target below that cannot be met.
fn bound(first: &[Message], exact: &Exact) -> u64 {
    let system = first.iter().take_while(|m| m.role == Role::System);
    let request = first.iter().rfind(|m| m.is_user_request());
    system.chain(request).map(|m| exact.message(m)).sum::<u64>() + LEAST_BESIDE
}

/// The tags of a summary and the shortest one that is worth them, in tokens.
const LEAST_BESIDE: u64 = 76 + 100;

fn measure_one(
    name: &str,
    whole: &Conversation,
    share: f64,
    sizes: &mut Vec<f64>,
    exact: &Exact,
) -> Tally {
    let mut tally = Tally::default();
    let messages = &whole.messages;
    for (nth, part) in [0.5, 0.75].into_iter().enumerate() {
        let mut cut = (messages.len() as f64 * part) as usize;
        while messages.get(cut).is_some_and(|m| m.tool_results().next().is_some()) {
            cut += 1;
        }
        if cut < 8 || messages.len() - cut < 4 {
            continue;
        }
        let needed = needed(messages, cut);
        if needed.is_empty() {
            continue;
        }
        tally.needed += needed.len();
        let first = Conversation {
            messages: messages[..cut].to_vec(),
            tools: whole.tools.clone(),
            extra: whole.extra.clone(),
        };
        let Some(view) = at_share(&first, share, exact) else {
            eprintln!("{name}: refused at {part}");
            continue;
        };
        let bound = bound(&first.messages, exact);
        if bound > view.asked {
            eprintln!(
                "{name} at {part}: what must stay has {bound} of {} tokens asked for, so its size \
                 of {:.2} is not counted",
                view.asked,
                view.ratio()
            );
        } else {
            sizes.push(view.ratio());
        }
        let count = |text: &str| needed.iter().filter(|fact| holds(text, fact)).count();
        let ours = view.text();
        tally.ours += count(&ours);
        tally.newest += count(&trivial(&first, view.tokens, false, exact));
        tally.users += count(&trivial(&first, view.tokens, true, exact));
        tally.ceiling += ceiling(&needed, &first.messages, view.asked, exact);
        let lost: Vec<&String> = needed.iter().filter(|fact| !holds(&ours, fact)).collect();
        view.show(&format!("needed-{name}-{nth}-{share}"), exact);
        eprintln!("    {name} at {part}: size {:.2}, lost {lost:?}", view.ratio());
    }
    tally
}

/// What is held over all conversations at a share of their tokens.
struct Means {
    ours: f64,
    newest: f64,
    users: f64,
    ceiling: f64,
    /// Mean and worst size, of what was asked for.
    size: (f64, f64),
}

/// `None` if the conversations are not available.
fn means(share: f64) -> Option<Means> {
    let exact = Exact::new();
    let (mut sizes, mut rows) = (Vec::new(), Vec::new());
    for (name, conversation) in shared_transcripts() {
        let tally = measure_one(&name, &conversation, share, &mut sizes, &exact);
        if tally.needed > 0 {
            rows.push((name, tally));
        }
    }
    if rows.is_empty() {
        return None;
    }
    eprintln!("conversation needed ours newest users ceiling");
    for (name, t) in &rows {
        let share = |held: usize| held as f64 / t.needed as f64;
        eprintln!(
            "{name:48} {:4} {:.2} {:.2} {:.2} {:.2}",
            t.needed,
            share(t.ours),
            share(t.newest),
            share(t.users),
            share(t.ceiling)
        );
    }
    let mean = |of: &dyn Fn(&Tally) -> usize| {
        rows.iter().map(|row| of(&row.1) as f64 / row.1.needed as f64).sum::<f64>()
            / rows.len() as f64
    };
    let size = sizes.iter().sum::<f64>() / sizes.len().max(1) as f64;
    let means = Means {
        ours: mean(&|t| t.ours),
        newest: mean(&|t| t.newest),
        users: mean(&|t| t.users),
        ceiling: mean(&|t| t.ceiling),
        size: (size, sizes.iter().copied().fold(0.0, f64::max)),
    };
    eprintln!(
        "{} conversations at {share}: ours {:.3}, newest {:.3}, users {:.3}, ceiling {:.3}; size \
         {size:.2} of what was asked (worst {:.2})",
        rows.len(),
        means.ours,
        means.newest,
        means.users,
        means.ceiling,
        means.size.1
    );
    Some(means)
}

fn assert_holds(share: f64, floor: f64) {
    let Some(means) = means(share) else { return };
    assert!(means.ours > means.newest && means.ours > means.users, "{:.3}", means.ours);
    assert!(means.ours >= floor, "{:.3}", means.ours);
    let reached = means.ours / means.ceiling;
    assert!(reached >= OF_CEILING, "{reached:.3}");
    assert!(means.size.0 <= MEAN_SIZE && means.size.1 <= WORST_SIZE, "{:?}", means.size);
}

#[test]
fn what_real_continuations_use_from_memory_is_in_a_fifth_of_the_conversation() {
    assert_holds(0.2, FIFTH);
}

#[test]
fn what_real_continuations_use_from_memory_is_in_a_tenth_of_the_conversation() {
    assert_holds(0.1, TENTH);
}

/// What the measure may not fall below at a fifth; the aim is 0.85.
const FIFTH: f64 = 0.9;

/// The same at a tenth; the aim is 0.75.
const TENTH: f64 = 0.8;

/// The same, as a share of the ceiling.
const OF_CEILING: f64 = 0.9;

/// The most that results may have of the tokens asked for, on average and at
/// the worst, where what must stay leaves room for a summary at all.
const MEAN_SIZE: f64 = 1.05;
const WORST_SIZE: f64 = 1.2;
