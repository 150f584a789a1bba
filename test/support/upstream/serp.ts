import { chance } from './chance.ts';
import { ok, refused, type TaskAnswer } from './wire.ts';
import { listingOf, type WorldKeyword } from './world.ts';

type Task = Readonly<Record<string, unknown>>;
type Item = Record<string, unknown>;

const fields = new Set(
  'keyword location_code location_name language_code language_name device os depth load_async_ai_overview tag'.split(
    ' ',
  ),
);

/** Answers a live listing: billed by pages of ten, decoded as the provider decodes its keywords. */
export function answerListing(task: Task, now: number): TaskAnswer {
  const unknown = Object.keys(task).find((name) => !fields.has(name));
  if (unknown) return refused(40_506, `Unknown Fields in POST data: '${unknown}'.`);
  const invalid = invalidField(task);
  if (invalid) return refused(40_501, `Invalid Field: '${invalid}'.`);
  const keyword = decodeURIComponent(String(task.keyword).replaceAll('+', ' '));
  const depth = Number(task.depth ?? 10);
  const cost =
    2_000 + 1_500 * (Math.ceil(depth / 10) - 1) + (task.load_async_ai_overview === true ? 2_000 : 0);
  const listing = listingOf(keyword);
  const items =
    listing.results.length === 0 ? [] : itemsOf(listing, depth, task.load_async_ai_overview === true);
  const result = {
    keyword,
    type: 'organic',
    se_domain: 'google.com',
    location_code: task.location_code ?? 1_026_201,
    language_code: task.language_code,
    check_url: 'https://www.google.com/search?q=x',
    datetime: new Date(now)
      .toISOString()
      .replace('T', ' ')
      .replace(/\.\d+Z$/u, ' +00:00'),
    spell: null,
    item_types: items.length === 0 ? null : listing.itemTypes,
    se_results_count: items.length * 1_000,
    pages_count: Math.ceil(depth / 10),
    items_count: items.length,
    items: items.length === 0 ? null : items,
  };
  if (items.length > 0) return ok(result, cost);
  return { statusCode: 40_102, statusMessage: 'No Search Results.', costMicroUsd: cost, result: [result] };
}

function invalidField(task: Task): string | undefined {
  if (typeof task.keyword !== 'string') return 'keyword';
  if (typeof task.language_code !== 'string') return 'language_code';
  const place = task.location_code ?? task.location_name;
  return place === undefined || /^(?:Atlantis|Austen)/u.test(String(place)) ? 'location_name' : undefined;
}

function itemsOf(listing: WorldKeyword, depth: number, loadsOverview: boolean): Item[] {
  const others = listing.itemTypes
    .filter((type) => type !== 'organic')
    .flatMap((type) => special(type, listing, loadsOverview));
  const organic = listing.results.slice(0, depth).map((result) => ({
    type: 'organic',
    rank_group: result.position,
    page: Math.ceil(result.position / 10),
    domain: result.host,
    title: result.title,
    url: result.url,
    description: result.description,
    breadcrumb: `https://${result.host} › pages`,
    rating: null,
    links: null,
  }));
  return [...others, ...organic].map((item, at) => ({
    position: 'left',
    xpath: '/html[1]',
    ...item,
    rank_absolute: at + 1,
  }));
}

function special(type: string, { keyword, results }: WorldKeyword, loadsOverview: boolean): Item[] {
  const first = results[0];
  if (!first) return [];
  const reference = {
    type: 'ai_overview_reference',
    domain: first.host,
    url: first.url,
    title: first.title,
    text: null,
  };
  switch (type) {
    case 'ai_overview':
      return [
        {
          type,
          rank_group: 1,
          asynchronous_ai_overview: true,
          markdown: loadsOverview ? `In short: ${keyword}.` : null,
          // Sources may hang on the parts and not on the whole.
          items: loadsOverview
            ? [
                {
                  type: 'ai_overview_element',
                  title: null,
                  text: `In short: ${keyword}.`,
                  references: [reference],
                },
              ]
            : null,
          references: null,
        },
      ];
    case 'paid':
      return [
        {
          type,
          rank_group: 1,
          domain: `www.ads.example`,
          title: `Offers on ${keyword}`,
          url: 'https://www.ads.example/x',
        },
      ];
    case 'featured_snippet':
      return [
        {
          type,
          rank_group: 1,
          domain: first.host,
          title: first.title,
          description: first.description,
          url: first.url,
        },
      ];
    case 'people_also_ask':
      return [
        {
          type,
          rank_group: 1,
          items: ['Is it worth it?', `Which ${keyword} lasts?`].map((title) => ({
            type: 'people_also_ask_element',
            title,
            expanded_element: null,
          })),
        },
      ];
    case 'local_pack':
      return ['Corner Shop', 'High Street Store'].map((title, at) => ({
        type,
        rank_group: at + 1,
        title,
        domain: at === 0 ? 'www.cornershop.example' : null,
        url: at === 0 ? 'https://www.cornershop.example/' : null,
        is_paid: false,
        rating:
          chance(`rating ${title}`) < 0.5
            ? null
            : { rating_type: 'Max5', value: 4.5, votes_count: 12, rating_max: 5 },
      }));
    default:
      return [{ type, rank_group: 1, items: [`${keyword} sale`, `${keyword} near me`] }];
  }
}
