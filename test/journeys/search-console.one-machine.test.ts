import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { duringTests } from '#test/support/during-tests.ts';
import { startFakeGoogle } from '#test/support/search-console/fake-google.ts';
import { generatedSite, shiftDate } from '#test/support/search-console/generated-site.ts';
import type { Caller } from '#test/support/service/callers.ts';
import { startService } from '#test/support/service/running-service.ts';

const today = new Date().toISOString().slice(0, 10);
const lastFinal = shiftDate(today, -3);
const property = 'sc-domain:shop.example';
const console = '/v1/me/search-console';
const performance = '/v1/me/sites/shop.example/performance';

/** The service beside a fake Google that it is led to. */
const scene = duringTests(async () => {
  const fake = await startFakeGoogle();
  fake.state.finalUntil = lastFinal;
  const site = generatedSite({ site: 'shop.example', from: shiftDate(today, -40), to: today });
  fake.state.people.set('default', new Map([[property, site]]));
  const service = await startService(fake.environment);
  return {
    fake,
    site,
    service,
    async stop() {
      await service.stop();
      await fake.stop();
    },
  };
});

async function connect(caller: Caller): Promise<URL> {
  const { body } = await caller.post(console, {});
  const consent = await fetch(body.authorize_url, { redirect: 'manual' });
  const back = await fetch(consent.headers.get('location') ?? '', { redirect: 'manual' });
  return new URL(back.headers.get('location') ?? '');
}

const remove = ({ key }: Caller, keeps: boolean) =>
  scene.service.send(`${console}?keep_history=${keeps}`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${key}` },
  });

function clicksOf(from: string, to: string): number {
  const days = [...(scene.site.days.get('web') ?? [])].filter(([day]) => day >= from && day <= to);
  return days.flatMap(([, rows]) => rows).reduce((sum, { clicks }) => sum + clicks, 0);
}

describe('a site that is connected to Search Console', () => {
  let caller: Caller;
  beforeAll(async () => {
    caller = await scene.service.openAccount(100);
  });

  it('is connected by a sign-in at Google, whose totals are there with the choice of the property', async () => {
    expect((await caller.get(console)).body.state).toBe('not_connected');
    expect((await connect(caller)).searchParams.get('search_console')).toBe('connected');
    const chosen = await caller.post(`${console}/properties`, { properties: [property] });
    expect(chosen.body).toMatchObject({ state: 'connected', properties: [{ property, chosen: true }] });
    const { body } = await caller.get(`${performance}?from=${shiftDate(lastFinal, -20)}&to=${lastFinal}`);
    expect(body.totals.clicks).toBe(clicksOf(shiftDate(lastFinal, -20), lastFinal));
  });

  it('is synced by the operator at once, and every tool reads it', async () => {
    for (let tries = 0; tries < 60; tries += 1) {
      await scene.service.operations.syncSite(caller.accountId, 'shop.example');
      const { body } = await caller.get(console);
      if (body.properties[0].synced_at !== null) break;
      await wait(500);
    }
    const { body } = await caller.get(
      `${performance}?dimensions=query&from=${shiftDate(today, -40)}&to=${lastFinal}`,
    );
    const sum = body.rows.reduce((clicks: number, row: { clicks: number }) => clicks + row.clicks, 0);
    expect(sum + body.withheld.clicks).toBe(body.totals.clicks);
    expect(body.withheld.clicks).toBeGreaterThan(0);
    const answer = await caller.post('/v1/tools/inspect_domain', { domain: 'shop.example' });
    expect(answer.body.data.own.clicks).toBe(clicksOf(shiftDate(today, -40), lastFinal));
  });

  it('goes on from a cursor, and refuses one of another question', async () => {
    const first = await caller.get(`${performance}?dimensions=query&limit=4`);
    const second = await caller.get(
      `${performance}?dimensions=query&limit=4&cursor=${first.body.next_cursor}`,
    );
    const names = [...first.body.rows, ...second.body.rows].map(({ keys }) => keys.query);
    expect(new Set(names).size).toBe(first.body.total_rows);
    const other = await caller.get(`${performance}?dimensions=page&limit=4&cursor=${first.body.next_cursor}`);
    expect([other.status, other.body.code]).toEqual([422, 'validation_error']);
  });

  it('tells its search appearance by itself or by day, and refuses it beside anything else', async () => {
    const { body } = await caller.get(`${performance}?dimensions=appearance&compare=previous_period`);
    const names = body.rows.map(({ keys }: { keys: Record<string, string> }) => keys.appearance);
    expect([names.sort(), body.withheld, body.days_without_rows]).toEqual([
      ['review_snippet', 'video'],
      null,
      0,
    ]);
    const byDay = await caller.get(`${performance}?dimensions=appearance,date&limit=100`);
    expect(byDay.body.rows.length).toBeGreaterThan(28);
    const both = await caller.get(`${performance}?dimensions=appearance,query`);
    expect([both.status, both.body.code]).toEqual([422, 'validation_error']);
  });

  it('is seen by no other account, and no state that was not sealed here connects one', async () => {
    const stranger = await scene.service.openAccount(10);
    expect((await stranger.get(performance)).status).toBe(404);
    expect((await stranger.get(console)).body.properties).toEqual([]);
    const back = await scene.service.send('/connections/search-console/callback?code=4/x&state=made-up', {
      redirect: 'manual',
    });
    expect(back.headers.get('location')).toContain('search_console=expired');
  });

  it('leaves no token in any table, file, answer or download', async () => {
    const { documents, tables } = scene.service.database;
    const texts = await Promise.all(
      Object.values(tables).map(async (TableName) =>
        JSON.stringify((await documents.send(new ScanCommand({ TableName }))).Items),
      ),
    );
    const files = await readdir(scene.service.folder, { recursive: true, withFileTypes: true });
    for (const file of files.filter((each) => each.isFile()))
      texts.push(await readFile(join(file.parentPath, file.name), 'latin1'));
    texts.push((await caller.get(console)).text);
    const found = [...scene.fake.state.secrets].filter((secret) =>
      texts.some((text) => text.includes(secret)),
    );
    expect(found).toEqual([]);
    expect(scene.fake.state.secrets.size).toBeGreaterThan(2);
    expect(texts.some((text) => text.includes(property))).toBe(true);
  });

  it('is disconnected with its grant at Google, and keeps its history or loses all of it', async () => {
    expect((await remove(caller, true)).body).toEqual({
      state: 'not_connected',
      kept_history: true,
      revoked: true,
    });
    expect(scene.fake.state.grants.every(({ isEnded }) => isEnded)).toBe(true);
    expect((await caller.get(`${performance}?from=${lastFinal}&to=${lastFinal}`)).body.totals.clicks).toBe(
      clicksOf(lastFinal, lastFinal),
    );
    expect((await remove(caller, false)).body).toMatchObject({ kept_history: false, revoked: false });
    expect((await caller.get(performance)).status).toBe(404);
    const { documents, tables } = scene.service.database;
    const { Items = [] } = await documents.send(new ScanCommand({ TableName: tables.index }));
    expect(Items.filter(({ pk }) => String(pk).startsWith(`O#${caller.accountId}`))).toEqual([]);
  });
});
