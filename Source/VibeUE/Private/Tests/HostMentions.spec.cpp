// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Bridge/CoreText.h"
#include "Bridge/HostLookup.h"
#include "InputCoreTypes.h"
#include "Misc/AutomationTest.h"
#include "Tests/SpecWindow.h"
#include "Widgets/SChatCompletion.h"
#include "Widgets/SChatInput.h"
#include "Widgets/SChatMentions.h"
#include "Widgets/SChatText.h"

#if defined(STANDIN)
#include "StandIn/Editor.h"
#include "StandIn/Host.h"
#include "StandIn/Slate.h"
#endif

#if WITH_DEV_AUTOMATION_TESTS && defined(STANDIN)

/** What the user names by @ that only the editor has: assets and actors. */
BEGIN_DEFINE_SPEC(FHostMentionsSpec, "VibeUE.Looks.HostMentions", EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)
TSharedPtr<FSpecSandbox> Sandbox;
TSharedPtr<FSpecWindow> Window;

bool Open();

/** Returns what the boxes above the field say. */
FString Boxes() const;

void Write(const FString& Text) { Window->Write(Text); }
FString Written() const { return Window->Written(); }
bool Lists(const TCHAR* Words) const { return Window->Lists(Words); }
END_DEFINE_SPEC(FHostMentionsSpec)

bool FHostMentionsSpec::Open()
{
	Sandbox->UseServer();
	return Window->OpenScene(640.0f, 720.0f);
}

FString FHostMentionsSpec::Boxes() const
{
	const TSharedPtr<SChatInput> Input = StandIn::Find<SChatInput>(Window->Get());
	const TSharedPtr<SChatMentions> Mentions = StandIn::Find<SChatMentions>(Input.ToSharedRef());
	return Mentions.IsValid() ? StandIn::ReadAll(Mentions.ToSharedRef()) : FString();
}

