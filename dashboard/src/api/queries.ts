import { queryOptions } from '@tanstack/react-query';
import { api, at, callTool, getAnswer, listCredentials, listUsage, reading } from './client.ts';
import type { Envelope, PerformanceQuery, UsageFilter } from './schema.ts';
import { askSession, resumeSession } from './session.ts';

/** An answer with its question. */
export interface SeenAnswer {
  readonly envelope: Envelope;
  readonly asked: Readonly<Record<string, unknown>>;
  /** How long it was waited for, where that was just now. */
  readonly tookMs?: number;
  /** When it was asked, ISO 8601, where it was opened again. */
  readonly keptAt?: string;
}

export function isEnvelope(answer: object): answer is Envelope {
  return 'data' in answer && 'usage' in answer && 'coverage' in answer;
}

/** The days of a site as the navigation, the home page and the site's own draw them, asked for once. */
export const siteTrend: PerformanceQuery = {
  dimensions: 'date',
  sort: 'key',
  compare: 'previous_period',
  limit: 5_000,
};

/** Everything pages read, with how long it stays fresh. Keys are named here and nowhere else. */
export const queries = {
  session: queryOptions({
    queryKey: ['session'],
    queryFn: async () => (await resumeSession()) ?? null,
    staleTime: Number.POSITIVE_INFINITY,
  }),
  capabilities: {
    ...reading(['capabilities'], () => api.GET('/v1/capabilities')),
    staleTime: 10 * 60_000,
  },
  exampleAnswers: queryOptions({
    queryKey: ['example-answers'],
    queryFn: async () => (await import('./example-answers.ts')).exampleAnswers,
    staleTime: Number.POSITIVE_INFINITY,
  }),
  /** The answer of a call: as it came in this window, else as it is kept. */
  answer: (requestId: string) =>
    queryOptions({
      queryKey: ['answer', requestId],
      queryFn: async (): Promise<SeenAnswer> => {
        const { answer, arguments: asked, created_at: keptAt } = await getAnswer(requestId);
        if (!isEnvelope(answer)) throw new TypeError('This page cannot show the saved answer.');
        return { envelope: answer, asked, keptAt };
      },
      staleTime: Number.POSITIVE_INFINITY,
    }),
  /** The latest answers of one tool. */
  earlierAnswers: (tool: string) =>
    queryOptions({
      queryKey: ['usage', 'earlier', tool],
      queryFn: ({ signal }) => listUsage({ tool, status: 'answered', limit: 12 }, signal),
    }),
  credits: { ...reading(['credits'], () => api.GET('/v1/me/credits')), staleTime: 10_000 },
  credentials: queryOptions({ queryKey: ['credentials'], queryFn: listCredentials }),
  connections: reading(['connections'], () => api.GET('/v1/me/connections')),
  imports: reading(['imports'], () => api.GET('/v1/me/imports')),
  upload: (upload_id: string) =>
    queryOptions({
      ...reading(['upload', upload_id], () => api.GET('/v1/me/uploads/{upload_id}', at({ upload_id }))),
      // Every question counts as a call of the account.
      refetchInterval: ({ state }) =>
        state.data?.status === 'queued' || state.data?.status === 'running' ? 1_500 : false,
    }),
  /** With all opportunities, or no more than are wanted: they are most of the answer. */
  ownSite: (site: string, opportunities?: number) => {
    const params = { path: { site }, query: opportunities === undefined ? {} : { opportunities } };
    return reading(['own-site', site, opportunities], () => api.GET('/v1/me/sites/{site}', { params }));
  },
  searchConsole: queryOptions({
    ...reading(['search-console'], () => api.GET('/v1/me/search-console')),
    // While days come in; every question counts as a call of the account.
    refetchInterval: ({ state }) =>
      state.data?.properties.some(({ chosen, days_left }) => chosen && days_left > 0) ? 10_000 : false,
  }),
  performance: (site: string, query: PerformanceQuery) =>
    reading(['performance', site, query], () =>
      api.GET('/v1/me/sites/{site}/performance', { params: { path: { site }, query } }),
    ),
  siteChanges: (site: string) =>
    reading(['site-changes', site], () => api.GET('/v1/me/sites/{site}/changes', at({ site }))),
  /** Free; the days are first and last of the period, then of the one that it is compared with, or none. */
  explainedChange: (site: string, [from, to, compare_from, compare_to]: readonly string[]) =>
    queryOptions({
      queryKey: ['explained-change', site, from, to, compare_from, compare_to],
      queryFn: ({ signal }) =>
        callTool(
          '/v1/tools/explain_change',
          { site, ...(from && { from, to, compare_from, compare_to }) },
          crypto.randomUUID(),
          signal,
        ),
    }),
  statement: queryOptions({
    queryKey: ['billing'],
    queryFn: () => askSession('/session/billing/statement'),
  }),
  invoice: (orderId: string) =>
    queryOptions({
      queryKey: ['invoice', orderId],
      queryFn: () => askSession('/session/billing/invoice', { order_id: orderId }),
      staleTime: Number.POSITIVE_INFINITY,
    }),
  usagePage: (filter: UsageFilter) =>
    queryOptions({ queryKey: ['usage', 'page', filter], queryFn: ({ signal }) => listUsage(filter, signal) }),
  /** Calls added up; days such as `2026-11-20`, both inclusive. */
  usageSummary: (since: string, until: string) =>
    queryOptions({
      ...reading(['usage', 'summary', since, until], (signal) =>
        api.GET('/v1/me/usage/summary', { params: { query: { since, until } }, signal }),
      ),
      // A long log is added up over several questions; what is known so far is shown meanwhile. Two spans
      // may ask at once, and all questions of a minute count as calls of the account. A page that is left
      // open asks for three minutes at most.
      refetchInterval: ({ state }) =>
        state.data?.complete === false && state.dataUpdateCount < 45 ? 4_000 : false,
    }),
};
