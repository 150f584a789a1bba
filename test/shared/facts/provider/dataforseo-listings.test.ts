import { type ConnectedProvider, connectProvider } from '#test/support/upstream/connected.ts';
import { unitedStates } from '#test/support/upstream/questions.ts';
import { keywords, listingOf } from '#test/support/upstream/world.ts';

let provider: ConnectedProvider;
beforeAll(async () => {
  provider = await connectProvider();
});
afterAll(() => provider.stop());
beforeEach(() => {
  provider.advance(200 * 86_400_000);
  provider.upstream.forget();
});

describe('live listings', () => {
  const listing = async (query: string, depth = 10, need?: 'whole' | 'positions') => {
    const call = provider.open();
    const fact = await call.liveListings.listing(query, unitedStates, depth, undefined, need);
    return { ...fact, costMicroUsd: call.spend.microUsd };
  };
  const withType = (type: string) =>
    keywords.find(({ itemTypes }) => itemTypes.includes(type))?.keyword ?? '';

  it('carry the organic results as they stand', async () => {
    const { value, provenance } = await listing('best running shoes', 30);
    expect(value?.organic.map(({ url }) => url)).toEqual(
      listingOf('best running shoes')
        .results.slice(0, 30)
        .map(({ url }) => url),
    );
    expect(value?.organic[0]).toMatchObject({ position: 1, domain: expect.not.stringMatching(/^www\./u) });
    expect(provenance).toMatchObject({ source_class: 'live_serp', method: 'observed', confidence: 0.95 });
  });

  it.each([
    ['ai_overview', { ai_overview: { text: expect.any(String), references: [{ url: expect.any(String) }] } }],
    ['paid', { paid: [{ position: 1, domain: 'ads.example', url: 'https://www.ads.example/x' }] }],
    ['featured_snippet', { featured_snippet: { text: expect.any(String), url: expect.any(String) } }],
    ['people_also_ask', { people_also_ask: ['Is it worth it?', expect.any(String)] }],
    [
      'local_pack',
      {
        local_pack: [
          { position: 1, title: 'Corner Shop', domain: 'cornershop.example', is_paid: false },
          { position: 2, title: 'High Street Store', domain: null, url: null },
        ],
      },
    ],
    ['related_searches', { related_searches: [expect.stringContaining('sale'), expect.any(String)] }],
  ])('carry %s', async (type, expected) => {
    const { value } = await listing(withType(type));
    expect(value?.item_types_present).toContain(type);
    expect(value).toMatchObject(expected);
  });

  it.each(['c++', '100% cotton', 'a+b=c', '50%25 off', 'R&D "exact"'])(
    'ask for %j as it was written',
    async (query) => {
      const { value } = await listing(query);
      expect(value?.organic[0]?.title).toContain(query);
    },
  );

  it('are empty where the search engine finds nothing, and asked again after five minutes', async () => {
    const { value, costMicroUsd } = await listing('zzqx nothing');
    expect(value?.organic).toEqual([]);
    expect(costMicroUsd).toBe(4_000);
    provider.advance(5 * 60_000 + 1_000);
    expect((await listing('zzqx nothing')).provenance.cache_hit).toBe(false);
  });

  it('cost less where only positions are wanted, and are billed by pages of ten', async () => {
    expect((await listing('running shoes review', 10, 'positions')).costMicroUsd).toBe(2_000);
    expect((await listing('running shoes review', 11, 'positions')).costMicroUsd).toBe(3_500);
    expect((await listing('running shoes review', 20, 'positions')).costMicroUsd).toBe(0);
  });

  it('refuse the operator that search engines dropped', async () => {
    await expect(listing('cache:example.com')).rejects.toMatchObject({ code: 'validation_error' });
    expect(provider.upstream.requests).toHaveLength(0);
  });
});
