import * as v from 'valibot';
import type { Listing, OrganicRow } from '#shared/contract/rows.ts';
import { keywordOf, secondsOf, textOf, urlOf } from './cells.ts';
import { BadRowError, type ListingRecord } from './import-record.ts';

/** Listings as the search APIs Serper and SerpApi save them. Everything may be missing; what is readable is taken. */

const mostRows = 200;
const bounded = v.pipe(v.unknown(), v.transform(textOf));
const lenient = <Row extends v.GenericSchema>(row: Row) =>
  v.pipe(
    v.optional(v.unknown(), []),
    v.transform((list): v.InferOutput<Row>[] =>
      (Array.isArray(list) ? list.slice(0, mostRows) : []).flatMap((element: unknown) => {
        const parsed = v.safeParse(row, element);
        return parsed.success ? [parsed.output] : [];
      }),
    ),
  );
const optionalNumber = v.fallback(v.nullish(v.number()), null);
const optionalText = v.fallback(v.nullish(v.string()), null);
const depthText = v.fallback(v.nullish(v.pipe(v.union([v.number(), v.string()]), v.transform(Number))), null);

const result = v.object({
  title: v.optional(bounded),
  link: v.string(),
  snippet: v.optional(bounded),
  position: optionalNumber,
});
const business = v.object({
  title: v.string(),
  rating: optionalNumber,
  ratingCount: optionalNumber,
  reviews: optionalNumber,
  website: optionalText,
  links: v.fallback(v.nullish(v.object({ website: optionalText })), null),
});
const asked = v.object({ question: v.string() });
const query = v.object({ query: v.string() });
const answer = v.fallback(
  v.nullish(
    v.object({
      link: optionalText,
      title: v.optional(bounded),
      snippet: v.optional(bounded),
      answer: v.optional(bounded),
    }),
  ),
  null,
);

const serper = v.object({
  searchParameters: v.object({
    q: v.string(),
    gl: optionalText,
    hl: optionalText,
    location: optionalText,
    num: depthText,
  }),
  organic: lenient(result),
  ads: lenient(result),
  places: lenient(business),
  peopleAlsoAsk: lenient(asked),
  relatedSearches: lenient(query),
  answerBox: answer,
});

/** Members of a saved listing that only tell that an item was shown, by the item type they stand for. */
const serperItems = {
  answerBox: 'answer_box',
  knowledgeGraph: 'knowledge_graph',
  shopping: 'shopping',
  images: 'images',
  videos: 'video',
  topStories: 'top_stories',
};

export function serperListing(value: Readonly<Record<string, unknown>>, line: number): ListingRecord {
  const parsed = v.safeParse(serper, value);
  if (!parsed.success) throw new BadRowError('The listing has no search parameters.');
  const { searchParameters: asked_, organic, ads, places, answerBox } = parsed.output;
  const listing = listingOf({
    query: asked_.q,
    fetchedAt: null,
    depth: asked_.num,
    organic,
    ads,
    places,
    answer: answerBox,
    questions: parsed.output.peopleAlsoAsk.map((row) => row.question),
    related: parsed.output.relatedSearches.map((row) => row.query),
    overview: null,
    others: shownItems(value, serperItems),
  });
  return { kind: 'listing', line, listing, ...placeOf(asked_.location, asked_.gl, asked_.hl) };
}

const serpApi = v.object({
  search_parameters: v.object({
    q: v.string(),
    gl: optionalText,
    hl: optionalText,
    location_used: optionalText,
    num: depthText,
  }),
  search_metadata: v.fallback(
    v.nullish(v.object({ processed_at: optionalText, created_at: optionalText })),
    null,
  ),
  organic_results: lenient(result),
  ads: lenient(result),
  local_results: v.fallback(v.nullish(v.object({ places: lenient(business) })), null),
  related_questions: lenient(asked),
  related_searches: lenient(query),
  answer_box: answer,
  ai_overview: v.fallback(
    v.nullish(
      v.object({
        text_blocks: lenient(v.object({ snippet: v.optional(bounded) })),
        references: lenient(result),
      }),
    ),
    null,
  ),
});

const serpApiItems = {
  answer_box: 'answer_box',
  knowledge_graph: 'knowledge_graph',
  shopping_results: 'shopping',
  inline_images: 'images',
  inline_videos: 'video',
  top_stories: 'top_stories',
};

