//! Reads public C++ headers and writes what `GENERATED_BODY()` stands for.
//!
//! Without an engine there is no header tool of its own, so this one does its job for the stand-in:
//! it takes a header apart ([`Source`]), reads what it declares ([`parse`]), refuses what the
//! engine's tool would refuse, and writes `X.generated.h` and `X.gen.cpp` in the form that
//! `tests/unreal-standin/README.md` describes.

mod class_head;
mod cpp_type;
mod declaration;
mod declarator;
mod delegate_reader;
mod diagnostic;
mod enum_reader;
mod generate;
mod generated_header;
mod generated_source;
mod nearest;
mod parsed_file;
mod parser;
mod rules;
mod source;
mod specifier;
mod token;
mod tokenizer;
mod type_index;

pub use cpp_type::CppType;
pub use declaration::{
    Access, BodyMacro, Class, ClassKind, Declaration, Delegate, Enum, Enumerator, Function,
    MacroCall, Marker, Parameter, Place, Property, StrayMarker,
};
pub use diagnostic::{Diagnostic, Report, Rule, Sample};
pub use generate::{GeneratedFile, generate};
pub use nearest::{did_you_mean, nearest};
pub use parsed_file::ParsedFile;
pub use parser::parse;
pub use rules::{Headers, check, rules};
pub use source::{Directive, Source};
pub use specifier::{Specifier, Specifiers};
pub use token::{Token, TokenKind};
pub use tokenizer::{Language, tokenize};
pub use type_index::{TypeIndex, TypeKind};
