#pragma once

#include "Containers/UnrealString.h"

// SEN GenericPlatform/GenericPlatformSentrySubsystem.cpp; PCG PCGExProperties/Public/PCGExProperty.h; RLK RiderBlueprint
enum class EGuidFormats
{
	Digits, // 00000000000000000000000000000000
	DigitsWithHyphens,
	DigitsWithHyphensLower,
	DigitsLower,
};
struct FGuid
{
	FGuid() = default;
	FGuid(uint32 InA, uint32 InB, uint32 InC, uint32 InD)
		: A(InA)
		, B(InB)
		, C(InC)
		, D(InD)
	{
	}
	static FGuid NewGuid();
	static bool Parse(const FString& Text, FGuid& OutGuid);
	FString ToString(EGuidFormats Format = EGuidFormats::Digits) const;
	bool IsValid() const
	{
		return (A | B | C | D) != 0;
	}
	void Invalidate()
	{
		A = B = C = D = 0;
	}
	bool operator==(const FGuid&) const = default;
	friend uint32 GetTypeHash(const FGuid& Guid)
	{
		return HashCombine(HashCombine(Guid.A, Guid.B), HashCombine(Guid.C, Guid.D));
	}
	uint32 A = 0;
	uint32 B = 0;
	uint32 C = 0;
	uint32 D = 0;
};
