//! Finds out step by step what is wrong with a connection.

use std::sync::Arc;
use std::time::Instant;

use serde::{Deserialize, Serialize};

use super::connection::{ModelList, shown_model};
use super::{ChatRequest, ErrorClass, ModelInfo, Provider, ProviderError};
use vibeue_conversation::settings::nearest;
use vibeue_conversation::{Message, MessageId, Role};
use vibeue_tokens::{Counter, grouped, models};

/// The steps of a connection test, in order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ConnectionStep {
    /// Something answers at the address.
    Address,
    /// It accepts the key.
    Key,
    /// It knows the model.
    Model,
    /// It reports the model's context length.
    Context,
    /// Its count of a request is close to ours.
    Count,
    /// It answers.
    Chat,
}

impl ConnectionStep {
    /// All steps, in order.
    pub const ALL: [ConnectionStep; 6] = [
        ConnectionStep::Address,
        ConnectionStep::Key,
        ConnectionStep::Model,
        ConnectionStep::Context,
        ConnectionStep::Count,
        ConnectionStep::Chat,
    ];

    /// What is checked, for the user.
    pub const fn title(self) -> &'static str {
        match self {
            ConnectionStep::Address => "address",
            ConnectionStep::Key => "key",
            ConnectionStep::Model => "model",
            ConnectionStep::Context => "context length",
            ConnectionStep::Count => "token count",
            ConnectionStep::Chat => "answer",
        }
    }
}

/// How a step ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StepOutcome {
    /// It is as it should be.
    Passed,
    /// It works, but the user should know something.
    Warned,
    /// It does not work.
    Failed,
    /// It was not checked, or the server does not say.
    Skipped,
}

/// One step's result.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct StepReport {
    /// What was checked.
    pub step: ConnectionStep,
    /// How it ended.
    pub outcome: StepOutcome,
    /// What was found, as text for the user.
    pub detail: String,
    /// What to do about it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hint: Option<String>,
    /// How long it took, in milliseconds.
    pub duration_ms: u64,
}

/// A test of a connection: every step with its outcome.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ConnectionTest {
    /// The steps, in order.
    pub steps: Vec<StepReport>,
    /// What the server reported about the model.
    pub model: ModelInfo,
}

/// The maximum number of tokens of the answer that is requested: enough for a model that thinks
/// first.
const ANSWER: u64 = 512;

/// Counts that differ by fewer tokens than this are considered equal: servers
/// differ in what they add around a message.
const SLACK: u64 = 16;

impl ConnectionTest {
    /// Tests a connection. Ends within the provider's own limits. An empty
    /// `model` means the only one that the server lists.
    pub async fn run(provider: &dyn Provider, model: &str) -> Self {
        let mut test = Self {
            steps: Vec::new(),
            model: ModelInfo { id: model.to_owned(), ..ModelInfo::default() },
        };
        let Some(listed) = test.reach(provider).await else { return test.broken_off() };
        if model.is_empty() {
            match test.choose_model(listed.unwrap_or_default()) {
                Some(only) => test.model.id = only,
                None => return test.broken_off(),
            }
        } else {
            test.find_model(listed.as_deref(), model);
        }
        let model = &test.model.id.clone();
        test.describe(provider, model).await;
        test.count(provider, model).await;
        test.chat(provider, model).await;
        test
    }

    /// Returns whether the connection can be used.
    pub fn works(&self) -> bool {
        self.steps.iter().all(|step| step.outcome != StepOutcome::Failed)
    }

    /// The result of a step.
    pub fn of(&self, step: ConnectionStep) -> Option<&StepReport> {
        self.steps.iter().find(|report| report.step == step)
    }

    /// Marks the remaining steps as not tried.
    fn broken_off(mut self) -> Self {
        for step in ConnectionStep::ALL {
            if self.of(step).is_none() {
                self.push(step, StepOutcome::Skipped, "not tried", None, 0);
            }
        }
        self
    }

    fn push(
        &mut self,
        step: ConnectionStep,
        outcome: StepOutcome,
        detail: impl Into<String>,
        hint: Option<String>,
        duration_ms: u64,
    ) {
        self.steps.push(StepReport { step, outcome, detail: detail.into(), hint, duration_ms });
    }

    fn fail(&mut self, step: ConnectionStep, error: ProviderError, duration_ms: u64) {
        self.push(step, StepOutcome::Failed, error.message, error.hint, duration_ms);
    }

