import { type Caller, testService } from '#test/support/service/running-service.ts';

let caller: Caller;
const service = testService();
beforeAll(async () => {
  caller = await service.openAccount(10);
});

describe('rules of what an account is told', () => {
  it('stand by themselves, one for each type, and are quiet', async () => {
    const { body } = await caller.get('/v1/me/rules');
    expect(body.every((rule: { is_default: boolean; is_on: boolean }) => rule.is_default && rule.is_on)).toBe(
      true,
    );
    const find = (type: string) => body.filter((rule: { type: string }) => rule.type === type);
    expect(find('rank.changed')).toMatchObject([{ subject: null, settings: { places: 5 } }]);
    expect(find('site.changed')).toMatchObject([{ settings: { metrics: ['clicks'], least_change: 20 } }]);
    expect(find('balance.low')).toMatchObject([{ settings: {} }]);
  });

  it('are set for all or for one subject, set again in place, and taken back', async () => {
    const general = await caller.post('/v1/me/rules', { type: 'rank.changed', settings: { places: 10 } });
    expect(general).toMatchObject({
      status: 200,
      body: { subject: null, is_default: false, settings: { places: 10 } },
    });
    const set = (is_on: boolean) =>
      caller.post('/v1/me/rules', { type: 'site.changed', subject: 'Shop.Example', is_on });
    const [one, again] = [await set(false), await set(true)];
    expect(one.body).toMatchObject({ subject: 'shop.example', is_on: false, settings: { least_change: 20 } });
    expect(again.body.id).toBe(one.body.id);
    const { body } = await caller.get('/v1/me/rules');
    expect(body.filter((rule: { is_default: boolean }) => !rule.is_default)).toHaveLength(2);
    for (const { id } of [general.body, one.body])
      expect((await caller.delete(`/v1/me/rules/${id}`)).body).toEqual({ id, status: 'removed' });
    expect((await caller.delete(`/v1/me/rules/${one.body.id}`)).status).toBe(404);
    expect(
      (await caller.get('/v1/me/rules')).body.every((rule: { is_default: boolean }) => rule.is_default),
    ).toBe(true);
  });

  it.each([
    [{ type: 'balance.low', settings: { places: 3 } }, '/settings/places'],
    [{ type: 'rank.changed', settings: { places: 0 } }, '/settings/places'],
    [{ type: 'site.changed', settings: { least_change: 5 } }, '/settings/least_change'],
    [{ type: 'site.changed', subject: 'not a site' }, '/subject'],
    [{ type: 'nothing.known' }, '/type'],
  ])('refuse what they cannot hold, naming the member: %j', async (body, pointer) => {
    const refused = await caller.post('/v1/me/rules', body);
    expect(refused.status).toBe(422);
    expect(JSON.stringify(refused.body)).toContain(pointer);
  });
});

describe('a limit that is nearly used', () => {
  it('is told once, by the call that goes past its mark, of the key that it is about', async () => {
    const owner = await service.openAccount(100);
    const { body: made } = await owner.post('/v1/me/api-credentials', { name: 'capped', spend_limit: 10 });
    const key = service.callerWith(owner.accountId, made.key);
    const events = async () => (await owner.get('/v1/me/events?type=limit.near')).body.events;
    const ask = async (domain: string) =>
      expect((await key.post('/v1/tools/inspect_domain', { domain })).status).toBe(200);
    await ask('trailpeak.example');
    await ask('summitgear.example');
    expect(await events()).toEqual([]);
    await ask('trailpeak.example');
    let told = await events();
    while (told.length === 0) told = await events();
    expect(told).toMatchObject([
      {
        ...{ data: { after: 9, limit: 10 }, summary: expect.stringContaining('9 of the 10') },
        link: expect.stringMatching(/\/keys$/u),
      },
    ]);
  });
});

describe('a destination of events', () => {
  it.each([
    'file:///etc/passwd',
    'https://user:word@hooks.shop.com/',
    'https://hooks.shop.com:22/',
    'https://h.shop.com/\r\nX: y',
  ])('is not %j, to which no event can be sent', async (url) => {
    const sent = { kind: 'webhook', url, types: ['tracker.answered'] };
    expect(await caller.post('/v1/me/destinations', sent)).toMatchObject({
      status: 422,
      body: { code: 'validation_error', errors: [{ pointer: '/url' }] },
    });
  });
});
