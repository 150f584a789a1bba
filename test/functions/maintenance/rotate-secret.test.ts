import {
  rotateSecret as handler,
  reportSecretAges,
  takeRotationStep,
} from '#functions/maintenance/secrets.ts';
import { openSigningSecret, rotateSigningSecret } from '#shared/callers/identity/signing-keys.ts';
import { createSecretVersions } from '#shared/platform/secrets/secret-store.ts';
import { openServiceSecrets } from '#shared/platform/secrets/service-secrets.ts';
import { startSecretsManager } from '#test/support/aws/secrets-manager.ts';
import { duringTests } from '#test/support/during-tests.ts';

process.env.POWERTOOLS_LOG_LEVEL ??= 'SILENT';

const seed = 'a seed that is long enough to be one';
const signingArn = 'arn:aws:secretsmanager:eu-central-1:000000000000:secret:oriel/dev/signing';
const serviceArn = 'arn:aws:secretsmanager:eu-central-1:000000000000:secret:oriel/dev/service';
const steps = ['createSecret', 'setSecret', 'testSecret', 'finishSecret'] as const;
const dayMs = 86_400_000;

describe('the rotation of a secret', () => {
  let now = Date.now() - 30 * dayMs;
  const former = { ...process.env };

  const store = duringTests(() => startSecretsManager(() => now));
  beforeAll(async () => {
    Object.assign(process.env, {
      AWS_REGION: 'eu-central-1',
      AWS_ACCESS_KEY_ID: 'AKIATEST',
      AWS_SECRET_ACCESS_KEY: 'not a secret',
      AWS_ENDPOINT_URL_SECRETS_MANAGER: store.url,
      SIGNING_KEYS_SECRET_ARN: signingArn,
      SERVICE_SECRETS_ARN: serviceArn,
    });
  });
  beforeEach(() => {
    now = Date.now() - 30 * dayMs;
    store.create(signingArn, JSON.stringify({ seed }));
    store.create(serviceArn, JSON.stringify({ seed }));
    now = Date.now();
  });
  afterAll(async () => {
    process.env = former;
  });

  const take = (step: string, token: string, arn = signingArn) =>
    handler({ Step: step, SecretId: arn, ClientRequestToken: token });
  const rotate = async (arn: string, token: string) => {
    store.beginRotation(arn, token);
    for (const step of steps) await take(step, token, arn);
  };

  it('makes the key current that was published ahead', async () => {
    const { keys } = openSigningSecret(store.current(signingArn));
    await rotate(signingArn, 'one');
    expect(openSigningSecret(store.current(signingArn)).keys.current).toEqual(keys.next);
  });

  it('renews the keys of cursors and codes, and keeps every API key recognisable', async () => {
    const before = openServiceSecrets(store.current(serviceArn));
    await rotate(serviceArn, 'one');
    const after = openServiceSecrets(store.current(serviceArn));
    expect(after.cursor_key).not.toBe(before.cursor_key);
    expect(after.peppers).toEqual(before.peppers);
  });

  it('changes the text once, however often a step is sent again', async () => {
    store.beginRotation(signingArn, 'one');
    for (const step of steps) {
      await take(step, 'one');
      await take(step, 'one');
    }
    const rotated = store.current(signingArn);
    for (const step of steps) await take(step, 'one');
    expect(store.current(signingArn)).toBe(rotated);
    expect(openSigningSecret(rotated).keys.current).toEqual(
      openSigningSecret(JSON.stringify({ seed })).keys.next,
    );
  });

  it('leaves the current version alone until the last step', async () => {
    const before = store.current(signingArn);
    store.beginRotation(signingArn, 'one');
    for (const step of steps.slice(0, -1)) {
      await take(step, 'one');
      expect(store.current(signingArn)).toBe(before);
    }
  });

  it('is refused within eight hours of the one before, while tokens of the key before that are in use', async () => {
    await rotate(signingArn, 'one');
    const before = store.current(signingArn);
    await expect(rotate(signingArn, 'two')).rejects.toThrow('within the last eight hours');
    expect(store.current(signingArn)).toBe(before);
  });

  it('is refused for a secret that is not ours to renew, and for a version that the store did not begin', async () => {
    await expect(take('createSecret', 'one', 'arn:of:stripe')).rejects.toThrow('not one that the service');
    await expect(take('createSecret', 'nobody')).rejects.toThrow('names no version');
  });

  it('does not make a version current that cannot be opened', async () => {
    store.beginRotation(signingArn, 'one');
    const parts = {
      versions: createSecretVersions(),
      renewal: { rotate: () => '{"seed":"hush"}', open: openSigningSecret },
      clock: () => now,
    };
    const step = { secretId: signingArn, token: 'one' };
    await takeRotationStep({ ...step, step: 'createSecret' }, parts);
    await expect(takeRotationStep({ ...step, step: 'testSecret' }, parts)).rejects.toThrow(
      /^The signing secret is not in its expected form\.$/u,
    );
  });

  it('never says the same twice: each month has keys of its own', async () => {
    const ids = new Set<string>();
    let text = JSON.stringify({ seed });
    for (let month = 0; month < 12; month += 1) {
      ids.add(openSigningSecret(text).keys.current.kid);
      text = rotateSigningSecret(text);
    }
    expect(ids.size).toBe(12);
  });

  it('is missed after one and a half months, and so are credentials of others after half a year', async () => {
    const lines: unknown[] = [];
    const logger = {
      info() {},
      warn() {},
      error: (_message: string, facts: unknown) => void lines.push(facts),
    };
    store.create('arn:of:upstream', '{"seed":"as it was generated"}');
    const report = () =>
      reportSecretAges(
        [
          { name: 'signing', secretId: signingArn, daysAllowed: 45, isIssued: false },
          { name: 'upstream', secretId: 'arn:of:upstream', daysAllowed: 180, isIssued: true },
        ],
        { versions: createSecretVersions(), clock: () => now, logger },
      );
    expect(await report()).toEqual({ signing: 30 });
    expect(lines).toEqual([]);
    store.beginRotation('arn:of:upstream', 'filled in');
    now += 200 * dayMs;
    expect(await report()).toEqual({ signing: 230, upstream: 200 });
    expect(lines).toMatchObject([
      { signal: 'secret_old', name: 'signing', days: 230 },
      { signal: 'secret_old', name: 'upstream', days: 200 },
    ]);
    expect(JSON.stringify(lines)).not.toContain('seed');
  });
});
