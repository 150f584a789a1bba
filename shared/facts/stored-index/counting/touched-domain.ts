import { type Market, marketKey } from '../../ports/fact.ts';
import type { ChangedListing } from '../items/rival-list.ts';
import { siteOf } from '../items/site.ts';

/** A row of a domain's partition that came or went; a row that is another now does both. */
export interface RowChange {
  readonly sk: string;
  readonly data: string;
  readonly isAdded: boolean;
}

export interface TouchedDomain {
  readonly market: Market;
  readonly domain: string;
  /** True when the domain's own rows changed, false when only a competitor's did. */
  readonly rowsChanged: boolean;
  /** Keywords of which the listing changed, with the sites in it. */
  readonly changed: Map<string, ChangedListing>;
  /** Its rows that changed, in their order; undefined where a dead writer may have left others. */
  readonly rows: RowChange[] | undefined;
  /** True where its rivals were counted with an old state of the sites in `changed`. */
  readonly comparesAgain?: boolean;
}

/** One entry for each domain, with all listings that changed. */
export function addTouched(all: Map<string, TouchedDomain>, touched: readonly TouchedDomain[]): void {
  for (const each of touched) {
    const key = nameOf(each);
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
 * themselves, and the domains beside them, whose rivals were counted with their
 * old state. Of these only the overtaken ones are compared again: what another
 * site has in common with them may have been written by another run since.
 */
export function besideOvertaken(
  touched: readonly TouchedDomain[],
  overtaken: readonly TouchedDomain[],
): readonly TouchedDomain[] {
  if (overtaken.length === 0) return [];
  const names = new Set(overtaken.map(nameOf));
  // A subdomain is found in listings by the site that it belongs to.
  const roots = new Set(overtaken.map(({ domain }) => siteOf(domain).root));
  return touched.flatMap((each) => {
    if (names.has(nameOf(each))) return [each];
    const changed = listingsWith(each.changed, roots);
    return changed.size > 0 ? [{ ...each, changed, comparesAgain: true }] : [];
  });
}

function nameOf({ market, domain }: Pick<TouchedDomain, 'market' | 'domain'>): string {
  return `${marketKey(market)} ${domain}`;
}

function listingsWith(
  changed: ReadonlyMap<string, ChangedListing>,
  roots: ReadonlySet<string>,
): Map<string, ChangedListing> {
  const found = [...changed].map(([keyword, { sites, gone }]): [string, ChangedListing] => [
    keyword,
    { sites: new Map([...sites].filter(([root]) => roots.has(root))), gone: gone.intersection(roots) },
  ]);
  return new Map(found.filter(([, { sites, gone }]) => sites.size + gone.size > 0));
}
