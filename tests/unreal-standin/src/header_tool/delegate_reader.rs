//! Reading a `DECLARE_…DELEGATE…` macro.

use std::ops::Range;

use super::cpp_type::{CppType, split_arguments};
use super::declaration::{Delegate, Parameter, Place};
use super::source::Source;

/// Reads the macro whose name is at the start of `range`, which ends where
/// its bracket closes.
pub(super) fn read_delegate(source: &Source<'_>, range: Range<usize>, place: Place) -> Delegate {
    let macro_name = source.code[range.start].text.to_owned();
    let inner = range.start + 2;
    let mut arguments = split_arguments(source, inner..range.end.max(inner));
    // The return type or the owner of an event comes before the name.
    let before_name =
        usize::from(macro_name.contains("RetVal") || macro_name.starts_with("DECLARE_EVENT"));
    let name_at = before_name.min(arguments.len().saturating_sub(1));
    let words = |range: &Range<usize>| source.words(range.clone());
    let name = arguments.get(name_at).map_or(String::new(), words);
    let rest = arguments.split_off((name_at + 1).min(arguments.len()));
    let is_dynamic = macro_name.starts_with("DECLARE_DYNAMIC_");
    let parameters = rest
        .chunks(if is_dynamic { 2 } else { 1 })
        .map(|pair| Parameter {
            cpp_type: CppType::read(source, pair[0].clone()),
            name: pair.get(1).map_or(String::new(), words),
            default: None,
            specifiers: None,
        })
        .collect();
    let arguments = rest.iter().map(words).collect();
    Delegate { place, macro_name, name, arguments, parameters }
}
