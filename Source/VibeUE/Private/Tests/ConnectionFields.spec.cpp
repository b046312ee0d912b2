// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "VibeUESettings.h"

#include "ChatSetup.h"
#include "Misc/AutomationTest.h"
#include "SettingNames.h"
#include "Tests/SpecSandbox.h"
#include "Widgets/SWidget.h"

#if WITH_DEV_AUTOMATION_TESTS && defined(STANDIN)

#include "StandIn/Details.h"
#include "StandIn/Host.h"
#include "StandIn/Slate.h"

// What the settings page says of the fields of a connection, and of an agent, while they are edited.
BEGIN_DEFINE_SPEC(FConnectionFieldsSpec, "VibeUE.ConnectionFields", EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)
	/** A value that is refused, and what is said about it. */
	struct FRefusal
	{
		const TCHAR* Field;
		const TCHAR* Wrong;
		const TCHAR* Right;
		const TCHAR* Message;
		const TCHAR* Fix;
	};

	/** Opens the page in a language, with a connection that is complete. */
	void OpenPage(const TCHAR* Culture);

	/** Returns what the page says of a property between its field and the next one, besides who set it. */
	FString ReadBelow(const TCHAR* Field);
	TSharedPtr<FSpecSandbox> Sandbox;
	TSharedPtr<SWidget> Page;
END_DEFINE_SPEC(FConnectionFieldsSpec)

void FConnectionFieldsSpec::OpenPage(const TCHAR* Culture)
{
	UVibeUESettings* const Settings = GetMutableDefault<UVibeUESettings>();
	Settings->Provider = TEXT("ollama");
	Settings->Model = TEXT("m");
	StandIn::SetCulture(Culture);
	Page = StandIn::MakeDetails(Settings);
	StandIn::ShowInWindow(Page.ToSharedRef(), 900.0f, 6000.0f);
}

FString FConnectionFieldsSpec::ReadBelow(const TCHAR* Field)
{
	StandIn::Frames();
	TArray<FString> Lines;
	StandIn::ReadAll(Page.ToSharedRef()).ParseIntoArray(Lines, TEXT("\n"), true);
	const FString Shown = FSettingNames::Find(Field).ToString();
	const int32 Place = Lines.IndexOfByPredicate([&Shown](const FString& Line) { return Line.StartsWith(Shown + TEXT(" = ")); });
	TestTrue(FString::Printf(TEXT("the page has %s"), Field), Place != INDEX_NONE);
	TArray<FString> Below;
	for (int32 Index = Place + 1; Place != INDEX_NONE && Index < Lines.Num() && !Lines[Index].Contains(TEXT(" = ")); ++Index)
	{
		if (Lines[Index].StartsWith(Shown + TEXT(": ")))
		{
			Below.Add(Lines[Index]);
		}
	}
	return FString::Join(Below, TEXT("\n"));
}

