//! Finds the texts that the editor takes from metadata: what a page of settings
//! calls its fields, what it says of them, and their headings.
//!
//! Namespaces and keys are those of the engine's own gathering of metadata, as a
//! public guide (`RemRemRemRe/RemSkills`, `rem-ue-localization`) and Epic's page
//! on `FMetaDataKeyGatherSpecification` have them. What a field's path looks like
//! is in public Blueprints that were copied as text: `Character:Mesh`, and of a
//! value `EPhysicalSurface.SurfaceType_Default`, in `UObjectDisplayNames`.

use super::text::Text;
use crate::header_tool::{Class, Enum, ParsedFile, Property, Specifier, Specifiers};

/// The headers whose metadata is gathered, below the plugin's folder.
const HEADERS: [&str; 1] = ["Source/VibeUE/Public/VibeUESettings.h"];

/// Where names, tool tips and headings are kept, and what their keys are.
const DISPLAY_NAMES: (&str, &str) = ("UObjectDisplayNames", "{FieldPath}");
const TOOL_TIPS: (&str, &str) = ("UObjectToolTips", "{FieldPath}");
const CATEGORIES: (&str, &str) = ("UObjectCategory", "{MetaDataValue}");

/// The texts of one header's metadata, each with its line; none of a header that is
/// not gathered.
pub(super) fn texts_of(file: &ParsedFile<'_>) -> Result<Vec<(Text, u32)>, String> {
    let mut found = Found { path: file.source.path, texts: Vec::new() };
    if HEADERS.contains(&file.source.path) {
        for class in file.classes().into_iter().filter(|class| class.place.marker.is_some()) {
            found.add_class(class)?;
        }
        for list in file.enums().into_iter().filter(|list| list.place.marker.is_some()) {
            found.add_enum(list)?;
        }
    }
    Ok(found.texts)
}

/// Returns what a configuration of the engine's gathering lacks to find the same.
pub(super) fn ungathered(gathering: &str) -> Vec<String> {
    let mut wanted = vec![
        "CommandletClass=GatherTextFromMetaData".to_owned(),
        // Blueprint nodes stay English.
        "FieldTypesToExclude=Function".to_owned(),
    ];
    wanted.extend(
        HEADERS.map(|header| format!("IncludePathFilters=%LOCPROJECTROOT%Plugins/VibeUE/{header}")),
    );
    let keys = [("DisplayName", DISPLAY_NAMES), ("ToolTip", TOOL_TIPS), ("Category", CATEGORIES)];
    wanted.extend(keys.map(|(name, (namespace, key))| {
        format!("InputKeys={name}\nOutputNamespaces={namespace}\nOutputKeys=\"{key}\"")
    }));
    let gathering = gathering.replace("\r\n", "\n");
    wanted.retain(|lines| !gathering.contains(&format!("\n{lines}\n")));
    wanted
}

/// The texts of a header so far.
struct Found<'a> {
    path: &'a str,
    texts: Vec<(Text, u32)>,
}

