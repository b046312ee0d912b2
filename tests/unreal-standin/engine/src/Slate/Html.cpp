#include "StandIn/Slate/HtmlWriter.h"

#include "Framework/Docking/TabManager.h"
#include "Framework/Notifications/NotificationManager.h"
#include "Slate/ApplicationState.h"
#include "Slate/HtmlCss.h"
#include "StandIn/Slate.h"
#include "Styling/StyleColors.h"
#include "Utf8.h"

#include <cmath>
#include <cstdio>
#include <fstream>
#include <sstream>

namespace StandIn
{
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
namespace
{
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
	if (Brush->StandInKind == FSlateBrush::EStandInKind::Picture)
	{
		return "background:url(" + ToUtf8(Brush->StandInSource) + ") center/100% 100% no-repeat;";
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
	if (const FSlateBrush* const Focus = Widget.HasKeyboardFocus() ? Widget.GetFocusBrush() : nullptr)
	{
		const std::string Width = Pixels(Focus->StandInOutlineWidth);
		Style += "outline:" + Width + " solid " + Colour(Focus->StandInOutline.GetSpecifiedColor()) + ";outline-offset:-" + Width + ";";
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
	const FText Name = Widget.GetAccessibleText();
	if (!Name.IsEmpty() && !Name.EqualTo(Widget.StandInText()))
	{
		Output += " aria-label=\"" + Escape(Name.ToString()) + "\"";
	}
	if (Widget.StandInClipsChildren())
	{
		Output += StandIn::BoxOf(Widget, "data-clip");
	}
	if (Widget.StandInFlow() != Flow())
	{
		// The browser mirrors rows and alignments by itself.
		Output += Widget.StandInFlow() == EFlowDirection::RightToLeft ? " dir=\"rtl\"" : " dir=\"ltr\"";
	}
	Flows.push_back(Widget.StandInFlow());
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
	Flows.pop_back();
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
	Output += "<div class=\"s\" style=\"" + Css + PaddingOf(Slot.Padding.Get(), Flow()) + "justify-items:" + AlignWord(Slot.Horizontal) + ";align-items:" +
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
	Writer.Raw("<main style=\"width:" + Width + ";height:" + FHtmlWriter::Pixels(Size.Y) + ";background:" + FHtmlWriter::Colour(FStyleColors::Panel.GetSpecifiedColor()) +
		";color:" + FHtmlWriter::Colour(FStyleColors::Foreground.GetSpecifiedColor()) + "\"" + BoxOf(*Window, "data-clip") + ">");
	const float Scale = Window->GetDPIScaleFactor();
	Writer.Raw(Scale == 1.0f ? std::string() : "<div class=\"s\" style=\"zoom:" + Number(Scale) + "\">");
	Writer.Widget(*Window);
	Writer.Raw(Scale == 1.0f ? "</main></section>" : "</div></main></section>");
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
