//! Calls that never ran, counted if there are too many to record.

/// How many of one program's refused calls have a line of their own within a [`WINDOW`].
pub(super) const MOST: u32 = 50;

/// Milliseconds after which as many may have one again.
pub(super) const WINDOW: u64 = 60_000;

/// How many programs are counted individually; all others are counted as one. Programs choose their
/// own names, so there may be any number.
pub(super) const MOST_CALLERS: usize = 7;

/// The maximum number of bytes that lines about one program's calls take of a file.
pub(super) const SHARE: u64 = 32 << 10;

/// The maximum number of bytes that all of them take of a file: an eighth of it, so that what was
/// done stays, however long programs are refused.
#[cfg(test)]
pub(super) const BUDGET: u64 = SHARE * (MOST_CALLERS as u64 + 1);

/// Calls of one program that were only counted.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Counted<T> {
    caller: usize,
    pub(super) count: u64,
    pub(super) last: T,
}

/// Decides which calls of programs that are refused again and again have a line: otherwise they
/// would push what was done out of the file.
#[derive(Debug)]
pub(super) struct Refusals<T> {
    /// The programs by their names, and after them all others together.
    callers: Vec<Caller<T>>,
}

#[derive(Debug)]
struct Caller<T> {
    name: Option<String>,
    /// When the window began, in milliseconds since the Unix epoch.
    since: u64,
    /// Lines of this window.
    written: u32,
    /// Bytes in this file.
    spent: u64,
    /// The number of calls that were only counted, and the last of them.
    counted: Option<(u64, T)>,
    /// When a count was last written.
    written_at: Option<u64>,
}

impl<T> Caller<T> {
    fn new(name: Option<&str>) -> Self {
        let name = name.map(str::to_owned);
        Self { name, since: 0, written: 0, spent: 0, counted: None, written_at: None }
    }

    fn count(&mut self, count: u64, last: T) {
        let before = self.counted.take().map_or(0, |(before, _)| before);
        self.counted = Some((before.saturating_add(count), last));
    }
}

impl<T> Default for Refusals<T> {
    fn default() -> Self {
        Self { callers: Vec::new() }
    }
}

/// Whether a time is at least one window in the past, or in the future because the clock was set
/// back.
fn is_over(since: u64, now: u64) -> bool {
    now.checked_sub(since).is_none_or(|passed| passed >= WINDOW)
}

impl<T> Refusals<T> {
    /// Notes a call that never ran, with the bytes of its line; `None` if it is only counted,
    /// otherwise it is to be recorded.
    pub(super) fn note(&mut self, caller: &str, call: T, bytes: u64, now: u64) -> Option<T> {
        let at = self.place(caller);
        let of = &mut self.callers[at];
        if is_over(of.since, now) {
            (of.since, of.written) = (now, 0);
        }
        if of.written < MOST && of.spent + bytes <= SHARE {
            of.written += 1;
            of.spent += bytes;
            return Some(call);
        }
        of.count(1, call);
        None
    }

    /// The counts that must be reported now: once per window for each program, as far as its share
    /// of the file goes.
    pub(super) fn due(&mut self, now: u64, bytes: impl Fn(&T) -> u64) -> Vec<Counted<T>> {
        let mut due = Vec::new();
        for (caller, of) in self.callers.iter_mut().enumerate() {
            let Some((_, last)) = &of.counted else { continue };
            let bytes = bytes(last);
            if of.written_at.is_none_or(|at| is_over(at, now)) && of.spent + bytes <= SHARE {
                (of.written_at, of.spent) = (Some(now), of.spent + bytes);
                due.extend(of.counted.take().map(|(count, last)| Counted { caller, count, last }));
            }
        }
        due
    }

    /// All remaining counts, at the end.
    pub(super) fn rest(&mut self) -> Vec<Counted<T>> {
        let rest = self.callers.iter_mut().enumerate();
        rest.filter_map(|(caller, of)| {
            of.counted.take().map(|(count, last)| Counted { caller, count, last })
        })
        .collect()
    }

    /// The counts could not be written: counting continues.
    pub(super) fn put_back(&mut self, counted: Vec<Counted<T>>) {
        for Counted { caller, count, last } in counted {
            let of = &mut self.callers[caller];
            // What was counted since is later.
            let (since, last) = of.counted.take().unwrap_or((0, last));
            of.count(count.saturating_add(since), last);
            of.written_at = None;
        }
    }

