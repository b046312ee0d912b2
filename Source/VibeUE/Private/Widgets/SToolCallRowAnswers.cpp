// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

// What the user can answer when a tool asks.

#include "Widgets/SToolCallRow.h"

#include "Framework/Application/SlateApplication.h"
#include "Layout/Margin.h"
#include "Styling/AppStyle.h"
#include "VibeUECommands.h"
#include "Widgets/Input/SButton.h"
#include "Widgets/Layout/SBox.h"
#include "Widgets/Layout/SWrapBox.h"
#include "Widgets/SChatButton.h"
#include "Widgets/SChatField.h"

#define LOCTEXT_NAMESPACE "SToolCallRow"

namespace SToolCallRowAnswersPrivate
{
/** Slate units that the edges of the row take next to the field for a reason. */
static constexpr float WidthBesideReason = 88.0f;
} // namespace SToolCallRowAnswersPrivate

TSharedRef<SWidget> SToolCallRow::MakeAnswers()
{
	const TSharedRef<SWrapBox> Answers = SNew(SWrapBox).UseAllottedSize(true);
	const auto Add = [&Answers](const TSharedRef<SWidget>& Answer)
	{
		Answers->AddSlot()
		.Padding(0.0f, 2.0f, 6.0f, 6.0f)
		[
			Answer
		];
	};
	// What cannot be undone is allowed one by one, and by no button that invites a click.
	const bool bDestroys = Call.Access == EVibeUEToolAccess::Destructive;
	const FVibeUEChatCommands& Commands = FVibeUEChatCommands::Get();
	Add(MakeAnswer(LOCTEXT("Approve", "Allow once"), FVibeUEChatCommands::Tip(LOCTEXT("ApproveTip", "Allow this call."), Commands.AllowOnce),
		EVibeUEToolApproval::Allow, !bDestroys));
	if (!bDestroys)
	{
		Add(MakeAnswer(LOCTEXT("Always", "For this conversation"),
			LOCTEXT("AlwaysTip", "Allow this and all later calls of this tool, until the conversation is closed."), EVibeUEToolApproval::AllowAlways, false));
		Add(MakeAnswer(LOCTEXT("Project", "Always in this project"),
			LOCTEXT("ProjectTip", "Allow this and all later calls of this tool in this project, even after the editor is restarted."),
			EVibeUEToolApproval::AllowProject, false));
	}
	Add(MakeAnswer(LOCTEXT("Deny", "Deny"),
		FVibeUEChatCommands::Tip(LOCTEXT("DenyTip", "Do not allow this call; the model is told, with your reason."), Commands.Deny), EVibeUEToolApproval::Deny, false));
	Add(SNew(SBox)
		.WidthOverride(this, &SToolCallRow::GetReasonWidth)
		[
			SAssignNew(Reason, SChatField)
			.HintText(LOCTEXT("Reason", "Reason (the model reads it)"))
		]);
	return Answers;
}

TSharedRef<SWidget> SToolCallRow::MakeAnswer(const FText& Label, const FText& Tip, EVibeUEToolApproval Approval, bool bIsMain)
{
	return SNew(SChatButton)
		.ButtonStyle(FAppStyle::Get(), bIsMain ? "PrimaryButton" : "Button")
		.ContentPadding(FMargin(10.0f, 3.0f))
		.Text(Label)
		.ToolTipText(Tip)
		.OnClicked(this, &SToolCallRow::HandleAnswer, Approval);
}

FReply SToolCallRow::HandleAnswer(EVibeUEToolApproval Approval)
{
	Answer(Approval);
	return FReply::Handled();
}

void SToolCallRow::Answer(EVibeUEToolApproval Approval)
{
	if (State != EToolCallState::Asking)
	{
		return;
	}
	if (HasFocusedDescendants() && FSlateApplication::IsInitialized())
	{
		// The buttons go with the question: a user of the keyboard continues from the row.
		FSlateApplication::Get().SetKeyboardFocus(AsShared());
	}
	State = Approval == EVibeUEToolApproval::Deny ? EToolCallState::Denied : EToolCallState::Running;
	const FString Why = Reason.IsValid() ? Reason->GetText().ToString() : FString();
	WatchTime();
	OnAnswered.ExecuteIfBound(Call.CallId, Approval, Approval == EVibeUEToolApproval::Deny ? Why : FString());
}

FOptionalSize SToolCallRow::GetReasonWidth() const
{
	const FVector2f Size = GetCachedGeometry().GetLocalSize();
	return FMath::Clamp(Size.X - SToolCallRowAnswersPrivate::WidthBesideReason, 60.0f, 210.0f);
}

#undef LOCTEXT_NAMESPACE
