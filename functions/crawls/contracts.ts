import * as v from 'valibot';
import { crawlRecord, exampleCrawl } from '#shared/contract/crawls.ts';
import { defineIn, removedRecord } from '#shared/contract/endpoint.ts';
import type { ScheduledFunction } from '#shared/contract/function-contract.ts';
import { workRoles } from '#shared/contract/role.ts';

const defineHere = defineIn({ module: 'crawls/actions.ts', roles: workRoles, scope: 'keys:manage' });
const path = '/v1/me/crawls';
const changes = { tables: { index: ['GetItem', 'PutItem'] } } as const;

export const listCrawls = defineHere({
  name: 'list_crawls',
  title: 'List crawls',
  summary: 'Crawls of whole sites, the newest first. A POST here begins one, as `crawl_site` does.',
  methods: ['GET'],
  path,
  response: v.array(crawlRecord),
  grants: { tables: { index: ['Query'] } },
  example: { response: [exampleCrawl] },
});

export const getCrawl = defineHere({
  name: 'get_crawl',
  title: 'Get a crawl',
  summary: 'How far a crawl is and, once it is over, what it found and cost.',
  methods: ['GET'],
  path: `${path}/{crawl_id}`,
  response: crawlRecord,
  grants: { tables: { index: ['GetItem'] } },
  example: { response: exampleCrawl },
});

export const pauseCrawl = defineHere({
  name: 'pause_crawl',
  title: 'Pause a crawl',
  summary: 'Pauses a crawl until it is resumed. After thirty days it is cancelled.',
  methods: ['POST'],
  path: `${path}/{crawl_id}/pause`,
  response: crawlRecord,
  grants: changes,
  example: { response: { ...exampleCrawl, status: 'paused' } },
});

export const resumeCrawl = defineHere({
  name: 'resume_crawl',
  title: 'Resume a crawl',
  summary: 'Resumes a paused crawl where it stopped.',
  methods: ['POST'],
  path: `${path}/{crawl_id}/resume`,
  response: crawlRecord,
  grants: changes,
  example: { response: exampleCrawl },
});

export const cancelCrawl = defineHere({
  name: 'cancel_crawl',
  title: 'Cancel a crawl',
  summary:
    'Ends a crawl. The pages it has read are judged and charged, by the hundred or part of a hundred; the other credits come back within minutes.',
  methods: ['POST'],
  path: `${path}/{crawl_id}/cancel`,
  response: crawlRecord,
  grants: changes,
  example: { response: { ...exampleCrawl, status: 'cancelled' } },
});

export const deleteCrawl = defineHere({
  name: 'delete_crawl',
  title: 'Delete a crawl',
  summary: 'Removes a crawl that is over, with its pages and lists.',
  methods: ['DELETE'],
  path: `${path}/{crawl_id}`,
  response: removedRecord,
  grants: {
    tables: { index: ['GetItem', 'BatchWriteItem'] },
    objects: ['crawls:list', 'crawls:delete'],
  },
  example: { response: { id: exampleCrawl.id, status: 'removed' } },
});

/** Every minute: a run goes on for as long as its function may, and what it leaves is taken up by the next. */
export const runCrawls = {
  name: 'run-crawls',
  summary: 'Reads the pages of crawls that are due, slice by slice.',
  module: 'crawls/run-crawls.ts',
  everyMinutes: 1,
  memoryMb: 3_008,
  timeoutSeconds: 840,
  grants: {
    tables: {
      index: ['GetItem', 'Query', 'PutItem', 'BatchWriteItem'],
      // Whether the call that began it was charged.
      usage: ['Query'],
      accounts: ['GetItem', 'UpdateItem'],
      ledger: ['GetItem', 'PutItem', 'UpdateItem'],
      // Its lists, and what the Chrome UX Report told.
      facts: ['BatchWriteItem', 'GetItem', 'PutItem', 'UpdateItem'],
      // Its event, and whether the account wants to be told.
      identity: ['GetItem', 'PutItem', 'Query'],
    },
    // Listing tells a crawl whose files are no longer kept from one that may not be read.
    objects: ['crawls:get', 'crawls:list', 'crawls:put', 'crawls:delete'],
    // The crawler signs its requests; the report is asked with the operator's key.
    secrets: ['service', 'crux'],
  },
} as const satisfies ScheduledFunction;
