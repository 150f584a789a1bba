import * as v from 'valibot';
import { askTool, contractOf } from '#test/support/ask-tool.ts';
import { memorySources } from '#test/support/sources/memory-sources.ts';
import { outdoorWorld, wideWorld } from '#test/support/sources/outdoor-world.ts';

const sources = memorySources(outdoorWorld);

describe('inspect_page', () => {
  it('tells what exactly this URL ranks for, and not its neighbours', async () => {
    const { data } = await askTool('inspect_page', { url: 'https://shop.example/shoes' }, { sources });
    expect(data).toMatchObject({
      url: 'https://shop.example/shoes',
      location: 'United States',
      organic_keywords: 1,
    });
    expect(data.top_keywords.map(({ keyword, position }) => [keyword, position])).toEqual([
      ['running shoes', 2],
    ]);
  });

  it('answers for an unknown page with nulls and a note', async () => {
    const { data, coverage } = await askTool(
      'inspect_page',
      { url: 'https://shop.example/none' },
      { sources },
    );
    expect(data).toMatchObject({
      organic_keywords: null,
      estimated_organic_traffic_per_month: null,
      top_keywords: [],
    });
    expect(coverage.scope_note).toContain('No ranking of exactly this URL is known');
  });

  it('shows 25 keywords and offers the rest as a dataset', async () => {
    const url = 'https://shop.example/all';
    const keywords = wideWorld(80).keywords.map((row) => ({ ...row, listing: [url] }));
    const { data, datasets, coverage } = await askTool(
      'inspect_page',
      { url },
      { sources: memorySources({ keywords }) },
    );
    expect(data.top_keywords).toHaveLength(25);
    expect(datasets).toMatchObject([{ name: 'page-keywords', rows: { length: 50 } }]);
    expect(coverage).toMatchObject({ returned: 25, total_available: 80, truncated: true });
  });
});

describe('the URL of inspect_page', () => {
  const parse = (url: unknown) => v.safeParse(contractOf('inspect_page').input, { url });

  it.each([
    ['HTTPS://Shop.Example/Path?q=1#top', 'https://shop.example/Path?q=1'],
    ['https://user:secret@shop.example/', 'https://shop.example/'],
    ['https://shop.example', 'https://shop.example/'],
    ['https://shop.example./shoes', 'https://shop.example/shoes'],
    ['http://shop.example:8080/a/../b', 'http://shop.example:8080/b'],
    ['https://müller.example/ä', 'https://xn--mller-kva.example/%C3%A4'],
  ])('%s is read as %s', (given, expected) => {
    expect(parse(given).output).toMatchObject({ url: expected });
  });

  it.each([
    'shop.example/path',
    'ftp://shop.example/file',
    'javascript:alert(1)',
    'file:///etc/passwd',
    'https://localhost/x',
    'https://127.0.0.1/x',
    'https://[::1]/abcdef',
    'https://0x7f.1/abc',
    'https://shop/abcdef',
    'https://',
    `https://shop.example/${'a'.repeat(2_048)}`,
    null,
    7,
  ])('%j is refused', (given) => {
    expect(parse(given).success).toBe(false);
  });
});
