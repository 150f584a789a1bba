import {
  type CrawlRecord,
  type CrawlResult,
  creditsPerHundred,
  exampleCrawl,
} from '#shared/contract/crawls.ts';
import type { Crawls } from '#shared/facts/ports/sources.ts';
import { sampleNotice } from '#shared/facts/stored-index/questions/domain-head.ts';
import { isoTime } from '#shared/platform/clock.ts';
import { ServiceError } from '#shared/platform/errors.ts';
import { planSite } from './site-plan.ts';

const domain = 'trailpeak.example';

const result: CrawlResult = {
  summary: 'Two pages of eleven answer with an error. Restoring them gains most.',
  onpage_score: 87.42,
  pages_audited: 10,
  dead_addresses: 1,
  issues_summary: { high: 2, medium: 4, low: 4 },
  recommendations: [
    {
      issue: 'http_4xx',
      severity: 'high',
      title: 'The page returns a 4xx error, usually “not found”.',
      action:
        'Restore the page, redirect it to its closest successor with 301, or remove the links and sitemap entries that point to it.',
      affected_pages: 2,
      example_url: `https://${domain}/spring-sale-2024`,
      gain: 8.74,
    },
  ],
  lists: [],
  changes: null,
};

const told = (crawl: CrawlRecord) => ({ crawl, warnings: [sampleNotice] });

/**
 * What test keys hear of crawls: that one begins, and, asked by its id, that it
 * is over. No page is read and nothing is kept.
 */
export const sampleCrawls: Crawls = {
  async begin(order) {
    if (planSite(order.domain) === undefined)
      throw new ServiceError(
        'unsafe_target',
        `A test key crawls sites of the sample market only, such as ${domain}. Nothing was charged.`,
      );
    const held = Math.ceil(order.maxPages / 100) * creditsPerHundred;
    return told({
      ...{ ...exampleCrawl, domain: order.domain, max_pages: order.maxPages, status: 'queued' },
      ...{ pages_read: 0, addresses_waiting: 0, fetch_failures: 0, created_at: isoTime(order.now) },
      credits: { held, charged: null, returned: null },
    });
  },
  async get(id) {
    if (id !== exampleCrawl.id)
      throw new ServiceError(
        'not_found',
        `A test key knows one crawl, ${exampleCrawl.id}. Nothing was charged.`,
      );
    return told({
      ...{ ...exampleCrawl, domain, max_pages: 100, status: 'finished' },
      ...{ pages_read: 11, addresses_waiting: 0, fetch_failures: 0, ended_at: exampleCrawl.created_at },
      ...{ credits: { held: 5, charged: 5, returned: 0 }, result },
    });
  },
};
