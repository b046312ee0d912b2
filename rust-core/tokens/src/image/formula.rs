//! How many tokens a provider counts for an image.

use serde::{Deserialize, Serialize};

use super::ImageSize;
use crate::models::Family;

/// How a provider turns an image's dimensions into tokens.
///
/// The formulas are those that the providers publish; if a provider leaves something open, the
/// interpretation that counts more is used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ImageFormula {
    /// OpenAI's tiles of 512 pixels: fitted into 2048 x 2048, then the short
    /// side brought down to 768 (OpenAI, "Images and vision").
    Tiles {
        /// Tokens per image; with `detail: low`, all of its tokens.
        base: u32,
        /// Tokens per tile.
        tile: u32,
    },
    /// OpenAI's patches of 32 pixels, scaled down until they fit the patch
    /// budget (same page).
    Patches {
        /// The most patches an image may have.
        budget: u32,
        /// Hundredths of a token per patch.
        percent: u32,
    },
    /// Anthropic's area: one token per 750 square pixels, after scaling the
    /// long edge down (Anthropic, "Vision").
    Area {
        /// The longest side that is not scaled down, in pixels.
        long_edge: u32,
        /// The maximum number of tokens that an image costs.
        most: u32,
    },
    /// Gemini 2's crops: 258 tokens for an image up to 384 x 384, otherwise 258
    /// for each crop of two thirds of the short side, 256 to 768 pixels wide
    /// (Google, "Image understanding").
    Crops,
    /// A fixed number per image: Gemini 3 at its default media resolution
    /// (Google, "Media resolution").
    Flat {
        /// Tokens per image.
        tokens: u32,
    },
    /// Square cells, as many as the image needs: Qwen-VL (28 pixels), Pixtral
    /// (16), Llama (560) and Grok (448).
    Grid {
        /// Side of a cell in pixels.
        cell: u32,
        /// Tokens per cell.
        per_cell: u32,
        /// Cells that are added to every image.
        extra: u32,
        /// The most cells, not including the added ones.
        most: u32,
    },
}

/// The size assumed for an image of unknown size (a URL, a file held by the
/// provider): a full-HD screenshot, which is what tools in an editor send.
const UNKNOWN_SIZE: ImageSize = ImageSize { width: 1_920, height: 1_080 };

impl ImageFormula {
    /// The Claude models before Opus 4.7.
    pub const CLAUDE: Self = Self::Area { long_edge: 1_568, most: 1_600 };
    /// Claude Opus 4.7 and later.
    pub const CLAUDE_NEW: Self = Self::Area { long_edge: 2_576, most: 4_784 };
    /// GPT-4o and GPT-4.1.
    pub const GPT_4O: Self = Self::Tiles { base: 85, tile: 170 };
    /// Qwen-VL and the models that follow its scheme.
    pub const QWEN: Self = Self::Grid { cell: 28, per_cell: 1, extra: 2, most: 16_384 };

    /// Returns the formula of a family; if there are several, the one that
    /// counts more.
    pub fn for_family(family: Family) -> Self {
        match family {
            Family::O200k | Family::Cl100k => Self::GPT_4O,
            Family::Claude => Self::CLAUDE,
            // Unknown models are counted with the most expensive common
            // formula.
            Family::ClaudeNew | Family::Unknown => Self::CLAUDE_NEW,
            Family::Gemini => Self::Crops,
            // Meta: cells of 560 pixels, 1,601 tokens each, at most four.
            Family::Llama => Self::Grid { cell: 560, per_cell: 1_601, extra: 0, most: 4 },
            // xAI: cells of 448 pixels, 256 tokens each, at most six plus one
            // for the whole image.
            Family::Grok => Self::Grid { cell: 448, per_cell: 256, extra: 1, most: 6 },
            // Pixtral: patches of 16 pixels of an image up to 1,024 x 1,024,
            // and a token at the end of each row.
            Family::Mistral => Self::Grid { cell: 16, per_cell: 1, extra: 64, most: 4_096 },
            Family::Qwen | Family::DeepSeek | Family::Kimi | Family::Glm | Family::MiniMax => {
                Self::QWEN
            }
        }
    }

