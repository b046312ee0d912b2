//! What a person types beside messages.

use vibeue_core::conversation::MessageId;
use vibeue_core::session::live::ContextForm;
use vibeue_core::settings::nearest;

/// A command of the interactive chat.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Slash {
    /// Shows how full the window is, and why.
    Context(Context),
    /// Condenses the conversation now.
    Summarize(Wanted),
    /// Shows what a compaction would do.
    Preview(Wanted),
    /// Takes the last compaction back, or one by its number.
    Undo(Option<u64>),
    /// Applies a compaction again that was undone: the one taken
    /// back last, or one by its number.
    Redo(Option<u64>),
    /// Shows the summary that the model sees, or changes it.
    Summary(Summary),
    /// Keeps a message verbatim for good, or stops doing so.
    Pin(Option<MessageId>, bool),
    /// Shows the model a message in a shorter form.
    Shorten(MessageId),
    /// Shows it whole again.
    Restore(MessageId),
    /// Shows or changes the model.
    Model(Option<String>),
    /// Lists the tools and their servers.
    Tools,
    /// Turns plan mode on or off; none turns it over.
    Plan(Option<bool>),
    /// Lists the turns that edited files.
    Edits,
    /// Takes back what the last turn edited, or one by the number of its
    /// edits.
    UndoFiles(Option<u64>),
    /// Writes the conversation to a file, or shows it.
    Export(Export),
    /// Shows the last messages with their ids.
    History(u64),
    /// Asks again after a turn that failed or reached a bound.
    Retry,
    /// Lists the commands.
    Help,
    /// Leaves.
    Quit,
}

/// What is wanted of a summary.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Wanted {
    /// The last message that goes into it; none leaves that to the settings.
    pub(crate) up_to: Option<MessageId>,
    /// What to look after.
    pub(crate) instructions: Option<String>,
}

/// What is done with the summary in view.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Summary {
    /// It is shown.
    Show,
    /// What edits and other writings of it changed.
    Changes,
    /// It is written again in the person's editor.
    Edit,
    /// This text takes its place.
    Replace(String),
}

/// How the report of the context is given.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Context {
    /// What it is written as; none prints it for a person.
    pub(crate) form: Option<ContextForm>,
    /// The file; none shows it.
    pub(crate) file: Option<String>,
    /// Whether a file that exists may be replaced.
    pub(crate) force: bool,
}

/// How the conversation is exported.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Export {
    /// The file; none shows it.
    pub(crate) file: Option<String>,
    /// Whether a file that exists may be replaced.
    pub(crate) force: bool,
    /// Credentials stay readable.
    pub(crate) with_secrets: bool,
}

/// All commands, for the help and for completion.
pub(crate) const COMMANDS: [(&str, &str); 20] = [
    (
        "/context [--json|--csv [file]]",
        "how full the window is, what fills it, when it is condensed next, the cost; --json and \
         --csv show the report as data or write it to a file, --force before the file replaces it",
    ),
    (
        "/summarize [--up-to m17] [instructions]",
        "condense the conversation now: what the settings say, or all up to that message and \
         nothing after it",
    ),
    ("/preview [--up-to m17] [instructions]", "show what that would do, without doing it"),
    ("/undo [number]", "take the last summary back, or the one with that number"),
    ("/redo [number]", "apply a summary again that was undone"),
    (
        "/summary [changes|edit [text]]",
        "show the summary that the model reads, or what changed in it line by line; edit opens it \
         in $EDITOR, a text behind edit takes its place",
    ),
    ("/pin [m17]", "keep a message verbatim for good: the last request, or that one"),
    ("/unpin m17", "unpin a message"),
    (
        "/shorten m17",
        "show the model a tool's result as a digest, or an answer by its head and tail; /context has \
         the heaviest, the whole one is archived",
    ),
    ("/restore m17", "show it whole again"),
    ("/model [name]", "show or change the model"),
    ("/tools", "list the tools that the model may call, and the servers that run them"),
    ("/plan [on|off]", "run no tool that could change something, or allow them again"),
    ("/edits", "list the turns in which files were edited"),
    ("/undo-files [number]", "take back what the last of them edited, or the one with that number"),
    (
        "/export [file]",
        "write what the model sees as an OpenAI request, credentials masked; --with-secrets before \
         the file keeps them, --force replaces the file",
    ),
    ("/history [number]", "show the last messages with their ids"),
    ("/retry", "ask again after a failure, or let a turn go on that reached a bound"),
    ("/help", "list the commands"),
    ("/quit", "leave; Ctrl-D does, too"),
];

