import { createReviewCodes } from '#shared/callers/identity/review-codes.ts';
import { type SessionRoutes, startSessionRoutes } from '#test/support/identity/session-routes.ts';

const peppers = { peppers: { v1: 'a pepper of the keys, long enough to be one' }, current_pepper: 'v1' };
const day = 86_400;

describe("a reviewer's code", () => {
  let routes: SessionRoutes;
  beforeAll(async () => {
    routes = await startSessionRoutes();
  });
  afterAll(() => routes.identity.stop());

  let people = 0;
  async function aReviewer(days = 14) {
    people += 1;
    const email = `reviewer-${people}@directory.example`;
    const { accountId } = await routes.accounts.create({ accountId: `acct_review_${people}`, email });
    const table = routes.identity.table;
    const codes = createReviewCodes(table, peppers);
    await claim(email, accountId);
    const { code } = await codes.issue(email, accountId, days * day);
    return { email, accountId, code, codes };
  }

  async function claim(email: string, accountId: string) {
    const { createHash } = await import('node:crypto');
    const { PutCommand } = await import('@aws-sdk/lib-dynamodb');
    const { documents, name } = routes.identity.table;
    const pk = `address#${createHash('sha256').update(email).digest('base64url')}`;
    await documents.send(
      new PutCommand({ TableName: name, Item: { pk, sk: 'account', account_id: accountId } }),
    );
  }

  async function signIn(email: string, code: string) {
    const { json } = await routes.post('code', { email });
    const answer = await routes.post('verify', { sign_in_id: json.sign_in_id, code });
    return { ...answer, digits: json.code_digits };
  }

  it('signs in again and again to its account, and no mail is sent', async () => {
    const { email, accountId, code } = await aReviewer();
    const before = routes.mails.length;
    for (let time = 0; time < 3; time += 1)
      expect(await signIn(email, code)).toMatchObject({
        statusCode: 200,
        digits: 8,
        json: { account_id: accountId },
      });
    expect(routes.mails).toHaveLength(before);
  });

  it('is asked for in the words in which every code is', async () => {
    const { email } = await aReviewer();
    const [reviewer, stranger] = [
      await routes.post('code', { email }),
      await routes.post('code', { email: 'somebody@elsewhere.example' }),
    ];
    expect(Object.keys(reviewer.json)).toEqual(Object.keys(stranger.json));
  });

  it('opens no other address, and no other code opens its own', async () => {
    const [one, other] = [await aReviewer(), await aReviewer()];
    expect((await signIn(other.email, one.code)).statusCode).toBe(401);
    await routes.post('code', { email: 'somebody@elsewhere.example' });
    expect((await signIn(one.email, routes.lastCode())).statusCode).toBe(401);
    expect((await signIn('new@elsewhere.example', one.code)).statusCode).toBe(401);
  });

  it('has five tries in a sign-in, like every code', async () => {
    const { email, code } = await aReviewer();
    const { json } = await routes.post('code', { email });
    const wrong = String((Number(code) + 1) % 100_000_000).padStart(8, '0');
    for (let time = 0; time < 5; time += 1)
      expect((await routes.post('verify', { sign_in_id: json.sign_in_id, code: wrong })).statusCode).toBe(
        401,
      );
    expect((await routes.post('verify', { sign_in_id: json.sign_in_id, code })).statusCode).toBe(401);
    expect((await signIn(email, code)).statusCode).toBe(200);
  });

  it('is limited like the codes that are mailed', async () => {
    const { email } = await aReviewer();
    const ask = () => routes.post('code', { email }, {}, '198.51.100.7');
    const answers = [];
    for (let time = 0; time < 6; time += 1) answers.push((await ask()).statusCode);
    expect(answers).toEqual([200, 200, 200, 200, 200, 429]);
  });

  it('ends when it is revoked or replaced, in the middle of a sign-in too', async () => {
    const { email, accountId, code, codes } = await aReviewer();
    const { json } = await routes.post('code', { email });
    const { code: newer } = await codes.issue(email, accountId, day);
    if (newer !== code)
      expect((await routes.post('verify', { sign_in_id: json.sign_in_id, code })).statusCode).toBe(401);
    expect((await signIn(email, newer)).statusCode).toBe(200);
    const { json: begun } = await routes.post('code', { email });
    expect(await codes.revoke(email)).toBe(true);
    const late = await routes.post('verify', { sign_in_id: begun.sign_in_id, code: newer });
    expect(late.statusCode).toBe(401);
    expect(await codes.list()).not.toContainEqual(expect.objectContaining({ email }));
  });

  it('ends with its days, and the address gets codes by mail from then on', async () => {
    const { email, code, accountId } = await aReviewer(2);
    routes.identity.pass(2 * day - 60);
    expect((await signIn(email, code)).statusCode).toBe(200);
    routes.identity.pass(120);
    expect((await signIn(email, code)).statusCode).toBe(401);
    expect((await routes.signIn(email)).json.account_id).toBe(accountId);
  });

  it('opens no new account where its own is gone', async () => {
    const { email, code } = await aReviewer();
    await claim(email, 'acct_of_somebody_else');
    expect((await signIn(email, code)).statusCode).toBe(401);
  });

  it('is nowhere in the table as it is', async () => {
    const { code } = await aReviewer();
    const { ScanCommand } = await import('@aws-sdk/lib-dynamodb');
    const { documents, name } = routes.identity.table;
    const { Items = [] } = await documents.send(new ScanCommand({ TableName: name }));
    expect(Items.length).toBeGreaterThan(0);
    expect(JSON.stringify(Items)).not.toContain(code);
  });
});
