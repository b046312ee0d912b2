//! What the user types besides messages: lines that begin with a slash.

mod preview;
mod table;

use vibeue_conversation::MessageId;
use vibeue_conversation::settings::nearest;

pub use preview::PreviewWish;
pub use table::{COMMANDS, CommandInfo, Place, Usage, commands, find};

use crate::live::ContextForm;

/// A command, with what was typed after it.
#[derive(Debug, Clone, PartialEq)]
pub enum Slash {
    /// Shows how full the window is, and why.
    Context(Context),
    /// Condenses the conversation now.
    Summarize(Wanted),
    /// Shows what a compaction would do, or applies it.
    Preview(PreviewWish),
    /// Undoes the last compaction, or one by its number.
    Undo(Option<u64>),
    /// Redoes an undone compaction: the last undone one, or one by its number.
    Redo(Option<u64>),
    /// Shows the summary that the model sees, or changes it.
    Summary(Summary),
    /// Keeps a message verbatim permanently, or stops doing so.
    Pin(Option<MessageId>, bool),
    /// Shows the model a message in a shorter form.
    Shorten(MessageId),
    /// Shows it in full again.
    Restore(MessageId),
    /// Shows or changes the model.
    Model(Option<String>),
    /// Lists the tools and their servers.
    Tools,
    /// Turns plan mode on or off; `None` toggles it.
    Plan(Option<bool>),
    /// Turns a dry run on or off; `None` toggles it.
    DryRun(Option<bool>),
    /// Lists the turns that edited files.
    Edits,
    /// Undoes what the last turn edited, or another turn by the number of its edits.
    UndoFiles(Option<u64>),
    /// Writes the conversation to a file, or shows it.
    Export(Export),
    /// Shows the last messages with their ids.
    History(u64),
    /// Lists the messages that have these words.
    Find(String),
    /// Lists the messages that wait to be sent, or removes one by its position, from 1.
    Queue(Option<usize>),
    /// Asks again after a turn that failed or reached a limit.
    Retry,
    /// Sends an earlier message again, in other words: the last one, or one by its id; without
    /// words the user still has to write them.
    Edit(Option<MessageId>, Option<String>),
    /// Lists the branches, or shows one by its number.
    Branches(Option<u64>),
    /// Names the conversation.
    Rename(String),
    /// Begins a new conversation.
    New,
    /// Lists the conversations.
    Conversations,
    /// Opens the settings.
    Settings,
    /// Lists the commands.
    Help,
    /// Leaves.
    Quit,
}

/// What is wanted of a summary.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Wanted {
    /// The last message that goes into it; none leaves that to the settings.
    pub up_to: Option<MessageId>,
    /// What to pay attention to.
    pub instructions: Option<String>,
}

/// What is done with the summary in view.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Summary {
    /// It is shown.
    Show,
    /// What its edits and later versions changed.
    Changes,
    /// The messages that each of its lines is based on.
    Sources,
    /// Its last edit is undone.
    Undo,
    /// That edit is redone.
    Redo,
    /// It is opened in the user's editor.
    Edit,
    /// It is replaced by this text.
    Replace(String),
}

/// How the report of the context is given.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Context {
    /// The format to write; `None` prints it for the user.
    pub form: Option<ContextForm>,
    /// Output file; `None` prints it.
    pub file: Option<String>,
    /// Whether an existing file may be replaced.
    pub force: bool,
}

/// How the conversation is exported.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Export {
    /// Output file; `None` prints it.
    pub file: Option<String>,
    /// Whether an existing file may be replaced.
    pub force: bool,
    /// Whether credentials stay readable.
    pub with_secrets: bool,
}

impl Slash {
    /// Reads a line; `None` if it is a message ([`message`] returns it). Two slashes begin a
    /// message that begins with one.
    ///
    /// # Errors
    /// What would be correct, if it is not a command of this place or its argument is wrong.
    pub fn parse(line: &str, place: Place) -> Option<Result<Self, String>> {
        let rest = line.trim().strip_prefix('/')?;
        if rest.starts_with('/') {
            return None;
        }
        let (name, argument) = match rest.split_once(char::is_whitespace) {
            Some((name, argument)) => (name, argument.trim()),
            None => (rest, ""),
        };
        // `/usr/bin` is not a command but a path that begins a message.
        if name.contains('/') {
            return None;
        }
        let known = find(name).filter(|info| info.usage(place).is_some());
        Some(match known {
            Some(info) => {
                Self::read(info.name, name, argument).and_then(|it| it.allowed(name, place))
            }
            None => Err(unknown(name, place)),
        })
    }