export function serpApiListing(value: Readonly<Record<string, unknown>>, line: number): ListingRecord {
  const parsed = v.safeParse(serpApi, value);
  if (!parsed.success) throw new BadRowError('The listing has no search parameters.');
  const { search_parameters: asked_, search_metadata: metadata, ai_overview: overview } = parsed.output;
  const seen = secondsOf(metadata?.processed_at ?? metadata?.created_at ?? '');
  const texts = overview?.text_blocks.flatMap(({ snippet }) => snippet ?? []) ?? [];
  const listing = listingOf({
    query: asked_.q,
    fetchedAt: seen === undefined ? null : new Date(seen * 1000).toISOString(),
    depth: asked_.num,
    organic: parsed.output.organic_results,
    ads: parsed.output.ads,
    places: parsed.output.local_results?.places ?? [],
    answer: parsed.output.answer_box,
    questions: parsed.output.related_questions.map((row) => row.question),
    related: parsed.output.related_searches.map((row) => row.query),
    overview: overview
      ? { text: texts.length > 0 ? texts.join('\n') : null, references: overview.references.flatMap(linkOf) }
      : null,
    others: shownItems(value, serpApiItems),
  });
  return { kind: 'listing', line, listing, ...placeOf(asked_.location_used, asked_.gl, asked_.hl) };
}

type Result = v.InferOutput<typeof result>;

interface SavedListing {
  readonly query: string;
  readonly fetchedAt: string | null;
  readonly depth: number | null | undefined;
  readonly organic: readonly Result[];
  readonly ads: readonly Result[];
  readonly places: readonly v.InferOutput<typeof business>[];
  readonly answer: v.InferOutput<typeof answer>;
  readonly questions: readonly string[];
  readonly related: readonly string[];
  readonly overview: Listing['ai_overview'];
  readonly others: readonly string[];
}

function listingOf(saved: SavedListing): Listing {
  const organic = saved.organic.flatMap(organicRow);
  const deepest = Math.max(0, ...organic.map((row) => row.position));
  const snippet = answerSnippet(saved.answer);
  const shown = [
    ...(organic.length > 0 ? ['organic'] : []),
    ...(saved.ads.length > 0 ? ['paid'] : []),
    ...(saved.places.length > 0 ? ['local_pack'] : []),
    ...(snippet ? ['featured_snippet'] : []),
    ...(saved.questions.length > 0 ? ['people_also_ask'] : []),
    ...(saved.related.length > 0 ? ['related_searches'] : []),
    ...(saved.overview ? ['ai_overview'] : []),
    ...saved.others,
  ];
  return {
    query: keywordOf(saved.query),
    fetched_at: saved.fetchedAt,
    depth: Math.min(100, Math.max(saved.depth || 10, deepest)),
    item_types_present: [...new Set(shown)],
    organic,
    ai_overview: saved.overview,
    paid: saved.ads.flatMap((ad, index) =>
      linkOf(ad).map((link) => ({ position: ad.position ?? index + 1, ...link })),
    ),
    local_pack: saved.places.map(localRow),
    featured_snippet: snippet,
    people_also_ask: saved.questions.flatMap((text) => textOf(text) ?? []),
    related_searches: saved.related.flatMap((text) => textOf(text) ?? []),
  };
}

function organicRow(row: Result, index: number): OrganicRow[] {
  const position = row.position ?? index + 1;
  if (!Number.isInteger(position) || position < 1 || position > 100) return [];
  return linkOf(row).map((link) => ({
    position,
    rank_absolute: null,
    ...link,
    snippet: row.snippet ?? null,
  }));
}

function linkOf({ link, title }: Pick<Result, 'link' | 'title'>) {
  try {
    const url = urlOf(link);
    return [{ domain: new URL(url).hostname.replace(/^www\./u, ''), url, title: title ?? null }];
  } catch {
    return [];
  }
}

function localRow(row: v.InferOutput<typeof business>, index: number): Listing['local_pack'][number] {
  const website = row.website ?? row.links?.website;
  const link = website ? linkOf({ link: website, title: null })[0] : undefined;
  const votes = row.ratingCount ?? row.reviews ?? null;
  return {
    position: index + 1,
    title: textOf(row.title) ?? '',
    domain: link?.domain ?? null,
    url: link?.url ?? null,
    rating:
      row.rating === null || row.rating === undefined ? null : { value: row.rating, votes_count: votes },
    is_paid: false,
  };
}

function answerSnippet(box: SavedListing['answer']): Listing['featured_snippet'] {
  if (!box?.link) return null;
  const link = linkOf({ link: box.link, title: box.title })[0];
  return link ? { ...link, text: box.snippet ?? box.answer ?? null } : null;
}

function shownItems(
  value: Readonly<Record<string, unknown>>,
  items: Readonly<Record<string, string>>,
): string[] {
  return Object.entries(items).flatMap(([member, type]) => (isShown(value[member]) ? [type] : []));
}

function isShown(member: unknown): boolean {
  return Array.isArray(member) ? member.length > 0 : typeof member === 'object' && member !== null;
}

function placeOf(
  location: string | null | undefined,
  country: string | null | undefined,
  language: string | null | undefined,
) {
  return { location: location ?? country ?? undefined, language: language ?? undefined };
}