    /// Returns the formula of an OpenAI model.
    ///
    /// `gpt-4o-mini` is billed at 33 times the tokens of `gpt-4o`, but its
    /// window is filled as that of `gpt-4o` is, and the window is what counts
    /// here.
    pub fn for_openai(model: &str) -> Self {
        const MINI: ImageFormula = ImageFormula::Patches { budget: 1_536, percent: 162 };
        const NANO: ImageFormula = ImageFormula::Patches { budget: 1_536, percent: 246 };
        let starts = |prefix: &str| model.starts_with(prefix);
        if starts("gpt-4o") || starts("chatgpt-4o") {
            Self::GPT_4O
        } else if starts("o4-mini") {
            Self::Patches { budget: 1_536, percent: 172 }
        } else if starts("o1") || starts("o3") {
            Self::Tiles { base: 75, tile: 150 }
        } else if starts("computer-use") {
            Self::Tiles { base: 65, tile: 129 }
        } else if model.contains("-mini") {
            MINI
        } else if model.contains("-nano") {
            NANO
        } else if starts("gpt-5.1") || model == "gpt-5" || starts("gpt-5-") {
            Self::Tiles { base: 70, tile: 140 }
        } else if starts("gpt-5.2") || starts("gpt-5.3") {
            Self::Patches { budget: 1_536, percent: 100 }
        } else if starts("gpt-5.4") {
            Self::Patches { budget: 2_500, percent: 100 }
        } else if starts("gpt-5.") || starts("gpt-6") {
            Self::Patches { budget: 10_000, percent: 100 }
        } else {
            Self::GPT_4O
        }
    }

    /// Returns the formula of a Gemini model, by the number after `gemini-`.
    pub fn for_gemini(model: &str) -> Self {
        let generation = model.split("gemini-").nth(1).and_then(|rest| rest.bytes().next());
        match generation {
            Some(b'1' | b'2') => Self::Crops,
            _ => Self::Flat { tokens: 1_120 },
        }
    }

    /// Returns the tokens of an image; an unknown size counts as a full-HD
    /// screenshot. `detail` is OpenAI's field: `low`, `high`, `auto`,
    /// `original`.
    pub fn tokens(self, size: Option<ImageSize>, detail: Option<&str>) -> u64 {
        let size = size.unwrap_or(UNKNOWN_SIZE);
        let (width, height) = (u64::from(size.width), u64::from(size.height));
        match self {
            Self::Tiles { base, .. } if detail == Some("low") => base.into(),
            Self::Tiles { base, tile } => {
                let (width, height) = fit(width, height, 2_048, width.max(height));
                let (width, height) = fit(width, height, 768, width.min(height));
                let tiles = width.div_ceil(512) * height.div_ceil(512);
                u64::from(base) + tiles * u64::from(tile)
            }
            Self::Patches { budget, percent } => {
                let budget = match detail {
                    Some("low") => budget.min(256),
                    Some("original") if budget >= 2_500 => 10_000,
                    _ => budget,
                };
                (patches(width, height, budget.into()) * u64::from(percent)).div_ceil(100)
            }
            Self::Area { long_edge, most } => {
                let (width, height) = fit(width, height, long_edge.into(), width.max(height));
                (width * height).div_ceil(750).min(most.into())
            }
            Self::Crops if width <= 384 && height <= 384 => 258,
            Self::Crops => {
                let (width, height) = fit(width, height, 3_072, width.max(height));
                let unit = (width.min(height) * 2 / 3).clamp(256, 768);
                258 * width.div_ceil(unit) * height.div_ceil(unit)
            }
            Self::Flat { tokens } => tokens.into(),
            Self::Grid { cell, per_cell, extra, most } => {
                let cell = u64::from(cell.max(1));
                let cells = width.div_ceil(cell) * height.div_ceil(cell);
                (cells.min(most.into()) + u64::from(extra)) * u64::from(per_cell)
            }
        }
    }
}

/// Scales both sides down by `to / side` if `side` is longer than `to`,
/// rounding up.
fn fit(width: u64, height: u64, to: u64, side: u64) -> (u64, u64) {
    if side <= to {
        return (width, height);
    }
    ((width * to).div_ceil(side), (height * to).div_ceil(side))
}

