//! What the user types in the window.

use vibeue_core::conversation::MessageId;
use vibeue_core::session::live::{ContextForm, PreviewOptions as CoreOptions, Snapshot};
use vibeue_core::session::writing::slash::{
    self, CommandInfo, Context, Export, Place, PreviewWish, Slash, Summary, Usage, Wanted,
};
use vibeue_core::session::writing::{Token, TokenKind, mentions, no_pictures_for, put};

use crate::fence::fenced;
use crate::ffi::ffi::{
    CommandRow, Completion, Message, Status, Submitted, TextAtCaret, ToolDeclaration, TypedKind,
    TypedLine,
};
use crate::parts::with_mentions;
use crate::session::Session;
use crate::tasks::MentionReading;
use crate::{messages, preview, tools};

pub(crate) fn read_typed_line(text: &str) -> TypedLine {
    let broken = |status: Status| line(TypedKind::Wrong).with(status.message);
    fenced(broken, || match Slash::parse(text, Place::Window) {
        None => line(TypedKind::Message).with(slash::message(text)),
        Some(Err(wrong)) => line(TypedKind::Wrong).with(wrong),
        Some(Ok(command)) => asked(command),
    })
}

/// A command as C++ takes it.
fn asked(command: Slash) -> TypedLine {
    match command {
        Slash::Context(Context { form, .. }) => line(match form {
            None => TypedKind::Context,
            Some(ContextForm::Json) => TypedKind::ContextJson,
            Some(ContextForm::Csv) => TypedKind::ContextCsv,
        }),
        Slash::Summarize(wanted) => of_summary(TypedKind::Summarize, wanted),
        Slash::Preview(PreviewWish::Try(options)) => {
            TypedLine { preview: preview::options_to_ffi(options), ..line(TypedKind::Preview) }
        }
        Slash::Preview(PreviewWish::Apply) => line(TypedKind::PreviewApply),
        Slash::Preview(PreviewWish::Cancel) => line(TypedKind::PreviewCancel),
        Slash::Undo(number) => line(TypedKind::Undo).at(number),
        Slash::Redo(number) => line(TypedKind::Redo).at(number),
        Slash::Summary(Summary::Changes) => line(TypedKind::SummaryChanges),
        Slash::Summary(Summary::Sources) => line(TypedKind::SummarySources),
        Slash::Summary(Summary::Undo) => line(TypedKind::SummaryUndo),
        Slash::Summary(Summary::Redo) => line(TypedKind::SummaryRedo),
        Slash::Summary(Summary::Replace(text)) => line(TypedKind::SummaryEdit).with(text),
        Slash::Summary(Summary::Show | Summary::Edit) => line(TypedKind::Summary),
        Slash::Pin(id, on) => line(TypedKind::Pin).at(id.map(|id| id.0)).turned(on),
        Slash::Shorten(id) => line(TypedKind::Shorten).at(Some(id.0)),
        Slash::Restore(id) => line(TypedKind::Restore).at(Some(id.0)),
        Slash::Model(name) => line(TypedKind::Model).with(name.unwrap_or_default()),
        Slash::Tools => line(TypedKind::Tools),
        Slash::Plan(None) => line(TypedKind::PlanOther),
        Slash::Plan(Some(on)) => line(TypedKind::Plan).turned(on),
        Slash::DryRun(None) => line(TypedKind::DryRunOther),
        Slash::DryRun(Some(on)) => line(TypedKind::DryRun).turned(on),
        Slash::Edits => line(TypedKind::Edits),
        Slash::UndoFiles(number) => line(TypedKind::UndoFiles).at(number),
        Slash::Export(Export { with_secrets, .. }) => line(TypedKind::Export).turned(with_secrets),
        Slash::History(number) => line(TypedKind::History).at(Some(number)),
        Slash::Find(words) => line(TypedKind::Find).with(words),
        Slash::Queue(place) => line(TypedKind::Queue).at(place.map(|it| it as u64)),
        Slash::Retry => line(TypedKind::Retry),
        Slash::Edit(id, words) => {
            line(TypedKind::EditMessage).at(id.map(|id| id.0)).with(words.unwrap_or_default())
        }
        Slash::Branches(number) => line(TypedKind::Branches).at(number),
        Slash::Rename(title) => line(TypedKind::Rename).with(title),
        Slash::New => line(TypedKind::New),
        Slash::Conversations => line(TypedKind::Conversations),
        Slash::Settings => line(TypedKind::Settings),
        // Commands of the terminal are not parsed here.
        Slash::Help | Slash::Quit => line(TypedKind::Help),
    }
}

fn of_summary(kind: TypedKind, wanted: Wanted) -> TypedLine {
    let up_to = wanted.up_to.map(|MessageId(id)| id);
    line(kind).at(up_to).with(wanted.instructions.unwrap_or_default())
}

fn line(kind: TypedKind) -> TypedLine {
    let preview = preview::options_to_ffi(CoreOptions::default());
    TypedLine { kind, text: String::new(), number: 0, on: false, preview }
}

impl TypedLine {
    fn with(self, text: impl Into<String>) -> Self {
        Self { text: text.into(), ..self }
    }

