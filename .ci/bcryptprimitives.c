// Wine before 9 has no bcryptprimitives.dll, of which Rust's standard library
// takes its random numbers. This stands in for it in tests: the one function
// that is asked for, by the older one that every Windows and every Wine has.
#include <windows.h>

BOOLEAN NTAPI SystemFunction036(PVOID Buffer, ULONG Length);

__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE Data, SIZE_T Length)
{
	while (Length > 0)
	{
		const ULONG Piece = Length > 65536 ? 65536 : (ULONG)Length;
		if (!SystemFunction036(Data, Piece))
		{
			return FALSE;
		}
		Data += Piece;
		Length -= Piece;
	}
	return TRUE;
}
