#pragma once

#include "Containers/UnrealString.h"
#include "UObject/ObjectPtr.h"

// What the collector hands around: objects named to it are kept.
// PCG PCGExCore/Private/Containers/PCGExManagedObjects.cpp; SEN sample/Source/SentryPlayground/Utils/SentryGCCallback.cpp
class FReferenceCollector
{
public:
	template <typename T>
	void AddReferencedObject(TObjectPtr<T>& Object)
	{
		UObject* Base = Object.Get();
		Visit(Base);
		if (!Base)
		{
			Object = nullptr;
		}
	}
	template <typename T>
	void AddReferencedObjects(TArray<TObjectPtr<T>>& Objects)
	{
		for (TObjectPtr<T>& Object : Objects)
		{
			AddReferencedObject(Object);
		}
	}
	// Keeps the object; sets the pointer to null if it was marked as garbage.
	virtual void Visit(UObject*& Object) = 0;

protected:
	~FReferenceCollector() = default;
};

// PUE JsEnv/Public/ObjectRetainer.h; PDU ProceduralDungeonEditor; COR CortexFrontend/Private/Analysis/CortexAnalysisContext.h
class FGCObject
{
public:
	FGCObject();
	virtual ~FGCObject();
	FGCObject(const FGCObject&);
	FGCObject& operator=(const FGCObject&)
	{
		return *this;
	}
	virtual void AddReferencedObjects(FReferenceCollector& Collector) = 0;
	virtual FString GetReferencerName() const = 0;
};
