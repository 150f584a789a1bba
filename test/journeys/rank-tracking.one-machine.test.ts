import { type Caller, testService } from '#test/support/service/running-service.ts';

let caller: Caller;
const service = testService();
beforeAll(async () => {
  caller = await service.openAccount(100);
});

const watched = {
  ...{ kind: 'rank', name: 'Ranks', site: 'trailpeak.example', rivals: ['summitgear.example'] },
  keywords: [
    { keyword: 'running shoes', tags: ['shoes'] },
    { keyword: 'trail running shoes', tags: ['shoes', 'trail'] },
    { keyword: 'an unheard of keyword' },
  ],
  markets: [
    { location: 'us', language: 'English' },
    { location: 'United States', language: 'en', device: 'mobile' },
  ],
};
const daily = { schedule: { every: 'day', time_zone: 'Europe/Berlin' }, monthly_budget: 300 };

async function untilAsked(path: string) {
  for (;;) {
    await service.machine.runSchedules?.();
    const { body } = await caller.get(path);
    if (body.last?.outcome === 'asked') return body;
  }
}

describe('a rank tracker', () => {
  it('says what it costs, is checked, and shows its places by market, device, tag and keyword, free', async () => {
    const made = await caller.post('/v1/me/trackers', { ...watched, ...daily });
    expect(made).toMatchObject({
      status: 201,
      body: {
        ...{ kind: 'rank', price: 6, most_a_month: 186, spent_this_month: 0 },
        rank: {
          ...{ site: watched.site, keywords: 3, calls: 2, rivals: watched.rivals },
          markets: [
            { location: 'United States', language: 'en', device: 'desktop' },
            { location: 'United States', language: 'en', device: 'mobile' },
          ],
        },
      },
    });
    const path = `/v1/me/trackers/${made.body.id}`;
    const before = await caller.get(`${path}/ranks`);
    expect(before.body).toMatchObject({ day: null, days: [], summary: { keywords: 3, checked: 0 } });
    expect((await caller.post(`${path}/run`, {})).status).toBe(201);
    expect(await untilAsked(path)).toMatchObject({ spent_this_month: 6 });
    const balance = await caller.balance();
    expect(balance).toBe(94);
    const { body: usage } = await caller.get('/v1/me/usage/summary');
    expect(usage.callers).toContainEqual(
      expect.objectContaining({ auth_source: 'schedule', credential_id: made.body.id, credits_charged: 6 }),
    );

    const desktop = (await caller.get(`${path}/ranks`)).body;
    const mobile = (await caller.get(`${path}/ranks?market=${encodeURIComponent('United States,en,mobile')}`))
      .body;
    expect(mobile.market.device).toBe('mobile');
    const asked = await caller.post('/v1/tools/inspect_search_visibility', {
      ...{ domain: watched.site, keywords: ['running shoes'], device: 'mobile', mode: 'index' },
    });
    expect(mobile.rows[0]).toMatchObject({
      keyword: 'running shoes',
      position: asked.body.data.positions[0].position,
      url: asked.body.data.positions[0].url,
    });
    expect(desktop.summary).toMatchObject({ keywords: 3, checked: 2 });
    expect(desktop.rows[2]).toMatchObject({ status: 'not_checked', position: null });
    expect(desktop.rivals[0]).toMatchObject({
      domain: 'summitgear.example',
      share_of_voice: expect.any(Number),
    });
    expect(desktop.tags).toEqual(['shoes', 'trail']);
    expect((await caller.get(`${path}/ranks?tag=trail`)).body.rows.length).toBe(1);
    const one = (await caller.get(`${path}/ranks?keyword=Running%20Shoes`)).body;
    expect(one.days).toMatchObject([{ keywords: 1, average_position: desktop.rows[0].position }]);

    const sheet = await caller.get(`${path}/ranks?format=csv`);
    expect(sheet.text.split('\r\n')[1]).toMatch(/^running shoes,shoes,/u);
    const { body } = await caller.post(`${path}/ranks/dataset`, {});
    expect(body.resource).toMatchObject({ name: 'ranks', rows: 2 });
    const exported = await caller.post('/v1/tools/export_dataset', { uri: body.resource.uri });
    expect(exported.status).toBe(200);
    await caller.delete(path);
    expect((await caller.get(`${path}/ranks`)).status).toBe(404);
  });

  it('keeps its history when its keywords change, and agrees to what they cost', async () => {
    const { body } = await caller.post('/v1/me/trackers', { ...watched, ...daily });
    const path = `/v1/me/trackers/${body.id}`;
    const many = Array.from({ length: 150 }, (_, at) => ({ keyword: `keyword ${at}` }));
    const changed = await caller.patch(path, { keywords: many, rivals: [] });
    expect(changed.body).toMatchObject({ price: 12, rank: { keywords: 150, calls: 4, rivals: [] } });
    const dear = await caller.patch(path, { keywords: many, monthly_budget: 11 });
    expect(dear).toMatchObject({ status: 422, body: { errors: [{ pointer: '/monthly_budget' }] } });
    await caller.delete(path);
  });

  it.each([
    [{ site: undefined }, '/site'],
    [{ keywords: [] }, '/keywords'],
    [{ keywords: undefined }, '/keywords'],
    [{ markets: [{ location: 'Atlantis' }] }, '/markets/0/location'],
    [{ markets: [{ device: 'fridge' }] }, '/markets/0/device'],
    [{ markets: [{ location: 'us' }, { location: 'United States' }] }, '/markets/1'],
    [{ monthly_budget: 5 }, '/monthly_budget'],
  ])('is not made of what cannot be watched: %j', async (wrong, pointer) => {
    const refused = await caller.post('/v1/me/trackers', { ...watched, ...daily, ...wrong });
    expect(refused).toMatchObject({ status: 422, body: { errors: [{ pointer }] } });
    expect((await caller.get('/v1/me/trackers')).body).toEqual([]);
  });

  it('shows its ranks to its own account alone', async () => {
    const { body } = await caller.post('/v1/me/trackers', watched);
    const stranger = await service.openAccount(1);
    expect((await stranger.get(`/v1/me/trackers/${body.id}/ranks`)).status).toBe(404);
    expect((await stranger.post(`/v1/me/trackers/${body.id}/ranks/dataset`, {})).status).toBe(404);
    await caller.delete(`/v1/me/trackers/${body.id}`);
  });
});
