import { queryFault } from '#functions/endpoint.ts';
import type { RankHistory } from '#shared/callers/watch/rank-history.ts';
import {
  type DetailsDay,
  overviews,
  type PlacesDay,
  type PlacesMonth,
  placeOf,
} from '#shared/callers/watch/rank-months.ts';
import { type RankSetup, watchedIn } from '#shared/callers/watch/rank-setup.ts';
import type { Tracker } from '#shared/callers/watch/tracker-item.ts';
import type { TrackerRepository } from '#shared/callers/watch/tracker-repository.ts';
import type { EndpointResponse } from '#shared/contract/endpoint.ts';
import { resolveMarket } from '#shared/facts/markets/markets.ts';
import type { IndexTableOptions } from '#shared/facts/stored-index/items/index-items.ts';
import { isoTime } from '#shared/platform/clock.ts';
import { ServiceError } from '#shared/platform/errors.ts';
import type { getRanks } from './contracts.ts';
import { figuresOf } from './rank-figures.ts';

type Ranks = EndpointResponse<typeof getRanks>;
export type RankRow = Ranks['rows'][number];

interface Services {
  readonly trackers: Pick<TrackerRepository, 'find'>;
  readonly ranks: RankHistory;
}

interface Asked {
  readonly market?: string | undefined;
  readonly tag?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly keyword?: string | undefined;
}

interface RanksAsked {
  readonly accountId: string;
  readonly parameters: Readonly<Record<string, string>>;
  readonly asked: Asked;
  readonly now: number;
}

/** A market of a rank tracker, with the days and keywords that were asked for. */
export interface RanksRead {
  readonly tracker: Tracker;
  readonly setup: RankSetup;
  readonly market: number;
  readonly watched: ReturnType<typeof watchedIn>;
  readonly months: readonly PlacesMonth[];
  readonly days: readonly PlacesDay[];
  /** Searches a month, as they were told last. */
  readonly volumes: readonly (number | null)[];
  readonly from: string;
  readonly to: string;
}

const dayMs = 24 * 3_600_000;
const usualDays = 90;
const historyDays = 400;

export async function readRanks(
  { accountId, parameters, asked, now }: RanksAsked,
  { trackers, ranks }: Services,
): Promise<RanksRead> {
  const { tracker_id: id = '' } = parameters;
  const tracker = /^trk_[0-9a-z]{26}$/u.test(id) ? await trackers.find(accountId, id) : undefined;
  if (!tracker?.rank)
    throw new ServiceError(
      'not_found',
      'This account has no such rank tracker. GET /v1/me/trackers lists them: those of `kind: rank`.',
    );
  const setup = await ranks.getSetup(tracker, tracker.rank.setup);
  const market = marketNumber(setup, asked.market);
  // On the clocks of the owner it may be tomorrow already.
  const latest = isoTime(now + dayMs).slice(0, 10);
  const to = asked.to !== undefined && asked.to < latest ? asked.to : latest;
  const back = (days: number) => isoTime(Date.parse(to) - days * dayMs).slice(0, 10);
  const oldest = isoTime(now - historyDays * dayMs).slice(0, 10);
  const [from = oldest] = [asked.from ?? back(usualDays), oldest].toSorted().reverse();
  const months = await ranks.places(tracker, market, { from: from.slice(0, 7), to: to.slice(0, 7) });
  const days = months.flatMap((month) => month.days).filter(({ day }) => day >= from && day <= to);
  const { tag, keyword } = asked;
  const watched = watchedIn(setup).filter(
    (one) =>
      (tag === undefined || one.tags.includes(tag)) &&
      (keyword === undefined || one.keyword.toLowerCase() === keyword.trim().toLowerCase()),
  );
  return { tracker, setup, market, watched, months, days, volumes: volumesOf(months), from, to };
}

function marketNumber({ markets }: RankSetup, asked = '0'): number {
  const number = /^\d{1,2}$/u.test(asked)
    ? Number(asked)
    : markets.findIndex(({ location, language, device }) => asked === `${location},${language},${device}`);
  if (markets[number]) return number;
  const names = markets.map(({ location, language, device }) => `${location},${language},${device}`);
  throw queryFault('market', `The tracker has no such market. It has ${names.join(' · ')}.`);
}

function volumesOf(months: readonly PlacesMonth[]): readonly (number | null)[] {
  const size = Math.max(0, ...months.map(({ volumes }) => volumes.length));
  return Array.from({ length: size }, (_, number) => {
    const told = months.findLast(({ volumes }) => (volumes[number] ?? null) !== null);
    return told?.volumes[number] ?? null;
  });
}

const noDay: PlacesDay = { day: '', places: new Uint8Array(), overviews: new Uint8Array(), rivalShares: {} };

