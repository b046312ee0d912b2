//! Asking the server what its model can take.

use tokio::task::AbortHandle;

use super::input::TaskId;
use super::timer::Timer;

/// How often a server is asked again what its model can take, after it could
/// not tell.
const MOST_AGAIN: u32 = 3;

/// The question to the server what its model can take.
#[derive(Debug)]
pub(super) struct Describing {
    pub(super) task: TaskId,
    pub(super) timer: Timer,
    pub(super) handle: AbortHandle,
}

/// What is known of that question: whether it is under way, and whether it is
/// asked once more.
#[derive(Debug)]
pub(super) struct Description {
    under_way: Option<Describing>,
    /// The server could not tell, for a reason that passes.
    again: bool,
    /// How often it is asked again.
    left: u32,
}

impl Description {
    /// Nothing was asked yet.
    pub(super) fn new() -> Self {
        Self { under_way: None, again: false, left: MOST_AGAIN }
    }

    /// Tells whether the answer is awaited.
    pub(super) fn is_pending(&self) -> bool {
        self.under_way.is_some()
    }

    /// Tells whether this timer's ringing ends the wait.
    pub(super) fn rings(&self, task: TaskId) -> bool {
        self.under_way.as_ref().is_some_and(|it| it.timer.is(task))
    }

    /// The question was asked; an earlier one is dropped.
    pub(super) fn asked(&mut self, question: Describing) {
        self.stop();
        self.again = false;
        self.under_way = Some(question);
    }

    /// The answer of a task came; `false` where that is not awaited any more.
    pub(super) fn answered(&mut self, task: TaskId) -> bool {
        let awaited = self.under_way.as_ref().is_some_and(|it| it.task == task);
        if awaited {
            self.under_way = None;
        }
        awaited
    }

    /// The server could not tell; `passes` tells whether the reason may pass.
    pub(super) fn failed(&mut self, passes: bool) {
        self.again = passes;
    }

    /// The answer took too long.
    pub(super) fn gave_up(&mut self) {
        if self.stop() {
            self.again = true;
        }
    }

    /// Tells whether it is to be asked once more, and counts that; a few
    /// times, because each turn waits for it.
    pub(super) fn once_more(&mut self) -> bool {
        let due = self.again && !self.is_pending() && self.left > 0;
        self.left -= u32::from(due);
        due
    }

    /// Another model is asked about: it has all attempts before it.
    pub(super) fn renew(&mut self) {
        self.left = MOST_AGAIN;
    }

    fn stop(&mut self) -> bool {
        match self.under_way.take() {
            Some(question) => {
                question.handle.abort();
                true
            }
            None => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn question(runtime: &tokio::runtime::Runtime, task: u64) -> Describing {
        let handle = || runtime.spawn(std::future::pending::<()>()).abort_handle();
        let timer = Timer::new(TaskId(task + 1), handle());
        Describing { task: TaskId(task), timer, handle: handle() }
    }

    #[test]
    fn only_the_awaited_answer_and_its_own_timer_count() {
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        let mut description = Description::new();
        assert!(!description.is_pending() && !description.answered(TaskId(1)));
        description.asked(question(&runtime, 1));
        description.asked(question(&runtime, 3));
        assert_eq!([2, 4].map(|task| description.rings(TaskId(task))), [false, true]);
        assert_eq!([1, 3, 3].map(|task| description.answered(TaskId(task))), [false, true, false]);
        assert!(!description.is_pending());
    }

    #[test]
    fn what_could_not_be_told_is_asked_again_a_few_times() {
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        let mut description = Description::new();
        assert!(!description.once_more(), "nothing failed");
        description.failed(false);
        assert!(!description.once_more(), "it would fail again");
        for _ in 0..MOST_AGAIN {
            description.failed(true);
            assert!(description.once_more());
            description.asked(question(&runtime, 1));
            assert!(!description.once_more(), "it is under way");
            description.gave_up();
        }
        assert!(!description.once_more());
        description.renew();
        assert!(description.once_more());
    }
}
