//! Names as only a linker writes them.

use std::borrow::Cow;

/// A text without the decorated name that Microsoft's linker writes in brackets after the name that
/// people read: `"void __cdecl F(void)" (?F@@YAXXZ)`. It says nothing more and takes as many tokens
/// as several sentences.
pub(super) fn without_mangled(text: &str) -> Cow<'_, str> {
    const OPENS: &str = "\" (?";
    if !text.contains(OPENS) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(OPENS) {
        // What follows the quotation mark.
        let (before, bracket) = rest.split_at(at + 1);
        out.push_str(before);
        rest = match bracket.split_once(')') {
            Some((name, after)) if is_mangled(&name[2..]) => after,
            _ => {
                out.push_str(&bracket[..2]);
                &bracket[2..]
            }
        };
    }
    out.push_str(rest);
    Cow::Owned(out)
}

/// Recognizes a decorated name: it begins with a question mark, has no spaces,
/// and separates its parts by `@`.
fn is_mangled(name: &str) -> bool {
    name.starts_with('?') && name.contains('@') && !name.contains(char::is_whitespace)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_decorated_name_after_the_readable_name_is_left_out() {
        let line = "a.obj : LNK2019: unresolved external symbol \"int __cdecl F(class A const *)\" \
                    (?F@@YAHPEBVA@@@Z) referenced in \"void G(void)\" (?G@@YAXXZ)";
        assert_eq!(
            without_mangled(line),
            "a.obj : LNK2019: unresolved external symbol \"int __cdecl F(class A const *)\" \
             referenced in \"void G(void)\""
        );
        for other in ["say \"so\" (?)", "\"so\" (?why not@all)", "\"so\" (?F@@YA", "(?F@@YAXXZ)"] {
            assert_eq!(without_mangled(other), other);
        }
    }
}
