//! Which commands there are, where, and what they mean.

/// Where the user types.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// The companion program's prompt.
    Terminal,
    /// The editor's window.
    Window,
}

/// A command as the user uses it in one place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Usage {
    /// What comes after the name, optional parts in brackets; empty for nothing.
    pub arguments: &'static str,
    /// What it does, as a clause.
    pub meaning: &'static str,
}

/// One command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CommandInfo {
    /// Its name, without the slash.
    pub name: &'static str,
    /// Other names that are understood and not shown.
    pub aliases: &'static [&'static str],
    /// How it is used in the terminal; `None` if it is not known.
    pub terminal: Option<Usage>,
    /// How it is used in the window; `None` if it is not known.
    pub window: Option<Usage>,
}

impl CommandInfo {
    /// A command that is used alike everywhere.
    const fn both(name: &'static str, arguments: &'static str, meaning: &'static str) -> Self {
        let usage = Some(Usage { arguments, meaning });
        Self { name, aliases: &[], terminal: usage, window: usage }
    }

    /// One of the terminal alone.
    const fn terminal(name: &'static str, arguments: &'static str, meaning: &'static str) -> Self {
        let terminal = Some(Usage { arguments, meaning });
        Self { name, aliases: &[], terminal, window: None }
    }

    /// One of the window alone.
    const fn window(name: &'static str, meaning: &'static str) -> Self {
        Self { name, aliases: &[], terminal: None, window: Some(Usage { arguments: "", meaning }) }
    }

    /// The same, with other words in the window.
    const fn but_in_window(self, arguments: &'static str, meaning: &'static str) -> Self {
        Self { window: Some(Usage { arguments, meaning }), ..self }
    }

    /// The same, with other names.
    const fn or(self, aliases: &'static [&'static str]) -> Self {
        Self { aliases, ..self }
    }

    /// How it is used in a place; `None` if it is not known there.
    pub const fn usage(&self, place: Place) -> Option<Usage> {
        match place {
            Place::Terminal => self.terminal,
            Place::Window => self.window,
        }
    }

    /// Whether it is called so.
    pub fn is_called(&self, name: &str) -> bool {
        self.name == name || self.aliases.contains(&name)
    }
}

/// All commands, in the order of a help.
pub const COMMANDS: [CommandInfo; 29] = [
    CommandInfo::both(
        "context",
        "[--json|--csv [file]]",
        "how full the window is, what fills it, when it is condensed next, the cost; --json and \
         --csv show the report as data or write it to a file, put --force before the file to replace it",
    )
    .but_in_window(
        "[--json|--csv]",
        "open the context panel: how full the window is, what fills it, when it is condensed next; \
         --json and --csv write the report to a file",
    ),
    CommandInfo::both(
        "summarize",
        "[--up-to m17] [instructions]",
        "condense the conversation now: as the settings say, or everything up to that message and \
         nothing after it",
    )
    .or(&["compact"]),
    CommandInfo::both(
        "preview",
        "[options] [instructions]",
        "show what summarizing would do, without doing it; options: --strategy rules, --target 40, \
         --threshold 65, --originals, --keep m3,m5, --up-to m17; then --apply does it, --cancel discards it",
    ),
    CommandInfo::both(
        "undo",
        "[number]",
        "undo the last summary, or the one with that number",
    ),
    CommandInfo::both("redo", "[number]", "apply an undone summary again"),
    CommandInfo::both(
        "summary",
        "[changes|sources|edit [text]|undo|redo]",
        "show the summary that the model reads, what changed in it line by line, or the messages \
         behind each line; edit opens it in $EDITOR, or replaces it with the text that follows; \
         undo and redo step through its edits",
    )
    .but_in_window(
        "[changes|sources|edit text|undo|redo]",
        "show the summary that the model reads, what changed in it line by line, or the messages \
         behind each line; edit replaces it with the text that follows; undo and redo step through \
         its edits",
    ),
    CommandInfo::both(
        "pin",
        "[m17]",
        "keep a message verbatim permanently: the last request, or that one",
    ),
    CommandInfo::both("unpin", "m17", "unpin a message"),
    CommandInfo::both(
        "shorten",
        "m17",
        "show the model a tool's result as a digest, or an answer by head and tail; /context lists \
         the heaviest, the full message is archived",
    ),
    CommandInfo::both("restore", "m17", "show a shortened message in full again"),
    CommandInfo::both("model", "[name]", "list the models to choose from, or change the model"),
    CommandInfo::both(
        "tools",
        "",
        "list the tools that the model may call, and the servers that run them",
    )
    .but_in_window("", "list the tools that the model may call"),
    CommandInfo::both(
        "plan",
        "[on|off]",
        "run no tool that could change something, or allow them again",
    ),
    CommandInfo::both(
        "dry-run",
        "[on|off]",
        "show what tools would change instead of running them, or run them again",
    ),
    CommandInfo::both(
        "edit",
        "[m17] [text]",
        "send an earlier message again in other words: the conversation goes on from there, in a \
         branch of its own; without text it opens in $EDITOR, without an id it is the last one",
    )
    .but_in_window(
        "[m17] [text]",
        "send an earlier message again in other words: the conversation goes on from there, in a \
         branch of its own; without text it is put into the field, without an id it is the last one",
    ),
    CommandInfo::both("branches", "[number]", "list the branches, or show one of them"),
    CommandInfo::both("edits", "", "list the turns in which files were edited"),
    CommandInfo::both(
        "undo-files",
        "[number]",
        "undo the edits of the last turn that edited files, or of the turn with that number",
    ),
    CommandInfo::both(
        "export",
        "[file]",
        "write what the model sees as an OpenAI request, credentials masked; --with-secrets before \
         the file keeps them, --force replaces the file",
    )
    .but_in_window(
        "[--with-secrets]",
        "write the conversation as Markdown, credentials masked; --with-secrets keeps them",
    ),
    CommandInfo::both("history", "[number]", "show the last messages with their ids"),
    CommandInfo::both(
        "find",
        "words",
        "list the messages that contain these words, with their ids, condensed messages included",
    )
    .but_in_window("words", "show the messages that contain these words, condensed messages included"),
    CommandInfo::both(
        "queue",
        "[drop number]",
        "list the messages that wait to be sent, or remove one",
    ),
    CommandInfo::both(
        "retry",
        "",
        "ask again after a failure, or continue a turn that reached a limit",
    ),
    CommandInfo::both("rename", "title", "name the conversation"),
    CommandInfo::window("new", "start a new conversation; this one stays in the list"),
    CommandInfo::window("conversations", "list the project's conversations"),
    CommandInfo::window("settings", "open the settings"),
    CommandInfo::both("help", "", "list the commands").or(&["?"]),
    CommandInfo::terminal("quit", "", "exit (also Ctrl-D)").or(&["exit", "q"]),
];

/// The commands of a place with their usage, in the order of a help.
pub fn commands(place: Place) -> impl Iterator<Item = (&'static CommandInfo, Usage)> {
    COMMANDS.iter().filter_map(move |info| Some((info, info.usage(place)?)))
}

/// Finds a command by any of its names, wherever it works.
pub fn find(name: &str) -> Option<&'static CommandInfo> {
    COMMANDS.iter().find(|info| info.is_called(name))
}
