//! Things that one thread has another one do, and waits for.

use std::collections::VecDeque;
use std::sync::PoisonError;
use std::time::Duration;

use super::sync::{Condvar, Mutex, MutexGuard};

/// Errands: threads ask for them and wait, another thread does them in the order in which they were
/// asked for.
///
/// All that is known of an errand is under one lock, and whoever gives it up takes it away under
/// that lock: either the answer is there already, or there will never be one.
pub(crate) struct Errands<T, A> {
    inner: Mutex<Inner<T, A>>,
    answered: Condvar,
}

struct Inner<T, A> {
    /// The number of the newest one.
    last: u64,
    errands: VecDeque<Errand<T, A>>,
}

struct Errand<T, A> {
    id: u64,
    /// What is to be done, until it is taken.
    what: Option<T>,
    /// What came of it, until whoever asked has it.
    answer: Option<A>,
}

/// How an errand ended for whoever gave it up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Ended<A> {
    /// The answer had arrived meanwhile.
    Answered(A),
    /// There is no answer, and none can arrive any more.
    GivenUp {
        /// Whether somebody had begun it.
        was_taken: bool,
    },
}

impl<T, A> Errands<T, A> {
    /// There are none yet.
    pub(crate) fn new() -> Self {
        let inner = Inner { last: 0, errands: VecDeque::new() };
        Self { inner: Mutex::new(inner), answered: Condvar::new() }
    }

    /// Asks for something; returns the errand's number, from 1.
    pub(crate) fn ask(&self, what: T) -> u64 {
        let mut inner = self.lock();
        inner.last += 1;
        let id = inner.last;
        inner.errands.push_back(Errand { id, what: Some(what), answer: None });
        id
    }

    /// Takes the oldest errand that nobody has taken.
    pub(crate) fn take(&self) -> Option<(u64, T)> {
        let mut inner = self.lock();
        inner.errands.iter_mut().find_map(|errand| Some((errand.id, errand.what.take()?)))
    }

    /// Answers an errand that was taken; returns whether whoever asked gets it.
    pub(crate) fn answer(&self, id: u64, answer: A) -> bool {
        let mut inner = self.lock();
        let errand = inner.errands.iter_mut().find(|errand| errand.id == id);
        let open = errand.filter(|errand| errand.what.is_none() && errand.answer.is_none());
        let Some(errand) = open else { return false };
        errand.answer = Some(answer);
        drop(inner);
        self.answered.notify_all();
        true
    }

    /// Waits for the answer to an errand at most this long; it may be less.
    pub(crate) fn wait(&self, id: u64, longest: Duration) -> Option<A> {
        let mut inner = self.lock();
        let answer = inner.take_answer(id);
        if answer.is_some() {
            return answer;
        }
        let waited = self.answered.wait_timeout(inner, longest);
        let mut inner = waited.unwrap_or_else(PoisonError::into_inner).0;
        inner.take_answer(id)
    }

    /// Takes an errand back.
    pub(crate) fn give_up(&self, id: u64) -> Ended<A> {
        let mut inner = self.lock();
        let at = inner.errands.iter().position(|errand| errand.id == id);
        match at.and_then(|at| inner.errands.remove(at)) {
            Some(Errand { answer: Some(answer), .. }) => Ended::Answered(answer),
            Some(errand) => Ended::GivenUp { was_taken: errand.what.is_none() },
            None => Ended::GivenUp { was_taken: false },
        }
    }

    fn lock(&self) -> MutexGuard<'_, Inner<T, A>> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<T, A> Inner<T, A> {
    /// Takes the answer to an errand, and the errand with it.
    fn take_answer(&mut self, id: u64) -> Option<A> {
        let is_it = |errand: &Errand<T, A>| errand.id == id && errand.answer.is_some();
        let at = self.errands.iter().position(is_it)?;
        self.errands.remove(at)?.answer
    }
}
