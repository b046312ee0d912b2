// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Widgets/SChatText.h"

#include "GenericPlatform/ITextInputMethodSystem.h"
#include "Misc/EngineVersionComparison.h"
#include "Widgets/Text/SlateEditableTextLayout.h"

bool SChatText::IsComposing() const
{
	return FramesLeft > 0 || IsComposingNow();
}

void SChatText::Tick(const FGeometry& AllottedGeometry, const double InCurrentTime, const float InDeltaTime)
{
	SMultiLineEditableText::Tick(AllottedGeometry, InCurrentTime, InDeltaTime);
	// The end and the key may come in one frame or in two; a person is slower than that.
	static constexpr int32 FramesAfterEnd = 2;
	static constexpr double SecondsAfterEnd = 0.06;
	if (IsComposingNow())
	{
		FramesLeft = FramesAfterEnd;
		ComposedAt = InCurrentTime;
		return;
	}
	// Where frames are long, the second one is a person's.
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
