// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Bridge/CoreSentences.h"

#include "Misc/AutomationTest.h"

#if defined(STANDIN)
#include "StandIn/Host.h"
#endif

#if WITH_DEV_AUTOMATION_TESTS

// What the core says, in the editor's language.
BEGIN_DEFINE_SPEC(FCoreSentencesSpec, "VibeUE.CoreSentences", EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)
	struct FSaying
	{
		const TCHAR* Core;
		const TCHAR* Window;
	};

	void TestSayings(const TArray<FSaying>& Sayings)
	{
		for (const FSaying& Saying : Sayings)
		{
			TestEqual(Saying.Core, FCoreSentences::Say(Saying.Core).ToString(), FString(Saying.Window));
		}
	}
END_DEFINE_SPEC(FCoreSentencesSpec)

void FCoreSentencesSpec::Define()
{
	It(TEXT("are the core's own words in English, with the names that settings have on their page"), [this]
	{
		TestSayings({
			{TEXT(""), TEXT("")},
			{TEXT("the conversation is closed"), TEXT("the conversation is closed")},
			{TEXT("there is no provider `skynet`"), TEXT("there is no provider `skynet`")},
			{TEXT("summarize from the originals, or allow more such steps in the settings (MaxSummaryChainDepth)"),
				TEXT("summarize from the originals, or allow more such steps in the settings (Max Summary Chain Depth)")},
			{TEXT("no connection to Model: {0}"), TEXT("no connection to Model: {0}")},
			{TEXT("Rate limit reached for MaxSummaryTokens"), TEXT("Rate limit reached for MaxSummaryTokens")},
			{TEXT("message 3, tool_calls[0]: the call `a` has no result; it is answered with `{}`"),
				TEXT("message 3, tool_calls[0]: the call `a` has no result; it is answered with `{}`")},
		});
	});

#if defined(STANDIN)
	It(TEXT("are German in a German editor, with numbers as Germans write them and a server's words as they came"), [this]
	{
		StandIn::SetCulture(TEXT("de"));
		TestSayings({
			{TEXT("the conversation is closed"), TEXT("die Unterhaltung ist geschlossen")},
			{TEXT("there is no provider `skynet`"), TEXT("es gibt keinen Anbieter `skynet`")},
			{TEXT("api.example answered 429 Too Many Requests: slow down"), TEXT("api.example antwortete 429 Too Many Requests: slow down")},
			{TEXT("64,000 of 100,000 tokens used (64 %): 16,000 below the threshold of 80,000"),
				TEXT("64.000 von 100.000 Tokens belegt (64 %): 16.000 unter der Schwelle von 80.000")},
			{TEXT("MaxSummaryTokens: \"64000\" is not below SummaryChunkTokens 64000: a summary could be as long as the text it summarizes"),
				TEXT("Höchstlänge der Zusammenfassung: \"64000\" liegt nicht unter „Abschnitt in Tokens“ 64000: eine Zusammenfassung könnte so lang sein wie der Text, den sie zusammenfasst")},
			{TEXT("cooldown_messages = \"many\" is not a number; use a whole number from 0 to 1000, for example 4"),
				TEXT("cooldown_messages = \"many\" ist keine Zahl; eine ganze Zahl von 0 bis 1000 verwenden, zum Beispiel 4")},
			{TEXT("the settings do not suit the window of zork-7: the summary is empty"),
				TEXT("die Einstellungen passen nicht zum Fenster von zork-7: die Zusammenfassung ist leer")},
			{TEXT("summarize from the originals, or allow more such steps in the settings (MaxSummaryChainDepth)"),
				TEXT("aus den Originalen zusammenfassen oder in den Einstellungen mehr solche Schritte erlauben („Tiefe der Zusammenfassungskette“)")},
			{TEXT("the next summary would be a summary of earlier summaries; each such step loses a little, and the settings allow no more of them: rules write the next ones until you summarize from the originals"),
				TEXT("die nächste Zusammenfassung wäre eine von früheren Zusammenfassungen; jeder solche Schritt verliert etwas, und die Einstellungen erlauben keinen weiteren: Regeln schreiben die nächsten, bis aus den Originalen zusammengefasst wird")},
			{TEXT("Rate limit reached for zork-7"), TEXT("Rate limit reached for zork-7")},
			{TEXT("the clipboard cannot be read: no display"), TEXT("die Zwischenablage lässt sich nicht lesen: no display")},
			{TEXT("it is 9000 \u00d7 20 pixels; the limit is 8000 per side"), TEXT("es hat 9000 \u00d7 20 Pixel; die Grenze ist 8000 je Seite")},
			{TEXT("/saves/a.jsonl: cannot open the file: Access is denied. (os error 5)"), TEXT("/saves/a.jsonl: die Datei lässt sich nicht öffnen: Access is denied. (os error 5)")},
			{TEXT("there is no command /zork; did you mean /fork?"), TEXT("den Befehl /zork gibt es nicht; gemeint war vielleicht /fork?")},
			{TEXT("an earlier message can be changed once the current answer has ended"), TEXT("eine frühere Nachricht lässt sich ändern, sobald die laufende Antwort beendet ist")},
			{TEXT("check the path; missing folders are not created; the message stays unsent and goes out with the next one"),
				TEXT("Pfad prüfen; fehlende Ordner werden nicht angelegt; die Nachricht bleibt ungesendet und geht mit der nächsten hinaus")},
			{TEXT("message 3, content: the content is a number; it is now this JSON as text"),
				TEXT("Nachricht 3, content: der Inhalt ist eine Zahl; jetzt dieses JSON als Text")},
			{TEXT("file: 3 more faults; they were repaired as well"), TEXT("Datei: 3 weitere Fehler; sie wurden ebenfalls repariert")},
			{TEXT("line 4 was cut short (12 bytes from byte 300)"), TEXT("Zeile 4 ist abgeschnitten (12 Bytes ab Byte 300)")},
			{TEXT("the whole result of m1 is not carried over: /saves/r: cannot read the file: denied; check the disk and try again"),
				TEXT("das ganze Ergebnis von m1 wurde nicht übernommen: /saves/r: die Datei lässt sich nicht lesen: denied; den Datenträger prüfen und erneut versuchen")},
			{TEXT("api.example answered 400 Bad Request: the content is too long"), TEXT("api.example antwortete 400 Bad Request: the content is too long")},
		});
		StandIn::SetCulture(TEXT("en"));
	});
#endif
}

#endif
