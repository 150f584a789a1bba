import { ownFact, ownMarket, roundedPlace } from '#shared/facts/answers/own-rows.ts';
import { keywordKey } from '#shared/facts/intent/words.ts';
import type { Fact } from '#shared/facts/ports/fact.ts';
import type { OwnQuery, OwnSite } from '#shared/facts/ports/own-sites.ts';
import type { CheckedPosition } from './positions.ts';

/**
 * Positions with what the console of the caller's own site counts. Where no
 * listing is known, its mean position stands in for one and says so; what was
 * seen in a listing stays as it was seen.
 */
export async function withOwnPositions(
  known: ReadonlyMap<string, CheckedPosition>,
  site: OwnSite | undefined,
): Promise<{
  readonly positions: ReadonlyMap<string, CheckedPosition>;
  readonly facts: readonly Fact<unknown>[];
}> {
  const queries = (await site?.queries([...known.keys()])) ?? new Map<string, OwnQuery>();
  if (!site || queries.size === 0) return { positions: known, facts: [] };
  const positions = new Map(
    [...known].map(([keyword, checked]) => {
      const query = queries.get(keywordKey(keyword));
      return [keyword, query ? joined(checked, query, site) : checked];
    }),
  );
  return { positions, facts: [ownFact(queries, site.provenance)] };
}

function joined(checked: CheckedPosition, query: OwnQuery, site: OwnSite): CheckedPosition {
  const { row } = checked;
  const { own } = query;
  const position = roundedPlace(own.average_position);
  if (row.status !== 'not_checked' || position === null)
    return { ...checked, row: { ...row, ...(row.status === 'ranked' && { basis: 'observed' }), own } };
  return {
    provenance: site.provenance,
    row: {
      ...row,
      status: 'ranked',
      position,
      url: query.page,
      source: 'index',
      observed_at: own.to === null ? null : `${own.to}T00:00:00.000Z`,
      basis: 'average',
      average_position: own.average_position,
      market: ownMarket(site.summary.scope),
      own,
    },
  };
}
