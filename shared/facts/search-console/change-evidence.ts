import type { Carried, ExplainedChange } from '#shared/facts/ports/site-changes.ts';
import type { IndexReader } from '#shared/facts/stored-index/table/index-reads.ts';
import { type Day, dateOf } from './day-ranges.ts';
import { readIndexStatus } from './index-status.ts';
import type { KeptProperty } from './kept-items.ts';
import { updatesWithin } from './search-updates.ts';
import { pageMatcher, readChanges } from './site-changes.ts';

type ExplainedPart = ExplainedChange['parts'][number];
type Evidence = ExplainedPart['evidence'][number];

/** What a shift of impressions between countries, or devices, explains by itself. */
export interface Shift {
  readonly dimension: 'country' | 'device';
  readonly clicks: number;
  readonly isSeen: boolean;
  readonly by: readonly Carried[];
}

interface Around {
  readonly accountId: string;
  readonly kept: KeptProperty;
  readonly periods: {
    readonly now: { readonly from: Day; readonly to: Day };
    readonly before: { readonly from: Day; readonly to: Day };
  };
  readonly shifts: readonly Shift[];
}

/** Pieces of one kind that a part shows. */
const mostOfKind = 3;
/** Parts that a page's own state, and what was done to it, can explain. */
const ofPages: readonly string[] = ['gone', 'position', 'mix', 'click_rate'];

/** To each part what the history holds that fits it: what happened, never that it is the cause. */
export async function addEvidence(
  table: IndexReader,
  around: Around,
  parts: readonly ExplainedPart[],
): Promise<ExplainedPart[]> {
  const { accountId, kept, periods, shifts } = around;
  const statuses = await readIndexStatus(table, accountId, kept.property);
  const [first, last] = [dateOf(periods.before.from), dateOf(periods.now.to)];
  const changes = (await readChanges(table, accountId, kept.site)).filter(
    ({ at }) => at >= first && at <= last,
  );
  const updates = updatesWithin(first, last);
  return parts.map((part) => {
    const pages = new Set(part.carried_by.flatMap(({ page }) => page ?? []));
    const isOfPages = ofPages.includes(part.name);
    return {
      ...part,
      evidence: [
        ...(isOfPages ? statuses.filter(({ page, problem }) => problem !== null && pages.has(page)) : [])
          .slice(0, mostOfKind)
          .map(statusEvidence),
        ...(isOfPages ? changes : [])
          .filter((change) => [...pages].some(pageMatcher(change.pages)))
          .slice(0, mostOfKind)
          .map(changeEvidence),
        ...(part.name === 'position' ? updates : []).map(updateEvidence),
        ...(part.name === 'mix' ? shifts.filter(({ isSeen }) => isSeen) : []).map(shiftEvidence),
      ],
    };
  });
}

function statusEvidence({
  page,
  problem,
  inspected_at,
  coverage_state,
  google_canonical,
}: Awaited<ReturnType<typeof readIndexStatus>>[number]): Evidence {
  const on = inspected_at.slice(0, 10);
  const text =
    problem === 'canonical_mismatch'
      ? `On ${on} Google had ${page} under ${google_canonical}.`
      : `On ${on} Google did not have ${page} in its index${coverage_state === null ? '' : `: "${coverage_state}"`}.`;
  return { kind: 'index_status', text, page, date: on };
}

function changeEvidence({ id, at, what, effect }: Awaited<ReturnType<typeof readChanges>>[number]): Evidence {
  const measured = effect ? ` ${effect.why}` : '';
  return {
    kind: 'recorded_change',
    text: `On ${at} you recorded: ${what}.${measured}`,
    change: id,
    date: at,
  };
}

function updateEvidence({ name, from, to }: ReturnType<typeof updatesWithin>[number]): Evidence {
  return { kind: 'search_update', text: `Google rolled out its ${name} from ${from} to ${to}.`, date: from };
}

function shiftEvidence({ dimension, clicks, by }: Shift): Evidence {
  const [largest] = by;
  const named = largest?.page == null ? '' : `, most of it ${largest.page}`;
  return {
    kind: `${dimension}_shift`,
    text: `Impressions moved between ${dimension === 'country' ? 'countries' : 'devices'}, which by itself is ${clicks} clicks${named}.`,
    clicks,
  };
}
