import {
  type DetailsDay,
  overviews,
  type PlacesDay,
  type PlacesMonth,
  placeOf,
} from '#shared/callers/watch/rank-months.ts';
import { type RankSetup, watchedIn } from '#shared/callers/watch/rank-setup.ts';
import { trafficUnits } from '#shared/facts/ports/search-index.ts';

/** Searches a month that a keyword of unknown volume counts with: the fewest that sources tell. */
const unknownVolume = 10;

interface Weighted {
  readonly position: number | null;
  readonly volume: number | null;
}

/**
 * Clicks that the places of a site bring, of those that first places everywhere would: the sum of volume
 * x share of clicks at the place, by the sum of volume x share of clicks at the first. A site's best place
 * counts, once a keyword, so that it is 1 at most. Keywords that were not checked are left out of both.
 * Null where none was checked.
 */
export function shareOfVoice(rows: readonly Weighted[]): number | null {
  const units = (volume: number | null, place: number) => trafficUnits(volume ?? unknownVolume, place);
  const all = rows.reduce((sum, { volume }) => sum + units(volume, 1), 0);
  if (all === 0) return rows.length === 0 ? null : 0;
  const own = rows.reduce(
    (sum, { volume, position }) => sum + (position === null ? 0 : units(volume, position)),
    0,
  );
  return Math.round((own / all) * 1e4) / 1e4;
}

/** The share of voice of each rival over the keywords that were checked on a day. */
export function rivalShares(
  day: string,
  setup: RankSetup,
  { days, volumes }: PlacesMonth,
  details: readonly DetailsDay[],
): Readonly<Record<string, number>> {
  const checked = days.find((one) => one.day === day);
  const beside = details.find((one) => one.day === day);
  const numbers = watchedIn(setup)
    .map(({ number }) => number)
    .filter((number) => checked?.places[number]);
  const shares = setup.rivals.map((rival) => {
    const rows = numbers.map((number) => ({
      position: beside?.rivals[rival]?.[number] || null,
      volume: volumes[number] ?? null,
    }));
    return [rival, shareOfVoice(rows) ?? 0] as const;
  });
  return Object.fromEntries(shares);
}

export interface RankFigures {
  readonly keywords: number;
  readonly checked: number;
  readonly share_of_voice: number | null;
  readonly average_position: number | null;
  readonly top_3: number;
  readonly top_4_10: number;
  readonly top_11_20: number;
  readonly top_21_100: number;
  readonly not_found: number;
  readonly ai_overviews: number;
  readonly ai_cited: number;
}

/** Counts of one day over some keywords. The mean is over those that were found: look at `not_found` beside it. */
export function figuresOf(
  { places, overviews: cited }: PlacesDay,
  volumes: readonly (number | null)[],
  numbers: readonly number[],
): RankFigures {
  const checked = numbers.flatMap((number) => {
    const place = placeOf(places[number]);
    const volume = volumes[number] ?? null;
    return place ? [{ position: place.position, volume, overview: overviews[cited[number] ?? 0] }] : [];
  });
  const found = checked.flatMap(({ position }) => (position === null ? [] : [position]));
  const between = (from: number, to: number) =>
    found.filter((position) => position >= from && position <= to).length;
  const sum = found.reduce((total, position) => total + position, 0);
  return {
    keywords: numbers.length,
    checked: checked.length,
    share_of_voice: shareOfVoice(checked),
    average_position: found.length === 0 ? null : Math.round((sum / found.length) * 100) / 100,
    top_3: between(1, 3),
    top_4_10: between(4, 10),
    top_11_20: between(11, 20),
    top_21_100: between(21, 100),
    not_found: checked.length - found.length,
    ai_overviews: checked.filter(({ overview }) => overview === 'cited' || overview === 'not_cited').length,
    ai_cited: checked.filter(({ overview }) => overview === 'cited').length,
  };
}
