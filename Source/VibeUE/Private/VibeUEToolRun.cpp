// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "VibeUEToolRun.h"

#include "VibeUEChatSession.h"
#include "Misc/CString.h"

const TArray<FString>* FVibeUEToolArguments::Find(const FString& Name) const
{
	// To the letter: names of JSON differ in the case of their letters, too.
	const TPair<FString, TArray<FString>>* Found =
		List.FindByPredicate([&Name](const TPair<FString, TArray<FString>>& Argument) { return Argument.Key.Equals(Name); });
	return Found ? &Found->Value : nullptr;
}

bool FVibeUEToolArguments::Has(const FString& Name) const
{
	return Find(Name) != nullptr;
}

FString FVibeUEToolArguments::GetText(const FString& Name, const FString& Default) const
{
	const TArray<FString>* Values = Find(Name);
	return Values && Values->Num() > 0 ? (*Values)[0] : Default;
}

TArray<FString> FVibeUEToolArguments::GetTexts(const FString& Name) const
{
	const TArray<FString>* Values = Find(Name);
	return Values ? *Values : TArray<FString>();
}

int64 FVibeUEToolArguments::GetInteger(const FString& Name, int64 Default) const
{
	return Has(Name) ? FCString::Atoi64(*GetText(Name)) : Default;
}

bool FVibeUEToolArguments::GetFlag(const FString& Name, bool bDefault) const
{
	return Has(Name) ? GetText(Name).Equals(TEXT("true")) : bDefault;
}

void FVibeUEToolArguments::Add(const FString& Name, const TArray<FString>& Values)
{
	List.Emplace(Name, Values);
}

FVibeUEToolRun::FVibeUEToolRun(UChatSession& InSession, const FVibeUEToolCall& InCall, const FVibeUEToolArguments& InArguments)
	: Session(&InSession)
	, Call(InCall)
	, Arguments(InArguments)
{
}

FVibeUEToolRun::FVibeUEToolRun(FOnFinished InOnFinished, const FVibeUEToolCall& InCall, const FVibeUEToolArguments& InArguments)
	: OnFinished(MoveTemp(InOnFinished))
	, Call(InCall)
	, Arguments(InArguments)
{
}

UChatSession* FVibeUEToolRun::GetSession() const
{
	return Session.Get();
}

void FVibeUEToolRun::Done(FString Text)
{
	End(EVibeUEToolEnd::Done, MoveTemp(Text));
}

void FVibeUEToolRun::DoneWithImages(FString Text, const TArray<FVibeUEImage>& Images)
{
	End(EVibeUEToolEnd::Done, MoveTemp(Text), Images);
}

void FVibeUEToolRun::Fail(FString Reason)
{
	End(EVibeUEToolEnd::Failed, MoveTemp(Reason));
}

void FVibeUEToolRun::End(EVibeUEToolEnd End, FString Text, const TArray<FVibeUEImage>& Images)
{
	check(IsInGameThread());
	if (!bIsOpen)
	{
		return;
	}
	bIsOpen = false;
	// The text is moved from even if the pictures are refused.
	static constexpr int32 MaxCaptionLength = 16 * 1024;
	const FString Caption = Images.Num() > 0 ? Text.Left(MaxCaptionLength) : FString();
	FString WhyNot;
	if (!Finish(End, MoveTemp(Text), Images, WhyNot) && Images.Num() > 0)
	{
		// A call without a result would hold the turn forever. The model gets the caption of the pictures.
		Finish(EVibeUEToolEnd::Failed, FString::Printf(TEXT("%s\n(its pictures could not be taken: %s)"), *Caption, *WhyNot), TArray<FVibeUEImage>(), WhyNot);
	}
}

bool FVibeUEToolRun::Finish(EVibeUEToolEnd End, FString&& Text, const TArray<FVibeUEImage>& Images, FString& OutWhyNot)
{
	if (OnFinished)
	{
		OutWhyNot = TEXT("they are of an unknown kind or too large");
		return OnFinished(Call.CallId, End, MoveTemp(Text), Images);
	}
	UChatSession* Caller = Session.Get();
	const bool bIsTaken = !Caller || Caller->EndToolCall(Call.CallId, End, MoveTemp(Text), Images);
	if (!bIsTaken)
	{
		OutWhyNot = Caller->GetLastError().Message;
	}
	return bIsTaken;
}

void FVibeUEToolRun::Stop(EVibeUEToolEnd End, const FString& Text)
{
	if (bIsOpen)
	{
		const TSharedRef<FVibeUEToolRun> KeepAlive = AsShared();
		this->End(End, Text);
		Stopped.Broadcast();
	}
}

void FVibeUEToolRun::Abandon()
{
	if (bIsOpen)
	{
		const TSharedRef<FVibeUEToolRun> KeepAlive = AsShared();
		bIsOpen = false;
		Stopped.Broadcast();
	}
}
