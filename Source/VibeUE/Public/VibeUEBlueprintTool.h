// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "VibeUETool.h"
#include "CoreMinimal.h"
#include "UObject/Object.h"
#include "VibeUEBlueprintTool.generated.h"

class UVibeUEBlueprintRun;

DECLARE_DYNAMIC_MULTICAST_DELEGATE_OneParam(FOnVibeUEBlueprintToolCalledDynamic, UVibeUEBlueprintRun*, Run);

/** One call of a tool that a Blueprint answers, at once or later. */
UCLASS(BlueprintType)
class VIBEUE_API UVibeUEBlueprintRun : public UObject
{
	GENERATED_BODY()

public:
	/** Returns an argument as text: a string as it is, everything else as JSON; empty if it was not given. */
	UFUNCTION(BlueprintPure, Category = "VibeUE")
	FString GetArgument(const FString& Name) const;

	/** Returns the entries of a list. */
	UFUNCTION(BlueprintPure, Category = "VibeUE")
	TArray<FString> GetArgumentList(const FString& Name) const;

	/** Returns whether an answer is still expected. */
	UFUNCTION(BlueprintPure, Category = "VibeUE")
	bool IsOpen() const;

	/** The call succeeded; with the text for the model. */
	UFUNCTION(BlueprintCallable, Category = "VibeUE")
	void Done(const FString& Text);

	/** The call succeeded, with pictures. */
	UFUNCTION(BlueprintCallable, Category = "VibeUE")
	void DoneWithImages(const FString& Text, const TArray<FVibeUEImage>& Images);

	/** The call failed; with the reason, for the model. */
	UFUNCTION(BlueprintCallable, Category = "VibeUE")
	void Fail(const FString& Reason);

private:
	friend class UVibeUEBlueprintTool;

	TSharedPtr<FVibeUEToolRun> Run;
};

/** A tool that a Blueprint gives the model: register it, keep it in a variable, and answer each call. It is unregistered when no longer referenced. */
UCLASS(BlueprintType)
class VIBEUE_API UVibeUEBlueprintTool : public UObject
{
	GENERATED_BODY()

public:
	/** Registers a tool. Returns null, and the log says why, if its name is taken or no provider would accept its name or schema. */
	UFUNCTION(BlueprintCallable, Category = "VibeUE")
	static UVibeUEBlueprintTool* RegisterTool(const FVibeUEToolInfo& Info);

	/** Unregisters it; unanswered calls end as lost. */
	UFUNCTION(BlueprintCallable, Category = "VibeUE")
	void UnregisterTool();

	/** Returns the calls that are not answered yet, the oldest first. */
	UFUNCTION(BlueprintPure, Category = "VibeUE")
	TArray<UVibeUEBlueprintRun*> GetOpenRuns() const;

	/** Fires when the model calls the tool and is allowed to: do what is asked, and answer the run. */
	UPROPERTY(BlueprintAssignable, Category = "VibeUE", meta = (DisplayName = "On Called"))
	FOnVibeUEBlueprintToolCalledDynamic OnCalledDynamic;

	virtual void BeginDestroy() override;

private:
	class FTool;

	void HandleCall(const TSharedRef<FVibeUEToolRun>& Run);

	/** Calls that are not answered yet, held here because Blueprint may drop its references meanwhile. */
	UPROPERTY()
	TArray<TObjectPtr<UVibeUEBlueprintRun>> Open;

	FString Name;
};
