//! What is read of headers.

use super::*;

/// One line for each declaration, indented by its depth.
fn outline(text: &str) -> String {
    let source = Source::read("A.h", text);
    let mut lines = String::new();
    describe(&parse(&source), 0, &mut lines);
    lines
}

#[expect(clippy::too_many_lines, reason = "one arm for each declaration")]
fn describe(declarations: &[Declaration], depth: usize, lines: &mut String) {
    for declaration in declarations {
        let marked = |place: &Place| {
            let marker = place.marker.as_ref().map_or(String::new(), |m| format!("{} ", m.name));
            format!("{}:{}{:?} ", place.line, marker, place.access)
        };
        let line = match declaration {
            Declaration::Class(class) => {
                let bases: Vec<_> = class.bases.iter().map(|base| base.text.clone()).collect();
                let bodies: Vec<_> = class.bodies.iter().map(|b| (b.line, b.is_first)).collect();
                format!(
                    "{}{:?} {} {:?} {bases:?} {bodies:?}",
                    marked(&class.place),
                    class.kind,
                    class.name,
                    class.api
                )
            }
            Declaration::Enum(found) => {
                let values: Vec<_> =
                    found.values.iter().map(|v| (&*v.name, v.value.as_deref())).collect();
                format!(
                    "{}enum {} {:?} {values:?}",
                    marked(&found.place),
                    found.name,
                    found.underlying
                )
            }
            Declaration::Property(property) => format!(
                "{}var {} {} = {:?}{}{}{}",
                marked(&property.place),
                property.cpp_type.text,
                property.name,
                property.default,
                if property.is_array { " array" } else { "" },
                if property.is_bit_field { " bits" } else { "" },
                if property.has_siblings { " siblings" } else { "" },
            ),
            Declaration::Function(function) => {
                let parameters: Vec<_> = function
                    .parameters
                    .iter()
                    .map(|p| format!("{} {} {:?}", p.cpp_type.text, p.name, p.default))
                    .collect();
                format!(
                    "{}fn {}{:?} {} {parameters:?}{}{}{}{}",
                    marked(&function.place),
                    function.qualifier.as_ref().map_or(String::new(), |q| format!("{q}::")),
                    function.name,
                    function.returns.text,
                    if function.is_static { " static" } else { "" },
                    if function.is_const { " const" } else { "" },
                    if function.is_virtual { " virtual" } else { "" },
                    if function.body.is_some() { " body" } else { "" },
                )
            }
            Declaration::Delegate(delegate) => {
                format!(
                    "{}delegate {} {:?}",
                    marked(&delegate.place),
                    delegate.name,
                    delegate.arguments
                )
            }
            Declaration::Macro(call) => {
                format!("{}:macro {} {:?}", call.line, call.name, call.arguments)
            }
            Declaration::Stray(stray) => {
                format!("stray {}: {}", stray.marker.name, stray.problem)
            }
        };
        lines.push_str(&"  ".repeat(depth));
        lines.push_str(&line);
        lines.push('\n');
        if let Declaration::Class(class) = declaration {
            describe(&class.members, depth + 1, lines);
        }
    }
}

#[test]
fn a_class_is_read_with_its_members() {
    let text = r#"
UCLASS(BlueprintType)
class UE_DEPRECATED(5.6, "x") VIBEUE_API UChat final : public UObject, public TBase<int32, 3>
{
GENERATED_BODY()
public:
UChat(const FObjectInitializer& Init = FObjectInitializer::Get()) : Super(Init), A{1}, B(2) {}
virtual ~UChat() override;
UPROPERTY(Config) TArray<TObjectPtr<UObject>> Items = { nullptr };
UPROPERTY() uint8 bFlag : 1;
int32 Sizes[4], Other;
private:
UFUNCTION(BlueprintCallable, Category = "C")
static bool Send(UPARAM(ref) FString& Text, const TMap<FName, int32>& Map, int32 Count = Max(1, 2), bool = false);
FORCEINLINE int32 Get() const { return A < B ? 1 : 2; }
bool operator==(const UChat& Other) const = default;
void (*Callback)(int32) = nullptr;
TFunction<void(int32)> Function;
class UThing* Thing = nullptr;
template <typename T, typename = void> T* Find(std::string_view, const int32*) const;
struct FInner { int32 X = 1 < 2; };
friend class UOther;
using FThis = UChat;
class UForward;
};
"#;
    let expected = r#"3:UCLASS Public Class UChat Some("VIBEUE_API") ["UObject", "TBase<int32, 3>"] [(5, true)]
  7:Public fn "UChat"  ["const FObjectInitializer& Init Some(\"FObjectInitializer::Get()\")"] body
  8:Public fn "~UChat"  [] virtual
  9:UPROPERTY Public var TArray<TObjectPtr<UObject>> Items = Some("{ nullptr }")
  10:UPROPERTY Public var uint8 bFlag = None bits
  11:Public var int32 Sizes = None array siblings
  14:UFUNCTION Private fn "Send" bool ["FString& Text None", "const TMap<FName, int32>& Map None", "int32 Count Some(\"Max(1, 2)\")", "bool  Some(\"false\")"] static
  15:Private fn "Get" int32 [] const body
  16:Private fn "operator==" bool ["const UChat& Other None"] const
  17:Private var void() Callback = Some("nullptr")
  18:Private var TFunction<void()> Function = None
  19:Private var UThing* Thing = Some("nullptr")
  20:Private fn "Find" T* ["std::string_view  None", "const int32*  None"] const
  21:Private Struct FInner None [] []
    21:Public var int32 X = Some("1 < 2")
"#;
    assert_eq!(outline(text), expected);
}

