#pragma once

#include "Framework/Application/SlateApplication.h"

// What the application knows; for its own sources and for the driver.
struct FSlateApplication::FImplementation
{
	struct FMenu
	{
		TSharedRef<SWindow> Window;
		TWeakPtr<SWidget> Owner;
	};
	TArray<TSharedRef<SWindow>> Windows;
	TArray<FMenu> Menus;
	TWeakPtr<SWidget> Focused;
	TWeakPtr<SWidget> Captor;
	TArray<TWeakPtr<SWidget>> Under; // the pointer, from the window down
	TWeakPtr<SWidget> ToolTipOwner;
	FVector2f Cursor{-1.0f, -1.0f};
	FModifierKeysState Modifiers;
	TArray<TSharedPtr<IInputProcessor>> Processors;
	FApplicationActivationStateChangedEvent ActivationChanged;
	double Now = 0.0; // of the frame that runs, or ran last
};

namespace StandIn
{
// One frame of all widgets.
void TickSlate(float DeltaSeconds);
void LayOutOnce();
void OpenMenu(const TSharedRef<SWidget>& Content, const TSharedRef<SWidget>& Owner);
bool IsMenuOpenFor(const SWidget& Owner);
void CloseMenusOf(const SWidget& Owner);
// From the window down to the widget; empty when it is in no window.
TArray<TSharedRef<SWidget>> PathTo(const SWidget& Widget);
bool MoveFocus(const TSharedPtr<SWidget>& Widget, EFocusCause Cause);
void ObeyReply(const FReply& Reply);
FVector2f WindowOrigin(int32 Index);
} // namespace StandIn
