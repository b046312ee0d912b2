// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Widgets/SToolServerList.h"

#include "ChatLinks.h"
#include "Layout/Margin.h"
#include "Misc/Paths.h"
#include "Styling/AppStyle.h"
#include "Styling/StyleColors.h"
#include "VibeUEStyle.h"
#include "Widgets/Layout/SBorder.h"
#include "Widgets/Layout/SBox.h"
#include "Widgets/Layout/SScrollBox.h"
#include "Widgets/Layout/SWrapBox.h"
#include "Widgets/QuietWords.h"
#include "Widgets/SBoxPanel.h"
#include "Widgets/SChatButton.h"
#include "Widgets/SChatLinkRow.h"
#include "Widgets/SToolPreview.h"
#include "Widgets/Text/STextBlock.h"
#include "WordColors.h"

#define LOCTEXT_NAMESPACE "SToolServerList"

namespace SToolServerListPrivate
{
/** Slate units from which on the list scrolls. */
static constexpr float MostHeight = 300.0f;

/** Slate units of a line of a row: its buttons are higher than its words. */
static constexpr float LineHeight = 22.0f;

/** Slate units that the edges of a row and the scroll bar take next to the name of a server. */
static constexpr float WidthBesideTitle = 40.0f;

static void AddTo(SWrapBox& Header, const TSharedRef<SWidget>& Widget, float Behind)
{
	Header.AddSlot()
	.Padding(0.0f, 1.0f, Behind, 1.0f)
	[
		SNew(SBox)
		.MinDesiredHeight(LineHeight)
		.VAlign(VAlign_Center)
		[
			Widget
		]
	];
}

/** A server says what it likes: what hides is shown. */
static FText Honest(const FString& Text)
{
	return FText::FromString(SToolPreview::MakeHonest(Text));
}

static FText GetTitle(const FVibeUEToolServer& Server)
{
	return Honest(Server.Name.IsEmpty() ? FPaths::GetCleanFilename(Server.File) : Server.Name);
}

static FText GetStateText(const FVibeUEToolServer& Server)
{
	switch (Server.State)
	{
	case EVibeUEToolServerState::NeedsPermission:
		return LOCTEXT("NeedsPermission", "waits for your permission");
	case EVibeUEToolServerState::Unusable:
		return LOCTEXT("Unusable", "cannot be used");
	case EVibeUEToolServerState::Starting:
		return LOCTEXT("Starting", "starting\u2026");
	case EVibeUEToolServerState::Ready:
		return Server.Tools.Num() == 1 ? LOCTEXT("ReadyOne", "ready, 1 tool")
									   : FText::Format(LOCTEXT("Ready", "ready, {0} tools"), FText::AsNumber(Server.Tools.Num()));
	case EVibeUEToolServerState::Failed:
		return LOCTEXT("Failed", "failed");
	case EVibeUEToolServerState::NeedsSignIn:
		return LOCTEXT("NeedsSignIn", "requires a sign-in");
	case EVibeUEToolServerState::SigningIn:
		return LOCTEXT("SigningIn", "waits for your browser\u2026");
	case EVibeUEToolServerState::Elsewhere:
		return LOCTEXT("Elsewhere", "keeps a list of your servers");
	case EVibeUEToolServerState::ElsewhereInProject:
		return LOCTEXT("ElsewhereInProject", "has a list in this project");
	case EVibeUEToolServerState::Stopped:
		break;
	}
	return LOCTEXT("Stopped", "stopped");
}

static FSlateColor GetStateColor(EVibeUEToolServerState State)
{
	switch (State)
	{
	case EVibeUEToolServerState::NeedsPermission:
	case EVibeUEToolServerState::NeedsSignIn:
	case EVibeUEToolServerState::SigningIn:
		return FStyleColors::AccentBlue;
	case EVibeUEToolServerState::Unusable:
	case EVibeUEToolServerState::Failed:
		return FWordColors::GetError();
	case EVibeUEToolServerState::Ready:
		return FStyleColors::AccentGreen;
	case EVibeUEToolServerState::Starting:
	case EVibeUEToolServerState::Stopped:
	case EVibeUEToolServerState::Elsewhere:
	case EVibeUEToolServerState::ElsewhereInProject:
		break;
	}
	return FWordColors::GetQuiet();
}

/** Another program keeps the list. */
static bool IsElsewhere(EVibeUEToolServerState State)
{
	return State == EVibeUEToolServerState::Elsewhere || State == EVibeUEToolServerState::ElsewhereInProject;
}

/** A server of the editor's own that does not answer may be started from here. */
static bool IsSilent(EVibeUEToolServerState State)
{
	return State == EVibeUEToolServerState::Failed || State == EVibeUEToolServerState::Stopped;
}

static FText GetStartText(EToolServerStart Start)
{
	switch (Start)
	{
	case EToolServerStart::NotKnown:
		return LOCTEXT("StartUnknown",
			"The editor does not know the command ModelContextProtocol.StartServer. Turn on the plugins Unreal MCP and All Toolsets (Unreal Engine 5.8 or later) and restart the editor.");
	case EToolServerStart::Asked:
		return LOCTEXT("StartSilent", "The editor was told to start its server, and no server of this project answers. The editor's log says why.");
	case EToolServerStart::NotAsked:
		break;
	}
	return FText::GetEmpty();
}

static FText GetPlace(const FVibeUEToolServer& Server)
{
	return Server.Line > 0 ? FText::Format(LOCTEXT("PlaceWithLine", "In {0}, line {1}"), Honest(Server.File), FText::AsNumber(Server.Line))
						   : FText::Format(LOCTEXT("Place", "In {0}"), Honest(Server.File));
}

static int32 Count(const TArray<FVibeUEToolServer>& Servers, EVibeUEToolServerState State)
{
	int32 Found = 0;
	for (const FVibeUEToolServer& Server : Servers)
	{
		Found += Server.State == State ? 1 : 0;
	}
	return Found;
}
} // namespace SToolServerListPrivate

