import { randomBytes } from 'node:crypto';
import * as fc from 'fast-check';
import {
  answerKey,
  createIdempotencyStore,
  type IdempotencyStore,
} from '#shared/callers/idempotency/dynamo-idempotency-store.ts';
import { checkedKey } from '#shared/platform/object-store/object-store.ts';
import { testDatabase } from '#test/support/stores/database.ts';

const answer = { statusCode: 200, headers: { 'content-type': 'application/json' }, body: '{"data":1}' };
let nextKey = 0;
function aRequest() {
  nextKey += 1;
  const input = { domain: 'example.com', location: 'United States' };
  return {
    accountId: 'acct_1',
    key: `key-${nextKey}`,
    request: { endpoint: '/v1/tools/inspect_domain', input },
  };
}
function claimOf(claimed: Awaited<ReturnType<IdempotencyStore['claim']>>) {
  if (claimed.kind !== 'claimed') throw new Error('The request was answered before.');
  return claimed.claim;
}

describe('an Idempotency-Key', () => {
  let now = Date.UTC(2026, 10, 20, 12);
  const files = new Map<string, Uint8Array>();
  const objects = {
    put: async (key: string, body: Uint8Array) => void files.set(key, body),
    get: async (key: string) => files.get(key),
  };
  const open = () => createIdempotencyStore({ ...database, objects, clock: () => now });
  const database = testDatabase();

  it('gives the first answer again', async () => {
    const request = aRequest();
    await claimOf(await open().claim(request)).keep(answer, 'use_1');
    expect(await open().claim(request)).toEqual({ kind: 'replay', answer });
  });

  it('takes requests for the same that differ in the order of their members only', async () => {
    const request = aRequest();
    await claimOf(await open().claim(request)).keep(answer, 'use_1');
    const input = { location: 'United States', domain: 'example.com' };
    const turned = { ...request, request: { input, endpoint: request.request.endpoint } };
    expect(await open().claim(turned)).toMatchObject({ kind: 'replay' });
  });

  it('refuses another request under the same key, of the same account only', async () => {
    const request = aRequest();
    await claimOf(await open().claim(request)).keep(answer, 'use_1');
    const other = { ...request, request: { ...request.request, input: { domain: 'example.org' } } };
    await expect(open().claim(other)).rejects.toMatchObject({ code: 'idempotency_conflict' });
    expect(await open().claim({ ...other, accountId: 'acct_2' })).toMatchObject({ kind: 'claimed' });
  });

  it('lets exactly one of many requests at once run', async () => {
    const request = aRequest();
    const begun = await Promise.allSettled(Array.from({ length: 20 }, () => open().claim(request)));
    expect(begun.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const result of begun) {
      if (result.status === 'rejected') {
        expect(result.reason).toMatchObject({
          code: 'request_in_progress',
          headers: { 'retry-after': '2' },
        });
      }
    }
  });

  it('runs again after a failure that released it', async () => {
    const request = aRequest();
    const claim = claimOf(await open().claim(request));
    await claim.release();
    expect(await open().claim(request)).toMatchObject({ kind: 'claimed' });
  });

  it('runs again after an answer was stored for a call that was then decided void', async () => {
    const request = aRequest();
    const claim = claimOf(await open().claim(request));
    await claim.keep(answer, 'use_1');
    await claim.release();
    expect(await open().claim(request)).toMatchObject({ kind: 'claimed' });
  });

  it('passes from a dead attempt to the next, and the dead one can no longer answer or release', async () => {
    const request = aRequest();
    const dead = claimOf(await open().claim(request));
    now += 121_000;
    const next = claimOf(await open().claim(request));
    await expect(dead.keep({ ...answer, body: 'late' }, 'use_1')).rejects.toMatchObject({
      code: 'upstream_timeout',
    });
    await dead.release();
    await next.keep(answer, 'use_2');
    expect(await open().claim(request)).toEqual({ kind: 'replay', answer });
  });

  it('does not pass on from an attempt that has stored its answer', async () => {
    const request = aRequest();
    await claimOf(await open().claim(request)).keep(answer, 'use_1');
    now += 3_600_000;
    expect(await open().claim(request)).toEqual({ kind: 'replay', answer });
  });

  it('is free again after 24 hours, whether or not the item is still there', async () => {
    const request = aRequest();
    await claimOf(await open().claim(request)).keep(answer, 'use_1');
    now += 24 * 3_600_000;
    expect(await open().claim(request)).toMatchObject({ kind: 'claimed' });
  });

  it('keeps an answer that is too large for an item', async () => {
    const request = aRequest();
    const large = { ...answer, body: randomBytes(400_000).toString('base64') };
    await claimOf(await open().claim(request)).keep(large, undefined);
    expect(await open().claim(request)).toEqual({ kind: 'replay', answer: large });
    expect([...files.keys()]).toEqual([expect.stringMatching(/^idempotency\/acct_1\//u)]);
  });
});

describe('the place of a large answer', () => {
  it('is one that every object store takes, whatever the hash and the owner begin with', async () => {
    const random = fc.stringMatching(/^[\w-]{16,43}$/u);
    await fc.assert(
      fc.property(random, random, (hash, owner) => {
        const key = answerKey({ pk: `acct_1#${hash}`, owner });
        expect(checkedKey(key)).toBe(key);
      }),
      { seed: 7 },
    );
  });
});