/// Patches of 32 pixels, scaled down to a budget as OpenAI describes it: by the
/// square root of the excess, then to a whole number of patches.
fn patches(width: u64, height: u64, budget: u64) -> u64 {
    let whole = width.div_ceil(32) * height.div_ceil(32);
    if whole <= budget {
        return whole;
    }
    let (width, height) = (width as f64 / 32.0, height as f64 / 32.0);
    let shrink = (budget as f64 / (width * height)).sqrt();
    let (wide, high) = (width * shrink, height * shrink);
    let snap = (wide.floor() / wide).min(high.floor() / high);
    let scaled = (wide * snap).ceil() * (high * snap).ceil();
    // An image many times wider than high shrinks to less than one row.
    if scaled >= 1.0 { (scaled as u64).min(budget) } else { budget }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokens(formula: ImageFormula, width: u32, height: u32) -> u64 {
        formula.tokens(ImageSize::new(width, height), None)
    }

    #[test]
    fn openai_tiles_give_the_published_examples() {
        assert_eq!(tokens(ImageFormula::GPT_4O, 1_024, 1_024), 765);
        assert_eq!(tokens(ImageFormula::GPT_4O, 2_048, 4_096), 1_105);
        assert_eq!(tokens(ImageFormula::GPT_4O, 512, 512), 255);
        assert_eq!(ImageFormula::GPT_4O.tokens(ImageSize::new(4_096, 8_192), Some("low")), 85);
        assert_eq!(tokens(ImageFormula::for_openai("gpt-5"), 1_024, 1_024), 630);
        assert_eq!(tokens(ImageFormula::for_openai("o3"), 1_024, 1_024), 675);
    }

    #[test]
    fn openai_patches_give_the_published_examples() {
        let plain = ImageFormula::Patches { budget: 1_536, percent: 100 };
        assert_eq!(tokens(plain, 1_024, 1_024), 1_024);
        assert_eq!(tokens(plain, 1_800, 2_400), 1_452);
        assert_eq!(tokens(ImageFormula::for_openai("gpt-4.1-mini"), 1_800, 2_400), 2_353);
        assert_eq!(tokens(ImageFormula::for_openai("gpt-5-nano"), 1_024, 1_024), 2_520);
        assert_eq!(tokens(plain, 1_000_000, 1), 1_536);
    }

    #[test]
    fn claude_counts_the_area_up_to_its_limit() {
        assert_eq!(tokens(ImageFormula::CLAUDE, 200, 200), 54);
        assert_eq!(tokens(ImageFormula::CLAUDE, 1_000, 1_000), 1_334);
        assert_eq!(tokens(ImageFormula::CLAUDE, 6_000, 6_000), 1_600);
        assert_eq!(tokens(ImageFormula::CLAUDE_NEW, 1_920, 1_080), 2_765);
        assert_eq!(tokens(ImageFormula::CLAUDE_NEW, 6_000, 6_000), 4_784);
    }

    #[test]
    fn gemini_counts_crops_before_and_a_fixed_number_since_version_3() {
        assert_eq!(tokens(ImageFormula::for_gemini("gemini-2.5-pro"), 384, 384), 258);
        assert_eq!(tokens(ImageFormula::for_gemini("gemini-2.5-pro"), 960, 540), 6 * 258);
        assert_eq!(tokens(ImageFormula::for_gemini("gemini-3-flash"), 384, 384), 1_120);
        assert_eq!(tokens(ImageFormula::for_gemini("gemma"), 384, 384), 1_120);
    }

    #[test]
    fn an_unknown_size_counts_as_a_screenshot() {
        for formula in [
            ImageFormula::GPT_4O,
            ImageFormula::CLAUDE,
            ImageFormula::Crops,
            ImageFormula::QWEN,
            ImageFormula::for_openai("gpt-6"),
        ] {
            assert_eq!(formula.tokens(None, None), tokens(formula, 1_920, 1_080));
        }
    }

    #[test]
    fn absurd_sizes_stay_bounded() {
        for (width, height) in [(u32::MAX, u32::MAX), (u32::MAX, 1), (1, u32::MAX), (1, 1)] {
            for formula in [
                ImageFormula::GPT_4O,
                ImageFormula::for_openai("gpt-4.1-nano"),
                ImageFormula::for_openai("gpt-6"),
                ImageFormula::CLAUDE_NEW,
                ImageFormula::Crops,
                ImageFormula::QWEN,
            ] {
                let tokens = tokens(formula, width, height);
                assert!((1..=20_000).contains(&tokens), "{formula:?} {width}x{height}: {tokens}");
            }
        }
    }
}
