import { queryOptions } from '@tanstack/react-query';
import { answered, api, at, keyedAt, reading, sendJson } from './client.ts';
import { isEnvelope } from './queries.ts';
import type { Envelope, Opportunity, Performance, RanksQuery, SiteShare, Tracker } from './schema.ts';

// What is shared, and trackers. A module of its own, because the first look needs none of it.

export const shareAnswer = (request_id: string, days: number, idempotencyKey: string) =>
  answered(
    api.POST('/v1/me/answers/{request_id}/shares', {
      ...keyedAt(idempotencyKey, { request_id }),
      body: { days },
    }),
  );
export const shareSite = (site: string, body: SiteShare, idempotencyKey: string) =>
  answered(api.POST('/v1/me/sites/{site}/shares', { ...keyedAt(idempotencyKey, { site }), body }));
export type NewShare = Awaited<ReturnType<typeof shareSite>>;

type Asked = Readonly<Record<string, unknown>>;

/** When a tracker asks, and what it may spend a month. */
export interface Terms {
  readonly schedule: {
    readonly every: Rhythm;
    readonly at: string;
    readonly weekday?: Weekday;
    readonly time_zone: string;
  };
  readonly monthly_budget: number;
}
type Schedule = NonNullable<Tracker['schedule']>;
export type Rhythm = Schedule['every'];
export type Weekday = NonNullable<Schedule['weekday']>;

interface NewQuestion extends Partial<Terms> {
  readonly name: string;
  readonly tool: string;
  readonly args: Asked;
}

interface NewRanks extends Terms {
  readonly kind: 'rank';
  readonly name: string;
  readonly site: string;
  readonly keywords: readonly { readonly keyword: string }[];
  readonly markets: readonly Readonly<Record<string, string>>[];
}

/** The names of tools come from the service, so that no list of them is here. */
export const createTracker = (tracker: NewQuestion | NewRanks, idempotencyKey: string) =>
  sendJson<Tracker>('/v1/me/trackers', tracker, idempotencyKey);

interface TrackerChange extends Partial<Pick<Terms, 'monthly_budget'>> {
  readonly keywords?: { keyword: string; tags: string[] }[];
  readonly rivals?: string[];
  readonly name?: string;
  readonly schedule?: Terms['schedule'] | null;
  readonly status?: 'active' | 'paused';
}

export const changeTracker = (tracker_id: string, body: TrackerChange) =>
  answered(api.PATCH('/v1/me/trackers/{tracker_id}', { ...at({ tracker_id }), body }));
export const removeTracker = (tracker_id: string) =>
  answered(api.DELETE('/v1/me/trackers/{tracker_id}', at({ tracker_id })));
export const runTracker = (tracker_id: string, idempotencyKey: string) =>
  answered(api.POST('/v1/me/trackers/{tracker_id}/run', keyedAt(idempotencyKey, { tracker_id })));

/** An answer that somebody shared. */
export interface SharedAnswer {
  readonly tool: string;
  readonly createdAt: string;
  readonly expiresAt: string;
  readonly asked: Asked;
  /** Undefined of the report of a site. */
  readonly envelope: Envelope | undefined;
  /** Undefined of an answer. */
  readonly report: SiteReport | undefined;
}

/** The page of a site as it was when it was shared. */
export interface SiteReport {
  readonly slices: Readonly<Record<'date' | 'query' | 'page' | 'country' | 'device', Performance>> & {
    readonly before: Performance | null;
  };
  readonly opportunities: readonly Opportunity[];
}

/** Members of an envelope that are the account's own, as they are where nothing is known of them. */
const ownMembers = {
  resources: [],
  usage: {
    request_id: '',
    tool: '',
    credits_charged: 0,
    balance_after: null,
    cache_hit: false,
    replayed: false,
  },
};

async function openShared(token: string): Promise<SharedAnswer> {
  const found = await answered(api.POST('/v1/shared-answers', { body: { token } }));
  const answer = { ...found.answer, ...ownMembers };
  const envelope = isEnvelope(answer) ? answer : undefined;
  const report = isReport(answer) ? answer : undefined;
  if (!(envelope || report)) throw new TypeError('This page cannot show what was shared.');
  const { tool, created_at: createdAt, expires_at: expiresAt, arguments: asked } = found;
  return { tool, createdAt, expiresAt, asked, envelope, report };
}

function isReport(answer: object): answer is SiteReport {
  return 'slices' in answer && 'opportunities' in answer;
}

export const workspaceQueries = {
  shares: reading(['shares'], () => api.GET('/v1/me/shares')),
  trackers: reading(['trackers'], () => api.GET('/v1/me/trackers')),
  ranks: (tracker_id: string, query: RanksQuery) =>
    reading(['ranks', tracker_id, query], () =>
      api.GET('/v1/me/trackers/{tracker_id}/ranks', { params: { path: { tracker_id }, query } }),
    ),
  shared: (token: string) =>
    queryOptions({ queryKey: ['shared', token], queryFn: () => openShared(token), retry: false }),
};
