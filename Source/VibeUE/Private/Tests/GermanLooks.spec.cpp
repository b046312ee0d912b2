// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "ConversationFiles.h"
#include "InputCoreTypes.h"
#include "Misc/AutomationTest.h"
#include "Misc/FileHelper.h"
#include "Tests/SpecContextPanel.h"
#include "Tests/SpecWindow.h"
#include "Tests/TestConversation.h"
#include "VibeUESettings.h"
#include "Widgets/Layout/SScrollBox.h"
#include "Widgets/SChatTitle.h"
#include "Widgets/SContextPanel.h"

#if defined(STANDIN)
#include "StandIn/Editor.h"
#include "StandIn/Host.h"
#include "StandIn/Slate.h"
#endif

#if WITH_DEV_AUTOMATION_TESTS && defined(STANDIN)

/** The window in German, whose words are longer than those of the sources: each scene is whole in a narrow dock and in a wide one. */
BEGIN_DEFINE_SPEC(FGermanLooksSpec, "VibeUE.Looks.German", EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)
TSharedPtr<FSpecSandbox> Sandbox;
TSharedPtr<FSpecWindow> Window;

/** Opens a conversation in which there is something to summarize. */
bool OpenTalk(float Width, float Height)
{
	FSpecContextPanel Panel(*this, Window.ToSharedRef());
	if (!Panel.OpenTalk(Width, Height, 24000))
	{
		return false;
	}
	Window->GetSession()->RenameConversation(TEXT("Ein Gang über die Decks"));
	// The scripted server answers each in German.
	for (int32 Deck = 3; Deck < 6; ++Deck)
	{
		Window->Say(FString::Printf(TEXT("Welche Lampen auf Deck %d werfen Schatten?"), Deck));
		Window->Say(FString::Printf(TEXT("Warum öffnet sich die Luke auf Deck %d zweimal?"), Deck));
		Window->Say(FString::Printf(TEXT("Wartet der Aufzug auf die Tür auf Deck %d?"), Deck));
	}
	return true;
}

/** Summarizes by the toolbar's button. */
void Summarize()
{
	Window->ClickIcon(TEXT("Die früheren Nachrichten jetzt verdichten"));
	Window->Until(TEXT("the summary"), [this] { return Window->Applied == 1; });
	Window->UntilSeen(TEXT("Frühere Nachrichten zusammengefasst"));
	Window->Settle();
}

void TestIsGerman()
{
	for (const TCHAR* Words : {TEXT("tokens became"), TEXT("Your messages"), TEXT("Assistant"), TEXT("Summarize now"), TEXT("Write a message")})
	{
		TestFalse(FString::Printf(TEXT("there is English left: %s"), Words), Window->Sees(Words));
	}
}
END_DEFINE_SPEC(FGermanLooksSpec)

