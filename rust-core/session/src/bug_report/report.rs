//! The text of a bug report.

use super::Discretion;
use crate::journal::JournalShape;
use vibeue_conversation::settings::{SETTINGS, SettingKind};
use vibeue_tokens::{Counter, models};

/// Maximum number of log lines in a report: the newest ones.
const LOG_LINES: usize = 200;

/// A named fact of a bug report.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fact {
    /// What it is.
    pub name: String,
    /// What it says.
    pub value: String,
}

impl Fact {
    /// Makes a fact.
    pub fn new(name: impl Into<String>, value: impl Into<String>) -> Self {
        Self { name: name.into(), value: value.into() }
    }
}

/// An effective setting, as a bug report shows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SettingFact {
    /// Its name.
    pub name: String,
    /// Its value; only the length of a free text.
    pub value: String,
    /// Where it comes from: a file, a variable, the default.
    pub source: String,
}

/// What a host knows about itself when something goes wrong.
#[derive(Debug, Clone, Default)]
pub struct BugReport {
    /// Programs with their versions, systems, engines, terminals.
    pub facts: Vec<Fact>,
    /// All settings in force.
    pub settings: Vec<SettingFact>,
    /// Ids of the models in use: the one that answers and those that write summaries.
    pub models: Vec<String>,
    /// What a test of the connection found, if one was made: each step.
    pub connection: Vec<Fact>,
    /// The newest lines of the log, oldest first.
    pub log: Vec<String>,
    /// The conversation's journal, if there is one.
    pub journal: Option<JournalShape>,
}

impl BugReport {
    /// Writes the text. Every line of it has been redacted; none of it comes from a conversation.
    pub fn text(&self, discretion: &Discretion) -> String {
        let mut report = ReportText { text: String::new(), discretion };
        report.text.push_str(
            "# VibeUE: what a bug report needs\n\nRead it before you send it. It holds no \
             keys and nothing that was said in a conversation.\n",
        );
        report.heading("Versions and system");
        report.facts(&self.facts);
        report.heading("Settings");
        for setting in &self.settings {
            let SettingFact { name, value, source } = setting;
            report.line(&format!("{name} = {} ({source})", shown(name, value)));
        }
        report.heading("Models");
        for model in &self.models {
            report.model(model);
        }
        if !self.connection.is_empty() {
            report.heading("Connection");
            report.facts(&self.connection);
        }
        if let Some(journal) = &self.journal {
            report.heading("Journal");
            journal.lines().iter().for_each(|line| report.line(line));
        }
        report.heading("Log");
        let first = self.log.len().saturating_sub(LOG_LINES);
        for line in &self.log[first..] {
            report.line(line);
        }
        if self.log.is_empty() {
            report.line("(empty)");
        }
        report.text
    }
}

/// A setting's value as it is shown: free text that the user wrote is not.
fn shown(name: &str, value: &str) -> String {
    let known = SETTINGS.iter().find(|info| info.name == name || info.unreal_name == name);
    let is_text = known.is_some_and(|info| info.kind == SettingKind::Text);
    match value {
        "" => "(not set)".to_owned(),
        text if is_text => format!("({} characters)", text.chars().count()),
        _ if known.is_none() && Discretion::names_secret(name) => "(set)".to_owned(),
        value => value.to_owned(),
    }
}

/// The text so far.
struct ReportText<'a> {
    text: String,
    discretion: &'a Discretion,
}

impl ReportText<'_> {
    fn heading(&mut self, heading: &str) {
        self.text.push_str(&format!("\n## {heading}\n\n"));
    }

    fn line(&mut self, line: &str) {
        // Indented, so that Markdown shows it verbatim.
        self.text.push_str(&format!("    {}\n", self.discretion.line(line)));
    }

    fn facts(&mut self, facts: &[Fact]) {
        for Fact { name, value } in facts {
            self.line(&format!("{name}: {value}"));
        }
    }

    /// A model's row of the table, and the resolved values.
    fn model(&mut self, id: &str) {
        let found = models::find(id);
        let counter = Counter::for_model(id);
        let matched = format!("{:?}", found.matched).to_lowercase();
        self.line(&format!("{id}: found {matched}, counted {}", counter.manner()));
        match found.model {
            Some(row) => self.line(&format!(
                "  row: {} {}, window {}, input limit {}, max output {}, retires {}",
                row.provider,
                row.id,
                row.window,
                row.input_limit.map_or("none".to_owned(), |limit| limit.to_string()),
                row.max_output.map_or("unknown".to_owned(), |limit| limit.to_string()),
                row.retires.unwrap_or("not announced"),
            )),
            None => self.line("  row: none"),
        }
    }
}

