//! What goes into the package that is sold.

use crate::header_tool::{Report, Rule, Sample};
use crate::lint::plugin::Plugin;

const FILTER_PLUGIN: Rule = Rule {
    id: "filter-plugin",
    reason: "Config/FilterPlugin.ini names the extra files of the package: a line that fits no file leaves one out \
             without a word",
    source: "CesiumGS/cesium-unreal and PCGEx Config/FilterPlugin.ini",
    samples: &[
        Sample::whole(&[(
            "Config/FilterPlugin.ini",
            "; Extra files.\n[FilterPlugin]\n/README.md\n/LICENSE\n/Source/.../*.h\n/README.??\n-/Nothing/...\n",
        )]),
        Sample::whole(&[(
            "Config/FilterPlugin.ini",
            "[FilterPlugin]\n/README.md\n/LICENCE ⟵\nREADME.md ⟵\n/Docs/... ⟵\n",
        )]),
        Sample::whole(&[("Config/FilterPlugin.ini", "/README.md ⟵\n")]),
    ],
};

const PATH_LENGTH: Rule = Rule {
    id: "path-length",
    reason: "Fab refuses paths of more than 170 characters, because a project's folder comes before them",
    source: "mythiclemon's checklist of Fab's technical rules",
    samples: &[
        Sample::whole(&[("Config/FilterPlugin.ini", "[FilterPlugin]\n/README.md\n/LICENSE\n")]),
        Sample::whole(&[(
            "Source/ThirdParty/SampleCore/include/sample/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\
             aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.h",
            "#pragma once ⟵\n",
        )]),
    ],
};

const STRAY_FILE: Rule = Rule {
    id: "stray-file",
    reason: "Fab refuses packages that carry build products, caches or programs",
    source: "mythiclemon's checklist of Fab's technical rules; VibeUE's FAB-Checklist.md",
    samples: &[
        Sample::whole(&[(
            "Config/SampleChat.ini",
            "[/Script/SampleChat.SampleChatSettings]\nbAutoSummarize=True\n",
        )]),
        Sample::whole(&[("Intermediate/Build/Log.txt", "Built. ⟵\n")]),
        Sample::whole(&[("Source/SampleChat/Private/Tool.exe", "MZ ⟵\n")]),
    ],
};

pub(super) const RULES: &[Rule] = &[FILTER_PLUGIN, PATH_LENGTH, STRAY_FILE];

/// The maximum number of characters that Fab allows in a path below the plugin's own folder.
const MAX_PATH: usize = 170;

const BUILD_FOLDERS: &[&str] = &["Binaries", "Build", "DerivedDataCache", "Intermediate", "Saved"];

const PRODUCT_ENDINGS: &[&str] = &[
    "dll", "dylib", "exe", "exp", "ilk", "lib", "log", "o", "obj", "pch", "pdb", "so", "tmp",
    "zip", "a",
];

pub(super) fn check(plugin: &Plugin<'_>, report: &mut Report) {
    filter(plugin, report);
    for path in plugin.files.paths() {
        let packaged = format!("{}/{path}", plugin.name);
        let length = packaged.chars().count();
        if length > MAX_PATH {
            report.add(
                &PATH_LENGTH,
                path,
                1,
                format!("The path '{packaged}' has {length} characters, more than {MAX_PATH}."),
                "Shorten a name.",
            );
        }
        let top = path.split('/').next().unwrap_or("");
        let ending = path.rsplit_once('.').map_or("", |(_, ending)| ending).to_ascii_lowercase();
        let is_library =
            path.starts_with("Source/ThirdParty/") && matches!(ending.as_str(), "lib" | "a");
        let in_build_folder = path.contains('/') && BUILD_FOLDERS.contains(&top);
        if in_build_folder || (PRODUCT_ENDINGS.contains(&ending.as_str()) && !is_library) {
            report.add(
                &STRAY_FILE,
                path,
                1,
                "The plugin contains a build product.",
                "Remove it; libraries to link belong in Source/ThirdParty/<Module>/lib.",
            );
        }
    }
}

