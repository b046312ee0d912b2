#include "StandIn/Slate/HtmlWriter.h"

#include "Framework/Docking/TabManager.h"
#include "Framework/Notifications/NotificationManager.h"
#include "Slate/ApplicationState.h"
#include "StandIn/Slate.h"
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

#include <cmath>
#include <cstdio>
#include <fstream>
#include <sstream>

namespace StandIn
{
namespace
{
std::string Number(float Value)
{
	char Buffer[32];
	std::snprintf(Buffer, sizeof(Buffer), "%g", std::isfinite(Value) ? static_cast<double>(Value) : 0.0);
	return Buffer;
}
std::string Base64(const std::string& Bytes)
{
	static const char* const Digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	std::string Out;
	for (std::size_t Index = 0; Index < Bytes.size(); Index += 3)
	{
		const auto Byte = [&](std::size_t Offset) { return Index + Offset < Bytes.size() ? static_cast<unsigned char>(Bytes[Index + Offset]) : 0u; };
		const unsigned Group = Byte(0) << 16 | Byte(1) << 8 | Byte(2);
		Out += Digits[Group >> 18 & 63];
		Out += Digits[Group >> 12 & 63];
		Out += Index + 1 < Bytes.size() ? Digits[Group >> 6 & 63] : '=';
		Out += Index + 2 < Bytes.size() ? Digits[Group & 63] : '=';
	}
	return Out;
}
// A picture's file as an address that holds it; empty when it cannot be read.
std::string DataAddress(const FString& File)
{
	std::ifstream Stream(ToUtf8(File), std::ios::binary);
	std::ostringstream Bytes;
	Bytes << Stream.rdbuf();
	if (!Stream || Bytes.str().empty())
	{
		return std::string();
	}
	return std::string("data:image/") + (File.EndsWith(TEXT(".svg")) ? "svg+xml" : "png") + ";base64," + Base64(Bytes.str());
}
const char* AlignWord(int32 Alignment)
{
	static const char* const Words[] = {"stretch", "start", "center", "end"};
	return Words[Alignment & 3];
}
std::string PaddingOf(const FMargin& Margin)
{
	return "padding:" + FHtmlWriter::Pixels(Margin.Top) + " " + FHtmlWriter::Pixels(Margin.Right) + " " + FHtmlWriter::Pixels(Margin.Bottom) + " " +
		FHtmlWriter::Pixels(Margin.Left) + ";";
}
std::string FillOr(const FSlotData& Slot, bool bDown)
{
	std::string Css = Slot.bFill ? "flex:" + Number(Slot.FillFactor.Get()) + " 1 0;" : std::string("flex:0 0 auto;");
	if (Slot.Max.Get() > 0.0f)
	{
		Css += std::string(bDown ? "max-height:" : "max-width:") + FHtmlWriter::Pixels(Slot.Max.Get()) + ";";
	}
	return Css;
}
} // namespace

std::string FHtmlWriter::Pixels(float Value)
{
	return Number(Value) + "px";
}
std::string FHtmlWriter::Colour(const FLinearColor& Color)
{
	const FColor Byte = Color.ToFColor(true);
	char Buffer[64];
	std::snprintf(Buffer, sizeof(Buffer), "rgba(%d,%d,%d,%.3g)", Byte.R, Byte.G, Byte.B, static_cast<double>(Color.A));
	return Buffer;
}
std::string FHtmlWriter::TextColour(const FSlateColor& Color)
{
	if (Color.StandInIsSubdued())
	{
		return "opacity:.6;";
	}
	return Color.StandInIsForeground() ? std::string() : "color:" + Colour(Color.GetSpecifiedColor()) + ";";
}
std::string FHtmlWriter::Font(const FSlateFontInfo& Font)
{
	std::string Css = "font-size:" + Pixels(Font.Size * 96.0f / 72.0f) + ";";
	const FString Face = Font.TypefaceFontName.ToString();
	Css += Face.Contains(TEXT("Bold")) ? "font-weight:600;" : "";
	Css += Face.Contains(TEXT("Italic")) ? "font-style:italic;" : "";
	Css += Face == TEXT("Mono") ? "font-family:'DejaVu Sans Mono',Consolas,monospace;" : "";
	return Css;
}
std::string FHtmlWriter::Brush(const FSlateBrush* Brush, const FLinearColor& Tint)
{
	if (!Brush || Brush->StandInKind == FSlateBrush::EStandInKind::Nothing)
	{
		return std::string();
	}
	const FLinearColor Own = Brush->TintColor.StandInIsForeground() ? FStyleColors::Foreground.GetSpecifiedColor() : Brush->TintColor.GetSpecifiedColor();
	const FLinearColor Mixed(Own.R * Tint.R, Own.G * Tint.G, Own.B * Tint.B, Own.A * Tint.A);
	if (Brush->StandInKind == FSlateBrush::EStandInKind::Image)
	{
		const std::string Address = DataAddress(Brush->StandInSource);
		const std::string Fit = " center/contain no-repeat;";
		return Address.empty() ? std::string() : "background:" + Colour(Mixed) + ";-webkit-mask:url(" + Address + ")" + Fit + "mask:url(" + Address + ")" + Fit;
	}
	if (Brush->StandInKind == FSlateBrush::EStandInKind::Icon)
	{
		return "color:" + Colour(Mixed) + ";";
	}
	std::string Css = "background:" + Colour(Mixed) + ";border-radius:";
	for (const float Radius : Brush->StandInRadius)
	{
		Css += Pixels(Radius) + " ";
	}
	Css += ";";
	if (Brush->StandInOutlineWidth > 0.0f)
	{
		Css += "box-shadow:inset 0 0 0 " + Pixels(Brush->StandInOutlineWidth) + " " + Colour(Brush->StandInOutline.GetSpecifiedColor()) + ";";
	}
	return Css;
}
std::string FHtmlWriter::Escape(const FString& Text)
{
	std::string Out;
	for (const char Byte : ToUtf8(Text))
	{
		switch (Byte)
		{
		case '&':
			Out += "&amp;";
			break;
		case '<':
			Out += "&lt;";
			break;
		case '>':
			Out += "&gt;";
			break;
		case '"':
			Out += "&quot;";
			break;
		case '\'':
			Out += "&#39;";
			break;
		case '\0':
			Out += "\xef\xbf\xbd";
			break;
		default:
			Out += Byte;
		}
	}
	return Out;
}
const char* FHtmlWriter::Glyph(const FString& Key)
{
	static const struct
	{
		const TCHAR* Part;
		const char* Sign;
	} Signs[] = {{TEXT("Warning"), "\xe2\x9a\xa0"}, {TEXT("Error"), "\xe2\x9c\x96"}, {TEXT("Fail"), "\xe2\x9c\x96"}, {TEXT("Success"), "\xe2\x9c\x94"},
		{TEXT("Check"), "\xe2\x9c\x93"}, {TEXT("Help"), "?"}, {TEXT("Info"), "\xe2\x93\x98"}, {TEXT("ChevronDown"), "\xe2\x96\xbe"},
		{TEXT("ChevronRight"), "\xe2\x96\xb8"}, {TEXT("Plus"), "+"}, {TEXT("Delete"), "\xe2\x9c\x95"}, {TEXT("Icons.X"), "\xe2\x9c\x95"},
		{TEXT("Symbols.X"), "\xe2\x9c\x95"}, {TEXT("Clear"), "\xe2\x9c\x95"}, {TEXT("Refresh"), "\xe2\x86\xbb"}, {TEXT("Settings"), "\xe2\x9a\x99"},
		{TEXT("Search"), "\xe2\x8c\x95"}, {TEXT("Edit"), "\xe2\x9c\x8e"}, {TEXT("Ellipsis"), "\xe2\x8b\xaf"}, {TEXT("Revert"), "\xe2\x86\xb6"},
		{TEXT("DiffersFromDefault"), "\xe2\x86\xb6"}, {TEXT("FilledCircle"), "\xe2\x97\x8f"}, {TEXT("Save"), "\xe2\x96\xa3"}};
	for (const auto& Each : Signs)
	{
		if (Key.Contains(Each.Part))
		{
			return Each.Sign;
		}
	}
	return "\xe2\x96\xa1";
}
void FHtmlWriter::Raw(const std::string& Html)
{
	Output += Html;
}
void FHtmlWriter::Text(const FString& Text)
{
	Output += Escape(Text);
}
void FHtmlWriter::Begin(const SWidget& Widget, const std::string& Css, const std::string& Attributes)
{
	std::string Style = Css;
	if (!Widget.GetVisibility().IsVisible())
	{
		Style += "visibility:hidden;";
	}
	if (Widget.StandInOpacity() < 1.0f)
	{
		Style += "opacity:" + Number(Widget.StandInOpacity()) + ";";
	}
	if (!Widget.IsEnabled())
	{
		Style += "opacity:.4;";
	}
	if (Widget.StandInClipping() != EWidgetClipping::Inherit)
	{
		Style += "overflow:hidden;";
	}
	Output += "<div class=\"w\" data-type=\"" + Escape(FromUtf8(Widget.StandInTypeName())) + "\"";
	if (!Widget.GetTag().IsNone())
	{
		Output += " data-tag=\"" + Escape(Widget.GetTag().ToString()) + "\"";
	}
	const FText ToolTip = Widget.StandInToolTipText();
	if (!ToolTip.IsEmpty())
	{
		Output += " title=\"" + Escape(ToolTip.ToString()) + "\"";
	}
	if (!Style.empty())
	{
		Output += " style=\"" + Style + "\"";
	}
	Output += Attributes + ">";
	const TSharedPtr<SWidget> Owner = FSlateApplication::Get().StandInImplementation().ToolTipOwner.Pin();
	if (Owner.Get() == &Widget && !ToolTip.IsEmpty())
	{
		Output += "<div class=\"tip\">" + Escape(ToolTip.ToString()) + "</div>";
	}
}
void FHtmlWriter::End()
{
	Output += "</div>";
}
void FHtmlWriter::Widget(const SWidget& Widget)
{
	if (Widget.StandInTakesRoom())
	{
		Widget.StandInRender(*this);
	}
}
void FHtmlWriter::Slot(const FSlotData& Slot, const std::string& Css)
{
	if (!Slot.Widget->StandInTakesRoom())
	{
		return;
	}
	Output += "<div class=\"s\" style=\"" + Css + PaddingOf(Slot.Padding.Get()) + "justify-items:" + AlignWord(Slot.Horizontal) + ";align-items:" +
		AlignWord(Slot.Vertical) + "\">";
	Widget(*Slot.Widget);
	Output += "</div>";
}

namespace
{
void WriteWindow(FHtmlWriter& Writer, const TSharedRef<SWindow>& Window)
{
	const FVector2f Size = Window->StandInClientSize();
	FText Title = Window->GetTitle();
	for (const TSharedRef<SDockTab>& Tab : FGlobalTabmanager::Get()->StandInOpenTabs())
	{
		if (&Window->GetContent().Get() == &Tab.Get())
		{
			Title = Tab->GetTabLabel();
		}
	}
	const std::string Width = FHtmlWriter::Pixels(Size.X);
	Writer.Raw("<section style=\"width:" + Width + "\">");
	if (!Title.IsEmpty())
	{
		Writer.Raw("<header><span>" + FHtmlWriter::Escape(Title.ToString()) + "</span></header>");
	}
	Writer.Raw("<main style=\"width:" + Width + ";height:" + FHtmlWriter::Pixels(Size.Y) + "\">");
	Writer.Widget(*Window);
	Writer.Raw("</main></section>");
}
FString Page(const TArray<TSharedRef<SWindow>>& Shown, bool bNotices)
{
	Layout();
	FHtmlWriter Writer;
	Writer.Raw("<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><title>Slate</title><style>"
			   "*{box-sizing:border-box}body{margin:0;padding:16px;background:#0b0b0b;color:#c0c0c0;font:13.33px/1.25 Roboto,'Segoe UI','DejaVu Sans',sans-serif;"
			   "display:flex;flex-wrap:wrap;gap:16px;align-items:flex-start}"
			   "section{background:#151515;border:1px solid #000;border-radius:6px;overflow:hidden;box-shadow:0 4px 20px #000a;flex:none}"
			   "header{background:#151515;padding:6px 8px 0}header span{display:inline-block;background:#242424;border-top:2px solid #0b6fd8;"
			   "border-radius:4px 4px 0 0;padding:5px 14px;color:#fff}"
			   "main{background:#242424;display:grid;grid-template:minmax(0,1fr)/minmax(0,1fr);overflow:hidden}"
			   ".w{position:relative;min-width:0;min-height:0}.s{display:grid;grid-template:minmax(0,1fr)/minmax(0,1fr);min-width:0;min-height:0}"
			   ".t{white-space:pre}.t.wrap{white-space:pre-wrap;overflow-wrap:anywhere}"
			   ".tip{position:fixed;z-index:9;transform:translateY(-110%);width:max-content;max-width:420px;background:#383838;border:1px solid #575757;border-radius:4px;"
			   "padding:6px 8px;color:#e0e0e0;white-space:pre-wrap;font-size:12px;box-shadow:0 2px 8px #000a}"
			   ".focus{outline:1px solid #0b6fd8}.spin{border:3px solid #ffffff30;border-top-color:#fff;border-radius:50%}"
			   "aside{position:fixed;right:16px;bottom:16px;display:flex;flex-direction:column;gap:8px}"
			   ".note{background:#464b50;color:#fff;border-radius:4px;padding:12px 16px;min-width:260px;max-width:420px;box-shadow:0 2px 10px #000a}"
			   "a{color:#26bbff}::-webkit-scrollbar{width:9px}::-webkit-scrollbar-thumb{background:#575757;border-radius:4px}"
			   "</style></head><body>");
	for (const TSharedRef<SWindow>& Window : Shown)
	{
		WriteWindow(Writer, Window);
	}
	const TArray<TSharedRef<SNotificationItem>>& Notices = FSlateNotificationManager::Get().StandInItems();
	if (bNotices && !Notices.IsEmpty())
	{
		Writer.Raw("<aside>");
		for (const TSharedRef<SNotificationItem>& Item : Notices)
		{
			Writer.Widget(*Item);
		}
		Writer.Raw("</aside>");
	}
	// The browser's own text metrics differ: the share of the way that was scrolled is kept.
	Writer.Raw("<script>document.querySelectorAll('[data-scroll]').forEach(e=>{e.scrollTop=e.dataset.scroll*(e.scrollHeight-e.clientHeight)})</script></body></html>\n");
	return FromUtf8(Writer.Html());
}
} // namespace

FString RenderHtml()
{
	return Page(Windows(), true);
}
FString RenderHtml(const TSharedRef<SWindow>& Window)
{
	TArray<TSharedRef<SWindow>> One;
	One.Add(Window);
	return Page(One, false);
}
bool RenderToFile(const FString& File)
{
	std::ofstream Stream(ToUtf8(File), std::ios::binary);
	Stream << ToUtf8(RenderHtml());
	return static_cast<bool>(Stream.flush());
}
} // namespace StandIn

