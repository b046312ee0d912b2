#pragma once

#include "Styling/SlateTypes.h"
#include "Widgets/SCompoundWidget.h"

// AA SToolCallCard.cpp
DECLARE_DELEGATE_OneParam(FOnBooleanValueChanged, bool);

// A header that opens and closes a body. Epic: Slate/SExpandableArea/FArguments; AX SAutonomixMessage.cpp; UC ClaudeEditorWidget.cpp
class SExpandableArea : public SCompoundWidget
{
	STANDIN_WIDGET(SExpandableArea, SCompoundWidget)

public:
	SLATE_BEGIN_ARGS(SExpandableArea)
		: _InitiallyCollapsed(false)
		, _AllowAnimatedTransition(true)
		, _MaxHeight(0.0f)
		, _Padding(FMargin(1.0f))
	{
	}
	SLATE_NAMED_SLOT(FArguments, HeaderContent)
	SLATE_NAMED_SLOT(FArguments, BodyContent)
	SLATE_ATTRIBUTE(FText, AreaTitle)
	SLATE_ATTRIBUTE(FSlateFontInfo, AreaTitleFont)
	SLATE_ATTRIBUTE(const FSlateBrush*, BorderImage)
	SLATE_ATTRIBUTE(FSlateColor, BorderBackgroundColor)
	SLATE_ARGUMENT(bool, InitiallyCollapsed)
	SLATE_ARGUMENT(bool, AllowAnimatedTransition)
	SLATE_ARGUMENT(float, MaxHeight)
	SLATE_ATTRIBUTE(FMargin, Padding)
	SLATE_EVENT(FOnBooleanValueChanged, OnAreaExpansionChanged)
	SLATE_END_ARGS()

	void Construct(const FArguments& InArgs);
	void SetExpanded(bool bExpanded);
	bool IsExpanded() const
	{
		return !bCollapsed;
	}

private:
	FReply HandleHeaderClicked();
	EVisibility BodyVisibility() const;
	FText ArrowText() const;
	bool bCollapsed = false;
	FOnBooleanValueChanged OnAreaExpansionChanged;
};
