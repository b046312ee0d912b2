// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#pragma once

#include "CoreMinimal.h"
#include "UObject/ObjectMacros.h"
#include "VibeUEChatMessage.generated.h"

/** Who speaks. */
UENUM(BlueprintType)
enum class EVibeUERole : uint8
{
	/** The host's instructions. */
	System,
	/** The person. */
	User,
	/** The model. */
	Assistant,
	/** A carrier of tool results. */
	Tool,
};

/** Which messages are asked for. */
UENUM(BlueprintType)
enum class EVibeUEHistory : uint8
{
	/** All that was ever said, in full form. */
	Transcript,
	/** What the model sees. */
	View,
};

/** What a person says to a tool call. */
UENUM(BlueprintType)
enum class EVibeUEToolApproval : uint8
{
	/** This call may run. */
	Allow,
	/** This call and all later ones of the same tool in this session may. */
	AllowAlways,
	/** It may not. */
	Deny,
	/** This call and all later ones of the same tool in this project may, in later sessions too. */
	AllowProject,
};

/** What a tool may touch: what a person is asked by, and what plan mode lets through. */
UENUM(BlueprintType)
enum class EVibeUEToolAccess : uint8
{
	/** Looks and changes nothing. */
	Read,
	/** Changes something that can be taken back. */
	Write,
	/** Changes something for good: deletes, overwrites, saves. */
	Destructive,
	/** Steers a program: starts, stops, runs what it is given. */
	Control,
};

/** How a call of a tool ended. */
UENUM(BlueprintType)
enum class EVibeUEToolEnd : uint8
{
	/** The tool did what it was asked. */
	Done,
	/** It ran and could not. */
	Failed,
	/** A person did not allow it. */
	Denied,
	/** It was not run, by a rule: no such tool, unreadable arguments, plan mode, a bound of the turn. */
	Refused,
	/** It had not answered when its time was over. */
	TimedOut,
	/** A person ended the turn meanwhile. */
	Cancelled,
	/** The editor does something else, for example shows a dialog. */
	Busy,
	/** Whoever ran it is gone. */
	Lost,
};

/** An image for the model: what a viewport shows, a texture, a picture that a person pastes. */
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

/** What a call would do, made without doing it, for the person who is asked to allow it. */
USTRUCT(BlueprintType)
struct VIBEUE_API FVibeUEToolPreview
{
	GENERATED_BODY()

	/** One line about it; may be empty. */
	UPROPERTY(BlueprintReadWrite, Category = "VibeUE")
	FString Title;

	/** A script, a list, changed lines, or why it would be refused. Empty where nothing is known but the arguments. */
	UPROPERTY(BlueprintReadWrite, Category = "VibeUE")
	FString Text;

	/** Lines of the text that begin with + are added, those with - are removed. */
	UPROPERTY(BlueprintReadWrite, Category = "VibeUE")
	bool bIsDiff = false;

	/** The call would be refused, and the text says why. */
	UPROPERTY(BlueprintReadWrite, Category = "VibeUE")
	bool bWouldFail = false;

	/** The language of the text, where it is code, as a fence of Markdown names it ("python"); empty for words. */
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

	/** A person has to allow it first: run it when the approval event comes. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	bool bNeedsApproval = false;

	/** It is only tried: whoever allows it, it does not run. The plugin answers it with what it would do. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	bool bDryRun = false;

	/** What the tool may touch; of a call that an earlier session made it is not known any more. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	EVibeUEToolAccess Access = EVibeUEToolAccess::Control;

	/** The plugin runs and answers it: a host only allows or denies it. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	bool bRunsItself = false;

	/** What the call would do, for the person who is asked. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	FVibeUEToolPreview Preview;
};

/** Whether a result is a tool's. */
UENUM(BlueprintType)
enum class EVibeUEResultOrigin : uint8
{
	/** A tool gave it, or whoever refused the call. */
	Given,
	/** There is none: the conversation was interrupted. */
	Interrupted,
	/** There is none: the editor ended while the tool ran. */
	CutOff,
	/** There is none: the editor ended before the tool began. */
	NeverBegan,
};

/** What a tool gave. */
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
};

/** Something that a person attached to a message. */
USTRUCT(BlueprintType)
struct VIBEUE_API FVibeUEAttachment
{
	GENERATED_BODY()

	/** By which the person named it: a path, a title. */
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

	/** Who speaks. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	EVibeUERole Role = EVibeUERole::User;

	/** A summary that stands for condensed messages; its role is User. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	bool bIsSummary = false;

	/** Never condensed. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	bool bPinned = false;

	/** The model sees it no longer, or only in a shorter form. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	bool bCondensed = false;

	/** Written until somebody cancelled it. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	bool bInterrupted = false;

	/** All texts, joined by line breaks. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	FString Text;

	/** Calls that it makes. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	TArray<FVibeUEToolCall> ToolCalls;

	/** Results that it carries. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	TArray<FVibeUEToolResult> ToolResults;

	/** How many images it holds, those in results aside. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	int32 Images = 0;

	/** What the person attached; the text is without it. */
	UPROPERTY(BlueprintReadOnly, Category = "VibeUE")
	TArray<FVibeUEAttachment> Attachments;
};
