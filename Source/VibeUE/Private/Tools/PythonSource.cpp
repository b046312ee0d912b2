// Copyright (c) 2026 VibeUE contributors. All Rights Reserved.

#include "Tools/PythonSource.h"

namespace VibeUE
{
FString QuotePython(const FString& Text)
{
	FString Quoted = TEXT("\"");
	for (const TCHAR Character : Text)
	{
		switch (Character)
		{
		case TEXT('\\'):
		case TEXT('"'):
			Quoted += TEXT("\\");
			Quoted.AppendChar(Character);
			break;
		case TEXT('\n'):
			Quoted += TEXT("\\n");
			break;
		default:
			// The other control characters, too: a literal may not have all of them.
			if (Character < TEXT(' ') || Character == 0x7f)
			{
				Quoted += FString::Printf(TEXT("\\x%02x"), static_cast<uint32>(Character));
			}
			else
			{
				Quoted.AppendChar(Character);
			}
			break;
		}
	}
	return Quoted + TEXT("\"");
}

FString MakePythonSource(const FString& Script)
{
	static const TCHAR* const NoInput = TEXT("lambda *_: (_ for _ in ()).throw(EOFError('nobody can answer input() here'))");
	return FString::Printf(TEXT("(lambda names: (exec(compile(%s, '<script>', 'exec'), names), names.get('result'))[1])({'__name__': '__main__', 'input': %s})"),
		*QuotePython(Script), NoInput);
}
} // namespace VibeUE
