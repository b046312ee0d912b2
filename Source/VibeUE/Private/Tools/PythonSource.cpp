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
	// Whatever asks for the user finds that nobody is there, also a module that the script calls. A script that calls
	// sys.exit() ends itself: let out of here it might end the interpreter, and the editor with it.
	static const TCHAR* const Runner = TEXT("import builtins, io, sys\n")
		TEXT("def nobody(*_):\n")
		TEXT("    raise EOFError('nobody can answer input() here')\n")
		TEXT("def run(source):\n")
		TEXT("    names = {'__name__': '__main__'}\n")
		TEXT("    kept = builtins.input, sys.stdin\n")
		TEXT("    builtins.input, sys.stdin = nobody, io.StringIO()\n")
		TEXT("    try:\n")
		TEXT("        exec(compile(source, '<script>', 'exec'), names)\n")
		TEXT("    except SystemExit as end:\n")
		TEXT("        if end.code not in (None, 0):\n")
		TEXT("            raise RuntimeError('the script called sys.exit(%r)' % (end.code,)) from None\n")
		TEXT("    finally:\n")
		TEXT("        builtins.input, sys.stdin = kept\n")
		TEXT("    return names.get('result')\n");
	return FString::Printf(TEXT("(lambda own: (exec(compile(%s, '<VibeUE>', 'exec'), own), own['run'](%s))[1])({})"), *QuotePython(Runner), *QuotePython(Script));
}
} // namespace VibeUE
