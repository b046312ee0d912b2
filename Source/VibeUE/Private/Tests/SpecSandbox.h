// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "CoreMinimal.h"
#include "Misc/Timespan.h"
#include "Templates/Function.h"
#include "Templates/SharedPointer.h"
#include "UObject/StrongObjectPtr.h"
#include "PanelMemory.h"
#include "VibeUESettings.h"

#if WITH_DEV_AUTOMATION_TESTS

/**
 * What a spec runs in, so that nothing of the user's editor is different afterwards: the settings and the key, what of
 * them is saved, the environment and the conversations are put aside and come back. Conversations that the user has
 * open meanwhile are not affected.
 *
 * Within it the settings are those that the plugin comes with, and the conversations are in a folder that is deleted.
 */
class FSpecSandbox
{
public:
	/** How long a step may take before it counts as hung, in seconds: far more than any takes on a busy machine. */
	static constexpr double Patience = 60.0;

	/** The same for waits in frames of the stand-in, whose clock runs about sixteen times as fast meanwhile. */
	static constexpr double FramePatience = 1000.0;

	/** How long a whole case may take before it counts as hung. */
	static FTimespan GetCaseTimeout()
	{
		return FTimespan::FromSeconds(170.0);
	}

	/** Enters the sandbox, or joins the one that the case is in already. What was there before the first comes back after the last. */
	static TSharedRef<FSpecSandbox> Enter();

	/** Does something in a sandbox of its own, as if a case began and ended within this one. */
	static void WithinAnother(TFunction<void()> Action);

	/** Closes the sessions that are still open within it, and puts everything back. */
	~FSpecSandbox();

	FSpecSandbox(const FSpecSandbox&) = delete;
	FSpecSandbox& operator=(const FSpecSandbox&) = delete;

	/** Points the settings at the model server of the specs, with a small window, so that few words fill it; rules write the summaries. */
	void UseServer();

	/** Lets the model use the editor's tools, in a window that has room for their definitions. */
	static void OfferEditorTools();

	/** Deletes the files that a case has made. */
	static void DeleteFiles(TArray<FString>& Files);

	/** The only long result that is kept next to a conversation; empty if there is none, or several. */
	static FString ReadKeptResult(const FString& ConversationId);

	/** Sets an environment variable; it has its value of before when the sandbox is left. An empty value unsets it. */
	void SetEnvironment(const TCHAR* Name, const FString& Value);

#if defined(STANDIN)
	/**
	 * Leaves no room on the disk for what a conversation's file grows by: by a limit on the size of files, or by a file that
	 * fills the disk where VIBEUE_TEST_SMALL_DISK says that the whole project is on a small disk of its own.
	 */
	void FillDisk(const FString& ConversationId);

	/** Makes room again. */
	void EmptyDisk();
#endif

	/** Leaves sessions and windows open: for a case of the stand-in that ends with the editor's exit. */
	void LeaveOpen();

	/** Returns the folder of the conversations meanwhile. */
	const FString& GetFolder() const
	{
		return Folder;
	}

	/** Returns the server's address; empty when the environment variable VIBEUE_TEST_SERVER is not set. */
	static FString GetServer();

	/** Tells the open sessions that the settings changed, as the panel does. Nothing is saved. */
	static void Notify();

private:
	/** A value of the settings as it is saved; arrays have several lines, what is not saved has none. */
	struct FSavedValue
	{
		FString Key;
		TArray<FString> Lines;
		bool bIsArray = false;
	};

	FSpecSandbox();
	void CloseSessions();
	void RestoreSettings();
	void RestoreSaved();
	void RestorePanel();
	void RestoreEnvironment();
	static TArray<FSavedValue> ReadSaved();

	FString Folder;
	FString FolderBefore;
	TStrongObjectPtr<UVibeUESettings> Settings;
	TArray<FSavedValue> Saved;
	FPanelMemory Panel;
	TMap<FString, FString> Environment;
	bool bIniWasThere = false;
	bool bLeavesOpen = false;
};

#endif
