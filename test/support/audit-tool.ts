import { askTool } from './ask-tool.ts';
import { type SiteAnswers, startTestSite, type TestSite } from './test-site.ts';

export const auditedHost = 'shop.example';

interface AuditRequest {
  readonly max_pages?: number;
  readonly urls?: string[];
}

/** Serves a site, audits it, and holds the answer to what adds up in every answer. */
export async function auditOf(answers: SiteAnswers, request: AuditRequest = {}, signal?: AbortSignal) {
  const site: TestSite = await startTestSite(
    { [auditedHost]: answers },
    { headersMs: 2_000, wholeMs: 4_000 },
  );
  try {
    const sources = { sites: site.fetcher } as never;
    const options = { sources, ...(signal ? { signal } : {}) };
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