    /// A call whose line could not be written is counted.
    pub(super) fn count(&mut self, caller: &str, call: T) {
        let at = self.place(caller);
        self.callers[at].count(1, call);
    }

    /// Another file was begun: each has its share of it.
    pub(super) fn begin_file(&mut self) {
        // Those with a count keep their places, which are reported by number.
        self.callers.iter_mut().for_each(|of| of.spent = 0);
    }

    /// The counter of a program; the first programs have counters of their own.
    fn place(&mut self, caller: &str) -> usize {
        let named = |of: &Caller<T>| of.name.as_deref() == Some(caller);
        if let Some(at) = self.callers.iter().position(named) {
            return at;
        }
        let name = (self.callers.len() < MOST_CALLERS).then_some(caller);
        if self.callers.len() <= MOST_CALLERS {
            self.callers.push(Caller::new(name));
        }
        self.callers.len() - 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn noted(refusals: &mut Refusals<u32>, caller: &str, calls: u32, now: u64) -> usize {
        (0..calls).filter_map(|call| refusals.note(caller, call, 1, now)).count()
    }

    fn counts(counted: Vec<Counted<u32>>) -> Vec<(u64, u32)> {
        counted.into_iter().map(|it| (it.count, it.last)).collect()
    }

    #[test]
    fn what_is_more_than_a_window_takes_is_counted() {
        let mut refusals = Refusals::default();
        let all = MOST + 7;
        assert_eq!(noted(&mut refusals, "a", all, WINDOW), MOST as usize);
        assert_eq!(counts(refusals.due(WINDOW, |_| 1)), [(7, MOST + 6)]);
        assert_eq!(counts(refusals.due(WINDOW, |_| 1)), []);
        // In the same window all are counted, and reported in the next; in that one, and after the
        // clock was set back, they are written again.
        assert_eq!(noted(&mut refusals, "a", all, 2 * WINDOW - 1), 0);
        assert_eq!(counts(refusals.due(2 * WINDOW - 1, |_| 1)), []);
        assert_eq!(noted(&mut refusals, "a", all, 2 * WINDOW), MOST as usize);
        assert_eq!(noted(&mut refusals, "a", all, 1), MOST as usize);
        assert_eq!(counts(refusals.due(2 * WINDOW, |_| 1)), [(u64::from(MOST) + 21, MOST + 6)]);
    }

    #[test]
    fn each_program_is_counted_by_itself_and_there_is_a_bound_on_programs() {
        let mut refusals = Refusals::default();
        assert_eq!(noted(&mut refusals, "loud", MOST + 9, 1), MOST as usize);
        assert_eq!(noted(&mut refusals, "quiet", 1, 1), 1);
        for number in 0..10_000 {
            refusals.note(&format!("name {number}"), number, 1, 1);
        }
        assert_eq!(refusals.callers.len(), MOST_CALLERS + 1);
        let named = MOST_CALLERS as u64 - 2;
        let others = 10_000 - named - u64::from(MOST);
        assert_eq!(counts(refusals.due(1, |_| 1)), [(9, MOST + 8), (others, 9_999)]);
    }

    #[test]
    fn a_program_takes_no_more_than_its_share_of_a_file_over_any_number_of_windows() {
        let mut refusals = Refusals::default();
        let bytes = 1_000;
        let mut written = 0;
        for minute in 1..=10_000 {
            let now = minute * WINDOW;
            for call in 0..100 {
                written += refusals.note("a", call, bytes, now).map_or(0, |_| bytes);
            }
            written += refusals.due(now, |_| bytes).len() as u64 * bytes;
        }
        assert!(written <= SHARE && written + 2 * bytes > SHARE, "{written}");
        // What was only counted is reported from its share of the next file.
        refusals.begin_file();
        assert_eq!(refusals.due(u64::MAX, |_| bytes).len(), 1);
    }

    #[test]
    fn what_could_not_be_written_is_counted_on() {
        let mut refusals = Refusals::default();
        noted(&mut refusals, "a", MOST + 3, 1);
        let due = refusals.due(1, |_| 1);
        refusals.note("a", 99, 1, 1);
        refusals.put_back(due);
        assert_eq!(counts(refusals.due(1, |_| 1)), [(4, 99)]);
        refusals.count("a", 7);
        let rest = refusals.rest();
        refusals.put_back(rest);
        assert_eq!(counts(refusals.rest()), [(1, 7)]);
        assert_eq!(counts(refusals.rest()), []);
    }
}
