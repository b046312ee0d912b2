//! The answer to a call in a dry run.

use crate::{CallEnd, Preview, ToolAnswer};

/// Answers a call of the tool of this name with what it would have done: in a
/// dry run nothing runs that could change something
/// ([`Policy::dry_run`](crate::Policy::dry_run)).
pub fn not_done(name: &str, preview: Option<&Preview>) -> ToolAnswer {
    let what = match preview {
        Some(preview) if preview.would_fail => {
            format!("It would have been refused: {}", preview.model_text())
        }
        Some(preview) => format!("It would do this: {}\n{}", preview.title, preview.model_text()),
        None => format!("What {name} would do is not known in advance."),
    };
    ToolAnswer::ended(CallEnd::Refused, format!("not done: dry run. {what}"))
}

#[cfg(test)]
mod tests {
    use vibeue_conversation::Part;

    use super::*;

    #[test]
    fn what_is_not_done_is_told_as_far_as_it_is_known() {
        let told = |preview: Option<&Preview>| {
            let answer = not_done("paint", preview);
            assert_eq!(answer.end, CallEnd::Refused);
            match &answer.parts[..] {
                [Part::Text { text, .. }] => text.clone(),
                other => panic!("{other:?}"),
            }
        };
        assert_eq!(
            told(Some(&Preview::text("paint the door", "red\n"))),
            "not done: dry run. It would do this: paint the door\nred\n"
        );
        assert_eq!(
            told(Some(&Preview::refused("paint", "there is no door"))),
            "not done: dry run. It would have been refused: there is no door"
        );
        let apart =
            Preview::text("paint", "the key is 7\n").for_model(Some("the key is not told\n"));
        assert_eq!(
            told(Some(&apart)),
            "not done: dry run. It would do this: paint\nthe key is not told\n"
        );
        assert_eq!(told(None), "not done: dry run. What paint would do is not known in advance.");
    }
}
