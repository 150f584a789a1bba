import * as v from 'valibot';
import type { ObjectStore } from '#shared/platform/object-store/object-store.ts';
import { jsonFile, sha256, writtenFile } from './written-files.ts';

/** A call that had begun and was not decided when its day was written. */
export const openCall = v.object({ account_id: v.string(), id: v.string() });
export type OpenCall = v.InferOutput<typeof openCall>;

/**
 * The seal of a day: a day is final exactly if this file is there. It names
 * every file with its hash, and the hash of the seal before it, so that no file
 * of any earlier day can be changed, dropped or added without it showing.
 */
const dayDigest = v.object({
  format: v.literal(1),
  day: v.string(),
  previous: v.nullable(v.object({ day: v.string(), sha256: v.string() })),
  rows: v.number(),
  /** A row can stand for many refused calls. Absent in seals of before they were counted, when each row was one. */
  calls: v.optional(v.number()),
  adjustments: v.number(),
  credits_charged: v.number(),
  upstream_cost_micro_usd: v.number(),
  open_calls: v.array(openCall),
  files: v.array(writtenFile),
});
export type DayDigest = v.InferOutput<typeof dayDigest>;

export interface SealedDay {
  readonly digest: DayDigest;
  readonly sha256: string;
}

const daysFolder = 'usage/dt=';

export function dayFolder(day: string): string {
  return `${daysFolder}${day}/`;
}

function digestKey(day: string): string {
  return `${dayFolder(day)}digest.json`;
}

export async function readDigest(objects: ObjectStore, day: string): Promise<SealedDay | undefined> {
  const body = await objects.get(digestKey(day));
  if (!body) return undefined;
  const digest = v.parse(dayDigest, JSON.parse(Buffer.from(body).toString('utf8')));
  return { digest, sha256: sha256(body) };
}

export async function writeDigest(objects: ObjectStore, digest: DayDigest): Promise<SealedDay> {
  const body = jsonFile(digest);
  await objects.put(digestKey(digest.day), body, { contentType: 'application/json' });
  return { digest, sha256: sha256(body) };
}

/** A day that is not over, as the day after it needs to know it. */
export function provisionalSeal(digest: DayDigest): SealedDay {
  return { digest, sha256: sha256(jsonFile(digest)) };
}

/** The first and the last day that are sealed; undefined where none is. */
export async function sealedSpan(
  objects: ObjectStore,
): Promise<{ readonly first: string; readonly last: string } | undefined> {
  const days: string[] = [];
  for await (const key of objects.list(daysFolder)) {
    const day = /^usage\/dt=(\d{4}-\d{2}-\d{2})\/digest\.json$/u.exec(key)?.[1];
    if (day) days.push(day);
  }
  const [first] = days;
  const last = days.at(-1);
  return first && last ? { first, last } : undefined;
}
