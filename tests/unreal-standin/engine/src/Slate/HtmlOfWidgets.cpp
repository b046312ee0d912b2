#include "StandIn/Slate/HtmlWriter.h"

#include "Framework/Notifications/NotificationManager.h"
#include "Slate/ApplicationState.h"
#include "Slate/HtmlCss.h"
#include "StandIn/Slate/Direction.h"
#include "StandIn/Slate/FontMetrics.h"
#include "Styling/StyleColors.h"
#include "Utf8.h"
#include "Widgets/Images/SImage.h"
#include "Widgets/Images/SThrobber.h"
#include "Widgets/Input/SButton.h"
#include "Widgets/Input/SCheckBox.h"
#include "Widgets/Input/SHyperlink.h"
#include "Widgets/Layout/SBox.h"
#include "Widgets/Layout/SScrollBox.h"
#include "Widgets/Layout/SSeparator.h"
#include "Widgets/Layout/SSpacer.h"
#include "Widgets/Layout/SSplitter.h"
#include "Widgets/Layout/SWidgetSwitcher.h"
#include "Widgets/Layout/SWrapBox.h"
#include "Widgets/Notifications/SProgressBar.h"
#include "Widgets/SBoxPanel.h"
#include "Widgets/SOverlay.h"
#include "Widgets/Text/SMultiLineEditableText.h"
#include "Widgets/Text/SRichTextBlock.h"
#include "Widgets/Text/STextBlock.h"
#include "Widgets/Views/STableRow.h"

using StandIn::FHtmlWriter;

namespace
{
// The width of a text that is broken into lines: the blank at which a line is broken takes none.
float WidestLine(const FString& Text, const FSlateFontInfo& Font, float Width, bool bAnywhere)
{
	float Widest = 0.0f;
	for (const FString& Line : StandIn::WrapText(Text, Font, Width, bAnywhere))
	{
		Widest = std::fmax(Widest, StandIn::TextWidth(FStringView(Line.TrimEnd()), Font));
	}
	return Widest;
}
} // namespace

