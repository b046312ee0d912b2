//! Specs: what they wait for.

use crate::header_tool::{Report, Rule, Sample, Token, TokenKind};
use crate::lint::plugin::Plugin;

const FRAMES_AFTER_COMMAND: Rule = Rule {
    id: "frames-after-command",
    reason: "a session answers from threads of its own, on a busy machine more frames later than on an idle one: a spec \
             that lets a number of frames pass is right on one and wrong on the other",
    source: "this repository's CONTRIBUTING.md: tests wait for a state, never for a fixed time",
    samples: &[
        Sample::part(&[(
            "Source/SampleChat/Private/Tests/Thing.spec.cpp",
            "void Use(UChatSession* Session, SWidget& \
             Widget)\n{\n\tSession->SubmitUserMessage(TEXT(\"Hi\"));\n\tStandIn::FramesUntil([Session] { return \
             Session->GetLines().Num() == 2; });\n\tWidget.SetText(Session->GetLines()[1].Text);\n\tStandIn::Frames(2);\n\t\
             Session->OnLine().Broadcast();\n\tStandIn::Frames();\n}\n",
        )]),
        // What no spec is may do as it likes.
        Sample::part(&[(
            "Source/SampleChat/Private/Thing.cpp",
            "void Use(UChatSession* Session)\n{\n\tSession->SubmitUserMessage(TEXT(\"Hi\"));\n\tFrames(2);\n}\n",
        )]),
        Sample::part(&[(
            "Source/SampleChat/Private/Tests/Thing.spec.cpp",
            "void Use(UChatSession* Session, FSpecWindow& \
             Window)\n{\n\tSession->SubmitUserMessage(TEXT(\"Hi\"));\n\t// The answer.\n\tStandIn::Frames(3); \
             ⟵\n\tTestTrue(TEXT(\"asked\"), Window.GetSession()->CancelRequest());\n\tStandIn::Frames(); ⟵\n}\n",
        )]),
    ],
};

pub(super) const RULES: &[Rule] = &[FRAMES_AFTER_COMMAND];

/// How the names of what a session is only asked for begin, and those of its
/// events.
const QUESTIONS: &[&str] = &["Can", "Estimate", "Find", "Get", "Has", "Is", "On"];

pub(super) fn check(plugin: &Plugin<'_>, report: &mut Report) {
    for file in plugin.sources.iter().filter(|file| file.source.path.ends_with(".spec.cpp")) {
        let code = &file.source.code;
        for (at, token) in code.iter().enumerate() {
            let is_call = code.get(at + 1).is_some_and(|next| next.is_mark("("));
            if !token.is_word("Frames") || !is_call {
                continue;
            }
            if let Some(name) = command(statement_before(code, at)) {
                report.add(
                    &FRAMES_AFTER_COMMAND,
                    file.source.path,
                    token.line,
                    format!("'Frames' follows '{name}', and no number of frames is enough for its answer."),
                    "Wait for the state that follows: StandIn::FramesUntil, FSpecWindow::Until.",
                );
            }
        }
    }
}

/// The statement before the one that has the word at `at`; empty where a block
/// begins or ends in between.
fn statement_before<'t, 'a>(code: &'t [Token<'a>], at: usize) -> &'t [Token<'a>] {
    let is_border = |token: &Token<'_>| [";", "{", "}"].iter().any(|mark| token.is_mark(mark));
    match code[..at].iter().rposition(is_border) {
        Some(end) if code[end].is_mark(";") => {
            let begin = code[..end].iter().rposition(is_border).map_or(0, |border| border + 1);
            &code[begin..end]
        }
        _ => &[],
    }
}

/// The command that a statement gives a session, if it gives one.
fn command<'a>(statement: &[Token<'a>]) -> Option<&'a str> {
    (1..statement.len()).find_map(|at| {
        let [arrow, name, open, ..] = &statement[at..] else { return None };
        let is_call =
            arrow.is_mark("->") && name.kind == TokenKind::Identifier && open.is_mark("(");
        let is_sessions = match &statement[..at] {
            [.., last] if last.is_word("Session") => true,
            [.., name, open, close] => {
                name.is_word("GetSession") && open.is_mark("(") && close.is_mark(")")
            }
            _ => false,
        };
        // `CancelTurn` asks nothing: a word of the name ends where the next one begins.
        let is_question = QUESTIONS.iter().any(|begin| {
            let rest = name.text.strip_prefix(begin);
            rest.is_some_and(|rest| rest.starts_with(char::is_uppercase))
        });
        (is_call && is_sessions && !is_question).then_some(name.text)
    })
}
