// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Bridge/CodePainter.h"

#include "Bridge/CoreText.h"

FCodePainter::FCodePainter(const FString& Language)
	: Painter(vibeue::new_code_painter(VibeUE::ToCore(Language)))
{
}

FString FCodePainter::Paint(const FString& Code)
{
	return VibeUE::FromCore(Painter->paint(VibeUE::ToCore(Code)));
}
