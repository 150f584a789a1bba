import * as errors from '#clients/typescript/src/errors.ts';
import { Oriel } from '#clients/typescript/src/oriel.ts';
import { toolCatalog } from '#functions/tools/catalog.ts';
import { type Cut, startCuttingProxy } from '#test/support/service/cutting-proxy.ts';
import { type Caller, type RunningService, startService } from '#test/support/service/running-service.ts';

const question = { keyword: 'hiking boots' };

let service: RunningService;
let proxy: Awaited<ReturnType<typeof startCuttingProxy>>;
let owner: Caller;
let live: Oriel;
let tester: Oriel;
beforeAll(async () => {
  service = await startService();
  proxy = await startCuttingProxy(service.baseUrl);
  owner = await service.openAccount(1_000, ['backlinks']);
  live = clientOf(owner);
  tester = await testerOf(live);
});
afterAll(async () => {
  await proxy.stop();
  await service.stop();
});

const clientOf = ({ key }: Pick<Caller, 'key'>) => new Oriel({ apiKey: key, baseUrl: service.baseUrl });

async function testerOf(client: Oriel): Promise<Oriel> {
  const { key } = await client.createApiCredential({ name: 'CI', mode: 'test' });
  return clientOf({ key: key ?? '' });
}

/** A client that writes down the Idempotency-Key of every request that it sends. */
function watched(client: Oriel): { readonly client: Oriel; readonly keys: (string | null)[] } {
  const keys: (string | null)[] = [];
  const noting: typeof fetch = (address, init) => {
    keys.push(new Headers(init?.headers).get('idempotency-key'));
    return fetch(address, init);
  };
  return { client: client.with({ fetch: noting }), keys };
}

/** The error that a call ends with. */
async function failureOf(call: Promise<unknown>): Promise<errors.OrielError> {
  const outcome = await call.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (!(outcome instanceof errors.OrielError)) throw new Error(`No OrielError: ${String(outcome)}`);
  return outcome;
}

const retried = ['rate_limited', 'upstream_unavailable'] as const;

describe('a call of the TypeScript client', () => {
  it.each(toolCatalog.map(({ name, example, credits }) => [name, example, credits] as const))(
    'to %s is answered, and a test key hears the price',
    async (name, example, credits) => {
      const method = name.replaceAll(/_(.)/gu, (_match, letter: string) => letter.toUpperCase());
      const call = Reflect.get(tester, method) as (input: unknown) => Promise<{ usage: object }>;
      // The first one starts the function, which on a busy machine may take longer than the gateway waits.
      await call.call(tester, example);
      const { usage } = await call.call(tester, example);
      expect(usage).toMatchObject({ tool: name, would_have_cost: credits });
      expect(tester.last).toMatchObject({ status: 200, creditsCharged: 0, attempts: 1, isReplay: false });
    },
  );

  it('carries an Idempotency-Key of its own', async () => {
    const { client, keys } = watched(live);
    await client.inspectKeyword(question);
    await client.inspectKeyword(question);
    expect(keys.map((key) => key?.length)).toEqual([36, 36]);
    expect(new Set(keys).size).toBe(2);
  });

  it('is answered again for nothing under the key that the caller gave', async () => {
    const idempotencyKey = crypto.randomUUID();
    const first = await live.inspectKeyword(question, { idempotencyKey });
    const balance = await owner.balance();
    const again = await live.inspectKeyword(question, { idempotencyKey });
    expect([first.usage.replayed, again.usage.replayed]).toEqual([false, true]);
    expect(live.last).toMatchObject({ creditsCharged: 0, creditsLeft: balance, isReplay: true });
  });

  it('tells of credits, of the tightest window and of the limit of the key', async () => {
    const { key } = await live.createApiCredential({ name: 'capped', spend_limit: 5 });
    const capped = clientOf({ key: key ?? '' });
    await capped.inspectKeyword(question);
    expect(capped.last).toMatchObject({
      keyLimit: { limit: 5, remaining: 3 },
      rate: { limit: expect.any(Number), remaining: expect.any(Number), resetsAt: expect.any(Date) },
      usage: { credits_charged: 2, balance_after: capped.last?.creditsLeft },
    });
  });

  it('points at the fault of a request', async () => {
    const failure = await failureOf(live.inspectKeyword({ keyword: '' }));
    expect(failure).toBeInstanceOf(errors.InvalidRequestError);
    expect(failure).toMatchObject({
      ...{ code: 'validation_error', status: 422, pointer: '/keyword', creditsCharged: 0 },
      ...{ requestId: expect.stringMatching(/^req_/u), retryable: false },
    });
  });

  it.each([
    ['no key', () => clientOf({ key: 'or_none' }).getCredits(), errors.AuthenticationError, 401],
    ['a test key to the account', () => tester.listApiCredentials().first(), errors.ForbiddenError, 403],
    ['an import of nobody', () => live.undoImport('imp_none'), errors.NotFoundError, 404],
    ['a field out of bounds', () => live.inspectKeyword({ keyword: '' }), errors.InvalidRequestError, 422],
  ])('with %s is raised as what it is', async (_what, call, kind, status) => {
    const failure = await failureOf(call());
    expect(failure).toBeInstanceOf(kind);
    expect(failure).toMatchObject({ status, retryable: false, creditsCharged: 0 });
  });
});

