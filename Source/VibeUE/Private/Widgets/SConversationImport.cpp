// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Widgets/SConversationImport.h"

#include "ConversationFiles.h"
#include "DesktopPlatformModule.h"
#include "Framework/Application/SlateApplication.h"
#include "IDesktopPlatform.h"
#include "Layout/Margin.h"
#include "Misc/Paths.h"
#include "VibeUEStyle.h"
#include "Widgets/Announcements.h"
#include "Widgets/ConversationTexts.h"
#include "Widgets/Input/SButton.h"
#include "Widgets/Layout/SBorder.h"
#include "Widgets/Layout/SBox.h"
#include "Widgets/Layout/SScrollBox.h"
#include "Widgets/SBoxPanel.h"
#include "Widgets/SChatButton.h"
#include "Widgets/SChatIconButton.h"
#include "Widgets/SImportRepairs.h"
#include "Widgets/Text/STextBlock.h"
#include "WordColors.h"

#define LOCTEXT_NAMESPACE "SConversationImport"

namespace SConversationImportPrivate
{
/** The room for what is said about files, in Slate units; more is scrolled. */
static constexpr float MostHeight = 160.0f;
} // namespace SConversationImportPrivate

void SConversationImport::Construct(const FArguments& InArgs)
{
	OnImported = InArgs._OnImported;
	OnOpened = InArgs._OnOpened;
	SetVisibility(TAttribute<EVisibility>::CreateSP(this, &SConversationImport::GetShownVisibility));
	ChildSlot
	.Padding(0.0f, 0.0f, 0.0f, 6.0f)
	[
		SNew(SBorder)
		.BorderImage(FVibeUEStyle::GetBrush("VibeUE.Box.Asking"))
		.Padding(FMargin(10.0f, 4.0f, 4.0f, 4.0f))
		[
			SNew(SVerticalBox)
			+ SVerticalBox::Slot()
			.AutoHeight()
			[
				MakeHead()
			]
			+ SVerticalBox::Slot()
			.AutoHeight()
			[
				SNew(SBox)
				.MaxDesiredHeight(SConversationImportPrivate::MostHeight)
				[
					SNew(SScrollBox)
					.ScrollWhenFocusChanges(EScrollWhenFocusChanges::InstantScroll)
					+ SScrollBox::Slot()
					[
						SAssignNew(Lines, SVerticalBox)
					]
				]
			]
		]
	];
}

TSharedRef<SWidget> SConversationImport::MakeHead()
{
	return SNew(SHorizontalBox)
		+ SHorizontalBox::Slot()
		.FillWidth(1.0f)
		.VAlign(VAlign_Center)
		[
			SNew(STextBlock)
			.Text(this, &SConversationImport::GetHeadText)
			.TextStyle(FVibeUEStyle::GetText("VibeUE.Text.SmallBold"))
			.AutoWrapText(true)
		]
		+ SHorizontalBox::Slot()
		.AutoWidth()
		.VAlign(VAlign_Center)
		[
			SNew(SChatButton)
			.Visibility(this, &SConversationImport::GetStopVisibility)
			.ContentPadding(FMargin(10.0f, 3.0f))
			.Text(LOCTEXT("Stop", "Cancel"))
			.ToolTipText(LOCTEXT("StopTip", "Skip the files that have not been read yet. Conversations that were imported stay."))
			.OnClicked(this, &SConversationImport::HandleStopClicked)
		]
		+ SHorizontalBox::Slot()
		.AutoWidth()
		.VAlign(VAlign_Center)
		[
			SNew(SBox)
			.Visibility(this, &SConversationImport::GetCloseVisibility)
			[
				SNew(SChatIconButton)
				.Icon("VibeUE.Close.Small")
				.ToolTipText(LOCTEXT("CloseTip", "Close this report. Conversations that were imported stay."))
				.OnClicked(this, &SConversationImport::HandleCloseClicked)
			]
		];
}

