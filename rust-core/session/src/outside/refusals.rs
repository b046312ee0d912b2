//! Calls that never ran, counted where there are too many to write down.

/// How many of them have a line of their own within a [`WINDOW`].
pub(super) const MOST: u32 = 50;

/// Milliseconds after which as many have one again.
pub(super) const WINDOW: u64 = 60_000;

/// The calls of one window: a program that is refused again and again would push
/// what was done out of the file.
#[derive(Debug, Default)]
pub(super) struct Refusals<T> {
    /// When the window began, in milliseconds since the Unix epoch.
    since: u64,
    written: u32,
    /// How many were only counted, and the last of them.
    counted: Option<(u64, T)>,
}

impl<T> Refusals<T> {
    /// Notes a call that never ran; `None` where it is only counted, otherwise
    /// it is to be written down.
    pub(super) fn note(&mut self, call: T, now: u64) -> Option<T> {
        // A clock that was set back begins another window, too.
        if now.checked_sub(self.since).is_none_or(|passed| passed >= WINDOW) {
            (self.since, self.written) = (now, 0);
        }
        if self.written < MOST {
            self.written += 1;
            return Some(call);
        }
        let before = self.counted.take().map_or(0, |(count, _)| count);
        self.counted = Some((before + 1, call));
        None
    }

    /// How many were only counted since this was asked, and the last of them.
    pub(super) fn take(&mut self) -> Option<(u64, T)> {
        self.counted.take()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_more_than_a_window_takes_is_counted() {
        let mut refusals = Refusals::default();
        let written = |refusals: &mut Refusals<u32>, now| {
            (0..MOST + 7).filter_map(|call| refusals.note(call, now)).count()
        };
        assert_eq!(written(&mut refusals, WINDOW), MOST as usize);
        assert_eq!(refusals.take(), Some((7, MOST + 6)));
        assert_eq!(refusals.take(), None);
        // In the same window all are counted, in the next one and in one of a
        // clock that was set back they are written again.
        assert_eq!(written(&mut refusals, 2 * WINDOW - 1), 0);
        assert_eq!(written(&mut refusals, 2 * WINDOW), MOST as usize);
        assert_eq!(written(&mut refusals, 1), MOST as usize);
        assert_eq!(refusals.take(), Some((u64::from(MOST) + 21, MOST + 6)));
    }
}
