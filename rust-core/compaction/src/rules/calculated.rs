//! What the agent calculated with.

use hashbrown::HashSet;

/// The figures of the sums that calls were given: `364 + (210 + 370)`. A row of
/// a result that holds one of them is what the agent chose among many.
#[derive(Debug, Clone, Default)]
pub(crate) struct Calculated(HashSet<Box<str>>);

/// The longest arguments that are read, in bytes.
const LONGEST: usize = 4 << 10;

/// Figures with fewer digits are in too many rows to choose one.
const DIGITS: usize = 3;

impl Calculated {
    /// Takes the figures of the sums in a call's arguments.
    pub(crate) fn read(&mut self, arguments: &str) {
        if arguments.len() > LONGEST {
            return;
        }
        let mut before: Option<(&str, usize)> = None;
        let mut rest = 0;
        while let Some(start) = arguments[rest..].find(|c: char| c.is_ascii_digit()) {
            let start = rest + start;
            let digits = arguments[start..].bytes();
            let length = digits.take_while(|byte| byte.is_ascii_digit() || *byte == b'.').count();
            let figure = arguments[start..start + length].trim_end_matches('.');
            if let Some((other, end)) = before
                && is_operation(&arguments[end..start])
            {
                self.add(other);
                self.add(figure);
            }
            rest = start + length;
            before = Some((figure, start + figure.len()));
        }
    }

    fn add(&mut self, figure: &str) {
        if figure.bytes().filter(u8::is_ascii_digit).count() >= DIGITS {
            self.0.insert(figure.into());
        }
    }

    /// Returns whether a value is one of the figures.
    pub(crate) fn has(&self, value: &str) -> bool {
        !self.0.is_empty() && self.0.contains(value)
    }

    /// Returns whether a text has one of the figures as a word of its own.
    pub(crate) fn is_in(&self, text: &str) -> bool {
        !self.0.is_empty() && text.split([' ', ',', ';', ']']).any(|word| self.has(word))
    }
}

/// Returns whether this text between two figures is a calculation: an operator, and otherwise only
/// spaces and brackets. What is not a calculation is left unchanged: dates (`2024-05-28`),
/// fractions and paths (`1/2`).
fn is_operation(between: &str) -> bool {
    let bare = between.trim_matches([' ', '(', ')']);
    match bare {
        "+" | "*" => true,
        "-" | "/" => between.len() > 1,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn figures(arguments: &str) -> Vec<String> {
        let mut calculated = Calculated::default();
        calculated.read(arguments);
        let mut figures: Vec<String> = calculated.0.iter().map(ToString::to_string).collect();
        figures.sort();
        figures
    }

    #[test]
    fn the_figures_of_a_sum_are_taken_and_those_of_dates_and_paths_are_not() {
        assert_eq!(
            figures(r#"{"expression":"364 + (210 + 370) - 99.5 * 3"}"#),
            ["210", "364", "370", "99.5"]
        );
        for none in [
            r#"{"date":"2024-05-28","to":"555-0100"}"#,
            r#"{"path":"100/200/300"}"#,
            r#"{"a":"100","b":"200"}"#,
            "100 and 200",
            "",
        ] {
            assert_eq!(figures(none), Vec::<String>::new(), "{none}");
        }
    }

    #[test]
    fn a_figure_counts_as_a_word_alone() {
        let mut calculated = Calculated::default();
        calculated.read("210 + 370");
        assert!(calculated.is_in("flights HAT1, prices business 210"));
        assert!(!calculated.is_in("flights HAT210, price 3700"));
    }
}
