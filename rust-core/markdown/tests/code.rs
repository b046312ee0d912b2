//! What code looks like.

use proptest::prelude::{ProptestConfig, any, proptest};
use proptest::{prop_assert, prop_assert_eq};
use vibeue_markdown::{CodeClass, CodeLanguage, CodeReader, CodeSpan};

/// The lines with a letter before each span that is not plain, and `|` after it: `k` keyword, `t`
/// type, `s` text, `n` number, `c` comment, `d` directive, `y` key, `+` added, `-` removed.
fn looks(language: &str, code: &str) -> Vec<String> {
    let mut reader = CodeReader::new(CodeLanguage::of(language).expect("a known language"));
    let letter = |class| match class {
        CodeClass::Plain => "",
        CodeClass::Keyword => "k",
        CodeClass::Type => "t",
        CodeClass::Text => "s",
        CodeClass::Number => "n",
        CodeClass::Comment => "c",
        CodeClass::Directive => "d",
        CodeClass::Key => "y",
        CodeClass::Added => "+",
        CodeClass::Removed => "-",
    };
    let shown = |span: &CodeSpan<'_>| match letter(span.class) {
        "" => span.text.to_owned(),
        letter => format!("{letter}‹{}›", span.text),
    };
    code.split('\n').map(|line| reader.line(line).iter().map(shown).collect()).collect()
}

#[test]
fn cpp_has_words_types_of_unreal_macros_texts_numbers_and_comments() {
    let code = "#include \"Door.h\"\n#  include <vector> // why\nUPROPERTY(EditAnywhere)\n\
                TArray<FString> A; /* one\ntwo */ const float B = 1.5e-3f + 0xFF'FF;\n\
                UE_LOG(LogTemp, Log, TEXT(\"a \\\"b\\\" // c\"), 'x');\n\
                auto R = R\"x(a )\"\nb)x\" + nullptr; MAX_Size";
    assert_eq!(
        looks("cpp", code),
        [
            "d‹#include› s‹\"Door.h\"›",
            "d‹#  include› s‹<vector>› c‹// why›",
            "d‹UPROPERTY›(EditAnywhere)",
            "t‹TArray›<t‹FString›> A; c‹/* one›",
            "c‹two */› k‹const› t‹float› B = n‹1.5e-3f› + n‹0xFF'FF›;",
            "d‹UE_LOG›(LogTemp, Log, d‹TEXT›(s‹\"a \\\"b\\\" // c\"›), s‹'x'›);",
            "k‹auto› R = s‹R\"x(a )\"›",
            "s‹b)x\"› + k‹nullptr›; MAX_Size",
        ]
    );
}

#[test]
fn python_has_decorators_texts_of_many_lines_and_prefixes() {
    let code = "@unreal.uclass()\ndef f(self, n=10_000):  # note\n    \"\"\"Says\n    'it'\"\"\"\n\
                    return rf'{n}\\'' if None else b\"x\" + rest\na = 'open\nb = 1";
    assert_eq!(
        looks("py", code),
        [
            "d‹@unreal.uclass›()",
            "k‹def› f(t‹self›, n=n‹10_000›):  c‹# note›",
            "    s‹\"\"\"Says›",
            "s‹    'it'\"\"\"›",
            "k‹return› s‹rf'{n}\\''› k‹if› k‹None› k‹else› s‹b\"x\"› + rest",
            "a = s‹'open›",
            "b = n‹1›",
        ]
    );
}

#[test]
fn json_has_keys_and_values_and_the_comments_of_settings() {
    let code = "{ \"a\\\"b\" : [\"text\", -1.5e+9, true], // why\n  \"c\":null, \"d\"";
    assert_eq!(
        looks("json", code),
        [
            "{ y‹\"a\\\"b\"› : [s‹\"text\"›, -n‹1.5e+9›, k‹true›], c‹// why›",
            "  y‹\"c\"›:k‹null›, s‹\"d\"›",
        ]
    );
}

#[test]
fn settings_have_sections_keys_and_values() {
    let code = "; note\n[/Script/Engine.RendererSettings]\nr.Shadow=True ; not a note\n+Paths=(Path=\"/Game/A=B\",N=3)\nname only";
    assert_eq!(
        looks("ini", code),
        [
            "c‹; note›",
            "d‹[/Script/Engine.RendererSettings]›",
            "y‹r.Shadow›=k‹True› ; not a note",
            "y‹+Paths›=(Path=s‹\"/Game/A=B\"›,N=n‹3›)",
            "name only",
        ]
    );
    assert_eq!(
        looks("toml", "[[bin]] # x\n\"a=b\" = 'C:\\'\ntext = \"\"\"one\ntwo\"\"\" # end"),
        [
            "d‹[[bin]]› c‹# x›",
            "y‹\"a=b\"› = s‹'C:\\'›",
            "y‹text› = s‹\"\"\"one›",
            "s‹two\"\"\"› c‹# end›"
        ]
    );
    assert_eq!(
        looks("yaml", "a: true # on\n- b: https://c\n  - \"d: e\"\nf:g"),
        ["y‹a›: k‹true› c‹# on›", "- y‹b›: https://c", "  - s‹\"d: e\"›", "f:g"]
    );
}

