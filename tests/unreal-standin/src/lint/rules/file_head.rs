//! The first lines of a file.

use crate::header_tool::{Report, Rule, Sample};
use crate::lint::plugin::Plugin;

/// The first line of every file of the plugin.
pub(crate) const COPYRIGHT_LINE: &str =
    "// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.";

const COPYRIGHT: Rule = Rule {
    id: "copyright",
    reason: "Fab refuses code whose files do not begin with the publisher's copyright notice",
    source: "mythiclemon's checklist of Fab's technical rules; Epic, \"Epic C++ Coding Standard\"",
    samples: &[
        Sample::whole(&[(
            "Source/SampleChat/Private/Thing.cpp",
            "// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.\n\n#include \"CoreMinimal.h\"\n",
        )]),
        Sample::whole(&[("Source/SampleChat/Private/Thing.cpp", "#include \"CoreMinimal.h\" ⟵\n")]),
        Sample::whole(&[(
            "Source/SampleChat/Private/Thing.cpp",
            "// Copyright Epic Games, Inc. All Rights Reserved. ⟵\n\n#include \"CoreMinimal.h\"\n",
        )]),
    ],
};

const PRAGMA_ONCE: Rule = Rule {
    id: "pragma-once",
    reason: "a header without `#pragma once` is compiled twice in a unity build, and its generated header says so by an \
             error",
    source: "Epic, \"Epic C++ Coding Standard\": all headers protect against multiple includes with #pragma once",
    samples: &[
        Sample::part(&[("Source/SampleChat/Public/Thing.h", "struct FThing\n{\n};\n")]),
        Sample::whole(&[(
            "Source/SampleChat/Public/Thing.h",
            "// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.\n\n#include \"CoreMinimal.h\" ⟵\n\nstruct \
             FThing\n{\n};\n",
        )]),
        Sample::whole(&[(
            "Source/SampleChat/Public/Thing.h",
            "// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.\n\n#pragma once\n\n#include \
             \"CoreMinimal.h\"\n\n#pragma once ⟵\n",
        )]),
    ],
};

const OWN_HEADER_FIRST: Rule = Rule {
    id: "own-header-first",
    reason: "a source that includes its own header first proves that the header compiles on its own, whatever the unity \
             build puts before it",
    source: "Epic, \"Include What You Use\" page; kevinpbuckley/VibeUE#7 (missing includes in 5.5 and 5.6)",
    samples: &[
        Sample::part(&[
            ("Source/SampleChat/Public/Thing.h", "struct FThing\n{\n};\n"),
            (
                "Source/SampleChat/Private/Thing.cpp",
                "#include \"SampleChatSession.h\"\n\nFThing GThing;\n",
            ),
        ]),
        Sample::whole(&[
            (
                "Source/SampleChat/Public/Thing.h",
                "// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.\n\n#pragma once\n",
            ),
            (
                "Source/SampleChat/Private/Thing.cpp",
                "// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.\n\n#include \"CoreMinimal.h\" \
                 ⟵\n#include \"Thing.h\"\n",
            ),
        ]),
    ],
};

const UNREADABLE: Rule = Rule {
    id: "unreadable",
    reason: "compilers of the three platforms agree on UTF-8 alone",
    source: "Epic, \"Character Encoding in Unreal Engine\" page",
    samples: &[],
};

pub(super) const RULES: &[Rule] = &[COPYRIGHT, PRAGMA_ONCE, OWN_HEADER_FIRST, UNREADABLE];

pub(super) fn check(plugin: &Plugin<'_>, report: &mut Report) {
    for (path, why) in plugin.files.unreadable() {
        report.add(
            &UNREADABLE,
            path,
            1,
            format!("The file cannot be read: {why}."),
            "Save it as UTF-8 without a byte order mark.",
        );
    }
    let own = plugin.files.texts().filter(|(path, _)| {
        let is_third_party = path.starts_with("Source/ThirdParty/") && !path.ends_with(".Build.cs");
        let is_code = [".h", ".cpp", ".cs", ".inl"].iter().any(|ending| path.ends_with(ending));
        path.starts_with("Source/") && is_code && !is_third_party
    });
    for (path, text) in own {
        let first = text.lines().next().unwrap_or("").trim_start_matches('\u{feff}').trim_end();
        if first != COPYRIGHT_LINE {
            report.add(
                &COPYRIGHT,
                path,
                1,
                "The first line is not the copyright line.",
                format!("Begin the file with '{COPYRIGHT_LINE}'."),
            );
        }
    }
    for file in &plugin.sources {
        if file.is_header() {
            pragma_once(file, report);
        } else {
            own_header_first(plugin, file, report);
        }
    }
}

fn pragma_once(file: &crate::header_tool::ParsedFile<'_>, report: &mut Report) {
    let path = file.source.path;
    let once: Vec<u32> = file
        .source
        .directives
        .iter()
        .filter(|directive| directive.name == "pragma" && directive.argument == "once")
        .map(|directive| directive.line)
        .collect();
    match once.as_slice() {
        [] => {
            let line = file.source.directives.first().map_or(1, |directive| directive.line);
            let code = file.source.code.first().map_or(line, |token| token.line.min(line));
            report.add(
                &PRAGMA_ONCE,
                path,
                code,
                "The header has no '#pragma once'.",
                "Put it behind the copyright line.",
            );
        }
        [_, again, ..] => {
            report.add(&PRAGMA_ONCE, path, *again, "'#pragma once' is here again.", "Remove it.");
        }
        [_] => {}
    }
}

fn own_header_first(
    plugin: &Plugin<'_>,
    file: &crate::header_tool::ParsedFile<'_>,
    report: &mut Report,
) {
    let own = format!("{}.h", file.stem());
    let has_own = plugin.sources_of(&file.module).any(|other| {
        other.is_header() && other.source.path.rsplit('/').next() == Some(own.as_str())
    });
    let Some((first, _, directive)) = file.source.includes().next() else { return };
    if has_own
        && first.rsplit('/').next() != Some(own.as_str())
        && !file.source.path.ends_with(".spec.cpp")
    {
        report.add(
            &OWN_HEADER_FIRST,
            file.source.path,
            directive.line,
            format!("'{first}' is included before '{own}'."),
            format!("Include '{own}' first."),
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lint::{PluginFiles, lint};

    #[test]
    fn a_file_that_is_no_utf_8_is_reported() {
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::create_dir_all(folder.path().join("Source/A")).expect("created");
        std::fs::write(folder.path().join("Source/A/A.cpp"), b"// \xe4\n").expect("written");
        let files = PluginFiles::load(folder.path()).expect("read");
        let found: Vec<String> = lint(&files)
            .into_iter()
            .filter(|one| one.rule == UNREADABLE.id)
            .map(|one| one.to_string())
            .collect();
        assert_eq!(
            found,
            [
                "Source/A/A.cpp(1): Error: The file cannot be read: line 1 is not UTF-8. Save it as UTF-8 without a byte \
              order mark. [unreadable]"
            ]
        );
    }
}
