// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Widgets/SChatText.h"

#include "Framework/Application/SlateApplication.h"
#include "GenericPlatform/ITextInputMethodSystem.h"
#include "InputCoreTypes.h"
#include "Misc/EngineVersionComparison.h"
#include "Styling/AppStyle.h"
#include "Widgets/Text/SlateEditableTextLayout.h"

bool SChatText::IsComposing() const
{
	return FramesLeft > 0 || IsComposingNow();
}

bool SChatText::IsOfComposition(const FKeyEvent& Event)
{
	if ((Event.GetKey() != EKeys::Enter && Event.GetKey() != EKeys::Escape) || !FSlateApplication::IsInitialized())
	{
		return false;
	}
	const TSharedPtr<SWidget> Widget = FSlateApplication::Get().GetKeyboardFocusedWidget();
	return Widget.IsValid() && Widget->GetTypeAsString().Equals(TEXT("SChatText")) && StaticCastSharedPtr<SChatText>(Widget)->IsComposing();
}

const FEditableTextBoxStyle& SChatText::GetBoxStyle()
{
	return FAppStyle::Get().GetWidgetStyle<FEditableTextBoxStyle>("NormalEditableTextBox");
}

const FSlateBrush* SChatText::GetFrame() const
{
	const FEditableTextBoxStyle& Style = GetBoxStyle();
	if (HasKeyboardFocus())
	{
		return &Style.BackgroundImageFocused;
	}
	return IsHovered() ? &Style.BackgroundImageHovered : &Style.BackgroundImageNormal;
}

void SChatText::Tick(const FGeometry& AllottedGeometry, const double InCurrentTime, const float InDeltaTime)
{
	SMultiLineEditableText::Tick(AllottedGeometry, InCurrentTime, InDeltaTime);
	// The end and the key may come in one frame or in two; the user is slower than that.
	static constexpr int32 FramesAfterEnd = 2;
	static constexpr double SecondsAfterEnd = 0.06;
	if (IsComposingNow())
	{
		FramesLeft = FramesAfterEnd;
		ComposedAt = InCurrentTime;
		return;
	}
	// Where frames are long, the second one is the user's.
	FramesLeft = InCurrentTime - ComposedAt <= SecondsAfterEnd ? FMath::Max(FramesLeft - 1, 0) : 0;
}

bool SChatText::IsComposingNow() const
{
#if UE_VERSION_OLDER_THAN(5, 8, 0)
	return EditableTextLayout->GetTextInputMethodContext()->IsComposing();
#else
	return SlateEditableTextLayout.GetTextInputMethodContext()->IsComposing();
#endif
}
