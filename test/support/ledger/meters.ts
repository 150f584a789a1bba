import { type Meter, parseMeterItem } from '#shared/money/accounts/meter.ts';

/** The limits of a key as they were read, from the item at this place. */
export function meterOf(item: object, hash = 'test'): Meter {
  return {
    kind: 'key',
    table: 'credentials',
    key: { pk: `key#${hash}`, sk: 'credential' },
    item: parseMeterItem(item),
  };
}
