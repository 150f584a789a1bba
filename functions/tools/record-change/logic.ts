import type { ToolData, ToolInput } from '#shared/contract/tool.ts';
import { answer } from '#shared/facts/answers/answer.ts';
import type { ToolAnswer, ToolContext } from '#shared/facts/answers/tool-answer.ts';
import type { SiteChange } from '#shared/facts/ports/site-performance.ts';
import type { recordChange as contract } from './contract.ts';

export async function recordChange(
  { site, ...given }: ToolInput<typeof contract>,
  { sources, now }: ToolContext,
): Promise<ToolAnswer<ToolData<typeof contract>>> {
  const kept = await sources.connected?.record(site, given, now);
  const change = kept ? recorded(kept) : null;
  const note = change
    ? `Recorded. Its effect is measured from ${change.next_at} on, where ${site} is connected to Search Console.`
    : 'A test key records nothing.';
  return answer({
    asked: [],
    data: { change },
    statements: [],
    shown: { rows: change ? 1 : 0, total: change ? 1 : 0, note },
    suggestions: [{ tool: 'explain_change', args: { site }, use_when: 'To see why its clicks changed.' }],
  });
}

/** An effect is known after 14 days at the earliest. */
const recorded = ({ effect: _, ...change }: SiteChange) => change;
