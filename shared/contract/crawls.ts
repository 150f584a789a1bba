import * as v from 'valibot';
import { told } from './fields.ts';
import { fieldVitals } from './rows.ts';

const count = v.pipe(v.number(), v.integer());

/** Credits for each hundred pages that a crawl may read. */
export const creditsPerHundred = 5;
export const mostCrawlPages = 10_000;
/** Crawls of an account that are not over, and all that are kept. */
export const mostOpenCrawls = 3;
export const mostKeptCrawls = 200;

export const crawlStatuses = ['queued', 'running', 'paused', 'finished', 'cancelled', 'failed'] as const;

/** Of a list that an answer names. */
const crawlList = v.object({
  uri: told(v.string(), 'What `export_dataset` reads the list by.'),
  name: told(v.string(), 'Name of the list, such as `crawl-pages`.'),
  rows: told(count, 'Rows of the list.'),
  expires_at: told(v.string(), 'When the list expires.'),
});

/** What a crawl found, in short; everything is in its lists. */
export const crawlResult = v.object({
  summary: told(v.string(), 'What to know first, in one or two sentences.'),
  onpage_score: told(v.number(), 'Score of the site, 0-100.'),
  pages_audited: told(count, 'Pages that were judged; the others are left out by a reason.'),
  dead_addresses: told(count, 'Addresses on the site that gave no page.'),
  issues_summary: told(v.object({ high: count, medium: count, low: count }), 'Findings by severity.'),
  recommendations: told(
    v.array(
      v.object({
        issue: v.string(),
        severity: v.picklist(['high', 'medium', 'low']),
        title: v.string(),
        action: v.string(),
        affected_pages: count,
        example_url: v.string(),
        gain: v.number(),
      }),
    ),
    'What to do first, at most ten.',
  ),
  beside: v.optional(
    told(
      v.object({
        asked: told(count, 'How many were asked.'),
        all: told(v.boolean(), 'Whether none was left out.'),
      }),
      'Files of the site and pages of other sites, each asked once whether it answers: 500 files at most, ten pages of a host, 1,000 in all.',
    ),
  ),
  sitemap: v.optional(
    told(
      v.object({
        documents: told(count, 'How many were read, indexes included.'),
        addresses: told(count, 'Addresses in them, each once.'),
        all: told(v.boolean(), 'Whether all were read.'),
      }),
      'The sitemaps of the site: up to 1,000 documents, of each the first 10 MB, within 150 seconds; 50,000 addresses more than the crawl may read pages.',
    ),
  ),
  field_vitals: v.optional(
    told(
      fieldVitals,
      'What visitors’ browsers measured, by the Chrome UX Report: of the origin, the home page, and fifty pages at most, the most clicked or one of each template. Shares and all pages are in the list `field-vitals`.',
    ),
  ),
  lists: told(
    v.array(crawlList),
    'Issues with every address, pages, links, copies, redirects: each whole, for 400 days or until the crawl is deleted.',
  ),
  changes: told(
    v.nullable(
      v.object({
        crawl_id: told(v.string(), 'The crawl that this one is compared with.'),
        created_at: v.optional(told(v.string(), 'When that crawl was asked for.')),
        pages_read: v.optional(told(count, 'Pages that it read.')),
        why: v.optional(told(v.string(), 'Why it is compared with that one.')),
        unjudged: v.optional(
          told(count, 'Faults without a verdict, since one of the two did not read their page.'),
        ),
        new_high: v.optional(told(count, 'Of the new faults, those of high severity.')),
        new_medium: v.optional(told(count, 'Of the new faults, those of medium severity.')),
        new: told(count, 'Faults that were not there before.'),
        mended: told(count, 'Faults whose page works and no longer has them.'),
        still: told(count, 'Faults that are still there.'),
        gone: told(count, 'Faults whose page is no longer there.'),
      }),
    ),
    'Faults since an earlier crawl of the same site: the one that `compared_to` named, else the newest that read the whole site or about as many pages, else the one that read most. Null for the first.',
  ),
});
export type CrawlResult = v.InferOutput<typeof crawlResult>;

export const crawlRecord = v.object({
  id: told(v.string(), 'Id of the crawl, `crl_…`.'),
  domain: told(v.string(), 'The site.'),
  status: told(
    v.picklist(crawlStatuses),
    '`queued`, `running` or `paused`; `finished`, `cancelled` or `failed` once it is over.',
  ),
  max_pages: told(count, 'Pages that it may read.'),
  pages_read: told(count, 'Pages read so far.'),
  addresses_waiting: told(count, 'Addresses found and not read yet.'),
  fetch_failures: told(count, 'Addresses that gave no answer.'),
  created_at: told(v.string(), 'When it was asked for.'),
  ended_at: told(v.nullable(v.string()), 'When it was over; null before.'),
  waits_until: told(
    v.nullable(v.string()),
    'The site asked to be left alone until then; null where it did not.',
  ),
  message: told(v.nullable(v.string()), 'Why it ended early or waits; null where there is nothing to say.'),
  credits: told(
    v.object({
      held: told(count, 'Set aside for `max_pages` when it began.'),
      charged: told(
        v.nullable(count),
        'For each hundred pages read, or part of a hundred; null until it is over.',
      ),
      returned: told(v.nullable(count), 'Given back; with what was charged it is what was held.'),
    }),
    'What it costs.',
  ),
  result: told(v.nullable(crawlResult), 'What it found; null until it is over, and where nothing was read.'),
});
export type CrawlRecord = v.InferOutput<typeof crawlRecord>;

/** A crawl as the reference shows it. */
export const exampleCrawl: CrawlRecord = {
  id: 'crl_01kbhs3x9mq6d8v0a2c4e6g8j0',
  domain: 'shop.example',
  status: 'running',
  max_pages: 500,
  pages_read: 200,
  addresses_waiting: 164,
  fetch_failures: 1,
  created_at: '2026-11-24T09:00:00.000Z',
  ended_at: null,
  waits_until: null,
  message: null,
  credits: { held: 25, charged: null, returned: null },
  result: null,
};