void SToolServerList::Construct(const FArguments& InArgs)
{
	OnAllowed = InArgs._OnAllowed;
	OnListUsed = InArgs._OnListUsed;
	OnRestarted = InArgs._OnRestarted;
	OnStarted = InArgs._OnStarted;
	OnSignIn = InArgs._OnSignIn;
	OnSignOut = InArgs._OnSignOut;
	OnReloaded = InArgs._OnReloaded;
	ChildSlot
	[
		SNew(SVerticalBox)
		+ SVerticalBox::Slot()
		.AutoHeight()
		[
			SNew(SBox)
			.MaxDesiredHeight(SToolServerListPrivate::MostHeight)
			[
				SNew(SScrollBox)
				.Orientation(Orient_Vertical)
				.ScrollWhenFocusChanges(EScrollWhenFocusChanges::InstantScroll)
				+ SScrollBox::Slot()
				[
					SAssignNew(Rows, SVerticalBox)
				]
			]
		]
		+ SVerticalBox::Slot()
		.AutoHeight()
		.HAlign(HAlign_Left)
		.Padding(0.0f, 2.0f, 0.0f, 6.0f)
		[
			SNew(SChatButton)
			.ContentPadding(FMargin(6.0f, 1.0f))
			.Text(LOCTEXT("Reload", "Read the lists again"))
			.ToolTipText(LOCTEXT("ReloadTip", "Stop all servers, reload the lists and start what is allowed."))
			.OnClicked(this, &SToolServerList::HandleReloadClicked)
		]
	];
}

void SToolServerList::SetServers(const TArray<FVibeUEToolServer>& Servers)
{
	Keyboard.Note(NamedRows);
	NamedRows.Empty();
	Rows->ClearChildren();
	for (const FVibeUEToolServer& Server : Servers)
	{
		if (Server.bIsEngine && Server.State == EVibeUEToolServerState::Ready)
		{
			Start = EToolServerStart::NotAsked;
		}
		const TSharedRef<SWidget> Row = MakeRow(Server);
		// A list of another program has no name.
		NamedRows.Add(FNamedRow{Server.Name.IsEmpty() ? Server.File : Server.Name, Row});
		Rows->AddSlot()
		.AutoHeight()
		.Padding(0.0f, 0.0f, 0.0f, 4.0f)
		[
			Row
		];
	}
	if (Keyboard.IsNoted())
	{
		RegisterActiveTimer(0.0f, FWidgetActiveTimerDelegate::CreateSP(this, &SToolServerList::HandleKeyboard));
	}
}

