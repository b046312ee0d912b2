// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "SAIChatWindow.h"

#include "Framework/MultiBox/MultiBoxBuilder.h"
#include "ISettingsModule.h"
#include "Modules/ModuleManager.h"
#include "Styling/AppStyle.h"
#include "Textures/SlateIcon.h"
#include "VibeUESettings.h"
#include "VibeUEStyle.h"
#include "Widgets/Images/SImage.h"
#include "Widgets/Input/SButton.h"
#include "Widgets/Input/SComboButton.h"
#include "Widgets/Layout/SBorder.h"
#include "Widgets/SBoxPanel.h"
#include "Widgets/SChatInput.h"
#include "Widgets/SChatMessageList.h"
#include "Widgets/SChatMessageRow.h"
#include "Widgets/SStatusLine.h"
#include "Widgets/SSummaryBadge.h"
#include "Widgets/STokenBar.h"
#include "Widgets/Text/STextBlock.h"

#define LOCTEXT_NAMESPACE "SAIChatWindow"

namespace SAIChatWindowPrivate
{
/** The history menu shows so many conversations. */
static constexpr int32 MostListed = 20;
} // namespace SAIChatWindowPrivate

void SAIChatWindow::Construct(const FArguments& InArgs)
{
	ChildSlot
	[
		SNew(SBorder)
		.BorderImage(FAppStyle::GetBrush("ToolPanel.GroupBorder"))
		.Padding(4.0f)
		[
			SNew(SVerticalBox)
			+ SVerticalBox::Slot()
			.AutoHeight()
			[
				MakeToolbar()
			]
			+ SVerticalBox::Slot()
			.FillHeight(1.0f)
			[
				SAssignNew(MessageList, SChatMessageList)
			]
			+ SVerticalBox::Slot()
			.AutoHeight()
			.Padding(4.0f, 2.0f)
			[
				SAssignNew(StatusLine, SStatusLine)
				.OnCancelled(this, &SAIChatWindow::HandleSummaryCancelled)
			]
			+ SVerticalBox::Slot()
			.AutoHeight()
			.HAlign(HAlign_Left)
			[
				SAssignNew(Badge, SSummaryBadge)
			]
			+ SVerticalBox::Slot()
			.AutoHeight()
			.Padding(4.0f, 2.0f)
			[
				SAssignNew(TokenBar, STokenBar)
			]
			+ SVerticalBox::Slot()
			.AutoHeight()
			.Padding(4.0f)
			[
				SAssignNew(Input, SChatInput)
				.IsBusy(this, &SAIChatWindow::IsBusy)
				.OnTextSent(this, &SAIChatWindow::HandleTextSent)
				.OnStopped(this, &SAIChatWindow::HandleStopped)
			]
		]
	];
	if (InArgs._Session)
	{
		SetSession(InArgs._Session);
		return;
	}
	const TArray<FString> Known = UChatSession::FindConversations();
	const bool bReopen = GetDefault<UVibeUESettings>()->bReopenLastConversation && Known.Num() > 0;
	OpenConversation(bReopen ? Known[0] : FString());
}

SAIChatWindow::~SAIChatWindow()
{
	UnbindSession();
}

