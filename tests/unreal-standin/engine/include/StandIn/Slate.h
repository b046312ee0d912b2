#pragma once

#if defined(STANDIN_UNSAID)
#error "The engine has no such header: include it inside #if defined(STANDIN)."
#endif

#include "Framework/Application/SlateApplication.h"
#include "Widgets/SWidget.h"

// Controls with which a test drives widgets: it finds, sees and does what the user does. Not engine API.
namespace StandIn
{
// One frame's layout of all windows, then more until nothing moves.
void Layout();
// Frames with ticks, timers and layout (see PumpFrames), one sixtieth of a second each.
void Frames(int32 Count = 1);
// Runs frames until the condition holds; false after `Seconds` of clock time, and not before some hundred frames.
bool FramesUntil(const TFunction<bool()>& Condition, double Seconds = 10.0);

// A window with this widget in it, laid out; the window lives until CloseTestWindows.
TSharedRef<SWindow> ShowInWindow(const TSharedRef<SWidget>& Widget, float Width = 640.0f, float Height = 480.0f, const FString& Title = TEXT("Test"));
void CloseTestWindows();
// The editor's theme: dark at the start, unless STANDIN_THEME is `light`.
void SetLightTheme(bool bLight);
void ResizeWindow(const TSharedRef<SWindow>& Window, float Width, float Height); // in pixels
// Brings a window to a screen of this scale, where it has this size in pixels, as the system does when it is moved there or opened there again.
void MoveToScreen(const TSharedRef<SWindow>& Window, float Scale, float Width, float Height);
TArray<TSharedRef<SWindow>> Windows(); // menus last

// Everything below (and with) `Root` in the order of painting, whether visible or not.
TArray<TSharedRef<SWidget>> Descendants(const TSharedRef<SWidget>& Root);
// Only what is visible, in a window and within the clipping of its parents.
bool IsOnScreen(const TSharedRef<SWidget>& Widget);
// The same, as it was last laid out: for callers that ask about many widgets, one after another.
bool WasOnScreen(const TSharedRef<SWidget>& Widget);
bool IsReallyEnabled(const TSharedRef<SWidget>& Widget); // with all parents

using FPredicate = TFunction<bool(const SWidget&)>;
TSharedPtr<SWidget> FindWhere(const TSharedRef<SWidget>& Root, const FPredicate& Predicate);
TArray<TSharedRef<SWidget>> FindAllWhere(const TSharedRef<SWidget>& Root, const FPredicate& Predicate);
TSharedPtr<SWidget> FindByTag(const TSharedRef<SWidget>& Root, const FName Tag);
TSharedPtr<SWidget> FindByTypeName(const TSharedRef<SWidget>& Root, const char* TypeName); // as given to SNew
// The first visible widget that says exactly this, or contains it.
TSharedPtr<SWidget> FindByText(const TSharedRef<SWidget>& Root, const FString& Text, bool bContains = false);
// The nearest button-like widget (button, check box, link) around or inside what says this.
TSharedPtr<SWidget> FindButton(const TSharedRef<SWidget>& Root, const FString& Label);

template <typename T>
bool Is(const SWidget& Widget)
{
	return Widget.StandInIs(TypeId<T>());
}
template <typename T>
TSharedPtr<T> As(const TSharedPtr<SWidget>& Widget)
{
	return Widget.IsValid() && Is<T>(*Widget) ? StaticCastSharedPtr<T>(Widget) : TSharedPtr<T>();
}
template <typename T>
TSharedPtr<T> Find(const TSharedRef<SWidget>& Root)
{
	return As<T>(FindWhere(Root, [](const SWidget& Widget) { return Is<T>(Widget); }));
}
template <typename T>
TSharedPtr<T> Find(const TSharedRef<SWidget>& Root, const FName Tag)
{
	return As<T>(FindWhere(Root, [Tag](const SWidget& Widget) { return Is<T>(Widget) && Widget.GetTag() == Tag; }));
}
template <typename T>
TArray<TSharedRef<T>> FindAll(const TSharedRef<SWidget>& Root)
{
	TArray<TSharedRef<T>> Result;
	for (const TSharedRef<SWidget>& Widget : FindAllWhere(Root, [](const SWidget& W) { return Is<T>(W); }))
	{
		Result.Add(StaticCastSharedRef<T>(Widget));
	}
	return Result;
}

// All visible texts, one a line, in the order of painting; what the user can read.
FString ReadAll(const TSharedRef<SWidget>& Root);

// The user's actions. Each runs a layout first. Click, Hover, DoubleClick and Wheel end the run when the widget is not
// on the screen or something else lies on top of it; a click on a disabled widget does nothing, as in the editor.
void Click(const TSharedPtr<SWidget>& Widget, const FModifierKeysState& Modifiers = FModifierKeysState());
void RightClick(const TSharedPtr<SWidget>& Widget);
void DoubleClick(const TSharedPtr<SWidget>& Widget);
// Moves the pointer there; the tool tip that shows then.
FText Hover(const TSharedPtr<SWidget>& Widget);
void MovePointerAway();
// `Notches` of the wheel, up when positive.
void Wheel(const TSharedPtr<SWidget>& Widget, float Notches);
// Takes a widget by the left button, moves the pointer by this, in pixels of the screen, and releases the button. What
// captured the pointer is notified.
void Drag(const TSharedPtr<SWidget>& Widget, const FVector2D& By);
// Drags files from outside over a widget and drops them there; false when nobody takes them.
bool DropFiles(const TSharedPtr<SWidget>& Widget, const TArray<FString>& Files);
bool Focus(const TSharedPtr<SWidget>& Widget);
// The same, as Tab gives it.
bool NavigateTo(const TSharedPtr<SWidget>& Widget);
// Keys go to what has the focus: first tunnelling (OnPreviewKeyDown), then bubbling (OnKeyDown). True when somebody handled it.
bool PressKey(const FKey& Key, const FModifierKeysState& Modifiers = FModifierKeysState());
// Types into what has the focus, one character after the other; a line feed is the Enter key.
void TypeText(const FString& Text);
// The system's input method writes words of a composition into the multi-line text that has the focus, and ends the composition. Keys that it uses
// do not reach a widget; one that it passes on is a PressKey.
void Compose(const FString& Words);
void EndComposition();
FModifierKeysState Shift();
FModifierKeysState Control();
FModifierKeysState Alt();

void SetApplicationActive(bool bActive);

// Lets a screen reader listen from now on, or none; and what it has been asked to say since then.
void UseScreenReader(bool bUses);
const TArray<FString>& Announcements();

// The page of all windows, or of one, as one self-contained HTML file.
FString RenderHtml();
FString RenderHtml(const TSharedRef<SWindow>& Window);
bool RenderToFile(const FString& File);
// The file of the host's `--render`, or of a case of a series. It is written once: when a case closes its test windows, or calls RenderNow, else when
// it ends. Frames pass before, until the page stays the same.
void SetRenderFile(const FString& File);
void RenderNow();
bool HasRendered();
// Whether there is such a file, and nothing in it yet.
bool IsPageAwaited();

// An outline of the tree with places and texts, for messages.
FString DumpTree(const TSharedRef<SWidget>& Root);
} // namespace StandIn
