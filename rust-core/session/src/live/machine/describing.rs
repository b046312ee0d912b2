//! Asks the server for the limits of its model.

use super::input::TaskId;

/// How often a server that could not tell the limits of its model is asked again.
const MOST_AGAIN: u32 = 3;

/// The question to the server about its model's limits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Describing {
    pub(super) task: TaskId,
    /// Rings when it takes too long.
    pub(super) timer: TaskId,
}

/// The state of that question: whether it is pending, and whether it is asked again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Description {
    under_way: Option<Describing>,
    /// Whether the server could not tell for a temporary reason.
    again: bool,
    /// How often it may still be asked again.
    left: u32,
}

impl Description {
    /// Nothing was asked yet.
    pub(super) fn new() -> Self {
        Self { under_way: None, again: false, left: MOST_AGAIN }
    }

    /// Returns whether the answer is awaited.
    pub(super) fn is_pending(&self) -> bool {
        self.under_way.is_some()
    }

    /// Returns whether this timer ends the wait.
    pub(super) fn rings(&self, task: TaskId) -> bool {
        self.under_way.is_some_and(|it| it.timer == task)
    }

    /// The question was asked; an earlier one, which is returned, is not
    /// awaited any more.
    pub(super) fn asked(&mut self, question: Describing) -> Option<Describing> {
        self.again = false;
        self.under_way.replace(question)
    }

    /// The answer of a task came; `None` if that is not awaited any more.
    pub(super) fn answered(&mut self, task: TaskId) -> Option<Describing> {
        self.under_way.take_if(|it| it.task == task)
    }

    /// The server could not tell; `passes` says whether the reason is temporary.
    pub(super) fn failed(&mut self, passes: bool) {
        self.again = passes;
    }

    /// The answer took too long: it is not awaited any more.
    pub(super) fn gave_up(&mut self) -> Option<Describing> {
        let question = self.under_way.take();
        self.again |= question.is_some();
        question
    }

    /// Returns whether it is to be asked once more, and counts that; only a few times, because each
    /// turn waits for it.
    pub(super) fn once_more(&mut self) -> bool {
        let due = self.again && !self.is_pending() && self.left > 0;
        self.left -= u32::from(due);
        due
    }

    /// The question is about another model now: all attempts are available again.
    pub(super) fn renew(&mut self) {
        self.left = MOST_AGAIN;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn question(task: u64) -> Describing {
        Describing { task: TaskId(task), timer: TaskId(task + 1) }
    }

    #[test]
    fn only_the_awaited_answer_and_its_own_timer_count() {
        let mut description = Description::new();
        assert!(!description.is_pending());
        assert_eq!(description.answered(TaskId(1)), None);
        assert_eq!(description.asked(question(1)), None);
        assert_eq!(description.asked(question(3)), Some(question(1)));
        assert_eq!([2, 4].map(|task| description.rings(TaskId(task))), [false, true]);
        assert_eq!(
            [1, 3, 3].map(|task| description.answered(TaskId(task))),
            [None, Some(question(3)), None]
        );
        assert!(!description.is_pending());
    }

    #[test]
    fn what_could_not_be_told_is_asked_again_a_few_times() {
        let mut description = Description::new();
        assert!(!description.once_more(), "nothing failed");
        description.failed(false);
        assert!(!description.once_more(), "it would fail again");
        for _ in 0..MOST_AGAIN {
            description.failed(true);
            assert!(description.once_more());
            description.asked(question(1));
            assert!(!description.once_more(), "it is under way");
            assert_eq!(description.gave_up(), Some(question(1)));
        }
        assert!(!description.once_more());
        description.renew();
        assert!(description.once_more());
    }
}