using StandIn::FHtmlWriter;

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
	Writer.Begin(*this, "display:flex;flex-wrap:wrap;align-content:flex-start;");
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
	const FSlateColor Foreground = ForegroundColor.Get().StandInIsForeground() ? Style->NormalForeground : ForegroundColor.Get();
	Writer.Begin(*this,
		"display:grid;grid-template:minmax(0,1fr)/minmax(0,1fr);" + FHtmlWriter::Brush(&Brush, ButtonColor.Get().GetSpecifiedColor()) + FHtmlWriter::TextColour(Foreground) +
			(HasKeyboardFocus() ? "outline:1px solid #0b6fd8;" : ""));
	Writer.Slot(ChildSlot.StandInData, std::string());
	Writer.End();
}
void SHyperlink::StandInRender(FHtmlWriter& Writer) const
{
	Writer.Begin(*this, "text-decoration:underline;color:#26bbff;");
	Writer.Slot(ChildSlot.StandInData, std::string());
	Writer.End();
}
void SCheckBox::StandInRender(FHtmlWriter& Writer) const
{
	Writer.Begin(*this, "display:flex;align-items:center;");
	const ECheckBoxState Now = Checked.Get();
	Writer.Raw(std::string("<span style=\"flex:none;width:16px;height:16px;border-radius:3px;text-align:center;line-height:16px;font-size:12px;color:#fff;background:") +
		(Now == ECheckBoxState::Unchecked ? "#0f0f0f;box-shadow:inset 0 0 0 1px #575757\">" : Now == ECheckBoxState::Checked ? "#0b6fd8\">\xe2\x9c\x93" : "#0b6fd8\">\xe2\x80\x93") +
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
	Writer.Begin(*this, std::string("background:#383838;") + (Orientation == Orient_Horizontal ? "height:" : "width:") + FHtmlWriter::Pixels(Thickness) + ";");
	Writer.End();
}
void STextBlock::StandInRender(FHtmlWriter& Writer) const
{
	static const char* const Sides[] = {"left", "center", "right"};
	const bool bWraps = AutoWrapText.Get() || WrapTextAt.Get() > 0.0f;
	const FMargin Around = Margin.Get();
	std::string Css = FHtmlWriter::Font(StandInFont()) + FHtmlWriter::TextColour(StandInColor()) + "text-align:" + Sides[Justification.Get() % 3] + ";";
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
	Writer.Begin(*this, Css + StandIn::PaddingOf(Around));
	Writer.Text(GetText().ToString());
	Writer.End();
}
void SRichTextBlock::StandInRender(FHtmlWriter& Writer) const
{
	const bool bWraps = AutoWrapText.Get() || WrapTextAt.Get() > 0.0f;
	Writer.Begin(*this, FHtmlWriter::Font(Style.Font) + FHtmlWriter::TextColour(Style.ColorAndOpacity) + (bWraps ? "white-space:pre-wrap;overflow-wrap:anywhere;" : "white-space:pre;"));
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
		Css += std::string("background:#0f0f0f;border-radius:4px;box-shadow:inset 0 0 0 1px ") + (HasKeyboardFocus() ? "#0b6fd8" : Error.IsEmpty() ? "#383838" : "#ef3535") + ";";
	}
	if (MinWidth.Get() > 0.0f)
	{
		Css += "min-width:" + FHtmlWriter::Pixels(MinWidth.Get()) + ";";
	}
	Css += FHtmlWriter::TextColour(TextStyle.ColorAndOpacity);
	Writer.Begin(*this, Css);
	if (Editor.Text().IsEmpty())
	{
		Writer.Raw("<span style=\"opacity:.5\">");
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
			const FTextBlockStyle& Own = Marshaller->StandInStyles()->GetWidgetStyle<FTextBlockStyle>(FName(Run.Tag));
			Writer.Raw("<span style=\"" + FHtmlWriter::Font(Own.Font) + FHtmlWriter::TextColour(Own.ColorAndOpacity) + "\">");
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
	const std::string Height = FHtmlWriter::Pixels(static_cast<float>(Size.Y));
	Writer.Begin(*this,
		"width:" + FHtmlWriter::Pixels(static_cast<float>(Size.X)) + ";height:" + Height + ";text-align:center;line-height:" + Height + ";" + FHtmlWriter::Brush(Brush, Colour) +
			(Tint.StandInIsSubdued() ? "opacity:.6;" : ""));
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
		Writer.Raw("<span style=\"width:8px;height:8px;border-radius:50%;background:#c0c0c0;opacity:" + std::to_string(1.0 - 0.25 * Index) + "\"></span>");
	}
	Writer.End();
}
void SCircularThrobber::StandInRender(FHtmlWriter& Writer) const
{
	const std::string Size = FHtmlWriter::Pixels(Radius * 2.0f);
	Writer.Begin(*this, "width:" + Size + ";height:" + Size + ";border:3px solid #ffffff30;border-top-color:#fff;border-radius:50%;");
	Writer.End();
}
void SProgressBar::StandInRender(FHtmlWriter& Writer) const
{
	Writer.Begin(*this, "background:#0f0f0f;border-radius:3px;overflow:hidden;min-width:20px;min-height:6px;");
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
