import type { References } from '../checks/references.ts';
import type { Crawl } from '../crawl/crawl-site.ts';
import { askTarget, askWith, isTelling, type Probe } from '../crawl/probe.ts';
import { externalToAsk, filesToAsk } from '../crawl/probe-site.ts';
import type { RobotsState } from '../crawl/robots-state.ts';
import type { SliceOptions } from './crawl-slices.ts';

/** Addresses that pages refer to and that are no pages of the site: its files, and pages of other sites. Plain data. */
export interface Beside {
  /** Those that are asked, each once in a crawl, in the order found. */
  readonly noted: readonly string[];
  /** How many of them were asked. */
  readonly asked: number;
  /** None was left out. */
  readonly isWhole: boolean;
}

export const nothingBeside: Beside = { noted: [], asked: 0, isWhole: true };

/** Asked in a crawl at most, and of each other host: nobody is asked often on our account. */
const mostBeside = 1_000;
const mostOfHost = 10;
const mostOfSite = 500;
/** Asked for at once, and in a slice. */
const batchSize = 8;
const sliceSize = 200;

const hostOf = (url: string) => new URL(url).host;

/** What the pages of a slice add, those that most of them refer to first. */
export function noteBeside(
  before: Beside,
  { home, robots }: Pick<Crawl, 'home' | 'robots'>,
  references: References,
): Beside {
  const noted = new Set(before.noted);
  const ofHost = new Map([...Map.groupBy(noted, hostOf)].map(([host, urls]) => [host, urls.length]));
  const own = hostOf(home.url);
  const hasRoom = (host: string) =>
    noted.size < mostBeside && (ofHost.get(host) ?? 0) < (host === own ? mostOfSite : mostOfHost);
  const found = [...filesToAsk(references, robots), ...externalToAsk(references)].filter(
    (url) => !noted.has(url),
  );
  const taken = found.filter((url) => {
    const host = hostOf(url);
    if (!hasRoom(host)) return false;
    noted.add(url);
    ofHost.set(host, (ofHost.get(host) ?? 0) + 1);
    return true;
  });
  return { ...before, noted: [...noted], isWhole: before.isWhole && taken.length === found.length };
}

/** Asks the next of them, for so long; undefined where the signal ended it. */
export async function askBeside(
  before: Beside,
  { fetcher, signal }: SliceOptions,
  { spacingMs, isSlow }: RobotsState,
  forMs: number,
): Promise<{ readonly beside: Beside; readonly probes: readonly Probe[] } | undefined> {
  // The few requests that a slow site allows are for pages.
  if (isSlow) return { beside: { ...before, asked: before.noted.length, isWhole: false }, probes: [] };
  const ask = askWith(fetcher, { spacingMs, signal });
  const endsAt = performance.now() + forMs;
  const last = Math.min(before.noted.length, before.asked + sliceSize);
  const probes: Probe[] = [];
  let { asked } = before;
  while (asked < last && performance.now() < endsAt && !signal.aborted) {
    const batch = before.noted.slice(asked, Math.min(last, asked + batchSize));
    const answers = await Promise.all(batch.map((url) => askTarget(url, ask)));
    probes.push(...answers.filter(isTelling));
    asked += batch.length;
  }
  return signal.aborted ? undefined : { beside: { ...before, asked }, probes };
}