fn filter(plugin: &Plugin<'_>, report: &mut Report) {
    let path = "Config/FilterPlugin.ini";
    let Some(text) = plugin.files.text(path) else { return };
    let mut in_section = false;
    for (index, line) in text.lines().enumerate() {
        let number = u32::try_from(index + 1).unwrap_or(u32::MAX);
        let line = line.trim();
        if line.is_empty() || line.starts_with(';') {
            continue;
        }
        if line.starts_with('[') {
            in_section = line == "[FilterPlugin]";
            continue;
        }
        let mut add = |message: String, advice: &str| {
            report.add(&FILTER_PLUGIN, path, number, message, advice);
        };
        if !in_section {
            add(
                "The line is in no [FilterPlugin] section.".to_owned(),
                "Put the section's name above it.",
            );
            continue;
        }
        // What is excluded need not be there.
        if line.starts_with('-') {
            continue;
        }
        let Some(pattern) = line.strip_prefix('/') else {
            add(
                format!("'{line}' does not begin with '/'."),
                "Write the path from the plugin's folder.",
            );
            continue;
        };
        let parts: Vec<&str> = pattern.split('/').collect();
        let found = plugin.files.paths().any(|file| {
            let names: Vec<&str> = file.split('/').collect();
            fits_path(&parts, &names)
        });
        if !found {
            add(format!("No file fits '{line}'."), "Correct the path, or remove the line.");
        }
    }
}

/// Whether a path fits a pattern in which `...` stands for any folders.
fn fits_path(pattern: &[&str], names: &[&str]) -> bool {
    // Lines of a pattern are short; `reach` holds which prefixes of the names
    // the pattern so far can fit.
    let mut reach = vec![false; names.len() + 1];
    reach[0] = true;
    for part in pattern {
        let mut next = vec![false; names.len() + 1];
        for (at, reached) in reach.iter().enumerate() {
            if !reached {
                continue;
            }
            if *part == "..." {
                next[at..].fill(true);
                break;
            }
            if at < names.len() && fits_name(part.as_bytes(), names[at].as_bytes()) {
                next[at + 1] = true;
            }
        }
        reach = next;
    }
    reach[names.len()]
}

/// Whether a name fits a pattern with `*` and `?`; the last star that was met
/// takes as much as it must.
fn fits_name(pattern: &[u8], name: &[u8]) -> bool {
    let (mut at, mut seen) = (0, 0);
    let mut star: Option<(usize, usize)> = None;
    while seen < name.len() {
        match pattern.get(at) {
            Some(b'*') => {
                star = Some((at, seen));
                at += 1;
            }
            Some(letter) if *letter == b'?' || letter.eq_ignore_ascii_case(&name[seen]) => {
                at += 1;
                seen += 1;
            }
            _ => match star {
                Some((place, taken)) => {
                    at = place + 1;
                    seen = taken + 1;
                    star = Some((place, taken + 1));
                }
                None => return false,
            },
        }
    }
    pattern[at..].iter().all(|letter| *letter == b'*')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_fit_folders_and_names() {
        let fits = |pattern: &str, path: &str| {
            fits_path(&pattern.split('/').collect::<Vec<_>>(), &path.split('/').collect::<Vec<_>>())
        };
        assert!(fits("README.md", "README.md") && fits("Config/...", "Config/a/b.ini"));
        assert!(fits("Source/.../*.h", "Source/A/B/C.h") && fits("Source/.../*.h", "Source/C.h"));
        assert!(fits("*/L?C*", "a/LICENSE") && fits("...", "a/b"));
        assert!(!fits("README.md", "a/README.md") && !fits("Docs/...", "README.md"));
        assert!(!fits("Source/*.h", "Source/A/C.h") && !fits("a*b", "ac"));
    }
}
