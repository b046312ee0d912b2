//! The model to use if the user named none.

use vibeue_tokens::grouped;

use super::ConnectionFault;

/// The ids of the models that a server lists.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ModelList(pub Vec<String>);

/// The maximum number of models that the user is shown.
const SHOWN: usize = 20;

impl ModelList {
    /// The only model that the server lists.
    ///
    /// # Errors
    /// [`ConnectionFault::NoModel`] if it lists none, or several.
    pub fn only(&self) -> Result<&str, ConnectionFault> {
        match &self.0[..] {
            [one] => Ok(one),
            _ => Err(ConnectionFault::NoModel),
        }
    }

    /// The ids on one line for the user, at most twenty: the server chose them,
    /// and nothing limits their number or length.
    pub fn shown(&self) -> String {
        let first: Vec<String> = self.0.iter().take(SHOWN).map(|id| shown_model(id)).collect();
        let more = self.0.len().saturating_sub(SHOWN) as u64;
        match more {
            0 => first.join(", "),
            1 => format!("{} and 1 more model", first.join(", ")),
            more => format!("{} and {} more models", first.join(", "), grouped(more)),
        }
    }
}

/// A model's id in a form that is safe to show.
pub(crate) fn shown_model(id: &str) -> String {
    const LONGEST: usize = 120;
    let mut shown: String = id.chars().filter(|c| !c.is_control()).take(LONGEST).collect();
    if id.chars().nth(LONGEST).is_some() {
        shown.push('…');
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list(count: usize) -> ModelList {
        ModelList((1..=count).map(|number| format!("m{number}")).collect())
    }

    #[test]
    fn only_a_list_of_one_chooses_for_the_user() {
        assert_eq!(list(1).only(), Ok("m1"));
        assert_eq!(list(0).only(), Err(ConnectionFault::NoModel));
        assert_eq!(list(2).only(), Err(ConnectionFault::NoModel));
    }

    #[test]
    fn a_long_list_is_shown_by_its_first_twenty() {
        assert_eq!(list(0).shown(), "");
        assert_eq!(list(2).shown(), "m1, m2");
        assert!(list(21).shown().ends_with("m19, m20 and 1 more model"));
        assert!(list(3_020).shown().ends_with("m20 and 3,000 more models"));
        let hostile = ModelList(vec![format!("a\u{1b}[2J{}", "b".repeat(500))]);
        assert_eq!(hostile.shown(), format!("a[2J{}…", "b".repeat(116)));
    }
}
