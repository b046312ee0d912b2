//! Specs: what they wait for.

use super::spec_code::SpecCode;
use crate::header_tool::{Report, Rule, Sample};
use crate::lint::plugin::Plugin;

const FRAMES_AFTER_COMMAND: Rule = Rule {
    id: "frames-after-command",
    reason: "a session answers from threads of its own, on a busy machine more frames later than on an idle one: a spec \
             that lets a number of frames pass, after a command, a message, a click in the chat's window or a helper that \
             ends with one of these, is right on one and wrong on the other",
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
        // What was waited for is there; a lambda runs at another time.
        Sample::part(&[(
            "Source/SampleChat/Private/Tests/Thing.spec.cpp",
            "void Ask(FSpecWindow* Window)\n{\n\tWindow->Say(TEXT(\"Hi\"));\n\tWindow->UntilSeen(TEXT(\"You \
             said\"));\n\tStandIn::Frames(2);\n}\n\nvoid Use(UChatSession* Session, FSpecWindow* \
             Window)\n{\n\tSession->OnAsked().AddLambda([Session] { Session->Answer(); \
             });\n\tStandIn::Frames();\n\tAsk(Window);\n\tStandIn::Frames(2);\n}\n",
        )]),
        // A widget by itself asks no session.
        Sample::part(&[(
            "Source/SampleChat/Private/Tests/Thing.spec.cpp",
            "void Use(SWidget& \
             Widget)\n{\n\tStandIn::Click(Widget.AsShared());\n\tStandIn::Frames(2);\n}\n",
        )]),
        Sample::part(&[(
            "Source/SampleChat/Private/Tests/Thing.spec.cpp",
            "void Use(UChatSession* Session, FSpecWindow& \
             Window)\n{\n\tSession->SubmitUserMessage(TEXT(\"Hi\"));\n\t// The answer.\n\tStandIn::Frames(3); \
             ⟵\n\tTestTrue(TEXT(\"asked\"), Window.GetSession()->CancelRequest());\n\tStandIn::Frames(); ⟵\n}\n",
        )]),
        Sample::part(&[(
            "Source/SampleChat/Private/Tests/Thing.spec.cpp",
            "void Ask(FSpecWindow* \
             Window)\n{\n\tWindow->Settle();\n\tWindow->Click(TEXT(\"Send\"));\n}\n\nvoid Use(UChatSession* \
             Session, FSpecWindow* Window)\n{\n\tAsk(Window);\n\tSession->GetLines();\n\tStandIn::Frames(3); \
             ⟵\n\tWindow->Settle();\n\tStandIn::PressKey(Enter);\n\tif \
             (Session->IsOpen())\n\t{\n\t\tStandIn::PumpFrames(1); \
             ⟵\n\t}\n\tWindow->Say(TEXT(\"Hi\"));\n\tStandIn::Frames(); ⟵\n}\n",
        )]),
    ],
};

pub(super) const RULES: &[Rule] = &[FRAMES_AFTER_COMMAND];

pub(super) fn check(plugin: &Plugin<'_>, report: &mut Report) {
    for file in plugin.sources.iter().filter(|file| file.source.path.ends_with(".spec.cpp")) {
        for frames in SpecCode::read(&file.source).counted_frames() {
            report.add(
                &FRAMES_AFTER_COMMAND,
                file.source.path,
                frames.line,
                format!(
                    "'{}' follows '{}', and no number of frames is enough for what that asks for.",
                    frames.by, frames.after
                ),
                "Wait for the state that follows: StandIn::FramesUntil, FSpecWindow::Until.",
            );
        }
    }
}