EActiveTimerReturnType SToolServerList::HandleKeyboard(double, float)
{
	Keyboard.GiveBack(NamedRows, SharedThis(this));
	return EActiveTimerReturnType::Stop;
}

FText SToolServerList::Describe(const TArray<FVibeUEToolServer>& Servers)
{
	if (Servers.IsEmpty())
	{
		return FText::GetEmpty();
	}
	const int32 Waiting = SToolServerListPrivate::Count(Servers, EVibeUEToolServerState::NeedsPermission);
	const int32 Wrong = SToolServerListPrivate::Count(Servers, EVibeUEToolServerState::Failed) +
		SToolServerListPrivate::Count(Servers, EVibeUEToolServerState::Unusable);
	const int32 Elsewhere = SToolServerListPrivate::Count(Servers, EVibeUEToolServerState::Elsewhere) +
		SToolServerListPrivate::Count(Servers, EVibeUEToolServerState::ElsewhereInProject);
	if (Elsewhere == Servers.Num())
	{
		return FText::Format(LOCTEXT("ListsFound", "Server lists found: {0}"), FText::AsNumber(Elsewhere));
	}
	const FText Total = FText::AsNumber(Servers.Num() - Elsewhere);
	if (Waiting > 0)
	{
		return FText::Format(LOCTEXT("SomeWait", "Servers: {0} of {1} need permission"), FText::AsNumber(Waiting), Total);
	}
	const int32 SignIns = SToolServerListPrivate::Count(Servers, EVibeUEToolServerState::NeedsSignIn) +
		SToolServerListPrivate::Count(Servers, EVibeUEToolServerState::SigningIn);
	if (SignIns > 0)
	{
		return FText::Format(LOCTEXT("SomeSignIn", "Servers: {0} of {1} need a sign-in"), FText::AsNumber(SignIns), Total);
	}
	if (Wrong > 0)
	{
		return FText::Format(LOCTEXT("SomeFailed", "Servers: {0} of {1} failed"), FText::AsNumber(Wrong), Total);
	}
	return FText::Format(LOCTEXT("AllWell", "Servers: {0}"), Total);
}

FText SToolServerList::DescribeFailure(const TArray<FVibeUEToolServer>& Servers)
{
	for (const FVibeUEToolServer& Server : Servers)
	{
		if (Server.State == EVibeUEToolServerState::Failed)
		{
			FString Words = Server.Words;
			Words.ReplaceInline(TEXT("\n"), TEXT(" "));
			return FText::Format(LOCTEXT("ServerFailed", "The server {0} failed: {1}"), SToolServerListPrivate::GetTitle(Server),
				SToolServerListPrivate::Honest(Words));
		}
	}
	return FText::GetEmpty();
}