    /// Reads the argument of a command; `typed` is what the user called it.
    fn read(name: &str, typed: &str, argument: &str) -> Result<Self, String> {
        let text = || (!argument.is_empty()).then(|| argument.to_owned());
        let number = || match argument {
            "" => Ok(None),
            digits => digits
                .parse::<u64>()
                .map(Some)
                .map_err(|_| format!("/{typed} takes a number, not {digits:?}")),
        };
        let message = || match argument {
            "" => Ok(None),
            id => id
                .parse::<MessageId>()
                .map(Some)
                .map_err(|_| format!("/{typed} takes a message's id such as m17, not {id:?}")),
        };
        match name {
            "context" => context(argument),
            "summarize" => wanted(typed, argument).map(Slash::Summarize),
            "preview" => preview::read(argument).map(Slash::Preview),
            "undo" => number().map(Slash::Undo),
            "redo" => number().map(Slash::Redo),
            "summary" => summary(argument),
            "pin" => message().map(|id| Slash::Pin(id, true)),
            "unpin" => message().map(|id| Slash::Pin(id, false)),
            "shorten" => message().and_then(|id| named(typed, id)).map(Slash::Shorten),
            "restore" => message().and_then(|id| named(typed, id)).map(Slash::Restore),
            "model" => Ok(Slash::Model(text())),
            "tools" => Ok(Slash::Tools),
            "plan" => turned(typed, argument).map(Slash::Plan),
            "dry-run" => turned(typed, argument).map(Slash::DryRun),
            "edits" => Ok(Slash::Edits),
            "undo-files" => number().map(Slash::UndoFiles),
            "export" => export(argument),
            "history" => number().map(|number| Slash::History(number.unwrap_or(10))),
            "find" => text()
                .map(Slash::Find)
                .ok_or_else(|| "/find takes the words to look for".to_owned()),
            "queue" => queue(argument).map(Slash::Queue),
            "retry" => Ok(Slash::Retry),
            "edit" => Ok(edit(argument)),
            "branches" => number().map(Slash::Branches),
            "rename" => text().map(Slash::Rename).ok_or_else(|| "/rename takes a title".to_owned()),
            "new" => Ok(Slash::New),
            "conversations" => Ok(Slash::Conversations),
            "settings" => Ok(Slash::Settings),
            "help" => Ok(Slash::Help),
            "quit" => Ok(Slash::Quit),
            _ => Err(unknown(typed, Place::Terminal)),
        }
    }

    /// Refuses what a place does not support: the window names files itself, and has no external
    /// text editor.
    fn allowed(self, name: &str, place: Place) -> Result<Self, String> {
        let file = match &self {
            Slash::Context(Context { file, force, .. })
            | Slash::Export(Export { file, force, .. }) => file.is_some() || *force,
            _ => false,
        };
        match (&self, place) {
            (_, Place::Terminal) => Ok(self),
            (_, Place::Window) if file => {
                Err(format!("/{name} takes no file here: it writes a new one and says where it is"))
            }
            (Slash::Summary(Summary::Edit), Place::Window) => {
                Err("/summary edit needs the new text after it".to_owned())
            }
            (_, Place::Window) => Ok(self),
        }
    }
}

/// Reads which of the waiting messages to remove.
fn queue(argument: &str) -> Result<Option<usize>, String> {
    let (word, place) = argument.split_once(char::is_whitespace).unwrap_or((argument, ""));
    match (word, place.trim().parse::<usize>()) {
        ("", _) => Ok(None),
        ("drop", Ok(place)) if place > 0 => Ok(Some(place)),
        _ => Err(format!(
            "/queue takes nothing, or drop and a number from its list, not {argument:?}"
        )),
    }
}

/// An id may come first.
fn edit(argument: &str) -> Slash {
    let (first, rest) = argument.split_once(char::is_whitespace).unwrap_or((argument, ""));
    let id = first.strip_prefix('m').and_then(|_| first.parse::<MessageId>().ok());
    let words = if id.is_some() { rest.trim() } else { argument };
    Slash::Edit(id, (!words.is_empty()).then(|| words.to_owned()))
}

/// The error for a name that is not a command here.
fn unknown(name: &str, place: Place) -> String {
    if find(name).is_some() {
        return match place {
            Place::Terminal => format!("/{name} works only in the editor's window"),
            Place::Window => format!("/{name} works only in the terminal"),
        };
    }
    let fix = near(name, place)
        .map_or_else(|| "/help lists them".to_owned(), |near| format!("did you mean /{near}?"));
    format!("there is no command /{name}; {fix}")
}

/// Reads where a summary is to end, and its instructions.
fn wanted(name: &str, argument: &str) -> Result<Wanted, String> {
    let given = |text: &str| (!text.is_empty()).then(|| text.to_owned());
    let (first, behind) = argument.split_once(char::is_whitespace).unwrap_or((argument, ""));
    let Some(id) = first.strip_prefix("--up-to") else {
        return Ok(Wanted { up_to: None, instructions: given(argument) });
    };
    let behind = behind.trim_start();
    let (id, rest) = match id.strip_prefix('=') {
        Some(id) => (id, behind),
        None if id.is_empty() => behind.split_once(char::is_whitespace).unwrap_or((behind, "")),
        None => return Err(format!("/{name} has no option {first}; it has --up-to m17")),
    };
    let up_to = id
        .parse()
        .map_err(|_| format!("/{name} --up-to takes a message's id such as m17, not {id:?}"))?;
    Ok(Wanted { up_to: Some(up_to), instructions: given(rest.trim()) })
}

