//! Files that hold keys and passwords, by their names.

use std::path::Path;

/// Why such a file is not shown to a model.
pub(super) const SECRET: &str = "a file of that name usually holds secrets";

/// Where the editor keeps what a person typed into this plugin's settings; a
/// project's `Config` folder has it with `Default` or `User` before its name.
const EDITOR_SETTINGS: &str = "editorperprojectusersettings.ini";

/// Whether a file's name is one under which keys and passwords are kept.
pub(super) fn holds_secrets(path: &Path) -> bool {
    const NAMES: [&str; 16] = [
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
        "sign-ins.json",
    ];
    const ENDS: [&str; 8] = ["pem", "key", "p12", "pfx", "jks", "keystore", "kdbx", "ppk"];
    let Some(name) = path.file_name().map(|name| name.to_string_lossy().to_ascii_lowercase())
    else {
        return false;
    };
    let name = without_backup_endings(&name);
    let ends = |end: &str| name.strip_suffix(end).is_some_and(|rest| rest.ends_with('.'));
    let is_template = ["example", "sample", "template"].iter().any(|end| ends(end));
    let is_identity = name.starts_with("id_") && !name.contains('.');
    let is_named = NAMES.contains(&name)
        || name.ends_with(EDITOR_SETTINGS)
        || (name.starts_with(".env.") && !is_template);
    is_identity || is_named || ENDS.iter().any(|end| ends(end))
}

/// A name in small letters without what copies have at their end: a copy holds
/// what the file itself does.
fn without_backup_endings(name: &str) -> &str {
    const ENDS: [&str; 9] =
        [".bak", ".backup", ".old", ".orig", ".tmp", ".copy", ".save", ".swp", "~"];
    let numbered = |name: &str| {
        let rest = name.trim_end_matches(|char: char| char.is_ascii_digit());
        rest.strip_suffix('.').filter(|_| rest.len() < name.len()).map(str::len)
    };
    let mut name = name;
    while let Some(len) =
        ENDS.iter().find_map(|end| name.strip_suffix(end).map(str::len)).or_else(|| numbered(name))
    {
        name = &name[..len];
    }
    name
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
            "Config/DefaultEditorPerProjectUserSettings.ini",
            "Config/UserEditorPerProjectUserSettings.INI",
            "sign-ins.json",
            "server.KEY",
            "id_rsa",
        ];
        assert_eq!(kept.map(holds), [true; 8]);
        let shown = [".env.example", "Config/DefaultEngine.ini", "id_map.txt", "keys.txt", ""];
        assert_eq!(shown.map(holds), [false; 5]);
    }

    #[test]
    fn a_copy_of_a_file_that_holds_secrets_is_known_as_one() {
        let holds = |path: &str| holds_secrets(Path::new(path));
        let kept = [
            "id_rsa.bak",
            "server.key.old",
            "credentials.json.BAK",
            ".env~",
            "sub/.ENV.local.bak~",
            ".netrc.orig",
            "secrets.yaml.tmp",
            "server.pem.copy",
            "sign-ins.json.1",
            "credentials.json.old.12",
            "Config/UserEditorPerProjectUserSettings.ini.bak",
        ];
        assert_eq!(kept.map(holds), [true; 11]);
        let shown = [".env.example.bak", "a.txt.bak", "DefaultEngine.ini.old", ".bak", "~", "id.1"];
        assert_eq!(shown.map(holds), [false; 6]);
    }
}
