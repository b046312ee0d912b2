#pragma once

#include "Containers/Array.h"
#include "Containers/Map.h"
#include "Containers/Set.h"
#include "Delegates/Delegate.h"
#include "Input/Events.h"
#include "Input/Reply.h"
#include "Layout/ArrangedWidget.h"
#include "Layout/Children.h"
#include "Layout/FlowDirection.h"
#include "Layout/Geometry.h"
#include "Layout/Margin.h"
#include "Layout/Visibility.h"
#include "Misc/Attribute.h"
#include "StandIn/DelegateInstance.h"
#include "StandIn/Slate/WidgetType.h"
#include "Types/SlateEnums.h"
#include "Widgets/Accessibility/SlateWidgetAccessibleTypes.h"
#include "Widgets/IToolTip.h"
#include "Widgets/InvalidateWidgetReason.h"

class FDragDropEvent;
class SWidget;
struct FSlateBaseNamedArgs;
namespace StandIn
{
class FHtmlWriter;
}

// Epic: SlateCore/SWidget/RegisterActiveTimer; AX SAutonomixChatView.cpp
enum class EActiveTimerReturnType : uint8
{
	Continue,
	Stop,
};
// AA SThinkingSubline.cpp; VIB SAIChatWindow.cpp
DECLARE_DELEGATE_RetVal_TwoParams(EActiveTimerReturnType, FWidgetActiveTimerDelegate, double, float);

// AX SAutonomixInputArea.cpp; CX SCortexGenOverlay.cpp
DECLARE_DELEGATE_RetVal_TwoParams(FReply, FPointerEventHandler, const FGeometry&, const FPointerEvent&);

// What RegisterActiveTimer gives back. PYB UEPySPythonWidget.h
class FActiveTimerHandle
{
public:
	FActiveTimerHandle(float InPeriod, const FWidgetActiveTimerDelegate& InDelegate, double Now)
		: Period(InPeriod)
		, NextTime(Now + static_cast<double>(InPeriod))
		, Delegate(InDelegate)
	{
	}

private:
	friend class SWidget;
	float Period;
	double NextTime; // of Slate's clock, which continues while the widget is not painted
	FWidgetActiveTimerDelegate Delegate;
	bool bStopped = false;
};

// AA SChatMessageList.cpp
enum class EWidgetClipping : uint8
{
	Inherit,
	ClipToBounds,
	ClipToBoundsAlways,
};

struct FSlateBrush;
class FWidgetPath;
struct FWeakWidgetPath;

// The base of all widgets. Epic: SlateCore/SWidget; AA Tabs/SUnrealAiEditorChatTab.h; PX SPCGExCollectionGridView.h; VIB SAIChatWindow.h
class SWidget : public TSharedFromThis<SWidget>
{
	STANDIN_WIDGET_ROOT(SWidget)

public:
	SWidget();
	virtual ~SWidget();
	SWidget(const SWidget&) = delete;
	SWidget& operator=(const SWidget&) = delete;

	// Events, as public plugins override them.
	virtual void Tick(const FGeometry& AllottedGeometry, const double InCurrentTime, const float InDeltaTime);
	virtual FReply OnFocusReceived(const FGeometry& MyGeometry, const FFocusEvent& InFocusEvent);
	virtual void OnFocusLost(const FFocusEvent& InFocusEvent);
	// For each widget of the old path and of the new one, before the focus moves. Epic: SlateCore/SWidget/OnFocusChanging; the class SSharedWorldFocusRing
	// in a public UI/SharedWorldButton.cpp
	virtual void OnFocusChanging(const FWeakWidgetPath& PreviousFocusPath, const FWidgetPath& NewWidgetPath, const FFocusEvent& InFocusEvent);
	virtual FReply OnKeyChar(const FGeometry& MyGeometry, const FCharacterEvent& InCharacterEvent);
	virtual FReply OnPreviewKeyDown(const FGeometry& MyGeometry, const FKeyEvent& InKeyEvent);
	virtual FReply OnKeyDown(const FGeometry& MyGeometry, const FKeyEvent& InKeyEvent);
	virtual FReply OnKeyUp(const FGeometry& MyGeometry, const FKeyEvent& InKeyEvent);
	virtual FReply OnMouseButtonDown(const FGeometry& MyGeometry, const FPointerEvent& MouseEvent);
	virtual FReply OnMouseButtonUp(const FGeometry& MyGeometry, const FPointerEvent& MouseEvent);
	virtual FReply OnMouseMove(const FGeometry& MyGeometry, const FPointerEvent& MouseEvent);
	virtual void OnMouseEnter(const FGeometry& MyGeometry, const FPointerEvent& MouseEvent);
	virtual void OnMouseLeave(const FPointerEvent& MouseEvent);
	virtual FReply OnMouseWheel(const FGeometry& MyGeometry, const FPointerEvent& MouseEvent);
	virtual FReply OnMouseButtonDoubleClick(const FGeometry& MyGeometry, const FPointerEvent& MouseEvent);
	virtual FReply OnDragOver(const FGeometry& MyGeometry, const FDragDropEvent& DragDropEvent); // PCG SPCGExCollectionCategoryGroup.h; AA Tabs/SUnrealAiEditorChatTab.h (both)
	virtual FReply OnDrop(const FGeometry& MyGeometry, const FDragDropEvent& DragDropEvent);
	virtual bool SupportsKeyboardFocus() const; // false unless overridden: VIB SAIChatWindow.h
	// What is drawn around it while it has the keyboard. Epic: SlateCore/SWidget/GetFocusBrush; Crowns & Commoners SCIRLButton.h; JPEUI
	// SDisButton.h. Here nothing unless overridden; the engine's own is grey and dotted: SUH doc/FocusableWidgets.md
	virtual const FSlateBrush* GetFocusBrush() const;
	virtual FChildren* GetChildren() = 0;
	virtual FVector2D ComputeDesiredSize(float LayoutScaleMultiplier) const = 0; // EF SBacklotStylePrimitives.h; RV SRiveLeafWidget.cpp

