import type { Listing, OrganicRow } from '#shared/contract/rows.ts';
import { secondsToIso } from '#shared/facts/ports/fact.ts';
import { type SampleKeyword, sampleSeenAt } from './sample-keywords.ts';
import { createSeededRandom, type SeededRandom, sampleGiants } from './sample-topics.ts';

const depth = 10;

/** How often listings of real searches show each item, as the field's studies of 2026 report it. */
const featureRates = {
  people_also_ask: 0.7,
  ai_overview: 0.35,
  paid: 0.2,
  local_pack: 0.08,
  featured_snippet: 0.12,
} as const;

/** A listing for each keyword of a country's sample market; `market` names the country and the device. */
export function sampleListings(market: string, keywords: readonly SampleKeyword[]): readonly Listing[] {
  const random = createSeededRandom(`listings ${market}`);
  const bySubject = Map.groupBy(keywords, ({ subject }) => subject);
  return keywords.map((keyword) => {
    const related = bySubject.get(keyword.subject) ?? [];
    return listingOf(
      keyword,
      related.map((row) => row.keyword),
      random,
    );
  });
}

function listingOf(row: SampleKeyword, family: readonly string[], random: SeededRandom): Listing {
  const organic = organicRows(row, random);
  const shown = shownItems(row, random);
  const [first, second] = organic;
  return {
    query: row.keyword,
    fetched_at: secondsToIso(sampleSeenAt),
    depth,
    item_types_present: ['organic', ...shown, 'related_searches'],
    organic,
    ai_overview:
      shown.has('ai_overview') && first && second
        ? { text: `A short generated answer about ${row.keyword}.`, references: [first, second].map(linkOf) }
        : null,
    paid: shown.has('paid') ? paidRows(row) : [],
    local_pack: shown.has('local_pack') ? localRows(row, random) : [],
    featured_snippet:
      shown.has('featured_snippet') && first
        ? { ...linkOf(first), text: `In short: what to know about ${row.keyword}.` }
        : null,
    people_also_ask: shown.has('people_also_ask') ? questions(row) : [],
    related_searches: family.filter((keyword) => keyword !== row.keyword).slice(0, 8),
  };
}

/** The rates hold over all keywords; for one keyword they follow what is searched. */
function shownItems({ purpose }: SampleKeyword, random: SeededRandom): ReadonlySet<string> {
  const rates = {
    ...featureRates,
    paid: purpose === 'learn' ? 0 : featureRates.paid,
    local_pack: purpose === 'local' ? 0.95 : featureRates.local_pack,
    featured_snippet: purpose === 'learn' ? 0.5 : featureRates.featured_snippet * 0.75,
  };
  const shown = Object.entries(rates).filter(([, rate]) => random.chance(rate));
  return new Set(shown.map(([item]) => item));
}

function linkOf({ domain, url, title }: OrganicRow) {
  return { domain, url, title };
}

interface Candidate {
  readonly site: string;
  readonly kind: 'shop' | 'guide' | 'giant';
  readonly score: number;
}

/** Sites in the order of their fit: strength of the site, purpose of the keyword, and some luck. */
function organicRows(row: SampleKeyword, random: SeededRandom): OrganicRow[] {
  const { topic, purpose, brand } = row;
  const shopFit = { buy: 1, compare: 0.6, learn: 0.45, local: 1.1, brand: 0.5 }[purpose];
  const guideFit = { buy: 0.4, compare: 1.1, learn: 1.2, local: 0.2, brand: 0.35 }[purpose];
  const luck = () => 0.55 + random.share() * 0.9;
  const candidates: Candidate[] = [
    ...topic.shops.map((site, index): Candidate => {
      const strength = site === brand ? 10 : 1.2 - index * 0.13;
      return { site, kind: 'shop', score: strength * shopFit * luck() };
    }),
    ...topic.guides.map((site, index): Candidate => {
      return { site, kind: 'guide', score: (1.1 - index * 0.2) * guideFit * luck() };
    }),
    ...sampleGiants.map((site): Candidate => ({ site, kind: 'giant', score: 0.55 * luck() })),
  ];
  const urls = candidates
    .sort((a, b) => b.score - a.score)
    .flatMap(({ site, kind }) => urlsOf(row, site, kind, random))
    .slice(0, depth - (random.chance(0.1) ? 1 : 0));
  return urls.map((url, index) => ({
    position: index + 1,
    rank_absolute: index + 1,
    domain: new URL(url).hostname,
    url,
    title: `${titled(row.keyword)} | ${titled(new URL(url).hostname.split('.').at(-2) ?? '')}`,
    snippet: `What to know about ${row.keyword}, from ${new URL(url).hostname}.`,
  }));
}

/** The page of a site that ranks; now and then two of them, or one of its blog. */
function urlsOf(row: SampleKeyword, site: string, kind: Candidate['kind'], random: SeededRandom): string[] {
  const slug = row.subject.replaceAll(' ', '-');
  const host = `${site}.example`;
  if (kind === 'giant') return [`https://www.${host}/${site === 'everymart' ? 's' : 'a'}/${slug}`];
  if (kind === 'guide') return [`https://${host}/${row.purpose === 'learn' ? 'how-to' : 'reviews'}/${slug}`];
  return shopUrls(row, site, random);
}

function shopUrls(
  { keyword, subject, purpose, brand, topic }: SampleKeyword,
  site: string,
  random: SeededRandom,
) {
  const slug = subject.replaceAll(' ', '-');
  const page = `https://${site}.example/${slug}`;
  const post = `https://blog.${site}.example/${slug}-guide`;
  // The strongest shop of a topic ranks with its home page too for the topic's largest keyword.
  const isHead = site === topic.shops[0] && keyword === topic.subjects[0];
  if (isHead || site === brand) return [`https://${site}.example/`, page];
  if (purpose === 'learn') return [post];
  return random.chance(0.08) ? [page, post] : [page];
}

function paidRows({ topic, subject }: SampleKeyword): Listing['paid'] {
  return topic.shops.slice(0, 2).map((shop, index) => ({
    position: index + 1,
    domain: `${shop}.example`,
    url: `https://${shop}.example/offers/${subject.replaceAll(' ', '-')}`,
    title: `${titled(subject)} at ${titled(shop.replaceAll('-', ' '))}`,
  }));
}

function localRows({ topic }: SampleKeyword, random: SeededRandom): Listing['local_pack'] {
  return topic.shops.slice(0, 3).map((shop, index) => ({
    position: index + 1,
    title: titled(shop.replaceAll('-', ' ')),
    domain: `${shop}.example`,
    url: `https://${shop}.example/`,
    rating: { value: random.between(36, 50) / 10, votes_count: random.between(5, 900) },
    is_paid: false,
  }));
}

function questions({ subject, topic }: SampleKeyword): string[] {
  return [
    `What should I look for in ${subject}?`,
    `Is it worth paying more for ${subject}?`,
    `How do you ${topic.verb} ${subject}?`,
    `How long does ${subject} last?`,
  ];
}

function titled(text: string): string {
  return text.replaceAll(/(^|[\s-])(\p{L})/gu, (letter) => letter.toUpperCase());
}
