import { createGateStore } from '#shared/facts/provider/gate-store.ts';
import {
  createUpstreamGate,
  type GateLimits,
  nextStep,
  type PassOutcome,
} from '#shared/facts/provider/upstream-gate.ts';
import { testDatabase } from '#test/support/stores/database.ts';

let now = Date.UTC(2026, 10, 20);
let gates = 0;
const signal = () => AbortSignal.timeout(120_000);

const database = testDatabase();

const limits: GateLimits = { slots: 4, requestsPerMinute: 100, failuresToOpen: 3 };

/** Gates of several functions that share one provider, new for each test. */
function sharedGates(options: Partial<GateLimits> = {}) {
  gates += 1;
  const provider = `provider-${gates}`;
  const entries: Readonly<Record<string, unknown>>[] = [];
  const log = {
    warn() {},
    error: (_: string, facts: Readonly<Record<string, unknown>>) => void entries.push(facts),
  };
  const gate = () =>
    createUpstreamGate({
      store: createGateStore(database.documents, database.tables.facts, provider),
      clock: () => now,
      log,
      limits: { ...limits, ...options },
    });
  const pass = async (outcome: PassOutcome) => (await gate().enter(1_000, signal())).leave(outcome);
  return { gate, pass, entries };
}

describe('the upstream gate', () => {
  it('never lets more requests through at once than the provider allows, over all functions', async () => {
    const { gate } = sharedGates();
    let inside = 0;
    let most = 0;
    // The first ones stay until as many are inside as may be.
    const full = Promise.withResolvers<void>();
    const request = async () => {
      const pass = await gate().enter(1_000, signal());
      inside += 1;
      most = Math.max(most, inside);
      if (most === limits.slots) full.resolve();
      await full.promise;
      await new Promise((resolve) => setTimeout(resolve, 10));
      inside -= 1;
      await pass.leave('answered');
    };
    await Promise.all(Array.from({ length: 20 }, request));
    expect(most).toBe(limits.slots);
    expect(inside).toBe(0);
  });

  it('gives the slot of a function that died to others, but not before its time', async () => {
    const { gate } = sharedGates({ slots: 1 });
    await gate().enter(1_000, signal());
    now += 5_999;
    const impatient = gate().enter(1_000, AbortSignal.timeout(50));
    await expect(impatient).rejects.toMatchObject({ code: 'upstream_timeout' });
    now += 1;
    await expect(gate().enter(1_000, signal())).resolves.toBeDefined();
  });

  it('never lets more through at once while the slots of functions that died run out', async () => {
    const { gate } = sharedGates();
    const enter = () => gate().enter(1_000, signal());
    await Promise.all(Array.from({ length: limits.slots }, enter));
    now += 6_001;
    let inside = 0;
    let most = 0;
    const request = async () => {
      const pass = await enter();
      inside += 1;
      most = Math.max(most, inside);
      await new Promise((resolve) => setTimeout(resolve, 5));
      inside -= 1;
      await pass.leave('answered');
    };
    await Promise.all(Array.from({ length: 12 }, request));
    expect(most).toBeLessThanOrEqual(limits.slots);
    expect(inside).toBe(0);
  });

  it('gives up with 503 and Retry-After where no slot becomes free within five seconds', async () => {
    const { gate } = sharedGates({ slots: 1 });
    await gate().enter(60_000, signal());
    const waiting = gate().enter(1_000, signal());
    const outcome = expect(waiting).rejects.toMatchObject({
      code: 'upstream_unavailable',
      headers: { 'retry-after': '5' },
    });
    await new Promise((resolve) => setTimeout(resolve, 30));
    now += 5_001;
    await outcome;
  });

  it('keeps to the requests of a minute, and starts the next one again', async () => {
    const { gate, pass } = sharedGates({ requestsPerMinute: 3 });
    now = Math.ceil(now / 60_000) * 60_000;
    for (let request = 0; request < 3; request += 1) await pass('answered');
    const fourth = gate().enter(1_000, AbortSignal.timeout(50));
    await expect(fourth).rejects.toMatchObject({ code: 'upstream_timeout' });
    now += 60_000;
    await expect(pass('answered')).resolves.toBeUndefined();
  });

  it('keeps to the requests of a minute over all functions at the same time', async () => {
    const { gate, pass } = sharedGates({ requestsPerMinute: 7, slots: 20 });
    now = Math.ceil(now / 60_000) * 60_000;
    await pass('answered');
    const patience = new AbortController();
    let entered = 0;
    const tries = Array.from({ length: 12 }, async () => {
      await gate().enter(1_000, AbortSignal.any([signal(), patience.signal]));
      entered += 1;
      // The others go on trying for a while and are all refused.
      if (entered === 6) setTimeout(() => patience.abort(), 400);
    });
    await Promise.allSettled(tries);
    expect(entered).toBe(6);
  });

  it('closes after failures in a row, tells the operator, and refuses without asking', async () => {
    const { gate, pass, entries } = sharedGates();
    for (let failure = 0; failure < limits.failuresToOpen; failure += 1) await pass('unhealthy');
    await expect(gate().enter(1_000, signal())).rejects.toMatchObject({
      code: 'upstream_unavailable',
      headers: { 'retry-after': '30' },
    });
    expect(entries).toEqual([{ signal: 'upstream_breaker_open', reason: 'unhealthy' }]);
  });

  it('does not close where a success came between the failures', async () => {
    const { pass } = sharedGates();
    for (const outcome of ['unhealthy', 'unhealthy', 'answered', 'unhealthy', 'unhealthy'] as const)
      await pass(outcome);
    await expect(pass('answered')).resolves.toBeUndefined();
  });

  it.each([
    ['unauthorized', 'upstream_unavailable'],
    ['over_quota', 'upstream_quota'],
  ] as const)('closes at once where the account is %s', async (outcome, code) => {
    const { gate, pass } = sharedGates();
    await pass(outcome);
    await expect(gate().enter(1_000, signal())).rejects.toMatchObject({
      code,
      headers: { 'retry-after': '60' },
    });
  });

  it('closes for no longer than the provider asked for', async () => {
    const { gate } = sharedGates();
    await (await gate().enter(1_000, signal())).leave('over_quota', 7_000);
    await expect(gate().enter(1_000, signal())).rejects.toMatchObject({ headers: { 'retry-after': '7' } });
    now += 7_001;
    await (await gate().enter(1_000, signal())).leave('over_quota', 3_600_000);
    await expect(gate().enter(1_000, signal())).rejects.toMatchObject({ headers: { 'retry-after': '60' } });
  });

  it('lets one probe through after the pause, whose success opens the gate for all', async () => {
    const { gate, pass } = sharedGates();
    await pass('unauthorized');
    now += 60_001;
    const tries = await Promise.allSettled(Array.from({ length: 5 }, () => gate().enter(1_000, signal())));
    const probes = tries.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
    expect(probes).toHaveLength(1);
    await probes[0]?.leave('answered');
    await Promise.all(Array.from({ length: 3 }, () => pass('answered')));
  });

  it('stays closed where the probe fails', async () => {
    const { gate, pass } = sharedGates();
    await pass('over_quota');
    now += 60_001;
    await pass('unhealthy');
    await expect(gate().enter(1_000, signal())).rejects.toMatchObject({ code: 'upstream_unavailable' });
  });

  it('lets another probe through where the first one died', async () => {
    const { gate, pass } = sharedGates();
    await pass('unauthorized');
    now += 60_001;
    await gate().enter(1_000, signal());
    now += 6_001;
    await expect(pass('answered')).resolves.toBeUndefined();
  });
});

describe('the next step of a refused entry', () => {
  const state = {
    slots: {},
    window_minute: 10,
    window_count: 0,
    failures: 0,
    open_until: 0,
    open_reason: 'unhealthy' as const,
  };

  it.each([
    ['creates the state that is missing', undefined, 'create'],
    ['starts a new minute', { ...state, window_minute: 9 }, 'start_minute'],
    ['believes a minute that is ahead', { ...state, window_minute: 11 }, 'again'],
    ['evicts a slot whose time is over', { ...state, slots: { a: 600_000 } }, 'evict'],
    ['waits while all slots are taken', { ...state, slots: { a: 700_000, b: 700_000 } }, 'wait'],
    ['waits while the minute is full', { ...state, window_count: 5 }, 'wait'],
    ['refuses while the breaker is open', { ...state, open_until: 600_001 }, 'refused'],
    ['probes when the pause is over', { ...state, open_until: 600_000 }, 'probe'],
  ])('%s', (_, seen, kind) => {
    expect(nextStep(seen, 600_000, { slots: 2, requestsPerMinute: 5 }).kind).toBe(kind);
  });
});
