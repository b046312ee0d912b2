//! What a team shares of the settings, in a file of its project.

use std::path::Path;

use vibeue_core::sources::{
    self, PageField as CoreField, Shared, SharingRefusal, TeamValues as CoreValues,
};

use crate::fence::fenced;
use crate::ffi::ffi::{PageField, SharingEnd, SharingResult, Status, TeamValues};
use crate::status;

pub(crate) fn shared_setting_names() -> Vec<String> {
    fenced(|_| Vec::new(), || sources::shared_settings().into_iter().map(str::to_owned).collect())
}

pub(crate) fn read_team_values(project_file: &str, memory: &str, page: &[PageField]) -> TeamValues {
    let none = |_| TeamValues {
        values: Vec::new(),
        overridden: Vec::new(),
        changes: Vec::new(),
        memory: memory.to_owned(),
    };
    fenced(none, || {
        let CoreValues { values, overridden, changes, memory } =
            CoreValues::take(Path::new(project_file), memory, &to_core(page));
        TeamValues { values: to_ffi(values), overridden, changes: to_ffi(changes), memory }
    })
}

pub(crate) fn remember_team_values(memory: &str, page: &[PageField]) -> String {
    fenced(|_| memory.to_owned(), || CoreValues::remember(memory, &to_core(page)))
}

pub(crate) fn share_settings(project_file: &str, page: &[PageField]) -> SharingResult {
    let failed = |status| result(SharingEnd::Failed, Shared::default(), status);
    fenced(failed, || match sources::share(Path::new(project_file), &to_core(page)) {
        Ok(shared) if shared == Shared::default() => {
            result(SharingEnd::Unchanged, shared, status::ok())
        }
        Ok(shared) => result(SharingEnd::Written, shared, status::ok()),
        Err(SharingRefusal::ReadOnly) => {
            result(SharingEnd::ReadOnly, Shared::default(), status::ok())
        }
        Err(SharingRefusal::Failed(error)) => failed(status::of(&error)),
    })
}

fn result(end: SharingEnd, shared: Shared, status: Status) -> SharingResult {
    let Shared { written, removed } = shared;
    SharingResult { end, written, removed, status }
}

fn to_core(page: &[PageField]) -> Vec<CoreField> {
    let field = |PageField { unreal_name, texts, is_list }: &PageField| CoreField {
        unreal_name: unreal_name.clone(),
        texts: texts.clone(),
        is_list: *is_list,
    };
    page.iter().map(field).collect()
}

fn to_ffi(page: Vec<CoreField>) -> Vec<PageField> {
    let field =
        |CoreField { unreal_name, texts, is_list }| PageField { unreal_name, texts, is_list };
    page.into_iter().map(field).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ffi::ffi::StatusCode;

    fn threshold(value: &str) -> PageField {
        let unreal_name = "SummarizationThreshold".to_owned();
        PageField { unreal_name, texts: vec![value.to_owned()], is_list: false }
    }

    #[test]
    fn what_is_shared_reaches_another_page_and_each_end_is_told() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("team.ini");
        let place = file.display().to_string();
        let name = "SummarizationThreshold".to_owned();
        assert!(shared_setting_names().contains(&name));
        let end = |value: &str| share_settings(&place, &[threshold(value)]);
        let written = result(
            SharingEnd::Written,
            Shared { written: vec![name.clone()], removed: Vec::new() },
            status::ok(),
        );
        assert_eq!(end("0.7"), written);
        assert_eq!(end("0.7"), result(SharingEnd::Unchanged, Shared::default(), status::ok()));
        let TeamValues { values, overridden, changes, memory } =
            read_team_values(&place, "", &[threshold("0.8")]);
        let team = vec![threshold("0.7")];
        assert_eq!((values, overridden, changes), (team.clone(), vec![name.clone()], team));
        assert_eq!(remember_team_values(&memory, &[threshold("0.75")]), memory);
        let removed = Shared { written: Vec::new(), removed: vec![name] };
        assert_eq!(end("0.8"), result(SharingEnd::Written, removed, status::ok()));
        std::fs::write(&file, b"\xff").unwrap();
        let failed = end("0.7");
        assert_eq!((failed.end, failed.status.code), (SharingEnd::Failed, StatusCode::Input));
    }
}
