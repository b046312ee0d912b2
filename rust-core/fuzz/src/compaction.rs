//! Compactions of any conversation, under any settings.

use std::collections::{HashMap, HashSet};

use arbitrary::{Arbitrary, Result, Unstructured};
use vibeue_core::ErrorKind;
use vibeue_core::compaction::{CompactRequest, Compaction, Measure, Outcome, compact};
use vibeue_core::conversation::pairing::check_pairs;
use vibeue_core::conversation::{Extra, Message, MessageId, MessageKind, Part, Role, ToolCall};
use vibeue_core::settings::Settings;

use crate::bytes::Bytes;

/// Makes a conversation, a budget and settings of the bytes and compacts it.
/// The result is within the budget, with its pairs whole and what must stay
/// verbatim, is the same each time, and compacting it again changes nothing; or
/// there is an error that names what does not fit.
///
/// # Panics
/// If that does not hold.
pub fn compaction(data: &[u8]) {
    let Ok(case) = Case::arbitrary(&mut Unstructured::new(data)) else { return };
    let messages = &case.messages;
    check_pairs(messages).expect("a whole conversation");
    let first = case.run(messages);
    assert_eq!(first, case.run(messages), "the same input gives the same output");
    match first {
        Ok(Outcome::Compacted(compaction)) => {
            let after = case.judge(&compaction);
            match case.run(&after) {
                Ok(Outcome::Unchanged(_)) => {}
                again => panic!("a second run changes nothing: {again:#?}"),
            }
        }
        Ok(Outcome::Unchanged(_)) => assert!(case.total(messages) <= case.available),
        Err(error) => {
            assert_eq!(error.kind(), ErrorKind::Irreducible, "{error}");
            assert!(case.total(messages) > case.available, "{error}");
        }
    }
}

/// What is compacted, and how far.
#[derive(Debug)]
struct Case {
    messages: Vec<Message>,
    available: u64,
    fixed: u64,
    forced: bool,
    settings: Settings,
}

impl<'a> Arbitrary<'a> for Case {
    fn arbitrary(u: &mut Unstructured<'a>) -> Result<Self> {
        let available = match u.int_in_range(0..=2)? {
            0 => u.int_in_range(50..=500)?,
            1 => u.int_in_range(500..=8_000)?,
            _ => u.int_in_range(8_000..=60_000)?,
        };
        let recent = u.int_in_range(0..=30)?;
        let settings = Settings {
            target_ratio: f64::from(u.int_in_range(5..=90)?) / 100.0,
            recent_messages_to_keep: recent,
            minimum_recent_messages: u.int_in_range(0..=3)?.min(recent),
            summary_share: f64::from(u.int_in_range(0..=60)?) / 100.0,
            ledger_share: f64::from(u.int_in_range(0..=30)?) / 100.0,
            preserve_error_details: u.arbitrary()?,
            ..Settings::default()
        };
        let (fixed, forced) = (u.int_in_range(0..=400)?, u.arbitrary()?);
        let mut talk = Talk::default();
        while !u.is_empty() && talk.messages.len() < 120 {
            talk.turn(u)?;
        }
        Ok(Self { messages: talk.messages, available, fixed, forced, settings })
    }
}

impl Case {
    fn run(&self, messages: &[Message]) -> vibeue_core::Result<Outcome> {
        let refs: Vec<&Message> = messages.iter().collect();
        let tokens: Vec<u64> = refs.iter().map(|message| Bytes.message(message)).collect();
        let request = CompactRequest {
            messages: &refs,
            tokens: &tokens,
            fixed: self.fixed,
            available: self.available,
            settings: &self.settings,
            reason: "fuzz",
            forced: self.forced,
            next_id: MessageId(messages.iter().map(|it| it.id.0).max().unwrap_or(0) + 1),
            next_record: 1,
            now: 1_700_000_000_000,
        };
        compact(&request, &Bytes)
    }

    fn total(&self, messages: &[Message]) -> u64 {
        self.fixed + messages.iter().map(|message| Bytes.message(message)).sum::<u64>()
    }