#[test]
fn macros_of_the_engine_do_not_hide_what_follows() {
    let text = "class UA { public: GENERATED_BODY() int32 A; };\n\
                class UB { GENERATED_UCLASS_BODY() int32 B; };\n\
                struct FC { GENERATED_BODY() UPARAM(DisplayName = \"X\") bool C(); };";
    let text = format!(
        "{text}\nPRAGMA_DISABLE_DEPRECATION_WARNINGS\nUENUM()\nenum class ED : uint8 {{ One }};"
    );
    let expected = "1:Public Class UA None [] [(1, true)]\n  1:Private var int32 A = None\n\
                    2:Public Class UB None [] [(2, true)]\n  2:Public var int32 B = None\n\
                    3:Public Struct FC None [] [(3, true)]\n  3:Public fn \"C\" bool []\n\
                    6:UENUM Public enum ED Some(\"uint8\") [(\"One\", None)]\n";
    assert_eq!(outline(&text), expected);
}

#[test]
fn enums_delegates_and_macros_are_read() {
    let text = r#"
namespace A::B { namespace { int32 X; } }
/** Doc. */
UENUM(BlueprintType)
enum class VIBEUE_API EState : uint8 { Idle UMETA(DisplayName = "I"), Busy = 1 << 3 UMETA(Hidden), Last, };
enum EPlain { One };
DECLARE_DYNAMIC_MULTICAST_DELEGATE_TwoParams(FOn, const TMap<int32, bool>&, Map, FString, Text);
DECLARE_DELEGATE_RetVal_OneParam(bool, FAsk, int32)
DECLARE_LOG_CATEGORY_EXTERN(LogX, Log, All);
IMPLEMENT_MODULE(FX, X)
void UChat::Send(const FString& Text)
{
if (x) { y(); }
}
UChat::~UChat() = default;
static FAutoConsole Variable(TEXT("x"), 1);
extern "C" { int32 Plain(void); }
SLATE_BEGIN_ARGS(SChat) : _Title() {}
SLATE_ARGUMENT(FText, Title)
SLATE_END_ARGS()
UFUNCTION()
UPROPERTY()
"#;
    let expected = r#"2:Public var int32 X = None
5:UENUM Public enum EState Some("uint8") [("Idle", None), ("Busy", Some("1 << 3")), ("Last", None)]
6:Public enum EPlain None [("One", None)]
7:Public delegate FOn ["const TMap<int32, bool>&", "Map", "FString", "Text"]
8:Public delegate FAsk ["int32"]
9:macro DECLARE_LOG_CATEGORY_EXTERN ["LogX", "Log", "All"]
10:macro IMPLEMENT_MODULE ["FX", "X"]
11:Public fn UChat::"Send" void ["const FString& Text None"] body
15:Public fn UChat::"~UChat"  []
16:Public fn "Variable" FAutoConsole ["TEXT()  None"] static
17:Public fn "Plain" int32 []
18:macro SLATE_BEGIN_ARGS ["SChat"]
19:macro SLATE_ARGUMENT ["FText", "Title"]
20:macro SLATE_END_ARGS []
stray UFUNCTION: another macro of its kind follows at once
stray UPROPERTY: nothing follows that it could mark
"#;
    assert_eq!(outline(text), expected);
}

#[test]
fn every_cut_of_a_header_is_read_to_its_end() {
    let text = r#"#if A
UCLASS(meta=(A="b",C=(D))) class X_API UA : public B<C> { GENERATED_BODY() public: UPROPERTY() TMap<int32, TArray<F>> M = {{1,2}};
UFUNCTION() virtual void F(int32 A = (1), UPARAM(ref) T<U>& R) const override { if (a) { b; } } bool operator()(int) const; enum E { P = 1, };
~UA(); void (*G)(int); struct { int a; } b; }; DECLARE_DYNAMIC_DELEGATE_RetVal_OneParam(bool, FA, int32, X); namespace N { enum class E : uint8 { A UMETA(B) }; }"#;
    for cut in 0..=text.len() {
        let _ = outline(&text[..cut]);
        let _ = outline(&text[cut..]);
    }
}

#[test]
fn hostile_headers_are_read_in_bounded_time_and_depth() {
    for piece in [
        "class A { ",
        "namespace A { ",
        "UPROPERTY(",
        "TArray<",
        "a < ",
        "int32 X = a < ",
        "void F(",
        "{",
        "(((",
        "enum E {",
        "UCLASS() class A : ",
        "#if A\n",
        "DECLARE_DELEGATE(",
        "operator ",
        "~",
        ": A{1}, ",
        "template <",
    ] {
        let _ = outline(&piece.repeat(20_000));
    }
}
