import type { FindIntent } from '#shared/facts/intent/intent.ts';
import type { Item } from '../items/index-items.ts';
import { sampleSource } from '../items/index-source.ts';
import { markerKey } from '../items/keys.ts';
import { bulkItems } from '../writing/bulk-items.ts';
import { linkItems } from '../writing/link-writes.ts';
import { sampleLinks } from './sample-links.ts';
import { sampleUpdates, sampleVersion } from './sample-market.ts';

/** Every item of the sample market, for loading in bulk. The marker that says that all of it is there comes last. */
export function* sampleItems(findIntent: FindIntent): Generator<Item> {
  yield* bulkItems(sampleUpdates(), sampleSource, findIntent);
  yield* sampleExtras();
}

/** What the sample market has beside its keywords. The marker comes last. */
export function sampleExtras(): readonly Item[] {
  return [...sampleLinks().flatMap((links) => linkItems(links).map(({ put }) => put)), sampleMarker()];
}

/** Says that the sample market is there, whole, in this version. */
export function sampleMarker(): Item {
  return { ...markerKey(sampleSource), d: sampleVersion };
}
