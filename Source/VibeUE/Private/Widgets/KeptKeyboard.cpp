// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Widgets/KeptKeyboard.h"

#include "Framework/Application/SlateApplication.h"
#include "Layout/Children.h"
#include "Widgets/SWidget.h"

namespace KeptKeyboardPrivate
{
/** Returns whether a widget can be seen and used, as far as it is asked itself. */
static bool IsThere(const SWidget& Widget)
{
	return Widget.GetVisibility().IsVisible() && Widget.IsEnabled();
}

/** Returns whether the user writes or reads in a widget: no key does anything else there. */
static bool IsText(const SWidget& Widget)
{
	const FString Type = Widget.GetTypeAsString();
	return Type.Contains(TEXT("EditableText")) || Type.Equals(TEXT("SChatText"));
}

/** Returns which child of a widget another one is. */
static int32 FindChild(SWidget& Parent, const SWidget& Child)
{
	FChildren* const Children = Parent.GetChildren();
	for (int32 Index = 0; Index < Children->Num(); ++Index)
	{
		if (&Children->GetChildAt(Index).Get() == &Child)
		{
			return Index;
		}
	}
	return INDEX_NONE;
}

static bool IsAround(const TSharedPtr<SWidget>& Outer, const TSharedRef<SWidget>& Inner)
{
	for (TSharedPtr<SWidget> Each = Inner; Each.IsValid(); Each = Each->GetParentWidget())
	{
		if (Each.Get() == Outer.Get())
		{
			return true;
		}
	}
	return false;
}
} // namespace KeptKeyboardPrivate

void FKeptKeyboard::Note(const TArray<FNamedRow>& Rows)
{
	if (!FSlateApplication::IsInitialized())
	{
		return;
	}
	const int32 Index = Rows.IndexOfByPredicate([](const FNamedRow& Row) { return Row.Widget->HasKeyboardFocus() || Row.Widget->HasFocusedDescendants(); });
	if (Index == INDEX_NONE)
	{
		return;
	}
	FPlace Found;
	Found.Row = Rows[Index].Name;
	Found.Index = Index;
	Found.Widget = FSlateApplication::Get().GetKeyboardFocusedWidget();
	Found.bIsText = Found.Widget.IsValid() && KeptKeyboardPrivate::IsText(*Found.Widget.Pin());
	for (TSharedPtr<SWidget> Each = Found.Widget.Pin(); Each.IsValid() && Each.Get() != &Rows[Index].Widget.Get() && Found.Tag.IsNone();)
	{
		Found.Tag = Each->GetTag();
		const TSharedPtr<SWidget> Parent = Each->GetParentWidget();
		if (Found.Tag.IsNone() && Parent.IsValid())
		{
			Found.Path.Insert(KeptKeyboardPrivate::FindChild(*Parent, *Each), 0);
		}
		Each = Parent;
	}
	Place = Found;
}

bool FKeptKeyboard::GiveBack(const TArray<FNamedRow>& Rows, const TSharedRef<SWidget>& List)
{
	if (!Place.IsSet() || !FSlateApplication::IsInitialized())
	{
		return true;
	}
	const TSharedPtr<SWidget> Now = FSlateApplication::Get().GetKeyboardFocusedWidget();
	const bool bIsKept = List->HasFocusedDescendants();
	// Where the engine puts the keyboard when a control is gone is around the list; anything else was chosen.
	const bool bIsElsewhere = Now.IsValid() && Now != Place->Widget.Pin() && !KeptKeyboardPrivate::IsAround(Now, List);
	TSharedPtr<SWidget> Control;
	if (!bIsKept && !bIsElsewhere)
	{
		Control = FindSame(Rows);
		Control = Control.IsValid() ? Control : FindNear(Rows);
	}
	Place.Reset();
	if (Control.IsValid())
	{
		FSlateApplication::Get().SetKeyboardFocus(Control);
	}
	return Control.IsValid() || bIsKept || bIsElsewhere;
}

TSharedPtr<SWidget> FKeptKeyboard::FindTagged(const TSharedRef<SWidget>& Widget, const FName& Tag)
{
	if (Widget->GetTag() == Tag)
	{
		return Widget;
	}
	FChildren* const Children = Widget->GetChildren();
	for (int32 Index = 0; Index < Children->Num(); ++Index)
	{
		if (const TSharedPtr<SWidget> Found = FindTagged(Children->GetChildAt(Index), Tag))
		{
			return Found;
		}
	}
	return nullptr;
}

TSharedPtr<SWidget> FKeptKeyboard::FindFirst(const TSharedRef<SWidget>& Widget)
{
	if (!KeptKeyboardPrivate::IsThere(*Widget))
	{
		return nullptr;
	}
	if (Widget->SupportsKeyboardFocus())
	{
		return Widget;
	}
	FChildren* const Children = Widget->GetChildren();
	for (int32 Index = 0; Index < Children->Num(); ++Index)
	{
		if (const TSharedPtr<SWidget> Found = FindFirst(Children->GetChildAt(Index)))
		{
			return Found;
		}
	}
	return nullptr;
}

TSharedPtr<SWidget> FKeptKeyboard::Follow(const TSharedRef<SWidget>& Start, const TArray<int32>& Path)
{
	TSharedRef<SWidget> Widget = Start;
	for (const int32 Index : Path)
	{
		FChildren* const Children = Widget->GetChildren();
		if (!KeptKeyboardPrivate::IsThere(*Widget) || Index < 0 || Index >= Children->Num())
		{
			return nullptr;
		}
		Widget = Children->GetChildAt(Index);
	}
	return KeptKeyboardPrivate::IsThere(*Widget) && Widget->SupportsKeyboardFocus() ? TSharedPtr<SWidget>(Widget) : nullptr;
}

TSharedPtr<SWidget> FKeptKeyboard::FindSame(const TArray<FNamedRow>& Rows) const
{
	const FNamedRow* const Row = Rows.FindByPredicate([this](const FNamedRow& Each) { return !Each.Name.IsEmpty() && Each.Name.Equals(Place->Row); });
	if (!Row)
	{
		return nullptr;
	}
	const TSharedPtr<SWidget> Start = Place->Tag.IsNone() ? TSharedPtr<SWidget>(Row->Widget) : FindTagged(Row->Widget, Place->Tag);
	const TSharedPtr<SWidget> Same = Start.IsValid() ? Follow(Start.ToSharedRef(), Place->Path) : nullptr;
	// A user who is writing does not expect Enter to press a button.
	return Same.IsValid() || Place->bIsText ? Same : FindFirst(Row->Widget);
}

TSharedPtr<SWidget> FKeptKeyboard::FindNear(const TArray<FNamedRow>& Rows) const
{
	// In another row only a control that is known by its tag is the same: what a click does there may be quite different.
	for (int32 Index = FMath::Min(Place->Index, Rows.Num() - 1); Index >= 0; --Index)
	{
		const TSharedPtr<SWidget> Start = Place->Tag.IsNone() ? nullptr : FindTagged(Rows[Index].Widget, Place->Tag);
		const TSharedPtr<SWidget> Same = Start.IsValid() ? Follow(Start.ToSharedRef(), Place->Path) : nullptr;
		const TSharedPtr<SWidget> Found = Same.IsValid() || Place->bIsText ? Same : FindFirst(Rows[Index].Widget);
		if (Found.IsValid() && (!Place->bIsText || KeptKeyboardPrivate::IsText(*Found)))
		{
			return Found;
		}
	}
	return nullptr;
}
