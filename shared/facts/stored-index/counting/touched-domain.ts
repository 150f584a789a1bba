import { type Market, marketKey } from '#shared/facts/markets/market.ts';
import type { ChangedListing } from '../items/rival-list.ts';

/** A row of a domain's partition that came or went; a row that is another now does both. */
export interface RowChange {
  readonly sk: string;
  readonly data: string;
  readonly isAdded: boolean;
}

/** A domain in a market that a keyword's change is about. */
export interface TouchedDomain {
  readonly market: Market;
  readonly domain: string;
  /** True when the domain's own rows changed, false when only a competitor's did. */
  readonly rowsChanged: boolean;
  /** Keywords of which the listing changed, with the sites in it. */
  readonly changed: Map<string, ChangedListing>;
  /** Its rows that changed, in their order; undefined where a dead writer may have left others. */
  readonly rows: RowChange[] | undefined;
}

/** One entry for each domain, with all listings that changed. */
export function addTouched(all: Map<string, TouchedDomain>, touched: readonly TouchedDomain[]): void {
  for (const each of touched) {
    const key = `${marketKey(each.market)} ${each.domain}`;
    const known = all.get(key);
    if (!known) {
      all.set(key, each);
      continue;
    }
    for (const [keyword, listing] of each.changed)
      known.changed.set(keyword, joined(known.changed.get(keyword), listing));
    const rows = each.rows && known.rows;
    if (rows) rows.push(...(each.rows ?? []));
    all.set(key, { ...known, rows, rowsChanged: known.rowsChanged || each.rowsChanged });
  }
}

/** A listing that changed twice: as it is now, with all sites that it had meanwhile. */
function joined(earlier: ChangedListing | undefined, later: ChangedListing): ChangedListing {
  if (!earlier) return later;
  return { sites: later.sites, gone: new Set([...earlier.gone, ...earlier.sites.keys(), ...later.gone]) };
}

/**
 * Domains that must be counted once more because heads were overtaken: those
 * themselves, and the domains whose rivals were counted with their old state.
 */
export function besideOvertaken(
  touched: readonly TouchedDomain[],
  overtaken: readonly TouchedDomain[],
): readonly TouchedDomain[] {
  if (overtaken.length === 0) return [];
  const names = new Set(overtaken.map(({ domain }) => domain));
  const isBeside = ({ changed }: TouchedDomain) =>
    changed.values().some(({ sites, gone }) => [...sites.keys(), ...gone].some((root) => names.has(root)));
  return touched.filter((each) => names.has(each.domain) || isBeside(each));
}