TSharedRef<SWidget> SAIChatWindow::MakeToolbar()
{
	return SNew(SHorizontalBox)
		+ SHorizontalBox::Slot()
		.AutoWidth()
		[
			MakeButton("VibeUE.New", LOCTEXT("New", "New"), LOCTEXT("NewTip", "Begin a new conversation; this one stays in the history."),
				&SAIChatWindow::HandleNewClicked)
		]
		+ SHorizontalBox::Slot()
		.AutoWidth()
		[
			SNew(SComboButton)
			.ToolTipText(LOCTEXT("HistoryTip", "Open an earlier conversation."))
			.OnGetMenuContent(this, &SAIChatWindow::MakeHistoryMenu)
			.ButtonContent()
			[
				SNew(STextBlock)
				.Text(LOCTEXT("History", "History"))
			]
		]
		+ SHorizontalBox::Slot()
		.FillWidth(1.0f)
		.VAlign(VAlign_Center)
		.Padding(8.0f, 0.0f)
		[
			SNew(STextBlock)
			.Text(this, &SAIChatWindow::GetTitle)
		]
		+ SHorizontalBox::Slot()
		.AutoWidth()
		[
			MakeButton("VibeUE.Summarize", LOCTEXT("Summarize", "Summarize now"),
				LOCTEXT("SummarizeTip", "Condense the earlier messages now, whatever the budget."), &SAIChatWindow::HandleSummarizeClicked)
		]
		+ SHorizontalBox::Slot()
		.AutoWidth()
		[
			MakeButton("VibeUE.Summarize", LOCTEXT("Preview", "Preview"),
				LOCTEXT("PreviewTip", "Show what summarizing now would do; nothing is changed."), &SAIChatWindow::HandlePreviewClicked)
		]
		+ SHorizontalBox::Slot()
		.AutoWidth()
		[
			SNew(SButton)
			.IsEnabled(this, &SAIChatWindow::CanUndo)
			.Text(LOCTEXT("Undo", "Undo"))
			.ToolTipText(LOCTEXT("UndoTip", "Take the last summarization back: the model sees the original messages again."))
			.OnClicked(this, &SAIChatWindow::HandleUndoClicked)
		]
		+ SHorizontalBox::Slot()
		.AutoWidth()
		[
			SNew(SButton)
			.Text(LOCTEXT("Settings", "Settings"))
			.ToolTipText(LOCTEXT("SettingsTip", "Choose model, key and when to summarize."))
			.OnClicked(this, &SAIChatWindow::HandleSettingsClicked)
		];
}

TSharedRef<SWidget> SAIChatWindow::MakeButton(const FName& Icon, const FText& Label, const FText& Tip, FReply (SAIChatWindow::*Handler)())
{
	return SNew(SButton)
		.ToolTipText(Tip)
		.OnClicked(this, Handler)
		[
			SNew(SHorizontalBox)
			+ SHorizontalBox::Slot()
			.AutoWidth()
			.VAlign(VAlign_Center)
			[
				SNew(SImage)
				.Image(FVibeUEStyle::GetBrush(Icon))
			]
			+ SHorizontalBox::Slot()
			.AutoWidth()
			.VAlign(VAlign_Center)
			.Padding(4.0f, 0.0f, 0.0f, 0.0f)
			[
				SNew(STextBlock)
				.Text(Label)
			]
		];
}

TSharedRef<SWidget> SAIChatWindow::MakeHistoryMenu()
{
	FMenuBuilder Menu(true, nullptr);
	const TArray<FString> Known = UChatSession::FindConversations();
	for (int32 Index = 0; Index < FMath::Min(Known.Num(), SAIChatWindowPrivate::MostListed); ++Index)
	{
		Menu.AddMenuEntry(FText::FromString(Known[Index]), LOCTEXT("OpenTip", "Open this conversation."), FSlateIcon(),
			FUIAction(FExecuteAction::CreateSP(this, &SAIChatWindow::OpenConversation, Known[Index])));
	}
	return Menu.MakeWidget();
}

void SAIChatWindow::OpenConversation(const FString& ConversationId)
{
	// The old one is closed first: the same conversation may be asked for again.
	SetSession(nullptr);
	SetSession(UChatSession::OpenConversation(ConversationId));
	bOwnsSession = true;
}

