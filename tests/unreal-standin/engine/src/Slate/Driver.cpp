#include "StandIn/Slate.h"

#include "HAL/PlatformTime.h"
#include "Input/DragAndDrop.h"
#include "LevelEditor.h"
#include "Slate/ApplicationState.h"
#include "Slate/Finding.h"
#include "StandIn/Host.h"
#include "Utf8.h"
#include "Widgets/Input/SButton.h"
#include "Widgets/Input/SCheckBox.h"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <thread>

namespace StandIn
{
namespace
{
FSlateApplication::FImplementation& DriverState()
{
	return FSlateApplication::Get().StandInImplementation();
}
TArray<TSharedRef<SWindow>>& TestWindows()
{
	static auto* const List = new TArray<TSharedRef<SWindow>>();
	return *List;
}
bool Contains(const FGeometry& Geometry, FVector2f Point)
{
	const FVector2f At = Geometry.AbsoluteToLocal(Point);
	const FVector2f Size = Geometry.GetLocalSize();
	return At.X >= 0.0f && At.Y >= 0.0f && At.X < Size.X && At.Y < Size.Y;
}
bool HitTest(const TSharedRef<SWidget>& Widget, FVector2f Point, TArray<TSharedRef<SWidget>>& Path)
{
	const EVisibility Visibility = Widget->GetVisibility();
	if (!Widget->StandInWasArranged() || Visibility == EVisibility::HitTestInvisible || !Visibility.IsVisible())
	{
		return false;
	}
	const bool bInside = Contains(Widget->StandInGeometry(), Point);
	if (Widget->StandInClipsChildren() && !bInside)
	{
		return false;
	}
	Path.Add(Widget);
	FChildren* const Children = Widget->GetChildren();
	for (int32 Index = Children->Num() - 1; Index >= 0; --Index)
	{
		if (HitTest(Children->GetChildAt(Index), Point, Path))
		{
			return true;
		}
	}
	if (bInside && Visibility == EVisibility::Visible)
	{
		return true;
	}
	Path.Pop();
	return false;
}
TArray<TSharedRef<SWidget>> PathAt(FVector2f Point)
{
	const TArray<TSharedRef<SWindow>> All = Windows();
	for (int32 Index = All.Num() - 1; Index >= 0; --Index)
	{
		TArray<TSharedRef<SWidget>> Path;
		if (Contains(All[Index]->StandInGeometry(), Point) && HitTest(All[Index], Point, Path))
		{
			return Path;
		}
	}
	return {};
}
// From the first disabled widget on, nobody hears of an event.
TArray<TSharedRef<SWidget>> EnabledPart(const TArray<TSharedRef<SWidget>>& Path)
{
	TArray<TSharedRef<SWidget>> Result;
	for (const TSharedRef<SWidget>& Widget : Path)
	{
		if (!Widget->IsEnabled())
		{
			break;
		}
		Result.Add(Widget);
	}
	return Result;
}
void MovePointer(FVector2f Point)
{
	const FPointerEvent Event(Point, FKey(), false, 0.0f, DriverState().Modifiers);
	DriverState().Cursor = Point;
	const TArray<TSharedRef<SWidget>> Path = PathAt(Point);
	const TArray<TWeakPtr<SWidget>> Before(DriverState().Under);
	DriverState().Under.Reset();
	for (const TSharedRef<SWidget>& Widget : Path)
	{
		DriverState().Under.Add(Widget);
	}
	for (const TWeakPtr<SWidget>& Weak : Before)
	{
		const TSharedPtr<SWidget> Widget = Weak.Pin();
		if (Widget.IsValid() && !Path.ContainsByPredicate([&Widget](const TSharedRef<SWidget>& Other) { return Widget == Other; }))
		{
			Widget->StandInSetHovered(false);
			Widget->OnMouseLeave(Event);
		}
	}
	for (const TSharedRef<SWidget>& Widget : Path)
	{
		if (!Before.ContainsByPredicate([&Widget](const TWeakPtr<SWidget>& Other) { return Other.Pin() == Widget; }))
		{
			Widget->StandInSetHovered(true);
			Widget->OnMouseEnter(Widget->StandInGeometry(), Event);
		}
	}
	DriverState().ToolTipOwner.Reset();
	for (const TSharedRef<SWidget>& Widget : Path)
	{
		if (!Widget->StandInToolTipText().IsEmpty() || Widget->StandInToolTip().IsValid())
		{
			DriverState().ToolTipOwner = Widget;
		}
	}
}
FVector2f AimAt(const TSharedPtr<SWidget>& Widget, const char* What)
{
	if (!Widget.IsValid())
	{
		Refuse((std::string(What) + " at a widget that was not found").c_str(), "look at DumpTree() of the window");
	}
	Layout();
	FVector2f Point;
	if (!VisibleCentre(Widget.ToSharedRef(), Point))
	{
		RefuseNamed((std::string(What) + " at a widget that is not on the screen:").c_str(), *Widget->StandInPlace(),
			"show it, open its tab, scroll to it, or wait for the layout");
	}
	MovePointer(Point);
	const TArray<TSharedRef<SWidget>> Path = PathAt(Point);
	if (!Path.ContainsByPredicate([&Widget](const TSharedRef<SWidget>& Other) { return Widget == Other; }))
	{
		const FString On = Path.IsEmpty() ? FString(TEXT("nothing")) : Path.Last()->StandInPlace();
		RefuseNamed((std::string(What) + " at a widget that takes no clicks there:").c_str(), *(Widget->StandInPlace() + TEXT(", but ") + On + TEXT(" does")),
			"check visibilities and what lies on top");
	}
	return Point;
}
// Sends an event from the innermost widget out, until one handles it.
template <typename F>
bool Bubble(const TArray<TSharedRef<SWidget>>& Path, F&& Send)
{
	for (int32 Index = Path.Num() - 1; Index >= 0; --Index)
	{
		const FReply Reply = Send(*Path[Index]);
		if (Reply.IsEventHandled())
		{
			ObeyReply(Reply);
			return true;
		}
	}
	return false;
}
void Press(FVector2f Point, const FKey& Button, const FModifierKeysState& Modifiers)
{
	DriverState().Modifiers = Modifiers;
	const FPointerEvent Down(Point, Button, true, 0.0f, Modifiers);
	const TArray<TSharedRef<SWidget>> Path = EnabledPart(PathAt(Point));
	const TSharedPtr<SWidget> Before = DriverState().Focused.Pin();
	// A click outside a menu closes it first.
	if (!DriverState().Menus.IsEmpty() && (Path.IsEmpty() || !DriverState().Menus.ContainsByPredicate([&Path](const FSlateApplication::FImplementation::FMenu& Menu) {
			return Menu.Window == Path[0];
		})))
	{
		const bool bOwner = DriverState().Menus.ContainsByPredicate([&Path](const FSlateApplication::FImplementation::FMenu& Menu) {
			return Path.ContainsByPredicate([&Menu](const TSharedRef<SWidget>& Widget) { return Menu.Owner.Pin() == Widget; });
		});
		if (!bOwner)
		{
			FSlateApplication::Get().DismissAllMenus();
		}
	}
	Bubble(Path, [&Down](SWidget& Widget) { return Widget.OnMouseButtonDown(Widget.StandInGeometry(), Down); });
	if (DriverState().Focused.Pin() == Before)
	{
		for (int32 Index = Path.Num() - 1; Index >= 0; --Index)
		{
			if (Path[Index]->SupportsKeyboardFocus())
			{
				MoveFocus(Path[Index], EFocusCause::Mouse);
				break;
			}
		}
	}
}
void Release(FVector2f Point, const FKey& Button, const FModifierKeysState& Modifiers)
{
	const FPointerEvent Up(Point, Button, false, 0.0f, Modifiers);
	if (const TSharedPtr<SWidget> Captor = DriverState().Captor.Pin())
	{
		DriverState().Captor.Reset();
		ObeyReply(Captor->OnMouseButtonUp(Captor->StandInGeometry(), Up));
	}
	else
	{
		Bubble(EnabledPart(PathAt(Point)), [&Up](SWidget& Widget) { return Widget.OnMouseButtonUp(Widget.StandInGeometry(), Up); });
	}
	if (FSlateApplication::IsInitialized())
	{
		DriverState().Modifiers = FModifierKeysState();
	}
}
TArray<TSharedRef<SWidget>> FocusPath()
{
	if (const TSharedPtr<SWidget> Focused = DriverState().Focused.Pin())
	{
		return PathTo(*Focused);
	}
	const TSharedPtr<SWindow> Window = FSlateApplication::Get().GetActiveTopLevelWindow();
	TArray<TSharedRef<SWidget>> Path;
	if (Window.IsValid())
	{
		Path.Add(Window.ToSharedRef());
	}
	return Path;
}
} // namespace

void Layout()
{
	// Texts that wrap have their height one pass after their width. A pass that changed nothing would change nothing if it ran again.
	for (int32 Turn = 0; Turn < 4; ++Turn)
	{
		LayOutOnce();
		if (!LayoutPassChangedAnything())
		{
			return;
		}
	}
}
void Frames(int32 Count)
{
	PumpFrames(Count);
}
bool FramesUntil(const TFunction<bool()>& Condition, double Seconds)
{
	// Where other programs take the processor, all of the time may pass within a few frames, and nothing else has had a chance yet.
	static constexpr int32 FewestFrames = 200;
	// To find the wait that fails, one need not wait as long as a busy machine may take.
	const char* const Patience = std::getenv("STANDIN_PATIENCE");
	const double End = FPlatformTime::Seconds() + (Patience == nullptr ? Seconds : std::min(Seconds, std::atof(Patience)));
	for (int32 Frame = 0; !Condition(); ++Frame)
	{
		if (FPlatformTime::Seconds() >= End && Frame >= FewestFrames)
		{
			return false;
		}
		std::this_thread::sleep_for(std::chrono::milliseconds(1));
		PumpFrames(1);
	}
	return true;
}
TSharedRef<SWindow> ShowInWindow(const TSharedRef<SWidget>& Widget, float Width, float Height, const FString& Title)
{
	const TSharedRef<SWindow> Window =
		SNew(SWindow).Title(FText::FromString(Title)).ClientSize(FVector2D(static_cast<double>(Width), static_cast<double>(Height)))[Widget];
	FSlateApplication::Get().AddWindow(Window);
	TestWindows().Add(Window);
	Layout();
	return Window;
}
void CloseTestWindows()
{
	if (!TestWindows().IsEmpty() && FSlateApplication::IsInitialized())
	{
		RenderNow();
	}
	for (const TSharedRef<SWindow>& Window : TestWindows())
	{
		if (FSlateApplication::IsInitialized())
		{
			FSlateApplication::Get().RequestDestroyWindow(Window);
		}
	}
	TestWindows().Reset();
}
void ResizeWindow(const TSharedRef<SWindow>& Window, float Width, float Height)
{
	Window->Resize(FVector2f(Width, Height));
	Layout();
}
void MoveToScreen(const TSharedRef<SWindow>& Window, float Scale, float Width, float Height)
{
	Window->SetDPIScaleFactor(Scale);
	ResizeWindow(Window, Width, Height);
}
TArray<TSharedRef<SWindow>> Windows()
{
	TArray<TSharedRef<SWindow>> All(DriverState().Windows);
	for (const FSlateApplication::FImplementation::FMenu& Menu : DriverState().Menus)
	{
		All.Add(Menu.Window);
	}
	return All;
}

void Click(const TSharedPtr<SWidget>& Widget, const FModifierKeysState& Modifiers)
{
	const FVector2f Point = AimAt(Widget, "a click");
	Press(Point, EKeys::LeftMouseButton, Modifiers);
	Release(Point, EKeys::LeftMouseButton, Modifiers);
}
void RightClick(const TSharedPtr<SWidget>& Widget)
{
	const FVector2f Point = AimAt(Widget, "a right click");
	Press(Point, EKeys::RightMouseButton, FModifierKeysState());
	Release(Point, EKeys::RightMouseButton, FModifierKeysState());
}
void DoubleClick(const TSharedPtr<SWidget>& Widget)
{
	Click(Widget);
	const FVector2f Point = AimAt(Widget, "a double click");
	const FPointerEvent Event(Point, EKeys::LeftMouseButton, true, 0.0f, FModifierKeysState());
	Bubble(EnabledPart(PathAt(Point)), [&Event](SWidget& Each) { return Each.OnMouseButtonDoubleClick(Each.StandInGeometry(), Event); });
}
FText Hover(const TSharedPtr<SWidget>& Widget)
{
	AimAt(Widget, "the pointer");
	const TSharedPtr<SWidget> Owner = DriverState().ToolTipOwner.Pin();
	return Owner.IsValid() ? Owner->StandInToolTipText() : FText();
}
void MovePointerAway()
{
	MovePointer(FVector2f(-1.0f, -1.0f));
}
void Wheel(const TSharedPtr<SWidget>& Widget, float Notches)
{
	const FVector2f Point = AimAt(Widget, "the wheel");
	const FPointerEvent Event(Point, FKey(), false, Notches, FModifierKeysState());
	Bubble(EnabledPart(PathAt(Point)), [&Event](SWidget& Each) { return Each.OnMouseWheel(Each.StandInGeometry(), Event); });
	Layout();
}
void Drag(const TSharedPtr<SWidget>& Widget, const FVector2D& By)
{
	const FVector2f From = AimAt(Widget, "a drag");
	const FVector2f To = From + FVector2f(static_cast<float>(By.X), static_cast<float>(By.Y));
	Press(From, EKeys::LeftMouseButton, FModifierKeysState());
	const FPointerEvent Move(To, EKeys::LeftMouseButton, true, 0.0f, FModifierKeysState());
	if (const TSharedPtr<SWidget> Captor = DriverState().Captor.Pin())
	{
		ObeyReply(Captor->OnMouseMove(Captor->StandInGeometry(), Move));
	}
	else
	{
		Bubble(EnabledPart(PathAt(To)), [&Move](SWidget& Each) { return Each.OnMouseMove(Each.StandInGeometry(), Move); });
	}
	Layout();
	Release(To, EKeys::LeftMouseButton, FModifierKeysState());
	Layout();
}
bool DropFiles(const TSharedPtr<SWidget>& Widget, const TArray<FString>& Files)
{
	const FVector2f Point = AimAt(Widget, "a drop");
	const FDragDropEvent Event(FExternalDragOperation::NewFiles(Files));
	const bool bTaken = Bubble(EnabledPart(PathAt(Point)), [&Event](SWidget& Each) { return Each.OnDragOver(Each.StandInGeometry(), Event); }) &&
		Bubble(EnabledPart(PathAt(Point)), [&Event](SWidget& Each) { return Each.OnDrop(Each.StandInGeometry(), Event); });
	Layout();
	return bTaken;
}
bool Focus(const TSharedPtr<SWidget>& Widget)
{
	Layout();
	return FSlateApplication::Get().SetKeyboardFocus(Widget);
}
bool NavigateTo(const TSharedPtr<SWidget>& Widget)
{
	Layout();
	const bool bTaken = FSlateApplication::Get().SetKeyboardFocus(Widget, EFocusCause::Navigation);
	Layout();
	return bTaken;
}
bool PressKey(const FKey& Key, const FModifierKeysState& Modifiers)
{
	Layout();
	DriverState().Modifiers = Modifiers;
	const FKeyEvent Event(Key, Modifiers, 0, false, 0, 0);
	const TArray<TSharedPtr<IInputProcessor>> Processors(DriverState().Processors);
	bool bHandled = false;
	for (const TSharedPtr<IInputProcessor>& Processor : Processors)
	{
		bHandled = bHandled || Processor->HandleKeyDownEvent(FSlateApplication::Get(), Event);
	}
	if (!bHandled)
	{
		const TArray<TSharedRef<SWidget>> Path = EnabledPart(FocusPath());
		for (const TSharedRef<SWidget>& Widget : Path)
		{
			const FReply Reply = Widget->OnPreviewKeyDown(Widget->StandInGeometry(), Event);
			if (Reply.IsEventHandled())
			{
				ObeyReply(Reply);
				bHandled = true;
				break;
			}
		}
		bHandled = bHandled || Bubble(Path, [&Event](SWidget& Widget) { return Widget.OnKeyDown(Widget.StandInGeometry(), Event); });
		if (!bHandled)
		{
			// What nobody in the window wanted goes to the editor's own commands.
			const FLevelEditorModule* const Editor = FModuleManager::GetModulePtr<FLevelEditorModule>("LevelEditor");
			bHandled = Editor && Editor->GetGlobalLevelEditorActions()->ProcessCommandBindings(Event);
		}
		Bubble(EnabledPart(FocusPath()), [&Event](SWidget& Widget) { return Widget.OnKeyUp(Widget.StandInGeometry(), Event); });
	}
	DriverState().Modifiers = FModifierKeysState();
	return bHandled;
}
void TypeText(const FString& Text)
{
	for (int32 Index = 0; Index < Text.Len(); ++Index)
	{
		const TCHAR Unit = Text[Index];
		if (Unit == TCHAR('\n'))
		{
			PressKey(EKeys::Enter);
			continue;
		}
		const bool bLower = Unit >= TCHAR('a') && Unit <= TCHAR('z');
		const bool bUpper = Unit >= TCHAR('A') && Unit <= TCHAR('Z');
		const FModifierKeysState Held = bUpper ? Shift() : FModifierKeysState();
		if (bLower || bUpper)
		{
			const TCHAR Name[] = {bLower ? static_cast<TCHAR>(Unit - TCHAR('a') + TCHAR('A')) : Unit, 0};
			PressKey(FKey(Name), Held);
		}
		else if (Unit == TCHAR(' '))
		{
			PressKey(EKeys::SpaceBar);
		}
		const FCharacterEvent Event(Unit, Held);
		Bubble(EnabledPart(FocusPath()), [&Event](SWidget& Widget) { return Widget.OnKeyChar(Widget.StandInGeometry(), Event); });
	}
	Layout();
}
FModifierKeysState Shift()
{
	return FModifierKeysState(true, false, false, false, false, false, false, false, false);
}
FModifierKeysState Control()
{
	return FModifierKeysState(false, false, true, false, false, false, false, false, false);
}
FModifierKeysState Alt()
{
	return FModifierKeysState(false, false, false, false, true, false, false, false, false);
}
void SetApplicationActive(bool bActive)
{
	DriverState().ActivationChanged.Broadcast(bActive);
}
} // namespace StandIn
