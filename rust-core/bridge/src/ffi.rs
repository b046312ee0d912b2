//! What crosses between C++ and Rust.
//!
//! The rules of the border:
//! - Text comes in valid: the host makes it by `rust::String::lossy`, by
//!   `text_from_utf8` or by `text_from_utf16`, none of which fails. Other
//!   constructors of `rust::Str` and `rust::String` end the process on text
//!   that is not UTF-8.
//! - Nothing throws and nothing ends the process: what can fail says so by a
//!   [`Status`](ffi::Status).
//! - Nothing waits but `Session::close`, which waits at most as long as it is
//!   told to. Results come by the sink during `pump`, on the pumping thread.
//! - Numbers of tokens are tokens of the model's own tokenizer; times are
//!   milliseconds since the Unix epoch; ids of messages, turns, summarizations
//!   and compactions are unique in their session, and 0 is none.

// The generated glue has items without documentation of its own.
#![allow(
    missing_docs,
    reason = "what is written here is documented; the macro's own items are not"
)]
#![allow(
    clippy::needless_lifetimes,
    unused_qualifications,
    unreachable_pub,
    reason = "written by the macro"
)]

use crate::agent::known_agents;
use crate::answer_speech::{AnswerSpeech, new_answer_speech};
use crate::bug_report::start_bug_report;
use crate::code_painter::{CodePainter, new_code_painter};
use crate::completer::{Completer, open_completer};
use crate::drafts::{DraftKeeper, PromptHistory, open_draft_keeper, open_prompt_history};
use crate::fence::calls_made;
use crate::functions::{
    abi_version, estimate_text, find_connection_problem, find_model, find_sentence,
    find_setting_sources, finish, list_presets, list_setting_presets, list_settings,
    release_number, salvage_journal, settings_that_follow, start_connection_test, take_log_lines,
    test_panic, text_from_utf8, text_from_utf16, validate_settings,
};
use crate::host_names::{host_asset_tags, host_names};
use crate::library::{
    conversation_extension, delete_conversation, discard_conversation, is_conversation_id,
    list_conversation_ids, make_export_path, pin_conversation, rename_conversation,
    restore_conversation, restore_deleted_conversation, set_conversation_tags,
    start_conversation_export, start_conversation_import, start_listing, start_trash_listing,
};
use crate::link::find_link;
use crate::markdown::read_markdown;
use crate::serving::{ToolServing, start_serving};
use crate::session::{Session, open_session};
use crate::status::advice_of;
use crate::tasks::{
    ConnectionTest, ConversationExport, ConversationImport, ConversationListing, FileRestore,
    FileWriting, KeyKeeping, MentionReading, ModelListing, PictureKeeping, PictureReading,
    SetupSearch, Tuning, may_stand_for_pictures, offer_of_key, start_key_keeping,
    start_mention_reading, start_model_listing, start_pasting, start_picture_keeping,
    start_picture_reading, start_setup_search, start_taken_picture, start_tuning,
};
use crate::team::{read_team_values, remember_team_values, share_settings, shared_setting_names};
use crate::tool_arguments::read_tool_arguments;
use crate::tools::check_tools;
use crate::unseen::show_unseen;
use crate::writing::{
    list_commands, put_completion, read_typed_line, remove_mention, type_message,
};

/// The declarations.
#[cxx::bridge(namespace = "vibeue")]
pub mod ffi {
    /// How a call ended, by what the caller does about it. The numbers are
    /// those of `VIBEUE_STATUS_…` in `vibeue/constants.h`.
    #[derive(Debug, PartialEq, Eq, Hash)]
    enum StatusCode {
        /// It was done, or was accepted: the sink reports the outcome.
        Ok = 0,
        /// An argument is not valid: fix it.
        Input = 1,
        /// A setting is out of its range or contradicts another: fix it.
        Settings = 2,
        /// What must stay is larger than the budget.
        Irreducible = 3,
        /// The conversation changed in the meantime: ask again.
        Conflict = 4,
        /// Another program has the file: close it there.
        Busy = 5,
        /// It was cancelled.
        Cancelled = 6,
        /// The operating system refused.
        Io = 7,
        /// A bug of this library; nothing was changed.
        Internal = 8,
        /// The session is closed.
        Closed = 9,
    }

    /// How a call ended.
    #[derive(Debug, Clone, PartialEq, Eq)]
    struct Status {
        /// What to do about it, for a program.
        code: StatusCode,
        /// What happened, and where, for the user; empty when `code` is `Ok`.
        message: String,
        /// What to do about it, for the user; may be empty.
        hint: String,
    }

    /// What the user can do about a failure of a turn or a summarization.
    #[derive(Debug, PartialEq, Eq, Hash)]
    enum FailureKind {
        /// The key is missing, wrong or not allowed: fix it.
        Authentication,
        /// The account has no credit: top it up.
        Billing,
        /// There is no such model or address: choose another.
        NotFound,
        /// Too many requests: wait.
        RateLimited,
        /// The server is unavailable at the moment: try again later.
        Overloaded,
        /// The connection failed, broke off or went silent: try again.
        Transport,
        /// The server's answer violated the protocol.
        Protocol,
        /// The server or the model declined.
        Refused,
        /// The server found the request too long, even after it was shortened.
        ContextLengthExceeded,
        /// The request is over the budget and nothing may be condensed.
        OverBudget,
        /// What must stay does not fit.
        Irreducible,
        /// A compaction failed and the settings say not to send without one.
        CompactionFailed,
        /// There was nothing to condense.
        NothingToCondense,
        /// The conversation changed in the meantime: ask again.
        Conflict,
        /// Something of this kind is already under way.
        Busy,
        /// The model called tools in too many rounds.
        ToolRoundLimit,
        /// The request is not possible here.
        Invalid,
        /// A setting is out of its range.
        Settings,
        /// The journal cannot be written.
        Storage,
        /// It was cancelled.
        Cancelled,
        /// A bug of this library.
        Internal,
    }

    /// Why something failed, without secrets.
    #[derive(Debug, Clone, PartialEq, Eq)]
    struct Failure {
        /// What to do about it, for a program.
        kind: FailureKind,
        /// What happened, and where, for the user.
        message: String,
        /// What to do about it, for the user; may be empty.
        hint: String,
        /// How long the server asks to wait, in milliseconds; 0 if it does not say.
        retry_after_ms: u64,
        /// What follows from it.
        advice: Advice,
    }

    /// Where the user fixes the cause of a failure.
    #[derive(Debug, PartialEq, Eq, Hash)]
    enum FixedIn {
        /// Nowhere: it is temporary, or there is nothing to fix.
        Nowhere,
        /// In the settings of the connection: provider, address, key, model.
        Connection,
        /// In another setting.
        Settings,
        /// In the conversation: by saying something else, or less.
        Conversation,
        /// On the disk, or in the permissions of a file.
        Disk,
    }