void SAIChatWindow::SetSession(UChatSession* InSession)
{
	UnbindSession();
	Session.Reset(InSession);
	MessageList->SetSession(InSession);
	Badge->Dismiss();
	bCanUndo = false;
	if (InSession)
	{
		InSession->OnOpened().AddSP(this, &SAIChatWindow::HandleOpened);
		InSession->OnStateChanged().AddSP(this, &SAIChatWindow::HandleStateChanged);
		InSession->OnTokenUsageChanged().AddSP(this, &SAIChatWindow::HandleUsageChanged);
		InSession->OnSummarizationStarted().AddSP(this, &SAIChatWindow::HandleSummarizationStarted);
		InSession->OnSummarizationEnded().AddSP(this, &SAIChatWindow::HandleSummarizationEnded);
		InSession->OnHistoryChanged().AddSP(this, &SAIChatWindow::HandleHistoryChanged);
		HandleStateChanged(InSession->GetState());
		HandleHistoryChanged();
	}
}

void SAIChatWindow::UnbindSession()
{
	if (!Session.IsValid())
	{
		return;
	}
	Session->OnOpened().RemoveAll(this);
	Session->OnStateChanged().RemoveAll(this);
	Session->OnTokenUsageChanged().RemoveAll(this);
	Session->OnSummarizationStarted().RemoveAll(this);
	Session->OnSummarizationEnded().RemoveAll(this);
	Session->OnHistoryChanged().RemoveAll(this);
	if (bOwnsSession)
	{
		Session->Close();
	}
	bOwnsSession = false;
	Session.Reset();
}

FReply SAIChatWindow::HandleNewClicked()
{
	OpenConversation(FString());
	return FReply::Handled();
}

FReply SAIChatWindow::HandleSummarizeClicked()
{
	if (Session.IsValid())
	{
		Session->ForceSummarize(FString());
	}
	return FReply::Handled();
}

FReply SAIChatWindow::HandlePreviewClicked()
{
	if (Session.IsValid())
	{
		Session->PreviewSummarization(FString());
	}
	return FReply::Handled();
}

FReply SAIChatWindow::HandleUndoClicked()
{
	if (Session.IsValid())
	{
		Session->UndoSummarization();
	}
	return FReply::Handled();
}

FReply SAIChatWindow::HandleSettingsClicked()
{
	if (ISettingsModule* Settings = FModuleManager::GetModulePtr<ISettingsModule>("Settings"))
	{
		const UVibeUESettings* Page = GetDefault<UVibeUESettings>();
		Settings->ShowViewer(Page->GetContainerName(), Page->GetCategoryName(), Page->GetSectionName());
	}
	return FReply::Handled();
}

bool SAIChatWindow::HandleTextSent(const FString& Text)
{
	return Session.IsValid() && Session->SubmitUserMessage(Text);
}

void SAIChatWindow::HandleStopped()
{
	if (Session.IsValid())
	{
		Session->CancelTurn();
	}
}

void SAIChatWindow::HandleSummaryCancelled()
{
	if (Session.IsValid())
	{
		Session->CancelSummarization();
	}
}

void SAIChatWindow::HandleOpened(bool)
{
	HandleHistoryChanged();
}

void SAIChatWindow::HandleStateChanged(EVibeUEChatState State)
{
	if (Session.IsValid() && Session->IsSummarizing())
	{
		return;
	}
	switch (State)
	{
	case EVibeUEChatState::Opening:
		StatusLine->SetActivity(LOCTEXT("Opening", "Opening the conversation\u2026"), false);
		break;
	case EVibeUEChatState::Preparing:
		StatusLine->SetActivity(LOCTEXT("Preparing", "Preparing the request\u2026"), false);
		break;
	case EVibeUEChatState::Compacting:
		StatusLine->SetActivity(LOCTEXT("Compacting", "Making room for the request\u2026"), false);
		break;
	case EVibeUEChatState::Streaming:
		StatusLine->SetActivity(LOCTEXT("Streaming", "Answering\u2026"), false);
		break;
	case EVibeUEChatState::WaitingForTools:
		StatusLine->SetActivity(LOCTEXT("Tools", "Waiting for tools\u2026"), false);
		break;
	case EVibeUEChatState::Failed:
		StatusLine->SetOutcome(LOCTEXT("Failed", "The conversation could not be opened; the reason is above."));
		break;
	case EVibeUEChatState::Closed:
		StatusLine->SetOutcome(LOCTEXT("Closed", "The conversation is closed."));
		break;
	case EVibeUEChatState::Idle:
		// What came of a summarization is read as long as its notice stands.
		StatusLine->SetOutcome(Badge->IsShown() ? SummaryOutcome : FText::GetEmpty());
		break;
	}
}