#[cfg(test)]
mod tests {
    use secrecy::SecretString;

    use super::*;
    use crate::Event;
    use crate::journal::{Entry, Header};
    use vibeue_conversation::{Message, MessageId, Role};

    /// Secrets of every kind, each in every place of a report.
    #[test]
    fn no_secret_appears_wherever_it_was_planted() {
        const SECRETS: [&str; 9] = [
            "hunter2-my-own",
            "sk-live-0123456789abcdef",
            "AIzaSyA1234567890abcdefghijklmnopqrstuv",
            "ghp_16C7e42F292c6912E7710c838347Ae178B4a",
            "AKIAIOSFODNN7EXAMPLE",
            "xoxb-17653672481-19874698323-pdFZKVeTuE8sk7oOcHrzqqgy",
            "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0In0.SflKxwRJSMeKKF2QT4fw",
            "MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7VJTUt9Us8cKj",
            "5f4dcc3b5aa765d61d8327deb882cf99",
        ];
        let own = || [SecretString::from(SECRETS[0].to_owned())];
        let discretion = Discretion::new(own(), Some("/home/anna"));
        for secret in SECRETS {
            let address = format!("https://u:{secret}@host.example/v1?key={secret}");
            let setting = |name: &str, value: &str| SettingFact {
                name: name.to_owned(),
                value: value.to_owned(),
                source: format!("/home/anna/{secret}/settings.toml"),
            };
            let mut shape = JournalShape::new(&Header::new(secret, 0));
            let said = [
                Event::Message(Message::text(MessageId(1), Role::User, secret)),
                Event::Rename { title: secret.to_owned() },
            ];
            for (event, seq) in said.into_iter().zip(1..) {
                shape.add(&Entry { line: seq + 1, seq, at: 0, event, spent: None });
            }
            let report = BugReport {
                facts: vec![Fact::new("proxy", address.as_str()), Fact::new("os", secret)],
                settings: vec![
                    setting("base_url", &address),
                    setting("custom_prompt", &format!("remember {secret}")),
                    setting("model", secret),
                    setting("api_key", secret),
                ],
                models: vec![secret.to_owned()],
                connection: vec![Fact::new("key", format!("refused: {secret}"))],
                log: vec![
                    format!("Authorization: Bearer {secret}"),
                    format!("GET {address} gave 401"),
                    format!("{{\"token\":\"{secret}\"}} {secret}"),
                ],
                journal: Some(shape),
            };
            let text = report.text(&discretion);
            assert!(!text.contains(secret), "{secret} is in {text}");
            // Nor a half of it.
            assert!(!text.contains(&secret[secret.len() / 2..]), "half of {secret} is in {text}");
            assert!(text.contains("host.example/v1"), "{text}");
            assert!(!text.contains("anna"), "{text}");
        }
    }

    #[test]
    fn a_report_has_all_its_parts_in_order() {
        let report = BugReport {
            facts: vec![Fact::new("vibeue", "0.1.0")],
            settings: vec![
                SettingFact {
                    name: "threshold".to_owned(),
                    value: "0.7".to_owned(),
                    source: "$VIBEUE_THRESHOLD".to_owned(),
                },
                SettingFact {
                    name: "custom_prompt".to_owned(),
                    value: "Keep ids.".to_owned(),
                    source: "settings.toml".to_owned(),
                },
            ],
            models: vec!["gpt-4o".to_owned(), "never-heard-of".to_owned()],
            log: (0..LOG_LINES + 5).map(|number| format!("line {number}.")).collect(),
            ..BugReport::default()
        };
        let text = report.text(&Discretion::default());
        for wanted in [
            "## Versions and system\n\n    vibeue: 0.1.0\n",
            "    threshold = 0.7 ($VIBEUE_THRESHOLD)\n",
            "    custom_prompt = (9 characters) (settings.toml)\n",
            "    gpt-4o: found exact, counted exactly with o200k_base\n      row: openai gpt-4o, ",
            "    never-heard-of: found none, counted by an estimate (unknown)\n",
            "      row: none\n",
            "## Log\n\n    line 5.\n",
        ] {
            assert!(text.contains(wanted), "{wanted:?} is not in {text}");
        }
        assert!(!text.contains("line 4.") && text.ends_with("    line 204.\n"), "{text}");
    }
}
