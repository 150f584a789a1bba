import { resolveMarket } from '#shared/facts/markets/markets.ts';
import { openImportWorld } from '#test/support/index/import-world.ts';
import { testDatabase } from '#test/support/stores/database.ts';

const market = resolveMarket();

describe('a stored listing', () => {
  const database = testDatabase();

  async function imported(lines: readonly string[]) {
    const world = await openImportWorld(database);
    await world.import(['keyword,position,url,volume', ...lines].join('\n'));
    const { value: listing, notices } = await world.storedListings.listing('nike socks', market, 10);
    const { value: detail } = await world.index.keywordDetail('nike socks', market);
    const { value: positions } = await world.index.positions('own.example', ['nike socks'], market);
    return { listing, notices, detail, position: positions[0] };
  }

  const undated = {
    code: 'undated_data',
    message: 'Undated; file of 2026-11-12. The table says no day of its own.',
  };

  it('is none where only the place of one site is known, which its position still tells', async () => {
    const { listing, detail, position } = await imported(['nike socks,5,https://own.example/socks,900']);
    expect(listing).toBeNull();
    expect(detail).toMatchObject({ monthly_volume: 900, serp_top: [] });
    expect(position).toMatchObject({ status: 'ranked', position: 5 });
  });

  it('is none where a table has several places of one site', async () => {
    const { listing } = await imported(
      [1, 2, 3, 4].map((place) => `nike socks,${place},https://own.example/${place},900`),
    );
    expect(listing).toBeNull();
  });

  it('says of a table with holes how deep it reaches and how many places are known', async () => {
    const { listing, notices, detail } = await imported(
      [1, 2, 8].map((place) => `nike socks,${place},https://site-${place}.example/,900`),
    );
    expect(listing?.organic.map(({ position }) => position)).toEqual([1, 2, 8]);
    expect(notices).toEqual([
      undated,
      {
        code: 'partial_answer',
        message: expect.stringContaining('reaches place 8, and 3 of these 8 places'),
      },
    ]);
    expect(detail?.serp_top).toHaveLength(3);
  });

  it('is whole where a table fills its places', async () => {
    const { listing, notices } = await imported(
      [1, 2, 3].map((place) => `nike socks,${place},https://site-${place}.example/,900`),
    );
    expect(listing?.organic).toHaveLength(3);
    expect(notices).toEqual([undated]);
  });
});
