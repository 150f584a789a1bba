import * as fc from 'fast-check';
import { noKeyLimits, type Principal } from '#shared/money/accounts/principal.ts';
import { rateStatus, refuseWhenFull } from '#shared/money/ledger/plan-hold.ts';
import { ServiceError } from '#shared/platform/errors.ts';
import { anAccount } from '#test/support/identity/identity.ts';
import { meterOf } from '#test/support/ledger/meters.ts';

const lengths = { minute: 60, hour: 3_600, day: 86_400 } as const;
const noon = Date.UTC(2026, 10, 20, 12);
const names = ['minute', 'hour', 'day'] as const;
type Counts = Readonly<Record<(typeof names)[number], number>>;

const startOf = (name: (typeof names)[number], now: number) =>
  Math.floor(now / 1000 / lengths[name]) * lengths[name];
const windowsAt = (now: number, calls: Counts) => ({
  minute: { start: startOf('minute', now), calls: calls.minute },
  hour: { start: startOf('hour', now), calls: calls.hour },
  day: { start: startOf('day', now), calls: calls.day },
});

/** A caller whose account, and whose key where it has limits, counted so many calls at a moment. */
function callerAt(now: number, account: { limits: Counts; calls: Counts }, key?: typeof account): Principal {
  const plain = anAccount();
  const snapshot = {
    ...plain.snapshot,
    rate_limits: { ...account.limits },
    windows: windowsAt(now, account.calls),
  };
  return {
    account: { ...plain, snapshot },
    credentialId: 'cred_1',
    authSource: 'api_key',
    keyLimits: { ...noKeyLimits, rateLimits: key?.limits },
    meters: key ? [meterOf({ rates: key.limits, windows: windowsAt(now, key.calls) })] : [],
    scopes: new Set(['tools']),
  };
}

/** Seconds that the caller is told to wait at a moment; undefined where the call may begin. */
function waitAt(caller: Principal, now: number): number | undefined {
  try {
    refuseWhenFull(caller, 'tool', now);
    return undefined;
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== 'rate_limited') throw error;
    return Number(error.headers['retry-after']);
  }
}

const limits = { minute: 60, hour: 1_000, day: 5_000 };

describe('call windows', () => {
  it('refuse a call when one of them is full', () => {
    for (const name of names) {
      const calls = { minute: 0, hour: 0, day: 0, [name]: limits[name] };
      expect(waitAt(callerAt(noon, { limits, calls }), noon)).toBe(
        lengths[name] - (name === 'day' ? 43_200 : 0),
      );
    }
  });

  it('let a call begin while each has one left', () => {
    const calls = { minute: 59, hour: 999, day: 4_999 };
    expect(waitAt(callerAt(noon, { limits, calls }), noon)).toBeUndefined();
  });

  it('count nothing of a window that is over', () => {
    const caller = callerAt(noon, { limits, calls: { minute: 60, hour: 0, day: 0 } });
    expect(waitAt(caller, noon + 59_000)).toBe(1);
    expect(waitAt(caller, noon + 60_000)).toBeUndefined();
    expect(rateStatus(caller.account.snapshot, caller.meters, 'tool', noon + 60_000).remaining).toBe(60);
  });

  it('say to wait for the last of those that are full, of account and key alike', () => {
    const full = { limits, calls: { minute: 60, hour: 0, day: 5_000 } };
    const open = { limits, calls: { minute: 60, hour: 0, day: 0 } };
    for (const caller of [callerAt(noon, full), callerAt(noon, full, open), callerAt(noon, open, full)]) {
      expect(waitAt(caller, noon)).toBe(43_200);
      expect(rateStatus(caller.account.snapshot, caller.meters, 'tool', noon)).toMatchObject({
        limit: 5_000,
        remaining: 0,
      });
    }
  });

  it('show the one with the fewest calls left, whatever its limit', () => {
    const caller = callerAt(noon, { limits, calls: { minute: 50, hour: 0, day: 4_988 } });
    expect(rateStatus(caller.account.snapshot, caller.meters, 'tool', noon)).toMatchObject({
      limit: 60,
      remaining: 10,
    });
  });

  const someLimits = fc.record({
    minute: fc.integer({ min: 1, max: 5 }),
    hour: fc.integer({ min: 1, max: 5 }),
    day: fc.integer({ min: 1, max: 5 }),
  });
  const someCounts = fc.record({
    minute: fc.integer({ min: 0, max: 6 }),
    hour: fc.integer({ min: 0, max: 6 }),
    day: fc.integer({ min: 0, max: 6 }),
  });
  const usage = fc.record({ limits: someLimits, calls: someCounts });

  it('name the time until a call can begin, neither more nor less', async () => {
    await fc.assert(
      fc.property(
        fc.integer({ min: noon, max: noon + 86_400_000 }),
        usage,
        fc.option(usage, { nil: undefined }),
        (now, account, key) => {
          const caller = callerAt(now, account, key);
          const seconds = waitAt(caller, now);
          const isFull = [account, ...(key ? [key] : [])].some((used) =>
            names.some((name) => used.calls[name] >= used.limits[name]),
          );
          expect(seconds !== undefined).toBe(isFull);
          if (seconds === undefined) return;
          expect(waitAt(caller, now + seconds * 1000)).toBeUndefined();
          expect(waitAt(caller, now + (seconds - 1) * 1000)).toBeDefined();
        },
      ),
    );
  });
});