impl Slash {
    /// Reads a line; `None` when it is a message. Two slashes begin a message
    /// that begins with one.
    ///
    /// # Errors
    /// What would be right, where it is not a command or its argument is wrong.
    pub(crate) fn parse(line: &str) -> Option<Result<Self, String>> {
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
        let text = || (!argument.is_empty()).then(|| argument.to_owned());
        let number = || match argument {
            "" => Ok(None),
            digits => digits
                .parse::<u64>()
                .map(Some)
                .map_err(|_| format!("/{name} takes a number, not {digits:?}")),
        };
        let message = || match argument {
            "" => Ok(None),
            id => id
                .parse::<MessageId>()
                .map(Some)
                .map_err(|_| format!("/{name} takes a message's id such as m17, not {id:?}")),
        };
        Some(match name {
            "context" => context(argument),
            "summarize" | "compact" => wanted(name, argument).map(Slash::Summarize),
            "preview" => wanted(name, argument).map(Slash::Preview),
            "undo" => number().map(Slash::Undo),
            "redo" => number().map(Slash::Redo),
            "summary" => summary(argument),
            "pin" => message().map(|id| Slash::Pin(id, true)),
            "unpin" => message().map(|id| Slash::Pin(id, false)),
            "shorten" => message().and_then(|id| named(name, id)).map(Slash::Shorten),
            "restore" => message().and_then(|id| named(name, id)).map(Slash::Restore),
            "model" => Ok(Slash::Model(text())),
            "tools" => Ok(Slash::Tools),
            "plan" => match argument {
                "" => Ok(Slash::Plan(None)),
                "on" => Ok(Slash::Plan(Some(true))),
                "off" => Ok(Slash::Plan(Some(false))),
                other => Err(format!("/plan takes on or off, not {other:?}")),
            },
            "edits" => Ok(Slash::Edits),
            "undo-files" => number().map(Slash::UndoFiles),
            "export" => export(argument),
            "history" => number().map(|number| Slash::History(number.unwrap_or(10))),
            "retry" => Ok(Slash::Retry),
            "help" | "?" => Ok(Slash::Help),
            "quit" | "exit" | "q" => Ok(Slash::Quit),
            _ => {
                let fix = near(name).map_or_else(
                    || "/help lists them".to_owned(),
                    |near| format!("did you mean /{near}?"),
                );
                Err(format!("there is no command /{name}; {fix}"))
            }
        })
    }
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
        ("edit", "") => Summary::Edit,
        ("edit", text) => Summary::Replace(text.to_owned()),
        (other, _) => {
            return Err(format!("/summary takes nothing, edit or changes, not {other:?}"));
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

/// The names of all commands, without their slash.
fn names() -> impl Iterator<Item = &'static str> {
    COMMANDS.iter().filter_map(|(usage, _)| usage[1..].split(' ').next())
}

/// The command that was probably meant: the only one that begins so, else the
/// nearest.
fn near(name: &str) -> Option<&'static str> {
    let mut begun = names().filter(|known| known.starts_with(name));
    match (begun.next(), begun.next()) {
        (Some(only), None) => Some(only),
        _ => nearest(name, names()),
    }
}

/// The commands that a line which is being typed may become.
pub(super) fn completions(line: &str) -> Vec<&'static str> {
    match line.strip_prefix('/') {
        Some(begun) => names().filter(|name| name.starts_with(begun)).collect(),
        None => Vec::new(),
    }
}