    /// Checks address and key by asking for the models. Returns their ids if
    /// the server lists them; `None` if nothing more can be tried.
    async fn reach(&mut self, provider: &dyn Provider) -> Option<Option<Vec<String>>> {
        use ConnectionStep::{Address, Key};
        let begun = Instant::now();
        let models = provider.models().await;
        let took = millis(begun);
        match models {
            Ok(models) => {
                self.push(Address, StepOutcome::Passed, "the server answers", None, took);
                self.push(Key, StepOutcome::Passed, "accepted", None, 0);
                Some(Some(models.into_iter().map(|info| info.id).collect()))
            }
            // No key could be had, so that nothing was sent.
            Err(error) if error.class == ErrorClass::Authentication && error.status.is_none() => {
                self.push(Address, StepOutcome::Skipped, "not tried", None, 0);
                self.fail(Key, error, took);
                None
            }
            Err(error) if error.class == ErrorClass::Authentication => {
                self.push(Address, StepOutcome::Passed, "the server answers", None, took);
                self.fail(Key, error, 0);
                None
            }
            Err(error) if error.status.is_none() || error.class == ErrorClass::Transport => {
                self.fail(Address, error, took);
                None
            }
            // Redirects and web pages: this is some other server.
            Err(error) if error.class == ErrorClass::Protocol => {
                self.fail(Address, error, took);
                None
            }
            // Something answers but has no list: the chat step below decides.
            Err(error) if error.class == ErrorClass::NotFound => {
                let detail = "the server answers, but has no list of models";
                self.push(Address, StepOutcome::Passed, detail, None, took);
                self.push(Key, StepOutcome::Skipped, "the answer will show it", None, 0);
                Some(None)
            }
            Err(error) => {
                let detail = format!("the server answers, but lists no models: {}", error.message);
                self.push(Address, StepOutcome::Warned, detail, error.hint, took);
                self.push(Key, StepOutcome::Skipped, "the answer will show it", None, 0);
                Some(None)
            }
        }
    }

    /// Picks the only model; reports which ones there are if there are several.
    fn choose_model(&mut self, listed: Vec<String>) -> Option<String> {
        let step = ConnectionStep::Model;
        let listed = ModelList(listed);
        match listed.only() {
            Ok(only) => {
                let detail = format!("`{}`, the only one that the server lists", listed.shown());
                let only = only.to_owned();
                self.push(step, StepOutcome::Passed, detail, None, 0);
                Some(only)
            }
            Err(fault) => {
                let hint = match listed.0.is_empty() {
                    true => "choose one; the server lists none".to_owned(),
                    false => format!("choose one of: {}", listed.shown()),
                };
                self.push(step, StepOutcome::Failed, fault.message(), Some(hint), 0);
                None
            }
        }
    }

    fn find_model(&mut self, listed: Option<&[String]>, model: &str) {
        let Some(listed) = listed.filter(|listed| !listed.is_empty()) else {
            let detail = "the server lists no models";
            return self.push(ConnectionStep::Model, StepOutcome::Skipped, detail, None, 0);
        };
        let is_it = |id: &str| {
            id == model
                || id.strip_suffix(":latest") == Some(model)
                || id.rsplit('/').next() == Some(model)
        };
        if listed.iter().any(|id| is_it(id)) {
            return self.push(ConnectionStep::Model, StepOutcome::Passed, "it is listed", None, 0);
        }
        let hint = match (nearest(model, listed.iter().map(String::as_str)), listed) {
            (Some(near), _) => format!("was `{}` meant?", shown_model(near)),
            (None, few) if few.len() <= 8 => {
                format!("there are: {}", ModelList(few.to_vec()).shown())
            }
            (None, many) => format!("the server lists {} others", many.len()),
        };
        // Aliases and dated names are not always listed.
        let detail = format!("`{model}` is not in the server's list");
        self.push(ConnectionStep::Model, StepOutcome::Warned, detail, Some(hint), 0);
    }

    async fn describe(&mut self, provider: &dyn Provider, model: &str) {
        let step = ConnectionStep::Context;
        let begun = Instant::now();
        let info = provider.describe(model).await;
        let took = millis(begun);
        // A server that does not support the question simply does not say.
        let info = match info {
            Err(error) if error.class == ErrorClass::NotFound => Ok(self.model.clone()),
            other => other,
        };
        match info {
            Err(error) => {
                self.push(step, StepOutcome::Warned, error.message, error.hint, took);
            }
            Ok(info) => {
                match (info.context_length.or(info.input_limit), models::find(model).model) {
                    (Some(length), _) => {
                        let detail = format!("{} tokens, as the server says", grouped(length));
                        self.push(step, StepOutcome::Passed, detail, None, took);
                    }
                    (None, Some(known)) => {
                        let detail = format!(
                            "the server does not say; {} tokens according to the table",
                            grouped(known.window)
                        );
                        self.push(step, StepOutcome::Skipped, detail, None, took);
                    }
                    (None, None) => {
                        let hint = "set the window manually".to_owned();
                        let detail = "neither the server nor the table knows it";
                        self.push(step, StepOutcome::Warned, detail, Some(hint), took);
                    }
                }
                self.model = info;
            }
        }
    }

