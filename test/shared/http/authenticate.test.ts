import { authenticate, authenticateIfSent } from '#shared/http/authenticate.ts';
import type { CredentialResolver } from '#shared/money/accounts/principal.ts';
import { anAccount } from '#test/support/identity/identity.ts';
import { runStep } from '#test/support/run-step.ts';

const principal = { account: anAccount(), credentialId: 'cred_1' };
const suspended = { account: anAccount('acct_2', { status: 'suspended' }), credentialId: 'cred_2' };

/** Lets `good` in, finds a suspended account behind `suspended`, and fails on `down`. */
const resolver = {
  recognizes: (secret: string) => secret !== 'foreign',
  async resolve(secret: string) {
    if (secret === 'down') throw new Error('the database did not answer');
    if (secret === 'good') return { ok: true, principal };
    if (secret === 'suspended') return { ok: true, principal: suspended };
    return { ok: false, reason: 'unknown key' };
  },
} as unknown as CredentialResolver;

function anEvent(headers: Record<string, string>, many: Record<string, string[]> = {}) {
  return { call: { headers }, multiValueHeaders: many, principal: undefined };
}
const enter = (headers: Record<string, string>, many?: Record<string, string[]>) =>
  runStep(authenticate([resolver]), anEvent(headers, many));

describe('authentication', () => {
  it.each([{ authorization: 'Bearer good' }, { authorization: 'bearer good' }, { 'x-api-key': ' good ' }])(
    'lets a valid credential in (%o)',
    async (headers) => {
      expect(await enter(headers)).toMatchObject({ principal });
    },
  );

  it.each([
    ['missing_credentials', {}],
    ['missing_credentials', { authorization: 'Basic good' }],
    ['missing_credentials', { cookie: 'token=good' }],
    ['invalid_credentials', { authorization: 'Bearer bad' }],
    ['invalid_credentials', { 'x-api-key': 'foreign' }],
    ['ambiguous_credentials', { authorization: 'Bearer good', 'x-api-key': 'bad' }],
  ])('refuses with %s what was sent as %o', async (code, headers) => {
    await expect(enter(headers)).rejects.toMatchObject({ code });
  });

  it('refuses two values of one header, and takes the same one twice', async () => {
    await expect(enter({}, { Authorization: ['Bearer good', 'Bearer bad'] })).rejects.toMatchObject({
      code: 'ambiguous_credentials',
    });
    expect(await enter({}, { Authorization: ['Bearer good'], 'X-API-Key': ['good'] })).toMatchObject({
      principal,
    });
  });

  it('refuses a suspended account, and knows whose log the refusal belongs to', async () => {
    const event = anEvent({ 'x-api-key': 'suspended' });
    await expect(runStep(authenticate([resolver]), event)).rejects.toMatchObject({
      code: 'account_suspended',
    });
    expect(event.principal).toBe(suspended);
  });
});

describe('authentication where a credential is optional', () => {
  const look = (headers: Record<string, string>) => runStep(authenticateIfSent([resolver]), anEvent(headers));

  it('knows a caller by a valid one', async () => {
    expect(await look({ 'x-api-key': 'good' })).toMatchObject({ principal });
  });

  it.each([
    {},
    { 'x-api-key': 'bad' },
    { 'x-api-key': 'suspended' },
    { authorization: 'Bearer good', 'x-api-key': 'bad' },
  ])('takes %o for none', async (headers) => {
    expect((await look(headers)).principal).toBeUndefined();
  });

  it('does not take a failure of ours for a missing credential', async () => {
    await expect(look({ 'x-api-key': 'down' })).rejects.toThrow('the database did not answer');
  });
});