TSharedRef<SWidget> SToolServerList::MakeRow(const FVibeUEToolServer& Server)
{
	const TSharedRef<SVerticalBox> Lines = SNew(SVerticalBox);
	Lines->AddSlot()
	.AutoHeight()
	[
		MakeHeader(Server)
	];
	const bool bIsWrong = Server.State == EVibeUEToolServerState::Failed || Server.State == EVibeUEToolServerState::Unusable;
	FQuietWords::AddLine(*Lines, SToolServerListPrivate::Honest(Server.Origin), false);
	FQuietWords::AddLine(*Lines, SToolServerListPrivate::Honest(Server.Words), bIsWrong);
	if (Server.bIsEngine && SToolServerListPrivate::IsSilent(Server.State))
	{
		FQuietWords::AddLine(*Lines, SToolServerListPrivate::GetStartText(Start), true);
	}
	if (!Server.SignOut.IsEmpty())
	{
		FQuietWords::AddLine(*Lines, FText::Format(LOCTEXT("SignedOut", "Signed out: {0}"), SToolServerListPrivate::Honest(Server.SignOut)), false);
	}
	const bool bIsAsked = Server.State == EVibeUEToolServerState::NeedsPermission;
	if (!Server.File.IsEmpty() && (bIsWrong || bIsAsked || SToolServerListPrivate::IsElsewhere(Server.State)))
	{
		FQuietWords::AddLine(*Lines, SToolServerListPrivate::GetPlace(Server), false);
	}
	if (bIsAsked && Server.Variables.Num() > 0)
	{
		FQuietWords::AddLine(*Lines, FText::Format(LOCTEXT("Variables", "Its variables and headers: {0}"), SToolServerListPrivate::Honest(FString::Join(Server.Variables, TEXT(", ")))), false);
	}
	if (bIsAsked && !Server.Folder.IsEmpty())
	{
		FQuietWords::AddLine(*Lines, FText::Format(LOCTEXT("Folder", "It runs in {0}"), SToolServerListPrivate::Honest(Server.Folder)), false);
	}
	if (bIsAsked && Server.bTrustsHints)
	{
		FQuietWords::AddLine(*Lines, LOCTEXT("TrustsHints", "Its claims about which of its tools are read-only are trusted."), true);
	}
	const bool bSignsIn = Server.State == EVibeUEToolServerState::NeedsSignIn || Server.State == EVibeUEToolServerState::SigningIn;
	if (!Server.SignInPage.IsEmpty())
	{
		AddPage(*Lines, Server.SignInPage);
	}
	return SNew(SBorder)
		.BorderImage(FVibeUEStyle::GetBrush(bIsAsked || bSignsIn ? "VibeUE.Box.Asking" : bIsWrong ? "VibeUE.Box.Error" : "VibeUE.Box.Card"))
		.Padding(FMargin(8.0f, 4.0f))
		[
			Lines
		];
}

TSharedRef<SWidget> SToolServerList::MakeHeader(const FVibeUEToolServer& Server)
{
	// Name, state and buttons wrap below each other if a dock is narrow.
	const TSharedRef<SWrapBox> Header = SNew(SWrapBox).UseAllottedSize(true);
	SToolServerListPrivate::AddTo(*Header, SNew(SBox)
		.MaxDesiredWidth(this, &SToolServerList::GetTitleWidth)
		[
			SNew(STextBlock)
			.Text(SToolServerListPrivate::GetTitle(Server))
			.TextStyle(FVibeUEStyle::GetText("VibeUE.Text.SmallBold"))
			.ToolTipText(SToolServerListPrivate::Honest(FString::Join(Server.Tools, TEXT("\n"))))
			.OverflowPolicy(ETextOverflowPolicy::Ellipsis)
			.Clipping(EWidgetClipping::ClipToBounds)
		], 8.0f);
	SToolServerListPrivate::AddTo(*Header, SNew(STextBlock)
		.Text(SToolServerListPrivate::GetStateText(Server))
		.TextStyle(FVibeUEStyle::GetText("VibeUE.Text.Small"))
		.ColorAndOpacity_Lambda([State = Server.State]() { return SToolServerListPrivate::GetStateColor(State); }), 12.0f);
	AddLevers(*Header, Server);
	return Header;
}

