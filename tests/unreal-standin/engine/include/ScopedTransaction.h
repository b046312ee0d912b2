#pragma once

#include "Internationalization/Text.h"

// CES CesiumEditor/Private/SelectCesiumIonToken.cpp; PCG PCGExPCGDataAssetCollectionEditor.cpp; PUE PEBlueprintAsset.cpp
class FScopedTransaction
{
public:
	explicit FScopedTransaction(const FText& SessionName, const bool bShouldActuallyTransact = true);
	~FScopedTransaction();
	FScopedTransaction(const FScopedTransaction&) = delete;
	FScopedTransaction& operator=(const FScopedTransaction&) = delete;
	void Cancel();

private:
	bool bIsOpen;
};
