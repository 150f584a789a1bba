import { type DynamoDBDocumentClient, ScanCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import type { Listing } from '#shared/contract/rows.ts';
import { secondsToIso } from '#shared/facts/ports/fact.ts';
import type { Clock } from '#shared/platform/clock.ts';
import { loadIntents } from '../../intent/intent.ts';
import type { FindIntent } from '../../intent/intent-model.ts';
import { resolveMarket } from '../../markets/markets.ts';
import type { AnchorRow, BacklinkRow } from '../../ports/backlink-index.ts';
import type { Market } from '../../ports/fact.ts';
import { createIndexWriter } from '../index-writer.ts';
import { type Change, type Item, sampleSource } from '../items/index-items.ts';
import { markerKey, runKey } from '../items/keys.ts';
import type { DomainLinks, ReferringSite } from '../items/link-items.ts';
import { createIndexTable, type IndexTable } from '../table/index-table.ts';
import { bulkItems } from '../writing/bulk-items.ts';
import { type KeywordUpdate, listingUpdate } from '../writing/keyword-update.ts';
import { linkItems } from '../writing/link-writes.ts';
import { interruptedRun } from '../writing/write-claims.ts';
import { type SampleKeyword, sampleKeywords, sampleSeenAt } from './sample-keywords.ts';
import { sampleListings } from './sample-listings.ts';
import {
  createSeededRandom,
  type SampleTopic,
  type SeededRandom,
  sampleGiants,
  sampleTopics,
} from './sample-topics.ts';

/** Grows with every change of what is generated; a data folder with another version is brought up to date. */
const sampleVersion = 2;

/** Countries of the sample market with their size against the United States. */
const sampleCountries = [
  { country: 'US', scale: 1 },
  { country: 'GB', scale: 0.22 },
] as const;

/** The sample market is made of several, of which no one has an item of another. */
export const sampleParts = sampleCountries.flatMap((place): SamplePart[] => {
  const market = resolveMarket({ location: place.country, language: 'en' });
  return [
    { ...place, market },
    { ...place, market: { ...market, device: 'mobile' } },
  ];
});

type SamplePart = (typeof sampleCountries)[number] & { readonly market: Market };

/** All keywords of the sample market with their metrics and listings: always the same ones. */
export function sampleUpdates(): readonly KeywordUpdate[] {
  return sampleParts.flatMap(updatesOf);
}

function updatesOf({ country, scale, market }: SamplePart): readonly KeywordUpdate[] {
  const keywords = sampleKeywords(country, scale);
  if (market.device === undefined)
    return sampleListings(country, keywords).map((listing, index) =>
      updateOf(market, keywords[index], listing),
    );
  const listings = sampleListings(`${country} ${market.device}`, keywords);
  return listings.map((listing) => listingUpdate(listing, market, sampleSource));
}

function updateOf(market: Market, keyword: SampleKeyword | undefined, listing: Listing): KeywordUpdate {
  const update = listingUpdate(listing, market, sampleSource);
  return keyword ? { ...update, metrics: keyword.metrics } : update;
}

/** Every item of the sample market, for loading in bulk. The marker that says that all of it is there comes last. */
export function* sampleItems(findIntent: FindIntent): Generator<Item> {
  for (const part of sampleParts) yield* sampleItemsOf(part, findIntent);
  yield* sampleExtras();
}

/** Every item of one of its markets, the marker of that market last. */
export function sampleItemsOf(part: SamplePart, findIntent: FindIntent): Iterable<Item> {
  return bulkItems(updatesOf(part), sampleSource, findIntent);
}

/** What the sample market has beside its keywords. The marker comes last. */
export function sampleExtras(): readonly Item[] {
  return [...sampleLinks().flatMap((links) => linkItems(links).map(({ put }) => put)), sampleMarker()];
}

/** Says that the sample market is there, whole, in this version. */
export function sampleMarker(): Item {
  return { ...markerKey(sampleSource), d: sampleVersion };
}

interface SampleTarget {
  readonly documents: DynamoDBDocumentClient;
  readonly table: string;
  readonly clock: Clock;
}

const marker = v.object({ d: v.number() });
const itemsAtOnce = 500;
const updatesAtOnce = 200;

/**
 * Loads the sample market unless this version of it is there. An empty table
 * gets its items as they are; one that holds anything else is written as any
 * import is, so that nothing newer of it is lost. Returns whether it had to load.
 */
export async function loadSampleMarket({ documents, table, clock }: SampleTarget): Promise<boolean> {
  const index = createIndexTable({ documents, table });
  const found = await index.get(markerKey(sampleSource), true);
  if (found && v.parse(marker, found).d === sampleVersion) return false;
  const { Count } = await documents.send(new ScanCommand({ TableName: table, Limit: 1 }));
  await (Count === 0 ? loadItems(index) : importSample(index, { documents, table, clock }));
  return true;
}

/** The run's record stays until all is there: should this be interrupted, every row counts as half written. */
async function loadItems(index: IndexTable): Promise<void> {
  await index.put(interruptedRun(sampleSource));
  let round: Change[] = [];
  for (const item of sampleItems(await loadIntents())) {
    round.push({ put: item });
    if (round.length < itemsAtOnce) continue;
    await index.change(round);
    round = [];
  }
  await index.change(round);
  await index.change([{ remove: runKey(sampleSource) }]);
}

async function importSample(index: IndexTable, target: SampleTarget): Promise<void> {
  const writer = createIndexWriter(target);
  const updates = sampleUpdates();
  const run = await writer.startImport(`${sampleSource}-v${sampleVersion}`);
  for (let start = 0; start < updates.length; start += updatesAtOnce)
    await run.write(updates.slice(start, start + updatesAtOnce));
  await run.end();
  await writer.writeLinks(sampleLinks());
  await index.put(sampleMarker());
}

const rankScale = 1000;
const topicReferrers = 60;
const spamReferrers = 80;
const day = 86_400;

/** A site that links: its rank and spam score do not depend on where it links. */
interface Referrer {
  readonly domain: string;
  readonly rank: number;
  readonly spam: number;
}

/** The links to every shop and guide of the sample market, spam included. */
export function sampleLinks(): readonly DomainLinks[] {
  const random = createSeededRandom('links');
  const spam = Array.from(
    { length: spamReferrers },
    (_, index): Referrer => ({
      domain: `cheap-links-${index + 1}.example`,
      rank: random.between(0, 60),
      spam: random.between(45, 95),
    }),
  );
  return sampleTopics.flatMap((topic) => {
    const pool = [...topicPool(topic, random), ...spam];
    const sites = [...topic.shops, ...topic.guides];
    return sites.map((site, index) => linksOf(topic, site, 1 - index / (sites.length + 2), pool, random));
  });
}

function topicPool(topic: SampleTopic, random: SeededRandom): Referrer[] {
  const name = topic.name.replaceAll(' ', '-');
  const blogs = Array.from(
    { length: topicReferrers },
    (_, index): Referrer => ({
      domain: `${name}-notes-${index + 1}.example`,
      rank: Math.round(520 / (index / 6 + 1)) + random.between(0, 40),
      spam: random.between(0, 24),
    }),
  );
  const known = [...topic.guides, ...sampleGiants].map((site): Referrer => {
    return { domain: `${site}.example`, rank: random.between(420, 860), spam: random.between(0, 5) };
  });
  return [...known, ...blogs];
}

function linksOf(
  topic: SampleTopic,
  site: string,
  strength: number,
  pool: readonly Referrer[],
  random: SeededRandom,
): DomainLinks {
  const domain = `${site}.example`;
  const referring = pool
    .filter((referrer) => referrer.domain !== domain && random.chance(chanceOf(referrer, strength)))
    .map((referrer) => referringSite(topic, site, referrer, random));
  const links = referring.flatMap((row) => row.links);
  const backlinks = referring.reduce((sum, row) => sum + (row.backlinks ?? 0), 0);
  const rank = Math.round(120 + strength * 330 + random.between(0, 40));
  return {
    domain,
    at: sampleSeenAt,
    source: sampleSource,
    profile: {
      backlinks,
      referring_domains: referring.length,
      referring_main_domains: referring.length,
      dofollow_share: Math.round((links.filter((link) => link.dofollow).length / links.length) * 1000) / 1000,
      broken_backlinks: Math.round(backlinks * 0.03),
      domain_rank: rank,
      rank_scale: rankScale,
      spam_score: Math.round(
        referring.reduce((sum, row) => sum + (row.spam_score ?? 0), 0) / referring.length,
      ),
    },
    anchors: anchorsOf(referring),
    referring,
  };
}

function chanceOf({ spam }: Referrer, strength: number): number {
  return spam > 40 ? 0.12 : 0.25 + strength * 0.4;
}

function referringSite(
  topic: SampleTopic,
  site: string,
  referrer: Referrer,
  random: SeededRandom,
): ReferringSite {
  const count = referrer.spam > 40 ? random.between(3, 40) : random.between(1, 6);
  const since = sampleSeenAt - random.between(20, 1200) * day;
  const links = Array.from({ length: Math.min(count, 3) }, (_, index): BacklinkRow => {
    const subject = topic.subjects[random.between(0, topic.subjects.length - 1)] ?? topic.name;
    const anchors = [site.replaceAll('-', ' '), subject, `${site}.example`, 'here'] as const;
    return {
      url_from: `https://${referrer.domain}/post-${random.between(1, 900)}`,
      url_to: `https://${site}.example/${index === 0 ? '' : subject.replaceAll(' ', '-')}`,
      anchor: random.chance(0.06) ? null : random.pick(anchors),
      dofollow: random.chance(0.78),
      first_seen: secondsToIso(since),
      last_seen: secondsToIso(sampleSeenAt),
    };
  });
  return {
    domain: referrer.domain,
    domain_rank: referrer.rank,
    backlinks: count,
    spam_score: referrer.spam,
    first_seen: secondsToIso(since),
    lost: random.chance(0.05),
    links,
  };
}

function anchorsOf(referring: readonly ReferringSite[]): AnchorRow[] {
  const counts = new Map<string, { links: number; domains: Set<string> }>();
  for (const { domain, links } of referring) {
    for (const { anchor } of links) {
      if (anchor === null) continue;
      const known = counts.get(anchor) ?? { links: 0, domains: new Set() };
      counts.set(anchor, { links: known.links + 1, domains: known.domains.add(domain) });
    }
  }
  return [...counts]
    .map(([anchor, { links, domains }]) => ({ anchor, backlinks: links, referring_domains: domains.size }))
    .sort((a, b) => b.backlinks - a.backlinks || (a.anchor < b.anchor ? -1 : 1));
}