void SToolServerList::AddLevers(SWrapBox& Header, const FVibeUEToolServer& Server)
{
	switch (Server.State)
	{
	case EVibeUEToolServerState::Unusable:
		break;
	case EVibeUEToolServerState::NeedsPermission:
		AddButton(Header, LOCTEXT("Allow", "Allow in this project"),
			LOCTEXT("AllowTip", "Start this server now and with each conversation of this project, as long as its entry does not change. You are still asked about each call of its tools."),
			FOnClicked::CreateSP(this, &SToolServerList::HandleAllowClicked, Server.Name), true);
		break;
	case EVibeUEToolServerState::Elsewhere:
	case EVibeUEToolServerState::ElsewhereInProject:
		AddButton(Header, LOCTEXT("UseList", "Use this list"),
			LOCTEXT("UseListTip", "Read this list now and with each later conversation of yours in this project. Each of its servers waits for your permission before it starts."),
			FOnClicked::CreateSP(this, &SToolServerList::HandleListClicked, Server.File), false);
		break;
	case EVibeUEToolServerState::NeedsSignIn:
		AddButton(Header, LOCTEXT("SignIn", "Sign in"),
			LOCTEXT("SignInTip", "Ask this server for its sign-in page. Its address is shown before your browser opens it; the sign-in is stored for you only."),
			FOnClicked::CreateSP(this, &SToolServerList::HandleSignInClicked, Server.Name), true);
		break;
	case EVibeUEToolServerState::SigningIn:
		AddButton(Header, LOCTEXT("CancelSignIn", "Cancel"), LOCTEXT("CancelSignInTip", "Stop waiting for the browser."),
			FOnClicked::CreateSP(this, &SToolServerList::HandleRestartClicked, Server.Name), false);
		break;
	case EVibeUEToolServerState::Starting:
	case EVibeUEToolServerState::Ready:
	case EVibeUEToolServerState::Failed:
	case EVibeUEToolServerState::Stopped:
		if (Server.bIsEngine && SToolServerListPrivate::IsSilent(Server.State))
		{
			AddButton(Header, LOCTEXT("Start", "Start it"),
				LOCTEXT("StartTip", "Have this editor start its tool server (console command ModelContextProtocol.StartServer), and connect to it."),
				FOnClicked::CreateSP(this, &SToolServerList::HandleStartClicked, Server.Name), true);
		}
		AddButton(Header, LOCTEXT("Restart", "Restart"), LOCTEXT("RestartTip", "Stop this server and everything it started, then start it again."),
			FOnClicked::CreateSP(this, &SToolServerList::HandleRestartClicked, Server.Name), false);
		// Last: where Sign in and Cancel were, a key that is pressed once more does not forget the sign-in.
		if (Server.bIsSignedIn)
		{
			AddButton(Header, LOCTEXT("SignOut", "Sign out"), LOCTEXT("SignOutTip", "Forget this sign-in, here and in all projects, have it revoked, and restart the server."),
				FOnClicked::CreateSP(this, &SToolServerList::HandleSignOutClicked, Server.Name), false);
		}
		break;
	}
}

void SToolServerList::AddButton(SWrapBox& Header, const FText& Label, const FText& Tip, const FOnClicked& OnClicked, bool bIsPrimary)
{
	SToolServerListPrivate::AddTo(Header, SNew(SChatButton)
		.ButtonStyle(FAppStyle::Get(), bIsPrimary ? "PrimaryButton" : "Button")
		.ContentPadding(FMargin(8.0f, 1.0f))
		.Text(Label)
		.ToolTipText(Tip)
		.OnClicked(OnClicked), 4.0f);
}

FOptionalSize SToolServerList::GetTitleWidth() const
{
	const float Room = GetCachedGeometry().GetLocalSize().X - SToolServerListPrivate::WidthBesideTitle;
	return Room > 0.0f ? FOptionalSize(Room) : FOptionalSize();
}

void SToolServerList::AddPage(SVerticalBox& Box, const FString& Page)
{
	const FChatLink Link = FChatLinks::Find(Page);
	// An address that leads nowhere is not one to open.
	if (Link.Kind != EChatLinkKind::Web)
	{
		FQuietWords::AddLine(Box, SToolServerListPrivate::Honest(Page), true);
		return;
	}
	Box.AddSlot()
	.AutoHeight()
	.Padding(0.0f, 4.0f, 0.0f, 2.0f)
	[
		SNew(SChatLinkRow)
		.Link(Link)
		.CanClose(false)
	];
}

FReply SToolServerList::HandleAllowClicked(FString Name)
{
	OnAllowed.ExecuteIfBound(Name);
	return FReply::Handled();
}

FReply SToolServerList::HandleListClicked(FString File)
{
	OnListUsed.ExecuteIfBound(File);
	return FReply::Handled();
}

FReply SToolServerList::HandleRestartClicked(FString Name)
{
	OnRestarted.ExecuteIfBound(Name);
	return FReply::Handled();
}

FReply SToolServerList::HandleStartClicked(FString Name)
{
	OnStarted.ExecuteIfBound(Name);
	return FReply::Handled();
}

FReply SToolServerList::HandleSignInClicked(FString Name)
{
	OnSignIn.ExecuteIfBound(Name);
	return FReply::Handled();
}

FReply SToolServerList::HandleSignOutClicked(FString Name)
{
	OnSignOut.ExecuteIfBound(Name);
	return FReply::Handled();
}

FReply SToolServerList::HandleReloadClicked()
{
	OnReloaded.ExecuteIfBound();
	return FReply::Handled();
}

#undef LOCTEXT_NAMESPACE
