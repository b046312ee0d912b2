//! Where the values of settings come from.

use std::path::Path;

use vibeue_core::settings::SETTINGS;
use vibeue_core::sources::{
    CONNECTION, Environment, OutsideSettings, ProjectSettings, SettingSource, SourceProblem,
    SourcedSetting,
};

use crate::ffi::ffi::{
    NameValue, SettingProblem, SettingSources, SourcedValue, Status, ValueOrigin,
};
use crate::settings::pairs;
use crate::status;

/// Finds out where each value comes from, by this process's environment.
pub(crate) fn find(page: &[NameValue], project_file: &str) -> SettingSources {
    let project = ProjectSettings::read(Path::new(project_file));
    to_ffi(OutsideSettings::gather(&Environment::of_process(), pairs(page), &project))
}

/// What is reported when it could not be found out.
pub(crate) fn broken(status: Status) -> SettingSources {
    SettingSources {
        values: Vec::new(),
        problems: Vec::new(),
        file: String::new(),
        file_exists: false,
        file_problem: status,
    }
}

fn to_ffi(found: OutsideSettings) -> SettingSources {
    let file = found.file.as_ref();
    SettingSources {
        values: found.values.into_iter().filter_map(value).collect(),
        problems: found.problems.into_iter().map(problem).collect(),
        file: file.map(|file| file.path.display().to_string()).unwrap_or_default(),
        file_exists: file.is_some_and(vibeue_core::sources::SettingsFile::exists),
        file_problem: found.file_problem.as_ref().map_or_else(status::ok, status::of),
    }
}

fn value(it: SourcedSetting) -> Option<SourcedValue> {
    let (origin, place) = match it.origin {
        SettingSource::File(path) => (ValueOrigin::File, path),
        SettingSource::Project => (ValueOrigin::Project, String::new()),
        SettingSource::Environment(name) => (ValueOrigin::Environment, name),
        SettingSource::Personal => (ValueOrigin::Personal, String::new()),
        // No value of an editor comes from these.
        SettingSource::Default | SettingSource::Derived | SettingSource::Argument => return None,
    };
    let unreal_name = unreal_name(&it.name).to_owned();
    Some(SourcedValue { name: it.name, unreal_name, value: it.value, origin, place })
}

fn problem(it: SourceProblem) -> SettingProblem {
    let unreal_name = unreal_name(&it.name).to_owned();
    let [value, fix] = [const { String::new() }; 2];
    SettingProblem { name: it.name, unreal_name, value, message: it.message, fix }
}

/// The editor's name of a setting; empty if there is none.
fn unreal_name(name: &str) -> &'static str {
    let core = SETTINGS.iter().map(|info| (info.name, info.unreal_name));
    let all = core.chain(CONNECTION.iter().map(|info| (info.name, info.unreal_name)));
    all.into_iter().find(|(own, _)| *own == name).map_or("", |(_, unreal_name)| unreal_name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_found_is_told_by_the_names_of_the_page() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("s.toml");
        let shown = file.display().to_string();
        let environment = Environment::of([
            ("VIBEUE_CONFIG", shown.as_str()),
            ("VIBEUE_MODEL", "m"),
            ("VIBEUE_THRESHOLD", "8"),
        ]);
        let gather = || {
            let page = [("SummarizationTargetRatio", "0.4")];
            to_ffi(OutsideSettings::gather(&environment, page, &ProjectSettings::default()))
        };
        let value = |name: &str, unreal_name: &str, value: &str, origin, place: &str| {
            let [name, unreal_name, value, place] =
                [name, unreal_name, value, place].map(str::to_owned);
            SourcedValue { name, unreal_name, value, origin, place }
        };
        std::fs::write(&file, "mode = \"rules\"\n").unwrap();
        let found = gather();
        assert_eq!(
            found.values,
            [
                value("mode", "SummarizationMode", "rules", ValueOrigin::File, &shown),
                value("model", "Model", "m", ValueOrigin::Environment, "VIBEUE_MODEL"),
                value("target_ratio", "SummarizationTargetRatio", "0.4", ValueOrigin::Personal, ""),
            ]
        );
        let wrong = [("threshold".to_owned(), "SummarizationThreshold".to_owned())];
        let named: Vec<_> =
            found.problems.into_iter().map(|it| (it.name, it.unreal_name)).collect();
        assert_eq!(named, wrong);
        let of_file = (found.file, found.file_exists, found.file_problem);
        assert_eq!(of_file, (shown, true, status::ok()));
        std::fs::write(&file, "mode").unwrap();
        let torn = gather();
        assert!(torn.file_problem.message.contains("not TOML"), "{}", torn.file_problem.message);
        assert_eq!(torn.values.len(), 2);
    }
}