describe('a call whose connection breaks', () => {
  it.each<Cut>(['before the answer', 'within the answer'])(
    '%s is repeated by the TypeScript client with the same key, and charged once',
    async (cut) => {
      const payer = await service.openAccount(10);
      const { client, keys } = watched(clientOf(payer).with({ baseUrl: proxy.url }));
      proxy.cut(cut, cut);
      const { usage } = await client.inspectKeyword(question);
      expect(usage).toMatchObject({ replayed: true, credits_charged: 0, balance_after: 8 });
      expect(keys).toHaveLength(3);
      expect(new Set(keys).size).toBe(1);
      expect(await payer.balance()).toBe(8);
    },
  );

  it('is raised with its key where no attempt is left, and the key has the answer', async () => {
    const payer = await service.openAccount(10);
    const client = clientOf(payer).with({ baseUrl: proxy.url, maxAttempts: 1 });
    proxy.cut('before the answer');
    const failure = await failureOf(client.inspectKeyword(question));
    expect(failure).toBeInstanceOf(errors.AnswerLostError);
    expect(failure).toMatchObject({ status: undefined, creditsCharged: undefined, retryable: true });
    const { idempotencyKey } = failure;
    await client.inspectKeyword(question, { idempotencyKey });
    expect(client.last).toMatchObject({ creditsCharged: 0, creditsLeft: 8, isReplay: true });
  });

  it('is raised at once where a repetition could do something twice', async () => {
    const { client, keys } = watched(live.with({ baseUrl: 'http://127.0.0.1:1' }));
    expect(await failureOf(client.undoImport('imp_none'))).toMatchObject({
      code: 'answer_lost',
      retryable: false,
    });
    expect(keys).toHaveLength(1);
  });
});

describe('a failure that is played to the TypeScript client', () => {
  let outcomes: ReadonlyMap<string, { readonly client: Oriel; readonly keys: (string | null)[] }>;
  beforeAll(async () => {
    const played = retried.map(async (code) => {
      const noted = watched(tester);
      await noted.client.inspectKeyword(question, { testFault: code });
      return [code, noted] as const;
    });
    outcomes = new Map(await Promise.all(played));
  });

  it.each(retried)('%s is repeated with the same key, until there is the answer', (code) => {
    const { client, keys } = outcomes.get(code) ?? { client: tester, keys: [] };
    expect(client.last).toMatchObject({ status: 200, attempts: keys.length, usage: { mode: 'test' } });
    expect(keys.length).toBeGreaterThan(1);
    expect(new Set(keys).size).toBe(1);
  });

  it('insufficient_credits is raised as what it is, after one attempt', async () => {
    const { client, keys } = watched(tester);
    const failure = await failureOf(client.inspectKeyword(question, { testFault: 'insufficient_credits' }));
    expect(failure).toBeInstanceOf(errors.CreditsError);
    expect(failure).toMatchObject({ status: 402, retryable: false, creditsCharged: 0, creditsRequired: 2 });
    expect(keys).toHaveLength(1);
  });

  it.each(['answer_lost', 'cut_stream'] as const)(
    '%s is repeated, and the first answer comes for nothing',
    async (testFault) => {
      const client = tester.with({});
      const { usage } = await client.inspectKeyword(question, { testFault });
      expect(usage).toMatchObject({ replayed: true, credits_charged: 0, would_have_cost: 2 });
      expect(client.last).toMatchObject({ attempts: 2, isReplay: true });
    },
  );

  it('slow is given up after the time that one attempt may take, and waited for with the same key', async () => {
    const client = tester.with({ testFault: 'slow=1' });
    const failure = await failureOf(client.inspectKeyword(question, { timeoutMs: 100, maxAttempts: 1 }));
    expect(failure).toMatchObject({ code: 'answer_lost', retryable: true });
    const { usage } = await client.inspectKeyword(question, { idempotencyKey: failure.idempotencyKey });
    expect(usage.mode).toBe('test');
  });

  it('is raised at once where the service asks for a wait beyond the deadline', async () => {
    const { client, keys } = watched(tester);
    const call = client.inspectKeyword(question, { testFault: 'rate_limited', deadlineMs: 900 });
    const failure = await failureOf(call);
    expect(failure).toBeInstanceOf(errors.RateLimitError);
    expect(failure).toMatchObject({ code: 'rate_limited', retryable: true, retryAfterSeconds: 1 });
    expect(keys).toHaveLength(1);
  });

  it('ends with the reason of the signal, also in a wait between attempts', async () => {
    const aborting = new AbortController();
    const reason = new Error('The job was stopped.');
    const { client } = watched(tester);
    const noting: typeof fetch = async (address, init) => {
      const response = await fetch(address, init);
      setTimeout(() => aborting.abort(reason));
      return response;
    };
    const call = client
      .with({ fetch: noting })
      .inspectKeyword(question, { testFault: 'upstream_unavailable', signal: aborting.signal });
    await expect(call).rejects.toBe(reason);
  });
});

describe('a run of the TypeScript client', () => {
  it('spends its budget and no credit more', async () => {
    const payer = await service.openAccount(100);
    const job = clientOf(payer).run('job-7', 5);
    await job.inspectKeyword(question);
    await job.inspectKeyword(question);
    expect(job.last?.usage?.run).toEqual({ id: 'job-7', spent: 4, budget: 5 });
    const failure = await failureOf(job.inspectKeyword(question));
    expect(failure).toBeInstanceOf(errors.RunBudgetExceededError);
    expect(failure).toMatchObject({ code: 'run_budget_exceeded', creditsRequired: 2, balance: 96 });
    expect(await payer.balance()).toBe(96);
  });

  it('is joined by its name alone', async () => {
    const client = clientOf(await service.openAccount(100));
    await client.run('job-8', 9).inspectKeyword(question);
    const { usage } = await client.run('job-8').inspectKeyword(question);
    expect(usage.run).toEqual({ id: 'job-8', spent: 4, budget: 9 });
  });
});
