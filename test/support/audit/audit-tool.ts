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
  /** Datasets of the calling account. */
  readonly datasets?: DatasetReader;
}

/** Serves a site, audits it, and holds the answer to what adds up in every answer. */
export async function auditOf(
  answers: SiteAnswers,
  request: AuditRequest = {},
  { signal, limits = patient, answerFor, datasets }: AuditOptions = {},
) {
  const site: TestSite = await startTestSite({ [auditedHost]: answers }, limits);
  try {
    const sources = { sites: evenly(site.fetcher, answerFor) } as never;
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

/** As fast at every page: how busy this machine is at the moment is no finding about the site. */
function evenly(fetcher: SiteFetcher, answerFor: AuditOptions['answerFor']): SiteFetcher {
  return {
    async fetch(url, question) {
      const outcome = answerFor?.(url) ?? (await fetcher.fetch(url, question));
      return outcome.ok ? { ...outcome, firstByteMs: 20, totalMs: 30 } : outcome;
    },
  };
}
