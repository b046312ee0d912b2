// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Bridge/CoreConversions.h"
#include "Misc/AutomationTest.h"
#include "UObject/Class.h"
#include "Widgets/ChatErrorTexts.h"

#if defined(STANDIN)
#include "StandIn/Host.h"
#endif

#if WITH_DEV_AUTOMATION_TESTS

// Where a failure is fixed: the core decides it, and every host says the same.
BEGIN_DEFINE_SPEC(FChatErrorsSpec, "VibeUE.Errors", EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)
	/** A place as the core names it, as Blueprint does, and as the window says it. */
	struct FPlace
	{
		vibeue::FixedIn Core;
		const TCHAR* Name;
		bool bInSettings;
		const TCHAR* English;
		const TCHAR* German;
	};

	static TArray<FPlace> Places()
	{
		return {
			{vibeue::FixedIn::Nowhere, TEXT("Nowhere"), false, TEXT(""), TEXT("")},
			{vibeue::FixedIn::Connection, TEXT("Connection"), true, TEXT("Fix it in the connection settings."), TEXT("Zu beheben in den Verbindungseinstellungen.")},
			{vibeue::FixedIn::Settings, TEXT("Settings"), true, TEXT("Fix it in the settings."), TEXT("Zu beheben in den Einstellungen.")},
			{vibeue::FixedIn::Conversation, TEXT("Conversation"), false, TEXT("Fix it in the conversation: say something else, or less."),
				TEXT("Zu beheben in der Unterhaltung: etwas anderes oder weniger sagen.")},
			{vibeue::FixedIn::Disk, TEXT("Disk"), false, TEXT("Check the disk and its write permissions."), TEXT("Den Datenträger und seine Schreibrechte prüfen.")},
		};
	}

	/** Returns a failure that is fixed in this place, as the plugin has it. */
	static FVibeUEError FailIn(vibeue::FixedIn Place)
	{
		vibeue::Failure Failure{};
		Failure.advice.fixed_in = Place;
		return VibeUE::FromCore(Failure);
	}

	/** Returns a call that ended with this code, as the plugin has it. */
	static FVibeUEError EndWith(vibeue::StatusCode Code)
	{
		vibeue::Status Status{};
		Status.code = Code;
		return VibeUE::FromCore(Status);
	}
END_DEFINE_SPEC(FChatErrorsSpec)

void FChatErrorsSpec::Define()
{
	It(TEXT("say where they are fixed as the core does, and each place has its text"), [this]
	{
		for (const FPlace& Place : Places())
		{
			const FVibeUEError Error = FailIn(Place.Core);
			TestEqual(Place.Name, StaticEnum<EVibeUEFixedIn>()->GetNameStringByValue(static_cast<int64>(Error.FixedIn)), FString(Place.Name));
			TestEqual(Place.Name, Error.bFixedInSettings, Place.bInSettings);
			TestEqual(Place.Name, FChatErrorTexts::Place(Error.FixedIn).ToString(), FString(Place.English));
		}
	});

	It(TEXT("that a call gave say it, too"), [this]
	{
		TestEqual(TEXT("a request that makes no sense"), EndWith(vibeue::StatusCode::Input).FixedIn, EVibeUEFixedIn::Conversation);
		TestEqual(TEXT("one that does not fit"), EndWith(vibeue::StatusCode::Irreducible).FixedIn, EVibeUEFixedIn::Conversation);
		TestEqual(TEXT("a setting"), EndWith(vibeue::StatusCode::Settings).FixedIn, EVibeUEFixedIn::Settings);
		TestEqual(TEXT("a file"), EndWith(vibeue::StatusCode::Io).FixedIn, EVibeUEFixedIn::Disk);
		TestEqual(TEXT("a bug"), EndWith(vibeue::StatusCode::Internal).FixedIn, EVibeUEFixedIn::Nowhere);
		TestEqual(TEXT("what the plugin itself refuses"), VibeUE::MakeFailure(EVibeUEFailure::Invalid).FixedIn, EVibeUEFixedIn::Conversation);
	});

#if defined(STANDIN)
	It(TEXT("say it in German in a German editor"), [this]
	{
		StandIn::SetCulture(TEXT("de"));
		for (const FPlace& Place : Places())
		{
			TestEqual(Place.Name, FChatErrorTexts::Place(FailIn(Place.Core).FixedIn).ToString(), FString(Place.German));
		}
		StandIn::SetCulture(TEXT("en"));
	});
#endif
}

#endif
