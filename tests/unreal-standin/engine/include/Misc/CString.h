#pragma once

#include "HAL/Platform.h"

// CES CesiumRuntime/Private/EncodedMetadataConversions.cpp; PCG PCGExBlending/Private/Core/PCGExBlendOpFactory.cpp
struct FCString
{
	static int32 Strlen(const TCHAR* Text);
	static int32 Strcmp(const TCHAR* A, const TCHAR* B);
	static int32 Stricmp(const TCHAR* A, const TCHAR* B);
	static int32 Strncmp(const TCHAR* A, const TCHAR* B, SIZE_T Count);
	static int32 Strnicmp(const TCHAR* A, const TCHAR* B, SIZE_T Count);
	static const TCHAR* Strstr(const TCHAR* Text, const TCHAR* Find);
	static int32 Atoi(const TCHAR* Text);
	static int64 Atoi64(const TCHAR* Text);
	static float Atof(const TCHAR* Text);
	static double Atod(const TCHAR* Text);
};

// SUH StevesUEHelpers/Private/StevesUI/TypewriterTextWidget.cpp; COR CortexCore
struct FChar
{
	static bool IsWhitespace(TCHAR C);
	static bool IsDigit(TCHAR C);
	static bool IsAlpha(TCHAR C);
	static bool IsAlnum(TCHAR C);
	static bool IsUpper(TCHAR C);
	static bool IsLower(TCHAR C);
	static TCHAR ToUpper(TCHAR C);
	static TCHAR ToLower(TCHAR C);
};
