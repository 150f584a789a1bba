import type { HealthProbes } from '#functions/reference/reference-handler.ts';
import { toolCatalog } from '#functions/tools/catalog.ts';
import { defaultTerms } from '#shared/money/billing/order.ts';
import { handlerWith, now, type Options, read, unhealthy, well } from './read-reference.ts';

describe('GET /pricing', () => {
  it('takes every price from the contracts, in credits and in money, and has no other', async () => {
    const { statusCode, body } = await read('/pricing');
    expect(statusCode).toBe(200);
    const rows = [
      ...body.matchAll(/<tr><td><a href="\/docs\/(\w+)">.*?"number">(\d+)<.*?"number">([^<]+)</gu),
    ];
    const prices = rows.map(([, name, credits, money]) => [name, Number(credits), money]);
    const cents = defaultTerms.stepCents / defaultTerms.creditsPerStep;
    expect(prices).toEqual(
      toolCatalog.map(({ name, credits }) => [
        name,
        credits,
        credits === 0 ? 'free' : `$${((credits * cents) / 100).toFixed(2)}`,
      ]),
    );
    expect(body).toContain('Our pricing');
  });
});

describe('GET /status', () => {
  const state = async (probes: HealthProbes, others: Partial<Options> = {}) =>
    (await read('/status', handlerWith(probes, others))).body;
  const well3 = { accounts: well, index: well };
  const checked = (minutesAgo: number, failing: readonly string[] = []) => ({
    outside: { latest: async () => ({ at: now - minutesAgo * 60_000, failing }) },
  });

  it('says that the service answers while every part does, and is never kept', async () => {
    const { headers, body } = await read('/status');
    expect(headers?.['cache-control']).toBe('no-store');
    expect(body).toContain('<h1>The service answers</h1>');
    expect(body).toContain('Our status');
  });

  it('names the part that does not answer, and not why', async () => {
    const body = await state({ accounts: well, index: unhealthy });
    expect(body).toContain('<h1>Something does not answer</h1>');
    expect(body).toMatch(/Stored search data<\/td><td><strong>Does not answer/u);
    expect(body).not.toContain('ResourceNotFoundException');
  });

  it('says whether a live source is connected', async () => {
    expect(await state(well3)).toContain('Not connected');
    expect(await state(well3, { hasLiveSource: async () => true })).toContain('>Connected<');
  });

  it('tells what a caller from outside met last, and claims nothing where none called or none called lately', async () => {
    expect(await state(well3)).toContain('Not checked');
    expect(await state(well3, checked(4))).toMatch(/Answered<.*2026-11-22 11:56 UTC/su);
    const failed = await state(well3, checked(4, ['canary_sign_in']));
    expect(failed).toContain('Not as it should be: sign-in.');
    expect(failed).toContain('<h1>Something does not answer</h1>');
    expect(await state(well3, checked(60))).toMatch(/Unknown<.*and not since/su);
  });

  it('still answers where the table of its own words does not', async () => {
    const silent = () => Promise.reject(new Error('ResourceNotFoundException: identity'));
    const body = await state(well3, { texts: { find: silent }, outside: { latest: silent } });
    expect(body).toContain('<h1>The service answers</h1>');
  });
});