	// CX SCortexQATab.cpp; GL SPathInput.cpp; AA Tabs/SUnrealAiEditorChatTab.cpp
	void SetVisibility(TAttribute<EVisibility> InVisibility);
	EVisibility GetVisibility() const;
	void SetEnabled(const TAttribute<bool>& InEnabled);
	bool IsEnabled() const; // its own, not its parents'
	void SetToolTipText(const TAttribute<FText>& InText);
	void SetToolTip(const TAttribute<TSharedPtr<IToolTip>>& InToolTip);
	void SetRenderOpacity(float InOpacity);
	void SetClipping(EWidgetClipping InClipping);
	// Whose direction this widget and what is below it follow. Epic: SlateCore/SWidget/SetFlowDirectionPreference ("by default all panels inherit the
	// state of the widget above"), SlateCore/SWidget/GetFlowDirectionPreference; NiceInkMenuWidget.cpp of the game Nice Ink (Culture, in Construct)
	void SetFlowDirectionPreference(EFlowDirectionPreference InFlowDirectionPreference);
	EFlowDirectionPreference GetFlowDirectionPreference() const
	{
		return OwnFlowPreference;
	}
	FText GetAccessibleText() const; // EF ExtendedAtlassianParityTests.cpp
	// P2D EffectProfileEditor/EffectProfilePreviewPanel.cpp; the plugin PoseDoll (fukukawa89/PoseDollLab_Design): both with a bound text
	void SetAccessibleBehavior(EAccessibleBehavior InBehavior, const TAttribute<FText>& InText = TAttribute<FText>(), EAccessibleType AccessibleType = EAccessibleType::Main);

	bool IsHovered() const;
	bool HasKeyboardFocus() const;
	bool HasFocusedDescendants() const;

	void Invalidate(EInvalidateWidgetReason Reason);
	// Epic: SlateCore/SWidget/RegisterActiveTimer. Runs only while the widget is painted: visible and inside what its parents clip to. A
	// period of zero is each frame. The delegate gets Slate's time and the length of the *frame*, whatever the period: AA SThinkingSubline.cpp
	// adds it up with a period of zero; Epic: SlateCore/FWidgetActiveTimerDelegate. What must end at a time keeps a deadline.
	TSharedRef<FActiveTimerHandle> RegisterActiveTimer(float Period, FWidgetActiveTimerDelegate Delegate);
	void UnRegisterActiveTimer(const TSharedRef<FActiveTimerHandle>& Handle);

	// Where the widget was painted last, zero before that: AA SChatMessageList.cpp. What is scrolled out of view keeps the place that it had.
	const FGeometry& GetCachedGeometry() const;
	// Where descendants are now, seen or not. Epic: SlateCore/SWidget/FindChildGeometries; MyGeometry is that of this widget.
	bool FindChildGeometries(const FGeometry& MyGeometry, const TSet<TSharedRef<SWidget>>& WidgetsToFind, TMap<TSharedRef<SWidget>, FArrangedWidget>& OutResult) const;
	// Where the last pass put it.
	const FGeometry& StandInGeometry() const
	{
		return OwnGeometry;
	}
	const FGeometry& GetTickSpaceGeometry() const; // DS SDlgGraphPin.cpp
	const FGeometry& GetPaintSpaceGeometry() const;
	FVector2D GetDesiredSize() const; // of the last prepass: CX SCortexChatMessageTest.cpp
	void SlatePrepass();
	void SlatePrepass(float LayoutScaleMultiplier);
	TSharedPtr<SWidget> GetParentWidget() const;
	bool GetCanTick() const
	{
		return bOwnCanTick;
	}
	FName GetTag() const
	{
		return OwnTag;
	}
	FString GetTypeAsString() const // PYB UEPySWidget.cpp
	{
		return FString(OwnTypeName);
	}

