#include "Containers/Ticker.h"

#include "CoreGlobals.h"
#include "Process.h"
#include "StandIn/Host.h"

#include <mutex>

struct FTSTicker::FElement
{
	FTickerDelegate Delegate;
	TUniqueFunction<bool(float)> Function;
	FString Name;
	float Delay = 0.0f;
	double Waited = 0.0;
	bool bRemoved = false;
	bool Fire(float DeltaTime)
	{
		if (Function)
		{
			return Function(DeltaTime);
		}
		return Delegate.IsBound() && Delegate.Execute(DeltaTime);
	}
};

struct FTSTicker::FImplementation
{
	std::recursive_mutex Mutex; // held while firing, so that RemoveTicker waits
	TArray<TSharedPtr<FElement>> Elements;
};

FTSTicker::FTSTicker()
	: Implementation(new FImplementation())
{
}
FTSTicker::~FTSTicker()
{
	delete Implementation;
}
FTSTicker& FTSTicker::GetCoreTicker()
{
	static FTSTicker* const Core = new FTSTicker();
	return *Core;
}
FTSTicker::FDelegateHandle FTSTicker::AddTicker(const FTickerDelegate& Delegate, float Delay)
{
	const TSharedRef<FElement> Element = MakeShared<FElement>();
	Element->Delegate = Delegate;
	Element->Delay = Delay;
	const std::lock_guard<std::recursive_mutex> Lock(Implementation->Mutex);
	Implementation->Elements.Add(Element);
	return Element;
}
FTSTicker::FDelegateHandle FTSTicker::AddTicker(const TCHAR* Name, float Delay, TUniqueFunction<bool(float)>&& Function)
{
	const TSharedRef<FElement> Element = MakeShared<FElement>();
	Element->Function = MoveTemp(Function);
	Element->Name = FString(Name);
	Element->Delay = Delay;
	const std::lock_guard<std::recursive_mutex> Lock(Implementation->Mutex);
	Implementation->Elements.Add(Element);
	return Element;
}
void FTSTicker::RemoveTicker(FDelegateHandle Handle)
{
	FImplementation& Core = *GetCoreTicker().Implementation;
	const std::lock_guard<std::recursive_mutex> Lock(Core.Mutex);
	if (const TSharedPtr<FElement> Element = Handle.Pin())
	{
		Element->bRemoved = true;
		Core.Elements.RemoveAll([&Element](const TSharedPtr<FElement>& Other) { return Other == Element; });
	}
}
void FTSTicker::Tick(float DeltaTime)
{
	const std::lock_guard<std::recursive_mutex> Lock(Implementation->Mutex);
	const TArray<TSharedPtr<FElement>> Now(Implementation->Elements);
	for (const TSharedPtr<FElement>& Element : Now)
	{
		if (Element->bRemoved)
		{
			continue;
		}
		Element->Waited += static_cast<double>(DeltaTime);
		if (Element->Waited + 1.0e-6 < static_cast<double>(Element->Delay))
		{
			continue;
		}
		Element->Waited = 0.0;
		if (!Element->Fire(DeltaTime))
		{
			Element->bRemoved = true;
		}
	}
	Implementation->Elements.RemoveAll([](const TSharedPtr<FElement>& Element) { return Element->bRemoved; });
}

int32 StandIn::TickerCount()
{
	struct FPeek
	{
		static int32 Count(FTSTicker::FImplementation& Core)
		{
			const std::lock_guard<std::recursive_mutex> Lock(Core.Mutex);
			return Core.Elements.Num();
		}
	};
	return FPeek::Count(*FTSTicker::GetCoreTicker().StandInImplementation());
}
