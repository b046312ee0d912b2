#include "Slate/ApplicationState.h"
#include "Widgets/Images/SImage.h"
#include "Widgets/Input/SCheckBox.h"
#include "Widgets/Input/SComboBox.h"
#include "Widgets/Input/SHyperlink.h"
#include "Widgets/Layout/SExpandableArea.h"
#include "Widgets/SToolTip.h"
#include "Widgets/Text/STextBlock.h"

#include <algorithm>

void SBorder::Construct(const FArguments& InArgs)
{
	BorderImage = InArgs._BorderImage.IsSet() ? InArgs._BorderImage : TAttribute<const FSlateBrush*>(FAppStyle::GetBrush("ToolPanel.GroupBorder"));
	BorderBackgroundColor = InArgs._BorderBackgroundColor;
	ColorAndOpacity = InArgs._ColorAndOpacity;
	ForegroundColor = InArgs._ForegroundColor;
	MouseButtonDownHandler = InArgs._OnMouseButtonDown;
	MouseButtonUpHandler = InArgs._OnMouseButtonUp;
	ChildSlot.Padding(InArgs._Padding).HAlign(InArgs._HAlign).VAlign(InArgs._VAlign)[InArgs._Content.Widget];
}
void SBorder::SetContent(TSharedRef<SWidget> InContent)
{
	ChildSlot[InContent];
}
FReply SBorder::OnMouseButtonDown(const FGeometry& MyGeometry, const FPointerEvent& MouseEvent)
{
	return MouseButtonDownHandler.IsBound() ? MouseButtonDownHandler.Execute(MyGeometry, MouseEvent) : FReply::Unhandled();
}
FReply SBorder::OnMouseButtonUp(const FGeometry& MyGeometry, const FPointerEvent& MouseEvent)
{
	return MouseButtonUpHandler.IsBound() ? MouseButtonUpHandler.Execute(MyGeometry, MouseEvent) : FReply::Unhandled();
}

void SButton::Construct(const FArguments& InArgs)
{
	OnClicked = InArgs._OnClicked;
	OnHovered = InArgs._OnHovered;
	OnUnhovered = InArgs._OnUnhovered;
	OnPressed = InArgs._OnPressed;
	OnReleased = InArgs._OnReleased;
	SetButtonStyle(InArgs._ButtonStyle);
	ButtonColor = InArgs._ButtonColorAndOpacity;
	ForegroundColor = InArgs._ForegroundColor;
	BorderImage = TAttribute<const FSlateBrush*>(nullptr);
	bFocusable = InArgs._IsFocusable;
	TSharedRef<SWidget> Content = InArgs._Content.Widget;
	if (Content == SNullWidget::NullWidget)
	{
		const FTextBlockStyle* const Text = InArgs._TextStyle ? InArgs._TextStyle : &FAppStyle::Get().GetWidgetStyle<FTextBlockStyle>("NormalText");
		Content = SNew(STextBlock).Text(InArgs._Text).TextStyle(Text);
	}
	ChildSlot.Padding(InArgs._ContentPadding).HAlign(InArgs._HAlign).VAlign(InArgs._VAlign)[Content];
}
void SButton::SetButtonStyle(const FButtonStyle* InStyle)
{
	StandIn::RequireGameThread("SButton::SetButtonStyle");
	Style = InStyle ? InStyle : &FAppStyle::Get().GetWidgetStyle<FButtonStyle>("Button");
}
FReply SButton::ExecuteOnClick()
{
	return OnClicked.IsBound() ? OnClicked.Execute() : FReply::Handled();
}
FReply SButton::OnMouseButtonDown(const FGeometry&, const FPointerEvent& MouseEvent)
{
	if (!(MouseEvent.GetEffectingButton() == EKeys::LeftMouseButton))
	{
		return FReply::Unhandled();
	}
	bPressed = true;
	OnPressed.ExecuteIfBound();
	return FReply::Handled().CaptureMouse(AsShared());
}
FReply SButton::OnMouseButtonUp(const FGeometry& MyGeometry, const FPointerEvent& MouseEvent)
{
	if (!bPressed || !(MouseEvent.GetEffectingButton() == EKeys::LeftMouseButton))
	{
		return FReply::Unhandled();
	}
	bPressed = false;
	OnReleased.ExecuteIfBound();
	const FVector2f At = MyGeometry.AbsoluteToLocal(FVector2f(MouseEvent.GetScreenSpacePosition()));
	const FVector2f Size = MyGeometry.GetLocalSize();
	FReply Reply = FReply::Handled();
	if (At.X >= 0.0f && At.Y >= 0.0f && At.X < Size.X && At.Y < Size.Y)
	{
		Reply = ExecuteOnClick();
	}
	return Reply.ReleaseMouseCapture();
}
void SButton::OnMouseEnter(const FGeometry& MyGeometry, const FPointerEvent& MouseEvent)
{
	SBorder::OnMouseEnter(MyGeometry, MouseEvent);
	OnHovered.ExecuteIfBound();
}
void SButton::OnMouseLeave(const FPointerEvent& MouseEvent)
{
	SBorder::OnMouseLeave(MouseEvent);
	OnUnhovered.ExecuteIfBound();
}
FReply SButton::OnKeyDown(const FGeometry&, const FKeyEvent& InKeyEvent)
{
	return InKeyEvent.GetKey() == EKeys::Enter || InKeyEvent.GetKey() == EKeys::SpaceBar ? ExecuteOnClick() : FReply::Unhandled();
}

