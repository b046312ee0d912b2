#include "Slate/LayoutPass.h"

namespace StandIn
{

FLayoutPass& FLayoutPass::Current()
{
	static FLayoutPass Pass;
	return Pass;
}
uint64 LayoutPass()
{
	return FLayoutPass::Current().Number;
}
void BeginLayoutPass()
{
	FLayoutPass& Pass = FLayoutPass::Current();
	++Pass.Number;
	Pass.ArrangedBefore = Pass.Arranged;
	Pass.Arranged = 0;
	Pass.bChanged = false;
}
bool LayoutPassChangedAnything()
{
	const FLayoutPass& Pass = FLayoutPass::Current();
	return Pass.bChanged || Pass.Arranged != Pass.ArrangedBefore;
}

} // namespace StandIn
