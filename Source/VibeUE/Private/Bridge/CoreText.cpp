// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Bridge/CoreText.h"

#include "Containers/StringConv.h"
#include "Math/NumericLimits.h"

namespace CoreTextPrivate
{
/** A text that was given away; it belongs to no thread. */
class FHeldText final : public vibeue::HeldText
{
public:
	explicit FHeldText(FString&& InText)
		: Text(MoveTemp(InText))
	{
	}

	virtual rust::Slice<const std::uint16_t> units() const noexcept override
	{
		static_assert(sizeof(TCHAR) == sizeof(std::uint16_t), "the core is given UTF-16");
		return rust::Slice<const std::uint16_t>(reinterpret_cast<const std::uint16_t*>(*Text), static_cast<std::size_t>(Text.Len()));
	}

private:
	const FString Text;
};
} // namespace CoreTextPrivate

namespace VibeUE
{
rust::String ToCore(const FString& Text)
{
	// Both are UTF-16 on every platform that the plugin supports, under different names of the character type.
	static_assert(sizeof(TCHAR) == sizeof(char16_t), "the core is given UTF-16");
	return rust::String::lossy(reinterpret_cast<const char16_t*>(*Text), static_cast<size_t>(Text.Len()));
}

std::unique_ptr<vibeue::HeldText> GiveToCore(FString&& Text)
{
	return std::make_unique<CoreTextPrivate::FHeldText>(MoveTemp(Text));
}

TArray<rust::String> ToCore(const TArray<FString>& Texts)
{
	TArray<rust::String> CoreTexts;
	CoreTexts.Reserve(Texts.Num());
	for (const FString& Text : Texts)
	{
		CoreTexts.Add(ToCore(Text));
	}
	return CoreTexts;
}

FString FromCore(rust::Str Text)
{
	if (Text.empty())
	{
		return FString();
	}
	const size_t Bytes = FMath::Min<size_t>(Text.size(), static_cast<size_t>(TNumericLimits<int32>::Max() / 2));
	const FUTF8ToTCHAR Converted(Text.data(), static_cast<int32>(Bytes));
	return FString::ConstructFromPtrSize(Converted.Get(), Converted.Length());
}

FString FromCore(const rust::String& Text)
{
	return FromCore(rust::Str(Text));
}

int64 FromCore(uint64 Number)
{
	return static_cast<int64>(FMath::Min<uint64>(Number, static_cast<uint64>(TNumericLimits<int64>::Max())));
}

uint64 ToCore(int64 Number)
{
	return static_cast<uint64>(FMath::Max<int64>(Number, 0));
}
} // namespace VibeUE