impl Found<'_> {
    fn add_class(&mut self, class: &Class) -> Result<(), String> {
        // The engine's name of a class has no prefix.
        let name = class.name.get(1..).unwrap_or_default();
        let place = &class.place;
        let empty = Specifiers::default();
        let specifiers = place.specifiers().unwrap_or(&empty);
        self.add_words(name, &specifiers.meta, place.doc.as_deref(), place.line)?;
        for property in class.properties() {
            if let Some(specifiers) = property.place.specifiers()
                && ["EditAnywhere", "VisibleAnywhere"].iter().any(|word| specifiers.has(word))
            {
                self.add_property(&format!("{name}:{}", property.name), property, specifiers)?;
            }
        }
        Ok(())
    }

    fn add_property(
        &mut self,
        field: &str,
        property: &Property,
        specifiers: &Specifiers,
    ) -> Result<(), String> {
        let place = &property.place;
        self.add_words(field, &specifiers.meta, place.doc.as_deref(), place.line)?;
        let category = specifiers.get("Category").and_then(|category| category.value.clone());
        let category = category.ok_or_else(|| self.fault(place.line, field, "has no Category"))?;
        self.add(CATEGORIES, &category, &category, place.line);
        Ok(())
    }

    fn add_enum(&mut self, list: &Enum) -> Result<(), String> {
        let place = &list.place;
        let tip = place.doc.as_deref();
        let tip = tip.ok_or_else(|| self.fault(place.line, &list.name, "has no comment"))?;
        self.add_tip(&list.name, tip, place.line)?;
        for value in &list.values {
            let field = format!("{}.{}", list.name, value.name);
            self.add_words(&field, &value.meta, value.doc.as_deref(), value.line)?;
        }
        Ok(())
    }

    /// Adds a field's name and its tool tip. The engine makes a name of its own of
    /// what has none, but gathers only what is written.
    fn add_words(
        &mut self,
        field: &str,
        meta: &[Specifier],
        doc: Option<&str>,
        line: u32,
    ) -> Result<(), String> {
        let entry = |name: &str| {
            let entry = meta.iter().find(|entry| entry.name.eq_ignore_ascii_case(name));
            entry.and_then(|entry| entry.value.as_deref())
        };
        let (name, tip) = (entry("DisplayName"), entry("ToolTip").or(doc));
        let name = name.ok_or_else(|| self.fault(line, field, "has no DisplayName"))?;
        let tip = tip.ok_or_else(|| self.fault(line, field, "has no comment"))?;
        self.add(DISPLAY_NAMES, field, name, line);
        self.add_tip(field, tip, line)
    }

    /// Adds a tool tip. How the engine joins the lines of a comment is not public.
    fn add_tip(&mut self, field: &str, tip: &str, line: u32) -> Result<(), String> {
        if tip.contains('\n') {
            return Err(self.fault(line, field, "has a comment of several lines"));
        }
        self.add(TOOL_TIPS, field, tip, line);
        Ok(())
    }

    fn add(&mut self, (namespace, _): (&str, &str), key: &str, source: &str, line: u32) {
        let (namespace, key, source) = (namespace.to_owned(), key.to_owned(), source.to_owned());
        self.texts.push((Text { namespace, key, source }, line));
    }

    fn fault(&self, line: u32, field: &str, what: &str) -> String {
        format!("{}:{line}: {field} {what}", self.path)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(body: &str) -> Result<Vec<String>, String> {
        let text = format!(
            "/** How chats write. */\nUENUM()\nenum class EWriting : uint8\n{{\n\t/** By hand. */\n\tHand \
             UMETA(DisplayName = \"By hand\"),\n}};\n\n/** All of it. */\nUCLASS(meta = (DisplayName = \
             \"Chat\"))\nclass UChatSettings : public UDeveloperSettings\n{{\n\tGENERATED_BODY()\n\n{body}\n}};\n"
        );
        let file = ParsedFile::read(HEADERS[0], &text, "VibeUE");
        let texts = texts_of(&file)?;
        Ok(texts
            .into_iter()
            .map(|(text, line)| format!("{line} {},{} = {}", text.namespace, text.key, text.source))
            .collect())
    }

    #[test]
    fn names_tool_tips_and_headings_are_texts_with_the_editor_s_keys() {
        let body = "\t/** The \"model\". */\n\tUPROPERTY(Config, EditAnywhere, Category = \"Yours\", meta = \
                    (DisplayName = \"Model\"))\n\tFString Model;\n\n\tUPROPERTY()\n\tint32 Hidden = 0;\n\n\t/** A \
                    node. */\n\tUFUNCTION(BlueprintPure, Category = \"Chat\")\n\tint32 Count() const;";
        assert_eq!(
            found(body),
            Ok([
                "11 UObjectDisplayNames,ChatSettings = Chat",
                "11 UObjectToolTips,ChatSettings = All of it.",
                "17 UObjectDisplayNames,ChatSettings:Model = Model",
                "17 UObjectToolTips,ChatSettings:Model = The \"model\".",
                "17 UObjectCategory,Yours = Yours",
                "3 UObjectToolTips,EWriting = How chats write.",
                "6 UObjectDisplayNames,EWriting.Hand = By hand",
                "6 UObjectToolTips,EWriting.Hand = By hand.",
            ]
            .map(str::to_owned)
            .to_vec())
        );
        let other =
            ParsedFile::read("Source/VibeUE/Public/Other.h", "UCLASS() class UA {};", "VibeUE");
        assert_eq!(texts_of(&other), Ok(Vec::new()));
    }

    #[test]
    fn a_field_without_a_name_or_with_a_comment_that_cannot_be_translated_is_an_error() {
        let property = |doc: &str, specifiers: &str| {
            found(&format!("\t{doc}\n\tUPROPERTY(EditAnywhere{specifiers})\n\tbool bOn = true;"))
                .unwrap_err()
        };
        let (category, name) = (", Category = \"A\"", ", meta = (DisplayName = \"On\")");
        let all = format!("{category}{name}");
        for (doc, specifiers, fault) in [
            ("/** On. */", category, "17: ChatSettings:bOn has no DisplayName"),
            ("", all.as_str(), "17: ChatSettings:bOn has no comment"),
            ("/** On. */", name, "17: ChatSettings:bOn has no Category"),
            (
                "/** On.\n\tOff. */",
                all.as_str(),
                "18: ChatSettings:bOn has a comment of several lines",
            ),
        ] {
            assert_eq!(property(doc, specifiers), format!("{}:{fault}", HEADERS[0]));
        }
    }

    #[test]
    fn a_configuration_that_gathers_something_else_is_found() {
        let whole = "\nCommandletClass=GatherTextFromMetaData\n\
                     IncludePathFilters=%LOCPROJECTROOT%Plugins/VibeUE/Source/VibeUE/Public/VibeUESettings.h\n\
                     FieldTypesToExclude=Function\n\
                     InputKeys=DisplayName\nOutputNamespaces=UObjectDisplayNames\nOutputKeys=\"{FieldPath}\"\n\
                     InputKeys=ToolTip\nOutputNamespaces=UObjectToolTips\nOutputKeys=\"{FieldPath}\"\n\
                     InputKeys=Category\nOutputNamespaces=UObjectCategory\nOutputKeys=\"{MetaDataValue}\"\n";
        assert_eq!(ungathered(whole), [""; 0]);
        assert_eq!(ungathered(&whole.replace('\n', "\r\n")), [""; 0]);
        assert_eq!(
            ungathered(&whole.replace("=UObjectToolTips", "=ToolTips")),
            ["InputKeys=ToolTip\nOutputNamespaces=UObjectToolTips\nOutputKeys=\"{FieldPath}\""]
        );
        assert_eq!(ungathered("").len(), 6);
    }
}
