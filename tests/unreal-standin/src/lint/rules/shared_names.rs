//! Names that a plugin shares with everything else in a target.

use crate::header_tool::{Report, Rule, Sample};
use crate::lint::plugin::Plugin;

/// Named by the plugin's specification, without a prefix: the one collision
/// with another plugin's names that remains, as docs/embedding.md says.
const GIVEN_NAMES: &[&str] = &["UChatSession"];

const SHARED_NAME: Rule = Rule {
    id: "shared-name",
    reason: "headers with reflected types, reflected types and delegates share one space of names with the engine and every \
             other plugin: beside one that has the same name, the target does not build",
    source: "Epic, \"Unreal Header Tool\" page (one name for one type, engine-wide); the prefixes of Cesium, Sentry, PCGEx and \
             SUDS, on types as on headers",
    samples: &[
        Sample::part(&[(
            "Source/SampleChat/Public/SampleChatThing.h",
            "DECLARE_DELEGATE(FOnSampleChatThing);\n\nUENUM()\nenum class ESampleChatThing : uint8\n{\n\tNone\n};\n\n\
             class FPlain\n{\npublic:\n\tDECLARE_DELEGATE(FOnDone);\n};\n",
        )]),
        Sample::part(&[(
            "Source/SampleChat/Public/Thing.h",
            "UENUM()\nenum class ESampleChatThing : uint8 ⟵\n{\n\tNone\n};\n",
        )]),
        Sample::part(&[(
            "Source/SampleChat/Public/SampleChatThing.h",
            "UENUM()\nenum class EThing : uint8 ⟵\n{\n\tNone\n};\n\nUSTRUCT()\nstruct FSamplesThing \
             ⟵\n{\n\tGENERATED_BODY()\n};\n",
        )]),
        Sample::part(&[(
            "Source/SampleChat/Private/Thing.h",
            "DECLARE_DELEGATE_OneParam(FOnThing, int32); ⟵\n",
        )]),
    ],
};

pub(super) const RULES: &[Rule] = &[SHARED_NAME];

pub(super) fn check(plugin: &Plugin<'_>, report: &mut Report) {
    let prefix = plugin.name.as_str();
    for file in plugin.sources.iter().filter(|file| file.is_header()) {
        let path = file.source.path;
        let mut reflected: Vec<(&str, u32)> = Vec::new();
        for class in file.classes() {
            if class.place.marker.is_some() {
                reflected.push((&class.name, class.place.line));
            }
        }
        for found in file.enums() {
            if found.place.marker.is_some() {
                reflected.push((&found.name, found.place.line));
            }
        }
        reflected.sort_by_key(|(_, line)| *line);
        let first = reflected.first().map(|(_, line)| *line);
        for (name, line) in &reflected {
            if !GIVEN_NAMES.contains(name) && !begins_with(name, prefix) {
                add(report, path, *line, &format!("'{name}'"), name, prefix);
            }
        }
        for delegate in file.delegates() {
            // Inside a class it bears the class's name.
            let is_global = delegate.place.scope.is_empty();
            if is_global && !begins_with(&delegate.name, prefix) {
                let name = &delegate.name;
                add(
                    report,
                    path,
                    delegate.place.line,
                    &format!("The delegate '{name}'"),
                    name,
                    prefix,
                );
            }
        }
        // Its generated header is found only by this name, whatever the folder.
        if let (Some(line), false) = (first, file.stem().starts_with(prefix)) {
            let name = file.stem();
            report.add(
                &SHARED_NAME,
                path,
                line,
                format!("The header '{name}.h' does not begin with '{prefix}'."),
                format!("Name it '{prefix}{name}.h'."),
            );
        }
    }
}

/// Whether a name has the prefix after its letter, or after `FOn`.
fn begins_with(name: &str, prefix: &str) -> bool {
    let behind = |letters: usize| name.get(letters..).is_some_and(|rest| rest.starts_with(prefix));
    behind(1) || (name.starts_with("FOn") && behind(3))
}

fn add(report: &mut Report, path: &str, line: u32, what: &str, name: &str, prefix: &str) {
    let letters = if name.starts_with("FOn") { 3 } else { 1 };
    let (letter, rest) = name.split_at(letters.min(name.len()));
    report.add(
        &SHARED_NAME,
        path,
        line,
        format!("{what} does not bear the plugin's name."),
        format!("Name it '{letter}{prefix}{rest}'."),
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_prefix_stands_behind_the_letter_or_behind_on() {
        for name in ["FVibeUEError", "FOnVibeUEChatText", "UVibeUESettings"] {
            assert!(begins_with(name, "VibeUE"), "{name}");
        }
        for name in ["FError", "FOnError", "VibeUEError", "FErrorOfVibeUE", "F"] {
            assert!(!begins_with(name, "VibeUE"), "{name}");
        }
    }
}
