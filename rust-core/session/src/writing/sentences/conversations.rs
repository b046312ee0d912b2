//! What is said of conversations, their summaries and their budget.

use super::sentence::Sentence;

pub(super) const SENTENCES: &[Sentence] = &[
    // Breakers, in the order of `Breaker`.
    Sentence::new(
        "breaker_no_progress",
        "the last compactions freed too little: no more are started until you write or ask for one",
    ),
    Sentence::new(
        "breaker_summary_calls",
        "this session has used up its model calls for summaries: rules write them from now on",
    ),
    Sentence::new(
        "breaker_summary_tokens",
        "this session has used up its tokens for summaries: rules write them from now on",
    ),
    Sentence::new(
        "breaker_models_failed",
        "no model could write the last summary: rules write them for fifteen minutes, or until \
         you ask for a summary by hand or change the model or the settings",
    ),
    Sentence::new(
        "breaker_chain_depth",
        "the next summary would be a summary of earlier summaries; each such step loses a little, \
         and the settings allow no more of them: rules write the next ones until you summarize \
         from the originals",
    ),
    Sentence::new(
        "fix_no_progress",
        "keep writing or summarize now; if pinned messages take up the space, unpin some",
    ),
    Sentence::new("fix_used_up", "close and reopen the conversation: the count starts at zero"),
    Sentence::new(
        "fix_chain_depth",
        "summarize from the originals, or allow more such steps in the settings ({0})",
    ),
    Sentence::new(
        "fix_models_failed",
        "summarize now to ask the model again; check its key and its server first",
    ),
    // When the next summary starts.
    Sentence::new("used", "{0} of {1} tokens used ({2} %)"),
    Sentence::new("at_threshold", "at or over the threshold of {0}"),
    Sentence::new("at_emergency", "at or over the emergency limit, which ignores the cooldown"),
    Sentence::new("refresh", "periodic refresh, {0} messages since the last one"),
    Sentence::new("asked_for", "asked for"),
    Sentence::new("switched_off", "compaction is switched off"),
    Sentence::new("too_few_messages", "over the threshold of {0}, but only {1} messages"),
    Sentence::new(
        "cooldown",
        "over the threshold of {0}, but the last one was {1} messages ago and usage has not \
         fallen below {2} since",
    ),
    Sentence::new(
        "held",
        "over the threshold of {0}, but the last compactions freed too little; waiting for a \
         message or command from you",
    ),
    Sentence::new("below_threshold", "{0} below the threshold of {1}"),
    Sentence::new(
        "found_too_long_next",
        "the server found the request too long; the next one has at most {0} tokens",
    ),
    // A request that does not fit.
    Sentence::new("over_budget", "the request has {0} tokens, the budget is {1}, and {2}: {3}"),
    Sentence::new(
        "switch_on",
        "switch it on, summarize by hand, or use a model with a larger context window",
    ),
    Sentence::new("nothing_more", "nothing more can be condensed"),
    Sentence::new("compaction_failed", "the compaction failed: {0}"),
    Sentence::new("try_again_or_larger", "try again, or use a model with a larger context window"),
    Sentence::new("larger_window", "use a model with a larger context window"),
    Sentence::new("shorten_newest", "shorten the newest message"),
    Sentence::new("fewer_tools", "offer fewer tools"),
    Sentence::new("shorten_prompt", "shorten the system prompt"),
    Sentence::new(
        "cannot_be_shorter",
        "the server finds the request too long, and it cannot be made shorter",
    ),
    Sentence::new(
        "could_not_be_shorter",
        "the server found the request too long, and it could not be made shorter: {0}",
    ),
    Sentence::new(
        "still_too_long",
        "the server still finds the request too long after {0} attempts to shorten it: {1}",
    ),
    Sentence::new(
        "must_stay",
        "what must stay needs {0} tokens, {1} more than the budget of {2}: {3}",
    ),
    Sentence::new("within_target", "the request is already within the target"),
    Sentence::new("nothing_but_recent", "there is nothing to condense except the recent messages"),
    Sentence::new(
        "as_short_as_possible",
        "the parts that must stay take {0} of {1} tokens, and the rest is already as short as \
         possible",
    ),
    Sentence::new("not_smaller", "a summary would not be smaller than what it replaces"),
    Sentence::new(
        "tool_costs_more",
        "a summary would save less than the recall tool that comes with it costs",
    ),
    // A turn.
    Sentence::new("model_declined", "the model declined to answer"),
    Sentence::new("rephrase", "rephrase the request, or use another model"),
    Sentence::new(
        "flood",
        "the model did not stop: one turn may take at most {0} bytes; the answer was cut there",
    ),
    Sentence::new("ask_for_less", "ask for less at once, or use another model"),
    Sentence::new(
        "rounds_reached",
        "the model called tools in {0} rounds without giving an answer",
    ),
    Sentence::new("cost_reached", "the turn has cost ${0}, and its limit is ${1}"),
    Sentence::new("ask_to_continue", "ask again to continue, or say what remains to be done"),
    Sentence::new(
        "rounds_near",
        "{0} of this turn's {1} rounds are used; at 100 % it stops, and continues when you ask it to",
    ),
    Sentence::new(
        "cost_near",
        "${0} of this turn's ${1} is spent; at 100 % it stops, and continues when you ask it to",
    ),
    Sentence::new("loop", "the model is stuck in a loop: it keeps calling {0}"),
    Sentence::new("say_instead", "say what it should do instead, or use another model"),
    Sentence::new(
        "repeated_call",
        "the model makes the same call again and again ({0}): it gave the same result {1} times \
         and is no longer run",
    ),
    Sentence::new(
        "cut_at_most",
        "the answer was cut off: it reached the limit on the tokens that the model may write",
    ),
    Sentence::new("cut_window", "the answer was cut off: the model's window was full"),
    Sentence::new("empty_answer", "the model's answer was empty"),
    Sentence::new("window_full", "the window was full in the middle of the answer"),
    Sentence::new("found_too_long", "the server found the request too long"),
    Sentence::new(
        "result_shortened",
        "the result in {0} was shortened from {1} to {2} tokens; the whole one is archived",
    ),
    Sentence::new(
        "head_and_tail",
        "the result of {0} has {1} bytes, too many for a message, and only head and tail are \
         kept: {2}",
    ),
    Sentence::new("message_empty", "the message is empty"),
    Sentence::new("write_or_retry", "write something, or use retry to ask again"),
    Sentence::new("all_answered", "the model has already answered everything"),
    Sentence::new("write_message", "write a message"),
    Sentence::new("turns_waiting", "{0} turns are already waiting"),
    Sentence::new("wait_or_cancel_some", "wait for the answers, or cancel some"),
    Sentence::new("under_way", "{0} is already under way"),
    Sentence::new("wait_or_cancel", "wait for it, or cancel it"),
    Sentence::new("no_model_name", "the model has no name"),
    Sentence::new("choose_model", "choose a model"),
    Sentence::new("settings_and_window", "the settings do not suit the window of {0}: {1}"),
    Sentence::new("not_described", "the model could not be described: {0}"),
    Sentence::new(
        "window_set",
        "the window of {0} is set to {1} tokens, its server says {2}: longer requests may be \
         refused or cut; lower the setting, or load the model with a larger window",
    ),
    // The conversation.
    Sentence::new("closed", "the conversation is closed"),
    Sentence::new("open_again", "open it again"),
    Sentence::new("still_under_way", "it is still under way"),
    Sentence::new("when_finished", "try again when it has finished"),
    Sentence::new("changed_meanwhile", "the conversation was changed in the meantime"),
    Sentence::new("ask_again", "ask again"),
    Sentence::new("bug_stopped", "a bug in VibeUE stopped this call: {0}"),
    Sentence::new("all_safe", "everything so far is safe on disk; please report this with the log"),
    Sentence::new("internal", "an internal error: {0}"),
    Sentence::new(
        "go_on_or_reopen",
        "continue, or close and reopen the conversation; please report this",
    ),
    Sentence::new("internal_asking", "an internal error while asking the model: {0}"),
    Sentence::new("internal_summarizing", "an internal error while summarizing: {0}"),
    Sentence::new("ask_and_report", "ask again; please report this"),
    Sentence::new("go_on_and_report", "you can continue; please report this"),
    Sentence::new(
        "torn_end",
        "an incomplete end of the journal, left by a crash, was removed: {0}",
    ),
    Sentence::new("no_such_message", "there is no message {0} in this conversation"),
    Sentence::new("look_for_id", "look for its id in the history"),
    Sentence::new("is_pinned", "message {0} is pinned"),
    Sentence::new("write_failed", "cannot write to the journal"),
    Sentence::new("folder_failed", "the folder cannot be created: {0}"),
    Sentence::new("check_folder", "check the path and the permissions of the folder above it"),
    Sentence::new(
        "other_program",
        "the journal was changed by another program: it has {0} bytes, not {1}",
    ),
    Sentence::new(
        "put_back",
        "put the file back as it was, or export the conversation and start another one",
    ),
    Sentence::new(
        "earlier_write",
        "an earlier write failed and it is unknown what the file contains",
    ),
    Sentence::new("close_and_open", "close the conversation and open it again"),
    // Summaries and previews.
    Sentence::new("busy_summary", "the summarization under way was lost"),
    Sentence::new("preview_lost", "the preview was lost"),
    Sentence::new("ask_for_it", "ask for it again; please report this"),
    Sentence::new("no_undo", "there is no compaction to undo"),
    Sentence::new("no_redo", "no compaction was undone"),
    Sentence::new("not_a_summary", "message {0} is not the summary of a compaction"),
    Sentence::new("summary_empty", "the summary is empty"),
    Sentence::new("write_or_undo", "write a text, or undo the compaction"),
    Sentence::new("leave_or_write", "leave the text as it is, or write one"),
    Sentence::new("no_preview", "there is no preview to accept"),
    Sentence::new("preview_first", "ask for a preview first"),
    Sentence::new("not_latest", "{0} is no longer the latest preview"),
    Sentence::new("look_at_new", "look at the new one first, or ask for this one again"),
    Sentence::new("no_message_to_summarize", "there is no message {0} that could be summarized"),
    Sentence::new("name_messages", "name messages that the preview would condense"),
    Sentence::new("are_originals", "there is no earlier summary: the messages are the originals"),
    Sentence::new("instructions_idle", "the instructions have no effect: rules wrote this summary"),
    Sentence::new(
        "up_to_alone",
        "a summary up to a message has no target and is not made from originals",
    ),
    Sentence::new("choose_end", "choose a message to end with, or a target or the originals"),
    Sentence::new(
        "shortening_costs",
        "shortening {0} would free {1} tokens, but the recall tool adds {2} to each request",
    ),
    Sentence::new("larger_first", "shorten something larger first: the tool is added only once"),
    Sentence::new("not_seen", "the model does not see message {0}"),
    Sentence::new("model_too_slow", "no model wrote the summary in {0} seconds; rules wrote it"),
    Sentence::new("no_model_allowed", "no model may be asked now; rules wrote the summary"),
    Sentence::new(
        "no_summary_model",
        "no model for summaries is configured; rules wrote the summary",
    ),
    Sentence::new(
        "summary_did_not_fit",
        "the model's summary did not fit; rules wrote the summary",
    ),
    Sentence::new(
        "summary_depth",
        "this would be summary {0} in a chain, and a model may build on {1}; rules wrote it \
         (summarize from the originals to start again)",
    ),
    // Branches, edits and what is undone.
    Sentence::new("no_branch", "there is no branch {0} in this conversation"),
    Sentence::new("how_branches_begin", "a branch begins where you change an earlier request"),
    Sentence::new("branches_from_to", "there are branches 1 to {0}"),
    Sentence::new("branch_in_view", "branch {0} is the one in view"),
    Sentence::new("not_in_branch", "there is no message {0} in this branch"),
    Sentence::new("no_request", "message {0} is not one of your requests"),
    Sentence::new("only_own", "only what you wrote yourself can be changed and sent again"),
    Sentence::new("many_branches", "the conversation has {0} branches"),
    Sentence::new("go_on_in_one", "continue in one of them, or start a new conversation"),
    Sentence::new("once_answered", "{0} once the current answer has ended"),
    Sentence::new("message_changeable", "an earlier message can be changed"),
    Sentence::new("branch_showable", "another branch can be shown"),
    Sentence::new("undone_before", "compaction {0} was undone before, by event {1}"),
    Sentence::new("no_compaction", "there is no compaction {0} in this conversation"),
    Sentence::new("newest_compactions", "the newest are {0}"),
    Sentence::new("in_force", "compaction {0} is in force"),
    Sentence::new("redo_needs_undo", "only an undone compaction can be redone"),
    Sentence::new("not_in_view", "message {0} is no longer in the view"),
    Sentence::new("condensed_by", "compaction {0} condensed it"),
    Sentence::new("of_undone", "it is the summary of a compaction that was undone"),
    Sentence::new("summary_shortened", "summary {0} was shortened by a compaction"),
    Sentence::new("undo_that_first", "undo that compaction first"),
    Sentence::new("no_edit_to_undo", "summary {0} has no edit that could be undone"),
    Sentence::new("no_edit_to_redo", "no edit of summary {0} was undone"),
    Sentence::new(
        "redo_until_edited",
        "an edit that was undone can be redone until the summary is edited again",
    ),
    Sentence::new("seen_in_full", "the model already sees {0} in its original form"),
    Sentence::new("nothing_to_restore", "there is nothing to restore"),
    Sentence::new("shortened_together", "{0} was shortened together with {1} other messages"),
    Sentence::new("undo_restores_all", "undo compaction {0}: it puts all of them back"),
    Sentence::new("replaced_by_new", "{0} is an earlier summary, which a new one replaces"),
    // Opening, and what waits.
    Sentence::new(
        "thread_ended",
        "the session's thread ended while the conversation was being opened",
    ),
    Sentence::new("open_and_report", "open the conversation again; if it happens again, report it"),
    Sentence::new("no_thread", "cannot start the session's thread: {0}"),
    Sentence::new("no_workers", "cannot start the session's workers: {0}"),
    Sentence::new("close_programs", "close other programs and try again"),
    Sentence::new("none_waiting", "no message {0} is waiting"),
    Sentence::new("sent_before", "it was sent or withdrawn before"),
    Sentence::new("stays_unsent", "the message stays unsent and goes out with the next one"),
    Sentence::new("learned_unsaved", "what was learned about the model could not be saved: {0}"),
    Sentence::new("compaction_is_off", "compaction is off: turn it on, or summarize manually"),
    Sentence::new("unpin_messages", "unpin messages"),
    Sentence::new("result_ignored", "the result of `{0}` was ignored: {1}"),
    Sentence::new("decision_ignored", "the decision on `{0}` was ignored: {1}"),
    Sentence::new("call_ended", "the call has ended"),
    Sentence::new("call_not_allowed", "the call has not been allowed yet"),
    Sentence::new("call_runs", "the call runs already"),
    Sentence::new("no_such_call", "there is no such call"),
    Sentence::new(
        "result_large",
        "the result in {0} has {1} tokens, more than a quarter of the budget",
    ),
    // What a model did with a summary.
    Sentence::new("declines_compaction", "{0} does not offer compaction"),
    Sentence::new("no_room_in_window", "what is to be condensed does not fit the window of {0}"),
    Sentence::new("empty_compaction", "{0} gave an empty compaction"),
    Sentence::new("did_not_condense", "{0} did not condense: {1}"),
    Sentence::new("wrote_no_summary", "{0} wrote no {1} summary: {2}"),
    Sentence::new("hit_length_limit", "the answer hit its length limit"),
    Sentence::new("it_declined", "it declined"),
    Sentence::new("nothing_to_summarize", "there is nothing to summarize"),
    Sentence::new("summary_cut_off", "the summary of {0} was cut off; its complete part is used"),
    Sentence::new(
        "wrote_too_much",
        "{0} wrote more than {1} tokens; its least important lines were left out",
    ),
    Sentence::new(
        "tools_orders",
        "{0} lines of the summary were instructions from a tool's output; they are kept as \
         quotations",
    ),
    Sentence::new(
        "false_orders",
        "{0} sentences of the summary were orders, rules or approvals that were never given; they \
         were left out",
    ),
];
