//! The include of the generated header.

use super::Headers;
use crate::header_tool::diagnostic::{Report, Rule, Sample};

const GENERATED_INCLUDE: Rule = Rule {
    id: "generated-include",
    reason: "the generated header defines what `GENERATED_BODY()` expands to by line, so a header with reflected \
             types includes its own one, once, behind all others",
    source: "Epic, \"Unreal Engine UObject Basics\" and \"Header Tool\" pages; CesiumGS/cesium-unreal \
             Public/CesiumRuntimeSettings.h",
    samples: &[
        Sample::part(&[(
            "Source/SampleChat/Public/Thing.h",
            "struct FThing\n{\n\tint32 Count = 0;\n};\n",
        )]),
        Sample::whole(&[(
            "Source/SampleChat/Public/Thing.h",
            "// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.\n\n#pragma once\n\n#include \
             \"CoreMinimal.h\"\n#include \"Thing.generated.h\" ⟵\n#include \"UObject/Object.h\"\n\nUCLASS()\nclass \
             SAMPLECHAT_API UThing : public UObject\n{\n\tGENERATED_BODY()\n};\n",
        )]),
        Sample::whole(&[(
            "Source/SampleChat/Public/Thing.h",
            "// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.\n\n#pragma once\n\n#include \
             \"CoreMinimal.h\"\n#include \"UObject/Object.h\"\n\nUCLASS() ⟵\nclass SAMPLECHAT_API UThing : public \
             UObject\n{\n\tGENERATED_BODY()\n};\n",
        )]),
        Sample::whole(&[(
            "Source/SampleChat/Public/Thing.h",
            "// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.\n\n#pragma once\n\n#include \
             \"CoreMinimal.h\"\n#include \"UObject/Object.h\"\n#include \"Things.generated.h\" ⟵\n\nUCLASS()\nclass \
             SAMPLECHAT_API UThing : public UObject\n{\n\tGENERATED_BODY()\n};\n",
        )]),
        Sample::whole(&[(
            "Source/SampleChat/Public/Thing.h",
            "// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.\n\n#pragma once\n\n#include \
             \"CoreMinimal.h\"\n#include \"Thing.generated.h\" ⟵\n\nstruct FThing\n{\n\tint32 Count = 0;\n};\n",
        )]),
    ],
};

pub(super) const RULES: &[Rule] = &[GENERATED_INCLUDE];

pub(super) fn check(headers: &Headers<'_, '_>, report: &mut Report) {
    for file in headers.headers() {
        let path = file.source.path;
        let own = format!("{}.generated.h", file.stem());
        let mut add = |line, message: String, advice: String| {
            report.add(&GENERATED_INCLUDE, path, line, message, advice);
        };
        let includes: Vec<_> = file.source.includes().collect();
        let generated: Vec<_> =
            includes.iter().filter(|(include, ..)| include.ends_with(".generated.h")).collect();
        let delegates = file.delegates().into_iter().filter(|found| found.is_dynamic());
        let first_delegate = delegates.map(|found| found.place.line).min();
        let first_marker = file.first_marker().into_iter().chain(first_delegate).min();
        match (first_marker, generated.as_slice()) {
            (None, []) => {}
            (None, [(_, _, directive), ..]) => add(
                directive.line,
                format!("'{own}' is included, but the header declares no reflected type."),
                "Remove the include: the header tool writes no such file.".to_owned(),
            ),
            (Some(line), []) => add(
                line,
                format!("The header declares reflected types but does not include '{own}'."),
                format!("Add '#include \"{own}\"' behind all other includes."),
            ),
            (Some(_), [(include, _, directive), more @ ..]) => {
                if *include != own {
                    add(
                        directive.line,
                        format!("'{include}' is not this header's own generated header."),
                        format!("Include '{own}'."),
                    );
                }
                for (_, _, again) in more {
                    add(
                        again.line,
                        "A second generated header is included.".to_owned(),
                        "A header includes its own one only, once.".to_owned(),
                    );
                }
                let later = includes.iter().find(|(other, _, found)| {
                    found.line > directive.line && !other.ends_with(".generated.h")
                });
                if let Some((other, ..)) = later {
                    add(
                        directive.line,
                        format!("'{own}' is not the last include: '{other}' follows."),
                        "Move it behind all other includes.".to_owned(),
                    );
                }
            }
        }
    }
}
