#include "Brushes/SlateColorBrush.h"
#include "Brushes/SlateRoundedBoxBrush.h"
#include "Misc/Paths.h"
#include "StandIn/Report.h"
#include "StandIn/Slate.h"
#include "Styling/AppStyle.h"
#include "Styling/CoreStyle.h"
#include "Styling/SlateStyle.h"
#include "Styling/SlateStyleRegistry.h"
#include "Styling/StyleColors.h"

#include "InputCoreTypes.h"

#include <cstdlib>
#include <string>

#define STANDIN_DEFINE_KEY(Name) const FKey EKeys::Name(TEXT(#Name));
STANDIN_KEYS(STANDIN_DEFINE_KEY)

namespace
{
FLinearColor Hex(uint32 Value)
{
	return FLinearColor(FColor(static_cast<uint8>(Value >> 16), static_cast<uint8>(Value >> 8), static_cast<uint8>(Value)));
}
} // namespace
namespace
{
struct FThemeColors
{
#define STANDIN_HOLD_COLOR(Name, Dark, Light) FLinearColor Name;
	STANDIN_STYLE_COLORS(STANDIN_HOLD_COLOR)
#undef STANDIN_HOLD_COLOR
};
void SetColors(FThemeColors& Colors, bool bLight)
{
#define STANDIN_SET_COLOR(Name, Dark, Light) Colors.Name = Hex(bLight ? Light : Dark);
	STANDIN_STYLE_COLORS(STANDIN_SET_COLOR)
#undef STANDIN_SET_COLOR
}
// The colours of the theme that is on, which the members of FStyleColors point at.
FThemeColors& Theme()
{
	static auto* const Colors = []() {
		auto* const Made = new FThemeColors();
		const char* const Asked = std::getenv("STANDIN_THEME");
		SetColors(*Made, Asked && std::string(Asked) == "light");
		return Made;
	}();
	return *Colors;
}
} // namespace
#define STANDIN_DEFINE_COLOR(Name, Dark, Light) const FSlateColor FStyleColors::Name = FSlateColor::StandInOfTheme(&Theme().Name);
STANDIN_STYLE_COLORS(STANDIN_DEFINE_COLOR)

void StandIn::SetLightTheme(bool bLight)
{
	SetColors(Theme(), bLight);
}

FSlateStyleSet::~FSlateStyleSet()
{
	if (FSlateStyleRegistry::FindSlateStyle(StyleSetName) == this)
	{
		StandIn::RefuseNamed("a style set dies while it is registered:", *StyleSetName.ToString(), "call FSlateStyleRegistry::UnRegisterSlateStyle first");
	}
}
FString FSlateStyleSet::RootToContentDir(const ANSICHAR* RelativePath, const TCHAR* Extension) const
{
	return RootToContentDir(FName(RelativePath).ToString(), Extension);
}
FString FSlateStyleSet::RootToContentDir(const FString& RelativePath, const TCHAR* Extension) const
{
	return ContentRoot / RelativePath + Extension;
}
FString FSlateStyleSet::RootToContentDir(const FString& RelativePath) const
{
	return ContentRoot / RelativePath;
}
void FSlateStyleSet::AddBrush(const FName Key, FSlateBrush* Brush)
{
	const bool bFile = Brush->StandInKind == FSlateBrush::EStandInKind::Image;
	if (bFile && !FPaths::FileExists(Brush->StandInSource))
	{
		StandIn::RefuseNamed("a brush names a picture that is not there:", *Brush->StandInSource, "check the style set's content root and the file's name");
	}
	Brushes.Add(Key, std::shared_ptr<FSlateBrush>(Brush));
}
void FSlateStyleSet::AddStyle(const FName Key, std::shared_ptr<void> Value, const void* Type)
{
	Styles.RemoveAll([Key, Type](const FHeldStyle& Style) { return Style.Key == Key && Style.Type == Type; });
	Styles.Add(FHeldStyle{Key, MoveTemp(Value), Type});
}
void FSlateStyleSet::Set(const FName Key, const FLinearColor& Color)
{
	Colors.Add(Key, FSlateColor(Color));
}
void FSlateStyleSet::Set(const FName Key, const FSlateColor& Color)
{
	Colors.Add(Key, Color);
}
void FSlateStyleSet::Set(const FName Key, const FSlateFontInfo& Font)
{
	Fonts.Add(Key, Font);
}
const FSlateBrush* FSlateStyleSet::GetOptionalBrush(const FName Key, const ANSICHAR*, const FSlateBrush* Default) const
{
	const std::shared_ptr<FSlateBrush>* const Found = Brushes.Find(Key);
	return Found ? Found->get() : Default;
}
const FSlateBrush* FSlateStyleSet::GetBrush(const FName Key, const ANSICHAR* Specifier) const
{
	if (const FSlateBrush* const Found = GetOptionalBrush(Key, Specifier))
	{
		return Found;
	}
	StandIn::RefuseNamed("no brush is known by the key", *(StyleSetName.ToString() + TEXT("/") + Key.ToString()),
		"set it, or take one that public plugins use; GetOptionalBrush where it may be missing");
}
FSlateFontInfo FSlateStyleSet::GetFontStyle(const FName Key, const ANSICHAR*) const
{
	if (const FSlateFontInfo* const Found = Fonts.Find(Key))
	{
		return *Found;
	}
	for (const FHeldStyle& Style : Styles)
	{
		if (Style.Key == Key && Style.Type == StandIn::TypeId<FTextBlockStyle>())
		{
			return static_cast<const FTextBlockStyle*>(Style.Value.get())->Font;
		}
	}
	StandIn::RefuseNamed("no font is known by the key", *(StyleSetName.ToString() + TEXT("/") + Key.ToString()), "set it, or take one that public plugins use");
}
FSlateColor FSlateStyleSet::GetSlateColor(const FName Key, const ANSICHAR*) const
{
	if (const FSlateColor* const Found = Colors.Find(Key))
	{
		return *Found;
	}
	StandIn::RefuseNamed("no colour is known by the key", *(StyleSetName.ToString() + TEXT("/") + Key.ToString()), "set it, or use FStyleColors");
}
FLinearColor FSlateStyleSet::GetColor(const FName Key, const ANSICHAR* Specifier) const
{
	return GetSlateColor(Key, Specifier).GetSpecifiedColor();
}
const void* FSlateStyleSet::StandInWidgetStyle(const FName Key, const void* Type) const
{
	for (const FHeldStyle& Style : Styles)
	{
		if (Style.Key == Key && Style.Type == Type)
		{
			return Style.Value.get();
		}
	}
	StandIn::RefuseNamed("no widget style of this type is known by the key", *(StyleSetName.ToString() + TEXT("/") + Key.ToString()),
		"set it, or take one that public plugins use");
}

