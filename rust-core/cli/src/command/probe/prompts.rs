//! The prompts of readers and graders. Changing a word of them changes the figures: state the
//! version next to them.

use super::question_set::Question;

/// Stated next to figures; goes up with every change of a word below.
pub(super) const VERSION: u32 = 1;

/// The prompt of a reader.
pub(super) const READER: &str = "\
You take over a conversation between a person and an AI agent: you are to go on in the agent's \
place. What you are given is all that is left of it. Answer questions about it from that alone: \
do not guess, and use no knowledge from elsewhere. Answer in one to three short sentences with \
the exact names and values. Where the answer is not there, answer with one word: unknown";

/// The prompt of a grader.
pub(super) const GRADER: &str = "\
You grade answers to questions about a conversation that you have not seen. Compare each answer \
with its key, by meaning and not by wording. 1: everything with which the key answers the \
question is there, and nothing contradicts it. 0.5: a part of it is there, and nothing of \
weight contradicts it. 0: it is wrong, or missing, or says that it is unknown. What an answer \
says beyond the key does no harm unless it contradicts the key; what a key has in brackets \
need not be there. Answer in one line: the grade (1, 0.5 or 0), a colon, the reason in a few \
words";

/// The instructions of the model that writes an ordinary hand-over.
pub(super) const HANDOVER: &str = "\
Write a hand-over for a colleague who takes over this conversation from you and will not see \
it. Say what the person wants and demands, what was done and found, what is open, and what comes \
next, with the names and values that will be needed. Write the hand-over alone.";

/// The conversation as it precedes each question.
pub(super) fn enclosed(view: &str) -> String {
    format!("<conversation>\n{}\n</conversation>", view.trim_end())
}

/// One question about a view.
pub(super) fn question(view: &str, question: &str) -> String {
    format!("{}\n\nQuestion: {question}", enclosed(view))
}

/// One answer for a grader.
pub(super) fn grading(question: &str, key: &str, answer: &str) -> String {
    format!("Question: {question}\nKey: {key}\nAnswer: {answer}")
}

/// A hand-over in a number of tokens.
pub(super) fn handover(conversation: &str, tokens: u64) -> String {
    // Models count words better than tokens; English has about four tokens for three words.
    let words = tokens * 3 / 4;
    format!(
        "{}\n\n{HANDOVER} It may have at most {words} words ({tokens} tokens).",
        enclosed(conversation)
    )
}

/// A paper for a reader: all questions about one view.
pub(super) fn reader_paper(view: &str, questions: &[Question]) -> String {
    let mut paper = format!(
        "{READER}.\n\nWrite a line for each question: its id, a colon, the answer. For example:\n\
         {}: unknown\n\n{}\n\nQuestions\n",
        questions.first().map_or("id", |question| &question.id),
        enclosed(view)
    );
    for question in questions {
        paper.push_str(&format!("{}: {}\n", question.id, question.question));
    }
    paper
}

/// A paper for a grader: all answers about one view, with the key.
pub(super) fn grader_paper(questions: &[Question], answers: &[String]) -> String {
    let mut paper = format!(
        "{GRADER}.\n\nWrite such a line for each answer behind its id and a colon. For example:\n\
         {}: 0.5: the value is missing\n",
        questions.first().map_or("id", |question| &question.id)
    );
    for (question, answer) in questions.iter().zip(answers) {
        let text = grading(&question.question, &question.key, answer);
        paper.push_str(&format!("\n{}\n{text}\n", question.id));
    }
    paper
}

#[cfg(test)]
mod tests {
    use vibeue_core::compaction::fingerprint;
    use vibeue_core::conversation::{Message, MessageId, Part, Role};

    use super::*;

    #[test]
    fn other_words_have_another_version() {
        let told = [READER, GRADER, HANDOVER].map(Part::text);
        let told = Message::new(MessageId(0), Role::User, told.to_vec());
        let now = (VERSION, fingerprint([&told])[..16].to_owned());
        assert_eq!(
            now,
            (1, "bbc25d7ce5919d1f".to_owned()),
            "count VERSION up and state the new pair here"
        );
    }
}
