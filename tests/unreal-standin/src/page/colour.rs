//! Colours as pages write them.

use std::fmt;

/// A colour, with how much of what is behind it it covers.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Colour {
    pub(super) red: u8,
    pub(super) green: u8,
    pub(super) blue: u8,
    /// From 0, nothing, to 1, all.
    pub(super) alpha: f64,
}

impl Colour {
    /// Reads `rgba(…)` or `#rrggbb`, and leaves what follows it.
    pub(super) fn read(text: &str) -> Option<Self> {
        if let Some(digits) = text.strip_prefix('#') {
            let value = u32::from_str_radix(digits.get(..6)?, 16).ok()?;
            let [_, red, green, blue] = value.to_be_bytes();
            return Some(Self { red, green, blue, alpha: 1.0 });
        }
        let (inner, _) = text.strip_prefix("rgba(")?.split_once(')')?;
        let mut parts = inner.split(',').map(str::trim);
        let mut part = || parts.next()?.parse::<u8>().ok();
        let (red, green, blue) = (part()?, part()?, part()?);
        Some(Self { red, green, blue, alpha: parts.next()?.parse().ok()? })
    }

    pub(super) fn faded(self, opacity: f64) -> Self {
        Self { alpha: self.alpha * opacity, ..self }
    }

    /// What is seen of it before a ground that covers all.
    pub(super) fn over(self, ground: Self) -> Self {
        let mix = |own: u8, behind: u8| {
            (f64::from(own) * self.alpha + f64::from(behind) * (1.0 - self.alpha)).round() as u8
        };
        Self {
            red: mix(self.red, ground.red),
            green: mix(self.green, ground.green),
            blue: mix(self.blue, ground.blue),
            alpha: 1.0,
        }
    }

    /// The contrast of two colours, from 1 to 21: WCAG 2.2, "contrast ratio".
    pub(super) fn contrast(self, other: Self) -> f64 {
        let (one, two) = (self.luminance(), other.luminance());
        (one.max(two) + 0.05) / (one.min(two) + 0.05)
    }

    fn luminance(self) -> f64 {
        let linear = |value: u8| {
            let share = f64::from(value) / 255.0;
            if share <= 0.04045 { share / 12.92 } else { ((share + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * linear(self.red) + 0.7152 * linear(self.green) + 0.0722 * linear(self.blue)
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:02x}{:02x}{:02x}", self.red, self.green, self.blue)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn black_on_white_has_all_the_contrast_there_is() {
        let (black, white) =
            (Colour::read("#000000").unwrap(), Colour::read("rgba(255,255,255,1)").unwrap());
        assert!((black.contrast(white) - 21.0).abs() < 1e-9);
        assert!((white.contrast(white) - 1.0).abs() < 1e-9);
        assert_eq!(white.faded(0.5).over(black).to_string(), "#808080");
        assert_eq!(Colour::read("none"), None);
        assert_eq!(Colour::read("rgba(1,2)"), None);
    }
}
