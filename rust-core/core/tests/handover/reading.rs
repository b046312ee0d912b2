//! Readers of a mailbox: those that sleep or await are woken, by a letter and by the end; and a
//! reader that takes a letter sees what was written before it.

use std::future::poll_fn;
use std::time::Duration;

use loom::sync::Arc;
use loom::sync::atomic::{AtomicUsize, Ordering};

use crate::letters::Numbers;
use crate::mailbox::Mailbox;

/// Loom's clock stands still: a waiting thread is woken by another one or never.
const FOR_EVER: Duration = Duration::MAX;

fn mailbox() -> Arc<Mailbox<Numbers>> {
    Arc::new(Mailbox::new(Numbers::default(), None))
}

/// A letter, and another one with the end.
fn write(mailbox: &Mailbox<Numbers>) {
    mailbox.change(|letters| letters.0.push_back(1));
    mailbox.close(|letters| letters.0.push_back(2));
    mailbox.change(|letters| letters.0.push_back(3));
    mailbox.close(|letters| letters.0.push_back(4));
}

#[test]
fn a_reader_that_sleeps_hears_of_every_letter_and_of_the_end() {
    loom::model(|| {
        let mailbox = mailbox();
        let writer = {
            let mailbox = Arc::clone(&mailbox);
            loom::thread::spawn(move || write(&mailbox))
        };
        let heard: Vec<u32> = std::iter::from_fn(|| mailbox.next_timeout(FOR_EVER)).collect();
        assert_eq!(heard, [1, 2]);
        writer.join().unwrap();
    });
}

#[test]
fn a_reader_that_awaits_hears_of_every_letter_and_of_the_end() {
    loom::model(|| {
        let mailbox = mailbox();
        let writer = {
            let mailbox = Arc::clone(&mailbox);
            loom::thread::spawn(move || write(&mailbox))
        };
        let heard = loom::future::block_on(async {
            let mut heard = Vec::new();
            while let Some(number) = poll_fn(|context| mailbox.poll_next(context)).await {
                heard.push(number);
            }
            heard
        });
        assert_eq!(heard, [1, 2]);
        writer.join().unwrap();
    });
}

#[test]
fn of_two_sleeping_readers_none_is_forgotten_when_the_box_closes() {
    loom::model(|| {
        let mailbox = mailbox();
        let readers: Vec<_> = (0..2)
            .map(|_| {
                let mailbox = Arc::clone(&mailbox);
                loom::thread::spawn(move || mailbox.next_timeout(FOR_EVER))
            })
            .collect();
        mailbox.close(|letters| letters.0.push_back(1));
        let mut heard: Vec<_> = readers.into_iter().map(|it| it.join().unwrap()).collect();
        heard.sort_unstable();
        assert_eq!(heard, [None, Some(1)]);
    });
}

/// A snapshot is published before the event about it: the mailbox by itself guarantees that,
/// whatever the cell's own ordering is.
#[test]
fn who_takes_a_letter_sees_what_was_written_before_it() {
    loom::model(|| {
        let mailbox = mailbox();
        let shown = Arc::new(AtomicUsize::new(0));
        let writer = {
            let (mailbox, shown) = (Arc::clone(&mailbox), Arc::clone(&shown));
            loom::thread::spawn(move || {
                for revision in 1..=2 {
                    shown.store(revision, Ordering::Relaxed);
                    mailbox.change(|letters| letters.0.push_back(revision as u32));
                }
            })
        };
        for _ in 0..2 {
            if let Some(revision) = mailbox.try_next() {
                assert!(shown.load(Ordering::Relaxed) >= revision as usize);
            }
        }
        writer.join().unwrap();
    });
}
