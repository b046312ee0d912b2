// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "CoreMinimal.h"
#include "UObject/ObjectMacros.h"
#include "VibeUEChatMessage.generated.h"

/** The message's role. */
UENUM(BlueprintType)
enum class EVibeUERole : uint8
{
	/** The host's instructions. */
	System,
	/** The user. */
	User,
	/** The model. */
	Assistant,
	/** Tool results. */
	Tool,
};

/** Which messages are asked for. */
UENUM(BlueprintType)
enum class EVibeUEHistory : uint8
{
	/** Everything that was ever said, in full. */
	Transcript,
	/** What the model sees. */
	View,
};

/** The user's answer to a tool call. */
UENUM(BlueprintType)
enum class EVibeUEToolApproval : uint8
{
	/** This call may run. */
	Allow,
	/** This call and all later ones of the same tool in this session may run. */
	AllowAlways,
	/** It may not. */
	Deny,
	/** This call and all later ones of the same tool in this project may run, in later sessions too. */
	AllowProject,
};

/** What a tool may touch: decides when the user is asked and what plan mode allows. */
UENUM(BlueprintType)
enum class EVibeUEToolAccess : uint8
{
	/** Read-only. */
	Read,
	/** Makes changes that can be undone. */
	Write,
	/** Makes permanent changes: deletes, overwrites, saves. */
	Destructive,
	/** Controls a program: starts, stops, runs what it is given. */
	Control,
};

/** How a call of a tool ended. */
UENUM(BlueprintType)
enum class EVibeUEToolEnd : uint8
{
	/** The tool did what it was asked. */
	Done,
	/** It ran and failed. */
	Failed,
	/** The user did not allow it. */
	Denied,
	/** A rule prevented it: no such tool, unreadable arguments, plan mode, a limit of the turn. */
	Refused,
	/** It had not answered when its time was up. */
	TimedOut,
	/** The user ended the turn in the meantime. */
	Cancelled,
	/** The editor is doing something else, for example showing a dialog. */
	Busy,
	/** Whatever ran it no longer exists. */
	Lost,
};

/** An image for the model: what a viewport shows, a texture, a picture that the user attaches. */
USTRUCT(BlueprintType)
struct VIBEUE_API FVibeUEImage
{
	GENERATED_BODY()

	/** What kind of file it is: image/png, image/jpeg, image/webp or image/gif. */
	UPROPERTY(BlueprintReadWrite, Category = "VibeUE")
	FString MediaType;

	/** The file's bytes. */
	UPROPERTY(BlueprintReadWrite, Category = "VibeUE")
	TArray<uint8> Data;
};

/** A preview of what a call would do, for the user who is asked to allow it. */
USTRUCT(BlueprintType)
struct VIBEUE_API FVibeUEToolPreview
{
	GENERATED_BODY()

	/** One line about it; may be empty. */
	UPROPERTY(BlueprintReadWrite, Category = "VibeUE")
	FString Title;

	/** A script, a list, changed lines, or why it would be refused. Empty if only the arguments are known. */
	UPROPERTY(BlueprintReadWrite, Category = "VibeUE")
	FString Text;

	/** Lines of the text that begin with + are added, those with - are removed. */
	UPROPERTY(BlueprintReadWrite, Category = "VibeUE")
	bool bIsDiff = false;

	/** The call would be refused, and the text says why. */
	UPROPERTY(BlueprintReadWrite, Category = "VibeUE")
	bool bWouldFail = false;

	/** The language of the text, if it is code, as a fence of Markdown names it ("python"); empty for words. */
	UPROPERTY(BlueprintReadWrite, Category = "VibeUE")
	FString Language;
};

/** A call of a tool. */
USTRUCT(BlueprintType)
struct VIBEUE_API FVibeUEToolCall
{
	GENERATED_BODY()

	/** How the answer names the call. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	FString CallId;

	/** The tool. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	FString Name;

	/** JSON text as the model wrote it; may be malformed. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	FString Arguments;

	/** The user has to allow it first: run it when the approval event arrives. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	bool bNeedsApproval = false;

	/** A dry run: it never runs, even if it is allowed. The plugin answers it with what it would do. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	bool bDryRun = false;

	/** What the tool may touch; no longer known for calls from earlier sessions. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	EVibeUEToolAccess Access = EVibeUEToolAccess::Control;

	/** The plugin runs and answers it: a host only allows or denies it. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	bool bRunsItself = false;

	/** What the call would do, for the user who is asked. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	FVibeUEToolPreview Preview;
};

/** Whether a result is a tool's. */
UENUM(BlueprintType)
enum class EVibeUEResultOrigin : uint8
{
	/** It came from a tool, or from whatever refused the call. */
	Given,
	/** There is none: the conversation was interrupted. */
	Interrupted,
	/** There is none: the editor exited while the tool was running. */
	CutOff,
	/** There is none: the editor exited before the tool began. */
	NeverBegan,
};

/** The result of a tool call. */
USTRUCT(BlueprintType)
struct VIBEUE_API FVibeUEToolResult
{
	GENERATED_BODY()

	/** The id of the call that is answered. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	FString CallId;

	/** The tool; may be empty. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	FString Name;

	/** All texts of the result; in an event no more than 16 KiB of them, GetMessages has the rest. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	FString Text;

	/** Bytes of all of its texts, in UTF-8. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	int64 Bytes = 0;

	/** The tool failed. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	bool bIsError = false;

	/** Whether a tool gave it, or why none did. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	EVibeUEResultOrigin Origin = EVibeUEResultOrigin::Given;

	/** How long the call ran, in milliseconds; -1 if it was not measured. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	int64 Milliseconds = -1;

	/** Tokens that it takes in the context, in the form that the model sees; -1 if the model does not see it, or it shares its message with others. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	int64 Tokens = -1;

	/** The tokens are the model's own count, not an estimate. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	bool bTokensExact = false;

	/** The model sees it in a shorter form than the tool gave it. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	bool bShortened = false;
};

/** Something that the user attached to a message. */
USTRUCT(BlueprintType)
struct VIBEUE_API FVibeUEAttachment
{
	GENERATED_BODY()

	/** How the user named it: a path, a title. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	FString Name;

	/** Size, hash and the like, in one line. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	FString Detail;

	/** It is a picture. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	bool bIsPicture = false;
};

/** One message of a conversation. */
USTRUCT(BlueprintType)
struct VIBEUE_API FVibeUEMessage
{
	GENERATED_BODY()

	/** Its id, unique in the conversation. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	int64 Id = 0;

	/** The message's role. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	EVibeUERole Role = EVibeUERole::User;

	/** A summary that replaces condensed messages; its role is User. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	bool bIsSummary = false;

	/** Never condensed. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	bool bPinned = false;

	/** The model no longer sees it, or sees only a shorter form. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	bool bCondensed = false;

	/** Incomplete: it was cancelled. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	bool bInterrupted = false;

	/** All texts, joined by line breaks. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	FString Text;

	/** The text as it is shown, with the title of an attached conversation in place of its id; empty if it is shown as it is. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	FString Shown;

	/** Calls that it makes. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	TArray<FVibeUEToolCall> ToolCalls;

	/** Results that it carries. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	TArray<FVibeUEToolResult> ToolResults;

	/** How many images it contains, not counting those in results. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	int32 Images = 0;

	/** What the user attached; it is not part of the text. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	TArray<FVibeUEAttachment> Attachments;

	/** What the model thought before it, if its provider shows that; head and tail of more than 64 KiB. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	FString Reasoning;

	/** How long the model thought, in milliseconds; -1 if it was not measured. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	int64 ReasoningMilliseconds = -1;
};
