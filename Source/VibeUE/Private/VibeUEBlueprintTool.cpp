// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "VibeUEBlueprintTool.h"

#include "NextFrame.h"
#include "UObject/StrongObjectPtr.h"
#include "UObject/UObjectGlobals.h"
#include "UObject/WeakObjectPtr.h"
#include "VibeUEToolRegistry.h"

namespace BlueprintToolPrivate
{
/** The names of tools that were collected and are still registered. */
static TArray<FString>& Collected()
{
	static TArray<FString> Names;
	return Names;
}

static void UnregisterCollected()
{
	const TArray<FString> Names = MoveTemp(Collected());
	Collected().Reset();
	for (const FString& Name : Names)
	{
		FVibeUEToolRegistry::Get().Unregister(Name);
	}
}
} // namespace BlueprintToolPrivate

/** What the registry knows of it. */
class UVibeUEBlueprintTool::FTool final : public IVibeUETool
{
public:
	FTool(UVibeUEBlueprintTool& InOwner, const FVibeUEToolInfo& InInfo)
		: Owner(&InOwner)
		, Info(InInfo)
	{
	}

	virtual FVibeUEToolInfo Describe() const override
	{
		return Info;
	}

	virtual void Call(const TSharedRef<FVibeUEToolRun>& Run) override
	{
		if (UVibeUEBlueprintTool* Called = Owner.Get())
		{
			Called->HandleCall(Run);
			return;
		}
		Run->End(EVibeUEToolEnd::Lost, TEXT("The tool is no longer referenced."));
	}

private:
	TWeakObjectPtr<UVibeUEBlueprintTool> Owner;
	FVibeUEToolInfo Info;
};

FString UVibeUEBlueprintRun::GetArgument(const FString& Name) const
{
	return Run.IsValid() ? Run->GetArguments().GetText(Name) : FString();
}

TArray<FString> UVibeUEBlueprintRun::GetArgumentList(const FString& Name) const
{
	return Run.IsValid() ? Run->GetArguments().GetTexts(Name) : TArray<FString>();
}

bool UVibeUEBlueprintRun::IsOpen() const
{
	return Run.IsValid() && Run->IsOpen();
}

void UVibeUEBlueprintRun::Done(const FString& Text)
{
	DoneWithImages(Text, TArray<FVibeUEImage>());
}

void UVibeUEBlueprintRun::DoneWithImages(const FString& Text, const TArray<FVibeUEImage>& Images)
{
	if (Run.IsValid())
	{
		Run->DoneWithImages(Text, Images);
	}
}

void UVibeUEBlueprintRun::Fail(const FString& Reason)
{
	if (Run.IsValid())
	{
		Run->Fail(Reason);
	}
}

UVibeUEBlueprintTool* UVibeUEBlueprintTool::RegisterTool(const FVibeUEToolInfo& Info)
{
	// One of the same name may have been collected in this frame.
	BlueprintToolPrivate::UnregisterCollected();
	UVibeUEBlueprintTool* Tool = NewObject<UVibeUEBlueprintTool>();
	if (!FVibeUEToolRegistry::Get().Register(MakeShared<FTool>(*Tool, Info)))
	{
		return nullptr;
	}
	Tool->Name = Info.Name;
	return Tool;
}

TArray<UVibeUEBlueprintRun*> UVibeUEBlueprintTool::GetOpenRuns() const
{
	TArray<UVibeUEBlueprintRun*> Runs;
	for (const TObjectPtr<UVibeUEBlueprintRun>& Run : Open)
	{
		if (Run->IsOpen())
		{
			Runs.Add(Run.Get());
		}
	}
	return Runs;
}

void UVibeUEBlueprintTool::UnregisterTool()
{
	const FString Leaving = MoveTemp(Name);
	Name.Empty();
	if (!Leaving.IsEmpty())
	{
		FVibeUEToolRegistry::Get().Unregister(Leaving);
	}
}

void UVibeUEBlueprintTool::BeginDestroy()
{
	if (!Name.IsEmpty())
	{
		// With the next frame: who hears of it may make and find objects, which ends the editor while garbage is collected.
		if (BlueprintToolPrivate::Collected().Num() == 0)
		{
			FNextFrame::Do([] { BlueprintToolPrivate::UnregisterCollected(); });
		}
		BlueprintToolPrivate::Collected().Add(MoveTemp(Name));
		Name.Empty();
	}
	Super::BeginDestroy();
}

void UVibeUEBlueprintTool::HandleCall(const TSharedRef<FVibeUEToolRun>& Run)
{
	// A handler may release the tool and collect garbage.
	const TStrongObjectPtr<UVibeUEBlueprintTool> KeepAlive(this);
	Open.RemoveAll([](const TObjectPtr<UVibeUEBlueprintRun>& Before) { return !Before->IsOpen(); });
	UVibeUEBlueprintRun* Called = NewObject<UVibeUEBlueprintRun>(this);
	Called->Run = Run;
	Open.Add(Called);
	OnCalledDynamic.Broadcast(Called);
}
