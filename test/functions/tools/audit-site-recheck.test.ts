import { createDatasetRecords } from '#shared/facts/datasets/dataset-records.ts';
import { createDatasets } from '#shared/facts/datasets/datasets.ts';
import { auditedHost, auditOf } from '#test/support/audit/audit-tool.ts';
import { linksTo, robotsTxt, soundPage } from '#test/support/audit/audited-sites.ts';
import type { SiteAnswers } from '#test/support/audit/test-site.ts';
import { testDatabase } from '#test/support/stores/database.ts';
import { memoryObjects } from '#test/support/stores/memory-objects.ts';

const dayMs = 24 * 3_600_000;
const base = `http://${auditedHost}`;
let now = Date.UTC(2026, 10, 20);
let datasets: ReturnType<typeof createDatasets>;

const database = testDatabase();
beforeAll(async () => {
  const records = createDatasetRecords(database.documents, database.tables);
  datasets = createDatasets({ records, objects: memoryObjects(), clock: () => now });
});

/** Audits a site as an account, and keeps the datasets as the pipeline does. */
async function audit(answers: SiteAnswers, recheck?: string, accountId = 'acct_mine') {
  const request = recheck === undefined ? {} : { recheck };
  const answer = await auditOf(answers, request, { datasets: datasets.reader(accountId) });
  const question = { accountId, tool: 'audit_site', args: { domain: auditedHost, ...request } };
  for (const draft of answer.datasets ?? []) await datasets.plan(question, draft).store();
  return answer;
}

const faulty: SiteAnswers = {
  '/': soundPage('/', { nav: linksTo('/a', '/b', '/c', '/gone', '/lost') }),
  '/a': soundPage('/a', { topic: 'boats', title: '', lang: '' }),
  '/b': soundPage('/b', { topic: 'bread', description: '' }),
  '/c': soundPage('/c', { topic: 'garden', h1: '' }),
  '/robots.txt': robotsTxt(),
};
/** The title is there, the language is not; '/b' has lost its viewport, '/c' is deleted, '/lost' is back. */
const mended: SiteAnswers = {
  '/': soundPage('/', { nav: linksTo('/a', '/b', '/lost') }),
  '/a': soundPage('/a', { topic: 'boats', lang: '' }),
  '/b': soundPage('/b', { topic: 'bread', viewport: '' }),
  '/lost': soundPage('/lost', { topic: 'the lost page' }),
  '/robots.txt': robotsTxt(),
};

const verdictsOf = ({ data }: Awaited<ReturnType<typeof audit>>) =>
  new Map(data.recheck?.map(({ issue, url, verdict }) => [`${issue} ${url.slice(base.length)}`, verdict]));

describe('a re-check of audit_site', () => {
  it('is offered by the audit, and tells of every fault whether it is fixed, still there, gone or new', async () => {
    const first = await audit(faulty);
    expect(first.data.recheck).toBeUndefined();
    expect(first.suggestions[0]).toMatchObject({
      tool: 'audit_site',
      args: { domain: auditedHost, recheck: first.data.audit_id },
    });
    const second = await audit(mended, first.data.audit_id);
    const verdicts = verdictsOf(second);
    expect(Object.fromEntries(verdicts)).toMatchObject({
      'title_missing /a': 'fixed',
      'lang_missing /a': 'still',
      'description_missing /b': 'fixed',
      'viewport_missing /b': 'new',
      'h1_missing /c': 'gone',
      'http_4xx /lost': 'fixed',
      'http_4xx /gone': 'gone',
      'broken_internal_link /': 'fixed',
      'https_broken /': 'still',
      'http_not_https /': 'still',
    });
    // No sitemap is read again, so nothing is said of it.
    expect([...verdicts.keys()].filter((key) => key.startsWith('sitemap'))).toEqual([]);
    const all = second.datasets?.find(({ name }) => name === 'audit-recheck')?.rows ?? [];
    const { fixed = 0, still = 0, gone = 0, new: fresh = 0 } = second.data.recheck_summary ?? {};
    expect(fixed + still + gone + fresh).toBe(all.length);
  });

  it('finds nothing fixed and nothing new on a site that has not changed', async () => {
    const first = await audit(faulty);
    const { data } = await audit(faulty, first.data.audit_id);
    expect(data.recheck_summary).toMatchObject({ fixed: 0, gone: 0, new: 0 });
    expect(data.recheck_summary?.still).toBeGreaterThan(5);
  });

  it('is offered twice and not a third time', async () => {
    const offered = ({ suggestions }: Awaited<ReturnType<typeof audit>>) =>
      suggestions.some(({ args }) => 'recheck' in args);
    const first = await audit(faulty);
    const second = await audit(faulty, first.data.audit_id);
    const third = await audit(faulty, second.data.audit_id);
    expect([first, second, third].map(offered)).toEqual([true, true, false]);
  });

  it.each([
    ['of another account', 0, 'acct_other'],
    ['older than seven days', 8 * dayMs, 'acct_mine'],
  ])('is refused, free, for an audit %s', async (_name, laterMs, accountId) => {
    const { data } = await audit(faulty);
    now += laterMs;
    await expect(audit(faulty, data.audit_id, accountId)).rejects.toMatchObject({
      code: 'validation_error',
      message: expect.stringMatching(/no such audit of yours/u),
    });
  });

  it('is refused for an audit of another domain, and beside urls', async () => {
    const { data } = await audit(faulty);
    const question = { accountId: 'acct_mine', tool: 'audit_site', args: { domain: 'other.example' } };
    const other = await auditOf(faulty);
    for (const draft of other.datasets ?? []) await datasets.plan(question, draft).store();
    await expect(audit(faulty, other.data.audit_id)).rejects.toThrow(/that audit was of other\.example/u);
    const both = { recheck: data.audit_id, urls: [`${base}/a`] };
    await expect(auditOf(faulty, both)).rejects.toThrow(/not both/u);
  });
});
