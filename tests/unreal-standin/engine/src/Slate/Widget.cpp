#include "Widgets/SWidget.h"

#include "Math/UnrealMathUtility.h"
#include "Process.h"
#include "StandIn/Host.h"
#include "StandIn/Slate/HtmlWriter.h"
#include "Slate/ApplicationState.h"
#include "Slate/LayoutPass.h"
#include "Utf8.h"
#include "Widgets/DeclarativeSyntaxSupport.h"
#include "Widgets/SCompoundWidget.h"
#include "Widgets/SLeafWidget.h"

#include <set>

namespace
{
std::set<const SWidget*>& LiveWidgets()
{
	static auto* const Set = new std::set<const SWidget*>();
	return *Set;
}

// The one widget that is not counted, and no slot's own.
class SNullWidgetContent final : public SLeafWidget
{
	STANDIN_WIDGET(SNullWidgetContent, SLeafWidget)

public:
	SLATE_BEGIN_ARGS(SNullWidgetContent)
	{
		_Visibility = EVisibility::SelfHitTestInvisible;
	}
	SLATE_END_ARGS()
	void Construct(const FArguments&)
	{
		LiveWidgets().erase(this);
	}
	virtual FVector2D ComputeDesiredSize(float) const override
	{
		return FVector2D();
	}
	virtual void StandInRender(StandIn::FHtmlWriter&) const override
	{
	}
};

EFlowDirection FlowOf(EFlowDirectionPreference Preference, const TSharedPtr<SWidget>& Parent)
{
	switch (Preference)
	{
	case EFlowDirectionPreference::Culture:
		return FLayoutLocalization::GetLocalizedLayoutDirection();
	case EFlowDirectionPreference::LeftToRight:
		return EFlowDirection::LeftToRight;
	case EFlowDirectionPreference::RightToLeft:
		return EFlowDirection::RightToLeft;
	case EFlowDirectionPreference::Inherit:
		break;
	}
	return Parent.IsValid() ? Parent->StandInFlow() : EFlowDirection::LeftToRight;
}
// From right to left a panel's first child is at its right, what is aligned to the left lies at the right, and paddings change sides:
// NiceInkMenuWidget.cpp of the game Nice Ink; DGU's specs of UMG ("the paddings trade places").
FGeometry Mirrored(const FGeometry& Place, const TSharedPtr<SWidget>& Parent)
{
	if (!Parent.IsValid() || Parent->StandInFlow() == EFlowDirection::LeftToRight)
	{
		return Place;
	}
	const FGeometry& Around = Parent->StandInGeometry();
	const FVector2f Corner = Around.GetAbsolutePosition();
	const FVector2f At = Place.GetAbsolutePosition();
	const float Right = Corner.X + FVector2f(Around.GetAbsoluteSize()).X - (At.X - Corner.X);
	return FGeometry(FVector2f(Right - FVector2f(Place.GetAbsoluteSize()).X, At.Y), Place.GetLocalSize(), Place.StandInScale());
}

class FNoChildren final : public FChildren
{
public:
	virtual int32 Num() const override
	{
		return 0;
	}
	virtual TSharedRef<SWidget> GetChildAt(int32) override
	{
		StandIn::Refuse("GetChildAt on a widget without children", "ask Num() first");
	}
	virtual TSharedRef<const SWidget> GetChildAt(int32) const override
	{
		StandIn::Refuse("GetChildAt on a widget without children", "ask Num() first");
	}
};
} // namespace

TSharedRef<SWidget> SNullWidget::NullWidget = []() -> TSharedRef<SWidget> {
	const TSharedRef<SNullWidgetContent> Widget = MakeShared<SNullWidgetContent>();
	Widget->Construct(SNullWidgetContent::FArguments());
	return Widget;
}();

