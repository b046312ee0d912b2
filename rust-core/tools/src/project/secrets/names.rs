//! Files that hold keys and passwords, by name.

use std::path::Path;

/// Why such a file is not shown to a model.
pub(in crate::project) const SECRET: &str = "a file of that name usually holds secrets";

/// Where the editor keeps what the user typed into this plugin's settings; in a project's `Config`
/// folder its name is prefixed by `Default` or `User`.
const EDITOR_SETTINGS: &str = "editorperprojectusersettings.ini";

/// Names under which keys and passwords are kept.
const NAMES: [&str; 36] = [
    ".env",
    ".envrc",
    ".netrc",
    "_netrc",
    ".npmrc",
    ".pypirc",
    ".pgpass",
    ".my.cnf",
    ".mylogin.cnf",
    ".s3cfg",
    ".boto",
    ".htpasswd",
    ".dockercfg",
    ".dockerconfigjson",
    ".vault-token",
    ".p4tickets",
    "p4tickets.txt",
    ".git-credentials",
    ".credentials",
    ".credentials.json",
    "credentials",
    "credentials.json",
    "credentials.toml",
    "credentials.xml",
    "credentials.yaml",
    "credentials.yml",
    "auth.json",
    "oauth_creds.json",
    "application_default_credentials.json",
    "secrets.json",
    "secrets.toml",
    "secrets.yaml",
    "secrets.yml",
    "service-account.json",
    "sign-ins.json",
    "terraform.tfstate",
];

/// Endings of files that hold keys.
const ENDS: [&str; 12] =
    ["pem", "key", "p8", "p12", "pfx", "pvk", "jks", "keystore", "keytab", "kdb", "kdbx", "ppk"];

/// Ends of the names that `ssh-keygen` gives to keys.
const IDENTITIES: [&str; 5] = ["_rsa", "_dsa", "_ecdsa", "_ed25519", "_sk"];

/// Files that hold credentials because of their parent folder; without a name, all files in it.
const IN_FOLDERS: [(&str, &str); 4] =
    [(".ssh", ""), (".gnupg", ""), (".docker", "config.json"), (".kube", "config")];

/// Whether a file's name is one under which keys and passwords are kept.
pub(super) fn holds_secrets(path: &Path) -> bool {
    let lower = |name: &std::ffi::OsStr| name.to_string_lossy().to_ascii_lowercase();
    let Some(name) = path.file_name().map(lower) else {
        return false;
    };
    let name = without_backup_endings(&name);
    let above = path.parent().and_then(Path::file_name).map(lower).unwrap_or_default();
    let ends = |end: &str| name.strip_suffix(end).is_some_and(|rest| rest.ends_with('.'));
    let is_template = ["example", "sample", "template"].iter().any(|end| ends(end));
    let is_identity = !name.contains('.')
        && (name.starts_with("id_") || IDENTITIES.iter().any(|end| name.ends_with(end)));
    let is_named = NAMES.contains(&name)
        || name.ends_with(EDITOR_SETTINGS)
        || (name.starts_with(".env.") && !is_template)
        || (name.starts_with("client_secret") && ends("json"));
    let is_placed = IN_FOLDERS
        .iter()
        .any(|(folder, known)| above == *folder && (known.is_empty() || name == *known));
    is_identity || is_named || is_placed || ENDS.iter().any(|end| ends(end))
}

/// A name in lower case without the suffixes of copies: a copy has the same content as the file
/// itself.
pub(super) fn without_backup_endings(name: &str) -> &str {
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
            "deploy_ed25519",
            ".netrc",
            ".npmrc",
            ".pypirc",
            ".git-credentials",
            ".codex/auth.json",
            ".gemini/oauth_creds.json",
            ".claude/.credentials.json",
            "client_secret_12.json",
            ".ssh/config",
            ".docker/config.json",
            "p4tickets.txt",
        ];
        assert_eq!(kept.map(holds), [true; 20]);
        let shown = [
            ".env.example",
            "Config/DefaultEngine.ini",
            "id_map.txt",
            "keys.txt",
            "id_rsa.pub",
            "Config/config.json",
            ".mcp.json",
            "",
        ];
        assert_eq!(shown.map(holds), [false; 8]);
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
