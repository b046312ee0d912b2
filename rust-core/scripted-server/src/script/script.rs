//! The whole script.

use serde::{Deserialize, Serialize};

use super::{Flavour, Model, Rule, Step};

/// How the server presents itself and what it does.
///
/// In a file this is one JSON object; every field may be left out.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Script {
    /// Steps that are used up one by one, before any rule.
    pub steps: Vec<Step>,
    /// Rules, the first that fits.
    pub rules: Vec<Rule>,
    /// The key that is asked for; any if it is not given.
    pub key: Option<String>,
    /// Whose server this is.
    pub flavour: Flavour,
    /// The models on offer; any name is taken if there is none.
    pub models: Vec<Model>,
    /// The maximum number of tokens of a request and its answer's room together; no limit if it is
    /// not given.
    pub context_limit: Option<u64>,
    /// Requests that break the provider's rules are refused.
    pub judges: bool,
    /// Fields that no document names are refused too, as Anthropic and Gemini
    /// do.
    pub refuses_unknown_fields: bool,
    /// Fields of the body that this server does not take.
    pub unsupported: Vec<String>,
    /// The versions in Gemini's addresses that exist.
    pub gemini_versions: Vec<String>,
    /// An assistant's message may be the last one (Anthropic's older models).
    pub prefill: bool,
    /// The count endpoints exist.
    pub counts: bool,
}

impl Default for Script {
    fn default() -> Self {
        Self {
            steps: Vec::new(),
            rules: Vec::new(),
            key: None,
            flavour: Flavour::Official,
            models: Vec::new(),
            context_limit: None,
            judges: true,
            refuses_unknown_fields: false,
            unsupported: Vec::new(),
            gemini_versions: vec!["v1beta".to_owned(), "v1".to_owned()],
            prefill: false,
            counts: true,
        }
    }
}

impl Script {
    /// Reads a script.
    ///
    /// # Errors
    /// If it is not JSON of this form; the error names line and column.
    pub fn from_json(text: &str) -> Result<Self, serde_json::Error> {
        serde_json::from_str(text)
    }

    /// Makes a script of steps.
    pub fn steps<S: Into<Step>>(steps: impl IntoIterator<Item = S>) -> Self {
        Self { steps: steps.into_iter().map(Into::into).collect(), ..Self::default() }
    }

    /// The model of a name, or a default one that has it.
    pub fn model(&self, id: &str) -> Option<Model> {
        if self.models.is_empty() {
            let context_length = self.context_limit.unwrap_or(Model::default().context_length);
            return Some(Model::new(id, context_length));
        }
        self.models.iter().find(|model| model.id == id).cloned()
    }

    /// All models on offer.
    pub fn offered(&self) -> Vec<Model> {
        match self.models.as_slice() {
            [] => vec![self.model("scripted").unwrap_or_default()],
            models => models.to_vec(),
        }
    }
}
