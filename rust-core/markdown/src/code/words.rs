//! The words of the languages, each list in the order of its bytes.

#[rustfmt::skip]
pub(super) const CPP: &[&str] = &[
    "alignas", "alignof", "auto", "break", "case", "catch", "class", "co_await", "co_return", "co_yield", "concept",
    "const", "const_cast", "consteval", "constexpr", "constinit", "continue", "decltype", "default", "delete", "do",
    "dynamic_cast", "else", "enum", "explicit", "export", "extern", "false", "final", "for", "friend", "goto", "if",
    "inline", "mutable", "namespace", "new", "noexcept", "nullptr", "operator", "override", "private", "protected",
    "public", "register", "reinterpret_cast", "requires", "return", "sizeof", "static", "static_assert", "static_cast",
    "struct", "switch", "template", "this", "thread_local", "throw", "true", "try", "typedef", "typeid", "typename",
    "union", "using", "virtual", "volatile", "while",
];

#[rustfmt::skip]
pub(super) const CPP_TYPES: &[&str] = &[
    "ANSICHAR", "TCHAR", "UTF8CHAR", "WIDECHAR", "bool", "char", "char16_t", "char32_t", "char8_t", "double", "float",
    "float2", "float3", "float3x3", "float4", "float4x4", "half", "int", "int16", "int16_t", "int32", "int32_t",
    "int64", "int64_t", "int8", "int8_t", "long", "short", "signed", "size_t", "uint", "uint16", "uint16_t", "uint32",
    "uint32_t", "uint64", "uint64_t", "uint8", "uint8_t", "unsigned", "void", "wchar_t",
];

#[rustfmt::skip]
pub(super) const CSHARP: &[&str] = &[
    "abstract", "as", "async", "await", "base", "break", "case", "catch", "checked", "class", "const", "continue",
    "default", "delegate", "do", "else", "enum", "event", "explicit", "extern", "false", "finally", "fixed", "for",
    "foreach", "get", "goto", "if", "implicit", "in", "init", "interface", "internal", "is", "lock", "namespace", "new",
    "null", "operator", "out", "override", "params", "partial", "private", "protected", "public", "readonly", "record",
    "ref", "return", "sealed", "set", "sizeof", "static", "struct", "switch", "this", "throw", "true", "try", "typeof",
    "unchecked", "unsafe", "using", "virtual", "volatile", "where", "while", "yield",
];

#[rustfmt::skip]
pub(super) const CSHARP_TYPES: &[&str] = &[
    "bool", "byte", "char", "decimal", "double", "dynamic", "float", "int", "long", "nint", "object", "sbyte", "short",
    "string", "uint", "ulong", "ushort", "var", "void",
];

#[rustfmt::skip]
pub(super) const RUST: &[&str] = &[
    "as", "async", "await", "break", "const", "continue", "crate", "dyn", "else", "enum", "extern", "false", "fn", "for",
    "if", "impl", "in", "let", "loop", "macro_rules", "match", "mod", "move", "mut", "pub", "ref", "return", "self",
    "static", "struct", "super", "trait", "true", "type", "union", "unsafe", "use", "where", "while",
];

#[rustfmt::skip]
pub(super) const RUST_TYPES: &[&str] = &[
    "bool", "char", "f32", "f64", "i128", "i16", "i32", "i64", "i8", "isize", "str", "u128", "u16", "u32", "u64", "u8",
    "usize",
];

#[rustfmt::skip]
pub(super) const PYTHON: &[&str] = &[
    "False", "None", "True", "and", "as", "assert", "async", "await", "break", "case", "class", "continue", "def", "del",
    "elif", "else", "except", "finally", "for", "from", "global", "if", "import", "in", "is", "lambda", "match",
    "nonlocal", "not", "or", "pass", "raise", "return", "try", "while", "with", "yield",
];

#[rustfmt::skip]
pub(super) const PYTHON_TYPES: &[&str] = &[
    "bool", "bytes", "cls", "dict", "float", "frozenset", "int", "list", "object", "self", "set", "str", "tuple", "type",
];

#[rustfmt::skip]
pub(super) const JAVASCRIPT: &[&str] = &[
    "abstract", "as", "async", "await", "break", "case", "catch", "class", "const", "continue", "debugger", "declare",
    "default", "delete", "do", "else", "enum", "export", "extends", "false", "finally", "for", "from", "function", "get",
    "if", "implements", "import", "in", "instanceof", "interface", "let", "namespace", "new", "null", "of", "private",
    "protected", "public", "readonly", "return", "set", "static", "super", "switch", "this", "throw", "true", "try",
    "type", "typeof", "undefined", "var", "void", "while", "with", "yield",
];

#[rustfmt::skip]
pub(super) const JAVASCRIPT_TYPES: &[&str] =
    &["any", "bigint", "boolean", "never", "number", "object", "string", "symbol", "unknown"];

pub(super) const JSON: &[&str] = &["Infinity", "NaN", "false", "null", "true"];

#[rustfmt::skip]
pub(super) const VALUES: &[&str] = &[
    "FALSE", "False", "None", "TRUE", "True", "false", "no", "null", "off", "on", "true", "yes",
];

#[rustfmt::skip]
pub(super) const SHELL: &[&str] = &[
    "case", "cd", "do", "done", "echo", "elif", "else", "esac", "exit", "export", "fi", "for", "foreach", "function",
    "if", "in", "local", "param", "return", "set", "source", "sudo", "then", "until", "while",
];

#[rustfmt::skip]
pub(super) const LUA: &[&str] = &[
    "and", "break", "do", "else", "elseif", "end", "false", "for", "function", "goto", "if", "in", "local", "nil", "not",
    "or", "repeat", "return", "self", "then", "true", "until", "while",
];