export async function ranksOf(read: RanksRead, { keyword }: Asked, { ranks }: Services): Promise<Ranks> {
  const { tracker, setup, watched, days, volumes } = read;
  const [before, now] = [days.at(-2), days.at(-1)];
  const month = now?.day.slice(0, 7);
  const details =
    month === undefined ? [] : await ranks.details(tracker, read.market, { from: month, to: month });
  const beside = details.find(({ day }) => day === now?.day);
  const numbers = watched.map(({ number }) => number);
  const rows = watched.map((one) => rowOf(one, read, beside));
  const moved = (movement: RankRow['movement']) => rows.filter((row) => row.movement === movement).length;
  const shares = (day: PlacesDay) =>
    setup.rivals.map((domain) => ({ domain, share_of_voice: day.rivalShares[domain] ?? null }));
  const tags = new Set(watchedIn(setup).flatMap((one) => one.tags));
  return {
    tracker_id: tracker.trackerId,
    site: setup.site,
    market: setup.markets[read.market] ?? { location: '', language: '', device: 'desktop' },
    markets: setup.markets,
    tags: [...tags].toSorted(),
    day: now?.day ?? null,
    compared_with: before?.day ?? null,
    summary: {
      ...figuresOf(now ?? noDay, volumes, numbers),
      ...{ up: moved('up'), down: moved('down'), new: moved('new'), lost: moved('lost') },
    },
    rivals: shares(now ?? noDay),
    days: days.map((day) => ({
      day: day.day,
      ...figuresOf(day, volumes, numbers),
      rivals: keyword === undefined ? shares(day) : [],
    })),
    rows,
  };
}

function rowOf(
  { number, keyword, tags }: RanksRead['watched'][number],
  { days, volumes, setup }: RanksRead,
  beside: DetailsDay | undefined,
): RankRow {
  const [before, now] = [days.at(-2), days.at(-1)];
  const place = placeOf(now?.places[number]);
  const previous = placeOf(before?.places[number]);
  const best = bestOf(days, number);
  return {
    keyword,
    tags,
    monthly_volume: volumes[number] ?? null,
    status: statusOf(place),
    position: place?.position ?? null,
    previous_position: previous?.position ?? null,
    ...movementOf(previous, place),
    best_position: best?.position ?? null,
    best_day: best?.day ?? null,
    checked_depth: place?.depth ?? null,
    url: beside?.urls[number] ?? null,
    ai_overview: overviews[now?.overviews[number] ?? 0] ?? 'not_checked',
    serp_features: beside?.features[number]?.split(',') ?? null,
    rivals: setup.rivals.map((domain) => ({ domain, position: beside?.rivals[domain]?.[number] || null })),
  };
}

type Place = ReturnType<typeof placeOf>;

function statusOf(place: Place): RankRow['status'] {
  if (!place) return 'not_checked';
  return place.position === null ? 'not_in_top_n' : 'ranked';
}

function movementOf(before: Place, now: Place): Pick<RankRow, 'change' | 'movement'> {
  if (!before || !now) return { change: null, movement: 'unknown' };
  const [was, is] = [before.position, now.position];
  if (was === is) return { change: was === null ? null : 0, movement: 'same' };
  if (was === null) return { change: null, movement: 'new' };
  if (is === null) return { change: null, movement: 'lost' };
  return { change: was - is, movement: was > is ? 'up' : 'down' };
}

function bestOf(days: readonly PlacesDay[], number: number) {
  let best: { readonly position: number; readonly day: string } | undefined;
  for (const { day, places } of days) {
    const position = placeOf(places[number])?.position ?? null;
    if (position !== null && (!best || position <= best.position)) best = { position, day };
  }
  return best;
}

/** Ranks with the mean positions that Search Console counts, where the account has brought the site. */
export async function ownPositions(
  ranks: Ranks,
  { setup, market }: RanksRead,
  accountId: string,
  table: IndexTableOptions,
): Promise<Ranks> {
  // Loaded where it is asked for.
  const [{ createOwnSites }, { createIndexReader }, { keywordKey }] = await Promise.all([
    import('#shared/facts/own-sites/read-own-sites.ts'),
    import('#shared/facts/stored-index/table/index-reads.ts'),
    import('#shared/facts/intent/words.ts'),
  ]);
  const place = resolveMarket(setup.markets[market]);
  const site = await createOwnSites(createIndexReader(table), accountId).site(setup.site, place);
  const queries = await site?.queries(ranks.rows.map(({ keyword }) => keyword));
  const rows = ranks.rows.map((row) => ({
    ...row,
    search_console_position: queries?.get(keywordKey(row.keyword))?.own.average_position ?? null,
  }));
  return { ...ranks, rows };
}

/** A row for each keyword and day that was checked, the newest day first. */
export function datasetRows({ setup, market, watched, days, volumes }: RanksRead) {
  const { location, language, device } = setup.markets[market] ?? {};
  return days.toReversed().flatMap(({ day, places, overviews: cited }) =>
    watched.flatMap(({ number, keyword, tags }) => {
      const place = placeOf(places[number]);
      if (!place) return [];
      const overview = overviews[cited[number] ?? 0] ?? 'not_checked';
      return [
        {
          ...{ day, keyword, tags: tags.join(' '), location, language, device },
          status: statusOf(place),
          position: place.position,
          checked_depth: place.depth,
          monthly_volume: volumes[number] ?? null,
          ai_overview: overview,
        },
      ];
    }),
  );
}
