import { resolveMarket } from '#shared/facts/markets/markets.ts';
import { besideOvertaken, type TouchedDomain } from '#shared/facts/stored-index/counting/touched-domain.ts';
import type { KeywordSet, Overlap } from '#shared/facts/stored-index/items/keyword-set.ts';
import { type RivalUpdate, updatedRivals } from '#shared/facts/stored-index/items/rival-list.ts';

const keywords: KeywordSet = {
  places: new Map([['grinder', { position: 4, volume: 90 }]]),
  share: 1,
};
const overlap: Overlap = { found: 1, positionSum: 2, share: 1 };

/** The domain has left the listing of `coffee`, in which a rival of its other keyword stands. */
const left: RivalUpdate = {
  ownRoot: 'own.example',
  keywords,
  ownTotals: { keywords: 1, at: 1, samples: 0 },
  known: { keywords: 1, at: 1, isSample: false, rivals: [], total: 0, floor: 0 },
  changed: new Map([
    [
      'coffee',
      { sites: new Map([['rival.example', 1]]), gone: new Set(['own.example', 'shop.rival.example']) },
    ],
  ]),
  totalsOf: () => null,
  overlapsWith: (roots) => new Map([...roots].map((root) => [root, overlap])),
};

describe('the rivals of a domain that left a listing', () => {
  it('have one again that an overtaken count left out, and neither the domain itself nor a subdomain', () => {
    const { rivals } = updatedRivals({ ...left, comparesAgain: true });
    expect(rivals.map(({ domain }) => domain)).toEqual(['rival.example']);
  });

  it('are not looked for in it by the first count: only who is in the list can have changed by it', () => {
    expect(updatedRivals(left).rivals).toEqual([]);
  });
});

describe('the count after an overtaken one', () => {
  const market = resolveMarket();
  const listing = {
    sites: new Map([
      ['rival.example', 1],
      ['other.example', 2],
    ]),
    gone: new Set(['own.example']),
  };
  const touched = (domain: string): TouchedDomain => ({
    market,
    domain,
    rowsChanged: true,
    changed: new Map([['coffee', listing]]),
    rows: [],
  });

  it('compares a domain that left the listing with who was overtaken, and with nobody else', () => {
    const [overtaken, beside] = besideOvertaken(
      [touched('rival.example'), touched('own.example')],
      [touched('rival.example')],
    );
    expect(overtaken).toEqual(touched('rival.example'));
    expect(beside).toMatchObject({ domain: 'own.example', comparesAgain: true });
    expect(beside?.changed.get('coffee')).toEqual({
      sites: new Map([['rival.example', 1]]),
      gone: new Set(),
    });
  });
});
