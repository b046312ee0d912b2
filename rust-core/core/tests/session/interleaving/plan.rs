//! What may happen in a conversation, in any order.

use proptest::prelude::*;

/// What happens next; numbers choose among what is there.
#[derive(Debug, Clone)]
pub(super) enum Step {
    Submit { tokens: u64 },
    SubmitNothing,
    Retry,
    Cancel,
    CancelTurn(usize),
    Withdraw(usize),
    CancelSummary,
    Summarize,
    FromOriginals,
    Preview,
    Accept { text: bool },
    Undo(Option<usize>),
    Redo(Option<usize>),
    Pin(usize, bool),
    Shorten(usize),
    Restore(usize),
    Edit(usize),
    Switch(usize, bool),
    AnswerTool(usize, u64),
    AnswerNobody,
    Approve(usize, u8),
    Set(u8),
    Tools(u8),
    Let(usize),
    Settle,
    Pause,
}

pub(super) fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        12 => prop_oneof![5 => 5..60_u64, 3 => 200..600_u64, 1 => 1_500..3_000_u64]
            .prop_map(|tokens| Step::Submit { tokens }),
        1 => Just(Step::SubmitNothing),
        1 => Just(Step::Retry),
        2 => Just(Step::Cancel),
        1 => any::<usize>().prop_map(Step::CancelTurn),
        1 => any::<usize>().prop_map(Step::Withdraw),
        1 => Just(Step::CancelSummary),
        3 => Just(Step::Summarize),
        1 => Just(Step::FromOriginals),
        1 => Just(Step::Preview),
        1 => any::<bool>().prop_map(|text| Step::Accept { text }),
        2 => prop::option::of(any::<usize>()).prop_map(Step::Undo),
        1 => prop::option::of(any::<usize>()).prop_map(Step::Redo),
        1 => (any::<usize>(), any::<bool>()).prop_map(|(at, pinned)| Step::Pin(at, pinned)),
        1 => any::<usize>().prop_map(Step::Shorten),
        1 => any::<usize>().prop_map(Step::Restore),
        1 => any::<usize>().prop_map(Step::Edit),
        2 => (any::<usize>(), any::<bool>()).prop_map(|(which, other)| Step::Switch(which, other)),
        6 => (any::<usize>(), prop_oneof![4 => 1..80_u64, 1 => 800..3_000_u64])
            .prop_map(|(which, tokens)| Step::AnswerTool(which, tokens)),
        1 => Just(Step::AnswerNobody),
        2 => (any::<usize>(), 0..3_u8).prop_map(|(which, how)| Step::Approve(which, how)),
        2 => (0..6_u8).prop_map(Step::Set),
        1 => (0..4_u8).prop_map(Step::Tools),
        12 => (1..8_usize).prop_map(Step::Let),
        8 => Just(Step::Settle),
        2 => Just(Step::Pause),
    ]
}

/// How the model answers.
#[derive(Debug, Clone)]
pub(super) enum Kind {
    Text(usize),
    Calls(u8),
    Unknown,
    Recall,
    BadArguments,
    Cut,
    Refused,
    Nothing,
    Pause,
    Length,
    WindowFull,
    Overflow { tells: bool },
    Fails(bool),
    Panics,
}

pub(super) fn kind() -> impl Strategy<Value = Kind> {
    prop_oneof![
        8 => (1..120_usize).prop_map(Kind::Text),
        6 => (1..4_u8).prop_map(Kind::Calls),
        1 => Just(Kind::Unknown),
        1 => Just(Kind::Recall),
        1 => Just(Kind::BadArguments),
        1 => Just(Kind::Cut),
        1 => Just(Kind::Refused),
        1 => Just(Kind::Nothing),
        1 => Just(Kind::Pause),
        1 => Just(Kind::Length),
        1 => Just(Kind::WindowFull),
        2 => any::<bool>().prop_map(|tells| Kind::Overflow { tells }),
        1 => any::<bool>().prop_map(Kind::Fails),
        1 => Just(Kind::Panics),
    ]
}

/// How a model answers that is asked for a summary.
#[derive(Debug, Clone)]
pub(super) enum Notes {
    Good,
    Garbage,
    Fails,
    Panics,
}

pub(super) fn notes_kind() -> impl Strategy<Value = Notes> {
    prop_oneof![
        4 => Just(Notes::Good),
        1 => Just(Notes::Garbage),
        1 => Just(Notes::Fails),
        1 => Just(Notes::Panics),
    ]
}

/// How it ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Finish {
    /// When everything has come to its end.
    Idle,
    /// In the middle.
    Shutdown,
    /// In the middle, without a word.
    Drop,
}

#[derive(Debug, Clone)]
pub(super) struct Plan {
    pub(super) steps: Vec<Step>,
    pub(super) answers: Vec<Kind>,
    pub(super) notes: Vec<Notes>,
    pub(super) models_write: bool,
    pub(super) finish: Finish,
}

pub(super) fn plan() -> impl Strategy<Value = Plan> {
    (
        prop::collection::vec(step(), 0..80),
        prop::collection::vec(kind(), 0..40),
        prop::collection::vec(notes_kind(), 0..6),
        any::<bool>(),
        prop_oneof![3 => Just(Finish::Idle), 1 => Just(Finish::Shutdown), 1 => Just(Finish::Drop)],
    )
        .prop_map(|(steps, answers, notes, models_write, finish)| Plan {
            steps,
            answers,
            notes,
            models_write,
            finish,
        })
}