    async fn count(&mut self, provider: &dyn Provider, model: &str) {
        let step = ConnectionStep::Count;
        if !provider.capabilities(model).counts {
            return self.push(step, StepOutcome::Skipped, "the server does not count", None, 0);
        }
        let request = question(model);
        let counter = Counter::for_model(model);
        let ours: u64 =
            request.messages.iter().map(|message| counter.message(message).total()).sum();
        let begun = Instant::now();
        let counted = provider.count(&request).await;
        let took = millis(begun);
        match counted {
            Ok(None) => {
                self.push(step, StepOutcome::Skipped, "the server does not count", None, took);
            }
            Err(error) => self.push(step, StepOutcome::Warned, error.message, error.hint, took),
            Ok(Some(theirs)) => {
                let by = match (counter.is_exact(), counter.kind().left_out()) {
                    (true, _) => format!("counted by {}", counter.name()),
                    (false, None) => "by our estimate".to_owned(),
                    (false, Some(vocabulary)) => format!(
                        "by our estimate, because the vocabulary {vocabulary} is not built in"
                    ),
                };
                let (shown, own) = (grouped(theirs), grouped(ours));
                let detail = format!("{shown} tokens by the server, {own} {by}");
                let near =
                    theirs.abs_diff(ours) <= SLACK + counter.at_most(ours).saturating_sub(ours);
                if near {
                    self.push(step, StepOutcome::Passed, detail, None, took);
                } else {
                    let hint = "the server adds a prompt of its own, or has another tokenizer; \
                                counts are corrected by what it reports"
                        .to_owned();
                    self.push(step, StepOutcome::Warned, detail, Some(hint), took);
                }
            }
        }
    }

    async fn chat(&mut self, provider: &dyn Provider, model: &str) {
        let step = ConnectionStep::Chat;
        let request = question(model);
        let begun = Instant::now();
        let mut unheard = |_: super::Delta<'_>| {};
        let reply = provider.chat(&request, &mut unheard).await;
        let took = millis(begun);
        match reply {
            Ok(reply) => {
                let words = one_line(&reply.text());
                let detail = match words.as_str() {
                    "" => "an empty answer".to_owned(),
                    words => format!("“{words}”"),
                };
                let hint = reply.warnings.first().cloned();
                let outcome =
                    if hint.is_some() { StepOutcome::Warned } else { StepOutcome::Passed };
                self.push(step, outcome, detail, hint, took);
                self.settle_key(StepOutcome::Passed, "accepted", None);
            }
            Err(error) => {
                if error.class == ErrorClass::Authentication {
                    self.settle_key(StepOutcome::Failed, &error.message, error.hint.as_ref());
                }
                self.fail(step, error, took);
            }
        }
    }

    /// Some providers publish their list of models: then the answer decides
    /// whether the key works.
    fn settle_key(&mut self, outcome: StepOutcome, detail: &str, hint: Option<&String>) {
        for report in self.steps.iter_mut().filter(|report| report.step == ConnectionStep::Key) {
            report.outcome = outcome;
            detail.clone_into(&mut report.detail);
            report.hint = hint.cloned();
        }
    }
}

/// The beginning of an answer on one line.
fn one_line(text: &str) -> String {
    const MOST: usize = 80;
    let words: Vec<&str> = text.split_whitespace().take(MOST).collect();
    let line = words.join(" ");
    if line.chars().count() <= MOST {
        return line;
    }
    line.chars().take(MOST - 1).chain(['…']).collect()
}

fn question(model: &str) -> ChatRequest {
    let text = "Answer with the one word OK.";
    let message = Arc::new(Message::text(MessageId(1), Role::User, text));
    let mut request = ChatRequest::new(model, vec![message]);
    request.max_output_tokens = Some(ANSWER);
    request
}

fn millis(begun: Instant) -> u64 {
    u64::try_from(begun.elapsed().as_millis()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_of_many_lines_is_shown_on_one() {
        assert_eq!(one_line(" The door\nis\t**blue**.\n\n- one "), "The door is **blue**. - one");
        let long = one_line(&"word ".repeat(100));
        assert_eq!(long.chars().count(), 80);
        assert!(long.ends_with('…'), "{long}");
        assert_eq!(one_line(" \n"), "");
    }
}
