#pragma once

#include "UObject/NameTypes.h"

// A key or a mouse button. UC SClaudeInputArea.cpp; AX SAutonomixInputArea.cpp
struct FKey
{
	FKey() = default;
	FKey(const FName InName)
		: KeyName(InName)
	{
	}
	FKey(const TCHAR* InName)
		: KeyName(InName)
	{
	}
	bool operator==(const FKey&) const = default;
	FName GetFName() const
	{
		return KeyName;
	}
	FString ToString() const
	{
		return KeyName.ToString();
	}
	bool IsValid() const
	{
		return !KeyName.IsNone();
	}
	friend uint32 GetTypeHash(const FKey& Key)
	{
		return GetTypeHash(Key.KeyName);
	}

private:
	FName KeyName;
};

// Names seen in two or more public repositories (BackSpace and SpaceBar are spelled so).
#define STANDIN_KEYS(Do) \
	Do(Enter) Do(Escape) Do(Tab) Do(Up) Do(Down) Do(Left) Do(Right) Do(Home) Do(End) Do(PageUp) Do(PageDown) Do(BackSpace) Do(Delete) Do(Insert) \
	Do(SpaceBar) Do(A) Do(B) Do(C) Do(D) Do(E) Do(F) Do(G) Do(H) Do(I) Do(J) Do(K) Do(L) Do(M) Do(N) Do(O) Do(P) Do(Q) Do(R) Do(S) Do(T) \
	Do(U) Do(V) Do(W) Do(X) Do(Y) Do(Z) Do(F1) Do(F2) Do(F3) Do(F4) Do(F5) Do(F6) Do(F7) Do(F8) Do(F9) Do(F10) Do(F11) Do(F12) \
	Do(Equals) Do(Hyphen) Do(Zero) Do(Add) Do(Subtract) Do(NumPadZero) /* crazytuzi/UnrealCSharp FRegisterKeys.cpp */ \
	Do(LeftMouseButton) Do(RightMouseButton) Do(MiddleMouseButton) Do(LeftControl) Do(LeftShift) Do(LeftAlt) Do(LeftCommand)

struct EKeys
{
#define STANDIN_DECLARE_KEY(Name) static const FKey Name;
	STANDIN_KEYS(STANDIN_DECLARE_KEY)
#undef STANDIN_DECLARE_KEY
};
