//! What the editor is told about the calls of other programs, and what waits for its answer.

use std::collections::HashMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::time::Duration;

use serde_json::{Map, Value};
use vibeue_core::session::outside::CutOff;
use vibeue_core::tools::served::{Overseer, Question, Report};
use vibeue_core::tools::{Access, Allowance, Approval, CallEnd, Stop, Tool, ToolAnswer, Toolbox};

use crate::ffi::ffi::{ServedEvent, ServedEventKind, ToolEnd};
use crate::held_answer::HeldAnswer;
use crate::live::lock;
use crate::{reports, tools};

/// How often a call that waits for the editor checks whether it was stopped.
const GLANCE: Duration = Duration::from_millis(25);

/// How many ends of calls are kept at most for an editor that draws no frames, for example while a
/// dialog is open.
const MOST_ENDS: usize = 256;

/// The maximum length of the report on an end, in characters: the other program chooses its length.
const MOST_WORDS: usize = 300;

/// What goes to the editor, and what waits for it.
#[derive(Default)]
pub(crate) struct Desk {
    /// The editor's tools.
    tools: Mutex<Vec<Tool>>,
    news: Mutex<News>,
    /// Questions that the user has not answered.
    asked: Mutex<HashMap<String, Sender<Approval>>>,
    /// Calls that the editor runs.
    running: Mutex<HashMap<String, Sender<HeldAnswer>>>,
    numbers: AtomicU64,
}

/// Events that the editor has not taken yet. A call has one question at a time, and few calls run;
/// a question that is withdrawn before it was taken is removed, so only ends can pile up.
#[derive(Default)]
struct News {
    events: Vec<ServedEvent>,
    /// How many of them are ends.
    ends: usize,
    /// How many ends were left out.
    dropped: u64,
}

impl News {
    fn add(&mut self, event: ServedEvent) {
        if event.kind == ServedEventKind::Ended {
            self.ends += 1;
            if self.ends > MOST_ENDS {
                let is_end = |event: &ServedEvent| event.kind == ServedEventKind::Ended;
                let oldest = self.events.iter().position(is_end);
                oldest.inspect(|at| drop(self.events.remove(*at)));
                self.ends -= 1;
                self.dropped += 1;
            }
        }
        self.events.push(event);
    }

    /// Withdraws an event that the editor has not taken yet; otherwise the editor gets an event
    /// about the withdrawal.
    fn take_back(&mut self, begun: ServedEventKind, back: ServedEvent) {
        let unheard = |event: &ServedEvent| event.kind == begun && event.call_id == back.call_id;
        match self.events.iter().position(unheard) {
            Some(at) => drop(self.events.remove(at)),
            None => self.events.push(back),
        }
    }

    fn take(&mut self) -> Vec<ServedEvent> {
        let Self { mut events, dropped, .. } = std::mem::take(self);
        if dropped > 0 {
            let why = dropped.to_string();
            events.push(ServedEvent { why, ..event(ServedEventKind::Dropped, "") });
        }
        events
    }
}

impl Desk {
    /// Sets the editor's tools.
    pub(crate) fn offer(&self, tools: Vec<Tool>) {
        *lock(&self.tools) = tools;
    }

    /// What happened since the last call.
    pub(crate) fn take_events(&self) -> Vec<ServedEvent> {
        lock(&self.news).take()
    }

    /// The user answered a question; `None` if nobody is waiting for it, for example after a first
    /// answer.
    pub(crate) fn answer(&self, call_id: &str, approval: Approval) -> Option<()> {
        lock(&self.asked).remove(call_id)?.send(approval).ok()
    }

    /// The editor has run a call; `None` if nobody is waiting for it.
    pub(crate) fn end(&self, call_id: &str, answer: HeldAnswer) -> Option<()> {
        lock(&self.running).remove(call_id)?.send(answer).ok()
    }

    /// A call was running when an earlier run of the editor ended.
    pub(crate) fn emit_cut_off(&self, call: &CutOff) {
        self.emit(ServedEvent {
            caller: call.caller.clone(),
            name: call.tool.clone(),
            arguments: call.arguments.clone(),
            ..event(ServedEventKind::CutOff, "")
        });
    }