static int64 GWidgetsMade = 0;
SWidget::SWidget()
{
	LiveWidgets().insert(this);
	++GWidgetsMade;
}
int64 StandIn::WidgetsMade()
{
	return GWidgetsMade;
}
// "Access to Slate is restricted to the GameThread or the SlateLoadingThread!": the engine's words in public crash reports.
SWidget::~SWidget()
{
	StandIn::RequireGameThread("destroying a widget");
	LiveWidgets().erase(this);
}
int32 SWidget::StandInLiveCount()
{
	return static_cast<int32>(LiveWidgets().size());
}
void SWidget::StandInListLive(TArray<FString>& Out)
{
	for (const SWidget* Widget : LiveWidgets())
	{
		Out.Add(Widget->StandInPlace());
	}
}
void SWidget::StandInBorn(const char* InTypeName, const void* InTypeId, const char* InFile, int32 InLine)
{
	StandIn::RequireGameThread("SNew");
	OwnTypeName = InTypeName;
	OwnExactType = InTypeId;
	OwnFile = InFile;
	OwnLine = InLine;
}
void SWidget::StandInConstruct(const FSlateBaseNamedArgs& Args)
{
	OwnVisibility = Args._Visibility;
	OwnEnabled = Args._IsEnabled;
	OwnToolTipText = Args._ToolTipText;
	OwnToolTip = Args._ToolTip;
	OwnRenderOpacity = Args._RenderOpacity;
	OwnAccessibleText = Args._AccessibleText;
	OwnClipping = Args._Clipping;
	OwnFlowPreference = Args._FlowDirectionPreference;
	OwnTag = Args._Tag;
}
const FString SWidget::StandInPlace() const
{
	const std::string Path = OwnFile;
	const std::size_t Slash = Path.find_last_of('/');
	return StandIn::FromUtf8(std::string(OwnTypeName) + " made at " + (Slash == std::string::npos ? Path : Path.substr(Slash + 1)) + ":" + std::to_string(OwnLine));
}

void SWidget::Tick(const FGeometry&, const double, const float)
{
}
FReply SWidget::OnFocusReceived(const FGeometry&, const FFocusEvent&)
{
	return FReply::Unhandled();
}
void SWidget::OnFocusChanging(const FWeakWidgetPath&, const FWidgetPath&, const FFocusEvent&)
{
}
void SWidget::OnFocusLost(const FFocusEvent&)
{
}
FReply SWidget::OnKeyChar(const FGeometry&, const FCharacterEvent&)
{
	return FReply::Unhandled();
}
FReply SWidget::OnPreviewKeyDown(const FGeometry&, const FKeyEvent&)
{
	return FReply::Unhandled();
}
FReply SWidget::OnKeyDown(const FGeometry&, const FKeyEvent&)
{
	return FReply::Unhandled();
}
FReply SWidget::OnKeyUp(const FGeometry&, const FKeyEvent&)
{
	return FReply::Unhandled();
}
FReply SWidget::OnMouseButtonDown(const FGeometry&, const FPointerEvent&)
{
	return FReply::Unhandled();
}
FReply SWidget::OnMouseButtonUp(const FGeometry&, const FPointerEvent&)
{
	return FReply::Unhandled();
}
FReply SWidget::OnMouseMove(const FGeometry&, const FPointerEvent&)
{
	return FReply::Unhandled();
}
void SWidget::OnMouseEnter(const FGeometry&, const FPointerEvent&)
{
	bOwnHovered = true;
}
void SWidget::OnMouseLeave(const FPointerEvent&)
{
	bOwnHovered = false;
}
FReply SWidget::OnMouseWheel(const FGeometry&, const FPointerEvent&)
{
	return FReply::Unhandled();
}
FReply SWidget::OnMouseButtonDoubleClick(const FGeometry&, const FPointerEvent&)
{
	return FReply::Unhandled();
}
FReply SWidget::OnDragOver(const FGeometry&, const FDragDropEvent&)
{
	return FReply::Unhandled();
}
FReply SWidget::OnDrop(const FGeometry&, const FDragDropEvent&)
{
	return FReply::Unhandled();
}
bool SWidget::SupportsKeyboardFocus() const
{
	return false;
}
const FSlateBrush* SWidget::GetFocusBrush() const
{
	return nullptr;
}

