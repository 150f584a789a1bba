import { queryOptions } from '@tanstack/react-query';
import {
  getCapabilities,
  getCredits,
  getStatement,
  listConnections,
  listCredentials,
  listUsage,
  type UsageFilter,
} from './client.ts';
import type { UsageRecord } from './schema.ts';
import { resumeSession } from './session.ts';

/** Everything pages read, with how long it stays fresh. Keys are named here and nowhere else. */
export const queries = {
  session: queryOptions({
    queryKey: ['session'],
    queryFn: async () => (await resumeSession()) ?? null,
    staleTime: Number.POSITIVE_INFINITY,
  }),
  capabilities: queryOptions({
    queryKey: ['capabilities'],
    queryFn: getCapabilities,
    staleTime: 10 * 60_000,
  }),
  credits: queryOptions({ queryKey: ['credits'], queryFn: getCredits, staleTime: 10_000 }),
  credentials: queryOptions({ queryKey: ['credentials'], queryFn: listCredentials }),
  connections: queryOptions({ queryKey: ['connections'], queryFn: listConnections }),
  statement: queryOptions({ queryKey: ['billing'], queryFn: getStatement }),
  usagePage: (filter: UsageFilter) =>
    queryOptions({ queryKey: ['usage', 'page', filter], queryFn: ({ signal }) => listUsage(filter, signal) }),
  usageSince: (since: string) =>
    queryOptions({
      queryKey: ['usage', 'since', since],
      queryFn: ({ signal }) => collectUsage(since, signal),
      staleTime: 60_000,
    }),
};

/** Records of a span of time, as far as they fit. */
export interface CollectedUsage {
  readonly records: readonly UsageRecord[];
  /** False where there are more than were fetched; the oldest are missing then. */
  readonly isComplete: boolean;
}

const pageSize = '500';
const maxPages = 10;

async function collectUsage(since: string, signal: AbortSignal): Promise<CollectedUsage> {
  const records: UsageRecord[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < maxPages; page += 1) {
    const filter = { since, limit: pageSize, ...(cursor ? { cursor } : {}) };
    const answer = await listUsage(filter, signal);
    records.push(...answer.records);
    cursor = answer.nextCursor;
    if (!cursor) return { records, isComplete: true };
  }
  return { records, isComplete: false };
}
