//! Writing `X.generated.h`.

use std::fmt::Write as _;

use super::declaration::{Class, ClassKind};
use super::parsed_file::ParsedFile;

/// Writes the text of a header's `X.generated.h`.
pub(super) fn write(file: &ParsedFile<'_>) -> String {
    let stem = file.stem();
    let guard = format!("{}_{stem}_generated_h", file.module.to_uppercase());
    let id = file_id(file.source.path);
    let mut text = format!(
        "// Written by the header tool of the plugin's tests from {stem}.h. Changes are lost.\n\n#ifdef {guard}\n#error \
         \"{stem}.generated.h was included twice: {stem}.h needs '#pragma once'.\"\n#endif\n#define {guard}\n\n#include \
         \"StandIn/GeneratedBody.h\"\n\n"
    );
    let classes: Vec<&Class> =
        file.classes().into_iter().filter(|class| class.place.marker.is_some()).collect();
    let enums: Vec<_> =
        file.enums().into_iter().filter(|found| found.place.marker.is_some()).collect();
    // Writing to a string cannot fail, so its results are ignored.
    for found in &enums {
        let underlying = found.underlying.as_deref().unwrap_or("uint8");
        let _ = writeln!(text, "enum class {} : {underlying};", found.name);
    }
    for class in &classes {
        let keyword = if class.kind == ClassKind::Class { "class" } else { "struct" };
        let _ = writeln!(text, "{keyword} {};", class.name);
    }
    if !(enums.is_empty() && classes.is_empty()) {
        text.push('\n');
    }
    for found in &enums {
        let _ = writeln!(text, "template <>\nUEnum* StaticEnum<{}>();\n", found.name);
    }
    for class in &classes {
        for body in &class.bodies {
            let _ =
                writeln!(text, "#define {id}_{}_GENERATED_BODY \\\n{}", body.line, body_of(class));
        }
    }
    let _ = writeln!(text, "#undef CURRENT_FILE_ID\n#define CURRENT_FILE_ID {id}");
    text
}

/// What `GENERATED_BODY()` of a type expands to.
fn body_of(class: &Class) -> String {
    let name = &class.name;
    if class.place.marker.as_ref().is_some_and(|marker| marker.name == "USTRUCT") {
        return format!("\tSTANDIN_STRUCT_BODY({name})\n");
    }
    let base = class.bases.first().map_or("UObject", |base| base.text.as_str());
    let mut text = format!("\tSTANDIN_CLASS_BODY({name}, {base})");
    if !class.functions().any(|function| function.name == *name) {
        let _ = write!(text, " \\\n\tSTANDIN_DEFAULT_CONSTRUCTOR({name})");
    }
    text.push('\n');
    text
}

/// A name for the file that is unique among all headers: its path below
/// `Source`.
fn file_id(path: &str) -> String {
    let below = path.strip_prefix("Source/").unwrap_or(path);
    let plain = below.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' });
    format!("FID_{}", plain.collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_class_with_a_constructor_of_its_own_gets_none() {
        let text = "UCLASS() class UA : public UB { GENERATED_BODY() UA(); };";
        let file = ParsedFile::read("Source/M/A.h", text, "M");
        assert_eq!(body_of(file.classes()[0]), "\tSTANDIN_CLASS_BODY(UA, UB)\n");
    }

    #[test]
    fn a_file_is_known_by_its_path() {
        assert_eq!(
            file_id("Source/VibeUE/Public/Chat/Chat-1.h"),
            "FID_VibeUE_Public_Chat_Chat_1_h"
        );
    }
}
