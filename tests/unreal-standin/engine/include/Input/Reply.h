#pragma once

#include "InputCoreTypes.h"
#include "Templates/SharedPointer.h"
#include "Types/SlateEnums.h"

class SWidget;

// What a widget did with an event. Epic: SlateCore/FReply; VIB SAIChatWindow.cpp; PX SPCGExCollectionGridTile.cpp
class FReply
{
public:
	static FReply Handled()
	{
		return FReply(true);
	}
	static FReply Unhandled()
	{
		return FReply(false);
	}
	bool IsEventHandled() const
	{
		return bHandled;
	}
	FReply& SetUserFocus(TSharedRef<SWidget> Widget, EFocusCause Cause = EFocusCause::SetDirectly)
	{
		FocusRecipient = Widget.ToSharedPtr();
		FocusCause = Cause;
		return *this;
	}
	FReply& CaptureMouse(TSharedRef<SWidget> Widget)
	{
		Captor = Widget.ToSharedPtr();
		return *this;
	}
	FReply& ReleaseMouseCapture()
	{
		bReleaseCapture = true;
		return *this;
	}
	FReply& PreventThrottling()
	{
		return *this;
	}

	// For the application.
	const TSharedPtr<SWidget>& StandInFocus() const
	{
		return FocusRecipient;
	}
	EFocusCause StandInFocusCause() const
	{
		return FocusCause;
	}
	const TSharedPtr<SWidget>& StandInCaptor() const
	{
		return Captor;
	}
	bool StandInReleasesCapture() const
	{
		return bReleaseCapture;
	}

private:
	explicit FReply(bool bInHandled)
		: bHandled(bInHandled)
	{
	}
	TSharedPtr<SWidget> FocusRecipient;
	TSharedPtr<SWidget> Captor;
	EFocusCause FocusCause = EFocusCause::SetDirectly;
	bool bHandled;
	bool bReleaseCapture = false;
};
