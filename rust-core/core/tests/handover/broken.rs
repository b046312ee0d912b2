//! The protocols with one mistake each.

use std::collections::VecDeque;
use std::sync::Arc;

use loom::sync::Mutex;
use loom::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use loom::thread::JoinHandle;

use crate::errands::Ended;
use crate::waking::Flag;

/// A signal of plain stores: the look for letters may come before the store
/// that lowers it.
pub(super) struct PlainStores(AtomicBool);

impl Flag for PlainStores {
    fn up() -> Self {
        Self(AtomicBool::new(true))
    }

    fn raise(&self) {
        self.0.store(true, Ordering::Release);
    }

    fn is_raised(&self) -> bool {
        self.0.load(Ordering::Acquire)
    }

    fn answer(&self, most: u32, fetch: &mut dyn FnMut() -> bool) -> u32 {
        if !self.is_raised() {
            return 0;
        }
        self.0.store(false, Ordering::Release);
        fetched(self, most, fetch)
    }
}

/// A signal that is lowered by a read-modify-write and raised by plain stores:
/// that of a second thread hides the letters of the first.
pub(super) struct HalfFixed(AtomicBool);

impl Flag for HalfFixed {
    fn up() -> Self {
        Self(AtomicBool::new(true))
    }

    fn raise(&self) {
        self.0.store(true, Ordering::Release);
    }

    fn is_raised(&self) -> bool {
        self.0.load(Ordering::Acquire)
    }

    fn answer(&self, most: u32, fetch: &mut dyn FnMut() -> bool) -> u32 {
        if !self.is_raised() {
            return 0;
        }
        self.0.swap(false, Ordering::AcqRel);
        fetched(self, most, fetch)
    }
}

fn fetched(flag: &impl Flag, most: u32, fetch: &mut dyn FnMut() -> bool) -> u32 {
    let mut fetched = 0;
    while fetched < most && fetch() {
        fetched += 1;
    }
    if fetched == most {
        flag.raise();
    }
    fetched
}

/// A tray whose flag is lowered before the lock is taken and raised after it is released.
pub(super) struct LooseTray {
    waiting: AtomicBool,
    things: Mutex<VecDeque<u32>>,
}

impl LooseTray {
    pub(super) fn new() -> Self {
        Self { waiting: AtomicBool::new(false), things: Mutex::new(VecDeque::new()) }
    }

    pub(super) fn put(&self, thing: u32) {
        self.waiting.store(true, Ordering::Release);
        self.things.lock().unwrap().push_back(thing);
    }

    pub(super) fn take(&self) -> Vec<u32> {
        if !self.waiting.load(Ordering::Acquire) {
            return Vec::new();
        }
        self.waiting.store(false, Ordering::Release);
        self.things.lock().unwrap().drain(..).collect()
    }
}

/// Places that are counted by a look and a store: two may see the last one
/// free.
#[derive(Clone)]
pub(super) struct LooseSlots(Arc<AtomicUsize>);

pub(super) struct LooseSlot(Arc<AtomicUsize>);

impl LooseSlots {
    pub(super) fn new(_most: usize) -> Self {
        Self(Arc::new(AtomicUsize::new(0)))
    }

    pub(super) fn take(&self) -> Option<LooseSlot> {
        let taken = self.0.load(Ordering::Acquire);
        if taken > 0 {
            return None;
        }
        self.0.store(taken + 1, Ordering::Release);
        Some(LooseSlot(Arc::clone(&self.0)))
    }
}

impl Drop for LooseSlot {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::AcqRel);
    }
}

/// Work whose thread is begun before its handle is kept.
pub(super) struct LateHandles(Mutex<Vec<JoinHandle<()>>>);

impl LateHandles {
    pub(super) fn new() -> Self {
        Self(Mutex::new(Vec::new()))
    }

    pub(super) fn begin(&self, begun: &AtomicBool, work: impl FnOnce() + Send + 'static) {
        let thread = loom::thread::spawn(work);
        begun.store(true, Ordering::Release);
        self.0.lock().unwrap().push(thread);
    }

    pub(super) fn wait(&self) {
        let threads = std::mem::take(&mut *self.0.lock().unwrap());
        threads.into_iter().for_each(|thread| thread.join().unwrap());
    }
}

/// One errand, whose answer is put down after the errand was taken away: whoever gives up in between
/// finds neither.
pub(super) struct LooseErrands {
    /// Whether it was taken, while there is one.
    errand: Mutex<Option<bool>>,
    answer: Mutex<Option<u32>>,
}

impl LooseErrands {
    const ID: u64 = 1;
    const WHAT: u32 = 3;

    pub(super) fn new() -> Self {
        Self { errand: Mutex::new(None), answer: Mutex::new(None) }
    }

    pub(super) fn ask(&self, what: u32) -> u64 {
        assert_eq!(what, Self::WHAT);
        *self.errand.lock().unwrap() = Some(false);
        Self::ID
    }

    pub(super) fn take(&self) -> Option<(u64, u32)> {
        let mut errand = self.errand.lock().unwrap();
        if *errand != Some(false) {
            return None;
        }
        *errand = Some(true);
        Some((Self::ID, Self::WHAT))
    }

    pub(super) fn answer(&self, _id: u64, answer: u32) -> bool {
        let was_there = self.errand.lock().unwrap().take().is_some();
        if was_there {
            *self.answer.lock().unwrap() = Some(answer);
        }
        was_there
    }

    pub(super) fn give_up(&self, _id: u64) -> Ended<u32> {
        let errand = self.errand.lock().unwrap().take();
        let answer = self.answer.lock().unwrap().take();
        match answer {
            Some(answer) => Ended::Answered(answer),
            None => Ended::GivenUp { was_taken: errand.unwrap_or(true) },
        }
    }
}
