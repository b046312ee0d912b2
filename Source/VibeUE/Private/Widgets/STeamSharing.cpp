// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Widgets/STeamSharing.h"

#include "Bridge/CoreConversions.h"
#include "Bridge/CoreText.h"
#include "Bridge/CoreVersion.h"
#include "Layout/Margin.h"
#include "SettingNames.h"
#include "TeamSettings.h"
#include "VibeUESettings.h"
#include "Widgets/ChatSentence.h"
#include "Widgets/Input/SButton.h"
#include "Widgets/NotedButton.h"
#include "Widgets/SChatButton.h"
#include "WordColors.h"

#define LOCTEXT_NAMESPACE "STeamSharing"

namespace STeamSharingPrivate
{
/** The names of settings, as the page shows them. */
static FText JoinNames(const rust::Vec<rust::String>& Properties)
{
	TArray<FString> Names;
	for (const rust::String& Property : Properties)
	{
		Names.Add(VibeUE::FromCore(Property));
	}
	return FSettingNames::Join(Names);
}

/** Says what was done to the project's file. */
static FText DescribeWritten(const vibeue::SharingResult& Result, const FText& File)
{
	TArray<FText> Lines;
	if (!Result.written.empty())
	{
		Lines.Add(FText::Format(LOCTEXT("Written", "Written to {0}: {1}."), File, JoinNames(Result.written)));
	}
	if (!Result.removed.empty())
	{
		Lines.Add(FText::Format(LOCTEXT("Removed", "Taken out of {0}, because the defaults apply: {1}."), File, JoinNames(Result.removed)));
	}
	Lines.Add(LOCTEXT("Submit", "Submit the file to source control. Others get the values with it, the next time their editor starts."));
	return FText::Join(FText::FromString(TEXT("\n")), Lines);
}

static FText Describe(const vibeue::SharingResult& Result)
{
	const FText File = FText::FromString(FTeamSettings::GetFile());
	switch (Result.end)
	{
	case vibeue::SharingEnd::Written:
		return DescribeWritten(Result, File);
	case vibeue::SharingEnd::Unchanged:
		return FText::Format(LOCTEXT("Unchanged", "There is nothing to write: {0} has everything that differs from the defaults."), File);
	case vibeue::SharingEnd::ReadOnly:
		return FText::Format(
			LOCTEXT("ReadOnly", "Nothing was shared: {0} is write-protected. Check it out in source control, or make it writable, and share again."), File);
	case vibeue::SharingEnd::Failed:
		break;
	}
	const FVibeUEError Problem = VibeUE::FromCore(Result.status);
	return FText::Format(LOCTEXT("Failed", "Nothing was shared. {0}."), FChatSentence::WithHint(FChatSentence::Begin(Problem.Message), Problem.Hint));
}
} // namespace STeamSharingPrivate

void STeamSharing::Construct(const FArguments&)
{
	ChildSlot
	[
		FNotedButton::Make(
			SNew(SChatButton)
			.ContentPadding(FMargin(10.0f, 3.0f))
			.Text(LOCTEXT("Share", "Share with the project"))
			.ToolTipText(LOCTEXT("ShareTip", "Writes these instructions, and what differs from the defaults under Context Management, Summarization, Tools and Turns, into the project's file, for everyone who edits the project. Connection, models, key, agent, permissions, tool server files and interface stay yours alone."))
			.IsEnabled_Lambda([]() { return VibeUE::IsCoreUsable(); })
			.OnClicked(this, &STeamSharing::HandleClicked),
			TAttribute<FText>::CreateSP(this, &STeamSharing::GetNote),
			TAttribute<FSlateColor>::CreateSP(this, &STeamSharing::GetNoteColor))
	];
}

FReply STeamSharing::HandleClicked()
{
	const vibeue::SharingResult Result = FTeamSettings::Share(*GetMutableDefault<UVibeUESettings>());
	bFailed = Result.end == vibeue::SharingEnd::ReadOnly || Result.end == vibeue::SharingEnd::Failed;
	Note = STeamSharingPrivate::Describe(Result);
	return FReply::Handled();
}

FText STeamSharing::GetNote() const
{
	return Note;
}

FSlateColor STeamSharing::GetNoteColor() const
{
	return bFailed ? FWordColors::GetError() : FWordColors::GetQuiet();
}

#undef LOCTEXT_NAMESPACE
