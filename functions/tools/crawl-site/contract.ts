import * as v from 'valibot';
import { crawlRecord, creditsPerHundred, mostCrawlPages } from '#shared/contract/crawls.ts';
import { domainName, wholeNumber } from '#shared/contract/fields.ts';
import { defineTool } from '#shared/contract/tool.ts';

const usualPages = 500;

const crawlId = v.pipe(v.string(), v.regex(/^crl_[0-9a-z]{26}$/, 'Expected the id of a crawl.'));

export const crawlSite = defineTool({
  name: 'crawl_site',
  title: 'Crawl whole site',
  family: 'audit',
  summary: 'Audits every page of a site as a job: starts one, or reports how far it is.',
  whenToUse: 'For a first look use audit_site.',
  credits: creditsPerHundred,
  priced: {
    per: '100 pages',
    units: ({ crawl_id, max_pages }) =>
      crawl_id === undefined ? Math.ceil((typeof max_pages === 'number' ? max_pages : usualPages) / 100) : 0,
  },
  input: v.object({
    domain: domainName,
    max_pages: wholeNumber(usualPages, 1, mostCrawlPages, 'Most pages; credits for unread ones come back.'),
    crawl_id: v.optional(v.pipe(crawlId, v.description('Reports on this crawl, free.'))),
    compared_to: v.optional(
      v.pipe(crawlId, v.description('Earlier crawl to compare with; by default the best one.')),
    ),
  }),
  data: v.looseObject({ ...crawlRecord.entries }),
  needs: ['crawls'],
  alsoAt: '/v1/me/crawls',
  sourceClasses: ['crawl'],
  quotesPages: true,
  example: { domain: 'trailpeak.example', max_pages: 100 },
});
