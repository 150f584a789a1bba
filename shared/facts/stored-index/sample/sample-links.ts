import type { AnchorRow, BacklinkRow } from '#shared/facts/ports/backlink-index.ts';
import { secondsToIso } from '#shared/facts/stored-index/questions/domain-head.ts';
import { sampleSource } from '../items/index-items.ts';
import type { DomainLinks, ReferringSite } from '../items/link-items.ts';
import { sampleSeenAt } from './sample-keywords.ts';
import {
  createSeededRandom,
  type SampleTopic,
  type SeededRandom,
  sampleGiants,
  sampleTopics,
} from './sample-topics.ts';

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
