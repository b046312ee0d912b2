#pragma once

#include "HAL/Platform.h"

// USH UnrealSharpUtilities/Public/Json/CSRapidJsonUtilties.h
class FString;
template <typename CharType>
class TStringView;
using FStringView = TStringView<TCHAR>;
using FAnsiStringView = TStringView<ANSICHAR>;
using FUtf8StringView = TStringView<UTF8CHAR>;
