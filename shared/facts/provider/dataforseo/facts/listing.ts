import * as v from 'valibot';
import type { Listing, OrganicRow } from '#shared/contract/rows.ts';
import {
  count,
  flag,
  number,
  optionalRows,
  part,
  requiredText,
  rows,
  text,
  time,
  webAddress,
} from '../wire/wire.ts';
import { bareDomain } from './keyword-rows.ts';

/** A listing, reduced to the item types and members that are used; of other types only the name is kept. */

const reference = v.object({ domain: text, url: webAddress, title: text });
const references = optionalRows(reference);

const overviewElement = v.object({
  text,
  references,
  components: optionalRows(v.object({ text, references })),
});

const item = v.object({
  type: requiredText,
  rank_group: count,
  rank_absolute: count,
  domain: text,
  url: webAddress,
  title: text,
  description: text,
  is_paid: flag,
  rating: part({ value: number, votes_count: count }),
  markdown: text,
  references,
  /** Strings, questions or parts of an answer, by the item's type. */
  items: v.pipe(
    v.fallback(v.nullish(v.array(v.unknown()), []), []),
    v.transform((list) => list.slice(0, 100)),
  ),
});
type SerpItem = v.InferOutput<typeof item>;

export const serpListing = v.object({
  datetime: time,
  item_types: optionalRows(requiredText),
  items: rows(item, 500),
});
export type SerpListing = v.InferOutput<typeof serpListing>;

const question = v.object({ title: requiredText });

/** A listing in the service's words. Everything in it was written by strangers and is passed on as data only. */
export function readListing(
  { datetime, item_types, items }: SerpListing,
  query: string,
  depth: number,
  fetchedAt: string,
): Listing {
  const ofType = (type: string) => items.filter((item) => item.type === type);
  const snippet = ofType('featured_snippet')[0];
  const overview = ofType('ai_overview')[0];
  return {
    query,
    fetched_at: datetime ?? fetchedAt,
    depth,
    item_types_present: [...new Set([...item_types, ...items.map(({ type }) => type)])],
    organic: organicRows(ofType('organic')).slice(0, depth),
    ai_overview: overview ? aiOverview(overview) : null,
    paid: ofType('paid').flatMap(paidRow),
    local_pack: ofType('local_pack').flatMap(localPackRow),
    featured_snippet: snippet ? featuredSnippet(snippet) : null,
    people_also_ask: unique(ofType('people_also_ask').flatMap(({ items: inner }) => titlesIn(inner))),
    related_searches: unique([
      ...ofType('related_searches').flatMap(({ items: inner }) => stringsIn(inner)),
      ...ofType('people_also_search').flatMap(({ items: inner }) => stringsIn(inner)),
    ]),
  };
}

function organicRows(items: readonly SerpItem[]): OrganicRow[] {
  return items
    .flatMap(({ rank_group, rank_absolute, url, domain, title, description }) =>
      rank_group && url
        ? [
            {
              position: rank_group,
              rank_absolute,
              domain: domainOf(domain, url),
              url,
              title,
              snippet: description,
            },
          ]
        : [],
    )
    .toSorted((a, b) => a.position - b.position);
}

function paidRow({ rank_group, domain, url, title }: SerpItem): Listing['paid'] {
  const host = domain ?? (url && new URL(url).hostname);
  return rank_group && host ? [{ position: rank_group, domain: bareDomain(host), url, title }] : [];
}

/** The provider sends one item for each business. */
function localPackRow({ rank_group, title, domain, url, rating, is_paid }: SerpItem): Listing['local_pack'] {
  if (!rank_group || !title) return [];
  const hasRating = rating && (rating.value !== null || rating.votes_count !== null);
  return [
    {
      position: rank_group,
      title,
      domain: domain ? bareDomain(domain) : null,
      url,
      rating: hasRating ? rating : null,
      is_paid: is_paid ?? false,
    },
  ];
}

function featuredSnippet({ domain, url, title, description }: SerpItem): Listing['featured_snippet'] {
  return url ? { domain: domainOf(domain, url), url, title, text: description } : null;
}

/** Text and sources; both may be missing where the search engine loads the overview after the page. */
function aiOverview({ markdown, items, references }: SerpItem): Listing['ai_overview'] {
  const elements = items.flatMap((element) => {
    const parsed = v.safeParse(overviewElement, element);
    return parsed.success ? [parsed.output] : [];
  });
  const parts = elements.flatMap((element) => [element, ...element.components]);
  const texts = parts.map((each) => each.text).filter((each) => each !== null);
  // The list at the top may be empty while the parts carry the sources.
  const all = [...references, ...parts.flatMap((each) => each.references)];
  const cited = all.flatMap(({ url, domain, title }) =>
    url ? [{ domain: domainOf(domain, url), url, title }] : [],
  );
  const text = markdown ?? (texts.length > 0 ? texts.join('\n\n') : null);
  return { text, references: [...new Map(cited.map((each) => [each.url, each])).values()] };
}

function domainOf(domain: string | null, url: string): string {
  return bareDomain(domain ?? new URL(url).hostname);
}

function titlesIn(items: readonly unknown[]): string[] {
  return items.flatMap((element) => {
    const parsed = v.safeParse(question, element);
    return parsed.success ? [parsed.output.title] : [];
  });
}

function stringsIn(items: readonly unknown[]): string[] {
  return items.flatMap((element) => {
    const parsed = v.safeParse(requiredText, element);
    return parsed.success ? [parsed.output] : [];
  });
}

function unique(values: readonly string[]): string[] {
  return [...new Set(values)];
}
