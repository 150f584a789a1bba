import { type ConnectedProvider, connectProvider, type TestCall } from '#test/support/upstream/connected.ts';
import type { FaultName } from '#test/support/upstream/faults.ts';
import { unitedStates } from '#test/support/upstream/questions.ts';
import { domains, rankingsOf } from '#test/support/upstream/world.ts';

let provider: ConnectedProvider;
beforeAll(async () => {
  provider = await connectProvider({ slowMs: 4_000 });
});
afterAll(() => provider.stop());
beforeEach(() => {
  provider.advance(200 * 86_400_000);
  provider.upstream.fail(undefined);
  provider.upstream.forget();
});

/** What a tool's questions send and cost. */
async function sent<Value>(ask: (call: TestCall) => Promise<Value>) {
  const call = provider.open();
  const value = await ask(call);
  const endpoints = provider.upstream.requests.map(({ endpoint }) => endpoint).toSorted();
  return { value, endpoints, costMicroUsd: call.spend.microUsd };
}

/** What a snapshot asks, in its order. */
const snapshot = (index: TestCall['index'], name: string, rows = 50) =>
  Promise.all([
    index.domainOverview(name, unitedStates),
    index.rankedKeywords({ domain: name }, unitedStates, rows),
    index.topPages(name, unitedStates, 10),
    index.competitors(name, unitedStates, 11),
  ]);

const linkProfile = (backlinks: TestCall['backlinks'], name: string) =>
  Promise.all([
    backlinks.profile(name),
    backlinks.referringDomains(name, 50),
    backlinks.anchors(name, 50),
    backlinks.backlinks(name, 50),
  ]);

describe('the questions', () => {
  it('of a snapshot ask for nothing more where the domain ranks nowhere', async () => {
    const found = await sent(({ index }) => snapshot(index, 'nobody-knows.example'));
    expect(found.endpoints).toEqual(['ranked_keywords']);
    expect(found.costMicroUsd).toBe(12_000);
    const [overview, , pages, competitors] = found.value;
    expect(overview.value.organic_keywords).toBeNull();
    expect([pages.value, competitors.value]).toEqual(Array(2).fill({ rows: [], total: 0 }));
    expect(pages.notices.map(({ code }) => code)).toEqual(['no_data']);
  });

  it('of a snapshot of a small domain read its pages off its rankings, as its pages would be listed', async () => {
    const small = domains.find((name) => rankingsOf(name).length <= 100) ?? '';
    const found = await sent(({ index }) => snapshot(index, small, 100));
    expect(found.endpoints).toEqual(['competitors_domain', 'ranked_keywords']);
    const [, , pages] = found.value;
    const { value } = await provider.open().index.topPages(small, unitedStates, 10);
    expect(pages.value.total).toBe(value.total);
    const byUrl = (list: typeof value) => list.rows.toSorted((a, b) => (a.url < b.url ? -1 : 1));
    expect(byUrl(pages.value)).toEqual(byUrl(value));
  });

  it('of a link profile ask for no list when no site links to the domain', async () => {
    const found = await sent(({ backlinks }) => linkProfile(backlinks, 'nobody-links.example'));
    expect(found.endpoints).toEqual(['summary']);
    const [profile, ...lists] = found.value;
    expect(profile.value).toBeNull();
    for (const list of lists) expect(list.value).toEqual({ rows: [], total: 0 });
  });

  it('of a link profile ask for the lists where somebody links to the domain', async () => {
    const found = await sent(({ backlinks }) => linkProfile(backlinks, 'trailhound.example'));
    expect(found.endpoints).toEqual(['anchors', 'backlinks', 'referring_domains', 'summary']);
  });

  it('of a snapshot do not wait for rankings that are long in coming', async () => {
    const slowRankings = ({ endpoint }: { readonly endpoint: string }): FaultName | undefined =>
      endpoint === 'ranked_keywords' ? 'slow' : undefined;
    provider.upstream.fail(slowRankings);
    const asked = sent(({ index }) => snapshot(index, 'peakgear.example'));
    while (provider.upstream.requests.length < 3) await new Promise((resolve) => setTimeout(resolve, 50));
    const faults = provider.upstream.requests.map(({ fault }) => fault);
    expect(faults).toEqual(['slow', undefined, undefined]);
    expect((await asked).endpoints).toEqual(['competitors_domain', 'ranked_keywords', 'relevant_pages']);
  });
});