#[test]
fn rust_csharp_javascript_shell_and_lua_have_looks_of_their_own() {
    assert_eq!(
        looks(
            "rust",
            "fn f<'a>(c: &'a str) -> Vec<u8> { let x = 'x'; r#\"a\"b\"# } /* /* */\n*/ b'x'"
        ),
        [
            "k‹fn› f<t‹'a›>(c: &t‹'a› t‹str›) -> t‹Vec›<t‹u8›> { k‹let› x = s‹'x'›; s‹r#\"a\"b\"#› } c‹/* /* */›",
            "c‹*/› s‹b'x'›",
        ]
    );
    assert_eq!(
        looks("c#", "public string P = @\"C:\\\"; // x"),
        ["k‹public› t‹string› P = s‹@\"C:\\\"›; c‹// x›"]
    );
    assert_eq!(looks("ts", "const a = `b\n${c}`;"), ["k‹const› a = s‹`b›", "s‹${c}`›;"]);
    assert_eq!(
        looks("bash", "echo \"$A\" ${B}/c#d $# 'x' # end"),
        ["k‹echo› s‹\"$A\"› y‹${B}›/c#d y‹$#› s‹'x'› c‹# end›"]
    );
    assert_eq!(
        looks("lua", "local a = 1 --[[ b\nc ]] d -- e"),
        ["k‹local› a = n‹1› c‹--[[ b›", "c‹c ]]› d c‹-- e›"]
    );
}

#[test]
fn a_difference_has_lines_that_come_and_go() {
    assert_eq!(
        looks("diff", "--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n same\n-old\n+new\n\\ No newline"),
        [
            "d‹--- a/x›",
            "d‹+++ b/x›",
            "d‹@@ -1,2 +1,2 @@›",
            " same",
            "-‹-old›",
            "+‹+new›",
            "c‹\\ No newline›"
        ]
    );
}

#[test]
fn a_line_that_is_still_being_written_is_read_by_a_copy() {
    let language = CodeLanguage::of("cpp").expect("known");
    let mut reader = CodeReader::new(language);
    let _ = reader.line("/* open");
    let growing = reader.clone().line("still */ in")[0];
    assert_eq!((growing.class, growing.text), (CodeClass::Comment, "still */"));
    let whole = reader.line("still */ int").pop().expect("a span");
    assert_eq!((whole.class, whole.text), (CodeClass::Type, "int"));
}

#[test]
fn no_more_of_an_endless_line_is_looked_at() {
    let mut reader = CodeReader::new(CodeLanguage::of("json").expect("known"));
    let line = "1,".repeat(CodeReader::LONGEST_LINE);
    let spans = reader.line(&line);
    assert_eq!(spans.iter().map(|span| span.text.len()).sum::<usize>(), line.len());
    assert!(spans.last().expect("spans").text.len() >= CodeReader::LONGEST_LINE);
    // Not in the middle of a letter either.
    let wide = format!("{}é", "x".repeat(CodeReader::LONGEST_LINE - 1));
    assert_eq!(reader.line(&wide).iter().map(|span| span.text).collect::<String>(), wide);
}

const NAMES: [&str; 12] = [
    "cpp",
    "csharp",
    "rust",
    "python",
    "javascript",
    "json",
    "ini",
    "toml",
    "yaml",
    "shell",
    "diff",
    "lua",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_000))]

    /// For any code in any language: the spans are the line, in order, none is empty and no two
    /// neighbours have the same class.
    #[test]
    fn no_letter_of_code_is_lost(
        language in 0..NAMES.len(),
        code in "([a-zR@#$é日\\\\ ]|[\"'`/*<>{}()\\[\\]:;=.+-]|//|/\\*|\\*/|\"\"\"|'''|R\"x\\(|\\)x\"|r#\"|0x|1e|\\n){0,80}",
    ) {
        let mut reader = CodeReader::new(CodeLanguage::of(NAMES[language]).expect("known"));
        for line in code.split('\n') {
            let spans = reader.line(line);
            prop_assert_eq!(spans.iter().map(|span| span.text).collect::<String>(), line);
            prop_assert!(spans.iter().all(|span| !span.text.is_empty()));
            prop_assert!(spans.windows(2).all(|pair| pair[0].class != pair[1].class));
        }
    }

    /// Any text at all is a fence and a line.
    #[test]
    fn nothing_that_is_written_stops_the_reading(fence in any::<String>(), line in any::<String>()) {
        for language in NAMES.into_iter().filter_map(CodeLanguage::of).chain(CodeLanguage::of(&fence)) {
            let mut reader = CodeReader::new(language);
            for _ in 0..2 {
                prop_assert_eq!(reader.line(&line).iter().map(|span| span.text).collect::<String>(), line.as_str());
            }
        }
    }
}
