import { createHash } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import type { Delta } from '#shared/contract/envelope.ts';
import { resolveMarket } from '#shared/facts/markets/markets.ts';
import { isoTime } from '#shared/platform/clock.ts';
import { gatheredIn } from '#shared/platform/dynamo/documents.ts';
import type { TableAccess } from '#shared/platform/dynamo/tables.ts';
import type { Observation } from './tool-answer.ts';

/** A call by what it asks, and for whom. */
export interface AskedQuestion {
  readonly accountId: string;
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
}

export interface Recalled {
  compare(observations: readonly Observation[]): readonly Delta[];
  /** Keeps what is seen now for the next answer; one write, or none where it would change nothing. */
  keep(observations: readonly Observation[]): Promise<void>;
}

/** Unchanged values are written again after this, so that `previous_observed_at` keeps up at one write a day. */
const refreshMs = 24 * 3_600_000;
/** An answer older than this is no longer compared with. */
const keptMs = 180 * 24 * 3_600_000;

const Packed = v.array(
  v.tuple([
    v.string(),
    v.string(),
    v.string(),
    v.string(),
    v.nullable(v.union([v.string(), v.number(), v.boolean()])),
  ]),
);
const Item = v.object({
  observed_at: v.pipe(v.string(), v.isoTimestamp()),
  values: v.instance(Uint8Array),
  expires_at: v.number(),
});

export const baselinePartition = (accountId: string): string => `seen#${accountId}`;

/** What each account saw last, for telling it what changed. */
export type Observations = ReturnType<typeof createObservations>;

/**
 * Last observations in the table of facts: `seen#<account>` / hash of the
 * question. The account is part of the key, so that no account is ever
 * compared with what another one saw.
 */
export function createObservations({ documents, tables, clock }: TableAccess<'facts'>) {
  const TableName = tables.facts;

  async function find(key: Readonly<Record<string, string>>): Promise<Observed | undefined> {
    const found = await gatheredIn(documents).get({ name: TableName, key });
    const item = found && v.parse(Item, found);
    if (!item || item.expires_at * 1000 <= clock()) return undefined;
    return { observedAt: item.observed_at, observations: unpack(item.values) };
  }

  return {
    /** Reads what the account saw last for a question. Needs no answer yet, so it can go beside the work. */
    async recall({ accountId, tool, args }: AskedQuestion): Promise<Recalled> {
      const key = { pk: baselinePartition(accountId), sk: questionKey(tool, args) };
      const previous = await find(key);
      const isKnown = (observations: readonly Observation[]) =>
        previous !== undefined && isSameObservation(previous.observations, observations);
      return {
        compare: (observations) =>
          previous && !isKnown(observations) ? compareObservations(previous, observations) : [],
        async keep(observations) {
          if (observations.length === 0) return;
          const isFresh = previous && clock() - Date.parse(previous.observedAt) < refreshMs;
          if (isFresh && isKnown(observations)) return;
          const item = {
            ...key,
            observed_at: isoTime(clock()),
            values: pack(observations),
            expires_at: Math.ceil((clock() + keptMs) / 1000),
          };
          await documents.send(new PutCommand({ TableName, Item: item }));
        },
      };
    },
  };
}

/** Compact and compressed: a hundred positions take about two write units. */
function pack(observations: readonly Observation[]): Uint8Array {
  const rows = observations.map(({ type, subject, field, value }) => [
    type,
    subject.kind,
    subject.id,
    field,
    value,
  ]);
  return deflateRawSync(JSON.stringify(rows));
}

function unpack(packed: Uint8Array): Observation[] {
  return v
    .parse(Packed, JSON.parse(inflateRawSync(packed).toString('utf8')))
    .map(([type, kind, id, field, value]) => ({ type, subject: { id, kind }, field, value }));
}

interface Observed {
  readonly observedAt: string;
  readonly observations: readonly Observation[];
}

/** Changes told in one answer, so that it stays small. */
const maxDeltas = 25;

/**
 * What changed between two answers to the same question, in the order of the
 * newer one. Only values that both answers hold are compared: a row that was
 * beyond the end of a shortened list is no change.
 */
export function compareObservations(previous: Observed, current: readonly Observation[]): Delta[] {
  const before = new Map(previous.observations.map((observation) => [identity(observation), observation]));
  return current
    .flatMap((observation) => {
      const last = before.get(identity(observation));
      if (!last || last.value === observation.value) return [];
      const { type, subject, field, value } = observation;
      return {
        type,
        subject,
        field,
        previous: last.value,
        current: value,
        previous_observed_at: previous.observedAt,
      };
    })
    .slice(0, maxDeltas);
}

export function isSameObservation(a: readonly Observation[], b: readonly Observation[]): boolean {
  // Most repeated questions have the same answer in the same order.
  if (a.length === b.length && a.every((one, place) => isEqual(one, b[place]))) return true;
  const values = new Map(a.map((observation) => [identity(observation), observation.value]));
  return (
    values.size === new Set(b.map(identity)).size &&
    b.every((observation) => {
      const key = identity(observation);
      return values.has(key) && values.get(key) === observation.value;
    })
  );
}

function isEqual(one: Observation, other: Observation | undefined): boolean {
  return (
    one.value === other?.value &&
    one.field === other.field &&
    one.type === other.type &&
    one.subject.id === other.subject.id &&
    one.subject.kind === other.subject.kind
  );
}

function identity({ type, subject, field }: Observation): string {
  return JSON.stringify([type, subject.kind, subject.id, field]);
}

/**
 * One key for all spellings of a question: members in any order, and the
 * market by name or code. SHA-256, base64url.
 */
export function questionKey(tool: string, args: Readonly<Record<string, unknown>>): string {
  const canonical = JSON.stringify([tool, canonicalValue({ ...args, ...canonicalMarket(args) })]);
  return createHash('sha256').update(canonical).digest('base64url');
}

function canonicalMarket({ location, language, device }: Readonly<Record<string, unknown>>) {
  if (typeof location !== 'string' || typeof language !== 'string') return {};
  const market = resolveMarket({ location, language });
  const named = { location: market.location.name, language: market.language.code };
  // A question that names no device is asked of desktops.
  return device === 'desktop' ? { ...named, device: undefined } : named;
}

function canonicalValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonicalValue);
  if (typeof value !== 'object' || value === null) return value;
  return Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, member]) => [name, canonicalValue(member)]);
}
