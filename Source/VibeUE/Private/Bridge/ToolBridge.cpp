// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Bridge/ToolBridge.h"

#include "Bridge/CoreConversions.h"
#include "Bridge/CoreText.h"

namespace VibeUE
{
static TArray<FString> ValuesOf(const vibeue::ToolArgument& Argument)
{
	TArray<FString> Values;
	for (const rust::String& Value : Argument.values)
	{
		Values.Add(FromCore(Value));
	}
	return Values;
}

bool ReadAnyArguments(const FString& Json, TArray<TPair<FString, TArray<FString>>>& OutArguments)
{
	// The schema that takes anything.
	const vibeue::ToolArguments Read = vibeue::read_tool_arguments("true", ToCore(Json));
	for (const vibeue::ToolArgument& Argument : Read.list)
	{
		OutArguments.Emplace(FromCore(Argument.name), ValuesOf(Argument));
	}
	return Read.status.code == vibeue::StatusCode::Ok;
}

FString ReadToolArguments(const FString& Schema, const FString& Json, FVibeUEToolArguments& OutArguments)
{
	const vibeue::ToolArguments Read = vibeue::read_tool_arguments(ToCore(Schema), ToCore(Json));
	if (Read.status.code != vibeue::StatusCode::Ok)
	{
		return FromCore(Read.status.message);
	}
	for (const vibeue::ToolArgument& Argument : Read.list)
	{
		OutArguments.Add(FromCore(Argument.name), ValuesOf(Argument));
	}
	return FString();
}

static vibeue::ToolDeclaration Declare(const FVibeUEToolInfo& Tool)
{
	vibeue::ToolDeclaration Declaration;
	Declaration.name = ToCore(Tool.Name);
	Declaration.description = ToCore(Tool.Description);
	Declaration.schema_json = ToCore(Tool.Schema);
	Declaration.access = ToCore(Tool.Access);
	return Declaration;
}

FString FindToolFault(const FVibeUEToolInfo& Tool)
{
	const vibeue::ToolDeclaration Declared = Declare(Tool);
	const vibeue::Status Status = vibeue::check_tools(rust::Slice<const vibeue::ToolDeclaration>(&Declared, 1));
	return Status.code == vibeue::StatusCode::Ok ? FString() : FromCore(Status.message);
}

TArray<vibeue::ToolDeclaration> ToCore(const TArray<FVibeUEToolInfo>& Tools)
{
	TArray<vibeue::ToolDeclaration> Declared;
	Declared.Reserve(Tools.Num());
	for (const FVibeUEToolInfo& Tool : Tools)
	{
		Declared.Add(Declare(Tool));
	}
	return Declared;
}

FVibeUEToolPreview FromCore(const vibeue::CallPreview& Preview)
{
	FVibeUEToolPreview Shown;
	Shown.Title = FromCore(Preview.title);
	Shown.Text = FromCore(Preview.text);
	Shown.bIsDiff = Preview.kind == vibeue::CallPreviewKind::Diff;
	Shown.bWouldFail = Preview.would_fail;
	return Shown;
}

vibeue::CallPreview ToCore(const FVibeUEToolPreview& Preview)
{
	vibeue::CallPreview CorePreview;
	const bool bIsKnown = Preview.bWouldFail || !Preview.Title.IsEmpty() || !Preview.Text.IsEmpty();
	const vibeue::CallPreviewKind Kind = Preview.bIsDiff ? vibeue::CallPreviewKind::Diff : vibeue::CallPreviewKind::Text;
	CorePreview.kind = bIsKnown ? Kind : vibeue::CallPreviewKind::Nothing;
	CorePreview.title = ToCore(Preview.Title);
	CorePreview.text = ToCore(Preview.Text);
	CorePreview.would_fail = Preview.bWouldFail;
	return CorePreview;
}

static TArray<FString> FromCore(const rust::Vec<rust::String>& Texts)
{
	TArray<FString> List;
	for (const rust::String& Text : Texts)
	{
		List.Add(FromCore(Text));
	}
	return List;
}

FVibeUEFileChanges FromCore(const vibeue::FileChanges& Changes)
{
	FVibeUEFileChanges FileChanges;
	FileChanges.Id = FromCore(Changes.id);
	FileChanges.Turn = FromCore(Changes.turn);
	FileChanges.TimeMs = FromCore(Changes.time_ms);
	FileChanges.Files = FromCore(Changes.files);
	FileChanges.bRestored = Changes.restored;
	return FileChanges;
}

FVibeUEFilesRestored FromCore(const vibeue::FileRestoreReport& Report)
{
	FVibeUEFilesRestored Outcome;
	Outcome.Error = FromCore(Report.status);
	Outcome.Restored = FromCore(Report.restored);
	Outcome.Removed = FromCore(Report.removed);
	for (const vibeue::FileLeft& Left : Report.left)
	{
		Outcome.Left.Add(FromCore(Left.path) + TEXT(": ") + FromCore(Left.why));
	}
	return Outcome;
}

static EVibeUEToolServerState FromCore(vibeue::ToolServerState State)
{
	switch (State)
	{
	case vibeue::ToolServerState::NeedsPermission:
		return EVibeUEToolServerState::NeedsPermission;
	case vibeue::ToolServerState::Unusable:
		return EVibeUEToolServerState::Unusable;
	case vibeue::ToolServerState::Starting:
		return EVibeUEToolServerState::Starting;
	case vibeue::ToolServerState::Ready:
		return EVibeUEToolServerState::Ready;
	case vibeue::ToolServerState::Failed:
		return EVibeUEToolServerState::Failed;
	case vibeue::ToolServerState::NeedsSignIn:
		return EVibeUEToolServerState::NeedsSignIn;
	case vibeue::ToolServerState::SigningIn:
		return EVibeUEToolServerState::SigningIn;
	case vibeue::ToolServerState::Elsewhere:
		return EVibeUEToolServerState::Elsewhere;
	case vibeue::ToolServerState::ElsewhereInProject:
		return EVibeUEToolServerState::ElsewhereInProject;
	case vibeue::ToolServerState::Stopped:
		break;
	}
	return EVibeUEToolServerState::Stopped;
}

FVibeUEToolServer FromCore(const vibeue::ToolServer& Server)
{
	FVibeUEToolServer ToolServer;
	ToolServer.Name = FromCore(Server.name);
	ToolServer.Origin = FromCore(Server.origin);
	ToolServer.File = FromCore(Server.file);
	ToolServer.Line = static_cast<int32>(FMath::Min<uint64>(Server.line, static_cast<uint64>(MAX_int32)));
	ToolServer.State = FromCore(Server.state);
	ToolServer.Words = FromCore(Server.words);
	ToolServer.Tools = FromCore(Server.tools);
	ToolServer.Variables = FromCore(Server.variables);
	ToolServer.Folder = FromCore(Server.folder);
	ToolServer.bTrustsHints = Server.trusts_hints;
	ToolServer.bIsEngine = Server.is_engine;
	ToolServer.bIsSignedIn = Server.is_signed_in;
	ToolServer.SignInPage = FromCore(Server.sign_in_page);
	ToolServer.SignOut = FromCore(Server.sign_out);
	return ToolServer;
}

EVibeUEToolAccess FromCore(vibeue::ToolAccess Access)
{
	switch (Access)
	{
	case vibeue::ToolAccess::Read:
		return EVibeUEToolAccess::Read;
	case vibeue::ToolAccess::Write:
		return EVibeUEToolAccess::Write;
	case vibeue::ToolAccess::Destructive:
		return EVibeUEToolAccess::Destructive;
	case vibeue::ToolAccess::Control:
		break;
	}
	return EVibeUEToolAccess::Control;
}

vibeue::ToolAccess ToCore(EVibeUEToolAccess Access)
{
	switch (Access)
	{
	case EVibeUEToolAccess::Read:
		return vibeue::ToolAccess::Read;
	case EVibeUEToolAccess::Write:
		return vibeue::ToolAccess::Write;
	case EVibeUEToolAccess::Destructive:
		return vibeue::ToolAccess::Destructive;
	case EVibeUEToolAccess::Control:
		break;
	}
	return vibeue::ToolAccess::Control;
}

EVibeUEToolEnd FromCore(vibeue::ToolEnd End)
{
	switch (End)
	{
	case vibeue::ToolEnd::Done:
		return EVibeUEToolEnd::Done;
	case vibeue::ToolEnd::Denied:
		return EVibeUEToolEnd::Denied;
	case vibeue::ToolEnd::Refused:
		return EVibeUEToolEnd::Refused;
	case vibeue::ToolEnd::TimedOut:
		return EVibeUEToolEnd::TimedOut;
	case vibeue::ToolEnd::Cancelled:
		return EVibeUEToolEnd::Cancelled;
	case vibeue::ToolEnd::Busy:
		return EVibeUEToolEnd::Busy;
	case vibeue::ToolEnd::Lost:
		return EVibeUEToolEnd::Lost;
	case vibeue::ToolEnd::Failed:
		break;
	}
	return EVibeUEToolEnd::Failed;
}

vibeue::ToolEnd ToCore(EVibeUEToolEnd End)
{
	switch (End)
	{
	case EVibeUEToolEnd::Done:
		return vibeue::ToolEnd::Done;
	case EVibeUEToolEnd::Denied:
		return vibeue::ToolEnd::Denied;
	case EVibeUEToolEnd::Refused:
		return vibeue::ToolEnd::Refused;
	case EVibeUEToolEnd::TimedOut:
		return vibeue::ToolEnd::TimedOut;
	case EVibeUEToolEnd::Cancelled:
		return vibeue::ToolEnd::Cancelled;
	case EVibeUEToolEnd::Busy:
		return vibeue::ToolEnd::Busy;
	case EVibeUEToolEnd::Lost:
		return vibeue::ToolEnd::Lost;
	case EVibeUEToolEnd::Failed:
		break;
	}
	return vibeue::ToolEnd::Failed;
}
} // namespace VibeUE