namespace
{
TArray<const ISlateStyle*>& Registered()
{
	static auto* const List = new TArray<const ISlateStyle*>();
	return *List;
}
} // namespace
void FSlateStyleRegistry::RegisterSlateStyle(const ISlateStyle& Style)
{
	if (FindSlateStyle(Style.GetStyleSetName()))
	{
		StandIn::RefuseNamed("a style set was registered twice:", *Style.GetStyleSetName().ToString(), "register it once in StartupModule");
	}
	Registered().Add(&Style);
}
void FSlateStyleRegistry::UnRegisterSlateStyle(const ISlateStyle& Style)
{
	UnRegisterSlateStyle(Style.GetStyleSetName());
}
void FSlateStyleRegistry::UnRegisterSlateStyle(const FName StyleSetName)
{
	Registered().RemoveAll([StyleSetName](const ISlateStyle* Style) { return Style->GetStyleSetName() == StyleSetName; });
}
const ISlateStyle* FSlateStyleRegistry::FindSlateStyle(const FName StyleSetName)
{
	for (const ISlateStyle* Style : Registered())
	{
		if (Style->GetStyleSetName() == StyleSetName)
		{
			return Style;
		}
	}
	return StyleSetName == FAppStyle::GetAppStyleSetName() ? &FAppStyle::Get() : nullptr;
}
namespace StandIn
{
// For the check at exit.
void ListRegisteredStyles(TArray<FString>& Out)
{
	for (const ISlateStyle* Style : Registered())
	{
		Out.Add(FString(TEXT("the style set ")) + Style->GetStyleSetName().ToString() + TEXT(" was not unregistered: call FSlateStyleRegistry::UnRegisterSlateStyle"));
	}
}
} // namespace StandIn

FSlateFontInfo FCoreStyle::GetDefaultFontStyle(const FName Typeface, const float Size)
{
	if (Typeface != FName("Regular") && Typeface != FName("Bold") && Typeface != FName("Italic") && Typeface != FName("Mono") && Typeface != FName("Light") &&
		Typeface != FName("BoldItalic"))
	{
		StandIn::RefuseNamed("no typeface is called", *Typeface.ToString(), "use Regular, Bold, Italic or Mono");
	}
	return FSlateFontInfo(Typeface, Size);
}
const ISlateStyle& FCoreStyle::Get()
{
	return FAppStyle::Get();
}

