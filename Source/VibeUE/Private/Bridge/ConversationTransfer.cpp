// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Bridge/ConversationTransfer.h"

#include "Bridge/CoreConversions.h"
#include "Bridge/CoreSentences.h"
#include "Bridge/CoreText.h"

namespace ConversationTransferPrivate
{
static vibeue::ConversationForm ToCore(EConversationForm Form)
{
	switch (Form)
	{
	case EConversationForm::Transcript:
		return vibeue::ConversationForm::Transcript;
	case EConversationForm::Journal:
		return vibeue::ConversationForm::Journal;
	default:
		return vibeue::ConversationForm::Markdown;
	}
}

static rust::Box<vibeue::ConversationImport> Start(const FString& Folder, const TArray<FString>& Files)
{
	const TArray<rust::String> Paths = VibeUE::ToCore(Files);
	return vibeue::start_conversation_import(
		VibeUE::ToCore(Folder), rust::Slice<const rust::String>(Paths.GetData(), static_cast<std::size_t>(Paths.Num())));
}
} // namespace ConversationTransferPrivate

FConversationExport::FConversationExport(const FString& Folder, const FString& Id, const FString& Path, EConversationForm Form)
	: Writing(vibeue::start_conversation_export(
		  VibeUE::ToCore(Folder), VibeUE::ToCore(Id), VibeUE::ToCore(Path), ConversationTransferPrivate::ToCore(Form)))
{
}

FString FConversationExport::GetExtension(EConversationForm Form)
{
	return VibeUE::FromCore(vibeue::conversation_extension(ConversationTransferPrivate::ToCore(Form)));
}

bool FConversationExport::IsFinished() const
{
	return Writing->is_finished();
}

FVibeUEError FConversationExport::GetProblem() const
{
	return VibeUE::FromCore(Writing->report().status);
}

FString FConversationExport::GetPath() const
{
	return VibeUE::FromCore(Writing->report().path);
}

int64 FConversationExport::GetMasked() const
{
	return VibeUE::FromCore(static_cast<uint64>(Writing->report().masked));
}

TArray<FString> FConversationExport::GetLost() const
{
	TArray<FString> Lost;
	for (const rust::String& Result : Writing->report().lost)
	{
		Lost.Add(FCoreSentences::FromCore(Result));
	}
	return Lost;
}

FConversationImport::FConversationImport(const FString& Folder, const TArray<FString>& Files)
	: Reading(ConversationTransferPrivate::Start(Folder, Files))
{
}

bool FConversationImport::IsFinished() const
{
	return Reading->is_finished();
}

void FConversationImport::Cancel()
{
	Reading->cancel();
}

TArray<FImportedConversation> FConversationImport::GetFiles() const
{
	TArray<FImportedConversation> Files;
	for (const vibeue::ImportedFile& File : Reading->files())
	{
		FImportedConversation& Imported = Files.AddDefaulted_GetRef();
		Imported.Name = VibeUE::FromCore(File.name);
		Imported.Id = VibeUE::FromCore(File.id);
		Imported.Messages = VibeUE::FromCore(static_cast<uint64>(File.messages));
		for (const rust::String& Repair : File.repairs)
		{
			Imported.Repairs.Add(FCoreSentences::FromCore(Repair));
		}
		Imported.Problem = VibeUE::FromCore(File.status);
	}
	return Files;
}