/// The message that a line means, where two slashes stand for one.
pub(crate) fn message(line: &str) -> &str {
    match line.strip_prefix("//") {
        Some(_) => &line[1..],
        None => line,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_messages_unless_they_are_commands() {
        for line in ["hello", "a /context", "//literal", "/usr/bin/env is what?", ""] {
            assert_eq!(Slash::parse(line), None, "{line}");
        }
        assert_eq!(message("//literal"), "/literal");
        assert_eq!(message("plain // text"), "plain // text");
    }

    fn parse(line: &str) -> Result<Slash, String> {
        Slash::parse(line).unwrap()
    }

    #[test]
    fn a_report_of_the_context_takes_a_form_and_a_file() {
        assert_eq!(parse("/context"), Ok(Slash::Context(Context::default())));
        let data = |form, file: Option<&str>, force| {
            Ok(Slash::Context(Context { form: Some(form), file: file.map(Into::into), force }))
        };
        assert_eq!(parse("/context --json"), data(ContextForm::Json, None, false));
        assert_eq!(
            parse("/context --csv my use.csv"),
            data(ContextForm::Csv, Some("my use.csv"), false)
        );
        assert_eq!(
            parse("/context --force --json a.json"),
            data(ContextForm::Json, Some("a.json"), true)
        );
        for wrong in ["/context now", "/context --force", "/context --force a.json"] {
            let said = "/context takes --json or --csv before a file".to_owned();
            assert_eq!(parse(wrong), Err(said), "{wrong}");
        }
        let said = "/context --force takes the file to replace".to_owned();
        assert_eq!(parse("/context --csv --force"), Err(said));
    }

    #[test]
    fn a_summary_takes_instructions_and_where_it_ends() {
        let wanted = |up_to: Option<u64>, instructions: Option<&str>| Wanted {
            up_to: up_to.map(MessageId),
            instructions: instructions.map(Into::into),
        };
        let ids = Some("keep ids");
        assert_eq!(parse(" /summarize keep ids "), Ok(Slash::Summarize(wanted(None, ids))));
        assert_eq!(parse("/summarize"), Ok(Slash::Summarize(Wanted::default())));
        assert_eq!(parse("/compact --up-to m17"), Ok(Slash::Summarize(wanted(Some(17), None))));
        assert_eq!(
            parse("/preview --up-to=17 keep ids"),
            Ok(Slash::Preview(wanted(Some(17), ids)))
        );
        let said = "/preview --up-to takes a message's id such as m17, not \"here\"";
        assert_eq!(parse("/preview --up-to here"), Err(said.to_owned()));
        let said = "/summarize has no option --up-tom17; it has --up-to m17";
        assert_eq!(parse("/summarize --up-tom17"), Err(said.to_owned()));
    }

    #[test]
    fn commands_take_their_arguments() {
        assert_eq!(parse("/undo"), Ok(Slash::Undo(None)));
        assert_eq!(parse("/undo 12"), Ok(Slash::Undo(Some(12))));
        assert_eq!(parse("/undo-files"), Ok(Slash::UndoFiles(None)));
        assert_eq!(parse("/undo-files 3"), Ok(Slash::UndoFiles(Some(3))));
        assert_eq!(parse("/edits"), Ok(Slash::Edits));
        assert_eq!(parse("/retry"), Ok(Slash::Retry));
        assert_eq!(parse("/redo"), Ok(Slash::Redo(None)));
        assert_eq!(parse("/redo 12"), Ok(Slash::Redo(Some(12))));
        assert_eq!(parse("/summary"), Ok(Slash::Summary(Summary::Show)));
        assert_eq!(parse("/summary edit"), Ok(Slash::Summary(Summary::Edit)));
        let text = Summary::Replace("## Overview - the door opens".to_owned());
        let typed = parse("/summary edit  ## Overview - the door opens ");
        assert_eq!(typed, Ok(Slash::Summary(text)));
        let said = "/summary takes nothing, edit or changes, not \"show\"".to_owned();
        assert_eq!(parse("/summary show me"), Err(said));
        assert_eq!(parse("/pin m17"), Ok(Slash::Pin(Some(MessageId(17)), true)));
        assert_eq!(parse("/unpin 17"), Ok(Slash::Pin(Some(MessageId(17)), false)));
        assert_eq!(parse("/shorten m17"), Ok(Slash::Shorten(MessageId(17))));
        assert_eq!(parse("/restore 17"), Ok(Slash::Restore(MessageId(17))));
        let said = "/shorten takes a message's id such as m17; /context names the heaviest";
        assert_eq!(parse("/shorten"), Err(said.to_owned()));
        assert_eq!(parse("/history"), Ok(Slash::History(10)));
        assert_eq!(parse("/quit"), Ok(Slash::Quit));
        assert_eq!(parse("/undo x"), Err("/undo takes a number, not \"x\"".to_owned()));
        assert_eq!(parse("/zork"), Err("there is no command /zork; /help lists them".to_owned()));
        for (typed, meant) in [("conte", "context"), ("sumarize", "summarize"), ("hlep", "help")] {
            let said = format!("there is no command /{typed}; did you mean /{meant}?");
            assert_eq!(parse(&format!("/{typed}")), Err(said));
        }
    }

    #[test]
    fn an_export_takes_what_it_may_do_before_the_file() {
        assert_eq!(parse("/export"), Ok(Slash::Export(Export::default())));
        let to = |force, with_secrets| {
            Ok(Slash::Export(Export { file: Some("my talk.json".into()), force, with_secrets }))
        };
        assert_eq!(parse("/export my talk.json"), to(false, false));
        assert_eq!(parse("/export --force my talk.json"), to(true, false));
        assert_eq!(parse("/export --force  --with-secrets my talk.json"), to(true, true));
        let shown = Slash::Export(Export { with_secrets: true, ..Export::default() });
        assert_eq!(parse("/export --with-secrets"), Ok(shown));
        let said = "/export --force takes the file to replace".to_owned();
        assert_eq!(parse("/export --force"), Err(said));
    }

    #[test]
    fn a_line_is_completed_only_where_it_begins_a_command() {
        assert_eq!(completions("/un"), ["undo", "unpin", "undo-files"]);
        assert_eq!(completions("/cont"), ["context"]);
        assert_eq!(completions("/context now"), Vec::<&str>::new());
        assert_eq!(completions("context"), Vec::<&str>::new());
        assert_eq!(completions("/").len(), COMMANDS.len());
    }

    #[test]
    fn every_command_of_the_help_is_one() {
        for (usage, _) in COMMANDS {
            let line = usage.replace("[m17]", "").replace(['[', ']'], "");
            // Of several words the first.
            let line = line.split(" number").next().unwrap().split('|').next().unwrap().trim();
            assert!(Slash::parse(line).unwrap().is_ok(), "{usage}");
        }
    }
}
