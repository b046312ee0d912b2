#pragma once

#include "Widgets/SCompoundWidget.h"

// UC UnrealClaudeModule.cpp; CX CortexFrontendModule.cpp
enum class ESizingRule : uint8
{
	FixedSize,
	Autosized,
	UserSized,
};

class SWindow : public SCompoundWidget
{
	STANDIN_WIDGET(SWindow, SCompoundWidget)

public:
	SLATE_BEGIN_ARGS(SWindow)
		: _ClientSize(FVector2D(800.0, 600.0))
		, _SizingRule(ESizingRule::UserSized)
		, _SupportsMaximize(true)
		, _SupportsMinimize(true)
	{
	}
	SLATE_DEFAULT_SLOT(FArguments, Content)
	SLATE_ATTRIBUTE(FText, Title)
	SLATE_ARGUMENT(FVector2D, ClientSize)
	SLATE_ARGUMENT(ESizingRule, SizingRule)
	SLATE_ARGUMENT(bool, SupportsMaximize)
	SLATE_ARGUMENT(bool, SupportsMinimize)
	SLATE_END_ARGS()

	void Construct(const FArguments& InArgs);
	void SetContent(TSharedRef<SWidget> InContent);
	TSharedRef<const SWidget> GetContent() const
	{
		return ChildSlot.GetWidget();
	}
	FText GetTitle() const
	{
		return Title.Get();
	}
	void RequestDestroyWindow();
	void Resize(UE::Slate::FDeprecateVector2DParameter NewSize); // in pixels
	// Pixels to a Slate unit, as the window's screen has them. Epic: SlateCore/SWindow/GetDPIScaleFactor, SlateCore/SWindow/SetDPIScaleFactor;
	// ApplicationCore/FNullWindow/GetDPIScaleFactor
	float GetDPIScaleFactor() const
	{
		return DPIScaleFactor;
	}
	void SetDPIScaleFactor(const float Factor);
	FVector2f StandInClientSize() const
	{
		return Size;
	}
	bool StandInIsMinimized() const
	{
		return bIsMinimized;
	}
	void StandInMinimize(bool bMinimize)
	{
		bIsMinimized = bMinimize;
	}
	bool StandInIsAutosized() const
	{
		return SizingRule == ESizingRule::Autosized;
	}

private:
	TAttribute<FText> Title;
	FVector2f Size{800.0f, 600.0f};
	float DPIScaleFactor = 1.0f;
	ESizingRule SizingRule = ESizingRule::UserSized;
	bool bIsMinimized = false;
};
