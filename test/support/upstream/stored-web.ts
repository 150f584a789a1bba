import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { Listing } from '#shared/contract/rows.ts';
import { createIndexWriter } from '#shared/facts/stored-index/index-writer.ts';
import type { StoredIndex } from '#shared/facts/stored-index/stored-index.ts';
import { listingUpdate } from '#shared/facts/stored-index/writing/keyword-update.ts';
import { createStoredIndex } from '#test/support/index/stored-index.ts';
import { unitedStates } from './questions.ts';
import { keywords, type Link, linksTo, type WorldKeyword } from './world.ts';

const seenAt = '2026-10-28T06:14:09.000Z';
const at = Date.parse(seenAt) / 1000;
/** One topic, and of each listing its first results: enough to compare, quick to write. */
const topic = 'running shoes';
const depth = 15;

/** The generated web of the test server, as far as one topic goes, in the stored index. */
export async function storeWeb(documents: DynamoDBDocumentClient, table: string): Promise<StoredIndex> {
  const writer = createIndexWriter({ documents, table, clock: () => Date.parse(seenAt) });
  const run = await writer.startImport('imp_web');
  const known = keywords.filter((keyword) => keyword.topic === topic);
  await run.write(
    known.map((keyword) => ({
      ...listingUpdate(listingOf(keyword), unitedStates, 'test'),
      metrics: metricsOf(keyword),
    })),
  );
  await run.end();
  for (const domain of ['trailhound.example', 'peakgear.example', 'fellrunner.example'])
    await writer.writeLinks([linksOf(domain)]);
  return createStoredIndex({ documents, table });
}

function metricsOf({ volume, cpc, difficulty, intent }: WorldKeyword) {
  const trend = Array.from({ length: 12 }, (_, month) => volume + month);
  return { volume, cpc, level: null, difficulty, intent, trend, trendStart: '2025-10', at, source: 'test' };
}

function listingOf({ keyword, results, itemTypes }: WorldKeyword): Listing {
  return {
    query: keyword,
    fetched_at: seenAt,
    depth,
    item_types_present: itemTypes,
    organic: results.slice(0, depth).map(({ position, absolute, domain, url, title, description }) => ({
      position,
      rank_absolute: absolute,
      domain,
      url,
      title,
      snippet: description,
    })),
    ai_overview: null,
    paid: [],
    local_pack: [],
    featured_snippet: null,
    people_also_ask: [],
    related_searches: keywords.filter((each) => each.topic === topic).map((each) => each.keyword),
  };
}

function linksOf(domain: string) {
  const links = linksTo(domain);
  const backlinks = links.reduce((sum, link) => sum + link.backlinks, 0);
  return {
    domain,
    at,
    source: 'test',
    profile: {
      backlinks,
      referring_domains: links.length,
      referring_main_domains: links.length,
      dofollow_share: 0.75,
      broken_backlinks: 3,
      domain_rank: 40,
      rank_scale: 100,
      spam_score: 7,
    },
    anchors: [{ anchor: domain, backlinks, referring_domains: links.length }],
    referring: links.map((link) => referring(link)),
  };
}

function referring({ from, to, rank, backlinks, spam, firstSeen }: Link) {
  const first_seen = new Date(firstSeen).toISOString();
  const link = { url_from: `https://${from}/post`, url_to: `https://${to}/`, anchor: to, dofollow: true };
  return {
    domain: from,
    domain_rank: rank,
    backlinks,
    spam_score: spam,
    first_seen,
    lost: false,
    links: [{ ...link, first_seen, last_seen: seenAt }],
  };
}
