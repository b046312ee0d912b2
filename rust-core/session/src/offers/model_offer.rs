//! One model that the user may choose.

use serde::Serialize;
use vibeue_tokens::models::Abilities;

/// How a model came into the list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum OfferOrigin {
    /// The server lists it.
    Server,
    /// The table of models has it for this server's maker, but the server did not list it.
    Table,
    /// Neither has it: it is the one that answers now.
    Current,
}

/// One model that the user may choose, with what is known about it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ModelOffer {
    /// Its id on the server.
    pub id: String,
    /// How it came into the list.
    pub origin: OfferOrigin,
    /// Whether it is the current model.
    pub is_current: bool,
    /// Its context window in tokens: the user's own limit, otherwise what the server or the table
    /// says; `None` if neither does.
    pub window: Option<u64>,
    /// The maximum number of tokens of one answer; `None` if unknown.
    pub max_output: Option<u64>,
    /// US dollars per million tokens of a request.
    pub input_price: Option<f64>,
    /// US dollars per million tokens of an answer.
    pub output_price: Option<f64>,
    /// What it can do besides writing.
    pub abilities: Abilities,
    /// The day on which it is retired, such as `2026-11-30`; `None` if none is known.
    pub retires: Option<&'static str>,
    /// Whether that day has passed.
    pub is_retired: bool,
    /// Whether the conversation would be summarized before this model answers, but not before the
    /// current one does.
    pub summarizes_first: bool,
}

impl ModelOffer {
    /// A number of tokens as the user reads it: `8,192` is `8.2K`, `200_000` is
    /// `200K`, `1_050_000` is `1.05M`.
    pub fn short_tokens(tokens: u64) -> String {
        let scaled = |unit: u64, letter: char, places: usize| {
            let number = format!("{:.places$}", tokens as f64 / unit as f64);
            let number = match number.split_once('.') {
                Some(_) => number.trim_end_matches('0').trim_end_matches('.'),
                None => &number,
            };
            format!("{number}{letter}")
        };
        match tokens {
            0..1_000 => tokens.to_string(),
            1_000..99_950 => scaled(1_000, 'K', 1),
            99_950..999_500 => scaled(1_000, 'K', 0),
            _ => scaled(1_000_000, 'M', 2),
        }
    }

    /// A price per million tokens as the user reads it: `0.15`, `3`, `2.50`; below a cent with
    /// three significant digits.
    pub fn short_price(dollars: f64) -> String {
        if !dollars.is_finite() || dollars < 0.0 {
            return String::new();
        }
        let rounded = (dollars * 100.0).round() / 100.0;
        if dollars > 0.0 && dollars < 0.01 {
            return format!("{dollars:.5}").trim_end_matches('0').to_owned();
        }
        if rounded.fract() == 0.0 { format!("{rounded:.0}") } else { format!("{rounded:.2}") }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_and_prices_are_short_and_not_wrong() {
        let short = [0, 999, 1_000, 8_192, 45_000, 99_949, 99_950, 128_000, 999_499, 999_500]
            .map(ModelOffer::short_tokens);
        assert_eq!(short, ["0", "999", "1K", "8.2K", "45K", "99.9K", "100K", "128K", "999K", "1M"]);
        let long = [1_047_576, 1_050_000, 10_000_000, u64::MAX].map(ModelOffer::short_tokens);
        assert_eq!(long, ["1.05M", "1.05M", "10M", "18446744073709.55M"]);
        let prices = [0.0, 0.004, 0.15, 2.5, 3.0, 15.0, 0.1 + 0.2, f64::NAN, -1.0];
        let expected = ["0", "0.004", "0.15", "2.50", "3", "15", "0.30", "", ""];
        assert_eq!(prices.map(ModelOffer::short_price), expected);
    }
}
