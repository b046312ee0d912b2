//! What the settings file and the environment give to an editor.

use vibeue_conversation::Error;

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
/// The editor's field for the key itself; here it only counts whether it is
/// filled.
const KEY_FIELD: &str = "ApiKey";

/// A word of a source that has no effect.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourceProblem {
    /// The setting; empty where no setting has the name.
    pub name: String,
    /// What is wrong, and where it was said.
    pub message: String,
}

/// Where the values of an editor's settings come from, those of its own page
/// and those that its user gives to every program.
///
/// Later words win: the settings file, the project's settings, the
/// environment, the user's own settings. A field of the page that has its
/// default says nothing.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct OutsideSettings {
    /// The word in force for each setting that any source names.
    pub values: Vec<SourcedSetting>,
    /// Words that have no effect, because they are wrong.
    pub problems: Vec<SourceProblem>,
    /// The settings file that was looked for.
    pub file: Option<SettingsFile>,
    /// Why the file says nothing.
    pub file_problem: Option<Error>,
}

impl OutsideSettings {
    /// Gathers the words of all sources. `page` has the fields that do not have
    /// their defaults, by the editor's names or ours.
    ///
    /// A key never follows a project to its server: where the project chooses
    /// the provider or the address, neither the file nor the environment says
    /// which key goes there. Otherwise `VIBEUE_API_KEY` is the key if the page
    /// has none and no source names a variable.
    pub fn gather<'a>(
        environment: &Environment,
        page: impl IntoIterator<Item = (&'a str, &'a str)>,
        project: &ProjectSettings,
    ) -> Self {
        let mut found =
            Self { file: SettingsFile::find(None, environment), ..OutsideSettings::default() };
        let mut has_key = false;
        let (mut of_project, mut personal) = (Vec::new(), Vec::new());
        for (name, value) in page {
            has_key |= name == KEY_FIELD;
            let Some(own) = own_name(name) else { continue };
            let is_projects = project.gives(name, value);
            let origin = if is_projects { SettingSource::Project } else { SettingSource::Personal };
            let word = SourcedSetting { name: own.to_owned(), value: value.to_owned(), origin };
            if is_projects { &mut of_project } else { &mut personal }.push(word);
        }
        match found.file.as_ref().map(SettingsFile::read) {
            Some(Ok(words)) => words.into_iter().for_each(|word| found.take(word)),
            Some(Err(error)) => found.file_problem = Some(error),
            None => {}
        }
        of_project.into_iter().for_each(|word| found.put(word));
        environment.settings().for_each(|word| found.take(word));
        personal.into_iter().for_each(|word| found.put(word));
        found.choose_key(environment, has_key);
        // What was emptied is not set.
        found.values.retain(|it| !it.value.is_empty() || ConnectionInfo::named(&it.name).is_none());
        found
    }

    /// The word in force for a setting, by its own name.
    pub fn value(&self, name: &str) -> Option<&SourcedSetting> {
        self.values.iter().find(|it| it.name == name)
    }

    /// Checks a word of the file or the environment, and puts it in force.
    fn take(&mut self, mut word: SourcedSetting) {
        let mut connection = ConnectionSettings::default();
        match check(&mut word, &mut connection) {
            Ok(Table::Connection) => {
                // `32k` is a number to a person.
                word.value = connection.get(&word.name);
                self.put(word);
            }
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

    /// Puts a word in force in the place of a weaker one.
    fn put(&mut self, word: SourcedSetting) {
        self.values.retain(|it| it.name != word.name);
        self.values.push(word);
    }

    fn choose_key(&mut self, environment: &Environment, has_key: bool) {
        let is_projects =
            |name: &&str| self.value(name).is_some_and(|it| it.origin == SettingSource::Project);
        if SERVER.iter().any(is_projects) {
            let is_page = |origin: &SettingSource| {
                matches!(origin, SettingSource::Project | SettingSource::Personal)
            };
            self.values.retain(|it| it.name != KEY_VARIABLE || is_page(&it.origin));
            return;
        }
        let is_named = self.value(KEY_VARIABLE).is_some_and(|it| !it.value.is_empty());
        let is_set = environment.get(Environment::KEY).is_some_and(|key| !key.trim().is_empty());
        if is_set && !is_named && !has_key {
            self.put(SourcedSetting {
                name: KEY_VARIABLE.to_owned(),
                value: Environment::KEY.to_owned(),
                origin: SettingSource::Environment(Environment::KEY.to_owned()),
            });
        }
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
    fn file_project_environment_and_person_win_in_this_order() {
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
                (
                    "",
                    "$VIBEUE_MODLE is not a setting and has no effect; did you mean VIBEUE_MODEL?"
                ),
                (
                    "threshold",
                    "$VIBEUE_THRESHOLD: threshold = \"8\" is above the range from 0.1 to 0.99; use a \
                     number from 0.1 to 0.99, for example 0.8"
                ),
            ]
        );
    }

    #[test]
    fn a_key_of_the_environment_goes_to_no_server_that_the_project_chose() {
        let key = [("VIBEUE_CONFIG", ""), ("VIBEUE_API_KEY", "k"), ("VIBEUE_KEY_ENV", "MINE")];
        let server = [("BaseUrl", "https://gate.example")];
        let chosen = "BaseUrl=https://gate.example\n";
        let own = "base_url https://gate.example personal settings";
        let of_project = "base_url https://gate.example project's settings";
        let named = "key_env MINE $VIBEUE_KEY_ENV";
        let ours = "key_env VIBEUE_API_KEY $VIBEUE_API_KEY";
        let blank = [("VIBEUE_CONFIG", ""), ("VIBEUE_API_KEY", " ")];
        let plain = [key[0], key[1]];
        let filled = [server[0], ("ApiKey", "filled")];
        for (found, expected) in [
            (gathered(key, &server, ""), &[named, own][..]),
            (gathered(key, &server, chosen), &[of_project]),
            (gathered(plain, &server, ""), &[own, ours]),
            (gathered(plain, &server, chosen), &[of_project]),
            (gathered(plain, &filled, ""), &[own]),
            (gathered(blank, &server, ""), &[own]),
        ] {
            assert_eq!(found.0, expected);
        }
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
