#include "Slate/ApplicationState.h"

#include "Framework/Docking/TabManager.h"
#include "Framework/Notifications/NotificationManager.h"
#include "HAL/PlatformTime.h"
#include "Layout/WidgetPath.h"
#include "Process.h"
#include "StandIn/Host.h"
#include "StandIn/Slate.h"
#include "Widgets/Layout/SBorder.h"

#include <algorithm>

namespace StandIn
{
void ListRegisteredStyles(TArray<FString>& Out);
void ListRegisteredCommands(TArray<FString>& Out);
} // namespace StandIn

namespace
{
FSlateApplication* Application = nullptr;

void AddChecks()
{
	StandIn::AddLeakCheck("style", [](TArray<FString>& Out) { StandIn::ListRegisteredStyles(Out); });
	StandIn::AddLeakCheck("command", [](TArray<FString>& Out) { StandIn::ListRegisteredCommands(Out); });
	StandIn::AddLeakCheck("tab", [](TArray<FString>& Out) {
		for (const FName& Name : FGlobalTabmanager::Get()->StandInSpawners())
		{
			Out.Add(FString(TEXT("the spawner of the tab ")) + Name.ToString() + TEXT(" was not unregistered: call UnregisterNomadTabSpawner in ShutdownModule"));
		}
	});
	StandIn::AddLeakCheck("widget", [](TArray<FString>& Out) {
		TArray<FString> Live;
		SWidget::StandInListLive(Live);
		for (const FString& Place : Live)
		{
			Out.Add(TEXT("a widget outlives its module: ") + Place + TEXT("; let go of shared pointers to widgets in ShutdownModule, and look for circles"));
		}
	});
}
} // namespace

FSlateApplication::FSlateApplication()
	: Implementation(new FImplementation())
{
}
FSlateApplication::~FSlateApplication()
{
	delete Implementation;
}
bool FSlateApplication::IsInitialized()
{
	return Application != nullptr;
}
FSlateApplication& FSlateApplication::Get()
{
	StandIn::RequireGameThread("FSlateApplication::Get");
	if (!Application)
	{
		StandIn::Refuse("FSlateApplication::Get where there is none", "ask FSlateApplication::IsInitialized first: commandlets have none, and it is gone in ShutdownModule");
	}
	return *Application;
}
void FSlateApplication::StandInStart()
{
	AddChecks();
	Application = new FSlateApplication();
	Application->Implementation->Now = FPlatformTime::Seconds();
}
void FSlateApplication::StandInStop()
{
	if (!Application)
	{
		return;
	}
	FGlobalTabmanager::Get()->StandInCloseAll();
	FSlateNotificationManager::Get().StandInClear();
	FImplementation& State = *Application->Implementation;
	StandIn::MoveFocus(nullptr, EFocusCause::SetDirectly);
	State.Menus.Reset();
	State.Windows.Reset();
	State.Under.Reset();
	delete Application;
	Application = nullptr;
}
double FSlateApplication::GetCurrentTime() const
{
	return Implementation->Now;
}
bool FSlateApplication::SetKeyboardFocus(const TSharedPtr<SWidget>& Widget, EFocusCause Cause)
{
	return StandIn::MoveFocus(Widget, Cause);
}
void FSlateApplication::SetUserFocus(uint32, const TSharedPtr<SWidget>& Widget, EFocusCause Cause)
{
	StandIn::MoveFocus(Widget, Cause);
}
TSharedPtr<SWidget> FSlateApplication::GetKeyboardFocusedWidget() const
{
	return Implementation->Focused.Pin();
}
void FSlateApplication::ClearKeyboardFocus(const EFocusCause Cause)
{
	StandIn::MoveFocus(nullptr, Cause);
}
TSharedRef<SWindow> FSlateApplication::AddWindow(TSharedRef<SWindow> Window, const bool)
{
	Implementation->Windows.Add(Window);
	return Window;
}
TSharedRef<SWindow> FSlateApplication::AddWindowAsNativeChild(TSharedRef<SWindow> Window, TSharedRef<SWindow>, const bool bShow)
{
	return AddWindow(Window, bShow);
}
TSharedPtr<SWindow> FSlateApplication::GetActiveTopLevelWindow() const
{
	return Implementation->Windows.IsEmpty() ? nullptr : Implementation->Windows.Last().ToSharedPtr();
}
void FSlateApplication::GetAllVisibleWindowsOrdered(TArray<TSharedRef<SWindow>>& OutWindows)
{
	for (const TSharedRef<SWindow>& Window : Implementation->Windows)
	{
		if (!Window->StandInIsMinimized())
		{
			OutWindows.Add(Window);
		}
	}
}
bool FSlateApplication::TakeScreenshot(const TSharedRef<SWidget>& Widget, TArray<FColor>& OutColorData, FIntVector& OutSize)
{
	StandIn::RequireGameThread("FSlateApplication::TakeScreenshot");
	const TSharedPtr<SWindow> Window = FindWidgetWindow(Widget);
	if (!Window.IsValid() || Window->StandInIsMinimized())
	{
		return false;
	}
	if (Window.Get() != &Widget.Get())
	{
		StandIn::Refuse("TakeScreenshot of a part of a window", "the stand-in has only whole windows");
	}
	const FVector2f Size = Window->StandInClientSize();
	OutSize.X = static_cast<int32>(Size.X);
	OutSize.Y = static_cast<int32>(Size.Y);
	OutColorData.Init(FColor(40, 60, 90), OutSize.X * OutSize.Y);
	return true;
}
TSharedPtr<SWindow> FSlateApplication::FindWidgetWindow(TSharedRef<const SWidget> Widget) const
{
	const TArray<TSharedRef<SWidget>> Path = StandIn::PathTo(*Widget);
	return Path.IsEmpty() ? nullptr : StaticCastSharedRef<SWindow>(Path[0]).ToSharedPtr();
}
void FSlateApplication::RequestDestroyWindow(TSharedRef<SWindow> Window)
{
	Implementation->Windows.RemoveAll([&Window](const TSharedRef<SWindow>& Other) { return Other == Window; });
	Implementation->Menus.RemoveAll([&Window](const FImplementation::FMenu& Menu) { return Menu.Window == Window; });
}
void FSlateApplication::DismissAllMenus()
{
	Implementation->Menus.Reset();
}
UE::Slate::FDeprecateVector2DResult FSlateApplication::GetCursorPos() const
{
	return Implementation->Cursor;
}
FModifierKeysState FSlateApplication::GetModifierKeys() const
{
	return Implementation->Modifiers;
}
bool FSlateApplication::RegisterInputPreProcessor(TSharedPtr<IInputProcessor> Processor, const int32)
{
	Implementation->Processors.Add(Processor);
	return true;
}
void FSlateApplication::UnregisterInputPreProcessor(TSharedPtr<IInputProcessor> Processor)
{
	Implementation->Processors.RemoveAll([&Processor](const TSharedPtr<IInputProcessor>& Other) { return Other == Processor; });
}
FApplicationActivationStateChangedEvent& FSlateApplication::OnApplicationActivationStateChanged()
{
	return Implementation->ActivationChanged;
}

