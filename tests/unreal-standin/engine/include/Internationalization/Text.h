#pragma once

#include "Containers/Map.h"
#include "Containers/UnrealString.h"
#include "Misc/Optional.h"
#include "Templates/SharedPointer.h"

class FText;
class FName;
struct FTimespan;
struct FDateTime;

// PLS PlasticSourceControl/Private/PlasticSourceControlState.cpp; Epic: Runtime/Core/FText/AsNumber
struct FNumberFormattingOptions
{
	bool UseGrouping = true;
	int32 MinimumIntegralDigits = 1;
	int32 MaximumIntegralDigits = 324;
	int32 MinimumFractionalDigits = 0;
	int32 MaximumFractionalDigits = 3;
	FNumberFormattingOptions& SetUseGrouping(bool bValue)
	{
		UseGrouping = bValue;
		return *this;
	}
	FNumberFormattingOptions& SetMinimumIntegralDigits(int32 Value)
	{
		MinimumIntegralDigits = Value;
		return *this;
	}
	FNumberFormattingOptions& SetMinimumFractionalDigits(int32 Value)
	{
		MinimumFractionalDigits = Value;
		return *this;
	}
	FNumberFormattingOptions& SetMaximumFractionalDigits(int32 Value)
	{
		MaximumFractionalDigits = Value;
		return *this;
	}
};

// PJC Pjc/Private/Slate/SPjcItemTree.cpp; Epic: Runtime/Core/FText/AsMemory
enum EMemoryUnitStandard
{
	IEC,
	SI,
};

// PLS PlasticSourceControl/Private/PlasticSourceControlState.cpp; AWS GameLiftPlugin
namespace EDateTimeStyle
{
enum Type
{
	Default,
	Short,
	Medium,
	Long,
	Full,
};
}

// A text for people. Never made from an FString by itself and never compared with ==.
// CES CesiumEditor/Private/CesiumFeaturesMetadataViewer.cpp; SEN SentryEditor; PUE PuertsEditor/Public/PEBlueprintMetaData.h
class FText
{
public:
	FText() = default;
	FText(const FString&) = delete; // use FText::FromString
	FText(const TCHAR*) = delete; // use LOCTEXT, INVTEXT or FText::FromString

	static const FText& GetEmpty();
	static FText FromString(const FString& Text);
	static FText FromString(FString&& Text);
	static FText FromName(const FName& Name);
	static FText AsCultureInvariant(const FString& Text);

	// Epic: Runtime/Core/FText/AsNumber. size_t is ambiguous here as it is there on some platforms.
	static FText AsNumber(float Value, const FNumberFormattingOptions* Options = nullptr);
	static FText AsNumber(double Value, const FNumberFormattingOptions* Options = nullptr);
	static FText AsNumber(int8 Value, const FNumberFormattingOptions* Options = nullptr);
	static FText AsNumber(int16 Value, const FNumberFormattingOptions* Options = nullptr);
	static FText AsNumber(int32 Value, const FNumberFormattingOptions* Options = nullptr);
	static FText AsNumber(int64 Value, const FNumberFormattingOptions* Options = nullptr);
	static FText AsNumber(uint8 Value, const FNumberFormattingOptions* Options = nullptr);
	static FText AsNumber(uint16 Value, const FNumberFormattingOptions* Options = nullptr);
	static FText AsNumber(uint32 Value, const FNumberFormattingOptions* Options = nullptr);
	static FText AsNumber(uint64 Value, const FNumberFormattingOptions* Options = nullptr);
	static FText AsNumber(long Value, const FNumberFormattingOptions* Options = nullptr);
	// Epic: Runtime/Core/FText/AsPercent. The argument is a fraction.
	static FText AsPercent(float Value, const FNumberFormattingOptions* Options = nullptr);
	static FText AsPercent(double Value, const FNumberFormattingOptions* Options = nullptr);
	static FText AsMemory(uint64 Bytes, EMemoryUnitStandard Standard = IEC);
	static FText AsTimespan(const FTimespan& Timespan);
	static FText AsDateTime(const FDateTime& DateTime, EDateTimeStyle::Type DateStyle = EDateTimeStyle::Default,
		EDateTimeStyle::Type TimeStyle = EDateTimeStyle::Default);

	// PCG PCGExFilters/Private/Filters/Points/PCGExFilterGroup.cpp; PUE DeclarationGenerator. With all arguments as one list:
	// Epic: Runtime/Core/FText/Format; Gradess2019/BlueprintScreenshotTool BlueprintScreenshotToolHandler.cpp
	template <typename... ArgTypes>
	static FText Format(FText Pattern, const ArgTypes&... Args);
	// MVV UnrealMvvmEditor/Private/BaseViewBlueprintExtension.cpp; PLS
	template <typename... ArgTypes>
	static FText FormatOrdered(FText Pattern, const ArgTypes&... Args);
	// UEC UE5CoroDebug/Private/Category.cpp: pairs of name and value
	template <typename... ArgTypes>
	static FText FormatNamed(FText Pattern, const ArgTypes&... Args)
	{
		static_assert(sizeof...(ArgTypes) % 2 == 0, "FormatNamed takes pairs of name and value");
		return FormatPairs(MoveTemp(Pattern), Args...);
	}
	static FText Join(const FText& Delimiter, const TArray<FText>& Parts);

