// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Misc/AutomationTest.h"
#include "SampleSession.h"
#include "UObject/GCObject.h"
#include "UObject/StrongObjectPtr.h"

#if WITH_DEV_AUTOMATION_TESTS

BEGIN_DEFINE_SPEC(FSampleObjectSpec, "Sample.Object", EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)
	TStrongObjectPtr<USampleSession> Session;
END_DEFINE_SPEC(FSampleObjectSpec)

namespace
{
struct FKeeper : public FGCObject
{
	TObjectPtr<USampleSession> Kept;
	virtual void AddReferencedObjects(FReferenceCollector& Collector) override
	{
		Collector.AddReferencedObject(Kept);
	}
	virtual FString GetReferencerName() const override
	{
		return FString(TEXT("FKeeper"));
	}
};
} // namespace

// Long because it lists its cases.
void FSampleObjectSpec::Define()
{
	BeforeEach([this]() {
		Session = TStrongObjectPtr<USampleSession>(NewObject<USampleSession>());
		USampleSession::Destroyed = 0;
	});
	AfterEach([this]() { Session.Reset(); });

	Describe("garbage collection", [this]() {
		It("keeps what a strong pointer, a property, an array property, the root set and a referencer hold", [this]() {
			Session->Child = NewObject<USampleSession>(Session.Get());
			Session->Children.Add(NewObject<USampleSession>());
			USampleSession* Rooted = NewObject<USampleSession>();
			Rooted->AddToRoot();
			FKeeper Keeper;
			Keeper.Kept = NewObject<USampleSession>();
			const TWeakObjectPtr<USampleSession> Child(Session->Child);
			const TWeakObjectPtr<USampleSession> InArray(Session->Children[0]);
			CollectGarbage(GARBAGE_COLLECTION_KEEPFLAGS);
			TestTrue(TEXT("the child lives"), Child.IsValid());
			TestTrue(TEXT("the one in the array lives"), InArray.IsValid());
			TestTrue(TEXT("the rooted one lives"), IsValid(Rooted));
			TestTrue(TEXT("the referencer's lives"), IsValid(Keeper.Kept));
			TestEqual(TEXT("nothing was destroyed"), USampleSession::Destroyed, 0);
			Rooted->RemoveFromRoot();
			Session->Child = nullptr;
			CollectGarbage(GARBAGE_COLLECTION_KEEPFLAGS);
			TestEqual(TEXT("the two that were let go are destroyed"), USampleSession::Destroyed, 2);
			TestFalse(TEXT("a weak pointer knows"), Child.IsValid());
			TestTrue(TEXT("and is stale"), Child.IsStale());
		});
		It("does not keep what a plain member points at", [this]() {
			Session->NotKept = NewObject<USampleSession>();
			const TWeakObjectPtr<USampleSession> Weak(Session->NotKept);
			CollectGarbage(GARBAGE_COLLECTION_KEEPFLAGS);
			TestFalse(TEXT("it is gone"), Weak.IsValid());
		});
		It("nulls properties that point at garbage", [this]() {
			Session->Child = NewObject<USampleSession>();
			Session->Child->MarkAsGarbage();
			TestFalse(TEXT("garbage is not valid"), IsValid(Session->Child.Get()));
			CollectGarbage(GARBAGE_COLLECTION_KEEPFLAGS);
			TestTrue(TEXT("the property is null"), Session->Child == nullptr);
		});
		It("collects cycles and chains of any length", [this]() {
			USampleSession* First = NewObject<USampleSession>();
			USampleSession* Last = First;
			for (int32 Index = 0; Index < 2000; ++Index)
			{
				Last->Child = NewObject<USampleSession>();
				Last = Last->Child;
			}
			Last->Child = First;
			CollectGarbage(GARBAGE_COLLECTION_KEEPFLAGS);
			TestEqual(TEXT("all are gone"), USampleSession::Destroyed, 2001);
		});
	});

	Describe("names and classes", [this]() {
		It("gives paths, outers and classes", [this]() {
			USampleSession* Inner = NewObject<USampleSession>(Session.Get(), FName("Inner"));
			TestEqual(TEXT("path"), Inner->GetPathName(), Session->GetPathName() + TEXT(":Inner"));
			TestTrue(TEXT("outer"), Inner->GetOuter() == Session.Get());
			TestTrue(TEXT("typed outer"), Inner->GetTypedOuter<USampleSession>() == Session.Get());
			TestEqual(TEXT("class path"), USampleSession::StaticClass()->GetPathName(), FString(TEXT("/Script/Sample.SampleSession")));
			UObject* AsObject = Inner;
			TestTrue(TEXT("cast down"), Cast<USampleSession>(AsObject) == Inner);
			TestTrue(TEXT("cast to another class"), Cast<UPackage>(AsObject) == nullptr);
			TestTrue(TEXT("found by name"), FindObject<USampleSession>(Session.Get(), TEXT("inner")) == Inner);
		});
		It("knows properties, functions and enums", [this]() {
			UClass* Class = USampleSession::StaticClass();
			TestNotNull(TEXT("a property"), Class->FindPropertyByName(GET_MEMBER_NAME_CHECKED(USampleSession, Children)));
			TestNull(TEXT("a plain member"), Class->FindPropertyByName(FName("NotKept")));
			TestNotNull(TEXT("a function"), Class->FindFunctionByName(FName("HearLine")));
			TestNull(TEXT("a plain method"), Class->FindFunctionByName(FName("NotAFunctionOfReflection")));
			// The engine's header tool adds an entry at the end.
			TestEqual(TEXT("an enum's entries"), StaticEnum<ESampleState>()->NumEnums(), 3);
			TestEqual(TEXT("an enum's name"), StaticEnum<ESampleState>()->GetNameStringByValue(1), FString(TEXT("Busy")));
			TestEqual(TEXT("its shown name"), StaticEnum<ESampleState>()->GetDisplayNameTextByValue(1).ToString(), FString(TEXT("At work")));
		});
		It("calls functions by their table", [this]() {
			struct
			{
				int32 A = 40;
				int32 B = 2;
				int32 ReturnValue = 0;
			} Frame;
			Session->ProcessEvent(Session->FindFunction(FName("Sum")), &Frame);
			TestEqual(TEXT("the result"), Frame.ReturnValue, 42);
		});
	});

	Describe("delegates", [this]() {
		It("reach the native listeners and, by reflection, the dynamic ones", [this]() {
			USampleSession* Listener = NewObject<USampleSession>();
			TArray<FString> Native;
			Session->OnLine().AddLambda([&Native](const FString& Text, int32 Number) { Native.Add(Text + FString::FromInt(Number)); });
			Session->OnLineDynamic.AddDynamic(Listener, &USampleSession::HearLine);
			Session->Say(FString(TEXT("hello")));
			Session->OnLineDynamic.RemoveDynamic(Listener, &USampleSession::HearLine);
			Session->Say(FString(TEXT("again")));
			TestTrue(TEXT("native"), Native == TArray<FString>{TEXT("hello1"), TEXT("again2")});
			TestTrue(TEXT("dynamic"), Listener->Heard == TArray<FString>{TEXT("1 hello")});
		});
		It("skip objects that were collected", [this]() {
			USampleSession* Listener = NewObject<USampleSession>();
			Session->OnLineDynamic.AddDynamic(Listener, &USampleSession::HearLine);
			Session->OnLine().AddUObject(Listener, &USampleSession::NotAFunctionOfReflection);
			CollectGarbage(GARBAGE_COLLECTION_KEEPFLAGS);
			Session->Say(FString(TEXT("nobody hears this")));
			TestFalse(TEXT("nothing is bound"), Session->OnLine().IsBound());
			TestFalse(TEXT("nor dynamically"), Session->OnLineDynamic.IsBound());
		});
		It("may change while they broadcast", [this]() {
			int32 Calls = 0;
			FDelegateHandle Second;
			FSimpleMulticastDelegate Event;
			Event.AddLambda([&] { ++Calls; });
			Second = Event.AddLambda([&] {
				++Calls;
				Event.AddLambda([&] { Calls += 100; });
				// Last: this destroys what is captured here.
				Event.Remove(Second);
			});
			Event.Broadcast();
			TestEqual(TEXT("what was added meanwhile waits"), Calls, 2);
			Event.Broadcast();
			TestEqual(TEXT("and is called the next time"), Calls, 103);
		});
		It("carry payloads and weak owners", [this]() {
			struct FOwner : public TSharedFromThis<FOwner>
			{
				int32 Sum = 0;
				void Add(int32 Value, int32 Payload)
				{
					Sum += Value * Payload;
				}
			};
			TSharedPtr<FOwner> Owner = MakeShared<FOwner>();
			TMulticastDelegate<void(int32)> Event;
			Event.AddSP(Owner.Get(), &FOwner::Add, 10);
			Event.Broadcast(4);
			TestEqual(TEXT("value times payload"), Owner->Sum, 40);
			Owner.Reset();
			TestFalse(TEXT("the owner is gone"), Event.IsBound());
			Event.Broadcast(1);
		});
	});
}

#endif
