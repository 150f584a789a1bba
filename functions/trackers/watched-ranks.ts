import { fault } from '#functions/endpoint.ts';
import type { RankHistory, TrackerName } from '#shared/callers/watch/rank-history.ts';
import { type RankSetup, setupOf, watchedIn } from '#shared/callers/watch/rank-setup.ts';
import type { Tracker } from '#shared/callers/watch/tracker-item.ts';
import { batchesOf, type RankKeyword, type RankMarket } from '#shared/contract/watch.ts';
import { resolveMarket } from '#shared/facts/markets/markets.ts';
import { ServiceError } from '#shared/platform/errors.ts';

type Watched = NonNullable<Tracker['rank']>;

interface SentRanks {
  readonly site?: string | undefined;
  readonly keywords?: readonly RankKeyword[] | undefined;
  readonly markets?: readonly RankMarket[] | undefined;
  readonly rivals?: readonly string[] | undefined;
}

/** What a rank tracker shall watch, with its markets by their names. */
export function sentSetup({ site, keywords, markets, rivals = [] }: SentRanks): RankSetup {
  if (site === undefined) throw fault('/site', 'Name the site whose places a rank tracker watches.');
  if (!keywords) throw fault('/keywords', 'Send the keywords that a rank tracker watches.');
  const places = (markets ?? [{ location: 'United States', language: 'en', device: 'desktop' }]).map(named);
  const names = places.map((place) => Object.values(place).join(' '));
  const twice = names.findIndex((name, at) => names.indexOf(name) < at);
  if (twice >= 0)
    throw fault(`/markets/${twice}`, 'This market is named twice: each would be paid for by itself.');
  return setupOf({ site, markets: places, rivals, keywords });
}

function named({ location, language, device }: RankMarket, at: number): RankMarket {
  try {
    const market = resolveMarket({ location, language, device });
    return { location: market.location.name, language: market.language.code, device };
  } catch (error) {
    if (error instanceof ServiceError && error.code.startsWith('unknown_'))
      throw fault(`/markets/${at}/${error.code.slice('unknown_'.length)}`, error.message);
    throw error;
  }
}

/** Keeps a setup, and gives what the tracker says of it. */
export async function keepSetup(ranks: RankHistory, name: TrackerName, setup: RankSetup): Promise<Watched> {
  const { site, markets, rivals } = setup;
  const keywords = watchedIn(setup).length;
  const calls = batchesOf({ keywords, markets: markets.length });
  return { site, keywords, markets, rivals, calls, setup: await ranks.putSetup(name, setup) };
}

/** The setup with other keywords or rivals; undefined where neither is sent. */
export async function changedSetup(
  ranks: RankHistory,
  { rank, ...name }: Tracker,
  { keywords, rivals }: Pick<SentRanks, 'keywords' | 'rivals'>,
): Promise<RankSetup | undefined> {
  if (!keywords && !rivals) return undefined;
  if (!rank)
    throw fault(
      keywords ? '/keywords' : '/rivals',
      'This tracker asks a question. Only a tracker of `kind: rank` has keywords and rivals.',
    );
  const before = await ranks.getSetup(name, rank.setup);
  return setupOf(
    {
      ...before,
      rivals: rivals ?? before.rivals,
      keywords: keywords ?? watchedIn(before).map(({ keyword, tags }) => ({ keyword, tags })),
    },
    before,
  );
}
