//! The wake-up of the host: a mailbox whose bell raises a signal, which the
//! host looks at once a frame.

use loom::sync::Arc;

use crate::broken::{HalfFixed, PlainStores};
use crate::letters::Numbers;
use crate::mailbox::Mailbox;
use crate::signal::Signal;

/// A flag that is raised and answered: the one that ships, or a broken one.
pub(super) trait Flag: Send + Sync + 'static {
    fn up() -> Self;
    fn raise(&self);
    fn is_raised(&self) -> bool;
    fn answer(&self, most: u32, fetch: &mut dyn FnMut() -> bool) -> u32;
}

impl Flag for Signal {
    fn up() -> Self {
        Self::raised()
    }

    fn raise(&self) {
        Self::raise(self);
    }

    fn is_raised(&self) -> bool {
        Self::is_raised(self)
    }

    fn answer(&self, most: u32, fetch: &mut dyn FnMut() -> bool) -> u32 {
        Self::answer(self, most, fetch)
    }
}

/// The host's side.
struct Host<F> {
    flag: Arc<F>,
    mailbox: Arc<Mailbox<Numbers>>,
    most: u32,
    seen: Vec<u32>,
}

impl<F: Flag> Host<F> {
    fn new(most: u32) -> Self {
        let flag = Arc::new(F::up());
        let bell = Arc::clone(&flag);
        let bell: crate::mailbox::Bell = Box::new(move || bell.raise());
        let mailbox = Arc::new(Mailbox::new(Numbers::default(), Some(bell)));
        Self { flag, mailbox, most, seen: Vec::new() }
    }

    /// One frame.
    fn pump(&mut self) {
        let (mailbox, heard) = (&self.mailbox, &mut self.seen);
        let mut fetch = || mailbox.try_next().map(|number| heard.push(number)).is_some();
        self.flag.answer(self.most, &mut fetch);
    }

    /// Frames until the flag stays down; with it nothing may be unread.
    fn rest(mut self) -> Vec<u32> {
        while self.flag.is_raised() {
            self.pump();
        }
        assert_eq!(self.mailbox.unread(), 0, "the host stalls: it heard {:?}", self.seen);
        self.seen
    }
}

/// One thread tells, the host looks meanwhile.
fn one_writer<F: Flag>(numbers: u32, most: u32) {
    let mut host = Host::<F>::new(most);
    let mailbox = Arc::clone(&host.mailbox);
    let writer = loom::thread::spawn(move || {
        (0..numbers).for_each(|number| mailbox.change(|letters| letters.0.push_back(number)));
    });
    host.pump();
    writer.join().unwrap();
    assert_eq!(host.rest(), (0..numbers).collect::<Vec<_>>());
}

/// The host closes, which raises the flag too, while a thread tells.
fn two_that_raise<F: Flag>() {
    let mut host = Host::<F>::new(9);
    let mailbox = Arc::clone(&host.mailbox);
    let writer = loom::thread::spawn(move || {
        mailbox.change(|letters| letters.0.push_back(7));
    });
    host.pump();
    host.flag.raise();
    host.pump();
    writer.join().unwrap();
    assert_eq!(host.rest(), [7]);
}

#[test]
fn the_host_hears_of_everything_that_a_thread_tells() {
    loom::model(|| one_writer::<Signal>(2, 9));
}

#[test]
fn what_is_left_over_in_one_frame_comes_with_the_next() {
    loom::model(|| one_writer::<Signal>(3, 1));
}

#[test]
fn a_close_that_raises_the_flag_hides_nothing_that_a_thread_told() {
    loom::model(two_that_raise::<Signal>);
}

#[test]
fn two_threads_that_tell_hide_nothing_of_each_other() {
    loom::model(|| {
        let mut host = Host::<Signal>::new(9);
        let writers: Vec<_> = (0..2)
            .map(|number| {
                let mailbox = Arc::clone(&host.mailbox);
                loom::thread::spawn(move || mailbox.change(|it| it.0.push_back(number)))
            })
            .collect();
        host.pump();
        writers.into_iter().for_each(|writer| writer.join().unwrap());
        let mut heard = host.rest();
        heard.sort_unstable();
        assert_eq!(heard, [0, 1]);
    });
}

#[test]
fn a_flag_of_plain_stores_is_found_to_stall() {
    assert!(crate::fails(|| one_writer::<PlainStores>(1, 9)));
}

#[test]
fn a_flag_that_is_only_lowered_by_a_swap_is_found_to_stall() {
    assert!(crate::fails(two_that_raise::<HalfFixed>));
}
