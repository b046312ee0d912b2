//! A small chart in one line of text.

use std::fmt::{self, Display, Formatter, Write as _};

/// The course of a ratio as blocks of eight heights; a full block is 1.
///
/// If there are more values than columns, their maximum is shown: the peaks are what matters.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Sparkline<'a> {
    /// The ratios, in order.
    pub(crate) ratios: &'a [f64],
    /// Columns at most.
    pub(crate) width: usize,
}

const BLOCKS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

impl Display for Sparkline<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let columns = self.width.min(self.ratios.len());
        for column in 0..columns {
            let from = column * self.ratios.len() / columns;
            let to = (column + 1) * self.ratios.len() / columns;
            let highest = self.ratios[from..to].iter().copied().fold(0.0, f64::max);
            // `as` saturates and takes NaN to 0.
            let height = (highest * BLOCKS.len() as f64) as usize;
            f.write_char(BLOCKS[height.min(BLOCKS.len() - 1)])?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(ratios: &[f64], width: usize) -> String {
        Sparkline { ratios, width }.to_string()
    }

    #[test]
    fn ratios_become_blocks_and_peaks_are_kept() {
        assert_eq!(line(&[0.0, 0.25, 0.5, 0.99, 1.0, 3.0], 10), "▁▃▅███");
        assert_eq!(line(&[0.1, 0.9, 0.1, 0.1], 2), "█▁");
        assert_eq!(line(&[f64::NAN, f64::INFINITY], 2), "▁█");
        assert_eq!(line(&[], 10), "");
        assert_eq!(line(&[0.5], 0), "");
    }
}
