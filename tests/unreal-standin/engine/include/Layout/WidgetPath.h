#pragma once

#include "Containers/Array.h"
#include "Templates/SharedPointer.h"

class SWidget;

// The widgets from a window down to one of them. Epic: SlateCore/FWidgetPath; the classes SSharedWorldFocusRing (ContainsWidget of a pointer) and
// UExtendedCommonButtonBase (GetLastWidget) of public plugins
class FWidgetPath
{
public:
	FWidgetPath() = default;
	explicit FWidgetPath(TArray<TSharedRef<SWidget>> InWidgets)
		: Widgets(MoveTemp(InWidgets))
	{
	}
	bool IsValid() const
	{
		return !Widgets.IsEmpty();
	}
	bool ContainsWidget(const SWidget* Widget) const
	{
		return Widgets.ContainsByPredicate([Widget](const TSharedRef<SWidget>& Each) { return &Each.Get() == Widget; });
	}
	// Only of a path that is valid.
	TSharedRef<SWidget> GetLastWidget() const
	{
		return Widgets.Last();
	}

private:
	TArray<TSharedRef<SWidget>> Widgets;
};

// Such a path, which keeps nothing alive. Epic: SlateCore/FWeakWidgetPath. Its contents are not needed yet.
struct FWeakWidgetPath
{
};
