//! What the settings file and the environment contribute to an editor's settings.

use vibeue_conversation::Error;
use vibeue_conversation::settings::Settings;

use super::check::{Table, check, own_name};
use super::effective_settings::unknown_variable;
use super::{
    ConnectionInfo, ConnectionSettings, Environment, ProjectSettings, SettingSource, SettingsFile,
    SourcedSetting,
};

/// The settings that name a server.
const SERVER: [&str; 2] = ["provider", "base_url"];
/// The setting that names the variable with the key.
const KEY_VARIABLE: &str = "key_env";
/// The editor's fields for the key itself, and for a key in the credential store; all that matters
/// here is whether one is filled.
const KEY_FIELDS: [&str; 2] = ["ApiKey", "bKeyInCredentialStore"];

/// A value of a source that has no effect.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourceProblem {
    /// The setting; empty if no setting has the name.
    pub name: String,
    /// What is wrong, and where the value comes from.
    pub message: String,
}

/// Where the values of an editor's settings come from: its own page, and the sources that apply to
/// every program of the user.
///
/// In ascending precedence: the settings file, the project's settings, the environment, the user's
/// own settings. A field of the page that has its default value does not count.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct OutsideSettings {
    /// The effective value of each setting that any source names.
    pub values: Vec<SourcedSetting>,
    /// Values that have no effect because they are wrong.
    pub problems: Vec<SourceProblem>,
    /// The settings file that was looked for.
    pub file: Option<SettingsFile>,
    /// Why the file could not be used.
    pub file_problem: Option<Error>,
}