    /// What follows from a failure for whoever shows it.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    struct Advice {
        /// Retrying the turn may succeed, at once or once the cause is fixed.
        retryable: bool,
        /// Where the cause can be fixed.
        fixed_in: FixedIn,
    }

    /// A name and its value, both as text.
    #[derive(Debug, Clone, PartialEq, Eq)]
    struct NameValue {
        /// The name.
        name: String,
        /// The value.
        value: String,
    }

    // What a session is opened with.

    /// Which model answers, where it is, and how it is asked. A number that is 0 or a text that is
    /// empty leaves the choice to the library.
    #[derive(Clone, Default, PartialEq)]
    struct ModelConfig {
        /// A provider by name (see `list_presets`): protocol, address and the environment variables
        /// of its key. If empty, the one whose address `base_url` is.
        preset: String,
        /// `openai`, `responses`, `anthropic`, `gemini` or `ollama`; the preset's own if empty.
        protocol: String,
        /// The base address; the preset's own if empty.
        base_url: String,
        /// The environment variable that holds the key. Takes precedence over `key`.
        key_variable: String,
        /// The key. If this and `key_variable` are empty, the preset's own variables are read, but
        /// only for the preset's own origin (scheme, host and port).
        key: String,
        /// If no key is found in the ways above, it is looked up in the system's credential store
        /// before the first request, in the background.
        key_is_kept: bool,
        /// Further headers, for gateways.
        headers: Vec<NameValue>,
        /// Allows http to other machines.
        allow_insecure: bool,
        /// Certificates in PEM form to trust in addition to the system's.
        extra_roots_pem: String,
        /// The model's id as its server knows it.
        model: String,
        /// Whether `temperature` is used.
        has_temperature: bool,
        /// 0 to 2.
        temperature: f64,
        /// `low`, `medium`, `high` or another value that the server accepts.
        reasoning_effort: String,
        /// The most tokens of one answer.
        max_output_tokens: u64,
        /// The context window in tokens, if set by the user.
        window: u64,
        /// The limit on a request in tokens, if the user knows better.
        input_limit: u64,
        /// US dollars per million tokens of requests; unknown if both prices are 0.
        price_input: f64,
        /// US dollars per million tokens of answers.
        price_output: f64,
    }

    /// What a session is opened with.
    #[derive(Debug, Clone, Default, PartialEq)]
    struct SessionConfig {
        /// The path of the journal: opened if it exists, otherwise created. If empty, the
        /// conversation is kept in memory only. Its folder is created if it is missing.
        journal: String,
        /// Who answers.
        model: ModelConfig,
        /// Where the models that the setting `summary_models` names are reached, if not where
        /// `model` is.
        summary_models: Vec<ModelConfig>,
        /// Settings by name (ours or the editor's); all others keep their defaults.
        settings: Vec<NameValue>,
        /// The tools of the host: see `Session::set_tools`. Empty for none.
        tools_json: String,
        /// The system prompt.
        system_prompt: String,
        /// Rules that are never condensed; they begin a new conversation.
        pinned: Vec<String>,
        /// Syncs every event to disk, not only the end of each turn: survives a power failure, but
        /// is slower.
        sync_each_event: bool,
        /// The project's folder, under which permanent permissions are stored; empty if there is no
        /// project.
        project_folder: String,
        /// The core's own tools list, read, search and edit the text files in
        /// the project's folder.
        offers_project_files: bool,
        /// Where the content that edits replace is stored; created with the first edit. Empty means
        /// next to the journal; with neither, the tools only read.
        project_backups: String,
        /// Files and folders that these tools never edit, wherever they are: settings, permissions,
        /// journals. The journal and the backups always belong to them.
        project_protected: Vec<String>,
        /// The path of the user's file of permissions, outside the project. If empty, none are
        /// stored: what is allowed in the project then applies to this session only.
        permissions: String,
        /// The path of the user's file of sign-ins to tool servers, outside the project. If empty,
        /// nobody can sign in.
        sign_ins: String,
        /// The user is also asked before a tool that changes nothing runs.
        asks_before_reading: bool,
        /// The tool servers in the lists below are used, each once the user has allowed it.
        uses_tool_servers: bool,
        /// Files with lists of servers (`mcpServers` JSON, or TOML as Codex writes it); of two
        /// servers with the same name the first counts. If empty, `.mcp.json` in the project's
        /// folder; that file may be missing, even if it is named.
        tool_server_files: Vec<String>,
        /// The engine's own tool server in the project's editor is used, if it runs, without
        /// asking: it is the user's own editor.
        uses_engine_server: bool,
        /// Another agent instead of a model; its command is empty if a model answers. With an
        /// agent, the model, the tools and the servers above are not used.
        agent: AgentChoice,
    }

    /// Another agent that speaks the Agent Client Protocol.
    #[derive(Clone, Default, PartialEq, Eq)]
    struct AgentChoice {
        /// Its program and options, as typed on a command line; empty for none. It is started with
        /// the first message after the user has allowed it in the project.
        command: String,
        /// The sign-in method, one of those that it offers; may be empty.
        sign_in: String,
        /// The mode in which it works, one of those that it offers; may be empty.
        mode: String,
        /// The variables that it is given in addition to harmless ones: `NAME=VALUE`, or `NAME` to
        /// pass on its current value.
        variables: Vec<String>,
        /// The address of this editor's own tools, which is passed to it; empty if they are not
        /// served.
        tools_url: String,
        /// The header `Authorization` for that address.
        tools_authorization: String,
    }

    // The conversation.

    /// Who speaks.
    #[derive(Debug, PartialEq, Eq, Hash)]
    enum Role {
        /// The host's instructions.
        System,
        /// The user.
        User,
        /// The model.
        Assistant,
        /// Tool results.
        Tool,
    }

    /// What a tool may touch: this decides when the user is asked, and what plan mode allows.
    #[derive(Debug, PartialEq, Eq, Hash)]
    enum ToolAccess {
        /// Read-only.
        Read,
        /// Makes changes that can be undone.
        Write,
        /// Makes permanent changes: deletes, overwrites, publishes.
        Destructive,
        /// Controls a program: starts it, stops it, or runs what it is given.
        Control,
    }

    /// A tool of the host.
    #[derive(Debug, Clone, PartialEq, Eq)]
    struct ToolDeclaration {
        /// The name by which the model calls it: letters, digits, `_` or `-`, at most 64.
        name: String,
        /// What it does and when to use it, for the model.
        description: String,
        /// The JSON schema of its arguments, an object; empty for a tool
        /// without arguments.
        schema_json: String,
        /// What it may touch.
        access: ToolAccess,
    }

    /// How a call ended.
    #[derive(Debug, PartialEq, Eq, Hash)]
    enum ToolEnd {
        /// The tool did what it was asked.
        Done,
        /// It ran and could not; the text says why.
        Failed,
        /// The user did not allow it.
        Denied,
        /// A rule kept it from running: no such tool, unreadable arguments, plan mode, a limit of
        /// the turn.
        Refused,
        /// It did not answer in time.
        TimedOut,
        /// The user ended the turn in the meantime.
        Cancelled,
        /// Whoever runs it is busy with something else.
        Busy,
        /// Whatever ran it no longer exists.
        Lost,
    }

    /// One argument of a call.
    #[derive(Debug, Clone, PartialEq, Eq)]
    struct ToolArgument {
        /// Its name.
        name: String,
        /// Its value as text: a string as it is, everything else as JSON; for a list, each entry.
        values: Vec<String>,
    }

    /// The arguments of a call, checked against their schema.
    #[derive(Debug, Clone, PartialEq, Eq)]
    struct ToolArguments {
        /// What is wrong with them, for the model; otherwise `Ok`.
        status: Status,
        /// The arguments that were given, except those that are null.
        list: Vec<ToolArgument>,
    }

    /// A call of a tool.
    #[derive(Debug, Clone, PartialEq, Eq)]
    struct ToolCall {
        /// The call's id; the answer names it.
        call_id: String,
        /// The tool.
        name: String,
        /// JSON text as the model wrote it; may be malformed.
        arguments: String,
    }

    /// What a tool returned.
    #[derive(Debug, Clone, PartialEq, Eq)]
    struct ToolResult {
        /// The id of the call that it answers.
        call_id: String,
        /// The tool; may be empty.
        name: String,
        /// All texts of the result, joined by line breaks; in an event, and if beginnings were
        /// asked for, no more than 16 KiB of them.
        text: String,
        /// Bytes of all of them, in UTF-8.
        bytes: u64,
        /// The tool failed.
        is_error: bool,
        /// How many images it contains.
        images: u32,
        /// Whether it came from a tool, or why there is none.
        origin: ResultOrigin,
        /// How long the call ran, in milliseconds; -1 if nobody measured it.
        ran_ms: i64,
        /// What it takes of the context, in tokens, in the form that the model sees; -1 if the
        /// model does not see it, or it shares its message with others.
        tokens: i64,
        /// That is the model's own count, not an estimate.
        tokens_are_exact: bool,
        /// The model sees it in a shorter form.
        is_shortened: bool,
    }

    /// Whether a result came from a tool.
    #[derive(Debug, PartialEq, Eq, Hash)]
    enum ResultOrigin {
        /// It came from a tool, or from whoever refused the call.
        Given,
        /// There is none: the conversation was interrupted.
        Interrupted,
        /// There is none: the program ended while the tool was running.
        CutOff,
        /// There is none: the program ended before the tool began.
        NeverBegan,
    }

    /// One message.
    #[derive(Debug, Clone, PartialEq, Eq)]
    struct Message {
        /// Its id.
        id: u64,
        /// Who speaks.
        role: Role,
        /// A summary that stands for condensed messages; its role is `User`.
        is_summary: bool,
        /// Never condensed.
        pinned: bool,
        /// The model no longer sees it, or sees only a shorter form.
        condensed: bool,
        /// Incomplete: it was cancelled.
        interrupted: bool,
        /// All texts, joined by line breaks; of a summary without our tags.
        text: String,
        /// The text as it is shown, with the title of an attached conversation in place of its id;
        /// empty if it is shown as it is.
        shown: String,
        /// Calls that it makes.
        tool_calls: Vec<ToolCall>,
        /// Results that it contains.
        tool_results: Vec<ToolResult>,
        /// How many images it contains, not counting those in results.
        images: u32,
        /// What the user attached; `text` is without it.
        attachments: Vec<AttachmentRow>,
        /// What the model thought before it, as far as its provider shows that: about 64 KiB at
        /// most, the head and the tail of more; empty if it showed nothing.
        reasoning: String,
        /// How long the model thought, in milliseconds; -1 if nobody measured it.
        reasoning_ms: i64,
    }

    /// An image to submit; its bytes are read only during the call.
    #[derive(Debug, Clone, Copy)]
    struct ImageData<'a> {
        /// `image/png`, `image/jpeg`, …
        media_type: &'a str,
        /// The file's bytes.
        bytes: &'a [u8],
    }

    /// Which messages a page is taken from.
    #[derive(Debug, PartialEq, Eq, Hash)]
    enum HistoryKind {
        /// Everything that was ever said, in full.
        Transcript,
        /// What the model sees.
        View,
    }

    /// Which messages of a preview are asked for.
    #[derive(Debug, PartialEq, Eq, Hash)]
    enum PreviewPart {
        /// Those that would go.
        Goes,
        /// Those that would stay in a shorter form.
        Shortened,
        /// Those that would stay as they are.
        Stays,
    }

    /// Who writes the summary of a preview.
    #[derive(Debug, PartialEq, Eq, Hash)]
    enum PreviewStrategy {
        /// What the settings say.
        Settings,
        /// Rules; no model is asked.
        Rules,
        /// A model.
        Model,
        /// A model, from facts that rules extract.
        Hybrid,
        /// The provider's own compaction.
        Native,
    }

    /// What is tried in a preview; the default is what summarizing now would
    /// do.
    #[derive(Debug, Clone, PartialEq)]
    struct PreviewOptions {
        /// What the summary should pay attention to; rules ignore it.
        instructions: String,
        /// The last message that goes; 0 leaves that to the settings.
        up_to: u64,
        /// Who writes it.
        strategy: PreviewStrategy,
        /// The share of the budget that the request should take afterwards; 0
        /// is what the settings say.
        target: f64,
        /// The share of the budget at which the next summary starts; a lower one also lowers the
        /// target, unless that is given here as well; 0 is what the settings say.
        threshold: f64,
        /// It is made from the originals behind all earlier summaries.
        originals: bool,
        /// Messages that stay, and are pinned when it is applied.
        keep: Vec<u64>,
    }

    /// Why a message stays word for word.
    #[derive(Debug, PartialEq, Eq, Hash)]
    enum StayReason {
        /// It does not stay, or is shortened.
        None,
        /// An instruction of the host.
        System,
        /// Pinned, or part of a call that is pinned.
        Pinned,
        /// The user's newest request, or what belongs to it.
        NewestRequest,
        /// A call of its round has no result yet.
        Waiting,
        /// One of the recent messages.
        Recent,
    }

    /// What would become of one message.
    #[derive(Debug, Clone, PartialEq, Eq)]
    struct PreviewMessage {
        /// The message.
        id: u64,
        /// Who speaks.
        role: Role,
        /// It is an earlier summary.
        is_summary: bool,
        /// The tools that it calls, or whose results it contains.
        tools: Vec<String>,
        /// Its first words on one line, credentials masked; may be empty.
        first_words: String,
        /// What becomes of it.
        part: PreviewPart,
        /// Why it stays.
        reason: StayReason,
        /// Its tokens now.
        tokens_before: u64,
        /// Its tokens afterwards.
        tokens_after: u64,
        /// It is one of those that the options keep.
        kept: bool,
        /// It would be condensed or shortened, but could be kept.
        can_be_kept: bool,
    }

    /// Who could write a summary, and about what that costs.
    #[derive(Debug, Clone, PartialEq)]
    struct PreviewOffer {
        /// The strategy.
        strategy: PreviewStrategy,
        /// The model that is asked first; empty if only rules write it.
        model: String,
        /// Whether the price is known.
        has_dollars: bool,
        /// About what it costs, in US dollars.
        dollars: f64,
        /// Why no model would be asked at the moment; may be empty.
        obstacle: String,
    }

    /// A part of a history.
    #[derive(Debug, Clone, PartialEq, Eq)]
    struct HistoryPage {
        /// The index of the first message here.
        first: u64,
        /// How many messages there are in all.
        total: u64,
        /// The messages, oldest first.
        messages: Vec<Message>,
    }

    // Usage and the trigger.

    /// Where the size of a model's window comes from.
    #[derive(Debug, PartialEq, Eq, Hash)]
    enum WindowSource {
        /// A default, because nothing else is known.
        Assumed,
        /// The table of models.
        Table,
        /// The server.
        Server,
        /// The user's own setting.
        User,
    }

    /// Tokens of the next request, compared with the budget.
    #[derive(Debug, Clone, Copy, PartialEq)]
    struct UsageReport {
        /// Tokens of the request: the number that the trigger reads.
        used: u64,
        /// Tokens that a request may have.
        available: u64,
        /// `used` as a percentage of `available`; over 100 if the request does not fit.
        percent: f64,
        /// `used` is exact, not an estimate.
        exact: bool,
        /// The share by which an estimate may be off.
        error_bound: f64,
        /// The model's context window.
        window: u64,
        /// Where that comes from.
        window_source: WindowSource,
        /// The window, and with it the percentage, is a guess: its size is
        /// unknown, or the server was asked and has not answered yet. Views
        /// mark it.
        window_assumed: bool,
        /// Tokens kept free for the reply.
        reserve: u64,
        /// The model's limit on a request; 0 if it has none of its own.
        input_limit: u64,
        /// Breakdown: system messages.
        system: u64,
        /// Breakdown: the tools' definitions.
        tools: u64,
        /// Breakdown: summaries.
        summary: u64,
        /// Breakdown: user messages.
        user: u64,
        /// Breakdown: assistant messages.
        assistant: u64,
        /// Breakdown: names and arguments of tool calls.
        tool_calls: u64,
        /// Breakdown: tool results.
        tool_results: u64,
        /// Breakdown: images.
        images: u64,
        /// Breakdown: what the wire format adds.
        overhead: u64,
    }

    /// Why a compaction starts.
    #[derive(Debug, PartialEq, Eq, Hash)]
    enum StartReason {
        /// It does not.
        None,
        /// The request reached the threshold.
        Threshold,
        /// The request reached the budget itself.
        Emergency,
        /// The set number of messages passed since the last one.
        Refresh,
        /// The user asked for it.
        Manual,
    }

    /// Why no compaction starts.
    #[derive(Debug, PartialEq, Eq, Hash)]
    enum HoldReason {
        /// One does.
        None,
        /// Compaction is switched off.
        Disabled,
        /// The request is below the threshold.
        BelowThreshold,
        /// There are too few messages to be worth a summary.
        TooFewMessages,
        /// One ran a few messages ago.
        Cooldown,
        /// The last ones gained nothing; a message from the user closes this breaker again.
        NoProgress,
    }

    /// What the trigger says, with its arithmetic.
    #[derive(Debug, Clone, PartialEq, Eq)]
    struct TriggerReport {
        /// Why a compaction would start now.
        start: StartReason,
        /// Why none would.
        hold: HoldReason,
        /// A model may write the summary.
        model_allowed: bool,
        /// The request is larger than what is available.
        over_budget: bool,
        /// The request has reached the threshold.
        near_limit: bool,
        /// Tokens used.
        used: u64,
        /// Tokens available.
        available: u64,
        /// Tokens at which a compaction starts.
        threshold_tokens: u64,
        /// Tokens below which the trigger is re-armed.
        reset_tokens: u64,
        /// Messages in the request.
        messages: u64,
        /// Whether `since_last` applies: there was a compaction.
        has_since_last: bool,
        /// Messages since the last compaction.
        since_last: u64,
        /// The same in a sentence for the user.
        explanation: String,
    }

    /// One kind of calls to models, and what they cost.
    #[derive(Debug, Clone, Copy, Default, PartialEq)]
    struct CostLine {
        /// Calls that were made, failed ones included.
        calls: u64,
        /// Of these, calls whose cost the server did not report.
        unreported: u64,
        /// Of these, calls whose tokens are known but whose price is not.
        unpriced: u64,
        /// Tokens of the requests.
        input: u64,
        /// Of these, tokens from a cache.
        cached: u64,
        /// Tokens of the answers.
        output: u64,
        /// US dollars, for the calls whose price is known.
        dollars: f64,
    }

    /// What a session has cost.
    #[derive(Debug, Clone, Copy, Default, PartialEq)]
    struct CostReport {
        /// Answers.
        chat: CostLine,
        /// Summaries.
        summaries: CostLine,
        /// Requests to count tokens.
        counts: CostLine,
        /// US dollars for all of them.
        dollars: f64,
    }

    /// What tokens of a request are spent on.
    #[derive(Debug, PartialEq, Eq, Hash)]
    enum ContextKind {
        /// System messages: the host's instructions and pinned rules.
        System,
        /// The tools' definitions.
        Tools,
        /// Summaries.
        Summary,
        /// The user's messages.
        User,
        /// Answers, with what the model thought.
        Assistant,
        /// Names and arguments of tool calls.
        ToolCalls,
        /// Results of tools.
        ToolResults,
        /// Images.
        Images,
        /// What the wire format adds.
        Overhead,
    }

    /// One kind's tokens.
    #[derive(Debug, Clone, Copy, PartialEq)]
    struct ContextPart {
        /// What they are spent on.
        kind: ContextKind,
        /// How many there are.
        tokens: u64,
        /// Their share of the tokens that a request may have, in percent.
        percent: f64,
    }

    /// One of the messages that take the most of a request.
    #[derive(Debug, Clone, PartialEq, Eq)]
    struct HeavyMessage {
        /// The message.
        id: u64,
        /// Who speaks.
        role: Role,
        /// The tools that it calls, or whose results it contains, each once.
        tools: Vec<String>,
        /// It contains results of tools.
        is_tool_result: bool,
        /// Its tokens.
        tokens: u64,
        /// How many requests of the user came after it.
        turns_ago: u64,
        /// Its first words on one line, credentials masked; may be empty.
        first_words: String,
        /// It is never condensed.
        pinned: bool,
        /// `shorten` can be applied to it.
        can_shorten: bool,
        /// The model sees it in a shorter form.
        shortened: bool,
    }

    /// One message in another form, and what that changed. All tokens are on the
    /// scale of `ContextReport::used`.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    struct FormChange {
        /// The message.
        message: u64,
        /// The compaction that shortens it, or that did.
        compaction: u64,
        /// Tokens of the message before.
        tokens_before: u64,
        /// Tokens of the message now.
        tokens_after: u64,
        /// Tokens of the whole request before.
        request_before: u64,
        /// Tokens of the whole request now.
        request_after: u64,
    }

    /// When the next summary is expected.
    #[derive(Debug, PartialEq, Eq, Hash)]
    enum Forecast {
        /// Never: it is turned off.
        Off,
        /// Before the next request.
        Due,
        /// The line has been reached, but something delays it: the explanation says what.
        Held,
        /// After about this many turns.
        InTurns,
        /// Not known yet.
        Unknown,
    }

    /// The next summary.
    #[derive(Debug, Clone, PartialEq)]
    struct NextSummary {
        /// The line: tokens of a request at which it starts; 0 while summaries are off.
        line: u64,
        /// The line as a share of the tokens that a request may have, in percent.
        line_percent: f64,
        /// Tokens that are left below the line.
        left: u64,
        /// When it is expected.
        forecast: Forecast,
        /// In how many turns, with `InTurns`; otherwise 0.
        turns: u64,
        /// Tokens that a turn adds on average; 0 if that is not known yet.
        turn_tokens: u64,
        /// It is due or near, and summarizing now would free tokens.
        is_near: bool,
        /// Summarizing now would free tokens: the next four fields say how many.
        has_gain: bool,
        /// Messages that would go into it.
        messages: u64,
        /// About how many tokens it would free.
        frees: u64,
        /// About how many tokens the request would have afterwards.
        after: u64,
        /// Whether it is known what it would cost.
        has_price: bool,
        /// About what it would cost in US dollars; 0 if rules write it.
        dollars: f64,
        /// The model that would write it; empty if rules would.
        writer: String,
        /// The trigger's decision in one sentence, with the figures behind it.
        explanation: String,
    }

    /// A command that closes a breaker.
    #[derive(Debug, PartialEq, Eq, Hash)]
    enum BreakerLever {
        /// There is none.
        None,
        /// Summarizing by hand.
        Summarize,
        /// Summarizing from the originals.
        SummarizeOriginals,
    }

    /// A reason why no model writes summaries, and what helps.
    #[derive(Debug, Clone, PartialEq, Eq)]
    struct OpenBreaker {
        /// What happens instead, and until when.
        explanation: String,
        /// What helps.
        fix: String,
        /// The command that helps at once.
        lever: BreakerLever,
    }

    /// What the context contains, when it is summarized next and what that would gain. All tokens
    /// are on one scale, that of `used`.
    #[derive(Debug, Clone, PartialEq)]
    struct ContextReport {
        /// The number of `UsageReport`: the parts add up to it.
        used: u64,
        /// Tokens that a request may have.
        available: u64,
        /// `used` as a percentage of `available`; over 100 if the request does not fit.
        percent: f64,
        /// `used` is exact, not an estimate.
        exact: bool,
        /// The share by which an estimate may be off.
        error_bound: f64,
        /// Tokens by which a request may still grow.
        free: u64,
        /// Tokens by which the request is too large.
        over: u64,
        /// The model's window: `available`, `reserve` and `margin` together.
        window: u64,
        /// The window is a guess.
        window_assumed: bool,
        /// Tokens of the window that are kept free for the reply.
        reserve: u64,
        /// Tokens of the window that stay unused.
        margin: u64,
        /// What the tokens are spent on, all kinds, in the order of a request.
        parts: Vec<ContextPart>,
        /// The next summary.
        next: NextSummary,
        /// Messages of the conversation, as they were said.
        messages: u64,
        /// Of these, messages that the model no longer sees as they were said.
        condensed: u64,
        /// The messages that take the most, the heaviest first.
        heaviest: Vec<HeavyMessage>,
        /// All compactions, oldest first, including undone ones.
        summaries: Vec<SummaryRow>,
        /// Of the undone ones, those that can be applied again.
        redoable: Vec<u64>,
        /// Why no model writes summaries at the moment, if one should.
        breakers: Vec<OpenBreaker>,
    }

    /// The format of a context report.
    #[derive(Debug, PartialEq, Eq, Hash)]
    enum ContextForm {
        /// JSON with the names of the fields.
        Json,
        /// A table of comma-separated values.
        Csv,
    }

    /// What a part of a text in Markdown is.
    #[derive(Debug, PartialEq, Eq, Hash)]
    enum MarkdownKind {
        /// Words.
        Paragraph,
        /// A heading.
        Heading,
        /// A list item, or a task of a task list.
        Point,
        /// A quotation.
        Quote,
        /// Code, as it was written.
        Code,
        /// Rows and columns, aligned with spaces.
        Table,
        /// A horizontal rule.
        Rule,
    }

    /// One part of a text in Markdown.
    #[derive(Debug, Clone, PartialEq)]
    struct MarkdownBlock {
        /// What it is.
        kind: MarkdownKind,
        /// A heading's level, from 1 to 6; for all others, the depth of its indentation, from 0.
        level: u32,
        /// What comes before a list item, or the language of code.
        mark: String,
        /// Code and tables as they are; all others as Slate rich text with the tags `Strong`,
        /// `Emphasis` and `Mono`, none of which spans lines. A link is `<a id="link" href="0">…</>`
        /// with its number in `links`.
        text: String,
        /// The texts of its links, for `find_link`.
        links: Vec<String>,
        /// What a heading is called in the text's table of contents, as plain text; empty if it is
        /// not listed there.
        contents: String,
        /// Its depth there; 0 for headings of the highest level.
        contents_depth: u32,
        /// The columns of a table; none if only its `text` can be shown.
        columns: Vec<MarkdownColumn>,
        /// The rows of a table with columns, the first as its head.
        rows: Vec<MarkdownRow>,
        /// The path of the picture that a paragraph consists of, for `find_link`; empty if it
        /// consists of words.
        picture: String,
    }

    /// A column of a table.
    #[derive(Debug, Clone, PartialEq, Eq)]
    struct MarkdownColumn {
        /// How its cells are aligned.
        side: MarkdownSide,
        /// Its share of the table's width, from 4 to 40: about the letters of its
        /// widest cell.
        width: u32,
    }

    /// A row of a table.
    #[derive(Debug, Clone, PartialEq, Eq)]
    struct MarkdownRow {
        /// A cell for each column, as rich text like that of a block.
        cells: Vec<String>,
    }

    /// How the cells of a column are aligned.
    #[derive(Debug, PartialEq, Eq, Hash)]
    enum MarkdownSide {
        /// At the left.
        Left,
        /// In the middle.
        Middle,
        /// At the right.
        Right,
    }

    /// One branch of a conversation.
    #[derive(Debug, Clone, PartialEq, Eq)]
    struct BranchRow {
        /// Its number: 1 is the one with which the conversation began.
        branch: u64,
        /// The branch it started from; 0 for the first.
        from: u64,
        /// The request by which it differs; for the first branch, the one that was changed first.
        request: u64,
        /// How that request begins.
        words: String,
        /// How many messages it has.
        messages: u64,
        /// It is the one in view.
        shown: bool,
    }

    /// Which wording of a request is in view.
    #[derive(Debug, Clone, Default, PartialEq, Eq)]
    struct Wording {
        /// The request.
        message: u64,
        /// Which one, counted from 1.
        number: u64,
        /// How many there are: at least 2.
        count: u64,
        /// The branch that has the previous version; 0 if there is none.
        previous: u64,
        /// The branch of the next version; 0 if there is none.
        next: u64,
    }

    /// A message that matches a search.
    #[derive(Debug, Clone, PartialEq, Eq)]
    struct FoundMessage {
        /// Which one.
        id: u64,
        /// The number of matches in it.
        times: u32,
        /// The text before the first match, on one line.
        before: String,
        /// The match, as written there.
        found: String,
        /// The text after it, on one line.
        after: String,
    }

    /// What kind of place a text leads to.
    #[derive(Debug, PartialEq, Eq)]
    enum LinkKind {
        /// None.
        Nowhere,
        /// A web page.
        Web,
        /// A file of the project.
        File,
        /// An asset.
        Asset,
    }

    /// Where a link leads.
    #[derive(Debug, Clone, PartialEq)]
    struct LinkPlace {
        /// What kind of place it is.
        kind: LinkKind,
        /// The address, the file's path from the project's folder on, or the
        /// path of the asset's package.
        name: String,
        /// The name of a page's site; characters outside ASCII as numbers.
        site: String,
        /// The address has a name before the site, which may look like a site.
        has_name_before_site: bool,
        /// The site's name contains letters of other alphabets, or their codes.
        has_other_letters: bool,
        /// The site is a number.
        has_numbered_site: bool,
        /// The page is not encrypted: others can read it in transit.
        is_not_encrypted: bool,
        /// The full path of a file; empty if the project has no such file.
        path: String,
        /// The line in a file, from 1; 0 for none.
        line: u32,
        /// A text editor may open the file. All others are shown in their folder: nothing that
        /// could run is opened.
        is_text: bool,
    }

    /// What a typed line asks for. Its arguments are in the fields of [`TypedLine`].
    #[derive(Debug, PartialEq, Eq, Hash)]
    enum TypedKind {
        /// Send `text`.
        Message,
        /// An unknown command or a wrong argument: `text` says what would be right.
        Wrong,
        /// Open the context panel.
        Context,
        /// Write the context report as JSON.
        ContextJson,
        /// Write the context report as a table.
        ContextCsv,
        /// Summarize now, with the instructions `text`, up to the message `number` if it is not 0.
        Summarize,
        /// The same, but only shown: by `preview`.
        Preview,
        /// Apply what the last preview showed.
        PreviewApply,
        /// Discard the last preview.
        PreviewCancel,
        /// Undo the compaction `number`; 0 is the newest.
        Undo,
        /// Apply the undone compaction `number` again; 0 is the last one undone.
        Redo,
        /// Show the summary in view.
        Summary,
        /// Show what its versions changed.
        SummaryChanges,
        /// Show the messages behind each of its lines.
        SummarySources,
        /// Undo its last edit.
        SummaryUndo,
        /// Redo that edit.
        SummaryRedo,
        /// Replace it with `text`.
        SummaryEdit,
        /// Pin (`on`) or unpin the message `number`; 0 is the last request.
        Pin,
        /// Shorten the message `number`.
        Shorten,
        /// Show it in full again.
        Restore,
        /// Let the model `text` answer; if empty, say which one does.
        Model,
        /// List the tools.
        Tools,
        /// Toggle plan mode.
        PlanOther,
        /// Turn plan mode `on` or off.
        Plan,
        /// Toggle the dry run.
        DryRunOther,
        /// Turn the dry run `on` or off.
        DryRun,
        /// List the turns that edited files.
        Edits,
        /// Undo the edits `number`; 0 is the newest.
        UndoFiles,
        /// Write the conversation to a file; `on` keeps credentials readable.
        Export,
        /// Show the last `number` messages.
        History,
        /// Show the messages that contain `text`.
        Find,
        /// List the messages that wait; if `number` is not 0, remove the one at that place, from 1.
        Queue,
        /// Retry the last turn, or continue it past its limit.
        Retry,
        /// Send the message `number` again as `text`; 0 is the last one, and an empty text has yet
        /// to be written.
        EditMessage,
        /// Show the branch `number`; 0 lists the branches.
        Branches,
        /// Name the conversation `text`.
        Rename,
        /// Start a new conversation.
        New,
        /// Show the list of conversations.
        Conversations,
        /// Open the settings.
        Settings,
        /// List the commands.
        Help,
    }

    /// What the user typed in the window.
    #[derive(Debug, Clone, PartialEq)]
    struct TypedLine {
        /// What it asks for.
        kind: TypedKind,
        /// Its words; may be empty.
        text: String,
        /// Its number; 0 for none.
        number: u64,
        /// Its switch.
        on: bool,
        /// What a preview is to try.
        preview: PreviewOptions,
    }

    /// One command of the window.
    #[derive(Debug, Clone, PartialEq, Eq)]
    struct CommandRow {
        /// Its name, with the slash.
        name: String,
        /// What comes after it, optional parts in brackets; may be empty.
        arguments: String,
        /// What it does, as a clause.
        meaning: String,
    }

    /// What a row of the completion list stands for.
    #[derive(Debug, PartialEq, Eq, Hash)]
    enum CompletionKind {
        /// A command.
        Command,
        /// A file of the project.
        File,
        /// An earlier conversation.
        Conversation,
        /// An asset of the project.
        Asset,
        /// An actor of the open level.
        Actor,
    }

    /// One of the words that a word can be completed to.
    #[derive(Debug, Clone, PartialEq, Eq)]
    struct CompletionRow {
        /// What it stands for.
        kind: CompletionKind,
        /// What the user sees and chooses.
        label: String,
        /// What is said about it; may be empty.
        detail: String,
        /// What replaces the word.
        words: String,
    }

    /// The completions of the word at the caret.
    #[derive(Debug, Clone, PartialEq, Eq)]
    struct Completion {
        /// The word's line, from 0.
        line: u32,
        /// Where it begins in its line, in UTF-16 units.
        from: u32,
        /// Where it ends.
        to: u32,
        /// Its completions, the best first; none if there is nothing to complete.
        rows: Vec<CompletionRow>,
        /// Files, conversations or things of the host are still being listed: ask again.
        pending: bool,
        /// A name was begun: the host may list what it has, with `begin_host_candidates`.
        wants_host: bool,
    }

    /// The kinds of things, other than files, that the host has and the user can name.
    #[derive(Debug, PartialEq, Eq, Hash)]
    enum HostKind {
        /// An asset of the project.
        Asset,
        /// An actor of the open level.
        Actor,
    }

    /// Something of the host that can be named.
    #[derive(Debug, Clone, PartialEq, Eq)]
    struct HostCandidate {
        /// What it is.
        kind: HostKind,
        /// The path of an asset's package; the name of an actor, which is unique in its level.
        path: String,
        /// What the user calls it.
        label: String,
        /// The name of its class.
        class_name: String,
    }

    /// A name in a text that only the host can look up.
    #[derive(Debug, Clone, PartialEq, Eq)]
    struct HostName {
        /// What it is.
        kind: HostKind,
        /// The name, as it was typed without the `@`.
        name: String,
        /// What to look for: the path of an asset's package; an actor's label, or the name that is
        /// unique in its level. At most 400 bytes.
        wanted: String,
    }

    /// What the host found for a name in a text.
    #[derive(Debug, Clone, PartialEq)]
    struct HostThing {
        /// The `name` of what was looked up.
        name: String,
        /// How many have that name; 0 means that it is gone, and everything else is empty.
        found: u32,
        /// What the user calls it.
        label: String,
        /// The name of its class.
        class_name: String,
        /// The path of the object.
        path: String,
        /// An asset's size on the disk, in bytes; below 0 if it is unknown.
        bytes: i64,
        /// It was changed in the editor and has not been saved since.
        is_unsaved: bool,
        /// What the registry says about an asset, for the tags that `host_asset_tags` names.
        tags: Vec<NameValue>,
        /// Where an actor is: X, Y and Z; empty for an asset.
        location: Vec<f64>,
        /// An actor's components: names with classes.
        components: Vec<NameValue>,
    }

    /// What is attached to a message.
    #[derive(Debug, PartialEq, Eq, Hash)]
    enum AttachmentKind {
        /// A text file.
        File,
        /// What is in a folder.
        Folder,
        /// What an earlier conversation was about.
        Conversation,
        /// An asset of the project.
        Asset,
        /// An actor of the open level.
        Actor,
        /// A picture, which is a separate part.
        Picture,
    }

    /// Something that the user attached to a message.
    #[derive(Debug, Clone, PartialEq, Eq)]
    struct AttachmentRow {
        /// What it is.
        kind: AttachmentKind,
        /// How the user named it: a path, a title.
        name: String,
        /// Size, hash and the like, in one line.
        detail: String,
    }

    /// The pixels of a picture.
    #[derive(Debug, Clone, PartialEq, Eq)]
    struct PicturePixels {
        /// How many pixels a row has; 0 if there is nothing to show.
        width: u32,
        /// How many rows there are.
        height: u32,
        /// Blue, green, red and alpha of each pixel, from the top, without gaps.
        bgra: Vec<u8>,
        /// Why it cannot be shown; empty if it can.
        problem: String,
    }

    /// A file that was stored to be sent as a picture, or refused.
    #[derive(Debug, Clone, PartialEq, Eq)]
    struct KeptPicture {
        /// The file's name, without its folders.
        name: String,
        /// The name by which a text mentions it, with the `@`; empty if it was not stored.
        mention: String,
        /// Why it was not stored.
        problem: String,
    }

    /// Something that a text mentions with `@`.
    #[derive(Debug, Clone, PartialEq, Eq)]
    struct MentionRow {
        /// The name, as it was typed without the `@`.
        name: String,
        /// Why nothing is attached; empty if something is.
        problem: String,
        /// What is attached; empty if nothing is.
        attachment: Vec<AttachmentRow>,
    }

    /// A message that waits to be sent.
    #[derive(Debug, Clone, PartialEq, Eq)]
    struct WaitingRow {
        /// Its id.
        submit: u64,
        /// It waits for whichever turn comes next, not for a turn of its own.
        held: bool,
        /// The user's own words.
        text: String,
        /// How much is attached to it.
        attachments: u32,
        /// How many images it has.
        images: u32,
    }

    /// The message before or after a text.
    #[derive(Debug, Clone, PartialEq, Eq)]
    struct RecalledPrompt {
        /// There is something.
        found: bool,
        /// There may be something: other conversations are being read.
        pending: bool,
        /// The message as the user types it; empty if the field is to be empty again.
        text: String,
    }

    /// A text, and where its caret is.
    #[derive(Debug, Clone, PartialEq, Eq)]
    struct TextAtCaret {
        /// The text.
        text: String,
        /// The caret's line, from 0.
        line: u32,
        /// UTF-16 units before it in its line.
        column: u32,
    }

    /// A count of tokens.
    #[derive(Debug, Clone, Copy, Default, PartialEq)]
    struct TokenEstimate {
        /// Tokens.
        tokens: u64,
        /// The count is exact for the session's model.
        exact: bool,
        /// The share by which it may be off.
        error_bound: f64,
    }

    // What goes on.

    /// The state of opening a session.
    #[derive(Debug, PartialEq, Eq, Hash)]
    enum Stage {
        /// The journal is being read. Commands are taken and carried out
        /// afterwards; numbers are 0 and lists empty until then.
        Opening,
        /// It can be used.
        Open,
        /// It could not be opened; see `Session::status`.
        Failed,
        /// It was closed.
        Closed,
    }

    /// The stage of a turn.
    #[derive(Debug, PartialEq, Eq, Hash)]
    enum Phase {
        /// No turn is under way.
        Idle,
        /// The request is being prepared.
        Preparing,
        /// The request does not fit and waits for the summary.
        Compacting,
        /// The request was sent; the answer is arriving.
        Streaming,
        /// The model called tools and waits for their results.
        Tools,
    }

    /// What a summarization is for.
    #[derive(Debug, PartialEq, Eq, Hash)]
    enum SummaryPurpose {
        /// No summarization is under way.
        None,
        /// The trigger started it.
        Automatic,
        /// The user asked for it.
        Manual,
        /// The user wants to see what it would do; nothing is changed.
        Preview,
        /// The user wants the summary rewritten from all originals.
        FromOriginals,
        /// The server found the request too long.
        Overflow,
    }

    /// What a session is doing right now.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    struct SessionState {
        /// The turn under way; 0 for none.
        turn: u64,
        /// Its stage.
        phase: Phase,
        /// Rounds of tool calls in it so far.
        rounds: u32,
        /// Turns that are queued after it.
        queued: u64,
        /// The summarization under way; 0 for none.
        summary: u64,
        /// What it is for.
        purpose: SummaryPurpose,
        /// The session was closed.
        closed: bool,
    }

    /// The outcome of opening a session.
    #[derive(Debug, Clone, PartialEq, Eq)]
    struct OpenReport {
        /// Whether it is open; otherwise why not.
        status: Status,
        /// The conversation's id, which never changes.
        conversation: String,
        /// Its name; may be empty.
        title: String,
        /// How many messages it has.
        messages: u64,
    }

    /// A call of a tool that the host has to run and answer.
    #[derive(Debug, Clone, PartialEq, Eq)]
    struct ToolRequest {
        /// The turn that it belongs to.
        turn: u64,
        /// The id by which the answer names the call.
        call_id: String,
        /// The tool.
        name: String,
        /// JSON text as the model wrote it; may be malformed.
        arguments: String,
        /// The user has to allow it first: run it when `on_tool_approved`
        /// comes.
        needs_approval: bool,
        /// It must not run, whoever allows it: answer it with `rehearse_tool`.
        dry_run: bool,
        /// What it may touch.
        access: ToolAccess,
        /// It is one of `offer_tools`.
        is_offered: bool,
        /// The core runs it: neither run nor answer it. Allow or deny it if `needs_approval`.
        runs_inside: bool,
        /// What it would do, if the core runs it and the user is asked.
        preview: CallPreview,
    }

    /// The kind of text in a preview.
    #[derive(Debug, PartialEq, Eq, Hash)]
    enum CallPreviewKind {
        /// There is no preview.
        Nothing,
        /// A unified diff.
        Diff,
        /// Words.
        Text,
    }

    /// What a call would do, found out without doing it.
    #[derive(Debug, Clone, PartialEq, Eq)]
    struct CallPreview {
        /// What the text is.
        kind: CallPreviewKind,
        /// What would happen, on one line.
        title: String,
        /// What would happen, in full; at most 64 KiB, and a line that says how much was left out.
        text: String,
        /// The call would be refused; the text says why.
        would_fail: bool,
    }

    /// How the editor's own tools are served to other programs.
    #[derive(Debug, Clone, Default, PartialEq, Eq)]
    struct ServingConfig {
        /// The project's folder.
        project_folder: String,
        /// The tools for the project's text files are served, too.
        offers_project_files: bool,
        /// Where the content that edits replace is stored.
        project_backups: String,
        /// Files and folders that are never edited.
        project_protected: Vec<String>,
        /// The file with permanent permissions; if empty, none are stored.
        permissions: String,
        /// The user is asked about tools that only read, too.
        asks_before_reading: bool,
        /// The file in which each call is recorded before it runs; if empty, none is.
        calls: String,
    }

    /// What happened to a call by another program.
    #[derive(Debug, PartialEq, Eq, Hash)]
    enum ServedEventKind {
        /// The user has to allow it: see `ToolServing::answer_question`.
        Asked,
        /// Nobody is waiting for that answer any more.
        Withdrawn,
        /// The editor runs a tool of its own, under another id: see
        /// `ToolServing::end_call`.
        Run,
        /// Nobody is waiting for what runs any more.
        Stopped,
        /// It ended.
        Ended,
        /// It was under way when the editor exited earlier.
        CutOff,
        /// Calls ended that are not reported one by one, because nobody asked for so long: `why`
        /// has their number.
        Dropped,
    }

    /// Something that happened to a call by another program.
    #[derive(Debug, Clone, PartialEq, Eq)]
    struct ServedEvent {
        /// What.
        kind: ServedEventKind,
        /// The id by which the call is answered.
        call_id: String,
        /// What the program calls itself; this is not verified.
        caller: String,
        /// The tool.
        name: String,
        /// JSON text.
        arguments: String,
        /// What it may touch.
        access: ToolAccess,
        /// What it would do, if the core knows.
        preview: CallPreview,
        /// How it ended.
        end: ToolEnd,
        /// Why it failed; may be empty.
        why: String,
    }

    /// Where the tools are served.
    #[derive(Debug, Clone, PartialEq, Eq)]
    struct ServingInfo {
        /// Whether they are served; otherwise why not.
        status: Status,
        /// The address, without the token.
        url: String,
        /// The configuration for other programs: an `mcpServers` object with the token.
        entry: String,
        /// The header `Authorization` that a program must send.
        authorization: String,
    }

    /// What one turn edited.
    #[derive(Debug, Clone, PartialEq, Eq)]
    struct FileChanges {
        /// Its number, for `start_file_restore`; the same after a restart.
        id: u64,
        /// The turn; 0 if it belongs to an earlier session of the conversation.
        turn: u64,
        /// When its last edit was written, in milliseconds since 1970.
        time_ms: u64,
        /// The files, relative to the project's folder, with `/`.
        files: Vec<String>,
        /// It was undone.
        restored: bool,
    }

    /// The state of an agent.
    #[derive(Debug, PartialEq, Eq, Hash)]
    enum AgentState {
        /// Nobody has allowed it in the project: it was not started.
        NeedsPermission,
        /// It is not running; the next message starts it.
        Stopped,
        /// It is starting.
        Starting,
        /// It answers.
        Ready,
        /// The user has to sign in first.
        NeedsSignIn,
        /// It could not be started, or has ended; the next message tries again.
        Failed,
    }

    /// What is known of another agent that answers.
    #[derive(Debug, Clone, PartialEq)]
    struct AgentInfo {
        /// An agent answers; otherwise a model does, and the rest is empty.
        is_used: bool,
        /// Its command line.
        line: String,
        /// The name and version it reports; empty before the handshake.
        name: String,
        /// Its state.
        state: AgentState,
        /// Why it does not answer; may be empty.
        words: String,
        /// The sign-in methods it offers, each with its id and a description.
        ways: Vec<String>,
        /// Tokens in its context; 0 if it does not say.
        used: u64,
        /// Tokens that its context can have; 0 if it does not say.
        size: u64,
        /// What the conversation cost so far; 0 if it does not say.
        cost: f64,
        /// The currency of the cost.
        currency: String,
    }

    /// A well-known agent.
    #[derive(Debug, Clone, PartialEq, Eq)]
    struct KnownAgent {
        /// What people call it.
        title: String,
        /// The command line that starts it.
        command: String,
        /// The command that installs it.
        install: String,
    }

    /// A file that must be checked out of source control before a call can continue.
    #[derive(Debug, Clone, PartialEq, Eq)]
    struct CheckOutRequest {
        /// The id by which the answer names it; 0 if nothing waits.
        id: u64,
        /// The file's full path.
        path: String,
    }

    /// The state of a tool server.
    #[derive(Debug, PartialEq, Eq, Hash)]
    enum ToolServerState {
        /// It has not been allowed as listed, so it was not started.
        NeedsPermission,
        /// Its entry, or the whole list, cannot be used.
        Unusable,
        /// It is starting, or being looked for.
        Starting,
        /// It answers.
        Ready,
        /// It could not be started, or ended without being asked to.
        Failed,
        /// It was ended.
        Stopped,
        /// It requires a sign-in.
        NeedsSignIn,
        /// The user is signing in.
        SigningIn,
        /// It is a list that another client keeps for the user, and is not
        /// used here: the name is the client's.
        Elsewhere,
        /// Like `Elsewhere`, for a list that belongs to the project, and so to whoever wrote the
        /// project.
        ElsewhereInProject,
    }

    /// A tool server, a list of servers that cannot be read, or one that another client keeps.
    #[derive(Debug, Clone, PartialEq, Eq)]
    struct ToolServer {
        /// Its name; empty for a list that cannot be read, and the client's name for a list that is
        /// elsewhere.
        name: String,
        /// Its command line or its address; may be empty.
        origin: String,
        /// The file with the list that contains it; empty for the engine's server.
        file: String,
        /// The line in that file, from 1; 0 if unknown.
        line: u64,
        /// Its state.
        state: ToolServerState,
        /// Why it does not answer, with its last output; or which server answers; or the names of
        /// the servers in a list that is elsewhere; may be empty.
        words: String,
        /// The names of its tools, as the model knows them.
        tools: Vec<String>,
        /// The names of the variables or headers that its entry sets.
        variables: Vec<String>,
        /// The folder in which its entry says to run it; may be empty.
        folder: String,
        /// Its entry trusts its claims about which tools are read-only.
        trusts_hints: bool,
        /// It is the engine's own server.
        is_engine: bool,
        /// The user has signed in there.
        is_signed_in: bool,
        /// The page for the user's browser, while the user signs in; empty
        /// until it is known.
        sign_in_page: String,
        /// The result of signing out, if the user did and has not signed in again since; may be
        /// empty.
        sign_out: String,
    }

    /// A file that was left as it is.
    #[derive(Debug, Clone, PartialEq, Eq)]
    struct FileLeft {
        /// The file, relative to the project's folder.
        path: String,
        /// Why.
        why: String,
    }

    /// The result of undoing edits.
    #[derive(Debug, Clone, PartialEq, Eq)]
    struct FileRestoreReport {
        /// Whether it was done; `Busy` while it is under way.
        status: Status,
        /// Files that were restored to their earlier content, permissions included.
        restored: Vec<String>,
        /// Files that the turn created and that were removed.
        removed: Vec<String>,
        /// Files that were left as they are: changed since, or locked.
        left: Vec<FileLeft>,
    }

    /// How a turn ended.
    #[derive(Debug, PartialEq, Eq, Hash)]
    enum TurnEnd {
        /// The model answered.
        Completed,
        /// It failed; `on_session_error` said why.
        Failed,
        /// It was cancelled.
        Cancelled,
    }

    /// How a summarization ended.
    #[derive(Debug, PartialEq, Eq, Hash)]
    enum SummaryEnd {
        /// The view is smaller now.
        Applied,
        /// The history is as it was.
        Failed,
        /// The history is as it was.
        Cancelled,
    }

    /// How far down the ladder a compaction went.
    #[derive(Debug, PartialEq, Eq, Hash)]
    enum Rung {
        /// Nothing was done.
        None,
        /// Old tool results became placeholders; nothing was summarized.
        Prune,
        /// The configured summarizer, with all it was given.
        Full,
        /// The configured summarizer, with tool arguments and results cut.
        Simple,
        /// The rule-based summary.
        Rules,
        /// What was left was cut, with a visible marker.
        Trim,
    }

    /// Who wrote a summary.
    #[derive(Debug, PartialEq, Eq, Hash)]
    enum SummaryStrategy {
        /// There is no summary.
        None,
        /// Rules, without a model.
        Rules,
        /// A model.
        Llm,
        /// A model, from facts extracted by rules.
        Hybrid,
        /// The provider's own compaction.
        Native,
    }

    /// What a compaction kept and what it used. All 0, except for the time, if an earlier version
    /// made the compaction and did not record this.
    #[derive(Debug, Clone, Copy, PartialEq)]
    struct SummaryAccount {
        /// Tokens that a request was allowed to have: what the result had to fit into.
        budget: u64,
        /// Facts that must survive in what was condensed or shortened.
        facts_found: u64,
        /// Of these, facts that the model still sees.
        facts_kept: u64,
        /// Messages with words of the user or the agent that were condensed.
        story_found: u64,
        /// Of these, messages that the summary still mentions.
        story_kept: u64,
        /// Calls to models that were made for it.
        model_calls: u64,
        /// Whether it is known what these cost.
        has_dollars: bool,
        /// What they cost in US dollars, if it is known.
        dollars: f64,
        /// How long it took, in milliseconds.
        duration_ms: u64,
    }

    /// A summarization began.
    #[derive(Debug, Clone, PartialEq, Eq)]
    struct SummarizationStarted {
        /// Which one.
        summary: u64,
        /// What it is for; never `Preview`.
        purpose: SummaryPurpose,
        /// Why, with the arithmetic.
        trigger: TriggerReport,
        /// Why, in a sentence for the user.
        explanation: String,
        /// A turn waits for it.
        blocking: bool,
    }

    /// A summarization ended.
    #[derive(Debug, Clone, PartialEq)]
    struct SummarizationComplete {
        /// Which one.
        summary: u64,
        /// What it was for.
        purpose: SummaryPurpose,
        /// How it ended.
        end: SummaryEnd,
        /// `end` is `Applied`.
        success: bool,
        /// Why it failed; only when `end` is `Failed`.
        failure: Failure,
        /// The id for undoing it; 0 if nothing was applied.
        compaction: u64,
        /// The summary's text without our tags; may be empty.
        text: String,
        /// How far down the ladder it went.
        rung: Rung,
        /// Who wrote the summary.
        strategy: SummaryStrategy,
        /// How many summaries it builds on.
        depth: u32,
        /// Tokens of the whole request before, as the meter shows them; the
        /// pair is that of the `SummaryRow` and of the journal.
        tokens_before: u64,
        /// Tokens of the whole request after, as the meter shows them.
        tokens_after: u64,
        /// `tokens_after` as a share of `tokens_before`: 0.2 if a fifth is left.
        ratio: f64,
        /// Messages that went into the summary: 0 if results were only pruned or messages cut.
        messages_summarized: u64,
        /// Results of tools that became placeholders.
        results_pruned: u64,
        /// Messages that stay and were cut.
        messages_trimmed: u64,
        /// Messages that were there.
        messages_total: u64,
        /// What it kept and what it used.
        account: SummaryAccount,
        /// What the user should know about it.
        warnings: Vec<String>,
    }

    /// What a summarization would do; `Session::accept_preview` does it, and
    /// `Session::preview_messages` names the messages.
    #[derive(Debug, Clone, PartialEq)]
    struct SummaryPreview {
        /// The run that made it.
        summary: u64,
        /// How far down the ladder it would go.
        rung: Rung,
        /// How many messages would go.
        goes: u64,
        /// How many would stay in a shorter form.
        shortened: u64,
        /// How many would stay as they are.
        stays: u64,
        /// Of what would be shorter: results of tools that would become
        /// placeholders.
        results_pruned: u64,
        /// Messages that would stay and be cut.
        messages_trimmed: u64,
        /// The summary's text without our tags; may be empty.
        text: String,
        /// Tokens of the whole request before, as the meter shows them.
        tokens_before: u64,
        /// Tokens of the whole request after.
        tokens_after: u64,
        /// US dollars spent on making it; 0 if unknown.
        dollars: f64,
        /// What was tried.
        options: PreviewOptions,
        /// The strategy that was tried.
        strategy: PreviewStrategy,
        /// The share of the budget that it aims at.
        target: f64,
        /// The share of the budget at which the next summary would start after
        /// it.
        threshold: f64,
        /// The same in tokens of a request; 0 if none starts by itself.
        next_at: u64,
        /// About how many turns later, at the pace of the last ones; 0 if unknown.
        next_in: u64,
        /// There are earlier summaries that replaced originals.
        has_originals: bool,
        /// Tokens of the messages that go.
        tokens_gone: u64,
        /// Tokens of the messages that become shorter, now.
        tokens_long: u64,
        /// The same afterwards.
        tokens_short: u64,
        /// Tokens of the messages that stay as they are.
        tokens_stay: u64,
        /// Tokens of the new summary.
        tokens_summary: u64,
        /// Tokens of everything else, now: together with those of the messages they are
        /// `tokens_before`.
        tokens_other_before: u64,
        /// The same afterwards.
        tokens_other_after: u64,
        /// Of these, the tool with which the model reads the originals; 0 if it has it already.
        tokens_tool_after: u64,
        /// Tokens of the whole request at this moment: fewer than `tokens_before` if earlier
        /// summaries are undone for it.
        tokens_now: u64,
        /// Whether the price of a request is known.
        has_request_dollars: bool,
        /// US dollars that the next request costs before.
        request_dollars_before: f64,
        /// The same afterwards.
        request_dollars_after: f64,
        /// Who could write it.
        offers: Vec<PreviewOffer>,
        /// What the user should know about how it was made.
        warnings: Vec<String>,
    }

    /// The numbers of a preview that depend on the text of its summary.
    #[derive(Debug, Clone, PartialEq)]
    struct PreviewNumbers {
        /// Tokens of the summary.
        summary: u64,
        /// Tokens of the whole request after it.
        after: u64,
        /// US dollars that the next request costs after it; 0 if unknown.
        request_dollars_after: f64,
    }

    /// Why a preview could not be made.
    #[derive(Debug, Clone, PartialEq, Eq)]
    struct PreviewFailure {
        /// The run that was to make it.
        summary: u64,
        /// Why; of the kind `Cancelled` if somebody cancelled it.
        failure: Failure,
        /// What the user should know about the attempt.
        warnings: Vec<String>,
    }

    /// One text of a summary.
    #[derive(Debug, Clone, PartialEq)]
    struct SummaryVersion {
        /// Who wrote it; `None` if the user did.
        strategy: SummaryStrategy,
        /// The model that wrote it; empty if none did, or if it is unknown.
        writer: String,
        /// Lines that the previous version did not have; all if it is the first.
        added: u64,
        /// Lines of the previous version that it no longer has.
        removed: u64,
        /// Added (`+`) and removed (`-`) lines, one per line; empty if it is the first.
        lines: String,
    }

    /// One compaction as a list shows it.
    #[derive(Debug, Clone, PartialEq)]
    struct SummaryRow {
        /// The id for undoing it.
        compaction: u64,
        /// The summary's message; 0 if there is none.
        message: u64,
        /// Why it ran.
        reason: String,
        /// How far down the ladder it went.
        rung: Rung,
        /// Who wrote the summary.
        strategy: SummaryStrategy,
        /// The id of the model that wrote it; empty if rules did, or if it is unknown.
        writer: String,
        /// How many summaries it builds on.
        depth: u32,
        /// When; 0 if unknown.
        at_ms: u64,
        /// Messages that went into the summary.
        messages: u64,
        /// Results of tools that became placeholders.
        results_pruned: u64,
        /// Messages that stay and were cut.
        messages_trimmed: u64,
        /// Tokens of the whole request before: the pair that `SummarizationComplete` reported.
        tokens_before: u64,
        /// Tokens of the whole request after.
        tokens_after: u64,
        /// `tokens_after` as a share of `tokens_before`.
        ratio: f64,
        /// What it kept and what it used.
        account: SummaryAccount,
        /// Still in force, not undone.
        in_force: bool,
        /// The user edited the summary.
        edited: bool,
        /// The last edit can be undone.
        can_undo_edit: bool,
        /// An edit was undone and can be redone.
        can_redo_edit: bool,
        /// How many texts it had, edits and other summaries of the same messages included; 0 if
        /// there is only one.
        versions: u64,
    }

    /// How the sources of a summary's line are known.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    enum LineBasis {
        /// It says nothing: a heading, or an empty line.
        Structure,
        /// It comes from the settings, not from a message.
        Settings,
        /// It cites messages.
        Cited,
        /// It contains what some messages contain.
        Matched,
        /// No source is known: it cites none, and shares too little with any of the condensed
        /// messages.
        Unknown,
    }

    /// A line of a summary, with the messages that it comes from.
    #[derive(Debug, Clone, PartialEq, Eq)]
    struct SourcedLine {
        /// The line as it is written.
        text: String,
        /// How its sources are known.
        basis: LineBasis,
        /// The messages, oldest first; at most eight.
        sources: Vec<SourceMessage>,
        /// How many more there are.
        more: u64,
        /// The words that it shares with them, the rarest first, if it was compared.
        shared: Vec<String>,
    }

    /// A message that a line of a summary comes from.
    #[derive(Debug, Clone, PartialEq, Eq)]
    struct SourceMessage {
        /// Which one.
        id: u64,
        /// Who speaks.
        role: Role,
        /// The tools that it calls, or whose results it contains.
        tools: Vec<String>,
        /// Its first words on one line, credentials masked; may be empty.
        first_words: String,
    }

    /// The messages that a summary stands for and has no line for.
    #[derive(Debug, Clone, PartialEq, Eq)]
    struct MessagesWithoutLine {
        /// How many messages the summary stands for; 0 if that is not known.
        condensed: u64,
        /// How many of them no line comes from.
        count: u64,
        /// Which ones, as short as they can be named: `m4, m6, m8-m11, …`.
        ids: String,
        /// The first of them, oldest first; at most 20.
        messages: Vec<SourceMessage>,
    }

    /// The outcome of submitting a message.
    #[derive(Debug, Clone, PartialEq, Eq)]
    struct Submitted {
        /// Whether it was accepted.
        status: Status,
        /// The turn that answers it; 0 if it was not accepted.
        turn: u64,
    }

    /// The user's decision about a call.
    #[derive(Debug, PartialEq, Eq, Hash)]
    enum Approval {
        /// This call may run.
        Allow,
        /// This call and all later ones of the same tool in this session may run.
        AllowAlways,
        /// This call and all later ones of the same tool in this project may,
        /// in later sessions too.
        AllowProject,
        /// It may not.
        Deny,
    }

    /// How a session ended.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    struct CloseReport {
        /// No thread of the session is left.
        complete: bool,
        /// A turn was under way and was cancelled.
        turn_cancelled: bool,
        /// A summarization was under way and was cancelled.
        summary_cancelled: bool,
        /// Submitted messages that were no longer sent. They are part of the conversation,
        /// unanswered.
        unsent: u64,
        /// The journal could not be synced to disk.
        unsynced: bool,
        /// How long it took, in milliseconds.
        took_ms: u64,
    }

    // Settings, providers, models.

    /// What kind of value a setting takes.
    #[derive(Debug, PartialEq, Eq, Hash)]
    enum SettingKind {
        /// `true` or `false`.
        Switch,
        /// A whole number.
        Whole,
        /// A share from 0 to 1.
        Ratio,
        /// A number of tokens.
        Tokens,
        /// A number of tokens, or `auto`.
        LearnedTokens,
        /// A number with a fraction.
        Number,
        /// Free text; its range counts characters.
        Text,
        /// Texts separated by commas; its range counts them.
        List,
        /// One of `choices`.
        Choice,
    }

    /// One setting: everything that the documentation and the editor say about it.
    #[derive(Debug, Clone, PartialEq)]
    struct SettingInfo {
        /// Our name.
        name: String,
        /// The editor's name of the property.
        unreal_name: String,
        /// Heading under which it is shown.
        group: String,
        /// What kind of value it takes.
        kind: SettingKind,
        /// The words of a choice.
        choices: Vec<String>,
        /// The default, as text.
        default_value: String,
        /// Whether `min_value` and `max_value` apply.
        has_range: bool,
        /// Smallest allowed value.
        min_value: f64,
        /// Largest allowed value.
        max_value: f64,
        /// What a value of 1 means; may be empty.
        unit: String,
        /// What it does, for its user.
        meaning: String,
    }

    /// Settings that go together, and what they are for.
    #[derive(Debug, Clone, PartialEq, Eq)]
    struct SettingsPreset {
        /// Its name: a choice of the setting `preset`.
        name: String,
        /// Its name for the user.
        title: String,
        /// What it is for and what it costs, for its user.
        meaning: String,
        /// The values of all settings that any preset decides, by the
        /// editor's names, in the order in which they are shown.
        values: Vec<NameValue>,
    }

    /// A value that cannot be used.
    #[derive(Debug, Clone, PartialEq, Eq)]
    struct SettingProblem {
        /// The setting, as it was named.
        name: String,
        /// The editor's name of the property; empty if no setting has the name.
        unreal_name: String,
        /// The value as it was given; cut if very long. Empty if the message says everything, as
        /// for a connection, where it may be a key.
        value: String,
        /// What is wrong with it.
        message: String,
        /// What to do.
        fix: String,
    }

    /// A text of the core, taken apart so that it can be translated: a sentence, and the text
    /// around it.
    #[derive(Debug, Clone, PartialEq, Eq)]
    struct SaidSentence {
        /// The key of the sentence's translations; empty if the text is not one of the core's
        /// sentences.
        key: String,
        /// Its words, with `{0}`, `{1}`, … for its arguments.
        english: String,
        /// What comes before it in the text.
        before: String,
        /// Its arguments.
        arguments: Vec<String>,
        /// What comes after it in the text.
        after: String,
    }

    /// Where the value of a setting comes from; later ones win.
    #[derive(Debug, PartialEq, Eq, Hash)]
    enum ValueOrigin {
        /// The user's settings file, which all programs read.
        File,
        /// The project's settings, which are shared by everybody who edits it.
        Project,
        /// An environment variable.
        Environment,
        /// The user's own settings in the editor.
        Personal,
    }

    /// The effective value of a setting that some source names.
    #[derive(Debug, Clone, PartialEq, Eq)]
    struct SourcedValue {
        /// Our name.
        name: String,
        /// The editor's name of the property.
        unreal_name: String,
        /// The value, as text.
        value: String,
        /// Where it comes from.
        origin: ValueOrigin,
        /// The path of the file, or the name of the variable; otherwise empty.
        place: String,
    }

    /// Where the values of an editor's settings come from.
    #[derive(Debug, Clone, PartialEq, Eq)]
    struct SettingSources {
        /// What is in force, of all that any source names.
        values: Vec<SourcedValue>,
        /// What has no effect because it is wrong, from a variable or the file.
        problems: Vec<SettingProblem>,
        /// The path of the settings file that was looked for; may be empty.
        file: String,
        /// Whether there is one.
        file_exists: bool,
        /// Why it could not be read.
        file_problem: Status,
    }

    /// A field of the editor's page of settings.
    #[derive(Debug, Clone, PartialEq, Eq)]
    struct PageField {
        /// The editor's name of the property.
        unreal_name: String,
        /// Its value as text; of a list, one text for each entry. A choice is the
        /// word of the table of settings.
        texts: Vec<String>,
        /// Whether it is a list.
        is_list: bool,
    }

    /// What the project's file gives to the fields of a page.
    #[derive(Debug, Clone, PartialEq, Eq)]
    struct TeamValues {
        /// The fields that the file gives a value, with that value.
        values: Vec<PageField>,
        /// Those of them that the page has another value for, by the editor's
        /// names.
        overridden: Vec<String>,
        /// The fields that are to have another value than the page has, because
        /// their user did not change them.
        changes: Vec<PageField>,
        /// What is to be saved with the page from now on.
        memory: String,
    }

    /// What became of sharing the settings of a page.
    #[derive(Debug, PartialEq, Eq, Hash)]
    enum SharingEnd {
        /// The project's file was written.
        Written,
        /// It had everything already.
        Unchanged,
        /// It is write-protected, as source control leaves a file that is not
        /// checked out.
        ReadOnly,
        /// It could not be read or written.
        Failed,
    }

    /// What became of sharing the settings of a page, and of which.
    #[derive(Debug, Clone, PartialEq, Eq)]
    struct SharingResult {
        /// What became of it.
        end: SharingEnd,
        /// Settings whose values the file now has, by the editor's names.
        written: Vec<String>,
        /// Settings that it no longer has, because their values are the defaults.
        removed: Vec<String>,
        /// Why it failed.
        status: Status,
    }

    /// A well-known provider.
    #[derive(Debug, Clone, PartialEq, Eq)]
    struct PresetInfo {
        /// Its name in `ModelConfig::preset`.
        name: String,
        /// Its name for the user.
        title: String,
        /// The protocol that it speaks.
        protocol: String,
        /// The base address.
        base_url: String,
        /// Environment variables that hold its key.
        key_variables: Vec<String>,
        /// It requires a key.
        needs_key: bool,
    }

    /// The part of a connection that is missing or wrong.
    #[derive(Debug, PartialEq, Eq, Hash)]
    enum ConnectionGap {
        /// Nothing, as far as is known.
        Nothing,
        /// Neither a provider nor an address is chosen.
        Provider,
        /// No model is chosen.
        Model,
        /// The provider's own server requires a key, and none was found.
        Key,
        /// Something that was chosen cannot be used.
        Wrong,
    }

    /// What is missing or wrong before a model can be asked.
    #[derive(Debug, Clone, PartialEq, Eq)]
    struct ConnectionProblem {
        /// Which part.
        gap: ConnectionGap,
        /// The service that requires the key, for display, if the key is missing.
        provider: String,
        /// The environment variables that may hold it.
        key_variables: Vec<String>,
        /// What happened and what to do; `Ok` if nothing is wrong.
        status: Status,
    }

    /// What is known of a model without asking its server.
    #[derive(Debug, Clone, PartialEq, Eq)]
    struct ModelFacts {
        /// Whether the table has it; otherwise the defaults for unknown models follow.
        known: bool,
        /// The context window in tokens.
        window: u64,
        /// The limit on a request in tokens; 0 if there is none of its own.
        input_limit: u64,
        /// The most tokens of one answer.
        max_output: u64,
        /// The tokenizer that counts for it.
        tokenizer: String,
        /// It counts exactly.
        exact: bool,
    }

    /// Why a model is in a list.
    #[derive(Debug, PartialEq, Eq, Hash)]
    enum ModelOrigin {
        /// The server lists it.
        Server,
        /// The table of models has it, and the server did not list it.
        Table,
        /// Neither has it: it answers now.
        Current,
    }

    /// The answer to a yes-or-no question, if it is known.
    #[derive(Debug, PartialEq, Eq, Hash)]
    enum Answer {
        /// Unknown.
        Unknown,
        /// Yes.
        Yes,
        /// No.
        No,
    }

    /// A model that the user may choose.
    #[derive(Debug, Clone, PartialEq, Eq)]
    struct ModelRow {
        /// Its id, by which it is chosen.
        id: String,
        /// Why it is in the list.
        origin: ModelOrigin,
        /// It answers now.
        current: bool,
        /// Its context window, such as `200K`; empty if unknown.
        window: String,
        /// The most tokens of one answer, such as `64K`; empty if unknown.
        longest_answer: String,
        /// US dollars per million tokens of a request, such as `0.15`; empty if unknown.
        input_price: String,
        /// The same of an answer.
        output_price: String,
        /// Whether it calls tools.
        tools: Answer,
        /// Whether it reads images.
        images: Answer,
        /// Whether it reasons before it answers.
        reasoning: Answer,
        /// The day on which it is retired, such as `2026-11-30`; may be empty.
        retires: String,
        /// That day has passed.
        retired: bool,
        /// The conversation would be summarized before it answers.
        summarizes_first: bool,
    }

    /// The models that the user may choose from.
    #[derive(Debug, Clone, PartialEq, Eq)]
    struct ModelTable {
        /// Whether the server listed its models; `Busy` while it is being asked.
        status: Status,
        /// Those that fit, at most 200, the one that answers first.
        rows: Vec<ModelRow>,
        /// How many there are in all.
        all: u64,
        /// Tokens of the conversation's next request, such as `45K`.
        used: String,
    }

    // Work in the background of a session.

    /// How a step of a connection test ended.
    #[derive(Debug, PartialEq, Eq, Hash)]
    enum StepOutcome {
        /// It is as it should be.
        Passed,
        /// It works, but the user should know something.
        Warned,
        /// It does not work.
        Failed,
        /// It was not checked, or the server does not say.
        Skipped,
    }

    /// A step of a connection test.
    #[derive(Debug, Clone, PartialEq, Eq)]
    struct ConnectionStep {
        /// What was checked, for the user.
        title: String,
        /// How it ended.
        outcome: StepOutcome,
        /// What was found.
        detail: String,
        /// What to do about it; may be empty.
        hint: String,
        /// How long it took, in milliseconds.
        duration_ms: u64,
    }

    /// What a connection test found.
    #[derive(Debug, Clone, PartialEq, Eq)]
    struct ConnectionReport {
        /// Whether the test could be run; `Busy` while it runs.
        status: Status,
        /// Whether the connection can be used.
        works: bool,
        /// The steps, in their order.
        steps: Vec<ConnectionStep>,
        /// The context window that the server reported, in tokens; 0 if it did not.
        context_length: u64,
    }

    /// What is done with a key in the system's credential store.
    #[derive(Debug, PartialEq, Eq, Hash)]
    enum KeyErrand {
        /// Checks whether the store has one.
        Find,
        /// Stores the key that is configured, and reads it back.
        Keep,
        /// Removes it.
        Remove,
    }

    /// The outcome.
    #[derive(Debug, Clone, PartialEq, Eq)]
    struct KeyReport {
        /// Whether it was done; `Busy` while it is under way.
        status: Status,
        /// The server that the key belongs to, as an address without a path.
        server: String,
        /// Whether the store has a key for it afterwards.
        has_key: bool,
    }

    /// The kind of something that a machine offers.
    #[derive(Debug, PartialEq, Eq, Hash)]
    enum SetupKind {
        /// A model server that answers on this machine.
        Server,
        /// A service whose key is in the environment.
        Key,
        /// Another agent that is installed.
        Agent,
        /// The engine's own tool server, which this project's editor runs.
        EngineTools,
    }

    /// A model of a server that was found.
    #[derive(Debug, Clone, PartialEq, Eq)]
    struct SetupModel {
        /// Its id.
        id: String,
        /// Its window in tokens; 0 if the server does not say.
        window: u64,
    }

    /// Something to start with.
    #[derive(Debug, Clone, PartialEq, Eq)]
    struct SetupOffer {
        /// What it is.
        kind: SetupKind,
        /// Its name for the user.
        title: String,
        /// For servers and keys: its name in `ModelConfig::preset`.
        provider: String,
        /// For servers: the address in `ModelConfig::base_url`; empty if it is the provider's own.
        base_url: String,
        /// Where it is, for the user: an address, the name of a variable or a
        /// command.
        place: String,
        /// For servers and keys: models to choose from, the first one first; empty if a server has
        /// none yet.
        models: Vec<SetupModel>,
        /// For agents: the command that starts it.
        command: String,
    }

    /// What a machine offers.
    #[derive(Debug, Clone, PartialEq, Eq)]
    struct SetupReport {
        /// Whether everything could be searched for; `Busy` while the search is under way.
        status: Status,
        /// What was found: servers, keys, agents, the engine's tools.
        offers: Vec<SetupOffer>,
    }

    /// Which combination of settings is tried.
    #[derive(Debug, PartialEq, Eq, Hash)]
    enum TrialKind {
        /// The settings as they are.
        Today,
        /// A preset; settings that no preset decides stay as they are.
        Preset,
        /// Another threshold, with everything else as it is.
        Threshold,
    }

    /// The progress of a comparison of settings; both numbers only grow.
    #[derive(Debug, Clone, PartialEq, Eq)]
    struct TuningProgress {
        /// Steps that are done.
        done: u64,
        /// All steps, as far as they are known; 0 until then.
        all: u64,
    }

    /// A setting that would have another value.
    #[derive(Debug, Clone, PartialEq, Eq)]
    struct TrialChange {
        /// Its name in the editor.
        name: String,
        /// Today's value.
        before: String,
        /// The value that it would have.
        after: String,
        /// It is not set itself: it follows the others.
        follows: bool,
    }

    /// A combination of settings with its simulated outcome.
    #[derive(Debug, Clone, PartialEq)]
    struct TuningTrial {
        /// Which one it is.
        kind: TrialKind,
        /// The preset's name, if it is one.
        preset: String,
        /// The preset's name for the user.
        title: String,
        /// The share of the budget at which a summarization starts.
        threshold: f64,
        /// Whether it is the best of those that were tried.
        best: bool,
        /// How often a summarization ran.
        compactions: u64,
        /// Requests that a provider would have refused.
        over_budget: u64,
        /// Tokens of all requests.
        tokens: u64,
        /// The same, where a token in a prompt cache counts a tenth.
        tokens_with_caching: u64,
        /// What those cost, in US dollars; 0 if no price is known.
        dollars: f64,
        /// Facts that must not be lost.
        facts: u64,
        /// How many of them are left at the end, from 0 to 100.
        facts_percent: f64,
        /// The most tokens that one summarization took away.
        biggest_drop: u64,
        /// How much of the budget the fullest request filled, in percent.
        peak_percent: f64,
        /// The conversation of that request.
        peak_conversation: String,
        /// Its number there, from 1; 0 if there is none.
        peak_request: u64,
        /// Why summarizing could not help, if it was tried in vain.
        peak_failure: String,
        /// Settings whose value would differ from today's.
        changes: Vec<TrialChange>,
    }

    /// A conversation that cannot be read.
    #[derive(Debug, Clone, PartialEq, Eq)]
    struct SkippedConversation {
        /// Its name for the user.
        name: String,
        /// Why.
        why: String,
    }

    /// The result of comparing settings.
    #[derive(Debug, Clone, PartialEq)]
    struct TuningReport {
        /// Whether it could be done; `Busy` while it is under way.
        status: Status,
        /// Whether tokens are the model's own, not estimates.
        exact: bool,
        /// The model's window in tokens.
        window: u64,
        /// Tokens of it that a request may have.
        budget: u64,
        /// The conversations that were replayed, by their names for the user.
        conversations: Vec<String>,
        /// Their messages.
        messages: u64,
        /// The requests of one replay of all of them.
        requests: u64,
        /// Those that cannot be read.
        skipped: Vec<SkippedConversation>,
        /// How many older ones are left out, because there are too many.
        left_out: u64,
        /// What was tried; today's settings first.
        trials: Vec<TuningTrial>,
    }

    /// What a line of a plot is.
    #[derive(Debug, PartialEq, Eq, Hash)]
    enum PlotInk {
        /// A line of the grid.
        Grid,
        /// An axis.
        Axis,
        /// The most that a request may have.
        Budget,
        /// Where a summarization starts.
        Threshold,
        /// A conversation of a few, or the ring of a summarization in it.
        Course,
        /// A conversation of many.
        Crowd,
        /// The middle of many conversations.
        Median,
        /// A request that is over the budget.
        Over,
    }

    /// A line of a plot.
    #[derive(Debug, Clone, PartialEq)]
    struct PlotStroke {
        /// What it is.
        ink: PlotInk,
        /// The colour of a `Course`, from 0 to 5.
        color: u32,
        /// How thick it is, in the plot's units.
        thickness: f32,
        /// Its points: x to the right and y down.
        points: Vec<f32>,
    }

    /// What a text in a plot says.
    #[derive(Debug, PartialEq, Eq, Hash)]
    enum PlotTextRole {
        /// A share of the budget; the text ends at its place.
        Share,
        /// The number of a request; the text's middle is at its place.
        Request,
        /// What the vertical axis counts.
        Shares,
        /// What the horizontal axis counts.
        Requests,
    }

    /// A text in a plot.
    #[derive(Debug, Clone, PartialEq)]
    struct PlotText {
        /// What it says.
        role: PlotTextRole,
        /// Its distance from the left.
        x: f32,
        /// The distance of its baseline from the top.
        y: f32,
        /// The text in English.
        text: String,
    }

    /// How full each request would have been: a drawing in its own units.
    #[derive(Debug, Clone, PartialEq)]
    struct TuningPlot {
        /// What it shows, in one line of English.
        name: String,
        /// How wide it is.
        width: f32,
        /// How high it is.
        height: f32,
        /// Its lines; later ones are drawn over earlier ones.
        strokes: Vec<PlotStroke>,
        /// Its texts.
        texts: Vec<PlotText>,
    }

    /// Who said what a search found.
    #[derive(Debug, PartialEq, Eq, Hash)]
    enum Speaker {
        /// The user.
        Person,
        /// The model, or a call that it made.
        Model,
        /// A tool: its result.
        Tool,
    }

    /// A part of a line that a search found.
    #[derive(Debug, Clone, PartialEq, Eq)]
    struct FoundText {
        /// The text.
        text: String,
        /// This is a match.
        found: bool,
    }

    /// A place that a search found.
    #[derive(Debug, Clone, PartialEq, Eq)]
    struct FoundPlace {
        /// The message; 0 if it waits for its turn.
        message: u64,
        /// The branch in which it was said, if the branch that opens does not have it; otherwise 0.
        branch: u64,
        /// Who said it.
        speaker: Speaker,
        /// When.
        at_ms: u64,
        /// The words around what was found, on one line.
        words: Vec<FoundText>,
    }

    /// What conversations have cost in a month, or in total.
    #[derive(Debug, Clone, PartialEq)]
    struct UsageRow {
        /// `2026-11`, in UTC; empty for all months.
        month: String,
        /// Requests to models, failed ones included.
        calls: u64,
        /// Tokens of requests and answers that were reported.
        tokens: u64,
        /// US dollars, for the calls whose price is known.
        dollars: f64,
        /// Calls whose tokens or price nobody knows: if there are any, more was spent than is
        /// reported.
        unknown: u64,
        /// Of these, calls whose tokens nobody knows: if there are any, the token counts are a
        /// lower bound, too.
        untold: u64,
    }

    /// One conversation of a folder.
    #[derive(Debug, Clone, PartialEq)]
    struct ConversationRow {
        /// Its name in the folder.
        id: String,
        /// The journal's path.
        path: String,
        /// The conversation's id; empty if the journal cannot be read.
        conversation: String,
        /// Its name; otherwise the beginning of the user's first message.
        title: String,
        /// When it began.
        created_ms: u64,
        /// When the last event happened; 0 if unknown.
        changed_ms: u64,
        /// Messages that were ever said.
        messages: u64,
        /// The size of the file.
        bytes: u64,
        /// Why it cannot be opened; `Ok` if it can.
        status: Status,
        /// It is pinned and comes before others.
        pinned: bool,
        /// Its tags, in alphabetical order.
        tags: Vec<String>,
        /// What it has cost.
        usage: UsageRow,
        /// The matches in it, the best first; none if only its title or a tag matches, and none in
        /// a plain list.
        found: Vec<FoundPlace>,
        /// When it was deleted; 0 outside the trash.
        deleted_ms: u64,
        /// Until when the trash keeps it; 0 outside the trash.
        kept_until_ms: u64,
    }

    /// The conversations of a folder.
    #[derive(Debug, Clone, PartialEq)]
    struct ConversationTable {
        /// Whether the folder could be read; `Busy` while it is being read.
        status: Status,
        /// The conversations: pinned ones first, then the newest first; for a search, the best
        /// first; for the trash, the one deleted last first.
        rows: Vec<ConversationRow>,
        /// How many there are in total, or how many match.
        all: u64,
        /// How many are in the trash.
        trashed: u64,
        /// The phrase is in more messages than were read.
        unsure: bool,
        /// What all conversations have cost, month by month, the newest first, and the total last.
        /// None for the trash.
        usage: Vec<UsageRow>,
    }

    /// The format of a transcript.
    #[derive(Debug, PartialEq, Eq, Hash)]
    enum ExportFormat {
        /// A list of OpenAI chat messages.
        OpenAi,
        /// OpenAI chat messages, one on each line.
        OpenAiLines,
        /// An Anthropic request.
        Anthropic,
        /// Markdown, for people.
        Markdown,
    }

    /// The form in which a listed conversation is written to a file.
    #[derive(Debug, PartialEq, Eq, Hash)]
    enum ConversationForm {
        /// Markdown, for people; credentials are masked.
        Markdown,
        /// An OpenAI request with all messages; credentials are masked.
        Transcript,
        /// The journal as it is, every event and every credential in it.
        Journal,
    }

    /// The result of writing a listed conversation to a file.
    #[derive(Debug, Clone, PartialEq, Eq)]
    struct ConversationExportReport {
        /// Whether it was written; `Busy` while it is being written.
        status: Status,
        /// The file, with the extension added if it was missing.
        path: String,
        /// How many credentials were masked.
        masked: u64,
        /// Which long results of tools are lost, in words.
        lost: Vec<String>,
    }

    /// The result of importing a file as a conversation.
    #[derive(Debug, Clone, PartialEq, Eq)]
    struct ImportedFile {
        /// The file's name, without its folders.
        name: String,
        /// Whether it became one; otherwise why not.
        status: Status,
        /// The conversation's id; empty if it did not become one.
        id: String,
        /// Messages that were ever said in it.
        messages: u64,
        /// What had to be repaired, in words.
        repairs: Vec<String>,
    }

    /// The result of repairing a damaged journal.
    #[derive(Debug, Clone, PartialEq, Eq)]
    struct SalvageResult {
        /// Whether the new journal was written.
        status: Status,
        /// Lines that were carried over.
        kept: u64,
        /// Lines that were not carried over.
        dropped: u64,
    }

    /// How important a log line is.
    #[derive(Debug, PartialEq, Eq, Hash)]
    enum LogLevel {
        /// Something is broken.
        Error,
        /// The user should know.
        Warning,
        /// Worth a line in every log: one for each summarization.
        Info,
        /// What happens, for a user who is looking for a cause.
        Verbose,
    }

    /// A line for the host's log; contains no secret and no part of a conversation.
    #[derive(Debug, Clone, PartialEq, Eq)]
    struct LogLine {
        /// How important it is.
        level: LogLevel,
        /// What happened, on one line.
        text: String,
    }

    unsafe extern "C++" {
        include!("vibeue/event_sink.h");
        include!("vibeue/held_text.h");

        /// A text that the host hands over without copying it; see `vibeue/held_text.h`.
        type HeldText;

        /// The text, in UTF-16.
        fn units(self: &HeldText) -> &[u16];

        /// What the host implements to receive a session's events; see `vibeue/event_sink.h`.
        type EventSink;

        fn on_opened(self: Pin<&mut EventSink>, report: &OpenReport);
        fn on_state(self: Pin<&mut EventSink>, state: &SessionState);
        fn on_turn_started(self: Pin<&mut EventSink>, turn: u64);
        fn on_text_delta(self: Pin<&mut EventSink>, turn: u64, text: &str);
        fn on_reasoning_delta(self: Pin<&mut EventSink>, turn: u64, text: &str);
        fn on_answer_retracted(self: Pin<&mut EventSink>, turn: u64, reason: &str);
        fn on_message(self: Pin<&mut EventSink>, turn: u64, message: &Message);
        fn on_tool_call(self: Pin<&mut EventSink>, request: &ToolRequest);
        fn on_tool_approved(self: Pin<&mut EventSink>, turn: u64, call_id: &str);
        fn on_tool_ended(self: Pin<&mut EventSink>, turn: u64, call_id: &str, end: ToolEnd);
        fn on_tool_servers_changed(self: Pin<&mut EventSink>);
        fn on_agent_changed(self: Pin<&mut EventSink>);
        fn on_usage(self: Pin<&mut EventSink>, usage: &UsageReport);
        fn on_summarization_started(self: Pin<&mut EventSink>, started: &SummarizationStarted);
        fn on_summarization_complete(self: Pin<&mut EventSink>, complete: &SummarizationComplete);
        fn on_preview_started(self: Pin<&mut EventSink>, summary: u64);
        fn on_preview_ready(self: Pin<&mut EventSink>, preview: &SummaryPreview);
        fn on_preview_failed(self: Pin<&mut EventSink>, failed: &PreviewFailure);
        fn on_branch_shown(self: Pin<&mut EventSink>, branch: u64);
        fn on_undone(self: Pin<&mut EventSink>, compactions: &[u64]);
        fn on_redone(self: Pin<&mut EventSink>, compaction: u64);
        fn on_pinned(self: Pin<&mut EventSink>, message: u64, pinned: bool);
        fn on_shortened(self: Pin<&mut EventSink>, change: &FormChange);
        fn on_restored(self: Pin<&mut EventSink>, change: &FormChange);
        /// The text of a summary changed: it was edited, or an edit was undone or redone.
        fn on_summary_edited(self: Pin<&mut EventSink>, message: u64);
        fn on_model_changed(self: Pin<&mut EventSink>, model: &str);
        fn on_warning(self: Pin<&mut EventSink>, turn: u64, message: &str);
        fn on_session_error(self: Pin<&mut EventSink>, turn: u64, failure: &Failure);
        fn on_turn_ended(self: Pin<&mut EventSink>, turn: u64, end: TurnEnd);
        fn on_lagged(self: Pin<&mut EventSink>, missed: u64);
        fn on_closed(self: Pin<&mut EventSink>);
    }

    extern "Rust" {
        /// The number of this archive's interface: `VIBEUE_ABI_VERSION` if the headers are of the
        /// same build. Compare it before calling anything else; if it differs, call only this and
        /// `release_number`, whose plain numbers mean the same in every build.
        fn abi_version() -> u64;
        /// The release of this archive, as `VIBEUE_RELEASE` has it: major, minor
        /// and patch in 16 bits each.
        fn release_number() -> u64;
        /// How many calls this thread has made so far, for tests of what a frame costs.
        fn calls_made() -> u64;

        /// What follows from a call that ended with this status.
        fn advice_of(code: StatusCode) -> Advice;

        /// Converts bytes to text; what is not UTF-8 becomes U+FFFD.
        fn text_from_utf8(bytes: &[u8]) -> String;
        /// Converts UTF-16 to text; lone surrogates become U+FFFD.
        fn text_from_utf16(units: &[u16]) -> String;

        /// Takes a text of the core apart: an error, a hint, a warning, or the reason why a setting
        /// is refused.
        fn find_sentence(text: &str) -> SaidSentence;

        /// All settings, in the order in which they are shown.
        fn list_settings() -> Vec<SettingInfo>;
        /// The presets of settings, in the order of the choices of `preset`.
        fn list_setting_presets() -> Vec<SettingsPreset>;
        /// Says what is wrong with settings and with the fields of the connection to this model, by
        /// the rules that a session is opened by. Empty when nothing is: what is only missing, as
        /// [`find_connection_problem`] says it, is not wrong. Settings that are not listed are
        /// derived from the listed ones. `AgentCommand` among them is the command of
        /// [`AgentChoice`], and each `AgentVariables` an entry of the list of its variables; both
        /// are checked as well if there is a command.
        fn validate_settings(values: &[NameValue], model: &ModelConfig) -> Vec<SettingProblem>;
        /// The settings that are not named but differ from their defaults, because they follow
        /// those that are named; by the editor's names.
        fn settings_that_follow(values: &[NameValue]) -> Vec<NameValue>;
        /// Finds out where the values of settings and connection come from:
        /// from the user's settings file, the project's settings, the
        /// environment of this process, or the user's own settings; later ones
        /// win. `page` has the fields of the editor's page that do not have
        /// their defaults, of the key only that it is there; `project_file` is
        /// the ini file of the project that gives values to all its users.
        /// Reads both files.
        fn find_setting_sources(page: &[NameValue], project_file: &str) -> SettingSources;
        /// The settings that a team may share in a file of its project, by the
        /// editor's names: nothing of a connection, nothing that is secret or
        /// names something of the user's machine, and no permission.
        fn shared_setting_names() -> Vec<String>;
        /// Compares a page, as it was loaded, with the project's file of today:
        /// what still has the value that it had from the team, or by default,
        /// when it was saved takes the team's newer one. `memory` is what was
        /// saved with it. Fields that a team may not share are ignored.
        fn read_team_values(project_file: &str, memory: &str, page: &[PageField]) -> TeamValues;
        /// The memory to save with a page: the one that it has, with the lists
        /// that the user has emptied since.
        fn remember_team_values(memory: &str, page: &[PageField]) -> String;
        /// Writes those of the page's fields that a team may share into the
        /// project's file: what differs from its default, and no line for
        /// anything else. All else in the file stays.
        fn share_settings(project_file: &str, page: &[PageField]) -> SharingResult;
        /// All providers by name: services first, then programs on this
        /// machine.
        fn list_presets() -> Vec<PresetInfo>;
        /// Agents that are known by name, for a list to choose from; any other
        /// program that speaks the protocol does as well.
        fn known_agents() -> Vec<KnownAgent>;
        /// Says what is missing or wrong before a model can be asked, by the
        /// rules that a session is opened by; sends nothing.
        fn find_connection_problem(model: &ModelConfig) -> ConnectionProblem;
        /// What is known of a model without asking its server.
        fn find_model(id: &str) -> ModelFacts;
        /// Counts a text for a model without a session, even while none is open.
        fn estimate_text(model: &str, text: &str) -> TokenEstimate;
        /// Splits a text into its parts, in time proportional to its length. Code that is not
        /// closed yet extends to the end.
        fn read_markdown(text: &str) -> Vec<MarkdownBlock>;

        /// Finds where a text leads: a web page, an asset, or a file in the project's folder, with
        /// links resolved.
        fn find_link(text: &str, project: &str) -> LinkPlace;
        /// Shows a text with the characters that nobody sees, or that change how others are seen,
        /// as their numbers: what is allowed is to be what is read.
        fn show_unseen(text: &str) -> String;

        /// A piece of code that is highlighted while it grows.
        type CodePainter;
        /// Begins a piece of code in the language that its fence names; for a language without
        /// highlighting, or for none, everything is plain.
        fn new_code_painter(language: &str) -> Box<CodePainter>;
        /// Returns the code as Slate rich text with the tags `CodeKeyword`, `CodeType`, `CodeText`,
        /// `CodeNumber`, `CodeComment`, `CodeDirective`, `CodeKey`, `CodeAdded` and `CodeRemoved`,
        /// none of which spans lines; tabs become four spaces. If the code only grew, complete
        /// lines are not read again.
        fn paint(self: &mut CodePainter, code: &str) -> String;
        /// An answer that is read aloud while it is being written.
        type AnswerSpeech;
        /// Begins to read an answer aloud.
        fn new_answer_speech() -> Box<AnswerSpeech>;
        /// Adds what was written since, and returns the complete sentences that have become
        /// certain, as one line without code, Markdown marks or the addresses of links; empty if
        /// there are none.
        fn hear(self: &mut AnswerSpeech, piece: &str) -> String;
        /// Ends the answer, and returns what was not yet read of it, as one line; the next answer
        /// may begin.
        fn finish(self: &mut AnswerSpeech) -> String;
        /// The editor's tools, served to other programs on this machine until this is dropped.
        type ToolServing;
        /// Begins to serve these tools, and those for the project's files.
        fn start_serving(config: &ServingConfig, tools: &[ToolDeclaration]) -> Box<ToolServing>;
        /// Where they are served, or why they are not.
        fn info(self: &ToolServing) -> ServingInfo;
        /// Says whether a conversation is in plan mode: then no call by another program changes
        /// anything.
        fn is_plan_mode(self: &ToolServing) -> bool;
        /// Serves these tools of the editor from now on.
        fn offer(self: &ToolServing, tools: &[ToolDeclaration]) -> Status;
        /// What happened since the last call. Call it once per frame.
        fn take_events(self: &ToolServing) -> Vec<ServedEvent>;
        /// Answers a question; the reason applies to a denial and may be empty.
        fn answer_question(
            self: &ToolServing,
            call_id: &str,
            approval: Approval,
            reason: &str,
        ) -> Status;
        /// Reports how a call that the editor ran ended.
        fn end_call(
            self: &ToolServing,
            call_id: &str,
            end: ToolEnd,
            text: UniquePtr<HeldText>,
            images: &[ImageData<'_>],
        ) -> Status;
        /// Like `Session::set_source_control`, for the files of other programs.
        fn set_source_control(self: &ToolServing, is_on: bool);
        /// Like `Session::take_check_out`.
        fn take_check_out(self: &ToolServing) -> CheckOutRequest;
        /// Like `Session::answer_check_out`.
        fn answer_check_out(self: &ToolServing, id: u64, failure: &str);

        /// Reads what the user typed in the window: a message or a command.
        fn read_typed_line(text: &str) -> TypedLine;
        /// How a message must be typed so that it is read as a message and not as a command.
        fn type_message(message: &str) -> String;
        /// The window's commands, in the order of the help.
        fn list_commands() -> Vec<CommandRow>;
        /// Completions for what the user types in one place: commands, and after an `@` files and
        /// conversations, which are listed in the background as soon as they are asked for.
        type Completer;
        /// For a project's folder and one of conversations; either may be
        /// empty.
        fn open_completer(project: &str, conversations: &str) -> Box<Completer>;
        /// The completions of the word at the caret; `column` is in UTF-16 units.
        fn complete(self: &Completer, text: &str, line: u32, column: u32) -> Completion;
        /// Begins to list what the host has of a kind, a piece at a time: the previous list is used
        /// until `end_host_candidates`, and words are pending until then.
        fn begin_host_candidates(self: &Completer, kind: HostKind);
        /// Adds a piece to the list that was begun for its kind; 100,000 of a kind are kept, and
        /// what cannot be written after an `@` is left out.
        fn add_host_candidates(self: &Completer, candidates: &[HostCandidate]);
        /// Replaces the previous list with this one.
        fn end_host_candidates(self: &Completer, kind: HostKind);
        /// The names in a text that only the host can look up; at most 20.
        fn host_names(text: &str) -> Vec<HostName>;
        /// What `HostThing` may say about an asset: names of the registry's tags.
        fn host_asset_tags() -> Vec<String>;

        /// What a text mentions with `@`, read in the background. Destroying it cancels the
        /// reading.
        type MentionReading;
        /// Begins to read it, from a project's folder and one of conversations;
        /// either may be empty. The host looked up what `host_names` names.
        /// Whole pictures stay on this side until a message takes them.
        fn start_mention_reading(
            text: &str,
            project: &str,
            conversations: &str,
            host: &[HostThing],
        ) -> Box<MentionReading>;
        /// Whether everything has been read. Costs one atomic load.
        fn is_finished(self: &MentionReading) -> bool;
        /// What was found, in the order of the text; none before it is finished.
        fn rows(self: &MentionReading) -> Vec<MentionRow>;

        /// Pictures for a message, stored next to the conversations on a separate thread.
        /// Destroying it leaves out what has not been read yet.
        type PictureKeeping;
        /// Begins to store files: as many as a message with this text can still take. The others
        /// are not opened.
        fn start_picture_keeping(
            conversations: &str,
            text: &str,
            files: &[String],
        ) -> Box<PictureKeeping>;
        /// Begins to store the content of a file under a name like this one; copies it.
        fn start_taken_picture(
            conversations: &str,
            name: &str,
            bytes: &[u8],
        ) -> Box<PictureKeeping>;
        /// Whether this text of the clipboard may stand for copied files; `start_pasting` finds
        /// out.
        fn may_stand_for_pictures(text: &str) -> bool;
        /// Begins to store what the system's clipboard has besides text: copied files, or a
        /// picture. If it has text, only the files that this text lists. If there is neither,
        /// nothing is read.
        fn start_pasting(conversations: &str, text: &str, copied_text: &str)
        -> Box<PictureKeeping>;
        /// Whether everything has been stored or refused. Costs one atomic load.
        fn is_finished(self: &PictureKeeping) -> bool;
        /// The files that were read, in their order; none before it is finished.
        fn pictures(self: &PictureKeeping) -> Vec<KeptPicture>;
        /// The names of the files that were not, because the message takes no more.
        fn left_out(self: &PictureKeeping) -> Vec<String>;

        /// A picture that is decoded on a separate thread. Destroying it lets the thread end by
        /// itself.
        type PictureReading;
        /// Begins to read a PNG or JPEG file, to be shown with at most this many pixels per side.
        fn start_picture_reading(path: &str, most: u32) -> Box<PictureReading>;
        /// Whether it has been read, or cannot be. Costs one atomic load.
        fn is_finished(self: &PictureReading) -> bool;
        /// What was read; copies the pixels.
        fn pixels(self: &PictureReading) -> PicturePixels;

        /// Removes a name from a text, with its `@`, wherever it occurs.
        fn remove_mention(text: &str, name: &str) -> String;

        /// Saves what the user is writing, per conversation, in a file next to its journal.
        /// Destroying it writes what has not been written yet.
        type DraftKeeper;
        /// For a folder of conversations, which need not exist yet.
        fn open_draft_keeper(conversations: &str) -> Box<DraftKeeper>;
        /// Saves a draft; a blank one is removed. A background thread writes it.
        fn keep(self: &DraftKeeper, conversation: &str, text: &str);
        /// Waits until all drafts have been written.
        fn finish(self: &DraftKeeper);
        /// What was being written in a conversation; one that `begins` takes over what was written
        /// while no conversation could be opened.
        fn take_up(self: &DraftKeeper, conversation: &str, begins: bool) -> String;

        /// The user's recent messages, through which the field can go. Destroying it cancels the
        /// reading of other conversations.
        type PromptHistory;
        /// Begins with what was said in this conversation, newest first, as `prompts` gives it;
        /// what was said in the folder's other conversations follows once it is read.
        fn open_prompt_history(
            own: &[String],
            conversations: &str,
            conversation: &str,
        ) -> Box<PromptHistory>;
        /// The message before the text in the field: for a field that is empty or shows a recalled
        /// message, never for the user's own text.
        fn older(self: &PromptHistory, text: &str) -> RecalledPrompt;
        /// The message after the text in the field, if that was recalled; after the newest, the
        /// field is empty again.
        fn newer(self: &PromptHistory, text: &str) -> RecalledPrompt;

        /// Inserts a row of the completion list into the text that it was made for.
        fn put_completion(text: &str, completion: &Completion, words: &str) -> TextAtCaret;
        /// Copies what is readable in a damaged journal into a new file; reads all of it, so call
        /// it from a background task.
        fn salvage_journal(from: &str, to: &str) -> SalvageResult;
        /// Begins to write what a bug report needs to a file that does not exist yet, for the user
        /// to read and to send: the host's own facts (versions, system), the settings that differ
        /// from their defaults and the others, the model's row of the table, the newest log lines,
        /// and the shape of a journal if one is named. It is Markdown, and holds no key and no word
        /// of a conversation.
        fn start_bug_report(
            path: &str,
            journal: &str,
            model: &ModelConfig,
            settings: &[NameValue],
            facts: &[NameValue],
        ) -> Box<FileWriting>;
        /// Takes the lines for the host's log since the last call, including panics of this
        /// library. Costs one atomic load if there are none.
        fn take_log_lines() -> Vec<LogLine>;
        /// Waits until everything in the background has ended: the memory of destroyed sessions is
        /// freed, files are written, processes have ended. Waits for at most fifteen seconds; what
        /// is not done by then is abandoned, and an incomplete file does not appear. Call it before
        /// the process ends, or before the library is unloaded. A call that took the whole time
        /// leaves threads that run this library's code: it must then stay loaded until the process
        /// ends, as it does in the editor, where the plugin's module cannot be reloaded.
        fn finish();
        /// Panics inside the fence, so that a host can see that it survives.
        fn test_panic() -> Status;

        /// A connection test that runs in the background. Destroying it cancels it.
        type ConnectionTest;
        /// Begins to test a connection.
        fn start_connection_test(model: &ModelConfig) -> Box<ConnectionTest>;
        /// Whether the report is complete. Costs one atomic load.
        fn is_finished(self: &ConnectionTest) -> bool;
        /// What was found.
        fn report(self: &ConnectionTest) -> ConnectionReport;

        /// One operation on the key of a connection in the system's credential store, in the
        /// background. Destroying it withdraws the request.
        type KeyKeeping;
        /// Begins. The store may ask the user to unlock it; an answer takes at most a minute and a
        /// half.
        fn start_key_keeping(model: &ModelConfig, errand: KeyErrand) -> Box<KeyKeeping>;
        /// Whether the report is complete. Costs one atomic load.
        fn is_finished(self: &KeyKeeping) -> bool;
        /// The outcome.
        fn report(self: &KeyKeeping) -> KeyReport;

        /// The models of one server, listed in the background. Destroying it cancels the request.
        type ModelListing;
        /// Begins to ask the server of a connection for its models.
        fn start_model_listing(model: &ModelConfig) -> Box<ModelListing>;
        /// Whether the server has answered, or failed to. Costs one atomic load.
        fn is_finished(self: &ModelListing) -> bool;
        /// Whether it belongs to a connection's server, is not older than five minutes, and did not
        /// fail.
        fn serves(self: &ModelListing, model: &ModelConfig) -> bool;
        /// The models whose names match what was typed, for a conversation as it is; all of them if
        /// nothing was typed.
        fn models_to_choose(self: &Session, listing: &ModelListing, words: &str) -> ModelTable;

        /// A search for what this machine offers, which runs in the background.
        /// Destroying it cancels it.
        type SetupSearch;
        /// Begins to look: for model servers at their usual addresses on
        /// loopback (or those in `VIBEUE_LOCAL_SERVERS`), keys in the
        /// environment, agents in `PATH` and the engine's own server of a
        /// project, whose folder may be empty. Sends no key, and nothing leaves
        /// this machine.
        fn start_setup_search(project_folder: &str) -> Box<SetupSearch>;
        /// Whether the report is complete. Costs one atomic load.
        fn is_finished(self: &SetupSearch) -> bool;
        /// What was found.
        fn report(self: &SetupSearch) -> SetupReport;
        /// The service whose keys look like this one, with a model to start with; without a
        /// provider if several use that form.
        fn offer_of_key(key: &str) -> SetupOffer;

        /// A comparison of settings on saved conversations, which runs in the background.
        /// Destroying it cancels it.
        type Tuning;
        /// Begins to replay the conversations of a folder under the given settings, each preset and
        /// other thresholds. Asks no model.
        fn start_tuning(folder: &str, values: &[NameValue], model: &ModelConfig) -> Box<Tuning>;
        /// Whether the report is complete. Costs one atomic load.
        fn is_finished(self: &Tuning) -> bool;
        /// Tells it that nobody is waiting for it any more; it ends soon after, as `Cancelled`.
        fn cancel(self: &Tuning);
        /// The progress so far.
        fn progress(self: &Tuning) -> TuningProgress;
        /// The outcome.
        fn report(self: &Tuning) -> TuningReport;
        /// The plot of a trial, by its place in the report; empty if there is none.
        fn plot(self: &Tuning, trial: u64) -> TuningPlot;

        /// Whether a text can be the id of a conversation in a folder: short,
        /// and nothing that leads out of it.
        fn is_conversation_id(text: &str) -> bool;
        /// The ids of a folder's conversations, the one changed last first. Reads only the end of
        /// each journal.
        fn list_conversation_ids(folder: &str) -> Vec<String>;
        /// Deletes a conversation's journal permanently; refused while it is being written.
        fn delete_conversation(folder: &str, id: &str) -> Status;
        /// Moves a conversation to the trash, where it stays for thirty days; refused while it is
        /// being written.
        fn discard_conversation(folder: &str, id: &str) -> Status;
        /// Restores a conversation from the trash; of several with this id, the one that was
        /// deleted last.
        fn restore_conversation(folder: &str, id: &str) -> Status;
        /// Restores the conversation that was deleted at this time, as a list of the trash gives
        /// it.
        fn restore_deleted_conversation(folder: &str, id: &str, deleted_ms: u64) -> Status;
        /// Names a conversation; refused while it is being written. Reads all of its journal.
        fn rename_conversation(folder: &str, id: &str, title: &str) -> Status;
        /// Pins a conversation before the others, or unpins it.
        fn pin_conversation(folder: &str, id: &str, pinned: bool) -> Status;
        /// Replaces the tags of a conversation with these: words separated by spaces or commas.
        fn set_conversation_tags(folder: &str, id: &str, words: &str) -> Status;
        /// Returns an unused path for an export, `Exports/<title> <time>.<extension>`, and creates
        /// its folder. If the folder cannot be created, writing the file reports it.
        fn make_export_path(folder: &str, title: &str, time: &str, extension: &str) -> String;

        /// A list of conversations made in the background. Destroying it cancels
        /// it.
        type ConversationListing;
        /// Begins to list the conversations (`<id>.jsonl`) of a folder: all, or those that have
        /// these words in the title, the tags or what was said. Permanently deletes what has been
        /// in the trash for more than thirty days.
        fn start_listing(folder: &str, words: &str, most: u64) -> Box<ConversationListing>;
        /// Begins to list what is in the trash of a folder, the one deleted last first; permanently
        /// deletes what has been there for more than thirty days.
        fn start_trash_listing(folder: &str, most: u64) -> Box<ConversationListing>;
        /// Whether the list is complete. Costs one atomic load.
        fn is_finished(self: &ConversationListing) -> bool;
        /// What was found.
        fn table(self: &ConversationListing) -> ConversationTable;

        /// The extension of such files, without the dot.
        fn conversation_extension(form: ConversationForm) -> &'static str;

        /// A listed conversation, written to a file in the background. Destroying it does not wait:
        /// the file is still completed.
        type ConversationExport;
        /// Begins to write a conversation of a folder; never replaces an existing file. The
        /// conversation may be open elsewhere.
        fn start_conversation_export(
            folder: &str,
            id: &str,
            path: &str,
            form: ConversationForm,
        ) -> Box<ConversationExport>;
        /// Whether it has been written, or could not be. Costs one atomic load.
        fn is_finished(self: &ConversationExport) -> bool;
        /// The outcome.
        fn report(self: &ConversationExport) -> ConversationExportReport;

        /// Files that are imported into a folder in the background. Destroying it leaves out what
        /// has not been read yet.
        type ConversationImport;
        /// Begins to import files: journals as they are, and transcripts in the formats of models'
        /// requests. The files stay.
        fn start_conversation_import(folder: &str, files: &[String]) -> Box<ConversationImport>;
        /// Whether all have been imported or refused. Costs one atomic load.
        fn is_finished(self: &ConversationImport) -> bool;
        /// Tells it to leave out what has not begun; the rest is finished.
        fn cancel(self: &ConversationImport);
        /// The result for each file, in order; empty until it has finished.
        fn files(self: &ConversationImport) -> Vec<ImportedFile>;

        /// A file that is written in the background: an export or a bug report. Destroying it does
        /// not wait: the file is still completed.
        type FileWriting;
        /// Whether the file has been written. Costs one atomic load.
        fn is_finished(self: &FileWriting) -> bool;
        /// Whether it could be written; `Busy` while it is being written.
        fn status(self: &FileWriting) -> Status;

        /// Reads the arguments of a call according to its tool's schema, so that a tool that runs
        /// gets only what it knows, and the model is told what it got wrong. Numbers and booleans
        /// that were written as text are accepted, as is one value for a list of one. The schema
        /// `true` accepts everything as it is, for the user to read; null is then a value.
        fn read_tool_arguments(schema_json: &str, arguments_json: &str) -> ToolArguments;

        /// Tells whether `offer_tools` would accept tools; the status says why not.
        fn check_tools(tools: &[ToolDeclaration]) -> Status;

        /// Edits of a turn that are being undone in the background; destroying it lets that
        /// continue.
        type FileRestore;
        /// Whether it is done. Does not wait.
        fn is_finished(self: &FileRestore) -> bool;
        /// The outcome.
        fn report(self: &FileRestore) -> FileRestoreReport;

        /// A live conversation. All calls must come from one thread, the host's; destroying it
        /// closes it. From within `pump`, the sink may call all of its functions, and may close or
        /// destroy it.
        type Session;

        /// Begins to open a conversation and returns at once. `on_opened` reports the outcome, as
        /// the first of all events.
        fn open_session(config: &SessionConfig) -> Box<Session>;

        /// Tells the sink what happened since the last call, at most `VIBEUE_MAX_EVENTS_PER_PUMP`
        /// events, and returns how many. Costs one atomic load if there is nothing.
        fn pump(self: &Session, sink: Pin<&mut EventSink>) -> u32;
        /// Whether `pump` would report something, or the conversation is still being opened. Costs
        /// one atomic load.
        fn has_events(self: &Session) -> bool;
        /// Ends the session: cancels what is under way, keeps what was said and ends all threads,
        /// in at most this many milliseconds. What happened until then can still be pumped. Calling
        /// it again does nothing.
        fn close(self: &Session, deadline_ms: u32) -> CloseReport;

        /// The state of opening the conversation.
        fn stage(self: &Session) -> Stage;
        /// Why it could not be opened, or that it is closed; otherwise `Ok`.
        fn status(self: &Session) -> Status;

        /// Submits a user message.
        fn submit(self: &Session, text: &str) -> Submitted;
        /// Submits a message with images.
        fn submit_with_images(self: &Session, text: &str, images: &[ImageData<'_>]) -> Submitted;
        /// The same, with what the text mentions: a finished `MentionReading`, which serves one
        /// message.
        fn submit_with_mentions(self: &Session, text: &str, reading: &MentionReading) -> Submitted;
        /// Why no pictures are sent to its model; empty if it reads them, or if neither its server
        /// nor its name says. Never blocks.
        fn picture_problem(self: &Session) -> String;
        /// Sends an earlier request of the user again, in other words: the conversation continues
        /// from before it, in its own branch, and `on_branch_shown` reports that after the message.
        fn change_request(self: &Session, message: u64, text: &str, parts: &[String]) -> Submitted;
        /// The same, with what the words mention.
        fn change_request_with_mentions(
            self: &Session,
            message: u64,
            text: &str,
            reading: &MentionReading,
        ) -> Submitted;
        /// Shows another branch; `on_branch_shown` tells when it is in view, and
        /// `on_session_error` why it is not.
        fn show_branch(self: &Session, branch: u64) -> Status;
        /// The branches, by number; none if no message was ever changed.
        fn branches(self: &Session) -> Vec<BranchRow>;
        /// The requests in view that have several wordings, oldest first.
        fn wordings(self: &Session) -> Vec<Wording>;
        /// The user's recent messages in view, newest first and each once, without attachments.
        fn prompts(self: &Session) -> Vec<String>;
        /// Whether a message with this text waits in the journal to be sent: if its turn failed, it
        /// is not lost.
        fn is_waiting(self: &Session, text: &str) -> bool;
        /// Asks the model again without a new message, after a turn that
        /// failed.
        fn retry(self: &Session) -> Submitted;
        /// Cancels the turn under way; what the model wrote so far is kept.
        fn cancel(self: &Session) -> Status;
        /// Cancels the turn under way, and holds what is queued after it until the next turn.
        fn stop(self: &Session) -> Status;
        /// The messages that wait, in the order in which they will be sent.
        fn waiting(self: &Session) -> Vec<WaitingRow>;
        /// Withdraws a waiting message; `on_session_error` says why if it cannot be withdrawn.
        fn withdraw(self: &Session, submit: u64) -> Status;
        /// Sends a waiting message before all others; the turn under way is cancelled.
        fn send_now(self: &Session, submit: u64) -> Status;
        /// Swaps a waiting message with the one before or after it.
        fn move_waiting(self: &Session, submit: u64, earlier: bool) -> Status;
        /// Cancels one turn; a waiting one leaves no trace.
        fn cancel_turn(self: &Session, turn: u64) -> Status;

        /// Summarizes now, whatever the trigger says. Instructions may be
        /// empty.
        fn summarize(self: &Session, instructions: &str) -> Status;
        /// Summarizes now everything up to and including a message, and nothing after it. Calls and
        /// their results stay together: if that moves the end, the warnings of the outcome say so.
        fn summarize_up_to(self: &Session, message: u64, instructions: &str) -> Status;
        /// Summarizes if the trigger says so; returns whether it did.
        fn summarize_if_needed(self: &Session) -> bool;
        /// Writes the summary again from all originals.
        fn summarize_originals(self: &Session, instructions: &str) -> Status;
        /// Cancels the summarization under way.
        fn cancel_summary(self: &Session) -> Status;
        /// Shows through `on_preview_ready` what summarizing now would do, or says through
        /// `on_preview_failed` why there is nothing to show. It does not begin or end a
        /// summarization.
        fn preview(self: &Session, instructions: &str) -> Status;
        /// The same for `summarize_up_to`.
        fn preview_up_to(self: &Session, message: u64, instructions: &str) -> Status;
        /// The ids of messages of the last reported preview, oldest first, at most
        /// `VIBEUE_MAX_PAGE`.
        fn preview_messages(self: &Session, part: PreviewPart, first: u64, count: u32) -> Vec<u64>;
        /// The same for a summary with these options. A preview that is still
        /// being made ends as cancelled.
        fn try_preview(self: &Session, options: &PreviewOptions) -> Status;
        /// What becomes of the messages of the last reported preview, those of one part, oldest
        /// first, at most `VIBEUE_MAX_PAGE`.
        fn preview_rows(
            self: &Session,
            part: PreviewPart,
            first: u64,
            count: u32,
        ) -> Vec<PreviewMessage>;
        /// Applies this preview, which must be the last one; a text that is not empty replaces its
        /// summary.
        fn apply_preview(self: &Session, preview: u64, text: &str) -> Status;
        /// The numbers of a preview after the user edited the text of its summary.
        fn preview_numbers(
            self: &Session,
            numbers: &PreviewNumbers,
            written: &str,
            edited: &str,
        ) -> PreviewNumbers;
        /// Discards the last preview, and cancels one in progress.
        fn discard_preview(self: &Session) -> Status;
        /// Applies the last preview.
        fn accept_preview(self: &Session) -> Status;
        /// Applies the last preview with this text as the summary.
        fn accept_edited_preview(self: &Session, text: &str) -> Status;
        /// Undoes a compaction and those that build on it; 0 is the newest in force.
        fn undo(self: &Session, compaction: u64) -> Status;
        /// Redoes an undone compaction; 0 is the one undone last.
        fn redo(self: &Session, compaction: u64) -> Status;
        /// Pins a message, so that it is never condensed, or unpins it.
        fn pin(self: &Session, message: u64, pinned: bool) -> Status;
        /// Shows the model one message in a shorter form: the result of a tool as a digest, an
        /// answer by its beginning and end. `on_shortened` says what that freed, `on_session_error`
        /// why a message stays as it is.
        fn shorten(self: &Session, message: u64) -> Status;
        /// Shows the model a message again as it was before it was shortened; `on_restored` reports
        /// it.
        fn restore(self: &Session, message: u64) -> Status;
        /// Rewrites a summary; the text is without our tags.
        fn edit_summary(self: &Session, message: u64, text: &str) -> Status;
        /// Undoes the last edit of a summary.
        fn undo_summary_edit(self: &Session, message: u64) -> Status;
        /// Redoes the last undone edit of a summary.
        fn redo_summary_edit(self: &Session, message: u64) -> Status;
        /// Names the conversation.
        fn rename(self: &Session, title: &str) -> Status;
        /// Lets another model answer from the next request on. If it `is_kept`, as one that the
        /// settings do not name, it also answers when the conversation is opened again with the
        /// same server.
        fn choose_model(self: &Session, model: &ModelConfig, is_kept: bool) -> Status;
        /// Call this if the settings name another model or server: a model that was chosen and kept
        /// stays as long as the server is the same.
        fn follow_settings(self: &Session, model: &ModelConfig) -> Status;

        /// Sets the host's tools, all of them: a JSON list of definitions in the form of OpenAI
        /// Chat, OpenAI Responses or Anthropic, each with `"needs_approval": true` if the user is
        /// asked first, or with its `"access"`: `read`, `write`, `destructive` or `control`. The
        /// core's own stay available, and their names are taken.
        fn set_tools(self: &Session, tools_json: &str) -> Status;
        /// Offers tools in addition to those of `set_tools`, replacing those that were offered
        /// before. Of two with the same name, that of `set_tools` counts. Either all are offered,
        /// or none and the status says why.
        fn offer_tools(self: &Session, tools: &[ToolDeclaration]) -> Status;
        /// Turns plan mode on or off: while it is on, only tools that change nothing run, whatever
        /// was allowed.
        fn set_plan_mode(self: &Session, on: bool) -> Status;
        /// Begins or ends a dry run: while it lasts, calls that could change something come with
        /// `dry_run` and are answered with `rehearse_tool`.
        fn set_dry_run(self: &Session, on: bool) -> Status;
        /// Answers a call that did not run with what it would have done.
        fn rehearse_tool(self: &Session, call_id: &str, preview: &CallPreview) -> Status;
        /// All tools that the model may call.
        fn offered_tools(self: &Session) -> Vec<ToolDeclaration>;
        /// The id of the newest thing that the user asked for.
        fn last_request(self: &Session) -> u64;
        /// The newest summary that the model sees: one message, or none.
        fn summary_in_view(self: &Session) -> Vec<Message>;
        /// Says that a call is about to run: if the program does not survive it, the conversation
        /// says so in its place.
        fn tool_begins(self: &Session, call_id: &str) -> Status;
        /// How long a call has been running, in milliseconds; -1 if it is not running.
        fn tool_runs_for(self: &Session, call_id: &str) -> i64;
        /// Reports the result of a call.
        fn answer_tool(self: &Session, call_id: &str, text: &str, is_error: bool) -> Status;
        /// Reports the result of a call with images.
        fn answer_tool_with_images(
            self: &Session,
            call_id: &str,
            text: &str,
            images: &[ImageData<'_>],
        ) -> Status;
        /// Says how a call ended, with its result, or why there is none. The text is read and
        /// deleted on another thread, so that a long one does not hold up the caller; if it is too
        /// long, its middle is cut out.
        fn end_tool(
            self: &Session,
            call_id: &str,
            end: ToolEnd,
            text: UniquePtr<HeldText>,
            images: &[ImageData<'_>],
        ) -> Status;
        /// Says whether a call may run; the reason applies to a denial and may be empty.
        fn approve_tool(self: &Session, call_id: &str, approval: Approval, reason: &str) -> Status;

        /// What the core's own tools edited in this conversation, the oldest turn first. Does not
        /// wait.
        fn file_changes(self: &Session) -> Vec<FileChanges>;
        /// Begins to undo what one turn edited, by the number of its changes; 0 is the newest that
        /// was not undone.
        fn start_file_restore(self: &Session, id: u64) -> Box<FileRestore>;

        /// Says whether files that are read-only are checked out of source
        /// control before they are edited: `take_check_out` names them.
        fn set_source_control(self: &Session, is_on: bool);
        /// The next file that a call waits for; call it after each pump, and answer each. Does not
        /// wait.
        fn take_check_out(self: &Session) -> CheckOutRequest;
        /// Answers a request: the file is checked out, or why not (and who has it), in words for a
        /// model.
        fn answer_check_out(self: &Session, id: u64, failure: &str);

        /// The tool servers, in the order of their lists. Does not wait; `on_tool_servers_changed`
        /// says when there is something new.
        fn tool_servers(self: &Session) -> Vec<ToolServer>;
        /// The user allowed a server, as it is listed, in this project: it is started now, and by
        /// later sessions as long as its entry does not change. Call it for no other reason.
        fn allow_tool_server(self: &Session, name: &str) -> Status;
        /// Also uses a list that another client keeps, from now on and only in this conversation.
        /// Its servers wait to be allowed like those of every list; running servers continue.
        fn use_tool_server_list(self: &Session, file: &str) -> Status;
        /// Restarts a server that was started. Its list is not read again.
        fn restart_tool_server(self: &Session, name: &str) -> Status;
        /// Begins to sign the user in to a server that asks for it: next it names the page for the
        /// browser. Restarting the server ends that.
        fn sign_in_tool_server(self: &Session, name: &str) -> Status;
        /// Forgets the user's sign-in to a server, and restarts it.
        fn sign_out_tool_server(self: &Session, name: &str) -> Status;
        /// Ends all servers, reads the lists again and starts what is allowed.
        fn reload_tool_servers(self: &Session) -> Status;

        /// The agent that answers instead of a model, if one does. Does not wait;
        /// `on_agent_changed` says when there is something new.
        fn agent(self: &Session) -> AgentInfo;
        /// The user allowed the agent, as it is configured, in this project: the next message
        /// starts it, and so do later sessions as long as its command does not change. Call it for
        /// no other reason.
        fn allow_agent(self: &Session) -> Status;

        /// Sets settings by name (ours or the editor's). Those that are not named have their
        /// defaults, and follow the others if they would contradict them. Either all are set, or
        /// none and the status says why.
        fn set_settings(self: &Session, values: &[NameValue]) -> Status;
        /// The settings in force, by our names.
        fn settings(self: &Session) -> Vec<NameValue>;

        /// Counts a text for the session's model, even after the session was closed.
        fn estimate_text(self: &Session, text: &str) -> TokenEstimate;
        /// Tokens of the next request: the whole conversation as the model
        /// sees it.
        fn estimate_conversation(self: &Session) -> TokenEstimate;
        /// What the next request costs. Like all that follows, the call costs the same however long
        /// the conversation is.
        fn usage(self: &Session) -> UsageReport;
        /// The trigger's decision at this moment.
        fn trigger(self: &Session) -> TriggerReport;
        /// What the session has cost.
        fn costs(self: &Session) -> CostReport;
        /// Why no model writes summaries at the moment, if one should: sentences for the user.
        fn breakers(self: &Session) -> Vec<String>;
        /// What the session is doing.
        fn state(self: &Session) -> SessionState;
        /// A number that grows with each change of what can be queried.
        fn revision(self: &Session) -> u64;
        /// The conversation's id; empty while it is opened.
        fn conversation_id(self: &Session) -> String;
        /// The conversation's name; may be empty.
        fn title(self: &Session) -> String;
        /// What a conversation without a name is called: the user's first words. Empty if nothing
        /// has been said yet.
        fn first_words(self: &Session) -> String;
        /// The model that answers.
        fn model_id(self: &Session) -> String;
        /// How many messages a history has.
        fn message_count(self: &Session, history: HistoryKind) -> u64;
        /// A part of a history, at most `VIBEUE_MAX_PAGE` messages.
        fn history_page(
            self: &Session,
            history: HistoryKind,
            first: u64,
            count: u32,
        ) -> HistoryPage;
        /// Like `history_page`, with the results of tools as events have them: only the beginning
        /// of a long one.
        fn shown_page(self: &Session, history: HistoryKind, first: u64, count: u32) -> HistoryPage;
        /// Finds words in everything that was ever said, oldest first: in what was written, in
        /// calls and in results, even if the model sees a summary or a digest instead. Takes time
        /// proportional to the conversation's length.
        fn find_messages(self: &Session, words: &str, match_case: bool) -> Vec<FoundMessage>;
        /// Messages as Markdown, in the order of the conversation: a single one as its words,
        /// several with a heading each. Nothing is masked. Takes time proportional to the
        /// conversation's length.
        fn copy_messages(self: &Session, ids: &[u64]) -> String;
        /// All compactions, oldest first, including undone ones.
        fn summaries(self: &Session) -> Vec<SummaryRow>;
        /// The versions of a compaction's summary, oldest first, with what each changed in the
        /// previous one; none if there is only one.
        fn summary_versions(self: &Session, compaction: u64) -> Vec<SummaryVersion>;
        /// The lines of a summary, even of one that was undone or that a later one absorbed, each
        /// with the messages that it comes from; none if there is no such summary or it has no
        /// text. Takes time proportional to the messages that it stands for.
        fn summary_sources(self: &Session, message: u64) -> Vec<SourcedLine>;
        /// The messages that such a summary has no line for. Takes as long as `summary_sources`.
        fn messages_without_line(self: &Session, message: u64) -> MessagesWithoutLine;
        /// What the context contains; for a panel, when something has changed.
        fn context(self: &Session) -> ContextReport;
        /// Begins to write that report to a file that does not exist yet.
        fn start_context_export(self: &Session, path: &str, form: ContextForm) -> Box<FileWriting>;
        /// Starts writing the conversation to a file that does not exist yet. Keys, tokens,
        /// passwords and other credentials in it are masked unless `with_secrets` keeps them.
        fn start_export(
            self: &Session,
            path: &str,
            format: ExportFormat,
            history: HistoryKind,
            with_secrets: bool,
        ) -> Box<FileWriting>;
    }
}

// SAFETY: a host that gives one away says by that that it belongs to no thread;
// it is moved, and never shared.
unsafe impl Send for ffi::HeldText {}
