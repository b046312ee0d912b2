//! What the module's build rules link, against what the library asks for.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use super::platform::Platform;

/// The build rules that link the library.
const FILE: &str = "Source/ThirdParty/VibeUECore/VibeUECore.Build.cs";

/// What the engine links into every module on its own: naming it is not needed.
const LINUX: [&str; 8] =
    ["-lgcc_s", "-lutil", "-lrt", "-lpthread", "-lm", "-ldl", "-lc", "-lgcc_eh"];
const WINDOWS: [&str; 2] = ["kernel32.lib", "legacy_stdio_definitions.lib"];
const MAC: [&str; 5] = ["-lSystem", "-lobjc", "-liconv", "-lc", "-lm"];

/// The system libraries that the build rules name.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Rules {
    /// Windows' import libraries, in lower case.
    windows: BTreeSet<String>,
    /// The Mac's frameworks.
    frameworks: BTreeSet<String>,
}

/// Reads the build rules of the repository.
///
/// # Errors
/// If they cannot be read.
pub(super) fn read(root: &Path) -> Result<Rules, String> {
    let path = root.join(FILE);
    let text = fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(Rules {
        windows: named(&text, "PublicSystemLibraries").map(str::to_lowercase).collect(),
        frameworks: named(&text, "PublicFrameworks").map(str::to_owned).collect(),
    })
}

/// The texts that are added to a list of the build rules.
fn named<'t>(text: &'t str, list: &'t str) -> impl Iterator<Item = &'t str> {
    text.split(list).skip(1).flat_map(|statement| {
        let statement = statement.split(';').next().unwrap_or_default();
        statement.split('"').skip(1).step_by(2)
    })
}

/// Compares what the compiler said has to be linked, `native-static-libs`, with
/// the build rules.
///
/// # Errors
/// If the two differ; names what is missing and what is too much.
pub(super) fn compare(platform: Platform, linked: &str, rules: &Rules) -> Result<(), String> {
    let words: Vec<&str> = linked.split_whitespace().collect();
    let none = BTreeSet::new();
    let (asked, there) = match platform {
        Platform::Linux => (others(&words, &LINUX), &none),
        Platform::Mac => (frameworks(&words), &rules.frameworks),
        Platform::Win64 => (libraries(&words), &rules.windows),
    };
    let missing: Vec<&String> = asked.difference(there).collect();
    let extra: Vec<&String> = there.difference(&asked).collect();
    if missing.is_empty() && extra.is_empty() {
        return Ok(());
    }
    Err(format!(
        "{FILE} and the library differ for {}: the library asks for {missing:?}, which the build \
         rules do not link; the build rules link {extra:?}, which the library does not ask for",
        platform.folder()
    ))
}

fn others(words: &[&str], known: &[&str]) -> BTreeSet<String> {
    words.iter().filter(|word| !known.contains(*word)).map(|word| (*word).to_owned()).collect()
}

/// The frameworks, and everything else that is not linked by default.
fn frameworks(words: &[&str]) -> BTreeSet<String> {
    others(words, &MAC).into_iter().filter(|word| word != "-framework").collect()
}

/// Import libraries in lower case; options of the linker are not libraries.
fn libraries(words: &[&str]) -> BTreeSet<String> {
    let lower: Vec<String> = words.iter().map(|word| word.to_lowercase()).collect();
    let lower: Vec<&str> =
        lower.iter().map(String::as_str).filter(|word| !word.starts_with('/')).collect();
    others(&lower, &WINDOWS)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rules() -> Rules {
        let set = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
        Rules {
            windows: set(&["bcrypt.lib", "ws2_32.lib"]),
            frameworks: set(&["CoreFoundation", "Security"]),
        }
    }

    #[test]
    fn the_same_libraries_in_any_order_and_case_are_equal() {
        let windows = "kernel32.lib WS2_32.lib bcrypt.lib ws2_32.lib /defaultlib:msvcrt";
        assert_eq!(compare(Platform::Win64, windows, &rules()), Ok(()));
        let mac = "-framework Security -framework CoreFoundation -liconv -lSystem -lc -lm";
        assert_eq!(compare(Platform::Mac, mac, &rules()), Ok(()));
        let linux = "-lgcc_s -lutil -lrt -lpthread -lm -ldl -lc";
        assert_eq!(compare(Platform::Linux, linux, &rules()), Ok(()));
    }

    #[test]
    fn a_library_too_much_and_one_too_few_are_both_named() {
        let said = compare(Platform::Win64, "ws2_32.lib ntdll.lib", &rules()).unwrap_err();
        assert!(said.contains("asks for [\"ntdll.lib\"]"), "{said}");
        assert!(said.contains("link [\"bcrypt.lib\"]"), "{said}");
        let said = compare(Platform::Linux, "-lc -lssl", &rules()).unwrap_err();
        assert!(said.contains("asks for [\"-lssl\"]"), "{said}");
    }

    #[test]
    fn the_repositorys_own_build_rules_name_libraries_for_both() {
        let rules = read(&crate::bridge::root()).unwrap();
        assert!(rules.windows.contains("ws2_32.lib"), "{rules:?}");
        assert!(rules.windows.iter().all(|name| name.ends_with(".lib")), "{rules:?}");
        assert!(rules.frameworks.contains("Security"), "{rules:?}");
    }
}
