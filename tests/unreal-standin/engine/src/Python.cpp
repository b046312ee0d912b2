#include "StandIn/Editor.h"

#include "Containers/StringConv.h"
#include "PythonScriptTypes.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

// The machine's own interpreter instead of the engine's: what runs in it is what the plugin hands to the engine.
namespace
{
// Runs a source by its mode: EvaluateStatement gives the value of one expression, the others run statements and give
// None. Writes each line that it prints and its end as "kind bytes\n" and those bytes. A script that reads from the
// user, or lets sys.exit() out, ends the interpreter: in the editor nobody would answer, and everything would end.
const char* const Driver = R"py(
import os, sys, traceback, types

unreal = types.ModuleType('unreal')
sys.modules['unreal'] = unreal
out = open(sys.argv[2], 'wb')

def tell(kind, text):
    data = text.encode('utf-8', 'replace')
    out.write(('%s %d\n' % (kind, len(data))).encode() + data)

class Log:
    def __init__(self, kind):
        self.kind, self.rest = kind, []
    def write(self, text):
        self.rest.append(text)
        if '\n' in text:
            *lines, rest = ''.join(self.rest).split('\n')
            self.rest = [rest]
            for line in lines:
                tell(self.kind, line)
        return len(text)
    def flush(self):
        pass
    def end(self):
        rest = ''.join(self.rest)
        if rest:
            tell(self.kind, rest)

class Nobody:
    def __getattr__(self, name):
        tell('T', 'the script waited for a person')
        out.flush()
        os._exit(71)

with open(sys.argv[1], 'rb') as file:
    source = file.read().decode('utf-8')
sys.stdin, sys.stdout, sys.stderr = Nobody(), Log('I'), Log('E')
try:
    code = compile(source, '<string>', sys.argv[3])
    value = eval(code, {'__name__': '__main__'}) if sys.argv[3] == 'eval' else exec(code, {'__name__': '__main__'})
    end = ('R', repr(value))
except SystemExit:
    tell('T', 'the script ended the interpreter')
    out.flush()
    os._exit(70)
except BaseException:
    end = ('T', traceback.format_exc())
sys.stdout.end()
sys.stderr.end()
tell(*end)
out.close()
os._exit(0)
)py";

std::filesystem::path Scratch()
{
	std::string Name = (std::filesystem::temp_directory_path() / "standin-python-XXXXXX").string();
	return ::mkdtemp(Name.data()) ? std::filesystem::path(Name) : std::filesystem::path();
}

void WriteAll(const std::filesystem::path& File, const std::string& Text)
{
	std::ofstream(File, std::ios::binary) << Text;
}

std::string ReadAll(const std::filesystem::path& File)
{
	std::ostringstream Text;
	Text << std::ifstream(File, std::ios::binary).rdbuf();
	return Text.str();
}

// Parses what was reported; true if the expression had a value.
bool Read(const std::string& Told, FPythonCommandEx& Command)
{
	bool bSucceeded = false;
	for (std::size_t At = 0; At < Told.size();)
	{
		const std::size_t Line = Told.find('\n', At);
		if (Line == std::string::npos)
		{
			break;
		}
		const char Kind = Told[At];
		const std::size_t Bytes = std::stoul(Told.substr(At + 2, Line - At - 2));
		const FString Text(UTF8_TO_TCHAR(Told.substr(Line + 1, Bytes).c_str()));
		At = Line + 1 + Bytes;
		if (Kind == 'I' || Kind == 'E')
		{
			Command.LogOutput.Add(FPythonLogOutputEntry{Kind == 'I' ? EPythonLogOutputType::Info : EPythonLogOutputType::Error, Text});
		}
		else
		{
			bSucceeded = Kind == 'R';
			Command.CommandResult = Text;
		}
	}
	return bSucceeded;
}

const char* ModeOf(EPythonCommandExecutionMode Mode)
{
	return Mode == EPythonCommandExecutionMode::EvaluateStatement ? "eval" : Mode == EPythonCommandExecutionMode::ExecuteStatement ? "single" : "exec";
}

bool RunCPython(FPythonCommandEx& Command)
{
	const std::filesystem::path Folder = Scratch();
	WriteAll(Folder / "driver.py", Driver);
	WriteAll(Folder / "source.py", std::string(TCHAR_TO_UTF8(*Command.Command)));
	const std::string In = Folder.string();
	const int Code = std::system(("python3 -I '" + In + "/driver.py' '" + In + "/source.py' '" + In + "/told' " + ModeOf(Command.ExecutionMode) + " 2>'" + In + "/error'").c_str());
	Command.CommandResult = FString(UTF8_TO_TCHAR(ReadAll(Folder / "error").c_str()));
	const bool bSucceeded = Read(ReadAll(Folder / "told"), Command);
	std::error_code Ignored;
	std::filesystem::remove_all(Folder, Ignored);
	return Code == 0 && bSucceeded;
}
} // namespace

bool StandIn::UseCPython()
{
	static const bool bIsThere = std::system("python3 -I -c '' >/dev/null 2>&1") == 0;
	if (bIsThere)
	{
		SetPython(&RunCPython);
	}
	return bIsThere;
}
