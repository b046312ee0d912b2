//! What may happen to a session, at random.

use proptest::prelude::*;

use super::super::*;
use super::world::{calls, text_reply};
use vibeue_provider::{ErrorClass, ProviderError, Reply, StopReason};

/// One input. Numbers are taken modulo what there is.
#[derive(Debug, Clone)]
pub(super) enum Op {
    Submit {
        words: usize,
    },
    Retry,
    Change(u64),
    ShowBranch(u64),
    Cancel,
    CancelTurn(usize),
    Withdraw(u64),
    Stop,
    MoveWaiting(u64, bool),
    Received {
        words: usize,
    },
    Flood,
    Reply(Answer),
    /// The answer of any task so far, most of which nobody awaits.
    Stale(usize, Answer),
    Counted(usize),
    Described(usize, bool),
    /// The summary of any job that ever was, the newest if it is 0.
    Summarized(usize, bool),
    Elapsed(usize),
    Summarize(Option<u64>),
    SummarizeOriginals,
    Preview,
    AcceptPreview,
    CancelSummary,
    Undo,
    Redo,
    Pin(u64, bool),
    Shorten(u64),
    Restore(u64),
    EditSummary,
    UndoEdit,
    RedoEdit,
    Switch(bool),
    Enable(bool),
    Answer(usize),
    Approve(usize, u8),
    Rehearse(usize),
    /// The result of a call that has ended.
    AnswerEnded(usize),
    SetTools(bool),
    DryRun(bool),
    Rename,
    DiskFull,
    Bug,
    ShutDown,
}

#[derive(Debug, Clone)]
pub(super) enum Answer {
    Words(usize),
    Calls(usize),
    Cut,
    Full,
    Empty,
    Declined,
    TooLong,
    Broken,
    Panic,
}

pub(super) fn answer() -> impl Strategy<Value = Answer> {
    prop_oneof![
        6 => (1..200_usize).prop_map(Answer::Words),
        4 => (1..4_usize).prop_map(Answer::Calls),
        1 => Just(Answer::Cut),
        1 => Just(Answer::Full),
        1 => Just(Answer::Empty),
        1 => Just(Answer::Declined),
        1 => Just(Answer::TooLong),
        1 => Just(Answer::Broken),
        1 => Just(Answer::Panic),
    ]
}

/// What happens in a session, one thing after the other; some plans begin after a request was
/// changed and answered both ways.
pub(super) fn plan(longest: usize) -> impl Strategy<Value = Vec<Op>> {
    let reply = || Op::Reply(Answer::Words(9));
    let both =
        [Op::Submit { words: 9 }, reply(), Op::Change(1), reply(), Op::ShowBranch(1)].to_vec();
    let begins = prop_oneof![9 => Just(Vec::new()), 1 => Just(both)];
    (begins, prop::collection::vec(op(), 1..longest)).prop_map(|(mut plan, then)| {
        plan.extend(then);
        plan
    })
}

fn op() -> impl Strategy<Value = Op> {
    let task = 0..40_usize;
    let often = prop_oneof![
        4 => (1..400_usize).prop_map(|words| Op::Submit { words }),
        6 => answer().prop_map(Op::Reply),
        2 => (0..30_usize).prop_map(|words| Op::Received { words }),
        3 => (0..3_usize).prop_map(Op::Answer),
        2 => (0..3_usize, 0..4_u8).prop_map(|(call, how)| Op::Approve(call, how)),
        3 => (0..3_usize, any::<bool>()).prop_map(|(job, fails)| Op::Summarized(job, fails)),
        1 => Just(Op::Cancel),
        1 => (0..3_usize).prop_map(Op::Rehearse),
        1 => (1..12_u64).prop_map(Op::Change),
        1 => (0..4_u64).prop_map(Op::ShowBranch),
    ];
    let seldom = prop_oneof![
        1 => Just(Op::Retry),
        1 => (0..9_usize).prop_map(Op::AnswerEnded),
        1 => (0..6_usize).prop_map(Op::CancelTurn),
        1 => (0..30_u64).prop_map(Op::Withdraw),
        1 => Just(Op::Stop),
        1 => (0..30_u64, any::<bool>()).prop_map(|(submit, earlier)| Op::MoveWaiting(submit, earlier)),
        1 => Just(Op::Flood),
        1 => (task.clone(), answer()).prop_map(|(task, answer)| Op::Stale(task, answer)),
        1 => task.clone().prop_map(Op::Counted),
        1 => (task.clone(), any::<bool>()).prop_map(|(task, fails)| Op::Described(task, fails)),
        1 => task.prop_map(Op::Elapsed),
        4 => Just(Op::Summarize(None)),
        2 => (1..20_u64).prop_map(|message| Op::Summarize(Some(message))),
        1 => Just(Op::SummarizeOriginals),
        1 => Just(Op::Preview),
        1 => Just(Op::AcceptPreview),
        1 => Just(Op::CancelSummary),
        5 => Just(Op::Undo),
        9 => Just(Op::Redo),
        1 => (1..20_u64, any::<bool>()).prop_map(|(message, pinned)| Op::Pin(message, pinned)),
        2 => (1..20_u64).prop_map(Op::Shorten),
        2 => (1..20_u64).prop_map(Op::Restore),
        6 => Just(Op::EditSummary),
        4 => Just(Op::UndoEdit),
        4 => Just(Op::RedoEdit),
    ];
    let rare = prop_oneof![
        any::<bool>().prop_map(Op::Switch),
        any::<bool>().prop_map(Op::Enable),
        any::<bool>().prop_map(Op::SetTools),
        any::<bool>().prop_map(Op::DryRun),
        Just(Op::Rename),
        Just(Op::DiskFull),
        Just(Op::Bug),
        Just(Op::ShutDown),
    ];
    prop_oneof![12 => often, 4 => seldom, 1 => rare]
}

pub(super) fn words(count: usize) -> String {
    (0..count).map(|at| format!("word{at} ")).collect()
}

pub(super) fn reply_of(answer: &Answer) -> Outcome<Result<Reply, ProviderError>> {
    let error = |class, text: &str| Ok(Err(ProviderError::new(class, text)));
    let stopped = |text: &str, stop| Ok(Ok(Reply { stop, ..text_reply(text) }));
    match answer {
        Answer::Words(count) => Ok(Ok(text_reply(&words(*count)))),
        Answer::Calls(count) => {
            let all = [("a", "look"), ("b", "fly"), ("", "look")];
            Ok(Ok(calls(&all[..*count])))
        }
        Answer::Cut => stopped("And then", StopReason::Length),
        Answer::Full => stopped("And then", StopReason::ContextFull),
        Answer::Empty => stopped("", StopReason::End),
        Answer::Declined => stopped("No.", StopReason::Refusal),
        Answer::TooLong => {
            let class = ErrorClass::ContextLengthExceeded { limit: None, requested: None };
            error(class, "too long")
        }
        Answer::Broken => error(ErrorClass::Transport, "cut"),
        Answer::Panic => {
            let panic: Box<dyn std::any::Any + Send> = Box::new("bang");
            Err(Panicked::from(panic))
        }
    }
}
