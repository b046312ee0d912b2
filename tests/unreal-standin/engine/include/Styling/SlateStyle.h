#pragma once

#include "Brushes/SlateImageBrush.h"
#include "Containers/Map.h"
#include "Styling/ISlateStyle.h"

#include <memory>

// A plugin's own set. Epic: SlateCore/FSlateStyleSet; AX AutonomixStyle.cpp; PX PCGExtendedToolkitEditor.cpp; CES CesiumEditor.cpp
class FSlateStyleSet : public ISlateStyle
{
public:
	explicit FSlateStyleSet(const FName& InStyleSetName)
		: StyleSetName(InStyleSetName)
	{
	}
	virtual ~FSlateStyleSet() override;
	FSlateStyleSet(const FSlateStyleSet&) = delete;
	FSlateStyleSet& operator=(const FSlateStyleSet&) = delete;

	virtual const FName& GetStyleSetName() const override
	{
		return StyleSetName;
	}
	virtual const FSlateBrush* GetBrush(const FName Key, const ANSICHAR* Specifier = nullptr) const override;
	virtual const FSlateBrush* GetOptionalBrush(const FName Key, const ANSICHAR* Specifier = nullptr, const FSlateBrush* Default = nullptr) const override;
	virtual FSlateFontInfo GetFontStyle(const FName Key, const ANSICHAR* Specifier = nullptr) const override;
	virtual FLinearColor GetColor(const FName Key, const ANSICHAR* Specifier = nullptr) const override;
	virtual FSlateColor GetSlateColor(const FName Key, const ANSICHAR* Specifier = nullptr) const override;

	void SetContentRoot(const FString& Path)
	{
		ContentRoot = Path;
	}
	void SetCoreContentRoot(const FString& Path)
	{
		CoreContentRoot = Path;
	}
	FString RootToContentDir(const ANSICHAR* RelativePath, const TCHAR* Extension) const;
	FString RootToContentDir(const FString& RelativePath, const TCHAR* Extension) const;
	FString RootToContentDir(const FString& RelativePath) const;

	// The set deletes the brush.
	template <typename BrushType>
		requires std::is_base_of_v<FSlateBrush, BrushType>
	void Set(const FName Key, BrushType* Brush)
	{
		AddBrush(Key, new FSlateBrush(*Brush));
		delete Brush;
	}
	void Set(const FName Key, const FLinearColor& Color);
	void Set(const FName Key, const FSlateColor& Color);
	void Set(const FName Key, const FSlateFontInfo& Font);
	template <typename StyleType>
		requires std::is_same_v<StyleType, FTextBlockStyle> ||
		std::is_same_v<StyleType, FButtonStyle> || std::is_same_v<StyleType, FEditableTextBoxStyle> || std::is_same_v<StyleType, FCheckBoxStyle> ||
		std::is_same_v<StyleType, FHyperlinkStyle> || std::is_same_v<StyleType, FScrollBarStyle> || std::is_same_v<StyleType, FScrollBoxStyle> ||
		std::is_same_v<StyleType, FTableRowStyle> || std::is_same_v<StyleType, FProgressBarStyle> || std::is_same_v<StyleType, FComboButtonStyle>
	void Set(const FName Key, const StyleType& Style)
	{
		AddStyle(Key, std::make_shared<StyleType>(Style), StandIn::TypeId<StyleType>());
	}

	virtual const void* StandInWidgetStyle(const FName Key, const void* Type) const override;

private:
	struct FHeldStyle
	{
		FName Key;
		std::shared_ptr<void> Value;
		const void* Type = nullptr;
	};
	void AddBrush(const FName Key, FSlateBrush* Brush);
	void AddStyle(const FName Key, std::shared_ptr<void> Value, const void* Type);

	FName StyleSetName;
	FString ContentRoot;
	FString CoreContentRoot;
	TMap<FName, std::shared_ptr<FSlateBrush>> Brushes;
	TMap<FName, FSlateColor> Colors;
	TMap<FName, FSlateFontInfo> Fonts;
	TArray<FHeldStyle> Styles;
};
