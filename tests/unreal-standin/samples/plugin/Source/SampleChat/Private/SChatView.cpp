// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "SChatView.h"

#include "Widgets/Text/STextBlock.h"

#define LOCTEXT_NAMESPACE "SChatView"

void SChatView::Construct(const FArguments& InArgs)
{
	Session.Reset(InArgs._Session);
	if (Session.IsValid())
	{
		Session->OnLineAdded().AddSP(this, &SChatView::HandleLineAdded);
	}
	ChildSlot
	[
		SAssignNew(Newest, STextBlock)
		.Text(LOCTEXT("Empty", "Nothing was said yet."))
	];
}

SChatView::~SChatView()
{
	if (Session.IsValid())
	{
		Session->OnLineAdded().RemoveAll(this);
	}
}

void SChatView::HandleLineAdded(const FSampleChatLine& Line)
{
	Newest->SetText(FText::Format(LOCTEXT("Line", "{0} ({1} tokens)"), FText::FromString(Line.Text), FText::AsNumber(Line.Tokens)));
}

#undef LOCTEXT_NAMESPACE