    fn emit(&self, event: ServedEvent) {
        lock(&self.news).add(event);
    }

    fn take_back(&self, begun: ServedEventKind, back: ServedEventKind, call_id: &str) {
        lock(&self.news).take_back(begun, event(back, call_id));
    }
}

/// The beginning of a long text.
fn shortened(text: &str) -> String {
    match text.char_indices().nth(MOST_WORDS) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

fn event(kind: ServedEventKind, call_id: &str) -> ServedEvent {
    ServedEvent {
        kind,
        call_id: call_id.to_owned(),
        caller: String::new(),
        name: String::new(),
        arguments: String::new(),
        access: tools::access_to_ffi(Access::Control),
        preview: reports::no_preview(),
        end: ToolEnd::Done,
        why: String::new(),
    }
}

impl Overseer for Desk {
    fn ask(&self, question: &Question, stop: &Stop) -> Approval {
        let (answer, answered) = mpsc::channel();
        let id = &question.call.id;
        lock(&self.asked).insert(id.clone(), answer);
        let preview = question.preview.clone();
        self.emit(ServedEvent {
            caller: question.caller.declared_name.clone(),
            name: question.tool.name().to_owned(),
            arguments: question.call.arguments.clone(),
            access: tools::access_to_ffi(question.tool.access),
            preview: preview.map_or_else(reports::no_preview, reports::preview),
            ..event(ServedEventKind::Asked, id)
        });
        loop {
            match answered.recv_timeout(GLANCE) {
                Ok(approval) => return approval,
                Err(RecvTimeoutError::Timeout) if !stop.is_stopped() => {}
                Err(_) => {
                    lock(&self.asked).remove(id);
                    self.take_back(ServedEventKind::Asked, ServedEventKind::Withdrawn, id);
                    return Approval::Deny { reason: None };
                }
            }
        }
    }

    fn ended(&self, report: &Report) {
        self.emit(ServedEvent {
            caller: report.caller.declared_name.clone(),
            name: shortened(&report.call.name),
            end: tools::end_to_ffi(report.end),
            why: shortened(&report.why),
            ..event(ServedEventKind::Ended, &report.call.id)
        });
    }
}

impl Toolbox for Desk {
    fn tools(&self) -> Vec<Tool> {
        lock(&self.tools).clone()
    }

    fn run(&self, tool: &Tool, arguments: Map<String, Value>, allowance: &Allowance) -> ToolAnswer {
        let id = format!("served-{}", self.numbers.fetch_add(1, Ordering::Relaxed) + 1);
        let (answer, answered) = mpsc::channel();
        lock(&self.running).insert(id.clone(), answer);
        self.emit(ServedEvent {
            name: tool.name().to_owned(),
            arguments: Value::Object(arguments).to_string(),
            access: tools::access_to_ffi(tool.access),
            ..event(ServedEventKind::Run, &id)
        });
        loop {
            if let Ok(answer) = answered.recv_timeout(GLANCE) {
                return answer.read();
            }
            if let Some(why) = allowance.is_over() {
                lock(&self.running).remove(&id);
                self.take_back(ServedEventKind::Run, ServedEventKind::Stopped, &id);
                return ToolAnswer::ended(CallEnd::Cancelled, why);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use serde_json::json;
    use vibeue_core::provider::ToolDefinition;
    use vibeue_core::tools::Call;
    use vibeue_core::tools::served::Caller;

    use super::*;

    fn call(number: usize) -> Call {
        Call {
            id: format!("outside-{number}"),
            turn: 1,
            name: "paint".to_owned(),
            arguments: "{}".to_owned(),
        }
    }

    fn caller() -> Caller {
        Caller { declared_name: "outsider".to_owned() }
    }

    fn question(number: usize) -> Question {
        let definition = ToolDefinition {
            name: "paint".to_owned(),
            description: String::new(),
            parameters: json!({"type": "object"}),
        };
        let tool = Tool::with_access(definition, Access::Write);
        Question { caller: caller(), call: call(number), tool, preview: None }
    }

    fn emitted(desk: &Desk) -> Vec<(ServedEventKind, String)> {
        desk.take_events().into_iter().map(|event| (event.kind, event.call_id)).collect()
    }

    #[test]
    fn an_editor_that_draws_no_frame_is_told_the_newest_ends_and_how_many_went() {
        let desk = Desk::default();
        for number in 0..MOST_ENDS + 40 {
            let (caller, call) = (caller(), call(number));
            desk.ended(&Report { caller, call, end: CallEnd::Done, why: String::new() });
        }
        let events = desk.take_events();
        assert_eq!(events.len(), MOST_ENDS + 1);
        assert_eq!(events[0].call_id, "outside-40");
        let last = &events[MOST_ENDS];
        assert_eq!((last.kind, last.why.as_str()), (ServedEventKind::Dropped, "40"));
        // From then on as before.
        let (caller, call) = (caller(), call(7));
        desk.ended(&Report { caller, call, end: CallEnd::Done, why: String::new() });
        assert_eq!(emitted(&desk), [(ServedEventKind::Ended, "outside-7".to_owned())]);
    }

    #[test]
    fn an_end_is_reported_in_few_words_however_many_the_other_program_uses() {
        let desk = Desk::default();
        let call = Call { name: "ä".repeat(100_000), ..call(1) };
        let why = format!("there is no tool {}", call.name);
        desk.ended(&Report { caller: caller(), call, end: CallEnd::Refused, why: why.clone() });
        let events = desk.take_events();
        let [told] = events.as_slice() else { panic!("{} events", events.len()) };
        assert_eq!(told.name, format!("{}…", "ä".repeat(300)));
        assert_eq!(told.why, format!("{}…", why.chars().take(300).collect::<String>()));
    }

    #[test]
    fn a_question_that_nobody_saw_leaves_nothing_and_one_that_was_seen_is_taken_back() {
        let desk = Desk::default();
        let stopped = Stop::default();
        stopped.stop();
        for number in 0..20 {
            desk.ask(&question(number), &stopped);
        }
        assert_eq!(emitted(&desk), []);
        let desk = Arc::new(desk);
        let stop = Stop::default();
        let asking = {
            let (desk, stop) = (Arc::clone(&desk), stop.clone());
            std::thread::spawn(move || desk.ask(&question(1), &stop))
        };
        let asked = (ServedEventKind::Asked, "outside-1".to_owned());
        while emitted(&desk) != [asked.clone()] {
            std::thread::yield_now();
        }
        stop.stop();
        assert_eq!(asking.join().unwrap(), Approval::Deny { reason: None });
        assert_eq!(emitted(&desk), [(ServedEventKind::Withdrawn, "outside-1".to_owned())]);
    }

    #[test]
    fn a_second_answer_counts_for_nothing_and_for_no_other_question() {
        let desk = Arc::new(Desk::default());
        let ask = |number| {
            let desk = Arc::clone(&desk);
            std::thread::spawn(move || desk.ask(&question(number), &Stop::default()))
        };
        let seen = |number: usize| {
            let asked = (ServedEventKind::Asked, format!("outside-{number}"));
            while emitted(&desk) != [asked.clone()] {
                std::thread::yield_now();
            }
        };
        let first = ask(1);
        seen(1);
        assert_eq!(desk.answer("outside-1", Approval::Allow), Some(()));
        assert_eq!(desk.answer("outside-1", Approval::AllowProject), None);
        assert_eq!(first.join().unwrap(), Approval::Allow);
        let second = ask(2);
        seen(2);
        assert_eq!(desk.answer("outside-1", Approval::AllowProject), None);
        let denied = Approval::Deny { reason: Some("no".to_owned()) };
        assert_eq!(desk.answer("outside-2", denied.clone()), Some(()));
        assert_eq!(second.join().unwrap(), denied);
    }
}
