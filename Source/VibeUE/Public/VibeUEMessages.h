// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "CoreMinimal.h"
#include "UObject/Object.h"
#include "UObject/ObjectMacros.h"
#include "VibeUEMessages.generated.h"

class UChatSession;

/** What can be done with several messages of a session at once. */
UCLASS()
class VIBEUE_API UVibeUEMessages : public UObject
{
	GENERATED_BODY()

public:
	/**
	 * Returns messages as Markdown, in the order of the conversation. A single message is only its text; if there are
	 * several, each has a heading that says who wrote it. Nothing is masked.
	 * @param MessageIds The messages; those that the conversation does not have are left out.
	 */
	UFUNCTION(BlueprintCallable, Category = "VibeUE")
	static FString ToMarkdown(const UChatSession* Session, const TArray<int64>& MessageIds);
};