// Long because it lists its cases.
void FConnectionFieldsSpec::Define()
{
	BeforeEach([this] { Sandbox = FSpecSandbox::Enter(); });
	AfterEach([this]
	{
		StandIn::CloseTestWindows();
		Page.Reset();
		Sandbox.Reset();
		StandIn::SetCulture(TEXT("en"));
	});

	It(TEXT("are refused on the page, each below its field in the words of the chat, until they are right"), [this]
	{
		const TCHAR* const OddName = TEXT("the name of a header is empty or contains a space, a colon or another character that a name cannot have");
		const TCHAR* const NameAlone = TEXT("enter only the name, such as X-Gateway, and the value next to it");
		const TArray<FRefusal> Refusals = {
			{TEXT("Provider"), TEXT("skynet"), TEXT("ollama"), TEXT("there is no provider `skynet`"),
				TEXT("choose one of: openai, openai-responses, anthropic, gemini, openrouter, ollama, lmstudio, llamacpp, vllm, sglang, litellm")},
			{TEXT("BaseUrl"), TEXT("no address at all"), TEXT("http://127.0.0.1:11434"), TEXT("not a valid web address: relative URL without a base"),
				TEXT("put http:// or https:// in front of it")},
			{TEXT("BaseUrl"), TEXT("http://model.example.com/v1"), TEXT("https://model.example.com/v1"),
				TEXT("http to model.example.com is not encrypted: anyone in between can read the conversation and the key"),
				TEXT("use https, or allow insecure connections for this server")},
			{TEXT("BaseUrl"), TEXT("https://me:sk-secret-1234567@model.example.com"), TEXT(""), TEXT("the address contains a user name or a password"),
				TEXT("remove it and set it as the key instead, so that it is not logged")},
			{TEXT("Protocol"), TEXT("telepathy"), TEXT("openai"), TEXT("there is no protocol `telepathy`"),
				TEXT("choose one of: openai, responses, anthropic, gemini, ollama")},
			{TEXT("ApiKeyVariable"), TEXT("VIBEUE_SPEC_NO_SUCH_KEY"), TEXT(""), TEXT("the environment variable VIBEUE_SPEC_NO_SUCH_KEY is not set"),
				TEXT("set it and restart this program, or remove its name")},
			{TEXT("ApiKeyVariable"), TEXT("sk-secret-1234567"), TEXT(""), TEXT("this is not the name of an environment variable"),
				TEXT("put the key into one, and its name here")},
			{TEXT("ApiKey"), TEXT("sk-secret 1234567"), TEXT(""), TEXT("the key contains spaces, line breaks or characters that a key cannot have"),
				TEXT("copy it again, without quotes or anything else around it")},
			{TEXT("Headers"), TEXT("((\"Authorization: Bearer sk-secret-1234567\",\"x\"))"), TEXT("((\"Authorization\",\"Bearer sk-secret-1234567\"))"), OddName, NameAlone},
			{TEXT("Headers"), TEXT("((\"Content-Length\",\"1\"))"), TEXT("()"), TEXT("the header `Content-Length` is set by the connection itself"),
				TEXT("remove this header")},
			{TEXT("Headers"), TEXT("((\"X-Gateway\",\"hidden\\nvalue\"))"), TEXT("((\"X-Gateway\",\"value\"))"), TEXT("the value of the header `X-Gateway` is not plain text"),
				TEXT("remove line breaks and other control characters from it")},
		};
		UVibeUESettings* const Settings = GetMutableDefault<UVibeUESettings>();
		OpenPage(TEXT("en"));
		for (const FRefusal& Refusal : Refusals)
		{
			const FString Case = FString::Printf(TEXT("%s, %s"), Refusal.Field, Refusal.Message);
			const FString InBrackets = FString::Printf(TEXT("%s (%s)"), Refusal.Message, Refusal.Fix);
			TestEqual(*(Case + TEXT(": before")), ReadBelow(Refusal.Field), FString());
			TestTrue(*(Case + TEXT(": edited")), StandIn::EditProperty(Settings, Refusal.Field, Refusal.Wrong));
			TestEqual(*(Case + TEXT(": on the page")), ReadBelow(Refusal.Field),
				FString::Printf(TEXT("%s: %s; %s."), *FSettingNames::Find(Refusal.Field).ToString(), Refusal.Message, Refusal.Fix));
			// The chat has the core's name of the field before it.
			const FString InChat = FChatSetup::FindProblem(Settings->GetModelChoice()).Hint;
			TestTrue(*FString::Printf(TEXT("%s: in the chat: %s"), *Case, *InChat), InChat.EndsWith(TEXT(": ") + InBrackets));
			TestEqual(*(Case + TEXT(": in the log")), FString::Join(Settings->FindProblems(), TEXT("\n")), Refusal.Field + (TEXT(": ") + InBrackets));
			TestTrue(*(Case + TEXT(": edited again")), StandIn::EditProperty(Settings, Refusal.Field, Refusal.Right));
			TestEqual(*(Case + TEXT(": once it is right")), ReadBelow(Refusal.Field), FString());
			TestEqual(*(Case + TEXT(": in the chat once it is right")), FChatSetup::FindProblem(Settings->GetModelChoice()).Kind, EVibeUEFailure::None);
		}
	});

	It(TEXT("of the variables that another agent is given are refused below their list, until they are right or no agent answers"), [this]
	{
		const TCHAR* const NoName = TEXT("write NAME or NAME=VALUE");
		const TArray<FRefusal> Refusals = {
			{TEXT("AgentVariables"), TEXT("(\"A=b\",\"=x\")"), TEXT("(\"A=b\")"), TEXT("the entry at index 1 does not name an environment variable"), NoName},
			{TEXT("AgentVariables"), TEXT("(\"sk-secret-1234567\")"), TEXT("()"), TEXT("the entry at index 0 does not name an environment variable"), NoName},
			{TEXT("AgentVariables"), TEXT("(\"NO_SUCH_VARIABLE_OF_SPECS\")"), TEXT("(\"NO_SUCH_VARIABLE_OF_SPECS=x\")"),
				TEXT("the environment variable NO_SUCH_VARIABLE_OF_SPECS is not set"), TEXT("set it and restart this program, or remove its name")},
			{TEXT("AgentVariables"), TEXT("(\"VIBEUE_API_KEY=x\")"), TEXT("()"), TEXT("the variable VIBEUE_API_KEY is this program's own"),
				TEXT("remove it: it is never passed to an agent")},
		};
		UVibeUESettings* const Settings = GetMutableDefault<UVibeUESettings>();
		OpenPage(TEXT("en"));
		for (const FRefusal& Refusal : Refusals)
		{
			TestTrue(TEXT("edited while a model answers"), StandIn::EditProperty(Settings, Refusal.Field, Refusal.Wrong));
			TestEqual(TEXT("while a model answers"), ReadBelow(Refusal.Field), FString());
			TestTrue(TEXT("an agent answers"), StandIn::EditProperty(Settings, TEXT("AgentCommand"), TEXT("no-such-agent --acp")));
			TestEqual(Refusal.Message, ReadBelow(Refusal.Field),
				FString::Printf(TEXT("%s: %s; %s."), *FSettingNames::Find(Refusal.Field).ToString(), Refusal.Message, Refusal.Fix));
			TestEqual(TEXT("in the log"), FString::Join(Settings->FindProblems(), TEXT("\n")),
				FString::Printf(TEXT("%s: %s (%s)"), Refusal.Field, Refusal.Message, Refusal.Fix));
			TestTrue(TEXT("edited again"), StandIn::EditProperty(Settings, Refusal.Field, Refusal.Right));
			TestEqual(TEXT("once it is right"), ReadBelow(Refusal.Field), FString());
			TestTrue(TEXT("no agent answers"), StandIn::EditProperty(Settings, TEXT("AgentCommand"), TEXT("")));
		}
	});

	It(TEXT("of the command of another agent is refused below it while a quotation in it is not closed"), [this]
	{
		const TCHAR* const Field = TEXT("AgentCommand");
		const TCHAR* const Message = TEXT("the quotation mark \" is never closed");
		const TCHAR* const Fix = TEXT("give the agent's program and its options, such as gemini --acp");
		UVibeUESettings* const Settings = GetMutableDefault<UVibeUESettings>();
		OpenPage(TEXT("en"));
		TestTrue(TEXT("edited"), StandIn::EditProperty(Settings, Field, TEXT("agent \"--acp")));
		TestEqual(TEXT("on the page"), ReadBelow(Field), FString::Printf(TEXT("%s: %s; %s."), *FSettingNames::Find(Field).ToString(), Message, Fix));
		TestEqual(TEXT("in the log"), FString::Join(Settings->FindProblems(), TEXT("\n")), FString::Printf(TEXT("%s: %s (%s)"), Field, Message, Fix));
		TestTrue(TEXT("edited again"), StandIn::EditProperty(Settings, Field, TEXT("agent \"--acp\"")));
		TestEqual(TEXT("once it is closed"), ReadBelow(Field), FString());
	});

	It(TEXT("are refused all at once, in German where the editor speaks it"), [this]
	{
		UVibeUESettings* const Settings = GetMutableDefault<UVibeUESettings>();
		OpenPage(TEXT("de"));
		const TPair<const TCHAR*, const TCHAR*> Edits[] = {
			{TEXT("Provider"), TEXT("skynet")},
			{TEXT("BaseUrl"), TEXT("api.example.com")},
			{TEXT("Protocol"), TEXT("telepathy")},
			{TEXT("ApiKeyVariable"), TEXT("sk-secret-1234567")},
			{TEXT("Headers"), TEXT("((\"Host\",\"x\"))")},
			{TEXT("AgentCommand"), TEXT("no-such-agent --acp")},
			{TEXT("AgentVariables"), TEXT("(\"=x\")")},
		};
		for (const TPair<const TCHAR*, const TCHAR*>& Edit : Edits)
		{
			TestTrue(Edit.Key, StandIn::EditProperty(Settings, Edit.Key, Edit.Value));
		}
		TestEqual(TEXT("the provider"), ReadBelow(TEXT("Provider")),
			FString(TEXT("Anbieter: es gibt keinen Anbieter `skynet`; eins davon wählen: openai, openai-responses, anthropic, gemini, openrouter, ollama, lmstudio, llamacpp, vllm, sglang, litellm.")));
		TestEqual(TEXT("the address"), ReadBelow(TEXT("BaseUrl")),
			FString(TEXT("Basisadresse: keine gültige Webadresse: relative URL without a base; davor gehört http:// oder https://.")));
		TestEqual(TEXT("the protocol"), ReadBelow(TEXT("Protocol")),
			FString(TEXT("Protokoll: es gibt kein Protokoll `telepathy`; eins davon wählen: openai, responses, anthropic, gemini, ollama.")));
		TestEqual(TEXT("the variable"), ReadBelow(TEXT("ApiKeyVariable")),
			FString(TEXT("Schlüsselvariable: das ist kein Name einer Umgebungsvariable; den Schlüssel in eine Umgebungsvariable setzen und hier ihren Namen eintragen.")));
		TestEqual(TEXT("the headers"), ReadBelow(TEXT("Headers")), FString(TEXT("Kopfzeilen: die Kopfzeile `Host` setzt die Verbindung selbst; diese Kopfzeile entfernen.")));
		TestEqual(TEXT("the agent's variables"), ReadBelow(TEXT("AgentVariables")),
			FString(TEXT("Variablen: der Eintrag mit dem Index 0 nennt keine Umgebungsvariable; NAME oder NAME=WERT schreiben.")));
	});

	It(TEXT("are refused below the field also where the environment fills them, until the page has another value"), [this]
	{
		UVibeUESettings* const Settings = GetMutableDefault<UVibeUESettings>();
		Sandbox->SetEnvironment(TEXT("VIBEUE_BASE_URL"), TEXT("ftp://gate.example"));
		OpenPage(TEXT("en"));
		TestEqual(TEXT("while the page has a provider"), ReadBelow(TEXT("BaseUrl")), FString());
		StandIn::EditProperty(Settings, TEXT("Provider"), TEXT(""));
		TestEqual(TEXT("of the environment"), ReadBelow(TEXT("BaseUrl")),
			FString(TEXT("Base URL: `ftp` is not a web server's address; give an address such as https://api.openai.com/v1.")));
		StandIn::EditProperty(Settings, TEXT("BaseUrl"), TEXT("http://127.0.0.1:11434"));
		TestEqual(TEXT("of the page"), ReadBelow(TEXT("BaseUrl")), FString());
	});
}

#endif
