import fc from 'fast-check';
import { createAccountRepository } from '#shared/money/accounts/account-repository.ts';
import { createApiKeyResolver, createFamilyReader } from '#shared/money/accounts/api-key-resolver.ts';
import { createKeyPlaces, issueApiKey, rotateApiKey } from '#shared/money/accounts/api-keys.ts';
import { createCredentialRepository } from '#shared/money/accounts/credential-repository.ts';
import { generateServiceSecrets } from '#shared/platform/secrets/service-secrets.ts';
import { movableClock } from '#test/support/ledger/billing.ts';
import { testDatabase } from '#test/support/stores/database.ts';

const silent = { debug() {}, info() {}, warn() {}, error() {} };

const operation = fc.oneof(
  fc.record({ does: fc.constant('rotate' as const), overlapMs: fc.integer({ min: 0, max: 50_000 }) }),
  fc.record({ does: fc.constant('wait' as const), seconds: fc.integer({ min: 1, max: 40 }) }),
  fc.record({ does: fc.constant('end previous' as const) }),
  fc.record({ does: fc.constant('revoke' as const) }),
);

describe('the keys of one credential', () => {
  const database = testDatabase();

  async function openWorld() {
    const { documents, tables } = database;
    const clock = movableClock();
    const accounts = createAccountRepository({ documents, tables, clock });
    const credentials = createCredentialRepository(documents, tables.credentials);
    const secrets = generateServiceSecrets();
    const issuer = {
      credentials,
      secrets,
      places: createKeyPlaces(documents, tables.credentials, credentials),
    };
    const { accountId } = await accounts.create({ email: 'ada@example.com' });
    const limits = { spendLimit: 50, allowedTools: undefined, rateLimits: undefined };
    const made = await issueApiKey(issuer, { accountId, name: 'worker', limits }, clock());
    const readFamily = createFamilyReader(documents, tables);
    // One process remembers keys, the other meets each for the first time.
    const resolvers = () => createApiKeyResolver({ credentials, readFamily, secrets, clock, logger: silent });
    return { clock, credentials, issuer, accountId, made, warm: resolvers(), resolvers };
  }

  type World = Awaited<ReturnType<typeof openWorld>>;

  /** When each key ends, milliseconds since 1970, and which is the current one. */
  interface Expected {
    readonly ends: Map<string, number>;
    current: string;
  }

  const endAll = ({ ends }: Expected, but?: string) => {
    for (const key of ends.keys()) if (key !== but) ends.set(key, 0);
  };

  async function rotate({ clock, credentials, issuer, made }: World, expected: Expected, overlapMs: number) {
    const { accountId, id } = made.credential;
    const known = await credentials.find(accountId, id);
    if (!known) throw new Error('The credential is gone.');
    const rotated = await rotateApiKey(issuer, known, { overlapMs, now: clock() });
    expect(rotated === undefined).toBe(known.revokedAt !== null);
    if (!rotated) return;
    endAll(expected, expected.current);
    expected.ends.set(expected.current, clock() + overlapMs);
    expected.ends.set(rotated.key, Number.POSITIVE_INFINITY);
    expected.current = rotated.key;
  }

  type Operation = typeof operation extends fc.Arbitrary<infer Value> ? Value : never;

  async function carryOut(step: Operation, world: World, expected: Expected): Promise<void> {
    const { clock, credentials, made } = world;
    const { accountId, id } = made.credential;
    if (step.does === 'wait') clock.advance(step.seconds);
    else if (step.does === 'rotate') await rotate(world, expected, step.overlapMs);
    else if (step.does === 'revoke') {
      await credentials.revoke(accountId, id, clock());
      endAll(expected);
    } else {
      await credentials.change(accountId, id, { endPrevious: true });
      endAll(expected, expected.current);
    }
  }

  async function checkAll({ clock, made, warm, resolvers }: World, { ends }: Expected): Promise<void> {
    const cold = resolvers();
    for (const [key, endsAt] of ends)
      for (const resolver of [warm, cold]) {
        const resolution = await resolver.resolve(key);
        expect(resolution.ok).toBe(endsAt > clock());
        if (resolution.ok)
          expect(resolution.principal).toMatchObject({
            credentialId: made.credential.id,
            keyLimits: { spendLimit: 50 },
            meters: [{ key: made.credential.meter.key }],
          });
      }
  }

  it('let in while they are current or in their overlap, as one credential, whatever happens in between', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(operation, { maxLength: 7 }), async (operations) => {
        const world = await openWorld();
        const { key } = world.made;
        const expected = { ends: new Map([[key, Number.POSITIVE_INFINITY]]), current: key };
        for (const step of operations) {
          await carryOut(step, world, expected);
          await checkAll(world, expected);
        }
      }),
      { numRuns: 60, seed: 11 },
    );
  });

  it('are replaced once by rotations at the same time', async () => {
    const { clock, issuer, made, warm } = await openWorld();
    const rotations = await Promise.all(
      Array.from({ length: 5 }, () =>
        rotateApiKey(issuer, made.credential, { overlapMs: 1_000, now: clock() }),
      ),
    );
    const [winner, ...others] = rotations.filter((rotation) => rotation !== undefined);
    expect(others).toEqual([]);
    expect((await warm.resolve(winner?.key ?? '')).ok).toBe(true);
    expect((await warm.resolve(made.key)).ok).toBe(true);
  });

  it('stay as they are where a rotation is cut off before the credential names the new key', async () => {
    const { clock, credentials, issuer, made, warm } = await openWorld();
    const known = { ...made.credential, fingerprint: '0000000000000000' };
    expect(await rotateApiKey(issuer, known, { overlapMs: 0, now: clock() })).toBeUndefined();
    expect((await warm.resolve(made.key)).ok).toBe(true);
    expect(await credentials.list(made.credential.accountId)).toHaveLength(1);
  });
});