void SWindow::Construct(const FArguments& InArgs)
{
	Title = InArgs._Title;
	Size = FVector2f(InArgs._ClientSize);
	SizingRule = InArgs._SizingRule;
	ChildSlot[InArgs._Content.Widget];
}
void SWindow::SetContent(TSharedRef<SWidget> InContent)
{
	ChildSlot[InContent];
}
void SWindow::RequestDestroyWindow()
{
	FSlateApplication::Get().RequestDestroyWindow(StaticCastSharedRef<SWindow>(AsShared()));
}
void SWindow::Resize(UE::Slate::FDeprecateVector2DParameter NewSize)
{
	Size = NewSize;
}
void SWindow::SetDPIScaleFactor(const float Factor)
{
	if (!(Factor > 0.0f))
	{
		StandIn::Refuse("a window has a scale that is not above zero", "give SetDPIScaleFactor a factor such as 1.5");
	}
	DPIScaleFactor = Factor;
}

namespace StandIn
{
namespace
{
FSlateApplication::FImplementation& State()
{
	return FSlateApplication::Get().StandInImplementation();
}
TArray<TSharedRef<SWindow>> AllWindows()
{
	TArray<TSharedRef<SWindow>> All(State().Windows);
	for (const FSlateApplication::FImplementation::FMenu& Menu : State().Menus)
	{
		All.Add(Menu.Window);
	}
	return All;
}
bool FindBelow(const TSharedRef<SWidget>& At, const SWidget& Wanted, TArray<TSharedRef<SWidget>>& Path)
{
	Path.Add(At);
	if (&At.Get() == &Wanted)
	{
		return true;
	}
	FChildren* const Children = At->GetChildren();
	for (int32 Index = 0; Index < Children->Num(); ++Index)
	{
		if (FindBelow(Children->GetChildAt(Index), Wanted, Path))
		{
			return true;
		}
	}
	Path.Pop();
	return false;
}
} // namespace

// Each window lies far from the others, so that a point tells which one is meant.
FVector2f WindowOrigin(int32 Index)
{
	return FVector2f(static_cast<float>(Index) * 10000.0f, 0.0f);
}
TArray<TSharedRef<SWidget>> PathTo(const SWidget& Widget)
{
	for (const TSharedRef<SWindow>& Window : AllWindows())
	{
		TArray<TSharedRef<SWidget>> Path;
		if (FindBelow(Window, Widget, Path))
		{
			return Path;
		}
	}
	return {};
}
// Tells each widget above the old one and the new one, each once.
static void TellOfFocus(const TSharedPtr<SWidget>& Old, const TSharedPtr<SWidget>& New, const FFocusEvent& Event)
{
	TArray<TSharedRef<SWidget>> Told = Old.IsValid() ? PathTo(*Old) : TArray<TSharedRef<SWidget>>();
	const TArray<TSharedRef<SWidget>> Above = New.IsValid() ? PathTo(*New) : TArray<TSharedRef<SWidget>>();
	for (const TSharedRef<SWidget>& Each : Above)
	{
		Told.AddUnique(Each);
	}
	const FWidgetPath NewPath(Above);
	for (const TSharedRef<SWidget>& Each : Told)
	{
		Each->OnFocusChanging(FWeakWidgetPath(), NewPath, Event);
	}
}
bool MoveFocus(const TSharedPtr<SWidget>& Widget, EFocusCause Cause)
{
	if (Widget.IsValid() && (!Widget->SupportsKeyboardFocus() || PathTo(*Widget).IsEmpty()))
	{
		return false;
	}
	const TSharedPtr<SWidget> Old = State().Focused.Pin();
	if (Old == Widget)
	{
		return Widget.IsValid();
	}
	TellOfFocus(Old, Widget, FFocusEvent(Cause));
	State().Focused = Widget;
	if (Old.IsValid())
	{
		Old->OnFocusLost(FFocusEvent(Cause));
	}
	// Losing the focus may have moved it on.
	if (Widget.IsValid() && State().Focused.Pin() == Widget)
	{
		ObeyReply(Widget->OnFocusReceived(Widget->StandInGeometry(), FFocusEvent(Cause)));
	}
	return Widget.IsValid();
}
void ObeyReply(const FReply& Reply)
{
	if (!FSlateApplication::IsInitialized())
	{
		return;
	}
	if (Reply.StandInReleasesCapture())
	{
		State().Captor.Reset();
	}
	if (Reply.StandInCaptor().IsValid())
	{
		State().Captor = Reply.StandInCaptor();
	}
	if (Reply.StandInFocus().IsValid())
	{
		MoveFocus(Reply.StandInFocus(), Reply.StandInFocusCause());
	}
}
void LayOutOnce()
{
	BeginLayoutPass();
	const TArray<TSharedRef<SWindow>> All = AllWindows();
	for (int32 Index = 0; Index < All.Num(); ++Index)
	{
		const TSharedRef<SWindow>& Window = All[Index];
		const float Scale = Window->GetDPIScaleFactor();
		Window->SlatePrepass();
		if (Window->StandInIsAutosized())
		{
			Window->Resize(FVector2D(Window->GetDesiredSize()) * static_cast<double>(Scale));
		}
		Window->StandInArrange(FGeometry(WindowOrigin(Index), Window->StandInClientSize() / Scale, Scale));
	}
}
void TickSlate(float DeltaSeconds)
{
	if (!FSlateApplication::IsInitialized())
	{
		return;
	}
	const double Last = State().Now;
	const double Now = FPlatformTime::Seconds();
	State().Now = Now;
	LayOutOnce();
	for (const TSharedRef<SWindow>& Window : AllWindows())
	{
		const FGeometry Place = Window->StandInGeometry();
		const FVector2f Low = Place.GetAbsolutePosition();
		Window->StandInTick(Now, static_cast<float>(Now - Last), Low, Low + FVector2f(Place.GetAbsoluteSize()));
	}
	// How fast the machine is must not decide whether a notice is in the picture.
	if (!IsPageAwaited())
	{
		FSlateNotificationManager::Get().StandInTick(DeltaSeconds);
	}
}
void OpenMenu(const TSharedRef<SWidget>& Content, const TSharedRef<SWidget>& Owner)
{
	const TSharedRef<SWindow> Window = SNew(SWindow).SizingRule(ESizingRule::Autosized)
		[SNew(SBorder).BorderImage(FAppStyle::GetBrush("Menu.Background")).Padding(FMargin(2.0f))[Content]];
	if (const TSharedPtr<SWindow> Around = FSlateApplication::Get().FindWidgetWindow(Owner))
	{
		Window->SetDPIScaleFactor(Around->GetDPIScaleFactor());
	}
	State().Menus.Add(FSlateApplication::FImplementation::FMenu{Window, Owner});
}
bool IsMenuOpenFor(const SWidget& Owner)
{
	return State().Menus.ContainsByPredicate([&Owner](const FSlateApplication::FImplementation::FMenu& Menu) { return Menu.Owner.Pin().Get() == &Owner; });
}
void CloseMenusOf(const SWidget& Owner)
{
	// The menu's widgets may be the caller: they are destroyed when the list releases them, at the end of this scope.
	const TArray<FSlateApplication::FImplementation::FMenu> Kept(State().Menus);
	State().Menus.RemoveAll([&Owner](const FSlateApplication::FImplementation::FMenu& Menu) {
		const TSharedPtr<SWidget> Pinned = Menu.Owner.Pin();
		return !Pinned.IsValid() || Pinned.Get() == &Owner;
	});
}
} // namespace StandIn