TSharedRef<SWidget> SConversationImport::MakeLine(const FImportedConversation& File)
{
	const bool bIsRefused = File.Problem.Kind != EVibeUEFailure::None;
	const TSharedRef<SHorizontalBox> Line = SNew(SHorizontalBox)
		+ SHorizontalBox::Slot()
		.FillWidth(1.0f)
		.VAlign(VAlign_Center)
		[
			SNew(STextBlock)
			.Text(FConversationTexts::Imported(File))
			.TextStyle(FVibeUEStyle::GetText("VibeUE.Text.Small"))
			.ColorAndOpacity_Static(bIsRefused ? &FWordColors::GetError : &FWordColors::GetQuiet)
			.AutoWrapText(true)
		];
	if (!bIsRefused)
	{
		Line->AddSlot()
		.AutoWidth()
		.VAlign(VAlign_Center)
		.Padding(6.0f, 0.0f, 0.0f, 0.0f)
		[
			SNew(SChatButton)
			.ContentPadding(FMargin(10.0f, 1.0f))
			.Text(LOCTEXT("Open", "Open"))
			.ToolTipText(LOCTEXT("OpenTip", "Open the conversation that this file became."))
			.OnClicked(this, &SConversationImport::HandleOpenClicked, File.Id)
		];
	}
	if (File.Repairs.Num() < 2)
	{
		return Line;
	}
	return SNew(SVerticalBox)
		+ SVerticalBox::Slot()
		.AutoHeight()
		[
			Line
		]
		+ SVerticalBox::Slot()
		.AutoHeight()
		[
			SNew(SImportRepairs).Repairs(File.Repairs)
		];
}

void SConversationImport::Ask()
{
	IDesktopPlatform* Desktop = FDesktopPlatformModule::Get();
	TArray<FString> Files;
	const FString Types = LOCTEXT("Files", "Conversations").ToString() + TEXT("|*.md;*.json;*.jsonl;*.ndjson|") + LOCTEXT("AllFiles", "All files").ToString() + TEXT("|*.*");
	if (Import.IsValid() || !Desktop ||
		!Desktop->OpenFileDialog(FSlateApplication::Get().FindBestParentWindowHandleForDialogs(nullptr), LOCTEXT("Dialog", "Import Conversations").ToString(), FPaths::ProjectDir(),
			FString(), Types, EFileDialogFlags::Multiple, Files) ||
		Files.Num() == 0)
	{
		return;
	}
	for (FString& File : Files)
	{
		// The core knows nothing of the folder to which the engine's paths are relative.
		File = FPaths::ConvertRelativePathToFull(File);
	}
	Lines->ClearChildren();
	Chosen = Files.Num();
	Import = MakeUnique<FConversationImport>(FConversationFiles::GetFolder(), Files);
	RegisterActiveTimer(0.05f, FWidgetActiveTimerDelegate::CreateSP(this, &SConversationImport::HandleTime));
}

EActiveTimerReturnType SConversationImport::HandleTime(double, float)
{
	if (!Import->IsFinished())
	{
		return EActiveTimerReturnType::Continue;
	}
	const TArray<FImportedConversation> Files = Import->GetFiles();
	Import.Reset();
	Taken = 0;
	for (const FImportedConversation& File : Files)
	{
		Taken += File.Problem.Kind == EVibeUEFailure::None ? 1 : 0;
		Lines->AddSlot()
		.AutoHeight()
		.Padding(0.0f, 2.0f)
		[
			MakeLine(File)
		];
	}
	FAnnouncements::Say(GetHeadText(), EAnnouncement::Note);
	if (Taken > 0)
	{
		OnImported.ExecuteIfBound();
	}
	return EActiveTimerReturnType::Stop;
}

FReply SConversationImport::HandleStopClicked()
{
	if (Import.IsValid())
	{
		Import->Cancel();
	}
	return FReply::Handled();
}

FReply SConversationImport::HandleCloseClicked()
{
	Chosen = 0;
	Lines->ClearChildren();
	return FReply::Handled();
}

FReply SConversationImport::HandleOpenClicked(FString Id)
{
	OnOpened.ExecuteIfBound(Id);
	return FReply::Handled();
}

EVisibility SConversationImport::GetShownVisibility() const
{
	return Chosen > 0 ? EVisibility::Visible : EVisibility::Collapsed;
}

EVisibility SConversationImport::GetStopVisibility() const
{
	return Import.IsValid() ? EVisibility::Visible : EVisibility::Collapsed;
}

EVisibility SConversationImport::GetCloseVisibility() const
{
	return Import.IsValid() ? EVisibility::Collapsed : EVisibility::Visible;
}

FText SConversationImport::GetHeadText() const
{
	return Import.IsValid() ? FText::Format(LOCTEXT("Reading", "Importing\u2026 (files: {0})"), FText::AsNumber(Chosen))
							: FText::Format(LOCTEXT("Done", "Imported: {0} of {1}"), FText::AsNumber(Taken), FText::AsNumber(Chosen));
}

#undef LOCTEXT_NAMESPACE
