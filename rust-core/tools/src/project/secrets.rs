//! Files that hold keys and passwords, by their names.

use std::path::Path;

/// Why such a file is not shown to a model.
pub(super) const SECRET: &str = "a file of that name usually holds secrets";

/// Whether a file's name is one under which keys and passwords are kept.
pub(super) fn holds_secrets(path: &Path) -> bool {
    const NAMES: [&str; 17] = [
        ".env",
        ".envrc",
        ".netrc",
        "_netrc",
        ".npmrc",
        ".pypirc",
        ".pgpass",
        ".git-credentials",
        "credentials",
        "credentials.json",
        "secrets.json",
        "secrets.toml",
        "secrets.yaml",
        "secrets.yml",
        "service-account.json",
        // Where the editor keeps what a person typed into this plugin's settings.
        "editorperprojectusersettings.ini",
        "sign-ins.json",
    ];
    const ENDS: [&str; 8] = ["pem", "key", "p12", "pfx", "jks", "keystore", "kdbx", "ppk"];
    let Some(name) = path.file_name().map(|name| name.to_string_lossy().to_ascii_lowercase())
    else {
        return false;
    };
    let ends = |end: &str| name.strip_suffix(end).is_some_and(|rest| rest.ends_with('.'));
    let is_template = ["example", "sample", "template"].iter().any(|end| ends(end));
    let is_identity = name.starts_with("id_") && !name.contains('.');
    let is_named = NAMES.contains(&name.as_str()) || (name.starts_with(".env.") && !is_template);
    is_identity || is_named || ENDS.iter().any(|end| ends(end))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_holds_secrets_is_known_by_its_name_in_any_case() {
        let holds = |path: &str| holds_secrets(Path::new(path));
        let kept = [
            ".env",
            "sub/.ENV.local",
            "Saved/Config/WindowsEditor/EditorPerProjectUserSettings.ini",
            "sign-ins.json",
            "server.KEY",
            "id_rsa",
        ];
        assert_eq!(kept.map(holds), [true; 6]);
        let shown = [".env.example", "Config/DefaultEngine.ini", "id_map.txt", "keys.txt", ""];
        assert_eq!(shown.map(holds), [false; 5]);
    }
}
