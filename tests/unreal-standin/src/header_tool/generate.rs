//! Writing the generated files of a module's headers.

use super::diagnostic::{Diagnostic, Report};
use super::parsed_file::ParsedFile;
use super::rules::{Headers, check};
use super::{generated_header, generated_source};

/// A file that the header tool writes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GeneratedFile {
    /// The module whose folder it goes into.
    pub module: String,
    /// Its name: `ChatSession.generated.h` or `ChatSession.gen.cpp`.
    pub name: String,
    /// Its text.
    pub text: String,
}

/// Writes the generated files of all headers among `files` that declare
/// reflected types, in the order of the files.
///
/// # Errors
///
/// All that the rules find, by file and line; then nothing is written.
pub fn generate(files: &[ParsedFile<'_>]) -> Result<Vec<GeneratedFile>, Vec<Diagnostic>> {
    let headers = Headers::new(files);
    let mut report = Report::default();
    check(&headers, &mut report);
    if !report.is_empty() {
        return Err(report.into_diagnostics());
    }
    let mut generated = Vec::new();
    for file in headers.headers().filter(|file| file.has_reflected_types()) {
        let module = file.module.clone();
        generated.push(GeneratedFile {
            module: module.clone(),
            name: format!("{}.generated.h", file.stem()),
            text: generated_header::write(file),
        });
        generated.push(GeneratedFile {
            module,
            name: format!("{}.gen.cpp", file.stem()),
            text: generated_source::write(file),
        });
    }
    Ok(generated)
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEADER: &str = r#"// Copyright
#pragma once
#include "CoreMinimal.h"
#include "Chat.generated.h"

DECLARE_DYNAMIC_MULTICAST_DELEGATE_OneParam(FOnText, const FString&, Text);

/** What a chat does. */
UENUM(BlueprintType)
enum class EChat : uint8
{
	/** Waits. */
	Idle UMETA(DisplayName = "Idle \"now\""),
	Busy
};

USTRUCT(BlueprintType)
struct VIBEUE_API FLine
{
	GENERATED_BODY()

	UPROPERTY(BlueprintReadOnly, Category = "Chat")
	TMap<FName, FString> Words;
};

/**
 * One conversation.
 * It lasts.
 */
UCLASS(Config = EditorPerProjectUserSettings, meta = (DisplayName = "Chat"))
class VIBEUE_API UChat : public UObject
{
	GENERATED_BODY()

public:
	UPROPERTY(Config, EditAnywhere, Category = "Chat", meta = (ClampMin = 0))
	int32 Count = 3;

	UFUNCTION(BlueprintCallable, Category = "Chat")
	bool Send(const FString& Text, int32 Times = 1);

private:
	UFUNCTION()
	void HandleText();

#if WITH_EDITORONLY_DATA
	UPROPERTY()
	TObjectPtr<UChat> Parent;
#endif
};
"#;

    const GENERATED_HEADER: &str = r#"// Written by the header tool of the plugin's tests from Chat.h. Changes are lost.

#ifdef VIBEUE_Chat_generated_h
#error "Chat.generated.h was included twice: Chat.h needs '#pragma once'."
#endif
#define VIBEUE_Chat_generated_h

#include "StandIn/GeneratedBody.h"

enum class EChat : uint8;
struct FLine;
class UChat;

template <>
UEnum* StaticEnum<EChat>();

#define FID_VibeUE_Public_Chat_h_20_GENERATED_BODY \
	STANDIN_STRUCT_BODY(FLine)

#define FID_VibeUE_Public_Chat_h_33_GENERATED_BODY \
	STANDIN_CLASS_BODY(UChat, UObject) \
	STANDIN_DEFAULT_CONSTRUCTOR(UChat)

#undef CURRENT_FILE_ID
#define CURRENT_FILE_ID FID_VibeUE_Public_Chat_h
"#;

    const GENERATED_SOURCE: &str = r#"// Written by the header tool of the plugin's tests from Chat.h. Changes are lost.

#include "StandIn/Reflection.h"
#include "Chat.h"

template <>
struct StandIn::TReflected<EChat>
{
	static void Describe(StandIn::FEnumBuilder& Enum)
	{
		Enum.Module("VibeUE");
		Enum.Specifier("BlueprintType", "");
		Enum.Metadata("ToolTip", "What a chat does.");
		Enum.Value("Idle", EChat::Idle)
			.Metadata("DisplayName", "Idle \"now\"")
			.Metadata("ToolTip", "Waits.");
		Enum.Value("Busy", EChat::Busy);
	}
};
STANDIN_IMPLEMENT_ENUM(EChat)

template <>
struct StandIn::TReflected<FLine>
{
	static void Describe(StandIn::FStructBuilder& Struct)
	{
		Struct.Module("VibeUE");
		Struct.Specifier("BlueprintType", "");
		Struct.Property("Words", "TMap<FName, FString>", &FLine::Words)
			.Specifier("BlueprintReadOnly", "")
			.Specifier("Category", "Chat");
	}
};
STANDIN_IMPLEMENT_STRUCT(FLine)

template <>
struct StandIn::TReflected<UChat>
{
	static void Describe(StandIn::FClassBuilder& Class)
	{
		Class.Module("VibeUE");
		Class.Specifier("Config", "EditorPerProjectUserSettings");
		Class.Metadata("DisplayName", "Chat");
		Class.Metadata("ToolTip", "One conversation.\nIt lasts.");
		Class.Property("Count", "int32", &UChat::Count)
			.Specifier("Config", "")
			.Specifier("EditAnywhere", "")
			.Specifier("Category", "Chat")
			.Metadata("ClampMin", "0");
#if WITH_EDITORONLY_DATA
		Class.Property("Parent", "TObjectPtr<UChat>", &UChat::Parent);
#endif
		Class.Function("Send", &UChat::Send)
			.Specifier("BlueprintCallable", "")
			.Specifier("Category", "Chat")
			.Parameter("Text", "const FString&")
			.Parameter("Times", "int32")
			.Returns("bool");
		Class.Function("HandleText", &UChat::HandleText);
	}
};
STANDIN_IMPLEMENT_CLASS(UChat)
"#;

    #[test]
    fn a_header_gets_its_two_files() {
        let files = [ParsedFile::read("Source/VibeUE/Public/Chat.h", HEADER, "VibeUE")];
        let file = |name: &str, text: &str| GeneratedFile {
            module: "VibeUE".into(),
            name: name.into(),
            text: text.into(),
        };
        let expected = vec![
            file("Chat.generated.h", GENERATED_HEADER),
            file("Chat.gen.cpp", GENERATED_SOURCE),
        ];
        let generated = generate(&files).expect("the header breaks no rule");
        assert_eq!(generated[0].text, expected[0].text);
        assert_eq!(generated[1].text, expected[1].text);
        assert_eq!(generated, expected);
    }

    #[test]
    fn a_header_that_breaks_a_rule_gets_no_files() {
        let text = HEADER.replace("EditAnywhere", "EditAnywere");
        let files = [ParsedFile::read("Source/VibeUE/Public/Chat.h", &text, "VibeUE")];
        let errors: Vec<String> =
            generate(&files).expect_err("a slip").iter().map(ToString::to_string).collect();
        assert_eq!(
            errors,
            [
                "Source/VibeUE/Public/Chat.h(36): Error: 'EditAnywere' is not a specifier of UPROPERTY. Did you mean \
              'EditAnywhere'? [unknown-specifier]"
            ]
        );
    }

    #[test]
    fn a_plain_header_gets_no_files() {
        let files = [ParsedFile::read(
            "Source/VibeUE/Public/A.h",
            "#pragma once\nstruct FA {};\n",
            "VibeUE",
        )];
        assert_eq!(generate(&files), Ok(Vec::new()));
    }
}
