// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Tests/SpecPreview.h"

#if WITH_DEV_AUTOMATION_TESTS && defined(STANDIN)

#include "StandIn/Slate.h"
#include "Widgets/Input/SButton.h"
#include "Widgets/PreviewTexts.h"
#include "Widgets/SSummaryPreview.h"

FSpecPreview::FSpecPreview(const TSharedRef<FSpecWindow>& InWindow, const TSharedRef<FSpecContextPanel>& InPanel)
	: Window(InWindow)
	, Panel(InPanel)
{
}

bool FSpecPreview::OpenEmpty(float Width, float Height)
{
	if (!Panel->OpenTalk(Width, Height, 24000))
	{
		return false;
	}
	Drafts.Empty();
	Errors.Empty();
	UChatSession* Session = Window->GetSession();
	Session->OnSummaryPreview().AddWeakLambda(Session, [this](const FVibeUESummaryPreview& Shown) { Drafts.Add(Shown); });
	Session->OnSessionError().AddWeakLambda(Session, [this](const FVibeUEError& Error) { Errors.Add(Error); });
	return true;
}

bool FSpecPreview::OpenTalk(float Width, float Height)
{
	if (!OpenEmpty(Width, Height))
	{
		return false;
	}
	Panel->Talk(2, 90);
	Panel->AskAboutTheDoor(30);
	Panel->Talk(5, 90);
	return true;
}

bool FSpecPreview::Open()
{
	Window->ClickIcon(TEXT("Preview what summarizing"));
	// The button's tip would cover what is tested.
	StandIn::MovePointerAway();
	return UntilDraft(1);
}

bool FSpecPreview::UntilDraft(int32 Count)
{
	return Window->Until(TEXT("the draft"), [this, Count]
	{
		return Drafts.Num() >= Count && StandIn::FindByText(GetPage(), FPreviewTexts::Numbers(Drafts.Last()).ToString()).IsValid();
	});
}

void FSpecPreview::Choose(const TCHAR* Label)
{
	const auto Find = [this, Label] { return StandIn::FindButton(GetPage(), Label); };
	if (Window->Until(Label, [Find] { return Find().IsValid() && StandIn::IsOnScreen(Find().ToSharedRef()) && StandIn::IsReallyEnabled(Find().ToSharedRef()); }))
	{
		StandIn::Click(Find());
		StandIn::MovePointerAway();
	}
}

TSharedRef<SSummaryPreview> FSpecPreview::GetPage() const
{
	return StandIn::Find<SSummaryPreview>(Window->Get()).ToSharedRef();
}

#endif
