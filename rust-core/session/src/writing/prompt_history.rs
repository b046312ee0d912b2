//! Recalls earlier prompts in the field in which the user types.

/// The user's recent prompts, and how far back the user has gone.
///
/// Recalling begins with the newest in an empty field, and continues as long as the recalled text
/// is not changed. A text of the user's own is never replaced.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PromptHistory {
    /// Newest first.
    prompts: Vec<String>,
    at: Option<usize>,
}

impl PromptHistory {
    /// Begins with what was said, newest first.
    pub fn new(prompts: Vec<String>) -> Self {
        Self { prompts, at: None }
    }

    /// Adds older prompts; those that are already there are skipped.
    pub fn extend(&mut self, earlier: impl IntoIterator<Item = String>) {
        for words in earlier {
            if !self.prompts.contains(&words) {
                self.prompts.push(words);
            }
        }
    }

    /// Whether going back from this text is what the user means: the field is empty, or contains
    /// the recalled text.
    pub fn may_recall(&self, text: &str) -> bool {
        text.trim().is_empty() || self.shows(text)
    }

    /// The prompt before the one in the field; `None` at the oldest, or if the text is the user's
    /// own.
    pub fn older(&mut self, text: &str) -> Option<&str> {
        let next = match self.at {
            Some(at) if self.shows(text) => at + 1,
            _ if text.trim().is_empty() => 0,
            _ => return None,
        };
        let found = self.prompts.get(next)?;
        self.at = Some(next);
        Some(found)
    }

    /// The prompt after the one in the field; after the newest, the field is empty again. `None` if
    /// the text is the user's own.
    pub fn newer(&mut self, text: &str) -> Option<&str> {
        let at = self.at.filter(|_| self.shows(text))?;
        self.at = at.checked_sub(1);
        Some(self.shown().unwrap_or_default())
    }

    /// Whether the field contains the recalled text. Fields use the line ends of their system.
    fn shows(&self, text: &str) -> bool {
        self.shown().is_some_and(|shown| {
            let plain = |text: &str| text.replace("\r\n", "\n");
            shown == text || plain(shown) == plain(text)
        })
    }

    fn shown(&self) -> Option<&str> {
        self.prompts.get(self.at?).map(String::as_str)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn history() -> PromptHistory {
        PromptHistory::new(["new", "old"].map(str::to_owned).to_vec())
    }

    #[test]
    fn lines_may_end_as_another_system_ends_them() {
        let mut history = PromptHistory::new(vec!["a\nb".to_owned(), "older".to_owned()]);
        assert_eq!(history.older(""), Some("a\nb"));
        assert_eq!(history.older("a\r\nb"), Some("older"));
    }

    #[test]
    fn an_empty_field_goes_back_through_what_was_said_and_forward_to_nothing() {
        let mut history = history();
        assert_eq!(history.newer(""), None);
        assert_eq!(history.older(" "), Some("new"));
        assert_eq!(history.older("new"), Some("old"));
        assert_eq!(history.older("old"), None);
        history.extend(["new", "oldest"].map(str::to_owned));
        assert_eq!(history.older("old"), Some("oldest"));
        assert_eq!(history.newer("oldest"), Some("old"));
        assert_eq!(history.newer("old"), Some("new"));
        assert_eq!(history.newer("new"), Some(""));
        assert_eq!(history.newer(""), None);
        assert_eq!(history.older(""), Some("new"));
    }

    #[test]
    fn the_users_own_text_is_never_replaced() {
        let mut history = history();
        assert_eq!(history.older("mine"), None);
        assert!(!history.may_recall("mine"));
        assert_eq!(history.older(""), Some("new"));
        // The recalled text was changed: now it is the user's own.
        assert_eq!(history.older("new!"), None);
        assert_eq!(history.newer("new!"), None);
        assert!(history.may_recall("new") && history.may_recall(""));
        // Emptied, it begins at the newest again.
        assert_eq!(history.older(""), Some("new"));
        let mut nothing = PromptHistory::default();
        assert_eq!(nothing.older(""), None);
        assert_eq!(nothing.newer(""), None);
    }
}
