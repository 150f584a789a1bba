import type { Carried, ExplainedChange } from '../ports/site-performance.ts';
import type { IndexReader } from '../stored-index/table/index-reads.ts';
import { type Day, dateOf } from './day-ranges.ts';
import { readIndexStatus } from './index-status.ts';
import type { KeptProperty } from './kept-items.ts';
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

/**
 * Updates of its ranking that Google has announced for all of web search, with first and
 * last day of each roll-out by Pacific time, as incidents of "Ranking" on its status page say them
 * (status.search.google.com/products/rGHU1u87FJnkP6W2GwMi/history). From August 2025 on the
 * page itself was not at hand: start and duration are those that at least two independent
 * copies of it agree on. Updates of Discover alone are left out. `updatesKnownUntil` is
 * the day on which the newest copy was made.
 */
const updates = [
  { name: 'March 2024 core update', from: '2024-03-05', to: '2024-04-19' },
  { name: 'March 2024 spam update', from: '2024-03-05', to: '2024-03-20' },
  { name: 'June 2024 spam update', from: '2024-06-20', to: '2024-06-27' },
  { name: 'August 2024 core update', from: '2024-08-15', to: '2024-09-03' },
  { name: 'November 2024 core update', from: '2024-11-11', to: '2024-12-05' },
  { name: 'December 2024 core update', from: '2024-12-12', to: '2024-12-18' },
  { name: 'December 2024 spam update', from: '2024-12-19', to: '2024-12-26' },
  { name: 'March 2025 core update', from: '2025-03-13', to: '2025-03-27' },
  { name: 'June 2025 core update', from: '2025-06-30', to: '2025-07-17' },
  // 26 days 15 hours; its end also in Search Engine Journal, "Google confirms August spam update is complete".
  { name: 'August 2025 spam update', from: '2025-08-26', to: '2025-09-22' },
  // 18 days 2 hours from 09:25.
  { name: 'December 2025 core update', from: '2025-12-11', to: '2025-12-29' },
  // 19 hours 30 minutes from 12:20.
  { name: 'March 2026 spam update', from: '2026-03-24', to: '2026-03-25' },
  // 12 days 4 hours; incidents/7eTbAa2jWdToLkraZj5y.
  { name: 'March 2026 core update', from: '2026-03-27', to: '2026-04-08' },
  // 11 days 21 hours.
  { name: 'May 2026 core update', from: '2026-05-21', to: '2026-06-02' },
  // 2 days 1 hour from 09:00.
  { name: 'June 2026 spam update', from: '2026-06-24', to: '2026-06-26' },
  // 2 days 16 hours from 09:27; incidents/LEubPCm2octf2uMqCFKE.
  { name: 'August 2026 spam update', from: '2026-08-18', to: '2026-08-21' },
  // 09-24 09:15 to 10-08 01:00; incidents/XhUDXP7A67iHCD2kmbVu.
  { name: 'September 2026 spam update', from: '2026-09-24', to: '2026-10-08' },
] as const;

export const updatesKnownUntil = '2026-10-10';

export function updatesWithin(from: string, to: string) {
  return updates.filter((update) => update.from <= to && update.to >= from);
}