void SWidget::SetVisibility(TAttribute<EVisibility> InVisibility)
{
	StandIn::RequireGameThread("SWidget::SetVisibility");
	OwnVisibility = MoveTemp(InVisibility);
}
EVisibility SWidget::GetVisibility() const
{
	return OwnVisibility.Get();
}
void SWidget::SetEnabled(const TAttribute<bool>& InEnabled)
{
	StandIn::RequireGameThread("SWidget::SetEnabled");
	OwnEnabled = InEnabled;
}
bool SWidget::IsEnabled() const
{
	return OwnEnabled.Get();
}
void SWidget::SetToolTipText(const TAttribute<FText>& InText)
{
	StandIn::RequireGameThread("SWidget::SetToolTipText");
	OwnToolTipText = InText;
}
void SWidget::SetToolTip(const TAttribute<TSharedPtr<IToolTip>>& InToolTip)
{
	StandIn::RequireGameThread("SWidget::SetToolTip");
	OwnToolTip = InToolTip;
}
void SWidget::SetRenderOpacity(float InOpacity)
{
	StandIn::RequireGameThread("SWidget::SetRenderOpacity");
	OwnRenderOpacity = InOpacity;
}
void SWidget::SetClipping(EWidgetClipping InClipping)
{
	StandIn::RequireGameThread("SWidget::SetClipping");
	OwnClipping = InClipping;
}
void SWidget::SetFlowDirectionPreference(EFlowDirectionPreference InFlowDirectionPreference)
{
	StandIn::RequireGameThread("SWidget::SetFlowDirectionPreference");
	OwnFlowPreference = InFlowDirectionPreference;
}
FText SWidget::GetAccessibleText() const
{
	const FText Own = OwnAccessibleText.Get();
	return Own.IsEmpty() ? StandInText() : Own;
}
void SWidget::SetAccessibleBehavior(EAccessibleBehavior InBehavior, const TAttribute<FText>& InText, EAccessibleType)
{
	StandIn::RequireGameThread("SWidget::SetAccessibleBehavior");
	checkf(InBehavior != EAccessibleBehavior::Custom || InText.IsSet(), TEXT("words of one's own need a text"));
	OwnAccessibleText = InBehavior == EAccessibleBehavior::Custom ? InText : TAttribute<FText>();
}
FText SWidget::StandInToolTipText() const
{
	if (const TSharedPtr<IToolTip> Own = OwnToolTip.Get())
	{
		return Own->StandInToolTipContent();
	}
	return OwnToolTipText.Get();
}
bool SWidget::IsHovered() const
{
	return bOwnHovered;
}
bool SWidget::HasKeyboardFocus() const
{
	return FSlateApplication::IsInitialized() && FSlateApplication::Get().GetKeyboardFocusedWidget().Get() == this;
}
bool SWidget::HasFocusedDescendants() const
{
	if (!FSlateApplication::IsInitialized())
	{
		return false;
	}
	for (TSharedPtr<SWidget> Widget = FSlateApplication::Get().GetKeyboardFocusedWidget(); Widget.IsValid();)
	{
		Widget = Widget->GetParentWidget();
		if (Widget.Get() == this)
		{
			return true;
		}
	}
	return false;
}
void SWidget::Invalidate(EInvalidateWidgetReason)
{
	StandIn::RequireGameThread("SWidget::Invalidate");
	// Everything is laid out and painted at each pass.
}

TSharedRef<FActiveTimerHandle> SWidget::RegisterActiveTimer(float Period, FWidgetActiveTimerDelegate Delegate)
{
	checkf(Period >= 0.0f, TEXT("a timer's period is not negative"));
	checkf(Delegate.IsBound(), TEXT("RegisterActiveTimer needs a bound delegate"));
	const double Now = FSlateApplication::Get().GetCurrentTime();
	const TSharedRef<FActiveTimerHandle> Handle = MakeShared<FActiveTimerHandle>(Period, Delegate, Now);
	OwnActiveTimers.Add(Handle);
	return Handle;
}
void SWidget::UnRegisterActiveTimer(const TSharedRef<FActiveTimerHandle>& Handle)
{
	Handle->bStopped = true;
	OwnActiveTimers.RemoveAll([&Handle](const TSharedRef<FActiveTimerHandle>& Other) { return Other == Handle; });
}
void SWidget::RunActiveTimers(double CurrentTime, float DeltaTime)
{
	const TArray<TSharedRef<FActiveTimerHandle>> Now(OwnActiveTimers); // a timer may register another
	for (const TSharedRef<FActiveTimerHandle>& Timer : Now)
	{
		if (Timer->bStopped)
		{
			continue;
		}
		if (CurrentTime < Timer->NextTime)
		{
			continue;
		}
		Timer->NextTime = CurrentTime + static_cast<double>(Timer->Period);
		if (!Timer->Delegate.IsBound() || Timer->Delegate.Execute(CurrentTime, DeltaTime) == EActiveTimerReturnType::Stop)
		{
			UnRegisterActiveTimer(Timer);
		}
	}
}

