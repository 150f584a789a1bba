import { testService } from '#test/support/service/running-service.ts';
import { upload } from '#test/support/service/uploads.ts';
import { zipOf } from '#test/support/zip.ts';

const lines = (...rows: readonly string[]) => `${rows.join('\n')}\n`;

const service = testService();

describe('a site of an account', () => {
  it('whose figures are of one country says so elsewhere, free, and offers the question there', async () => {
    const caller = await service.openAccount(10);
    const files = zipOf({
      'Queries.csv': lines('Top queries,Clicks,Impressions,CTR,Position', 'tisch eiche,9,90,10%,4'),
      'Filters.csv': lines('Filter,Value', 'Search type,Web', 'Country,Germany'),
    });
    await upload(caller, [{ name: 'tisch.example.zip', bytes: files }], { domain: 'tisch.example' });
    const asked = { domain: 'tisch.example' };
    const { body: elsewhere } = await caller.post('/v1/tools/inspect_domain', asked);
    expect(elsewhere.data).not.toHaveProperty('own');
    expect(elsewhere.usage).toMatchObject({ credits_charged: 0, free_because: 'own_data' });
    const [there] = elsewhere.next_actions;
    expect(there).toMatchObject({ args: { ...asked, location: 'Germany' }, credits: 0 });
    const { body } = await caller.post('/v1/tools/inspect_domain', there.args);
    expect(body.data.own).toMatchObject({ clicks: 9, scope: { countries: ['Germany'] } });
    expect(body.usage).toMatchObject({ credits_charged: 0 });
    for (const [tool, args] of [
      ['inspect_search_visibility', { ...asked, keywords: ['tisch eiche'], mode: 'index' }],
      ['discover_competitors', asked],
    ] as const)
      expect((await caller.post(`/v1/tools/${tool}`, args)).body.usage).toMatchObject({ credits_charged: 0 });
  });

  it('is compared with another one of the account, free of charge', async () => {
    const caller = await service.openAccount(10);
    const table = (...rows: readonly string[]) =>
      lines('Top queries,Clicks,Impressions,CTR,Position', ...rows);
    const sites = [
      ['shop.example', table('tea pot,9,90,10%,4', 'shop deals,9,90,10%,1', 'tea cup,9,90,10%,9')],
      [
        'rival.example',
        table('tea pot,5,80,6%,7', 'tea cup,5,80,6%,3', 'tea tray,5,80,6%,2', 'rival,9,9,99%,1'),
      ],
    ] as const;
    for (const [domain, bytes] of sites)
      await upload(caller, [{ name: `${domain}.csv`, bytes: Buffer.from(bytes) }], { domain });
    const asked = { domain: 'shop.example', competitors: ['rival.example'] };
    const { body } = await caller.post('/v1/tools/compare_keyword_coverage', asked);
    const place = { competitor: 'rival.example', position: 2, url: 'https://rival.example/' };
    expect(body.data).toMatchObject({
      counts: { gaps: 1, losing: 1, strong: 1, basis: 'exact' },
      gaps: [{ keyword: 'tea tray', competitor_positions: [place], basis: 'average' }],
      losing: [{ keyword: 'tea cup', target_position: 9, own: { clicks: 9 } }],
      strong: [{ keyword: 'tea pot', target_position: 4 }],
    });
    expect(body.facts[0]).toMatchObject({
      location: 'all countries',
      provenance: { source_class: 'webmaster_console', connection_id: expect.stringContaining('import:') },
    });
    expect(body.usage).toMatchObject({ credits_charged: 0, free_because: 'own_data' });
    const prices = body.next_actions.map(({ credits }: { credits: number }) => credits);
    expect(new Set(prices)).toEqual(new Set([0]));
  });
});