// Long because it lists its cases.
void FHostMentionsSpec::Define()
{
	BeforeEach([this]
	{
		Sandbox = FSpecSandbox::Enter();
		Window = MakeShared<FSpecWindow>(*this);
	});

	AfterEach([this]
	{
		StandIn::RenderNow();
		Window.Reset();
		Sandbox.Reset();
		StandIn::ResetEditor();
	});

	It(TEXT("completes assets and actors behind an @, each row with what it is"), [this]
	{
		StandIn::AddAsset(TEXT("/Game/Doors/BP_AirlockDoor"), TEXT("Blueprint"));
		StandIn::AddAsset(TEXT("/Game/Doors/SM_AirlockDoor"), TEXT("StaticMesh"));
		StandIn::AddAsset(TEXT("/Game/Lamps/M_Lamp"), TEXT("Material"));
		StandIn::SetContentPlugins({TEXT("DoorKit")}, {TEXT("EngineDoors")});
		StandIn::AddAsset(TEXT("/DoorKit/SM_AirlockFrame"), TEXT("StaticMesh"));
		StandIn::AddAsset(TEXT("/EngineDoors/SM_AirlockSample"), TEXT("StaticMesh"));
		StandIn::AddAsset(TEXT("/Game/__ExternalActors__/Doors/0/Airlock"), TEXT("StaticMeshActor"));
		StandIn::AddAsset(TEXT("/Game/__ExternalObjects__/Doors/0/Airlock"), TEXT("ActorFolder"));
		StandIn::AddActor(TEXT("Airlock Door North"), 120.0, -40.0, 0.0, TEXT("DoorMesh"));
		if (!Open())
		{
			return;
		}
		Write(TEXT("Why does @airlock"));
		Window->Until(TEXT("the assets and the actor"), [this] { return Lists(TEXT("BP_AirlockDoor")) && Lists(TEXT("Airlock Door North")); });
		TestTrue(TEXT("the kinds are said"), Lists(TEXT("Asset")) && Lists(TEXT("Actor")));
		TestTrue(TEXT("the class and the path"), Lists(TEXT("StaticMesh, /Game/Doors/SM_AirlockDoor")));
		TestTrue(TEXT("of a plugin of the project"), Lists(TEXT("StaticMesh, /DoorKit/SM_AirlockFrame")));
		TestFalse(TEXT("of a plugin of the engine"), Lists(TEXT("SM_AirlockSample")));
		TestFalse(TEXT("what does not fit"), Lists(TEXT("M_Lamp")));
		TestFalse(TEXT("what World Partition keeps of a level"), Lists(TEXT("__External")));
		Write(TEXT("doorn"));
		Window->Until(TEXT("the actor alone"), [this] { return Lists(TEXT("1 of 1")); });
		StandIn::PressKey(EKeys::Tab);
		TestEqual(TEXT("completed"), Written(), FString(TEXT("Why does @\"actor:Airlock Door North\" ")));
		Write(TEXT("ignore @/Game/Doors/BP_"));
		Window->Until(TEXT("the asset by its path"), [this] { return Lists(TEXT("1 of 1")) && Lists(TEXT("BP_AirlockDoor")); });
		StandIn::PressKey(EKeys::Tab);
		Window->Until(TEXT("the boxes"), [this] { return Boxes().Contains(TEXT("Airlock Door North")) && Boxes().Contains(TEXT("BP_AirlockDoor")); });
		Write(TEXT("beside @/DoorKit/SM_"));
		Window->Until(TEXT("the plugin's asset"), [this] { return Lists(TEXT("1 of 1")) && Lists(TEXT("SM_AirlockFrame")); });
		StandIn::PressKey(EKeys::Tab);
		Window->Until(TEXT("its box"), [this] { return Boxes().Contains(TEXT("SM_AirlockFrame")); });
	});

	It(TEXT("sends what the editor knows of an asset and an actor, without loading them"), [this]
	{
		StandIn::AddAsset(TEXT("/Game/Doors/BP_Door"), TEXT("Blueprint"));
		StandIn::TagAsset(TEXT("/Game/Doors/BP_Door"), TEXT("ParentClass"), TEXT("/Script/Engine.Actor"));
		StandIn::DirtyAsset(TEXT("/Game/Doors/BP_Door"));
		StandIn::AddActor(TEXT("North"), 120.0, -40.5, 0.0, TEXT("DoorMesh"));
		StandIn::AddActor(TEXT("North"), 0.0, 0.0, 0.0, TEXT(""));
		if (!Open())
		{
			return;
		}
		Window->Type(TEXT("Open @/Game/Doors/BP_Door.BP_Door at @actor:North, please"));
		Window->Until(TEXT("the turn"), [this] { return Window->Ends == 1; });
		Window->Settle();
		const FVibeUEMessage Message = Window->GetSession()->GetMessages(1, 1)[0];
		if (TestEqual(TEXT("two attachments"), Message.Attachments.Num(), 2))
		{
			TestEqual(TEXT("the asset"), Message.Attachments[0].Name, FString(TEXT("BP_Door")));
			TestEqual(TEXT("its class and path"), Message.Attachments[0].Detail, FString(TEXT("Blueprint /Game/Doors/BP_Door.BP_Door")));
			TestEqual(TEXT("the actor"), Message.Attachments[1].Name, FString(TEXT("North")));
		}
		const TArray<vibeue::HostThing> Things = FHostLookup::Find(TEXT("@/Game/Doors/BP_Door.BP_Door @actor:North @Source/a.cpp"));
		if (TestEqual(TEXT("what is the editor's"), Things.Num(), 2))
		{
			TestTrue(TEXT("not saved"), Things[0].is_unsaved);
			TestEqual(TEXT("its parent"), VibeUE::FromCore(Things[0].tags[0].value), FString(TEXT("/Script/Engine.Actor")));
			TestEqual(TEXT("both of the label"), static_cast<int32>(Things[1].found), 2);
			TestEqual(TEXT("where the first is"), Things[1].location[1], -40.5);
			TestEqual(TEXT("its component"), VibeUE::FromCore(Things[1].components[0].name), FString(TEXT("DoorMesh")));
			TestEqual(TEXT("and the component's class"), VibeUE::FromCore(Things[1].components[0].value), FString(TEXT("ActorComponent")));
		}
	});

	It(TEXT("says what is gone when the message is sent, and sends the message without it"), [this]
	{
		StandIn::AddAsset(TEXT("/Game/Doors/BP_Door"), TEXT("Blueprint"));
		StandIn::AddActor(TEXT("North"), 0.0, 0.0, 0.0, TEXT(""));
		if (!Open())
		{
			return;
		}
		Write(TEXT("Compare @/Game/Doors/BP_Door with @actor:North"));
		Window->Until(TEXT("the boxes"), [this] { return Boxes().Contains(TEXT("BP_Door")) && !Boxes().Contains(TEXT("not attached")); });
		StandIn::RemoveAsset(TEXT("/Game/Doors/BP_Door"));
		StandIn::RemoveActor(TEXT("North"));
		StandIn::PressKey(EKeys::Enter);
		Window->Until(TEXT("the turn"), [this] { return Window->Ends == 1; });
		Window->UntilSeen(TEXT("/Game/Doors/BP_Door: there is no such asset in the project"));
		Window->UntilSeen(TEXT("actor:North: there is no such actor in the open level"));
		const FVibeUEMessage Message = Window->GetSession()->GetMessages(1, 1)[0];
		TestEqual(TEXT("the person's own words"), Message.Text, FString(TEXT("Compare @/Game/Doors/BP_Door with @actor:North")));
		TestEqual(TEXT("nothing attached"), Message.Attachments.Num(), 0);
	});

	It(TEXT("looks through 20,000 assets once, in pieces, and not for each letter"), [this]
	{
		static constexpr int32 Count = 20000;
		StandIn::AddAssets(TEXT("/Game/Parts"), Count);
		if (!Open())
		{
			return;
		}
		TestEqual(TEXT("nothing is looked at before a name is begun"), StandIn::AssetsVisited(), static_cast<int64>(0));
		Write(TEXT("See @part19999"));
		int32 Frames = 0;
		Window->Until(TEXT("the last of them"), [this, &Frames]
		{
			++Frames;
			return Lists(TEXT("/Game/Parts/Part19999"));
		});
		TestTrue(TEXT("in pieces of at most 1,000"), Frames >= Count / 1000);
		TestEqual(TEXT("each was looked at once"), StandIn::AssetsVisited(), static_cast<int64>(Count));
		for (const TCHAR* Letter : {TEXT("1"), TEXT("2"), TEXT("3")})
		{
			Write(Letter);
		}
		Window->Until(TEXT("nothing that fits"), [this] { return !Lists(TEXT("Part")); });
		Write(TEXT(" and @part7"));
		Window->Until(TEXT("another name"), [this] { return Lists(TEXT("/Game/Parts/Part7")); });
		TestEqual(TEXT("no letter and no other name looked at them again"), StandIn::AssetsVisited(), static_cast<int64>(Count));
		StandIn::AddAsset(TEXT("/Game/Parts/New"), TEXT("StaticMesh"));
		Write(TEXT(" and @parts/new"));
		Window->Until(TEXT("what was added"), [this] { return Lists(TEXT("/Game/Parts/New")); });
		TestEqual(TEXT("a change of the registry is looked at"), StandIn::AssetsVisited(), static_cast<int64>(2 * Count + 1));
	});
}

#endif