// Long because it lists its cases.
void FGermanLooksSpec::Define()
{
	BeforeEach([this]
	{
		StandIn::SetCulture(TEXT("de"));
		Sandbox = FSpecSandbox::Enter();
		Window = MakeShared<FSpecWindow>(*this);
	});

	AfterEach([this]
	{
		StandIn::RenderNow();
		Window.Reset();
		Sandbox.Reset();
		StandIn::SetCulture(TEXT("en"));
	});

	It(TEXT("the first time: what is missing and what helps"), [this]
	{
		// Neither keys nor agents of the user's machine.
		for (const TCHAR* const Name : {TEXT("OPENAI_API_KEY"), TEXT("ANTHROPIC_API_KEY"), TEXT("ANTHROPIC_AUTH_TOKEN"), TEXT("GEMINI_API_KEY"),
				 TEXT("GOOGLE_API_KEY"), TEXT("OPENROUTER_API_KEY"), TEXT("PATH")})
		{
			Sandbox->SetEnvironment(Name, FString());
		}
		if (!Window->OpenScene(360.0f, 640.0f))
		{
			return;
		}
		Window->UntilSeen(TEXT("Wählen, wer antwortet"));
		Window->UntilSeen(TEXT("Auf diesem Rechner antwortet kein Modellserver"));
		Window->UntilSeen(TEXT("Einstellungen öffnen"));
		TestFalse(TEXT("numbers where nothing can be counted"), Window->Sees(TEXT("Tokens:")));
		Window->Until(TEXT("the end of opening"), [this] { return Window->GetSession()->GetState() == EVibeUEChatState::Failed; });
		StandIn::Frames(3);
		TestEqual(TEXT("thousands as Germans write them"), FText::AsNumber(66666).ToString(), FString(TEXT("66.666")));
		TestEqual(TEXT("a fraction as Germans write it"), FText::AsNumber(1234.5).ToString(), FString(TEXT("1.234,5")));
		Window->TestNothingIsCutOff();
		TestIsGerman();
	});

	It(TEXT("an empty conversation says how to begin, and tests its connection"), [this]
	{
		if (!FTestConversation::UseServer(*this, 96000) || !Window->OpenScene(360.0f, 760.0f) || !Window->Settle())
		{
			return;
		}
		Window->UntilSeen(TEXT("Was steht an?"));
		Window->Click(TEXT("Verbindung testen"));
		Window->UntilSeen(TEXT("Die Verbindung funktioniert."));
		Window->TestNothingIsCutOff();
		TestIsGerman();
	});

	It(TEXT("an error says of which kind it is and what helps, beside what the server said"), [this]
	{
		if (!FTestConversation::UseServer(*this, 96000) || !Window->OpenScene(360.0f, 640.0f) || !Window->Settle())
		{
			return;
		}
		Window->Type(TEXT("be unauthorized"));
		Window->UntilSeen(TEXT("Fehler: der Schlüssel fehlt, ist falsch oder nicht zugelassen"));
		Window->UntilSeen(TEXT(" antwortete 401 "));
		Window->UntilSeen(TEXT("Nachsehen, ob der Schlüssel gesetzt, vollständig und für diesen Server ist"));
		Window->UntilSeen(TEXT("Einstellungen öffnen"));
		Window->TestNothingIsCutOff();
		TestIsGerman();
	});

	It(TEXT("a conversation is summarized, the summary opened, and undone"), [this]
	{
		if (!OpenTalk(760.0f, 900.0f))
		{
			return;
		}
		Summarize();
		Window->UntilSeen(TEXT("Kontext zusammengefasst"));
		const TSharedPtr<SWidget> Header = StandIn::FindByText(Window->Get(), TEXT("Frühere Nachrichten zusammengefasst"), true);
		Window->ScrollTo(Header);
		StandIn::Click(Header);
		Window->ScrollToWords(TEXT("Zusammenfassung ändern"));
		Window->TestNothingIsCutOff();
		TestIsGerman();
		StandIn::RenderNow();
		Window->ClickIcon(TEXT("Die neueste Zusammenfassung rückgängig machen"));
		Window->UntilGone(TEXT("Frühere Nachrichten zusammengefasst"));
	});

	It(TEXT("the context panel, with a summary in it"), [this]
	{
		if (!OpenTalk(900.0f, 900.0f))
		{
			return;
		}
		Summarize();
		Window->ClickIcon(TEXT("Zeigen, was den Kontext füllt"));
		// The button's tip would cover the tab.
		StandIn::MovePointerAway();
		for (const TCHAR* Words : {TEXT("NÄCHSTE ZUSAMMENFASSUNG"), TEXT("GRÖSSTE NACHRICHTEN"), TEXT("ZUSAMMENFASSUNGEN"), TEXT("Anheften"), TEXT("Bis hier")})
		{
			Window->UntilSeen(Words);
		}
		Window->TestNothingIsCutOff();
		TestIsGerman();
	});

	It(TEXT("the versions of a summary, each with who wrote it and what it changed"), [this]
	{
		if (!OpenTalk(900.0f, 900.0f))
		{
			return;
		}
		Summarize();
		UChatSession* Session = Window->GetSession();
		const FVibeUESummaryRow Row = Session->GetSummaries()[0];
		TestTrue(TEXT("edited"), Session->EditSummary(Row.MessageId, TEXT("Alle Türen sind rot.")));
		Window->Until(TEXT("the edit"), [Session] { return Session->GetSummaries()[0].Versions == 2; });
		// Every line of the first version went.
		TArray<FString> Lines;
		Session->GetSummaryChanges(Row.Compaction).ParseIntoArrayLines(Lines, false);
		const int32 Went = Lines.FilterByPredicate([](const FString& Line) { return Line.StartsWith(TEXT("-")); }).Num();
		const FString First = FString::Printf(TEXT("Fassung 1 von 2, von Regeln: %d Zeilen"), Went);
		const FString Second = FString::Printf(TEXT("Fassung 2 von 2, von Hand: 1 Zeile hinzugefügt, %d entfernt"), Went);
		Window->ClickIcon(TEXT("Zeigen, was den Kontext füllt"));
		StandIn::MovePointerAway();
		FSpecContextPanel Panel(*this, Window.ToSharedRef());
		Panel.Pull(TEXT("Änderungen"));
		StandIn::MovePointerAway();
		const auto Shows = [&Panel](const FString& Words) { return StandIn::FindByText(Panel.GetPanel(), *Words, true).IsValid(); };
		// What they opened is below the edge of the panel.
		const auto Hide = [&Panel] { return StandIn::FindButton(Panel.GetPanel(), TEXT("Änderungen ausblenden")); };
		Window->Until(TEXT("the list"), [&Hide] { return Hide().IsValid(); });
		StandIn::Find<SScrollBox>(Panel.GetPanel())->ScrollDescendantIntoView(Hide(), false, EDescendantScrollDestination::TopOrLeft);
		TestTrue(TEXT("the first version"), Shows(First));
		TestTrue(TEXT("the second one"), Shows(Second));
		Panel.TestNothingIsCutOff();
		TestIsGerman();
	});

	It(TEXT("what was repaired in a file that is imported"), [this]
	{
		if (!FTestConversation::UseServer(*this, 96000) || !Window->OpenScene(420.0f, 640.0f) || !Window->Settle())
		{
			return;
		}
		const FString File = FConversationFiles::GetFolder() / TEXT("elsewhere") / TEXT("treppe.json");
		const FString Odd = TEXT("[{\"role\":\"user\",\"content\":\"Beleuchte die Treppe\"},{\"role\":\"wizard\",\"content\":7}]");
		TestTrue(TEXT("the file"), FFileHelper::SaveStringToFile(Odd, *File));
		Window->ClickIcon(TEXT("Unterhaltungen dieses Projekts zeigen"));
		StandIn::ChooseFiles({File});
		Window->ClickIcon(TEXT("Unterhaltungen aus Dateien importieren"));
		Window->UntilSeen(TEXT("Importiert: 1 von 1"));
		Window->UntilSeen(TEXT("treppe.json: 2 Nachrichten, repariert: Nachricht 1, role: die Rolle `wizard` ist unbekannt; jetzt `user`"));
		Window->Click(TEXT("Weitere Reparaturen: 1"));
		StandIn::MovePointerAway();
		Window->UntilSeen(TEXT("Nachricht 1, content: der Inhalt ist eine Zahl; jetzt dieses JSON als Text"));
		Window->TestNothingIsCutOff();
		TestIsGerman();
	});

	It(TEXT("slash commands say what they do, in the list and in the help"), [this]
	{
		if (!FTestConversation::UseServer(*this, 96000) || !Window->OpenScene(420.0f, 1900.0f) || !Window->Settle())
		{
			return;
		}
		Window->Write(TEXT("/und"));
		Window->Until(TEXT("the list"), [this] { return Window->Lists(TEXT("die letzte Zusammenfassung zurücknehmen")); });
		StandIn::RenderNow();
		for (int32 Letter = 0; Letter < 4; ++Letter)
		{
			StandIn::PressKey(EKeys::BackSpace);
		}
		Window->Type(TEXT("/help"));
		Window->UntilSeen(TEXT("die Unterhaltung benennen"));
		for (const TCHAR* Words : {TEXT("list the"), TEXT("show the"), TEXT("condense")})
		{
			TestFalse(FString::Printf(TEXT("there is English left: %s"), Words), Window->Sees(Words));
		}
	});

	It(TEXT("a tool asks before it deletes, and the history lists conversations"), [this]
	{
		if (!FTestConversation::UseServer(*this, 96000) || !Window->OpenScene(360.0f, 560.0f) || !Window->Settle())
		{
			return;
		}
		UChatSession* Session = Window->GetSession();
		Session->SetTools(TEXT("[{\"name\": \"delete_asset\", \"parameters\": {\"type\": \"object\"}, \"needs_approval\": true}]"));
		Session->SubmitUserMessage(TEXT("use delete_asset {\"asset\": \"/Game/Doors/BP_Old\"}"));
		for (const TCHAR* Words : {TEXT("Einmal erlauben"), TEXT("Für diese Unterhaltung"), TEXT("Immer in diesem Projekt"), TEXT("wartet auf Zustimmung")})
		{
			Window->UntilSeen(Words);
		}
		Window->TestNothingIsCutOff();
		TestIsGerman();
		StandIn::RenderNow();
		Window->Click(TEXT("Ablehnen"));
		Window->UntilSeen(TEXT("abgelehnt"));
		Window->Until(TEXT("the turn ends"), [this] { return Window->Ends > 0; });
		Window->Settle();
		Window->ClickIcon(TEXT("Unterhaltungen dieses Projekts zeigen"));
		Window->UntilSeen(TEXT("gerade eben"));
		Window->ClickIcon(TEXT("Diese Unterhaltung in eine Datei exportieren."));
		Window->UntilSeen(TEXT("Ganzes Journal"));
		Window->TestNothingIsCutOff();
		TestIsGerman();
	});

	It(TEXT("the conversation's name keeps its room at each width"), [this]
	{
		if (!FTestConversation::UseServer(*this, 96000) || !Window->OpenScene(360.0f, 640.0f) || !Window->Settle())
		{
			return;
		}
		Window->GetSession()->RenameConversation(TEXT("Die Tür der Luftschleuse"));
		Window->UntilSeen(TEXT("Die Tür der Luftschleuse"));
		bool bHadLabels = false;
		for (float Width = 360.0f; Width <= 1000.0f; Width += 40.0f)
		{
			StandIn::ResizeWindow(StandIn::Windows()[0], Width, 640.0f);
			StandIn::Frames(3);
			const bool bHasLabels = Window->Sees(TEXT("Zusammenfassen"));
			const float Room = StandIn::Find<SChatTitle>(Window->Get())->StandInGeometry().GetLocalSize().X;
			TestTrue(FString::Printf(TEXT("%.0f units of room at %.0f"), Room, Width), Room >= (bHasLabels ? 160.0f : 80.0f));
			TestTrue(TEXT("words stay once there is room"), bHasLabels || !bHadLabels);
			bHadLabels = bHasLabels;
			Window->TestNothingIsCutOff();
		}
		TestTrue(TEXT("a wide window has words"), bHadLabels);
	});
}

#endif