impl OutsideSettings {
    /// Gathers the values of all sources. `page` has the fields that do not have their default
    /// values, by the editor's names or ours.
    ///
    /// Provider and address are taken together, from the strongest source that names either. A key
    /// is never sent to a server that a stronger source chose: the file's key only to the file's
    /// server, the environment's key to the server of either, and neither to the page's server. A
    /// project never says which variable has the key. If the environment chose another server than
    /// the page names, the page's key is only for the page's server. `VIBEUE_API_KEY` is the key if
    /// the page has none and no source names a variable.
    pub fn gather<'a>(
        environment: &Environment,
        page: impl IntoIterator<Item = (&'a str, &'a str)>,
        project: &ProjectSettings,
    ) -> Self {
        let page: Vec<(&str, &str)> = page.into_iter().collect();
        let found = Self::without(&[], environment, &page, project);
        let Some(contradiction) = found.contradiction() else { return found };
        // The page reports its own contradictions.
        for left_out in [&[OF_FILE][..], &[OF_ENVIRONMENT], &[OF_FILE, OF_ENVIRONMENT]] {
            let mut rest = Self::without(left_out, environment, &page, project);
            if rest.contradiction().is_some() {
                continue;
            }
            let is_out = |it: &&SourcedSetting| {
                is_of_conversation(it) && left_out.contains(&strength(&it.origin))
            };
            rest.problems.extend(found.values.iter().filter(is_out).map(|it| SourceProblem {
                name: it.name.clone(),
                message: format!(
                    "{}: {} has no effect, because the settings contradict each other: {}",
                    it.origin,
                    it.name,
                    contradiction.message()
                ),
            }));
            return rest;
        }
        found
    }

    /// Gathers all values except those about the conversation from some sources.
    fn without(
        left_out: &[u8],
        environment: &Environment,
        page: &[(&str, &str)],
        project: &ProjectSettings,
    ) -> Self {
        let mut found =
            Self { file: SettingsFile::find(None, environment), ..OutsideSettings::default() };
        let mut has_key = false;
        let (mut of_project, mut personal) = (Vec::new(), Vec::new());
        for &(name, value) in page {
            has_key |= KEY_FIELDS.contains(&name);
            let Some(own) = own_name(name) else { continue };
            let is_projects = project.gives(name, value);
            let origin = if is_projects { SettingSource::Project } else { SettingSource::Personal };
            let word = SourcedSetting { name: own.to_owned(), value: value.to_owned(), origin };
            if is_projects { &mut of_project } else { &mut personal }.push(word);
        }
        match found.file.as_ref().map(SettingsFile::read) {
            Some(Ok(words)) => words.into_iter().for_each(|word| found.take(word, left_out)),
            Some(Err(error)) => found.file_problem = Some(error),
            None => {}
        }
        of_project.into_iter().for_each(|word| found.put(word));
        // An empty variable does not count.
        let words = environment.settings().filter(|word| !word.value.trim().is_empty());
        words.for_each(|word| found.take(word, left_out));
        personal.into_iter().for_each(|word| found.put(word));
        found.choose_server(environment, has_key);
        // An emptied value is not set.
        found.values.retain(|it| !it.value.is_empty() || is_of_conversation(it));
        found
    }

    /// What is wrong with the combined settings of the conversation.
    fn contradiction(&self) -> Option<Error> {
        let words = self.values.iter().filter(|it| is_of_conversation(it));
        Settings::from_pairs(words.map(|it| (it.name.as_str(), it.value.as_str()))).err()
    }

    /// The effective value of a setting, by its own name.
    pub fn value(&self, name: &str) -> Option<&SourcedSetting> {
        self.values.iter().find(|it| it.name == name)
    }

    /// Checks a value of the file or the environment, and makes it effective.
    fn take(&mut self, mut word: SourcedSetting, left_out: &[u8]) {
        let mut connection = ConnectionSettings::default();
        match check(&mut word, &mut connection) {
            Ok(Table::Connection) => {
                // Users may write `32k` as a number.
                word.value = connection.get(&word.name);
                self.put(word);
            }
            Ok(Table::Conversation) if left_out.contains(&strength(&word.origin)) => {}
            Ok(Table::Conversation) => self.put(word),
            Err(refusal) if refusal.is_unknown => {
                let message = match word.origin {
                    SettingSource::Environment(_) => unknown_variable(&word),
                    _ => format!("{}: {}", word.origin, refusal.message),
                };
                self.problems.push(SourceProblem { name: String::new(), message });
            }
            Err(refusal) => {
                let name = own_name(&word.name).unwrap_or_default().to_owned();
                let message = format!("{}: {}", word.origin, refusal.message);
                self.problems.push(SourceProblem { name, message });
            }
        }
    }

    /// Makes a value effective, replacing a weaker one. Those of the server and its key are decided
    /// together later.
    fn put(&mut self, word: SourcedSetting) {
        let waits = is_of_server(&word.name);
        self.values.retain(|it| it.name != word.name || (waits && it.origin != word.origin));
        self.values.push(word);
    }

    /// Takes provider and address from one source, and a key that is meant for
    /// that server.
    fn choose_server(&mut self, environment: &Environment, has_key: bool) {
        let names_server =
            |it: &&SourcedSetting| SERVER.contains(&it.name.as_str()) && !it.value.is_empty();
        let is_page = |strength: u8| matches!(strength, OF_PROJECT | OF_PERSON);
        let of_servers = self.values.iter().filter(names_server).map(|it| strength(&it.origin));
        let of_servers: Vec<u8> = of_servers.collect();
        let server = of_servers.iter().copied().max();
        // The page's key is for the server that the page names.
        let is_pages_key = server.is_none_or(is_page) || !of_servers.iter().any(|it| is_page(*it));
        let has_key = has_key && is_pages_key;
        let may_give = |strength: u8| match strength {
            OF_PROJECT => false,
            OF_PERSON => is_pages_key,
            outside => !has_key && server != Some(OF_PROJECT) && Some(outside) >= server,
        };
        self.values.retain(|it| match it.name.as_str() {
            KEY_VARIABLE => !it.value.is_empty() && may_give(strength(&it.origin)),
            name => !SERVER.contains(&name) || Some(strength(&it.origin)) == server,
        });
        let variables = self.values.iter().filter(|it| it.name == KEY_VARIABLE);
        if let Some(strongest) = variables.map(|it| strength(&it.origin)).max() {
            self.values.retain(|it| it.name != KEY_VARIABLE || strength(&it.origin) == strongest);
            return;
        }
        let is_set = environment.get(Environment::KEY).is_some_and(|key| !key.trim().is_empty());
        if is_set && may_give(OF_ENVIRONMENT) {
            self.put(SourcedSetting {
                name: KEY_VARIABLE.to_owned(),
                value: Environment::KEY.to_owned(),
                origin: SettingSource::Environment(Environment::KEY.to_owned()),
            });
        }
    }
}

/// Whether a setting says which server is used, or with which key.
fn is_of_server(name: &str) -> bool {
    SERVER.contains(&name) || name == KEY_VARIABLE
}

fn is_of_conversation(word: &SourcedSetting) -> bool {
    ConnectionInfo::named(&word.name).is_none()
}

const OF_FILE: u8 = 0;
const OF_PROJECT: u8 = 1;
const OF_ENVIRONMENT: u8 = 2;
const OF_PERSON: u8 = 3;

