// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Widgets/SKeyKeeper.h"

#include "Layout/Margin.h"
#include "Styling/StyleColors.h"
#include "VibeUESettings.h"
#include "Widgets/ChatSentence.h"
#include "Widgets/Input/SButton.h"
#include "Widgets/NotedButton.h"
#include "Widgets/SChatButton.h"
#include "WordColors.h"

#define LOCTEXT_NAMESPACE "SKeyKeeper"

void SKeyKeeper::Construct(const FArguments&)
{
	ChildSlot
	[
		FNotedButton::Make(
			SNew(SChatButton)
			.ContentPadding(FMargin(10.0f, 3.0f))
			.Text(this, &SKeyKeeper::GetLabel)
			.ToolTipText(this, &SKeyKeeper::GetToolTip)
			.IsEnabled(this, &SKeyKeeper::CanBegin)
			.OnClicked(this, &SKeyKeeper::HandleClicked),
			TAttribute<FText>::CreateSP(this, &SKeyKeeper::GetNote),
			TAttribute<FSlateColor>::CreateSP(this, &SKeyKeeper::GetNoteColor))
	];
}

FKeyKeeping::EErrand SKeyKeeper::GetErrand() const
{
	const UVibeUESettings* Settings = GetDefault<UVibeUESettings>();
	if (!Settings->ApiKey.TrimStartAndEnd().IsEmpty())
	{
		return FKeyKeeping::EErrand::Keep;
	}
	return Settings->bKeyInCredentialStore ? FKeyKeeping::EErrand::Remove : FKeyKeeping::EErrand::Find;
}

FText SKeyKeeper::GetLabel() const
{
	switch (Keeping.IsValid() ? Errand : GetErrand())
	{
	case FKeyKeeping::EErrand::Keep:
		return LOCTEXT("Keep", "Keep in the system's credential store");
	case FKeyKeeping::EErrand::Find:
		return LOCTEXT("Find", "Use the key in the system's credential store");
	case FKeyKeeping::EErrand::Remove:
		break;
	}
	return LOCTEXT("Remove", "Remove from the system's credential store");
}

FText SKeyKeeper::GetToolTip() const
{
	switch (Keeping.IsValid() ? Errand : GetErrand())
	{
	case FKeyKeeping::EErrand::Keep:
		return LOCTEXT("KeepTip", "Moves the key from this project's files to your system's password store, which may ask for its password.");
	case FKeyKeeping::EErrand::Find:
		return LOCTEXT("FindTip", "Checks whether your system has a key for the server above, as stored by \"vibeue key set\", and uses it from then on.");
	case FKeyKeeping::EErrand::Remove:
		break;
	}
	return LOCTEXT("RemoveTip", "Removes the key for the server above from your system's password store, for all projects.");
}

FReply SKeyKeeper::HandleClicked()
{
	const FVibeUEModelChoice Model = GetDefault<UVibeUESettings>()->GetModelChoice();
	Errand = GetErrand();
	Key = Model.ApiKey;
	Provider = Model.Provider;
	BaseUrl = Model.BaseUrl;
	bFailed = false;
	Note = LOCTEXT("Asking", "Asking the credential store…");
	Keeping = MakeUnique<FKeyKeeping>(Model, Errand);
	RegisterActiveTimer(0.1f, FWidgetActiveTimerDelegate::CreateSP(this, &SKeyKeeper::HandleTime));
	return FReply::Handled();
}

EActiveTimerReturnType SKeyKeeper::HandleTime(double, float)
{
	if (Keeping.IsValid() && !Keeping->IsFinished())
	{
		return EActiveTimerReturnType::Continue;
	}
	if (Keeping.IsValid())
	{
		Finish();
		Keeping.Reset();
		Key.Empty();
	}
	return EActiveTimerReturnType::Stop;
}

void SKeyKeeper::Finish()
{
	const FVibeUEError Problem = Keeping->GetProblem();
	const FText Server = FText::FromString(Keeping->GetServer());
	bFailed = Problem.Kind != EVibeUEFailure::None;
	if (bFailed)
	{
		Note = FText::Format(LOCTEXT("Failed", "Nothing was changed. {0}."), FChatSentence::WithHint(FChatSentence::Begin(Problem.Message), Problem.Hint));
		return;
	}
	UVibeUESettings* Settings = GetMutableDefault<UVibeUESettings>();
	// The settings may be for another server by now: a message about this one does not concern them.
	const FVibeUEModelChoice Now = Settings->GetModelChoice();
	const bool bIsSameServer = Now.Provider == Provider && Now.BaseUrl == BaseUrl;
	switch (Errand)
	{
	case FKeyKeeping::EErrand::Keep:
		// What was typed in the meantime is another key.
		if (bIsSameServer && Settings->ApiKey == Key)
		{
			Settings->ApiKey.Empty();
		}
		Note = FText::Format(Settings->ApiKey.Equals(Key) ? LOCTEXT("KeptAndLeft", "The key for {0} is in the system's credential store, and still in this project's files: the settings changed meanwhile.")
														 : LOCTEXT("Kept", "The key for {0} is in the system's credential store and no longer in this project's files."), Server);
		break;
	case FKeyKeeping::EErrand::Find:
		Note = Keeping->HasKey() ? FText::Format(LOCTEXT("Found", "Using the key for {0} from the system's credential store."), Server)
								 : FText::Format(LOCTEXT("Missing", "The system's credential store has no key for {0}."), Server);
		break;
	case FKeyKeeping::EErrand::Remove:
		Note = FText::Format(LOCTEXT("Removed", "The system's credential store no longer has a key for {0}."), Server);
		break;
	}
	if (bIsSameServer)
	{
		Settings->bKeyInCredentialStore = Keeping->HasKey();
		Settings->SaveAndNotify();
	}
}

bool SKeyKeeper::CanBegin() const
{
	return !Keeping.IsValid();
}

FText SKeyKeeper::GetNote() const
{
	return Note;
}

FSlateColor SKeyKeeper::GetNoteColor() const
{
	return bFailed ? FWordColors::GetError() : FWordColors::GetQuiet();
}

#undef LOCTEXT_NAMESPACE
