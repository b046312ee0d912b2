//! Diffs that the user can look through.

use std::borrow::Cow;

/// The maximum number of bytes of a line that are shown.
const MOST_LINE: usize = 2_000;

/// How many bytes of a long line are shown before the first difference.
const AROUND: usize = 400;

/// A unified diff whose long lines are cut to what differs: otherwise the user would see only the
/// beginning of a file that is a single line.
pub(crate) fn clipped(diff: &str) -> Cow<'_, str> {
    if diff.split('\n').all(|line| line.len() <= MOST_LINE) {
        return Cow::Borrowed(diff);
    }
    let mut out = String::with_capacity(diff.len().min(1 << 20));
    let (mut gone, mut come) = (Vec::new(), Vec::new());
    for line in diff.split_inclusive('\n') {
        match line.as_bytes().first() {
            Some(b'-') if come.is_empty() => gone.push(line),
            Some(b'+') => come.push(line),
            // It belongs to the line before it.
            Some(b'\\') if !come.is_empty() => come.push(line),
            Some(b'\\') if !gone.is_empty() => gone.push(line),
            first => {
                flush(&mut gone, &mut come, &mut out);
                if first == Some(&b'-') {
                    gone.push(line);
                } else {
                    clip(line, None, &mut out);
                }
            }
        }
    }
    flush(&mut gone, &mut come, &mut out);
    Cow::Owned(out)
}

/// Writes replaced lines, each compared with its replacement.
fn flush(gone: &mut Vec<&str>, come: &mut Vec<&str>, out: &mut String) {
    for (at, line) in gone.iter().enumerate() {
        clip(line, come.get(at).copied(), out);
    }
    for (at, line) in come.iter().enumerate() {
        clip(line, gone.get(at).copied(), out);
    }
    gone.clear();
    come.clear();
}

fn clip(line: &str, other: Option<&str>, out: &mut String) {
    if line.len() <= MOST_LINE {
        return out.push_str(line);
    }
    let (mark, body) = line.split_at(1);
    let body = body.trim_end_matches('\n');
    let other = other.and_then(|it| it.get(1..)).unwrap_or_default().trim_end_matches('\n');
    let alike = body.bytes().zip(other.bytes()).take_while(|(a, b)| a == b).count();
    let most = body.len().min(other.len()) - alike;
    let pairs = body.bytes().rev().zip(other.bytes().rev()).take(most);
    let behind = pairs.take_while(|(a, b)| a == b).count();
    let start = body.floor_char_boundary(alike.saturating_sub(AROUND));
    let end = body.floor_char_boundary((start + MOST_LINE).min(body.len()));
    out.push_str(mark);
    if start > 0 {
        out.push_str(&format!("[{start} bytes that stay]"));
    }
    out.push_str(&body[start..end]);
    match body.len() - end {
        0 => {}
        rest if rest <= behind => out.push_str(&format!("[{rest} bytes that stay]")),
        rest => out.push_str(&format!("[{rest} more bytes of this line are not shown]")),
    }
    out.push('\n');
}

/// How much of the available room each text gets: all that it needs if the others leave that much,
/// and never less than an equal share.
pub(crate) fn shares(sizes: &[usize], room: usize) -> Vec<usize> {
    let mut by_size: Vec<usize> = (0..sizes.len()).collect();
    by_size.sort_by_key(|at| sizes[*at]);
    let mut shares = vec![0; sizes.len()];
    let mut left = room;
    for (done, at) in by_size.into_iter().enumerate() {
        shares[at] = sizes[at].min(left / (sizes.len() - done));
        left -= shares[at];
    }
    shares
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Diff;

    #[test]
    fn of_a_long_line_what_differs_is_shown() {
        let old = format!("a\n{{{}\"port\":1,{}}}\n", "x".repeat(9_000), "y".repeat(9_000));
        let new = old.replace("\"port\":1", "\"port\":2");
        let diff = Diff::of(&old, &new).unified(Some("f"), Some("f"));
        let side = |mark: &str, port: &str| {
            let (before, behind) = ("x".repeat(393), "y".repeat(1_598));
            format!(
                "{mark}[8608 bytes that stay]{before}\"port\":{port},{behind}[7403 bytes that stay]\n"
            )
        };
        let expected =
            format!("--- a/f\n+++ b/f\n@@ -1,2 +1,2 @@\n a\n{}{}", side("-", "1"), side("+", "2"));
        assert_eq!(clipped(&diff), expected);
    }

    #[test]
    fn what_a_long_line_leaves_out_is_said() {
        let line = "ü".repeat(3_000);
        let diff = Diff::of("", &line).unified(None, Some("f"));
        let expected = format!(
            "--- /dev/null\n+++ b/f\n@@ -0,0 +1 @@\n+{}[4000 more bytes of this line are not \
             shown]\n\\ No newline at end of file\n",
            "ü".repeat(1_000)
        );
        assert_eq!(clipped(&diff), expected);
        let short = Diff::of("a\n", "b\n").unified(Some("f"), Some("f"));
        assert!(matches!(clipped(&short), Cow::Borrowed(_)));
    }

    #[test]
    fn every_text_gets_its_part_of_a_room() {
        assert_eq!(shares(&[10, 1_000, 2_000], 900), [10, 445, 445]);
        assert_eq!(shares(&[10, 20], 900), [10, 20]);
        assert_eq!(shares(&[], 900), [0_usize; 0]);
    }
}