/// Which source wins: the one with the higher number.
fn strength(origin: &SettingSource) -> u8 {
    match origin {
        SettingSource::Default | SettingSource::Derived | SettingSource::File(_) => OF_FILE,
        SettingSource::Project => OF_PROJECT,
        SettingSource::Environment(_) => OF_ENVIRONMENT,
        SettingSource::Personal | SettingSource::Argument => OF_PERSON,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each setting that a source names, as `name value origin`.
    fn gathered<const N: usize>(
        variables: [(&str, &str); N],
        page: &[(&str, &str)],
        project: &str,
    ) -> (Vec<String>, Vec<SourceProblem>) {
        let folder = tempfile::tempdir().unwrap();
        let ini = folder.path().join("project.ini");
        std::fs::write(&ini, format!("[/Script/VibeUE.VibeUESettings]\n{project}")).unwrap();
        let project = ProjectSettings::read(&ini);
        let environment = Environment::of(variables);
        let found = OutsideSettings::gather(&environment, page.iter().copied(), &project);
        assert_eq!(found.file_problem, None);
        let shown = |it: &SourcedSetting| format!("{} {} {}", it.name, it.value, it.origin);
        (found.values.iter().map(shown).collect(), found.problems)
    }

    #[test]
    fn file_project_environment_and_user_win_in_this_order() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("s.toml");
        let text = "threshold = 0.5\ntarget_ratio = 0.3\nmodel = \"f\"\nwindow = \"32k\"\n\
                    cooldown_messages = 3\n";
        std::fs::write(&file, text).unwrap();
        let file = file.display().to_string();
        let (values, problems) = gathered(
            [
                ("VIBEUE_CONFIG", file.as_str()),
                ("VIBEUE_THRESHOLD", "0.7"),
                ("VIBEUE_MODEL", "e"),
                ("VIBEUE_PROVIDER", "ollama"),
            ],
            &[
                ("SummarizationThreshold", "0.6"),
                ("SummarizationTargetRatio", "0.4"),
                ("Model", "p"),
                ("SystemPrompt", "x"),
            ],
            "SummarizationThreshold=0.6\nSummarizationTargetRatio=0.40\n",
        );
        let expected = [
            format!("cooldown_messages 3 {file}"),
            format!("window 32000 {file}"),
            "target_ratio 0.4 project's settings".to_owned(),
            "provider ollama $VIBEUE_PROVIDER".to_owned(),
            "threshold 0.7 $VIBEUE_THRESHOLD".to_owned(),
            "model p personal settings".to_owned(),
        ];
        assert_eq!((values, problems), (expected.to_vec(), Vec::new()));
    }

    #[test]
    fn a_wrong_word_has_no_effect_and_is_told_with_its_field_and_place() {
        let (values, problems) = gathered(
            [
                ("VIBEUE_CONFIG", ""),
                ("VIBEUE_THRESHOLD", "8"),
                ("VIBEUE_KEY_ENV", "sk-ant-secret"),
                ("VIBEUE_MODLE", "m"),
            ],
            &[("SummarizationThreshold", "0.6")],
            "",
        );
        assert_eq!(values, ["threshold 0.6 personal settings"]);
        let told: Vec<(&str, &str)> =
            problems.iter().map(|it| (it.name.as_str(), it.message.as_str())).collect();
        assert_eq!(
            told,
            [
                (
                    "key_env",
                    "$VIBEUE_KEY_ENV: key_env is not the name of an environment variable; put \
                     the key into one, and its name here"
                ),
                ("", "$VIBEUE_MODLE is not a setting and is ignored; did you mean VIBEUE_MODEL?"),
                (
                    "threshold",
                    "$VIBEUE_THRESHOLD: threshold = \"8\" is above the range from 0.1 to 0.99; use a \
                     number from 0.1 to 0.99, for example 0.8"
                ),
            ]
        );
    }

    #[test]
    fn a_key_goes_to_no_server_that_a_stronger_source_chose() {
        let none = ("VIBEUE_CONFIG", "");
        let [key, named] = [("VIBEUE_API_KEY", "k"), ("VIBEUE_KEY_ENV", "MINE")];
        let server = [("BaseUrl", "https://gate.example")];
        let chosen = "BaseUrl=https://gate.example\nApiKeyVariable=ANTHROPIC_API_KEY\n";
        let own = "base_url https://gate.example personal settings";
        let of_project = "base_url https://gate.example project's settings";
        let gate = ("VIBEUE_BASE_URL", "https://other.example");
        let other = "base_url https://other.example $VIBEUE_BASE_URL";
        let mine = "key_env MINE $VIBEUE_KEY_ENV";
        let ours = "key_env VIBEUE_API_KEY $VIBEUE_API_KEY";
        let pages = "key_env PAGES personal settings";
        let asks = [server[0], ("ApiKeyVariable", "ANTHROPIC_API_KEY")];
        for (found, expected) in [
            (gathered([none, key, named], &server, ""), &[own][..]),
            (gathered([none, key, named], &server, chosen), &[of_project]),
            (gathered([none, key], &server, chosen), &[of_project]),
            (gathered([none, key], &asks, chosen), &[of_project]),
            (gathered([none, key, ("VIBEUE_BASE_URL", "")], &asks, chosen), &[of_project]),
            (gathered([none, key, ("VIBEUE_PROVIDER", " ")], &asks, chosen), &[of_project]),
            (gathered([none, key, gate], &asks, chosen), &[other, ours]),
            (gathered([none, key, gate, named], &[], ""), &[other, mine]),
            (gathered([none, key, gate], &[("ApiKey", "filled")], ""), &[other]),
            (gathered([none, key, gate], &[("bKeyInCredentialStore", "true")], ""), &[other]),
            (gathered([none, ("VIBEUE_API_KEY", " "), gate], &[], ""), &[other]),
            (gathered([none, gate, key], &[("ApiKeyVariable", "PAGES")], ""), &[other, pages]),
            (gathered([none, gate], &[server[0], ("ApiKeyVariable", "PAGES")], chosen), &[other]),
        ] {
            assert_eq!(found.0, expected);
        }
    }

    #[test]
    fn provider_and_address_are_taken_from_one_source_with_its_key() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("s.toml");
        let text = "provider = \"openai\"\nkey_env = \"OPENAI_API_KEY\"\n";
        std::fs::write(&file, text).unwrap();
        let file = file.display().to_string();
        let config = ("VIBEUE_CONFIG", file.as_str());
        let gate = ("VIBEUE_BASE_URL", "https://gate.example");
        let of_file = [format!("key_env OPENAI_API_KEY {file}"), format!("provider openai {file}")];
        let of_gate = "base_url https://gate.example $VIBEUE_BASE_URL".to_owned();
        let of_page = "provider anthropic personal settings".to_owned();
        let page = [("Provider", "anthropic")];
        assert_eq!(gathered([config], &[], "").0, of_file);
        assert_eq!(gathered([config, gate], &[], "").0, [of_gate]);
        assert_eq!(gathered([config, gate], &page, "").0, [of_page]);
        let mixed = [page[0], ("BaseUrl", "https://evil.example"), ("ApiKey", "filled")];
        let of_page = ["provider anthropic personal settings"];
        assert_eq!(gathered([config], &mixed, "BaseUrl=https://evil.example\n").0, of_page);
    }

    #[test]
    fn words_that_contradict_each_other_give_way_to_the_page_and_are_told() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("s.toml");
        std::fs::write(&file, "threshold = 0.5\ntarget_ratio = 0.6\nmodel = \"m\"\n").unwrap();
        let file = file.display().to_string();
        let config = ("VIBEUE_CONFIG", file.as_str());
        let told = |problems: Vec<SourceProblem>| -> Vec<String> {
            problems.into_iter().map(|it| it.name).collect()
        };
        let (values, problems) = gathered([config], &[], "");
        assert_eq!(values, [format!("model m {file}")]);
        assert!(problems[0].message.starts_with(&file), "{problems:?}");
        assert_eq!(told(problems), ["target_ratio", "threshold"]);
        let none = ("VIBEUE_CONFIG", "none");
        let page = [("SummarizationTargetRatio", "0.6")];
        let (values, problems) = gathered([none, ("VIBEUE_THRESHOLD", "0.5")], &page, "");
        assert_eq!(values, ["target_ratio 0.6 personal settings"]);
        assert_eq!(told(problems), ["threshold"]);
        let page = [page[0], ("SummarizationThreshold", "0.5")];
        let (values, problems) = gathered([none], &page, "");
        assert_eq!((values.len(), problems), (2, Vec::new()));
    }

    #[test]
    fn a_hostile_settings_file_says_nothing_and_is_told() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("s.toml");
        let shown = file.display().to_string();
        let environment =
            Environment::of([("VIBEUE_CONFIG", shown.as_str()), ("VIBEUE_THRESHOLD", "0.7")]);
        for (bytes, wanted) in [
            (&b"threshold = 0.5\nmodel = \"tor"[..], "not TOML"),
            (b"model = \"\xff\"", "not UTF-8: wrong byte at offset 9"),
            (&vec![b'#'; 2 << 20], "the settings file has more than 1048576 bytes"),
            (b"[provider]\nname = 1\n", "without [tables]"),
        ] {
            std::fs::write(&file, bytes).unwrap();
            let found = OutsideSettings::gather(&environment, [], &ProjectSettings::default());
            let told = found.file_problem.as_ref().map(ToString::to_string).unwrap_or_default();
            assert!(told.starts_with(&shown) && told.contains(wanted), "{told}");
            let names: Vec<&str> = found.values.iter().map(|it| it.name.as_str()).collect();
            assert_eq!(names, ["threshold"]);
        }
    }
}
