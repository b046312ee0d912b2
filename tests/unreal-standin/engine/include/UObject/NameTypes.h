#pragma once

#include "Containers/UnrealString.h"

// A name: an index into one table, compared without regard to case; the
// spelling that came first is what ToString gives back.
// CES CesiumEditor/Private/CesiumPanel.cpp; SEN SentryEditor/Private/SentrySettingsCustomization.cpp
class FName
{
public:
	constexpr FName() = default;
	FName(const TCHAR* Text);
	FName(const ANSICHAR* Text); // narrow literals are how plugins write module names: LoadModuleChecked<T>("Name")
	explicit FName(const FString& Text);
	explicit FName(FStringView Text);

	FString ToString() const;
	void ToString(FString& Out) const
	{
		Out = ToString();
	}
	bool IsNone() const
	{
		return Index == 0;
	}
	bool IsValid() const
	{
		return true;
	}
	int32 Compare(const FName& Other) const
	{
		return ToString().Compare(Other.ToString(), ESearchCase::IgnoreCase);
	}
	bool LexicalLess(const FName& Other) const
	{
		return Compare(Other) < 0;
	}
	bool FastLess(const FName& Other) const
	{
		return Index < Other.Index;
	}
	friend bool operator==(FName A, FName B)
	{
		return A.Index == B.Index;
	}
	friend uint32 GetTypeHash(FName Name)
	{
		return GetTypeHash(Name.Index);
	}

private:
	int32 Index = 0;
};

// CES, SEN and every other plugin: the empty name.
inline constexpr FName NAME_None;

struct FNameLexicalLess
{
	bool operator()(const FName& A, const FName& B) const
	{
		return A.LexicalLess(B);
	}
};
inline FString LexToString(const FName& Name)
{
	return Name.ToString();
}