void SAIChatWindow::HandleUsageChanged(const FVibeUETokenUsage&)
{
	RefreshUsage();
}

void SAIChatWindow::HandleSummarizationStarted(const FString&)
{
	StatusLine->SetActivity(LOCTEXT("Summarizing", "Summarizing conversation history\u2026"), true);
}

void SAIChatWindow::HandleSummarizationEnded(const FVibeUESummarization& Summarization)
{
	if (Summarization.bPreview && Summarization.End == EVibeUESummaryEnd::Applied)
	{
		StatusLine->SetOutcome(FText::GetEmpty());
		return;
	}
	switch (Summarization.End)
	{
	case EVibeUESummaryEnd::Applied:
		SummaryOutcome = FText::Format(LOCTEXT("Applied", "Summarized: {0} \u2192 {1} tokens"), FText::AsNumber(Summarization.TokensBefore),
			FText::AsNumber(Summarization.TokensAfter));
		StatusLine->SetOutcome(SummaryOutcome);
		Badge->Show(Summarization, GetDefault<UVibeUESettings>()->NoticeSeconds);
		break;
	case EVibeUESummaryEnd::Cancelled:
		StatusLine->SetOutcome(LOCTEXT("Cancelled", "Summarization cancelled; the conversation is as it was."));
		break;
	case EVibeUESummaryEnd::Failed:
		StatusLine->SetOutcome(FText::Format(LOCTEXT("SummaryFailed", "Summarization failed: {0} The conversation is as it was and goes on."),
			FText::FromString(Summarization.Failure.Message)));
		MessageList->AddNotice(EChatRowKind::Warning, Summarization.Failure.Message, Summarization.Failure.Hint);
		break;
	}
	for (const FString& Warning : Summarization.Warnings)
	{
		MessageList->AddNotice(EChatRowKind::Warning, Warning, FString());
	}
}

void SAIChatWindow::HandleHistoryChanged()
{
	bCanUndo = false;
	if (Session.IsValid())
	{
		for (const FVibeUESummaryRow& Row : Session->GetSummaries())
		{
			bCanUndo = bCanUndo || Row.bInForce;
		}
	}
	RefreshUsage();
}

bool SAIChatWindow::IsBusy() const
{
	if (!Session.IsValid())
	{
		return false;
	}
	const EVibeUEChatState State = Session->GetState();
	return State == EVibeUEChatState::Preparing || State == EVibeUEChatState::Compacting || State == EVibeUEChatState::Streaming ||
		State == EVibeUEChatState::WaitingForTools;
}

bool SAIChatWindow::CanUndo() const
{
	return bCanUndo;
}

FText SAIChatWindow::GetTitle() const
{
	if (!Session.IsValid())
	{
		return FText::GetEmpty();
	}
	const FString Title = Session->GetTitle();
	const FString Model = Session->GetModelId();
	return Title.IsEmpty() ? FText::FromString(Model)
						   : FText::Format(LOCTEXT("Title", "{0} ({1})"), FText::FromString(Title), FText::FromString(Model));
}

void SAIChatWindow::RefreshUsage()
{
	if (Session.IsValid())
	{
		TokenBar->SetUsage(Session->GetTokenBreakdown(), Session->GetTrigger(), Session->GetCosts());
	}
}

#undef LOCTEXT_NAMESPACE