void SHyperlink::Construct(const FArguments& InArgs)
{
	OnNavigate = InArgs._OnNavigate;
	SButton::FArguments Base;
	Base.Text(InArgs._Text).ContentPadding(InArgs._Padding.IsSet() ? InArgs._Padding : TAttribute<FMargin>(FMargin(0.0f)));
	if (InArgs._TextStyle)
	{
		Base.TextStyle(InArgs._TextStyle);
	}
	SButton::Construct(Base);
}
FReply SHyperlink::ExecuteOnClick()
{
	OnNavigate.ExecuteIfBound();
	return FReply::Handled();
}

void SCheckBox::Construct(const FArguments& InArgs)
{
	Checked = InArgs._IsChecked;
	OnCheckStateChanged = InArgs._OnCheckStateChanged;
	bFocusable = InArgs._IsFocusable;
	bIsRound = InArgs._Style && InArgs._Style->bStandInIsRound;
	ChildSlot.Padding(InArgs._Padding.IsSet() ? InArgs._Padding : TAttribute<FMargin>(FMargin(4.0f, 0.0f)))[InArgs._Content.Widget];
}
void SCheckBox::ToggleCheckedState()
{
	const ECheckBoxState Next = Checked.Get() == ECheckBoxState::Checked ? ECheckBoxState::Unchecked : ECheckBoxState::Checked;
	if (!Checked.IsBound())
	{
		Checked = Next;
	}
	OnCheckStateChanged.ExecuteIfBound(Next);
}
FReply SCheckBox::OnMouseButtonDown(const FGeometry&, const FPointerEvent& MouseEvent)
{
	bPressed = MouseEvent.GetEffectingButton() == EKeys::LeftMouseButton;
	return bPressed ? FReply::Handled().CaptureMouse(AsShared()) : FReply::Unhandled();
}
FReply SCheckBox::OnMouseButtonUp(const FGeometry&, const FPointerEvent&)
{
	if (!bPressed)
	{
		return FReply::Unhandled();
	}
	bPressed = false;
	ToggleCheckedState();
	return FReply::Handled().ReleaseMouseCapture();
}
FReply SCheckBox::OnKeyDown(const FGeometry&, const FKeyEvent& InKeyEvent)
{
	if (InKeyEvent.GetKey() == EKeys::Enter || InKeyEvent.GetKey() == EKeys::SpaceBar)
	{
		ToggleCheckedState();
		return FReply::Handled();
	}
	return FReply::Unhandled();
}
FVector2D SCheckBox::ComputeDesiredSize(float LayoutScaleMultiplier) const
{
	const FVector2D Label = SCompoundWidget::ComputeDesiredSize(LayoutScaleMultiplier);
	return FVector2D(Label.X + 16.0, std::max(16.0, Label.Y));
}
void SCheckBox::StandInArrangeChildren(const FGeometry& Geometry)
{
	const FVector2f Size = Geometry.GetLocalSize();
	StandIn::ArrangeIn(ChildSlot.StandInData, Geometry.StandInChild(FVector2f(16.0f, 0.0f), FVector2f(std::max(0.0f, Size.X - 16.0f), Size.Y)));
}

SComboButton::~SComboButton()
{
	if (FSlateApplication::IsInitialized())
	{
		StandIn::CloseMenusOf(*this);
	}
}
void SComboButton::Construct(const FArguments& InArgs)
{
	OnGetMenuContent = InArgs._OnGetMenuContent;
	MenuContent = InArgs._MenuContent.Widget;
	const FButtonStyle* const Style = InArgs._ButtonStyle ? InArgs._ButtonStyle : InArgs._ComboButtonStyle ? &InArgs._ComboButtonStyle->ButtonStyle : nullptr;
	const TSharedRef<SHorizontalBox> Box = SNew(SHorizontalBox) + SHorizontalBox::Slot().AutoWidth().VAlign(VAlign_Center)[InArgs._ButtonContent.Widget];
	if (InArgs._HasDownArrow)
	{
		Box->AddSlot().AutoWidth().VAlign(VAlign_Center).Padding(4.0f, 0.0f, 0.0f, 0.0f)[SNew(SImage).Image(FAppStyle::GetBrush("Icons.ChevronDown")).ColorAndOpacity(FSlateColor::UseForeground())];
	}
	SButton::FArguments Button;
	Button.OnClicked(this, &SComboButton::HandleClicked).ContentPadding(InArgs._ContentPadding).ForegroundColor(InArgs._ForegroundColor);
	Button.IsFocusable(InArgs._IsFocusable);
	Button[Box];
	if (Style)
	{
		Button.ButtonStyle(Style);
	}
	ChildSlot[StandIn::MakeWidget<SButton>("SButton", __FILE__, __LINE__) <<= Button];
}
FReply SComboButton::HandleClicked()
{
	SetIsOpen(!IsOpen());
	return FReply::Handled();
}
bool SComboButton::IsOpen() const
{
	return StandIn::IsMenuOpenFor(*this);
}
void SComboButton::SetIsOpen(bool bInOpen, bool)
{
	StandIn::RequireGameThread("SComboButton::SetIsOpen");
	if (!bInOpen)
	{
		StandIn::CloseMenusOf(*this);
	}
	else if (!IsOpen())
	{
		StandIn::OpenMenu(OnGetMenuContent.IsBound() ? OnGetMenuContent.Execute() : MenuContent, AsShared());
	}
}
TSharedRef<SWidget> StandIn::MakeOptionButton(const TSharedRef<SWidget>& Content, const FOnClicked& OnClicked)
{
	return SNew(SButton).ButtonStyle(FAppStyle::Get(), "Menu.Button").IsFocusable(false).OnClicked(OnClicked)[Content];
}