namespace
{
void AddBox(FSlateStyleSet& Set, const char* Key, const FSlateColor& Color, float Radius = 0.0f)
{
	Set.Set(Key, new FSlateRoundedBoxBrush(Color, Radius));
}
FSlateBrush Box(const FSlateColor& Color, float Radius)
{
	return FSlateRoundedBoxBrush(Color, Radius);
}
FButtonStyle Button(const FSlateColor& Normal, const FSlateColor& Hovered, const FSlateColor& Pressed)
{
	return FButtonStyle().SetNormal(Box(Normal, 4.0f)).SetHovered(Box(Hovered, 4.0f)).SetPressed(Box(Pressed, 4.0f)).SetDisabled(Box(Normal, 4.0f));
}
FButtonStyle Bare()
{
	const FSlateColor None{FLinearColor::Transparent};
	return Button(None, FStyleColors::Hover, FStyleColors::Header);
}
void AddText(FSlateStyleSet& Set, const char* Key, const FSlateFontInfo& Font, const FSlateColor& Color = FSlateColor::UseForeground())
{
	Set.Set(Key, FTextBlockStyle().SetFont(Font).SetColorAndOpacity(Color));
}

// Long because it lists the keys. Keys as the evidence lists them: two or more public plugins, or one and a published gallery of keys.
FSlateStyleSet* MakeEditorLooks()
{
	auto* const Set = new FSlateStyleSet("EditorStyle");
	const FSlateFontInfo Normal = FCoreStyle::GetDefaultFontStyle("Regular", 9.0f);
	const FSlateFontInfo Bold = FCoreStyle::GetDefaultFontStyle("Bold", 9.0f);
	const FSlateFontInfo Small = FCoreStyle::GetDefaultFontStyle("Regular", 8.0f);

	for (const char* Key : {"NoBorder", "NoBrush"})
	{
		Set->Set(Key, new FSlateBrush());
	}
	AddBox(*Set, "WhiteBrush", FStyleColors::White);
	AddBox(*Set, "Brushes.White", FStyleColors::White);
	AddBox(*Set, "ToolPanel.GroupBorder", FStyleColors::Panel);
	AddBox(*Set, "ToolPanel.DarkGroupBorder", FStyleColors::Recessed);
	AddBox(*Set, "ToolPanel.LightGroupBorder", FStyleColors::Header);
	AddBox(*Set, "Menu.Background", FStyleColors::Dropdown, 3.0f);
	AddBox(*Set, "Brushes.Panel", FStyleColors::Panel);
	AddBox(*Set, "Brushes.Recessed", FStyleColors::Recessed);
	AddBox(*Set, "Brushes.Header", FStyleColors::Header);
	AddBox(*Set, "Brushes.Secondary", FStyleColors::Secondary);
	AddBox(*Set, "Brushes.Background", FStyleColors::Background);
	AddBox(*Set, "Brushes.Primary", FStyleColors::Primary);
	AddBox(*Set, "Brushes.Hover", FStyleColors::Hover);
	AddBox(*Set, "Brushes.Select", FStyleColors::Select);
	AddBox(*Set, "Brushes.Highlight", FStyleColors::Highlight);
	AddBox(*Set, "Brushes.Input", FStyleColors::Input);
	AddBox(*Set, "Brushes.Dropdown", FStyleColors::Dropdown);
	AddBox(*Set, "Brushes.Title", FStyleColors::Title);
	AddBox(*Set, "Brushes.Warning", FStyleColors::Warning);
	AddBox(*Set, "Brushes.Error", FStyleColors::Error);
	AddBox(*Set, "DetailsView.CategoryTop", FStyleColors::Header);
	AddBox(*Set, "DetailsView.CategoryMiddle", FStyleColors::Panel);
	AddBox(*Set, "DetailsView.CategoryBottom", FStyleColors::Panel);
	AddBox(*Set, "DetailsView.AdvancedDropdownBorder", FStyleColors::Recessed);
	AddBox(*Set, "Docking.Tab.ContentAreaBrush", FStyleColors::Panel);
	AddBox(*Set, "ChildWindow.Background", FStyleColors::Panel);
	AddBox(*Set, "NotificationList.ItemBackground", FStyleColors::Notifications, 4.0f);
	for (const char* Key : {"Icons.Warning", "Icons.Help", "Icons.FolderClosed", "Icons.FilledCircle", "Icons.Delete", "Icons.PlusCircle", "Symbols.Check",
			 "PropertyWindow.Button_Ellipsis", "NotificationList.SuccessImage", "MainFrame.CookContent", "Log.TabIcon", "LevelEditor.RecompileGameCode",
			 "Icons.ChevronDown", "Icons.ChevronRight", "Icons.Edit", "Icons.Error", "Icons.ErrorWithColor.Large", "Icons.SuccessWithColor.Large",
			 "Icons.Filter", "Icons.Info", "Icons.Plus", "Icons.Refresh", "Icons.Save", "Icons.Search", "Icons.Settings", "Icons.X",
			 "NotificationList.FailImage", "PropertyWindow.Button_Clear", "PropertyWindow.DiffersFromDefault", "PropertyWindow.Locked", "Symbols.X",
			 "Symbols.SearchGlass", "LevelEditor.Tabs.Details", "SourceControl.Actions.Refresh", "Icons.Documentation", "LevelEditor.BrowseDocumentation",
			 "LevelEditor.Tabs.Viewports", "SourceControl.Actions.Sync", "SourceControl.Actions.Revert", "ProjectSettings.TabIcon",
			 "EditorPreferences.TabIcon", "GraphEditor.EventGraph_16x"})
	{
		auto* const Icon = new FSlateBrush();
		Icon->StandInKind = FSlateBrush::EStandInKind::Icon;
		Icon->StandInSource = FName(Key).ToString();
		Set->Set(Key, Icon);
	}
	for (const char* Key : {"PropertyWindow.NormalFont", "SourceControl.LoginWindow.Font", "NormalFont", "FontAwesome.8", "FontAwesome.9", "FontAwesome.10",
			 "FontAwesome.11", "FontAwesome.12"})
	{
		Set->Set(Key, Normal);
	}
	Set->Set("SmallFont", Small);
	for (const char* Key : {"BoldFont", "NormalFontBold", "DetailsView.CategoryFontStyle"})
	{
		Set->Set(Key, Bold);
	}
	Set->Set("HeadingExtraSmall", FCoreStyle::GetDefaultFontStyle("Bold", 10.0f));
	Set->Set("HeadingSmall", FCoreStyle::GetDefaultFontStyle("Bold", 12.0f));
	Set->Set("HeadingMedium", FCoreStyle::GetDefaultFontStyle("Bold", 14.0f));
	for (const char* Key : {"NormalText", "PropertyEditor.AssetClass", "ContentBrowser.TopBar.Font", "FlatButton.DefaultTextStyle", "DialogButtonText"})
	{
		AddText(*Set, Key, Normal);
	}
	AddText(*Set, "Log.Normal", FCoreStyle::GetDefaultFontStyle("Mono", 9.0f));
	AddText(*Set, "SmallText", Small);
	AddText(*Set, "LargeText", FCoreStyle::GetDefaultFontStyle("Regular", 11.0f));
	AddText(*Set, "DetailsView.CategoryTextStyle", Bold);

	Set->Set("Button", Button(FStyleColors::Secondary, FStyleColors::Hover, FStyleColors::Header));
	for (const char* Key : {"SimpleButton", "NoBorder", "HoverHintOnly", "Menu.Button"})
	{
		Set->Set(Key, Bare());
	}
	for (const char* Key : {"FlatButton", "FlatButton.Default"})
	{
		Set->Set(Key, Button(FStyleColors::Header, FStyleColors::Hover, FStyleColors::Secondary));
	}
	const FSlateColor Inverted = FStyleColors::White;
	Set->Set("PrimaryButton", Button(FStyleColors::Primary, FStyleColors::PrimaryHover, FStyleColors::PrimaryPress).SetNormalForeground(Inverted));
	Set->Set("FlatButton.Success", Button(FSlateColor(Hex(0x2f7d32)), FSlateColor(Hex(0x3d9a41)), FSlateColor(Hex(0x256428))).SetNormalForeground(Inverted));
	for (const char* Key : {"RadioButton", "Checkbox"})
	{
		FCheckBoxStyle Looks;
		Looks.bStandInIsRound = std::string(Key) == "RadioButton";
		Set->Set(Key, Looks);
	}
	const auto Field = [](const FSlateColor& Edge) { return FSlateRoundedBoxBrush(FStyleColors::Input, 4.0f, Edge, 1.0f); };
	const FEditableTextBoxStyle Input = FEditableTextBoxStyle()
		.SetTextStyle(FTextBlockStyle().SetFont(Normal))
		.SetBackgroundImageNormal(Field(FStyleColors::InputOutline))
		.SetBackgroundImageHovered(Field(FStyleColors::InputOutline))
		.SetBackgroundImageFocused(Field(FStyleColors::Primary));
	Set->Set("NormalEditableTextBox", Input);
	Set->Set("Log.TextBox", Input);
	Set->Set("SimpleComboButton", FComboButtonStyle().SetButtonStyle(Bare()));
	Set->Set("ScrollBar", FScrollBarStyle());
	Set->Set("TableView.Row", FTableRowStyle());
	Set->Set("Colors.Panel", FStyleColors::Panel);
	Set->Set("Colors.Header", FStyleColors::Header);
	Set->Set("SelectionColor", FStyleColors::Select);
	return Set;
}
} // namespace

const ISlateStyle& FAppStyle::Get()
{
	static const FSlateStyleSet* const Looks = MakeEditorLooks();
	return *Looks;
}
