#pragma once

#include "Containers/UnrealString.h"

// USH UnrealSharpRuntimeGlue/Public/CSScriptBuilder.h; NOE NoesisRuntime/Private/Render/NoesisRenderDevice.cpp
class FStringBuilderBase
{
public:
	FStringBuilderBase() = default;
	FStringBuilderBase(const FStringBuilderBase&) = delete;
	FStringBuilderBase& operator=(const FStringBuilderBase&) = delete;
	const TCHAR* ToString() const
	{
		return *Text;
	}
	int32 Len() const
	{
		return Text.Len();
	}
	FStringView ToView() const
	{
		return FStringView(Text);
	}
	void Reset()
	{
		Text.Reset();
	}
	FStringBuilderBase& Append(FStringView View)
	{
		Text += View;
		return *this;
	}
	FStringBuilderBase& AppendChar(TCHAR C)
	{
		Text.AppendChar(C);
		return *this;
	}
	template <typename... Types>
	FStringBuilderBase& Appendf(StandIn::TFormat<Types...> Format, const Types&... Args)
	{
		Text += FString::Printf<Types...>(Format, Args...);
		return *this;
	}

private:
	FString Text;
};
inline FStringBuilderBase& operator<<(FStringBuilderBase& Builder, FStringView View)
{
	return Builder.Append(View);
}
inline FStringBuilderBase& operator<<(FStringBuilderBase& Builder, TCHAR C)
{
	return Builder.AppendChar(C);
}
inline FStringBuilderBase& operator<<(FStringBuilderBase& Builder, int32 Number)
{
	return Builder.Append(LexToString(Number));
}
inline FStringBuilderBase& operator<<(FStringBuilderBase& Builder, int64 Number)
{
	return Builder.Append(LexToString(Number));
}

template <int32 BufferSize>
class TStringBuilder : public FStringBuilderBase
{
};
