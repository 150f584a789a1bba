import type { ToolContext } from '#shared/facts/answers/tool-answer.ts';
import type { LinkingDomain } from '#shared/facts/ports/own-sites.ts';
import type { ExplainedChange, TrackedChange, TrackedPlace } from '#shared/facts/ports/site-performance.ts';

type Part = ExplainedChange['parts'][number];
type Evidence = Part['evidence'][number];

const mostQueries = 3;
const mostNamed = 3;

interface Looked {
  readonly evidence: readonly Evidence[];
  /** What is not known, where nothing was found. */
  readonly lacking: string;
}

/**
 * Each part with what is kept beside it: the newest stored listings and what rank trackers saw of its queries,
 * and the links that came and went. Nothing is fetched. A part that is beyond chance and has
 * nothing beside it says so, with what would have to be known.
 */
export async function withEvidence(
  site: string,
  { parts, period, compared_with }: ExplainedChange,
  context: ToolContext,
): Promise<Part[]> {
  const days = daysOf(period, compared_with);
  const links = days ? await linksOf(site, days, context) : undefined;
  return Promise.all(
    parts.map(async (part) => {
      const looked = await Promise.all([
        ...(part.name === 'position' || part.name === 'click_rate'
          ? [trackedBeside(site, part, days, context), listingsOf(part, context)]
          : []),
        ...(part.name === 'position' || part.name === 'gone' ? [linksTo(part, links)] : []),
      ]);
      const evidence = [...part.evidence, ...looked.flatMap((each) => each.evidence)];
      const isOpen = part.verdict === 'seen' && evidence.length === 0 && looked.length > 0;
      return { ...part, evidence: isOpen ? [cannotTell(looked)] : evidence };
    }),
  );
}

interface Days {
  readonly before: { readonly from: string; readonly to: string };
  readonly now: { readonly from: string; readonly to: string };
}

/** Undefined of exports that do not say their days. */
function daysOf(
  { from, to }: ExplainedChange['period'],
  before: ExplainedChange['compared_with'],
): Days | undefined {
  if (from === null || to === null || before.from === null || before.to === null) return undefined;
  return { now: { from, to }, before: { from: before.from, to: before.to } };
}

function cannotTell(looked: readonly Looked[]): Evidence {
  const lacking = looked.map((each) => each.lacking).join(', ');
  return { kind: 'cannot_tell', text: `Cannot tell what happened beside it: ${lacking}.` };
}

const queriesOf = ({ carried_by }: Part) =>
  [...new Set(carried_by.flatMap(({ query }) => query ?? []))].slice(0, mostQueries);

async function listingsOf(part: Part, context: ToolContext): Promise<Looked> {
  const found = await Promise.all(queriesOf(part).map((query) => listingEvidence(query, context)));
  return { evidence: found.flat(), lacking: 'no listing of these queries is stored' };
}

async function listingEvidence(query: string, { sources, market }: ToolContext): Promise<Evidence[]> {
  const { value, provenance } = await sources.storedListings.listing(query, market, 10);
  if (!value) return [];
  const date = provenance.observed_at?.slice(0, 10) ?? null;
  const first = value.organic.slice(0, mostNamed).map(({ domain }) => domain);
  const overview = value.ai_overview ? ' An AI overview stands above.' : '';
  return [
    {
      kind: 'listing',
      text: `"${query}" ${date === null ? '' : `on ${date} `}in ${market.location.name}: ${first.join(', ')}.${overview}`,
      query,
      date,
      ai_overview: value.ai_overview !== null,
    },
  ];
}

async function trackedBeside(
  site: string,
  part: Part,
  days: Days | undefined,
  { sources }: ToolContext,
): Promise<Looked> {
  const queries = queriesOf(part);
  const found = days && queries.length > 0 ? await sources.tracked?.({ site, queries, ...days }) : undefined;
  return {
    evidence: (found ?? []).slice(0, mostNamed).map((change) => trackedEvidence(site, change)),
    lacking: found ? 'no rank tracker watches these queries' : 'no rank tracker watches the site',
  };
}

function trackedEvidence(site: string, { tracker, query, market, before, after }: TrackedChange): Evidence {
  const place = (position: number | null) => (position === null ? 'not found' : `at ${position}`);
  const rivals = movedIn(before, after).map(
    ([rival, was, is]) => `${rival} ${was === undefined ? 'came in at' : `went from ${was} to`} ${is}`,
  );
  const overview = overviewText(before.aiOverview, after.aiOverview);
  return {
    kind: 'tracked_rank',
    text: [
      `Tracker "${tracker}", "${query}" (${market.location}, ${market.device}): ${site} was ${place(before.position)} on ${before.day} and ${place(after.position)} on ${after.day}.`,
      ...(rivals.length > 0 ? [`${rivals.join(', ')}.`] : []),
      ...overview,
    ].join(' '),
    query,
    date: after.day,
    before: before.position,
    after: after.position,
  };
}

function movedIn(before: TrackedPlace, after: TrackedPlace) {
  const ahead = (place: number, { position }: TrackedPlace) => position === null || place < position;
  return Object.entries(after.rivals)
    .map(([rival, is]) => [rival, before.rivals[rival], is] as const)
    .filter(([, was, is]) => ahead(is, after) && !(was !== undefined && ahead(was, before)))
    .toSorted(([, , a], [, , b]) => a - b)
    .slice(0, mostNamed);
}

function overviewText(before: TrackedPlace['aiOverview'], after: TrackedPlace['aiOverview']): string[] {
  const stands = (overview: typeof before) => overview === 'cited' || overview === 'not_cited';
  if (before === 'none' && stands(after)) return ['An AI overview appeared.'];
  if (stands(before) && after === 'none') return ['The AI overview went.'];
  if (before === 'cited' && after === 'not_cited') return ['The AI overview cites it no longer.'];
  if (before === 'not_cited' && after === 'cited') return ['The AI overview cites it now.'];
  return [];
}

function linksOf(site: string, { before, now }: Days, { sources }: ToolContext) {
  return sources.own?.linkChanges(site, { from: before.from, to: now.to });
}

/** The links that came and went, those to pages of the part first. */
async function linksTo(part: Part, links: Awaited<ReturnType<typeof linksOf>>): Promise<Looked> {
  if (!links) return { evidence: [], lacking: 'no links to the site are imported since' };
  const pages = new Set(part.carried_by.flatMap(({ page }) => page ?? []));
  const evidence = (kind: string, all: readonly LinkingDomain[], words: string): Evidence[] => {
    const toPages = all.filter((each) => each.pages.some((page) => pages.has(page)));
    const domains = [...new Set([...toPages, ...all])].map(({ domain }) => domain);
    const against = links.comparedWith === null ? '' : `, beside those of ${links.comparedWith}`;
    const which = toPages.length > 0 ? ` ${toPages.length} of them to these pages.` : '';
    const named = `${domains.slice(0, mostNamed).join(', ')}${domains.length > mostNamed ? ' and others' : ''}`;
    return domains.length === 0
      ? []
      : [
          {
            kind,
            text: `${domains.length} linking domains ${words} by the links imported on ${links.at}${against}: ${named}.${which}`,
            date: links.at,
            domains: domains.slice(0, mostNamed),
          },
        ];
  };
  return {
    evidence: [
      ...evidence('links_lost', links.lost, 'were lost'),
      ...evidence('links_gained', links.gained, 'were gained'),
    ],
    lacking: 'no link came or went in the links that are imported',
  };
}
