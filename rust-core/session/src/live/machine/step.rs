//! Handles inputs, one after the other.

use super::effect::Effect;
use super::input::{Input, News, TaskId};
use super::state::State;
use super::turn::TurnInput;
use crate::live::TurnEnd;
use crate::live::command::{Command, LateAnswer};

/// Takes an input, changes the state and returns what is to be done, in order.
///
/// Deterministic: it depends only on its arguments, once the counter's vocabulary is loaded. An
/// input after the session was closed has no effect.
pub(in crate::live) fn step(state: &mut State, input: Input) -> Vec<Effect> {
    if !state.is_closed() {
        state.exchange.received(input.at);
        state.handle(input.news);
    }
    state.take_effects()
}

impl State {
    fn handle(&mut self, news: News) {
        match news {
            News::Command(command) => self.command(command),
            News::ShutDown => self.shut_down(),
            News::Received { task, words, arguments } => {
                self.words_arrived(task, &words, &arguments);
            }
            News::Flooded { task, arrived } => self.too_many_words(task, arrived),
            News::Replied { task, arrived, flooded, answer } => {
                self.replied(task, arrived, flooded, answer);
            }
            News::Counted(task, count) => self.counted(task, count),
            News::Described(task, info) => self.described(task, info),
            News::Summarized(task, report) => self.summarized(task, *report),
            News::Elapsed(task) => self.elapsed(task),
            News::Written(result) => self.written(result),
            News::CutOff { arrived } => self.cut_off(arrived),
            News::Kept { text, kept } => self.text_kept(&text, kept),
            News::ReadKept(text) => {
                self.kept_text_read(text.as_deref().map_err(String::as_str));
            }
            News::PermissionNotKept(why) => self.warn(why),
            News::NotAtRest(failure) => {
                self.error(None, failure);
                // Not again: it would fail once more.
                return self.publish();
            }
            News::Panicked(panic) => self.recover(&panic),
            News::GoOn => {}
        }
        self.go_on();
    }

    /// Begins the next turn, if it is time, and publishes the current state, unless an event is
    /// being written.
    fn go_on(&mut self) {
        self.start_next();
        if self.awaits_answer() {
            return;
        }
        if self.closing.is_some() {
            self.end_turn(TurnEnd::Cancelled);
            return self.close();
        }
        self.publish();
        if self.turn.is_none() {
            self.exchange.request(Effect::Rest);
        }
    }

    fn command(&mut self, command: Command) {
        match command {
            Command::Submit { turn, parts } => self.submit(turn, TurnInput::Words(parts)),
            Command::Retry { turn } => self.submit(turn, TurnInput::Again),
            Command::Change { turn, message, parts } => self.change_request(turn, message, parts),
            Command::ShowBranch { branch } => self.show_branch(branch),
            Command::Cancel { turn } => self.cancel(turn),
            Command::Withdraw { submit } => self.withdraw(submit),
            Command::Stop => self.stop_and_hold(),
            Command::SendNow { submit, turn } => self.send_now(submit, turn),
            Command::MoveWaiting { submit, earlier } => self.move_waiting(submit, earlier),
            Command::CancelSummary => self.cancel_summary(),
            Command::Summarize { instructions, up_to } => self.summarize(instructions, up_to),
            Command::SummarizeOriginals { instructions } => self.summarize_originals(instructions),
            Command::Preview { options } => self.try_preview(*options),
            Command::AcceptPreview { preview, text } => self.accept_preview(preview, text),
            Command::DiscardPreview => self.discard_preview(),
            Command::Undo { compaction } => self.undo(compaction),
            Command::Redo { compaction } => self.redo(compaction),
            Command::Pin { message, pinned } => self.pin(message, pinned),
            Command::Shorten { message } => self.shorten(message),
            Command::Restore { message } => self.restore(message),
            Command::EditSummary { message, text } => self.edit_summary(message, &text),
            Command::UndoEdit { message } => self.undo_edit(message),
            Command::RedoEdit { message } => self.redo_edit(message),
            Command::SwitchModel { model, provider, reason } => {
                self.switch_model(*model, provider, reason);
            }
            Command::BeginTool { call_id } => self.begin_tool(&call_id),
            Command::AnswerTool { call_id, answer } => self.answer_tool(&call_id, answer),
            Command::AnswerToolWith { call_id, answer: LateAnswer(make) } => {
                self.answer_tool(&call_id, make());
            }
            Command::ApproveTool { call_id, approval } => self.approve_tool(&call_id, approval),
            Command::RehearseTool { call_id, preview } => {
                self.rehearse_tool(&call_id, preview.as_deref());
            }
            Command::SetSettings { settings } => self.set_settings(*settings),
            Command::SetTools { tools } => self.set_tools(tools),
            Command::SetPlanMode { on } => self.tools.policy.plan = on,
            Command::SetDryRun { on } => self.tools.policy.dry_run = on,
            Command::Rename { title } => self.rename(title),
        }
    }

    fn elapsed(&mut self, task: TaskId) {
        if self.model.description.rings(task) {
            self.give_up_describing();
        } else if self.summaries.rings(task) {
            self.summary_out_of_time();
        }
    }
}