	// Below: how the stand-in drives a widget. The name that was given to SNew.
	const char* StandInTypeName() const
	{
		return OwnTypeName;
	}
	void StandInBorn(const char* InTypeName, const void* InTypeId, const char* InFile, int32 InLine);
	void StandInConstruct(const FSlateBaseNamedArgs& Args);
	bool StandInIs(const void* TypeId) const
	{
		return OwnExactType == TypeId || StandInIsA(TypeId);
	}
	const FString StandInPlace() const;
	// One pass: puts the widget and all below it in their places.
	void StandInArrange(const FGeometry& Geometry);
	// Runs timers and Tick of what a renderer would paint, top down: what was arranged and lies within `Low` and `High`.
	void StandInTick(double CurrentTime, float DeltaTime, FVector2f Low, FVector2f High);
	bool StandInTakesRoom() const
	{
		return !(GetVisibility() == EVisibility::Collapsed);
	}
	bool StandInWasArranged() const;
	void StandInSetHovered(bool bInHovered)
	{
		bOwnHovered = bInHovered;
	}
	FText StandInToolTipText() const;
	TSharedPtr<IToolTip> StandInToolTip() const
	{
		return OwnToolTip.Get();
	}
	float StandInOpacity() const
	{
		return OwnRenderOpacity.Get();
	}
	// The direction of what is in it, as of the last pass.
	EFlowDirection StandInFlow() const
	{
		return OwnFlow;
	}
	// The direction in which its first paragraph is written, whatever its surroundings; of a widget that shows a text.
	virtual EFlowDirection StandInTextDirection() const
	{
		return EFlowDirection::LeftToRight;
	}
	EWidgetClipping StandInClipping() const
	{
		return OwnClipping;
	}
	// The words that were given to it for those who hear it; empty if it has none but its own text.
	FText StandInGivenWords() const
	{
		return OwnAccessibleText.Get();
	}
	// What the widget says by itself, for finding it; empty for containers.
	virtual FText StandInText() const
	{
		return FText();
	}
	// Writes itself and what is below it.
	virtual void StandInRender(StandIn::FHtmlWriter& Writer) const;
	// Whether a point inside belongs to the children as well; scrolled content is cut off.
	virtual bool StandInClipsChildren() const
	{
		return OwnClipping != EWidgetClipping::Inherit;
	}
	static int32 StandInLiveCount();
	static void StandInListLive(TArray<FString>& Out);

protected:
	void SetCanTick(bool bInCanTick) // CX SCortexProcessingIndicator.cpp: in Construct
	{
		bOwnCanTick = bInCanTick;
	}
	// Places the children inside `Geometry` by StandInArrange; what is not placed is not visible.
	virtual void StandInArrangeChildren(const FGeometry& Geometry);
	// Called once a pass before sizes are asked for.
	virtual void StandInPrepare()
	{
	}

private:
	void RunActiveTimers(double CurrentTime, float DeltaTime);
	void RequireWhole(const char* What) const;

	TAttribute<EVisibility> OwnVisibility = EVisibility::Visible;
	TAttribute<bool> OwnEnabled = true;
	TAttribute<FText> OwnToolTipText;
	TAttribute<TSharedPtr<IToolTip>> OwnToolTip;
	TAttribute<float> OwnRenderOpacity = 1.0f;
	TAttribute<FText> OwnAccessibleText;
	FName OwnTag;
	EWidgetClipping OwnClipping = EWidgetClipping::Inherit;
	EFlowDirectionPreference OwnFlowPreference = EFlowDirectionPreference::Inherit;
	EFlowDirection OwnFlow = EFlowDirection::LeftToRight;
	TArray<TSharedRef<FActiveTimerHandle>> OwnActiveTimers;
	TWeakPtr<SWidget> OwnParent;
	FGeometry OwnGeometry;
	FGeometry OwnPaintedGeometry;
	FVector2D OwnDesiredSize;
	const char* OwnTypeName = "SWidget";
	const char* OwnFile = "";
	int32 OwnLine = 0;
	const void* OwnExactType = nullptr;
	uint64 OwnArrangedInPass = 0;
	uint64 OwnPreparedInPass = 0;
	bool bOwnCanTick = true;
	bool bOwnHovered = false;
};

namespace StandIn
{
// The pass that runs, or ran last; none before the first.
uint64 LayoutPass();
void BeginLayoutPass();
// Whether a widget came, went, or has another size or place than after the pass before.
bool LayoutPassChangedAnything();
inline FVector2D DesiredSizeOf(const SWidget& Widget)
{
	return Widget.StandInTakesRoom() ? Widget.GetDesiredSize() : FVector2D();
}
} // namespace StandIn