void SImage::Construct(const FArguments& InArgs)
{
	Image = InArgs._Image;
	ColorAndOpacity = InArgs._ColorAndOpacity;
	DesiredSizeOverride = InArgs._DesiredSizeOverride;
	bFlips = InArgs._FlipForRightToLeftFlowDirection;
	MouseButtonDownHandler = InArgs._OnMouseButtonDown;
}
FReply SImage::OnMouseButtonDown(const FGeometry& MyGeometry, const FPointerEvent& MouseEvent)
{
	return MouseButtonDownHandler.IsBound() ? MouseButtonDownHandler.Execute(MyGeometry, MouseEvent) : FReply::Unhandled();
}
FVector2D SImage::ComputeDesiredSize(float) const
{
	const TOptional<FVector2D> Wanted = DesiredSizeOverride.Get();
	if (Wanted.IsSet())
	{
		return Wanted.GetValue();
	}
	const FSlateBrush* const Brush = Image.Get();
	return Brush ? FVector2D(Brush->GetImageSize()) : FVector2D();
}

void SToolTip::Construct(const FArguments& InArgs)
{
	TextContent = InArgs._Text;
	ChildSlot.Padding(8.0f, 4.0f)[InArgs._Content.Widget == SNullWidget::NullWidget ? StaticCastSharedRef<SWidget>(SNew(STextBlock).Text(InArgs._Text)) : InArgs._Content.Widget];
}
FText SToolTip::StandInToolTipContent() const
{
	return TextContent.Get();
}

void SExpandableArea::Construct(const FArguments& InArgs)
{
	bCollapsed = InArgs._InitiallyCollapsed;
	OnAreaExpansionChanged = InArgs._OnAreaExpansionChanged;
	TSharedRef<SWidget> Header = InArgs._HeaderContent.Widget;
	if (Header == SNullWidget::NullWidget)
	{
		// The title is ignored when header content is given.
		Header = InArgs._AreaTitleFont.IsSet() ? StaticCastSharedRef<SWidget>(SNew(STextBlock).Text(InArgs._AreaTitle).Font(InArgs._AreaTitleFont))
											   : StaticCastSharedRef<SWidget>(SNew(STextBlock).Text(InArgs._AreaTitle));
	}
	ChildSlot
		[SNew(SVerticalBox)
			+ SVerticalBox::Slot().AutoHeight()
				[SNew(SButton).ButtonStyle(FAppStyle::Get(), "NoBorder").IsFocusable(false).OnClicked(this, &SExpandableArea::HandleHeaderClicked)
					[SNew(SHorizontalBox)
						+ SHorizontalBox::Slot().AutoWidth().VAlign(VAlign_Center).Padding(0.0f, 0.0f, 6.0f, 0.0f)[SNew(STextBlock).Text(this, &SExpandableArea::ArrowText)]
						+ SHorizontalBox::Slot().FillWidth(1.0f).VAlign(VAlign_Center)[Header]]]
			+ SVerticalBox::Slot().AutoHeight().Padding(InArgs._Padding)
				[SNew(SBorder).BorderImage(FAppStyle::GetBrush("NoBorder")).Padding(0.0f).Visibility(this, &SExpandableArea::BodyVisibility)[InArgs._BodyContent.Widget]]];
}
FReply SExpandableArea::HandleHeaderClicked()
{
	SetExpanded(bCollapsed);
	return FReply::Handled();
}
void SExpandableArea::SetExpanded(bool bExpanded)
{
	StandIn::RequireGameThread("SExpandableArea::SetExpanded");
	if (bCollapsed == bExpanded)
	{
		bCollapsed = !bExpanded;
		OnAreaExpansionChanged.ExecuteIfBound(bExpanded);
	}
}
EVisibility SExpandableArea::BodyVisibility() const
{
	return bCollapsed ? EVisibility::Collapsed : EVisibility::SelfHitTestInvisible;
}
FText SExpandableArea::ArrowText() const
{
	return FText::FromString(bCollapsed ? TEXT("\x25b8") : TEXT("\x25be"));
}
