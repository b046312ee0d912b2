#include "StandIn/Slate.h"

#include "HAL/PlatformTime.h"
#include "LevelEditor.h"
#include "Slate/ApplicationState.h"
#include "StandIn/Host.h"
#include "Utf8.h"
#include "Widgets/Input/SButton.h"
#include "Widgets/Input/SCheckBox.h"

#include <chrono>
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
void Collect(const TSharedRef<SWidget>& Widget, TArray<TSharedRef<SWidget>>& Out)
{
	Out.Add(Widget);
	FChildren* const Children = Widget->GetChildren();
	for (int32 Index = 0; Index < Children->Num(); ++Index)
	{
		const TSharedRef<SWidget> Child = Children->GetChildAt(Index);
		if (Child != SNullWidget::NullWidget)
		{
			Collect(Child, Out);
		}
	}
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
	const bool bInside = Contains(Widget->GetCachedGeometry(), Point);
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
		if (Contains(All[Index]->GetCachedGeometry(), Point) && HitTest(All[Index], Point, Path))
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
// The part of a widget that its parents do not cut off: a point in the middle of it.
bool VisibleCentre(const TSharedRef<SWidget>& Widget, FVector2f& Out)
{
	const TArray<TSharedRef<SWidget>> Path = PathTo(*Widget);
	if (Path.IsEmpty() || !Widget->StandInWasArranged())
	{
		return false;
	}
	FVector2f Low = Widget->GetCachedGeometry().GetAbsolutePosition();
	FVector2f High = Low + FVector2f(Widget->GetCachedGeometry().GetLocalSize());
	for (const TSharedRef<SWidget>& Parent : Path)
	{
		if (!Parent->StandInWasArranged())
		{
			return false;
		}
		if (Parent->StandInClipsChildren() || Parent == Path[0])
		{
			const FVector2f From = Parent->GetCachedGeometry().GetAbsolutePosition();
			const FVector2f To = From + FVector2f(Parent->GetCachedGeometry().GetLocalSize());
			Low = FVector2f(std::max(Low.X, From.X), std::max(Low.Y, From.Y));
			High = FVector2f(std::min(High.X, To.X), std::min(High.Y, To.Y));
		}
	}
	Out = (Low + High) / 2.0f;
	return High.X > Low.X && High.Y > Low.Y;
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
			Widget->OnMouseEnter(Widget->GetCachedGeometry(), Event);
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
	// A click beside a menu closes it first.
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
	Bubble(Path, [&Down](SWidget& Widget) { return Widget.OnMouseButtonDown(Widget.GetCachedGeometry(), Down); });
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
		ObeyReply(Captor->OnMouseButtonUp(Captor->GetCachedGeometry(), Up));
	}
	else
	{
		Bubble(EnabledPart(PathAt(Point)), [&Up](SWidget& Widget) { return Widget.OnMouseButtonUp(Widget.GetCachedGeometry(), Up); });
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
FString Flattened(const FText& Text)
{
	return Text.ToString().Replace(TEXT("\r"), TEXT("")).Replace(TEXT("\n"), TEXT("\\n"));
}
} // namespace

void Layout()
{
	// Texts that wrap have their height one pass after their width.
	for (int32 Turn = 0; Turn < 4; ++Turn)
	{
		LayOutOnce();
	}
}
void Frames(int32 Count)
{
	PumpFrames(Count);
}
bool FramesUntil(const TFunction<bool()>& Condition, double Seconds)
{
	const double End = FPlatformTime::Seconds() + Seconds;
	while (!Condition())
	{
		if (FPlatformTime::Seconds() >= End)
		{
			return false;
		}
		std::this_thread::sleep_for(std::chrono::milliseconds(1));
		PumpFrames(1);
	}
	return true;
}
TSharedRef<SWindow> ShowInWindow(const TSharedRef<SWidget>& Widget, float Width, float Height)
{
	const TSharedRef<SWindow> Window =
		SNew(SWindow).Title(FText::FromString(TEXT("Test"))).ClientSize(FVector2D(static_cast<double>(Width), static_cast<double>(Height)))[Widget];
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
TArray<TSharedRef<SWindow>> Windows()
{
	TArray<TSharedRef<SWindow>> All(DriverState().Windows);
	for (const FSlateApplication::FImplementation::FMenu& Menu : DriverState().Menus)
	{
		All.Add(Menu.Window);
	}
	return All;
}

TArray<TSharedRef<SWidget>> Descendants(const TSharedRef<SWidget>& Root)
{
	TArray<TSharedRef<SWidget>> All;
	Collect(Root, All);
	return All;
}
bool IsOnScreen(const TSharedRef<SWidget>& Widget)
{
	Layout();
	FVector2f Point;
	return VisibleCentre(Widget, Point);
}
bool IsReallyEnabled(const TSharedRef<SWidget>& Widget)
{
	for (const TSharedRef<SWidget>& Parent : PathTo(*Widget))
	{
		if (!Parent->IsEnabled())
		{
			return false;
		}
	}
	return Widget->IsEnabled();
}
TSharedPtr<SWidget> FindWhere(const TSharedRef<SWidget>& Root, const FPredicate& Predicate)
{
	for (const TSharedRef<SWidget>& Widget : Descendants(Root))
	{
		if (Predicate(*Widget))
		{
			return Widget;
		}
	}
	return nullptr;
}
TArray<TSharedRef<SWidget>> FindAllWhere(const TSharedRef<SWidget>& Root, const FPredicate& Predicate)
{
	TArray<TSharedRef<SWidget>> Result;
	for (const TSharedRef<SWidget>& Widget : Descendants(Root))
	{
		if (Predicate(*Widget))
		{
			Result.Add(Widget);
		}
	}
	return Result;
}
TSharedPtr<SWidget> FindByTag(const TSharedRef<SWidget>& Root, const FName Tag)
{
	return FindWhere(Root, [Tag](const SWidget& Widget) { return Widget.GetTag() == Tag; });
}
TSharedPtr<SWidget> FindByTypeName(const TSharedRef<SWidget>& Root, const char* TypeName)
{
	return FindWhere(Root, [TypeName](const SWidget& Widget) { return std::strcmp(Widget.StandInTypeName(), TypeName) == 0; });
}
TSharedPtr<SWidget> FindByText(const TSharedRef<SWidget>& Root, const FString& Text, bool bContains)
{
	Layout();
	return FindWhere(Root, [&Text, bContains](const SWidget& Widget) {
		if (!Widget.StandInWasArranged())
		{
			return false;
		}
		const FString Said = Widget.StandInText().ToString();
		return bContains ? Said.Contains(*Text, ESearchCase::CaseSensitive) : Said.Equals(Text, ESearchCase::CaseSensitive);
	});
}
TSharedPtr<SWidget> FindButton(const TSharedRef<SWidget>& Root, const FString& Label)
{
	Layout();
	for (const TSharedRef<SWidget>& Widget : Descendants(Root))
	{
		if (!Widget->StandInWasArranged() || !(Is<SButton>(*Widget) || Is<SCheckBox>(*Widget)))
		{
			continue;
		}
		for (const TSharedRef<SWidget>& Inside : Descendants(Widget))
		{
			if (Inside->StandInText().ToString().Equals(Label, ESearchCase::CaseSensitive))
			{
				return Widget;
			}
		}
	}
	return nullptr;
}
FString ReadAll(const TSharedRef<SWidget>& Root)
{
	Layout();
	FString All;
	for (const TSharedRef<SWidget>& Widget : Descendants(Root))
	{
		FVector2f Point;
		const FString Said = Widget->StandInText().ToString();
		if (!Said.IsEmpty() && VisibleCentre(Widget, Point))
		{
			All += Said + TEXT("\n");
		}
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
	Bubble(EnabledPart(PathAt(Point)), [&Event](SWidget& Each) { return Each.OnMouseButtonDoubleClick(Each.GetCachedGeometry(), Event); });
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
	Bubble(EnabledPart(PathAt(Point)), [&Event](SWidget& Each) { return Each.OnMouseWheel(Each.GetCachedGeometry(), Event); });
	Layout();
}
bool Focus(const TSharedPtr<SWidget>& Widget)
{
	Layout();
	return FSlateApplication::Get().SetKeyboardFocus(Widget);
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
			const FReply Reply = Widget->OnPreviewKeyDown(Widget->GetCachedGeometry(), Event);
			if (Reply.IsEventHandled())
			{
				ObeyReply(Reply);
				bHandled = true;
				break;
			}
		}
		bHandled = bHandled || Bubble(Path, [&Event](SWidget& Widget) { return Widget.OnKeyDown(Widget.GetCachedGeometry(), Event); });
		if (!bHandled)
		{
			// What nobody in the window wanted goes to the editor's own commands.
			const FLevelEditorModule* const Editor = FModuleManager::GetModulePtr<FLevelEditorModule>("LevelEditor");
			bHandled = Editor && Editor->GetGlobalLevelEditorActions()->ProcessCommandBindings(Event);
		}
		Bubble(EnabledPart(FocusPath()), [&Event](SWidget& Widget) { return Widget.OnKeyUp(Widget.GetCachedGeometry(), Event); });
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
		Bubble(EnabledPart(FocusPath()), [&Event](SWidget& Widget) { return Widget.OnKeyChar(Widget.GetCachedGeometry(), Event); });
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
namespace
{
FString& RenderFile()
{
	static auto* const File = new FString();
	return *File;
}
bool bRendered = false;
} // namespace
void SetRenderFile(const FString& File)
{
	RenderFile() = File;
}
bool HasRendered()
{
	return bRendered;
}
void RenderNow()
{
	if (!RenderFile().IsEmpty() && !bRendered)
	{
		bRendered = RenderToFile(RenderFile());
	}
}
void SetApplicationActive(bool bActive)
{
	DriverState().ActivationChanged.Broadcast(bActive);
}
FString DumpTree(const TSharedRef<SWidget>& Root)
{
	Layout();
	FString All;
	const auto Write = [&All](const auto& Self, const TSharedRef<SWidget>& Widget, int32 Depth) -> void {
		const FVector2f At = Widget->GetCachedGeometry().GetAbsolutePosition();
		const FVector2f Size = Widget->GetCachedGeometry().GetLocalSize();
		for (int32 Index = 0; Index < Depth; ++Index)
		{
			All += TEXT("  ");
		}
		All += FromUtf8(Widget->StandInTypeName());
		if (!Widget->GetTag().IsNone())
		{
			All += TEXT(" #") + Widget->GetTag().ToString();
		}
		All += Widget->StandInWasArranged() ? FString::Printf(TEXT(" [%.0f %.0f %.0f x %.0f]"), static_cast<double>(At.X), static_cast<double>(At.Y),
												   static_cast<double>(Size.X), static_cast<double>(Size.Y))
											: FString(TEXT(" (not shown)"));
		if (!Widget->StandInText().IsEmpty())
		{
			All += TEXT(" \"") + Flattened(Widget->StandInText()) + TEXT("\"");
		}
		All += TEXT("\n");
		FChildren* const Children = Widget->GetChildren();
		for (int32 Index = 0; Index < Children->Num(); ++Index)
		{
			if (Children->GetChildAt(Index) != SNullWidget::NullWidget)
			{
				Self(Self, Children->GetChildAt(Index), Depth + 1);
			}
		}
	};
	Write(Write, Root, 0);
	return All;
}
} // namespace StandIn
