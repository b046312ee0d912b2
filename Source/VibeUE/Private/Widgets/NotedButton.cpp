// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Widgets/NotedButton.h"

#include "Widgets/DeclarativeSyntaxSupport.h"
#include "Widgets/SBoxPanel.h"
#include "Widgets/Text/STextBlock.h"

TSharedRef<SWidget> FNotedButton::Make(const TSharedRef<SWidget>& Button, const TAttribute<FText>& Note, const TAttribute<FSlateColor>& NoteColor)
{
	return SNew(SVerticalBox)
		+ SVerticalBox::Slot()
		.AutoHeight()
		.HAlign(HAlign_Left)
		.Padding(0.0f, 2.0f)
		[
			Button
		]
		+ SVerticalBox::Slot()
		.AutoHeight()
		[
			SNew(STextBlock)
			.AutoWrapText(true)
			.ColorAndOpacity(NoteColor)
			.Text(Note)
			.Visibility_Lambda([Note]() { return Note.Get().IsEmpty() ? EVisibility::Collapsed : EVisibility::Visible; })
		];
}
