import { type DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { seenTime } from '#shared/facts/ports/fact.ts';
import { sampleSource } from './index-items.ts';
import { stabilityKey } from './keys.ts';
import type { KeywordState, StoredListing, StoredRow } from './keyword-state.ts';

/**
 * How well stored places hold: when a live listing replaces what is stored of a
 * keyword, each stored place is compared with where its site stands now.
 */
export interface AgeGroup {
  /** Age of the stored places in days: from the first, below the second; null for no end. */
  readonly days_from: number;
  readonly days_to: number | null;
  readonly places: number;
  /** Of these, how many stood within one position of where they were. */
  readonly within_one: number;
}

/**
 * Groups of age in days. Younger places are not compared: a listing that says
 * the same within a day is not stored again, so that only moved ones would be.
 */
const ages = [
  { days_from: 1, days_to: 7 },
  { days_from: 7, days_to: 30 },
  { days_from: 30, days_to: 90 },
  { days_from: 90, days_to: 365 },
  { days_from: 365, days_to: null },
] as const;

/** Fewest compared places for a share to be said: it is then known to five points, in 95 of 100 cases. */
const enoughPlaces = 400;

export const noStability: readonly AgeGroup[] = ages.map((age) => ({ ...age, places: 0, within_one: 0 }));

const daySeconds = 86_400;

/** What comparing a keyword's stored places with a whole listing of it adds. What was made up for the sample market does not count. */
export function comparePlaces(
  { listing, rows }: KeywordState,
  seen: Pick<StoredListing, 'at' | 'depth'> & { readonly rows: readonly StoredRow[] },
): readonly AgeGroup[] {
  if (listing?.source === sampleSource) return noStability;
  const now = bestBySite(seen.rows);
  // One place deeper could not be seen of the last one.
  const known = [...bestBySite(rows).values()].filter(
    ({ at, position }) => seenTime(at) !== null && position < seen.depth,
  );
  return ages.map((age) => {
    const places = known.filter(({ at }) => isOfAge(age, (seen.at - at) / daySeconds));
    const held = places.filter(({ root, position }) => {
      const found = now.get(root)?.position;
      return found !== undefined && Math.abs(found - position) <= 1;
    });
    return { ...age, places: places.length, within_one: held.length };
  });
}

function bestBySite(rows: readonly StoredRow[]): ReadonlyMap<string, StoredRow> {
  const best = new Map<string, StoredRow>();
  for (const row of rows)
    if (row.position < (best.get(row.root)?.position ?? Infinity)) best.set(row.root, row);
  return best;
}

function isOfAge({ days_from, days_to }: (typeof ages)[number], days: number): boolean {
  return days >= days_from && (days_to === null || days < days_to);
}

/** The measured share of places of an age that still hold; undefined where too few were compared. */
export function measuredShare(groups: readonly AgeGroup[], days: number): number | undefined {
  const age = ages.find((each) => isOfAge(each, days));
  const group = groups.find(({ days_from }) => days_from === age?.days_from);
  if (!group || group.places < enoughPlaces) return undefined;
  return Math.round((group.within_one / group.places) * 100) / 100;
}

export function addStability(a: readonly AgeGroup[], b: readonly AgeGroup[]): readonly AgeGroup[] {
  return ages.map((age, index) => ({
    ...age,
    places: (a[index]?.places ?? 0) + (b[index]?.places ?? 0),
    within_one: (a[index]?.within_one ?? 0) + (b[index]?.within_one ?? 0),
  }));
}

const stored = v.pipe(v.string(), v.parseJson(), v.array(v.tuple([v.number(), v.number()])));

export function packStability(groups: readonly AgeGroup[]): string {
  return JSON.stringify(groups.map(({ places, within_one }) => [places, within_one]));
}

export function unpackStability(text: unknown): readonly AgeGroup[] {
  const counts = v.parse(stored, text);
  return ages.map((age, index) => {
    const [places = 0, within_one = 0] = counts[index] ?? [];
    return { ...age, places, within_one };
  });
}

/** How well stored places hold, by their age, the youngest first. */
export async function readStability(
  documents: DynamoDBDocumentClient,
  table: string,
): Promise<readonly AgeGroup[]> {
  const { Item } = await documents.send(new GetCommand({ TableName: table, Key: { ...stabilityKey } }));
  return Item ? unpackStability(Item.d) : noStability;
}
