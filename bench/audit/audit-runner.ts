import { parse } from 'parse5';
import { auditSite } from '#shared/site-audit/audit-site.ts';
import { checkCatalog } from '#shared/site-audit/checks/catalog.ts';
import type { Check } from '#shared/site-audit/checks/check.ts';
import type { SiteFacts } from '#shared/site-audit/checks/site-facts.ts';
import { createGuardedFetcher } from '#shared/site-audit/fetch/guarded-fetcher.ts';
import { parseResolveMap } from '#shared/site-audit/fetch/pinned-connector.ts';

/**
 * Crawls the bench site once, with the auditor or with a bare loop, and prints what it cost, as a
 * line of JSON: `node audit-runner.ts <crawler> <port> <pages>`. One process
 * for each run, so that memory and CPU are its own.
 */
const [crawler = 'oriel', port = '0', pagesText = '20'] = process.argv.slice(2);
const wanted = Number(pagesText);
const home = `http://127.0.0.1:${port}/`;

async function audited(): Promise<SiteFacts | undefined> {
  const fetcher = createGuardedFetcher({
    userAgent: 'OrielBot/1.0 (+http://localhost/docs)',
    resolve: parseResolveMap(`bench.example:80=127.0.0.1:${port}`),
  });
  const audit = await auditSite({ domain: 'bench.example', maxPages: wanted, fetcher, now: Date.now() });
  await fetcher.close();
  return audit.ok ? audit.site : undefined;
}

/** What a check looks at: every answer, every page, or the site. */
function runCheck(check: Check, site: SiteFacts): void {
  if (check.scope === 'response') for (const page of site.crawl.records) check.find(page, site);
  else if (check.scope === 'document') for (const page of site.audited) check.find(page.document, page, site);
  else check.find(site);
}

/** Milliseconds of processor time of each check on the whole site, with what pages remember of an earlier run. */
function timeOfChecks(site: SiteFacts): Record<string, number> {
  return Object.fromEntries(
    checkCatalog.map((check) => {
      const start = process.cpuUsage();
      runCheck(check, site);
      const { user, system } = process.cpuUsage(start);
      return [check.id, (user + system) / 1_000];
    }),
  );
}

const crawlers: Readonly<Record<string, () => Promise<number>>> = {
  oriel: async () => (await audited())?.audited.length ?? 0,
  async checks() {
    const site = await audited();
    if (site) process.stdout.write(`${JSON.stringify(timeOfChecks(site))}\n`);
    return process.exit(0);
  },
  /** The floor: fetch and parse every page, look at nothing. */
  async bare() {
    const queue = [home];
    const seen = new Set(queue);
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const text = await (await fetch(next)).text();
      parse(text);
      for (const [, href = ''] of text.matchAll(/<a href="([^"]+)"/gu)) {
        const url = new URL(href, home).href;
        if (!seen.has(url)) queue.push(url);
        seen.add(url);
      }
    }
    return seen.size;
  },
};

const started = performance.now();
const before = process.cpuUsage();
const pages = (await crawlers[crawler]?.()) ?? 0;
const cpu = process.cpuUsage(before);
const result = {
  pages,
  wallMs: performance.now() - started,
  cpuMs: (cpu.user + cpu.system) / 1000,
  peakMb: process.resourceUsage().maxRSS / 1024,
};
process.stdout.write(`${JSON.stringify(result)}\n`);
process.exit(0);