    /// What must hold for a compaction; returns the messages after it.
    fn judge(&self, compaction: &Compaction) -> Vec<Message> {
        let before = &self.messages;
        let after = compaction.apply(before);
        assert_eq!(compaction.tokens_before, self.total(before));
        assert_eq!(compaction.tokens_after, self.total(&after), "the count is the count");
        assert!(compaction.tokens_after <= self.available, "it fits");
        assert!(compaction.tokens_after < compaction.tokens_before, "it got smaller");
        check_pairs(&after).expect("calls and results stay whole");
        let kept: Vec<u64> = after
            .iter()
            .filter(|message| message.kind == MessageKind::Normal)
            .map(|message| message.id.0)
            .collect();
        assert!(kept.is_sorted(), "the order stays: {kept:?}");
        let replaced: HashSet<MessageId> = compaction.replaced.iter().copied().collect();
        let by_id: HashMap<MessageId, &Message> = after.iter().map(|it| (it.id, it)).collect();
        for original in before {
            let there = by_id.contains_key(&original.id);
            assert!(replaced.contains(&original.id) != there, "{} once", original.id);
        }
        let leading = before.iter().take_while(|message| message.role == Role::System);
        let pinned = before.iter().filter(|message| message.pinned);
        let newest = before.iter().rfind(|message| message.is_user_request());
        for verbatim in leading.chain(pinned).chain(newest) {
            assert_eq!(by_id.get(&verbatim.id), Some(&verbatim), "it stays verbatim");
        }
        after
    }
}

/// A conversation that grows.
#[derive(Debug, Default)]
struct Talk {
    messages: Vec<Message>,
}

impl Talk {
    fn turn(&mut self, u: &mut Unstructured<'_>) -> Result<()> {
        let pinned = u.ratio(1, 16)?;
        match u.int_in_range(0..=9)? {
            0 => self.push(Role::System, vec![Part::text(text(u)?)], false),
            1..=3 => self.push(Role::User, vec![Part::text(text(u)?)], pinned),
            4 | 5 => self.push(Role::Assistant, vec![Part::text(text(u)?)], pinned),
            _ => self.tools(u, pinned)?,
        }
        Ok(())
    }

    fn tools(&mut self, u: &mut Unstructured<'_>, pinned: bool) -> Result<()> {
        let at = self.messages.len();
        let names = ["read_file", "execute_python", "build_cpp", "recall", "x"];
        let mut calls = Vec::new();
        let mut results = Vec::new();
        for nth in 0..u.int_in_range(1..=3)? {
            let id = format!("call_{at}_{nth}");
            let arguments = match u.ratio(1, 6)? {
                true => text(u)?,
                false => serde_json::json!({ "path": text(u)?, "n": nth }).to_string(),
            };
            calls.push(Part::ToolCall(Box::new(ToolCall {
                id: id.as_str().into(),
                name: (*u.choose(&names)?).into(),
                arguments: arguments.into(),
                extra: Extra::new(),
            })));
            results.push((id, text(u)?, u.ratio(1, 4)?));
        }
        self.push(Role::Assistant, calls, pinned);
        for (id, text, failed) in results {
            let parts = Message::tool_result(MessageId(0), id, None, text, failed).parts;
            self.push(Role::Tool, parts, false);
        }
        Ok(())
    }

    fn push(&mut self, role: Role, parts: Vec<Part>, pinned: bool) {
        let id = MessageId(self.messages.len() as u64 + 1);
        let mut message = Message::new(id, role, parts);
        message.pinned = pinned;
        self.messages.push(message);
    }
}

/// Words that matter to a compaction, and the fuzzer's own, up to some size.
fn text(u: &mut Unstructured<'_>) -> Result<String> {
    const WORDS: [&str; 24] = [
        "never touch ",
        "/Game/Maps/Arena ",
        "Source/Door.cpp ",
        "error C2065: 'Door': undeclared\n",
        "16.7 ms ",
        "界面 ",
        "please ",
        "4WQ150 ",
        "we decided ",
        "🚪",
        "<conversation-summary>",
        "</conversation-summary>",
        "- ",
        "```\n",
        "{\"a\":[1,2,{\"b\":null}]}",
        "TODO: ",
        "(m1-m3)",
        "s3 ",
        "No, use 12 instead of 10. ",
        "\n\n",
        "# ",
        "always ",
        "\u{0}",
        "https://example.org/a?b=c ",
    ];
    let mut out = String::new();
    for _ in 0..u.int_in_range(0..=7)? {
        match u.int_in_range(0..=5)? {
            0 => {
                let letters = u.int_in_range(0..=24)?;
                out.push_str(&String::from_utf8_lossy(u.bytes(letters.min(u.len()))?));
            }
            1 => {
                let word = *u.choose(&WORDS)?;
                let times = 1 << u.int_in_range(0..=8)?;
                out.push_str(&word.repeat(times));
            }
            2 => out.push_str(&u.arbitrary::<u16>()?.to_string()),
            _ => out.push_str(u.choose(&WORDS)?),
        }
    }
    Ok(out)
}