/// Whether something is turned on or off; toggled if nothing is said.
fn turned(name: &str, argument: &str) -> Result<Option<bool>, String> {
    match argument {
        "" => Ok(None),
        "on" => Ok(Some(true)),
        "off" => Ok(Some(false)),
        other => Err(format!("/{name} takes on or off, not {other:?}")),
    }
}

/// The message that a command cannot do without.
fn named(name: &str, id: Option<MessageId>) -> Result<MessageId, String> {
    id.ok_or_else(|| {
        format!("/{name} takes a message's id such as m17; /context names the heaviest")
    })
}

/// Reads what is to be done with the summary.
fn summary(argument: &str) -> Result<Slash, String> {
    let (word, text) = argument.split_once(char::is_whitespace).unwrap_or((argument, ""));
    let what = match (word, text.trim()) {
        ("", _) => Summary::Show,
        ("changes", "") => Summary::Changes,
        ("sources", "") => Summary::Sources,
        ("undo", "") => Summary::Undo,
        ("redo", "") => Summary::Redo,
        ("edit", "") => Summary::Edit,
        ("edit", text) => Summary::Replace(text.to_owned()),
        (other, _) => {
            return Err(format!(
                "/summary takes nothing, edit, undo, redo, changes or sources, not {other:?}"
            ));
        }
    };
    Ok(Slash::Summary(what))
}

/// Reads how the report of the context is wanted: options, then the rest of
/// the line is the file's name.
fn context(argument: &str) -> Result<Slash, String> {
    let mut context = Context::default();
    let mut rest = argument;
    loop {
        let (first, behind) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
        match first {
            "--json" => context.form = Some(ContextForm::Json),
            "--csv" => context.form = Some(ContextForm::Csv),
            "--force" => context.force = true,
            _ => break,
        }
        rest = behind.trim_start();
    }
    context.file = (!rest.is_empty()).then(|| rest.to_owned());
    match (context.form, &context.file, context.force) {
        (None, Some(_), _) | (None, None, true) => {
            Err("/context takes --json or --csv before a file".to_owned())
        }
        (Some(_), None, true) => Err("/context --force takes the file to replace".to_owned()),
        _ => Ok(Slash::Context(context)),
    }
}

/// Reads what is to be exported where: options, then the rest of the line is
/// the file's name.
fn export(argument: &str) -> Result<Slash, String> {
    let mut export = Export::default();
    let mut rest = argument;
    loop {
        let (first, behind) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
        match first {
            "--force" => export.force = true,
            "--with-secrets" => export.with_secrets = true,
            _ => break,
        }
        rest = behind.trim_start();
    }
    export.file = (!rest.is_empty()).then(|| rest.to_owned());
    if export.force && export.file.is_none() {
        return Err("/export --force takes the file to replace".to_owned());
    }
    Ok(Slash::Export(export))
}

/// The names of a place's commands, without their slash.
fn names(place: Place) -> impl Iterator<Item = &'static str> {
    commands(place).map(|(info, _)| info.name)
}

/// The command that was probably meant: the only one with this prefix, otherwise the most similar
/// one.
fn near(name: &str, place: Place) -> Option<&'static str> {
    let mut begun = names(place).filter(|known| known.starts_with(name));
    match (begun.next(), begun.next()) {
        (Some(only), None) => Some(only),
        _ => nearest(name, names(place)),
    }
}

/// The commands that a partly typed line may become, in the order of the help; none if it is not a
/// partly typed command.
pub fn completions(line: &str, place: Place) -> Vec<(&'static CommandInfo, Usage)> {
    match line.strip_prefix('/') {
        Some(begun) => commands(place).filter(|(info, _)| info.name.starts_with(begun)).collect(),
        None => Vec::new(),
    }
}

/// The message that a line stands for, with two slashes read as one.
pub fn message(line: &str) -> &str {
    match line.strip_prefix("//") {
        Some(_) => &line[1..],
        None => line,
    }
}

/// How to type a message so that it is not read as a command: the inverse of [`message`].
pub fn typed(message: &str) -> String {
    let is_read_otherwise = message.starts_with("//")
        || [Place::Terminal, Place::Window].iter().any(|it| Slash::parse(message, *it).is_some());
    let slash = if is_read_otherwise && message.starts_with('/') { "/" } else { "" };
    format!("{slash}{message}")
}

#[cfg(test)]
mod tests;