const FGeometry& SWidget::GetCachedGeometry() const
{
	return OwnPaintedGeometry;
}
const FGeometry& SWidget::GetTickSpaceGeometry() const
{
	return OwnPaintedGeometry;
}
const FGeometry& SWidget::GetPaintSpaceGeometry() const
{
	return OwnPaintedGeometry;
}
bool SWidget::FindChildGeometries(const FGeometry&, const TSet<TSharedRef<SWidget>>& WidgetsToFind, TMap<TSharedRef<SWidget>, FArrangedWidget>& OutResult) const
{
	for (const TSharedRef<SWidget>& Wanted : WidgetsToFind)
	{
		const SWidget* Parent = &*Wanted;
		while (Parent && Parent != this)
		{
			Parent = Parent->OwnParent.Pin().Get();
		}
		if (Parent == this && Wanted->StandInWasArranged())
		{
			OutResult.Add(Wanted, FArrangedWidget(Wanted, Wanted->OwnGeometry));
		}
	}
	return OutResult.Num() == WidgetsToFind.Num();
}
FVector2D SWidget::GetDesiredSize() const
{
	return OwnDesiredSize;
}
TSharedPtr<SWidget> SWidget::GetParentWidget() const
{
	return OwnParent.Pin();
}
bool SWidget::StandInWasArranged() const
{
	const uint64 Pass = StandIn::LayoutPass();
	return Pass != 0 && OwnArrangedInPass == Pass;
}
void SWidget::SlatePrepass()
{
	SlatePrepass(1.0f);
}
void SWidget::SlatePrepass(float Scale)
{
	StandInPrepare();
	StandIn::FLayoutPass& Current = StandIn::FLayoutPass::Current();
	const uint64 Pass = Current.Number;
	FChildren* const Children = GetChildren();
	for (int32 Index = 0; Index < Children->Num(); ++Index)
	{
		const TSharedRef<SWidget> Child = Children->GetChildAt(Index);
		if (Child == SNullWidget::NullWidget)
		{
			continue;
		}
		const TSharedPtr<SWidget> Other = Child->OwnParent.Pin();
		if (Other.IsValid() && Other.Get() != this && Child->OwnPreparedInPass == Pass && Other->OwnPreparedInPass == Pass && Pass != 0)
		{
			StandIn::RefuseNamed("one widget sits in two slots:", *Child->StandInPlace(), "make a widget for each place");
		}
		Child->OwnParent = AsShared();
		if (Child->StandInTakesRoom())
		{
			Child->OwnPreparedInPass = Pass;
			Child->SlatePrepass(Scale);
		}
	}
	const FVector2D Size = ComputeDesiredSize(Scale);
	Current.bChanged |= Size != OwnDesiredSize;
	OwnDesiredSize = Size;
}
void SWidget::StandInArrange(const FGeometry& InGeometry)
{
	if (!GetVisibility().IsVisible())
	{
		return;
	}
	const TSharedPtr<SWidget> Parent = OwnParent.Pin();
	OwnFlow = FlowOf(OwnFlowPreference, Parent);
	const FGeometry Place = Mirrored(InGeometry, Parent);
	StandIn::FLayoutPass& Pass = StandIn::FLayoutPass::Current();
	Pass.bChanged |= OwnArrangedInPass + 1 != Pass.Number || !Place.StandInIsSameAs(OwnGeometry);
	++Pass.Arranged;
	OwnGeometry = Place;
	OwnArrangedInPass = Pass.Number;
	StandInArrangeChildren(OwnGeometry);
}
void SWidget::StandInArrangeChildren(const FGeometry&)
{
}
void SWidget::StandInTick(double CurrentTime, float DeltaTime, FVector2f Low, FVector2f High)
{
	if (!StandInWasArranged())
	{
		return;
	}
	const FVector2f From = OwnGeometry.GetAbsolutePosition();
	const FVector2f To = From + FVector2f(OwnGeometry.GetAbsoluteSize());
	if (To.X < Low.X || To.Y < Low.Y || From.X > High.X || From.Y > High.Y)
	{
		return; // scrolled out of view: neither painted nor ticked
	}
	OwnPaintedGeometry = OwnGeometry;
	if (StandInClipsChildren())
	{
		Low = FVector2f(FMath::Max(Low.X, From.X), FMath::Max(Low.Y, From.Y));
		High = FVector2f(FMath::Min(High.X, To.X), FMath::Min(High.Y, To.Y));
	}
	const TSharedRef<SWidget> Kept = AsShared(); // may be taken out of the tree by what it does
	RunActiveTimers(CurrentTime, DeltaTime);
	if (bOwnCanTick)
	{
		Tick(OwnGeometry, CurrentTime, DeltaTime);
	}
	TArray<TSharedRef<SWidget>> Children;
	FChildren* const List = GetChildren();
	for (int32 Index = 0; Index < List->Num(); ++Index)
	{
		Children.Add(List->GetChildAt(Index));
	}
	for (const TSharedRef<SWidget>& Child : Children)
	{
		Child->StandInTick(CurrentTime, DeltaTime, Low, High);
	}
}

FChildren* SLeafWidget::GetChildren()
{
	static FNoChildren None;
	return &None;
}

FVector2D SCompoundWidget::ComputeDesiredSize(float) const
{
	return StandIn::SizeWithPadding(ChildSlot.StandInData);
}
void SCompoundWidget::StandInArrangeChildren(const FGeometry& InGeometry)
{
	StandIn::ArrangeIn(ChildSlot.StandInData, InGeometry);
}
