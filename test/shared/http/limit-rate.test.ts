import { limitRate } from '#shared/http/call-pipeline.ts';
import { anAccount } from '#test/support/identity/identity.ts';
import { runStep } from '#test/support/run-step.ts';

const noon = Date.UTC(2026, 10, 20, 12);

/** A caller whose account has used its minute up. */
function usedUp() {
  const account = anAccount();
  const { windows, rate_limits } = account.snapshot;
  const minute = { start: noon / 1000, calls: rate_limits.minute };
  return {
    account: { ...account, snapshot: { ...account.snapshot, windows: { ...windows, minute } } },
    credentialId: 'cred_1',
    keyLimits: {},
    meters: [],
  };
}

describe('the early limit of calls', () => {
  it('refuses a caller whose window is full, and says when to try again', async () => {
    const refused = runStep(
      limitRate(() => noon + 15_000, 'tool'),
      { principal: usedUp() },
    );
    await expect(refused).rejects.toMatchObject({
      code: 'rate_limited',
      headers: { 'retry-after': '45', 'x-ratelimit-limit': '60', 'x-ratelimit-remaining': '0' },
    });
  });

  it('counts no calls of a window that is over', async () => {
    await expect(
      runStep(
        limitRate(() => noon + 60_000, 'tool'),
        { principal: usedUp() },
      ),
    ).resolves.toBeDefined();
  });

  it('lets that caller ask for what is no tool', async () => {
    await expect(
      runStep(
        limitRate(() => noon, 'account'),
        { principal: usedUp() },
      ),
    ).resolves.toBeDefined();
  });

  it('lets callers without a credential pass', async () => {
    await expect(
      runStep(
        limitRate(() => noon, 'tool'),
        { principal: undefined },
      ),
    ).resolves.toBeDefined();
  });
});