	const FString& ToString() const;
	FText ToUpper() const;
	FText ToLower() const;
	bool IsEmpty() const
	{
		return ToString().IsEmpty();
	}
	bool IsEmptyOrWhitespace() const;
	bool EqualTo(const FText& Other) const;
	int32 CompareTo(const FText& Other) const;
	bool IdenticalTo(const FText& Other) const
	{
		return Data == Other.Data;
	}
	bool IsCultureInvariant() const
	{
		return bCultureInvariant;
	}
	bool operator==(const FText&) const = delete; // use EqualTo

	// For the macros only.
	static FText StandInLocalized(const TCHAR* Namespace, const TCHAR* Key, const TCHAR* Text, const char* File, int32 Line);

private:
	static FText FormatPairs(FText Pattern)
	{
		return Pattern;
	}
	template <typename Value, typename... Rest>
	static FText FormatPairs(FText Pattern, const TCHAR* Name, const Value& Argument, const Rest&... Args);

	TSharedPtr<FString> Data;
	bool bCultureInvariant = false;
};

// Epic: Runtime/Core/FText/Format. What fills a placeholder; converts from numbers and texts.
class FFormatArgumentValue
{
public:
	FFormatArgumentValue(const FText& Value)
		: Text(Value)
	{
	}
	FFormatArgumentValue(int32 Value)
		: Text(FText::AsNumber(Value))
	{
	}
	FFormatArgumentValue(uint32 Value)
		: Text(FText::AsNumber(Value))
	{
	}
	FFormatArgumentValue(int64 Value)
		: Text(FText::AsNumber(Value))
	{
	}
	FFormatArgumentValue(uint64 Value)
		: Text(FText::AsNumber(Value))
	{
	}
	FFormatArgumentValue(float Value)
		: Text(FText::AsNumber(Value))
	{
	}
	FFormatArgumentValue(double Value)
		: Text(FText::AsNumber(Value))
	{
	}
	FFormatArgumentValue(const FString&) = delete; // FText::FromString it
	FFormatArgumentValue(bool) = delete;
	const FText& GetText() const
	{
		return Text;
	}

private:
	FText Text;
};

// RIV Rive/Private/Rive/RiveFile.cpp; NOE; UCV UnrealCV/Private/Commands/AliasHandler.cpp
class FFormatNamedArguments : public TMap<FString, FFormatArgumentValue>
{
public:
	void Add(const FString& Name, const FFormatArgumentValue& Value)
	{
		TMap<FString, FFormatArgumentValue>::Add(Name, Value);
	}
};
using FFormatOrderedArguments = TArray<FFormatArgumentValue>;

namespace StandIn
{
FText FormatText(const FText& Pattern, const FFormatOrderedArguments& Ordered, const FFormatNamedArguments* Named);
}

template <typename... ArgTypes>
FText FText::FormatOrdered(FText Pattern, const ArgTypes&... Args)
{
	FFormatOrderedArguments Ordered;
	(Ordered.Add(FFormatArgumentValue(Args)), ...);
	return StandIn::FormatText(Pattern, Ordered, nullptr);
}
template <typename... ArgTypes>
FText FText::Format(FText Pattern, const ArgTypes&... Args)
{
	if constexpr (sizeof...(ArgTypes) == 1 && (std::is_same_v<ArgTypes, FFormatNamedArguments> && ...))
	{
		return StandIn::FormatText(Pattern, FFormatOrderedArguments(), &Args...);
	}
	else if constexpr (sizeof...(ArgTypes) == 1 && (std::is_same_v<ArgTypes, FFormatOrderedArguments> && ...))
	{
		return StandIn::FormatText(Pattern, Args..., nullptr);
	}
	else
	{
		return FormatOrdered(MoveTemp(Pattern), Args...);
	}
}
template <typename Value, typename... Rest>
FText FText::FormatPairs(FText Pattern, const TCHAR* Name, const Value& Argument, const Rest&... Args)
{
	FFormatNamedArguments Named;
	const auto AddPairs = [&Named](const auto& Self, const TCHAR* Key, const auto& Next, const auto&... Others) -> void
	{
		Named.Add(FString(Key), FFormatArgumentValue(Next));
		if constexpr (sizeof...(Others) > 0)
		{
			Self(Self, Others...);
		}
	};
	AddPairs(AddPairs, Name, Argument, Args...);
	return StandIn::FormatText(Pattern, FFormatOrderedArguments(), &Named);
}

// Which way texts run. Epic: Core/ITextBiDi/ComputeBaseDirection; DGU (its layout of text), NiceInkHUD.cpp of the game Nice Ink (ComputeBaseDirection of a string)
namespace TextBiDi
{
enum class ETextDirection : uint8
{
	LeftToRight,
	RightToLeft,
};
ETextDirection ComputeBaseDirection(const FString& InString);
} // namespace TextBiDi
