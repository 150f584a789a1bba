import { testService } from '#test/support/service/running-service.ts';
import { upload } from '#test/support/service/uploads.ts';

const lines = (...rows: readonly string[]) => `${rows.join('\n')}\n`;

const service = testService();

describe('an upload of links', () => {
  it('tells once of links that it has as lost and the upload before had, whatever is looked at by hand', async () => {
    const caller = await service.openAccount(10);
    const table = (...rows: readonly string[]) =>
      lines('Source URL,Target URL,First Seen,Lost Date', ...rows);
    const to = 'https://shop.example/';
    const before = [`https://one.example/a,${to},2026-01-02,`, `https://two.example/b,${to},2026-01-03,`];
    const after = [
      `https://one.example/a,${to},2026-01-02,2026-08-02`,
      `https://two.example/b,${to},2026-02-03,`,
      `https://three.example/c,${to},2026-02-03,2026-08-02`,
    ];
    const look = () => caller.post('/v1/tools/inspect_backlinks', { domain: 'shop.example' });
    await upload(caller, [{ name: 'links.csv', bytes: table(...before) }]);
    await look();
    const file = { name: 'links.csv', bytes: table(...after) };
    for (let times = 0; times < 2; times += 1) await upload(caller, [file]);
    expect((await look()).body.deltas).toContainEqual(
      expect.objectContaining({ field: 'lost', current: true }),
    );
    const { events } = (await caller.get('/v1/me/events?type=link.lost')).body;
    expect(events).toMatchObject([{ subject: 'shop.example', data: { domains: ['one.example'], lost: 1 } }]);
    expect(events[0].summary).toBe('one.example no longer links to shop.example.');
  });

  it('costs nothing to compare with a site of which no link is known', async () => {
    const caller = await service.openAccount(10);
    const rows = [
      'Source URL,Target URL,First Seen,Lost Date',
      'https://a.example/,https://shop.example/,2026-01-02,',
    ];
    await upload(caller, [{ name: 'links.csv', bytes: lines(...rows) }]);
    const asked = { domain: 'shop.example', competitors: ['unheard-of.example'] };
    const { body } = await caller.post('/v1/tools/compare_backlink_gap', asked);
    expect(body.usage).toMatchObject({ credits_charged: 0, balance_after: 10, free_because: 'own_data' });
    expect(body.next_actions).toEqual([]);
  });

  it('costs nothing to compare with a site whose links the account has brought as well', async () => {
    const caller = await service.openAccount(10);
    const rows = ['shop', 'rival'].map(
      (site) => `https://${site}-fan.example/,https://${site}.example/,2026-01-02,`,
    );
    await upload(caller, [
      { name: 'links.csv', bytes: lines('Source URL,Target URL,First Seen,Lost Date', ...rows) },
    ]);
    const asked = { domain: 'shop.example', competitors: ['rival.example'] };
    const { body } = await caller.post('/v1/tools/compare_backlink_gap', asked);
    expect(body.data.gaps).toMatchObject([{ referring_domain: 'rival-fan.example' }]);
    expect(body.usage).toMatchObject({ credits_charged: 0, balance_after: 10, free_because: 'own_data' });
    expect(body.next_actions).toMatchObject([{ tool: 'inspect_backlinks', credits: 0 }]);
  });
});
