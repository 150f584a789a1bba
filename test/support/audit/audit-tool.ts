import type { DatasetReader } from '#shared/facts/answers/tool-answer.ts';
import type { FetchLimits } from '#shared/site-audit/fetch/guarded-fetcher.ts';
import type { FetchOutcome, SiteFetcher } from '#shared/site-audit/fetch/site-fetcher.ts';
import { askTool } from '../ask-tool.ts';
import { patient, type SiteAnswers, startTestSite, type TestSite } from './test-site.ts';

export const auditedHost = 'shop.example';

interface AuditRequest {
  readonly max_pages?: number;
  readonly urls?: string[];
  readonly recheck?: string;
}

interface AuditOptions {
  readonly signal?: AbortSignal;
  /** Of a request; without them a site may take its time. */
  readonly limits?: Partial<FetchLimits>;
  /** An outcome in place of what the site answers. */
  answerFor?(url: string): FetchOutcome | undefined;
  /** Sources of what the account has brought, as `ownFigures` makes them. */
  readonly own?: object;
  /** Datasets of the calling account. */
  readonly datasets?: DatasetReader;
}

/** Serves a site, audits it, and holds the answer to what adds up in every answer. */
export async function auditOf(
  answers: SiteAnswers,
  request: AuditRequest = {},
  { signal, limits = patient, answerFor, datasets, own = {} }: AuditOptions = {},
) {
  const site: TestSite = await startTestSite({ [auditedHost]: answers }, limits);
  try {
    const sources = { ...own, sites: evenly(site.fetcher, answerFor) } as never;
    const options = { sources, ...(signal ? { signal } : {}), ...(datasets ? { datasets } : {}) };
    const answer = await askTool('audit_site', { domain: auditedHost, ...request }, options);
    const { data } = answer;
    expect(data.pages_discovered).toBe(data.pages_audited + data.pages_excluded + data.fetch_failures);
    const sum = data.score_breakdown.reduce((total, { points }) => total + points * 100, 0);
    expect(Math.round(sum) / 100).toBe(data.onpage_score);
    return { ...answer, requests: site.requests };
  } finally {
    await site.stop();
  }
}

/** Sources of an account that has brought these clicks of one page. */
export function ownFigures(url: string, clicks: number) {
  const own = { clicks, impressions: clicks * 10, ctr: 0.1, average_position: 3, from: null, to: null };
  const scope = {
    property: 'sc-domain:shop.example',
    period: { from: null, to: null },
    countries: 'all',
    device: 'all',
    search_type: 'web',
    filters: [],
    rows: 'all',
    source: 'export',
  };
  const provenance = {
    source_class: 'own_search',
    basis: 'observed',
    confidence: 0.95,
    observed_at: '2026-11-20T09:00:00Z',
    connection_id: 'imp_1',
    cache_hit: false,
  };
  const site = {
    summary: { figures: own, scope },
    provenance,
    pageParts: async function* () {
      yield [{ url, own }];
    },
  };
  return { own: { site: async () => site } } as never;
}

/** As fast at every page: how busy this machine is at the moment is no finding about the site. */
function evenly(fetcher: SiteFetcher, answerFor: AuditOptions['answerFor']): SiteFetcher {
  return {
    async fetch(url, question) {
      const outcome = answerFor?.(url) ?? (await fetcher.fetch(url, question));
      return outcome.ok ? { ...outcome, firstByteMs: 20, totalMs: 30 } : outcome;
    },
  };
}
