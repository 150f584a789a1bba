import { withFoundIntents } from '#shared/facts/answers/own-rows.ts';

describe('a keyword of which no source tells the intent', () => {
  it('gets it from its words, says so, and leaves given ones as they are', async () => {
    const rows = await withFoundIntents([
      { keyword: 'how to wash wool socks', intent: null },
      { keyword: 'zorblax 9', intent: null },
      { keyword: 'how to darn socks', intent: 'commercial' as const, intent_basis: 'reported' as const },
    ]);
    expect(rows).toEqual([
      { keyword: 'how to wash wool socks', intent: 'informational', intent_basis: 'words' },
      { keyword: 'zorblax 9', intent: null },
      { keyword: 'how to darn socks', intent: 'commercial', intent_basis: 'reported' },
    ]);
  });

  it('is navigational where it is a bare name of the site', async () => {
    const asked = ['Zorb Lax', 'zorblax', '5.11', 'zorblax 9'].map((keyword) => ({ keyword, intent: null }));
    const found = await withFoundIntents(asked, ['zorblax', '511']);
    expect(found.map(({ intent }) => intent)).toEqual(['navigational', 'navigational', 'navigational', null]);
  });
});
