//! What the constructor of a module's rules filled.

use std::collections::BTreeMap;
use std::path::Path;

/// The lists that a module's rules filled, by name, in order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Filled {
    lists: BTreeMap<String, Vec<String>>,
}

impl Filled {
    /// Reads what `Main.cs` prints: name, tab, entry.
    #[must_use]
    pub fn read(text: &str) -> Self {
        let mut filled = Self::default();
        for line in text.lines() {
            if let Some((name, entry)) = line.trim_end_matches('\r').split_once('\t') {
                filled.lists.entry(name.to_owned()).or_default().push(entry.to_owned());
            }
        }
        filled
    }

    /// The entries of a list.
    #[must_use]
    pub fn list(&self, name: &str) -> &[String] {
        self.lists.get(name).map_or(&[], Vec::as_slice)
    }

    /// Whether the module has no sources of its own.
    #[must_use]
    pub fn is_external(&self) -> bool {
        self.list("Type").iter().any(|kind| kind == "External")
    }
}

/// What is wrong with the lists that a module in `folder` filled for
/// `platform`, one sentence each.
#[must_use]
pub fn verify(filled: &Filled, platform: &str, folder: &Path) -> Vec<String> {
    let mut problems = Vec::new();
    let is_windows = platform == "Win64";
    for library in filled.list("PublicAdditionalLibraries") {
        let path = Path::new(library);
        if !path.starts_with(folder) {
            problems.push(format!("The library '{library}' is outside the module's folder."));
        }
        if !path.is_file() {
            problems.push(format!(
                "The library '{library}' is not there, and the rules do not say so."
            ));
        }
        if !path.components().any(|part| part.as_os_str() == platform) {
            problems
                .push(format!("The library '{library}' is not in a folder named '{platform}'."));
        }
        let ending = if is_windows { "lib" } else { "a" };
        if path.extension().is_none_or(|found| found != ending) {
            problems.push(format!("The library '{library}' does not end with '.{ending}'."));
        }
        if !filled.list("ExternalDependencies").contains(library) {
            problems.push(format!(
                "The library '{library}' is not in ExternalDependencies: a new one would not be linked."
            ));
        }
    }
    for list in ["PublicIncludePaths", "PrivateIncludePaths", "PublicSystemIncludePaths"] {
        for path in filled.list(list).iter().filter(|path| !Path::new(path).is_dir()) {
            problems.push(format!("The folder '{path}' of {list} is not there."));
        }
    }
    for library in filled.list("PublicSystemLibraries") {
        if library.ends_with(".lib") != is_windows {
            problems.push(format!("The system library '{library}' does not fit {platform}."));
        }
    }
    if platform != "Mac" && !filled.list("PublicFrameworks").is_empty() {
        problems.push(format!("{platform} knows no frameworks."));
    }
    for list in ["PublicDependencyModuleNames", "PrivateDependencyModuleNames"] {
        let names = filled.list(list);
        for (index, name) in names.iter().enumerate() {
            if names[..index].contains(name) {
                problems.push(format!("'{name}' is twice in {list}."));
            }
        }
    }
    problems
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_read_and_held_against_the_platform() {
        let text = "Type\tExternal\nPublicAdditionalLibraries\t/m/lib/Mac/libx.a\nPublicSystemLibraries\tntdll.lib\n\
                    PublicFrameworks\tSecurity\nPublicIncludePaths\t/nowhere/at/all\n";
        let filled = Filled::read(text);
        assert!(filled.is_external());
        assert_eq!(
            verify(&filled, "Linux", Path::new("/module")),
            [
                "The library '/m/lib/Mac/libx.a' is outside the module's folder.",
                "The library '/m/lib/Mac/libx.a' is not there, and the rules do not say so.",
                "The library '/m/lib/Mac/libx.a' is not in a folder named 'Linux'.",
                "The library '/m/lib/Mac/libx.a' is not in ExternalDependencies: a new one would not be linked.",
                "The folder '/nowhere/at/all' of PublicIncludePaths is not there.",
                "The system library 'ntdll.lib' does not fit Linux.",
                "Linux knows no frameworks.",
            ]
        );
        assert_eq!(
            verify(&Filled::read("Type\tCPlusPlus\n"), "Win64", Path::new("/m")),
            Vec::<String>::new()
        );
    }
}