    fn at(self, number: Option<u64>) -> Self {
        Self { number: number.unwrap_or_default(), ..self }
    }

    fn turned(self, on: bool) -> Self {
        Self { on, ..self }
    }
}

#[allow(missing_docs, reason = "documented where they are declared: in `ffi`")]
impl Session {
    pub fn submit_with_mentions(&self, text: &str, reading: &MentionReading) -> Submitted {
        self.turn(|| {
            let all = with_mentions(text, reading)?;
            self.live().command(|session| session.submit(all))
        })
    }

    pub fn picture_problem(&self) -> String {
        let why = |now: &Snapshot| no_pictures_for(&now.model.model, now.abilities);
        self.read(why).flatten().unwrap_or_default()
    }

    pub fn offered_tools(&self) -> Vec<ToolDeclaration> {
        self.read(|now| now.tools.iter().map(tools::declaration).collect()).unwrap_or_default()
    }

    pub fn last_request(&self) -> u64 {
        self.read(Snapshot::last_request).flatten().map_or(0, |id| id.0)
    }

    pub fn summary_in_view(&self) -> Vec<Message> {
        let summary = self.read(Snapshot::summary_in_view).flatten();
        summary.iter().map(|it| messages::message(it, messages::Seen::default())).collect()
    }
}

pub(crate) fn type_message(message: &str) -> String {
    fenced(|_| message.to_owned(), || slash::typed(message))
}

pub(crate) fn remove_mention(text: &str, name: &str) -> String {
    fenced(
        |_| text.to_owned(),
        || {
            let mut rest = text.to_owned();
            for found in mentions(text).into_iter().rev().filter(|found| found.name == name) {
                // With the blank after it.
                let blank = usize::from(rest[found.at.end..].starts_with(' '));
                rest.replace_range(found.at.start..found.at.end + blank, "");
            }
            rest
        },
    )
}

pub(crate) fn list_commands() -> Vec<CommandRow> {
    let row = |(info, usage): (&CommandInfo, Usage)| CommandRow {
        name: format!("/{}", info.name),
        arguments: usage.arguments.to_owned(),
        meaning: usage.meaning.to_owned(),
    };
    fenced(|_| Vec::new(), || slash::commands(Place::Window).map(row).collect())
}

fn number(of: usize) -> u32 {
    u32::try_from(of).unwrap_or(u32::MAX)
}

pub(crate) fn put_completion(text: &str, completion: &Completion, words: &str) -> TextAtCaret {
    let as_it_was = |_| TextAtCaret { text: text.to_owned(), line: 0, column: 0 };
    fenced(as_it_was, || {
        let [line, from, to] =
            [completion.line, completion.from, completion.to].map(|it| it as usize);
        let token =
            Token { kind: TokenKind::Mention, typed: String::new(), line, from, to: to.max(from) };
        let (text, caret) = put(text, &token, words);
        TextAtCaret { text, line: number(caret.line), column: number(caret.column) }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_typed_is_a_message_a_command_or_wrong() {
        assert_eq!(read_typed_line("hello"), line(TypedKind::Message).with("hello"));
        assert_eq!(read_typed_line("//etc"), line(TypedKind::Message).with("/etc"));
        let wrong = "there is no command /zork; /help lists them";
        assert_eq!(read_typed_line("/zork"), line(TypedKind::Wrong).with(wrong));
        let summary = line(TypedKind::Summarize).at(Some(17)).with("keep ids");
        assert_eq!(read_typed_line("/compact --up-to m17 keep ids"), summary);
        assert_eq!(read_typed_line("/context --csv"), line(TypedKind::ContextCsv));
        assert_eq!(read_typed_line("/unpin m4"), line(TypedKind::Pin).at(Some(4)));
        assert_eq!(read_typed_line("/plan"), line(TypedKind::PlanOther));
        assert_eq!(read_typed_line("/plan on"), line(TypedKind::Plan).turned(true));
        assert_eq!(read_typed_line("/dry-run"), line(TypedKind::DryRunOther));
        assert_eq!(read_typed_line("/dry-run off"), line(TypedKind::DryRun).turned(false));
        let edit = line(TypedKind::SummaryEdit).with("## Overview");
        assert_eq!(read_typed_line("/summary edit ## Overview"), edit);
        assert_eq!(read_typed_line("/export --with-secrets"), line(TypedKind::Export).turned(true));
    }

    #[test]
    fn a_name_is_removed_from_a_text_wherever_it_occurs() {
        assert_eq!(remove_mention("@a see @a, @b and @\"a\" x", "a"), "see , @b and x");
        assert_eq!(remove_mention("see me@a", "a"), "see me@a");
    }

    #[test]
    fn every_command_of_the_window_asks_for_something() {
        for row in list_commands() {
            let behind = row
                .arguments
                .replace("title", "x")
                .replace("changes|sources|edit text|undo|redo", "");
            let behind = behind.split(['[', '|']).next().unwrap();
            let typed = read_typed_line(&format!("{} {behind}", row.name));
            assert!(
                !matches!(typed.kind, TypedKind::Wrong | TypedKind::Message),
                "{} {behind}: {typed:?}",
                row.name
            );
        }
    }
}