void SWidget::StandInRender(FHtmlWriter& Writer) const
{
	Writer.Begin(*this, std::string());
	FChildren* const Children = const_cast<SWidget*>(this)->GetChildren();
	for (int32 Index = 0; Index < Children->Num(); ++Index)
	{
		Writer.Widget(*Children->GetChildAt(Index));
	}
	Writer.End();
}
void SCompoundWidget::StandInRender(FHtmlWriter& Writer) const
{
	Writer.Begin(*this, "display:grid;grid-template:minmax(0,1fr)/minmax(0,1fr);");
	Writer.Slot(ChildSlot.StandInData, std::string());
	Writer.End();
}
void SBoxPanel::StandInRender(FHtmlWriter& Writer) const
{
	const bool bDown = Orientation == Orient_Vertical;
	Writer.Begin(*this, bDown ? "display:flex;flex-direction:column;" : "display:flex;");
	for (const StandIn::FSlotData& Slot : Slots.All())
	{
		Writer.Slot(Slot, StandIn::FillOr(Slot, bDown));
	}
	Writer.End();
}
void SSplitter::StandInRender(FHtmlWriter& Writer) const
{
	const bool bDown = Orientation == Orient_Vertical;
	Writer.Begin(*this, std::string("display:flex;gap:") + FHtmlWriter::Pixels(HandleSize) + (bDown ? ";flex-direction:column;" : ";"));
	for (const StandIn::FSlotData& Slot : Slots.All())
	{
		Writer.Slot(Slot, StandIn::FillOr(Slot, bDown));
	}
	Writer.End();
}
void SOverlay::StandInRender(FHtmlWriter& Writer) const
{
	Writer.Begin(*this, "display:grid;grid-template:minmax(0,1fr)/minmax(0,1fr);");
	for (const StandIn::FSlotData& Slot : Slots.All())
	{
		Writer.Slot(Slot, "grid-area:1/1;");
	}
	Writer.End();
}
void SWidgetSwitcher::StandInRender(FHtmlWriter& Writer) const
{
	Writer.Begin(*this, "display:grid;grid-template:minmax(0,1fr)/minmax(0,1fr);");
	const int32 Index = WidgetIndex.Get();
	if (Index >= 0 && Index < Slots.Num())
	{
		Writer.Slot(Slots.All()[static_cast<std::size_t>(Index)], std::string());
	}
	Writer.End();
}
void SWrapBox::StandInRender(FHtmlWriter& Writer) const
{
	const std::string Bound = bUseAllottedSize ? std::string() : "max-width:" + FHtmlWriter::Pixels(PreferredSize.Get()) + ";";
	Writer.Begin(*this, "display:flex;flex-wrap:wrap;align-content:flex-start;" + Bound);
	for (const StandIn::FSlotData& Slot : Slots.All())
	{
		Writer.Slot(Slot, "flex:0 0 auto;");
	}
	Writer.End();
}
void SBox::StandInRender(FHtmlWriter& Writer) const
{
	std::string Css = "display:grid;grid-template:minmax(0,1fr)/minmax(0,1fr);";
	const auto Add = [&Css](const char* Name, const FOptionalSize& Size) {
		if (Size.IsSet())
		{
			Css += std::string(Name) + ":" + FHtmlWriter::Pixels(Size.Get()) + ";";
		}
	};
	Add("width", WidthOverride.Get());
	Add("height", HeightOverride.Get());
	Add("min-width", MinDesiredWidth.Get());
	Add("min-height", MinDesiredHeight.Get());
	Add("max-width", MaxDesiredWidth.Get());
	Add("max-height", MaxDesiredHeight.Get());
	Writer.Begin(*this, Css);
	Writer.Slot(Slots.All().front(), std::string());
	Writer.End();
}
void SBorder::StandInRender(FHtmlWriter& Writer) const
{
	const FLinearColor Content = ColorAndOpacity.Get();
	const std::string Dim = Content.A < 1.0f ? "opacity:" + std::to_string(Content.A) + ";" : std::string();
	Writer.Begin(*this,
		"display:grid;grid-template:minmax(0,1fr)/minmax(0,1fr);" + FHtmlWriter::Brush(BorderImage.Get(), BorderBackgroundColor.Get().GetSpecifiedColor()) +
			FHtmlWriter::TextColour(ForegroundColor.Get()) + Dim);
	Writer.Slot(ChildSlot.StandInData, std::string());
	Writer.End();
}
void StandIn::STableRowBase::StandInRender(FHtmlWriter& Writer) const
{
	Writer.Begin(*this, bShowSelection && IsSelected() ? "flex:none;background:" + FHtmlWriter::Colour(FStyleColors::Select.GetSpecifiedColor()) : "flex:none;");
	Writer.Slot(ChildSlot.StandInData, std::string());
	Writer.End();
}
void SButton::StandInRender(FHtmlWriter& Writer) const
{
	const FSlateBrush& Brush = bPressed ? Style->Pressed : IsHovered() && IsEnabled() ? Style->Hovered : Style->Normal;
	// Words on a button that is pointed at are as bright as the theme has them.
	const bool bLit = IsHovered() && IsEnabled() && ForegroundColor.Get().StandInIsForeground() && Style->NormalForeground.StandInIsForeground();
	const FSlateColor Foreground = bLit ? FStyleColors::ForegroundHover : ForegroundColor.Get().StandInIsForeground() ? Style->NormalForeground : ForegroundColor.Get();
	Writer.Begin(*this,
		"display:grid;grid-template:minmax(0,1fr)/minmax(0,1fr);" + FHtmlWriter::Brush(&Brush, ButtonColor.Get().GetSpecifiedColor()) + FHtmlWriter::TextColour(Foreground) +
			(HasKeyboardFocus() && !GetFocusBrush() ? "outline:1px dashed #808080;" : ""));
	Writer.Slot(ChildSlot.StandInData, std::string());
	Writer.End();
}
void SHyperlink::StandInRender(FHtmlWriter& Writer) const
{
	Writer.Begin(*this, "text-decoration:underline;color:" + FHtmlWriter::Colour(FStyleColors::AccentBlue.GetSpecifiedColor()) + ";");
	Writer.Slot(ChildSlot.StandInData, std::string());
	Writer.End();
}
void SCheckBox::StandInRender(FHtmlWriter& Writer) const
{
	Writer.Begin(*this, "display:flex;align-items:center;");
	const ECheckBoxState Now = Checked.Get();
	const std::string Shape = "<span style=\"flex:none;width:16px;height:16px;text-align:center;line-height:16px;font-size:12px;color:#fff;border-radius:";
	if (bIsRound)
	{
		const char* const Dot = Now == ECheckBoxState::Unchecked ? "8px;box-shadow:inset 0 0 0 1px #808080\"></span>" : "8px;box-shadow:inset 0 0 0 5px #0b6fd8;background:#fff\"></span>";
		Writer.Raw(Shape + Dot);
		Writer.Slot(ChildSlot.StandInData, "flex:1 1 auto;");
		Writer.End();
		return;
	}
	Writer.Raw(Shape + "3px;background:" + (Now == ECheckBoxState::Unchecked ? "transparent;box-shadow:inset 0 0 0 1px #808080\">" : Now == ECheckBoxState::Checked ? "#0b6fd8\">\xe2\x9c\x93" : "#0b6fd8\">\xe2\x80\x93") +
		"</span>");
	Writer.Slot(ChildSlot.StandInData, "flex:1 1 auto;");
	Writer.End();
}
void SScrollBox::StandInRender(FHtmlWriter& Writer) const
{
	const bool bDown = Orientation == Orient_Vertical;
	const float Share = OffsetOfEnd > 0.0f ? Offset / OffsetOfEnd : 0.0f;
	Writer.Begin(*this, bDown ? "overflow-y:auto;overflow-x:hidden;" : "display:flex;overflow-x:auto;", " data-scroll=\"" + std::to_string(Share) + "\"");
	for (const StandIn::FSlotData& Slot : Slots.All())
	{
		Writer.Slot(Slot, "flex:none;");
	}
	Writer.End();
}
void STableViewBase::StandInRender(FHtmlWriter& Writer) const
{
	Writer.Begin(*this, "overflow:hidden;display:flex;flex-direction:column;");
	for (const StandIn::FSlotData& Slot : Slots.All())
	{
		Writer.Slot(Slot, "flex:none;");
	}
	Writer.End();
}
void SSpacer::StandInRender(FHtmlWriter& Writer) const
{
	const FVector2D Wanted = Size.Get();
	Writer.Begin(*this, "width:" + FHtmlWriter::Pixels(static_cast<float>(Wanted.X)) + ";height:" + FHtmlWriter::Pixels(static_cast<float>(Wanted.Y)) + ";");
	Writer.End();
}
void SSeparator::StandInRender(FHtmlWriter& Writer) const
{
	Writer.Begin(*this, "background:" + FHtmlWriter::Colour(FStyleColors::InputOutline.GetSpecifiedColor()) + (Orientation == Orient_Horizontal ? ";height:" : ";width:") + FHtmlWriter::Pixels(Thickness) + ";");
	Writer.End();
}
void STextBlock::StandInRender(FHtmlWriter& Writer) const
{
	const bool bWraps = AutoWrapText.Get() || WrapTextAt.Get() > 0.0f;
	const FMargin Around = Margin.Get();
	std::string Css = FHtmlWriter::Font(StandInFont()) + FHtmlWriter::TextColour(StandInColor());
	const std::string Direction = StandIn::DirectionCss(GetText().ToString(), TextFlowDirection, Justification.Get(), StandInFlow());
	Css += Direction.empty() ? std::string("text-align:left;") : Direction;
	Css += bWraps ? "white-space:pre-wrap;overflow-wrap:anywhere;" : "white-space:pre;";
	if (WrapTextAt.Get() > 0.0f)
	{
		Css += "max-width:" + FHtmlWriter::Pixels(WrapTextAt.Get()) + ";";
	}
	if (MinDesiredWidth.Get() > 0.0f)
	{
		Css += "min-width:" + FHtmlWriter::Pixels(MinDesiredWidth.Get()) + ";";
	}
	if (OverflowPolicy.IsSet() && OverflowPolicy.GetValue() == ETextOverflowPolicy::Ellipsis)
	{
		Css += "overflow:hidden;text-overflow:ellipsis;";
	}
	const FVector2D Needed = GetDesiredSize();
	const bool bMayBeShort = OverflowPolicy.IsSet() && OverflowPolicy.GetValue() == ETextOverflowPolicy::Ellipsis;
	const float Wanted = bWraps ? WidestLine(GetText().ToString(), StandInFont(), WrapWidth(), WrappingPolicy.Get() == ETextWrappingPolicy::AllowPerCharacterWrapping) + Around.Left + Around.Right
							: static_cast<float>(Needed.X);
	const float Width = bMayBeShort || MinDesiredWidth.Get() > 0.0f ? 0.0f : Wanted;
	Writer.Begin(*this, Css + StandIn::PaddingOf(Around), StandIn::BoxOfText(*this, Width, static_cast<float>(Needed.Y)));
	Writer.Text(GetText().ToString());
	Writer.End();
}
void SRichTextBlock::StandInRender(FHtmlWriter& Writer) const
{
	const bool bWraps = AutoWrapText.Get() || WrapTextAt.Get() > 0.0f;
	Writer.Begin(*this,
		FHtmlWriter::Font(Style.Font) + FHtmlWriter::TextColour(Style.ColorAndOpacity) + (bWraps ? "white-space:pre-wrap;overflow-wrap:anywhere;" : "white-space:pre;") +
			StandIn::DirectionCss(StandInText().ToString(), TextFlowDirection, Justification.Get(), StandInFlow()),
		StandIn::BoxOfText(*this, bWraps ? 0.0f : static_cast<float>(GetDesiredSize().X), static_cast<float>(GetDesiredSize().Y)));
	for (const FStandInRun& Run : StandInRuns())
	{
		if (DecoratorOf(Run))
		{
			Writer.Raw("<a>");
			Writer.Text(Run.Text);
			Writer.Raw("</a>");
		}
		else if (!Run.Tag.IsEmpty() && DecoratorStyleSet)
		{
			const FTextBlockStyle& Own = DecoratorStyleSet->GetWidgetStyle<FTextBlockStyle>(FName(Run.Tag));
			Writer.Raw("<span style=\"" + FHtmlWriter::Font(Own.Font) + FHtmlWriter::TextColour(Own.ColorAndOpacity) + "\">");
			Writer.Text(Run.Text);
			Writer.Raw("</span>");
		}
		else
		{
			Writer.Text(Run.Text);
		}
	}
	Writer.End();
}
void StandIn::STextInput::StandInRender(FHtmlWriter& Writer) const
{
	std::string Css = FHtmlWriter::Font(TextStyle.Font) + PaddingOf(Frame);
	Css += bMultiLine ? (bAutoWrap.Get() ? "white-space:pre-wrap;overflow-wrap:anywhere;overflow:auto;" : "white-space:pre;overflow:auto;") : "white-space:pre;overflow:hidden;";
	if (bFramed)
	{
		const FSlateColor& Edge = HasKeyboardFocus() ? FStyleColors::Primary : Error.IsEmpty() ? FStyleColors::InputOutline : FStyleColors::Error;
		Css += "background:" + FHtmlWriter::Colour(FStyleColors::Input.GetSpecifiedColor()) + ";border-radius:4px;box-shadow:inset 0 0 0 1px " +
			FHtmlWriter::Colour(Edge.GetSpecifiedColor()) + ";";
	}
	if (MinWidth.Get() > 0.0f)
	{
		Css += "min-width:" + FHtmlWriter::Pixels(MinWidth.Get()) + ";";
	}
	Css += FHtmlWriter::TextColour(TextStyle.ColorAndOpacity);
	Css += DirectionCss(Editor.Text().IsEmpty() ? GetHintText().ToString() : Editor.Text(), TextFlowDirection, ETextJustify::Left, StandInFlow());
	// What is written in scrolls; what is only read is whole.
	const bool bWhole = bMultiLine && IsReadOnly() && bAutoWrap.Get();
	Writer.Begin(*this, Css, BoxOfText(*this, 0.0f, bWhole ? static_cast<float>(GetDesiredSize().Y) : 0.0f));
	if (Editor.Text().IsEmpty())
	{
		Writer.Raw("<span class=\"hint\" style=\"opacity:.5\">");
		Writer.Text(GetHintText().ToString());
		Writer.Raw("</span>");
	}
	else if (StandInIsPassword())
	{
		for (int32 Index = 0; Index < Editor.Text().Len(); ++Index)
		{
			Writer.Raw("\xe2\x80\xa2");
		}
	}
	else if (Marshaller.IsValid())
	{
		for (const FRichRun& Run : Runs)
		{
			if (Run.Tag.IsEmpty())
			{
				Writer.Text(Run.Text);
				continue;
			}
			// A link looks as its own style says.
			const bool bLink = Marshaller->StandInDecoratorOf(Run.Attributes) != nullptr;
			const ISlateStyle& Styles = *Marshaller->StandInStyles();
			const FTextBlockStyle& Own = bLink ? Styles.GetWidgetStyle<FHyperlinkStyle>("Hyperlink").TextStyle : Styles.GetWidgetStyle<FTextBlockStyle>(FName(Run.Tag));
			Writer.Raw(std::string(bLink ? "<span style=\"text-decoration:underline;" : "<span style=\"") + FHtmlWriter::Font(Own.Font) + FHtmlWriter::TextColour(Own.ColorAndOpacity) + "\">");
			Writer.Text(Run.Text);
			Writer.Raw("</span>");
		}
	}
	else
	{
		Writer.Text(Editor.Text());
	}
	Writer.End();
}
void SImage::StandInRender(FHtmlWriter& Writer) const
{
	const FSlateBrush* const Brush = Image.Get();
	const FVector2D Size = GetDesiredSize();
	const FSlateColor Tint = ColorAndOpacity.Get();
	const FLinearColor Colour = Tint.StandInIsForeground() ? FStyleColors::Foreground.GetSpecifiedColor() : Tint.GetSpecifiedColor();
	// A picture is mostly in a box that says how large it is.
	const bool bFills = Brush && Brush->StandInKind == FSlateBrush::EStandInKind::Picture;
	const std::string Height = bFills ? std::string("100%") : FHtmlWriter::Pixels(static_cast<float>(Size.Y));
	Writer.Begin(*this,
		"width:" + (bFills ? Height : FHtmlWriter::Pixels(static_cast<float>(Size.X))) + ";height:" + Height + ";text-align:center;line-height:" + Height + ";" + FHtmlWriter::Brush(Brush, Colour) +
			(Tint.StandInIsSubdued() ? "opacity:.6;" : "") + (StandInIsFlipped() ? "transform:scaleX(-1);" : ""));
	if (Brush && Brush->StandInKind == FSlateBrush::EStandInKind::Icon)
	{
		Writer.Raw(FHtmlWriter::Glyph(Brush->StandInSource));
	}
	Writer.End();
}
void SThrobber::StandInRender(FHtmlWriter& Writer) const
{
	Writer.Begin(*this, "display:flex;gap:4px;height:16px;align-items:center;");
	for (int32 Index = 0; Index < Pieces; ++Index)
	{
		Writer.Raw("<span style=\"width:8px;height:8px;border-radius:50%;background:currentColor;opacity:" + std::to_string(1.0 - 0.25 * Index) + "\"></span>");
	}
	Writer.End();
}
void SCircularThrobber::StandInRender(FHtmlWriter& Writer) const
{
	const std::string Size = FHtmlWriter::Pixels(Radius * 2.0f);
	Writer.Begin(*this, "width:" + Size + ";height:" + Size + ";border:3px solid #80808060;border-top-color:currentColor;border-radius:50%;");
	Writer.End();
}
void SProgressBar::StandInRender(FHtmlWriter& Writer) const
{
	Writer.Begin(*this, "background:" + FHtmlWriter::Colour(FStyleColors::Input.GetSpecifiedColor()) + ";border-radius:3px;overflow:hidden;min-width:20px;min-height:6px;");
	const TOptional<float> Done = Percent.Get();
	const float Share = Done.IsSet() ? std::fmin(1.0f, std::fmax(0.0f, Done.GetValue())) : 0.3f;
	Writer.Raw("<div style=\"position:absolute;left:" + std::string(Done.IsSet() ? "0" : "35%") + ";top:0;bottom:0;width:" + std::to_string(Share * 100.0f) + "%;background:" +
		FHtmlWriter::Colour(FillColor.Get().GetSpecifiedColor()) + "\"></div>");
	Writer.End();
}
void SNotificationItem::StandInRender(FHtmlWriter& Writer) const
{
	static const char* const Signs[] = {"", "\xe2\x8f\xb3 ", "\xe2\x9c\x94 ", "\xe2\x9c\x96 "};
	Writer.Begin(*this, "background:#464b50;color:#fff;border-radius:4px;padding:12px 16px;min-width:260px;max-width:420px;box-shadow:0 2px 10px #000a;");
	Writer.Raw(Signs[State]);
	Writer.Text(Text.Get().ToString());
	if (!SubText.Get().IsEmpty())
	{
		Writer.Raw("<div style=\"opacity:.7;font-size:12px\">");
		Writer.Text(SubText.Get().ToString());
		Writer.Raw("</div>");
	}
	if (!HyperlinkText.Get().IsEmpty())
	{
		Writer.Raw("<div><a>");
		Writer.Text(HyperlinkText.Get().ToString());
		Writer.Raw("</a></div>");
	}
	for (const FButton& Button : Buttons)
	{
		if (Button.ShownIn == State || State == CS_None)
		{
			Writer.Raw("<span style=\"display:inline-block;margin:8px 8px 0 0;padding:3px 10px;border-radius:4px;background:#242424\">");
			Writer.Text(Button.Label.ToString());
			Writer.Raw("</span>");
		}
	}
	Writer.End();
}
