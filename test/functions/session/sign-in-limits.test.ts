import { type SessionRoutes, startSessionRoutes } from '#test/support/identity/session-routes.ts';

let identity: SessionRoutes['identity'];
let post: SessionRoutes['post'];
let signIn: SessionRoutes['signIn'];
let lastCode: SessionRoutes['lastCode'];
beforeAll(async () => {
  ({ identity, post, signIn, lastCode } = await startSessionRoutes());
});
afterAll(() => identity.stop());

describe('limits on signing in', () => {
  it('send at most five codes to an address in a quarter of an hour', async () => {
    for (let sent = 0; sent < 5; sent += 1) await post('code', { email: 'flood@example.com' });
    const refused = await post('code', { email: 'FLOOD@example.com' });
    expect(refused.statusCode).toBe(429);
    expect(Number(refused.headers?.['retry-after'])).toBeLessThanOrEqual(900);
    expect((await post('code', { email: 'other@example.com' })).statusCode).toBe(200);
    identity.pass(900);
    expect((await post('code', { email: 'flood@example.com' })).statusCode).toBe(200);
  });

  const network = (index: number) => `198.51.${index}.7`;

  it('of one network leave every other network its codes', async () => {
    const email = 'target@example.com';
    for (let sent = 0; sent < 6; sent += 1) await post('code', { email }, {}, network(1));
    expect((await post('code', { email }, {}, '198.51.1.200')).statusCode).toBe(429);
    expect((await post('code', { email }, {}, network(2))).statusCode).toBe(200);
  });

  it('make codes longer once an address was sent ten in a day, so that guessing gains nothing', async () => {
    const email = 'guessed@example.com';
    for (let sent = 0; sent < 10; sent += 1)
      expect((await post('code', { email }, {}, network(10 + sent))).json.code_digits).toBe(6);
    const { json } = await post('code', { email }, {}, network(30));
    expect(json.code_digits).toBe(8);
    expect(lastCode()).toMatch(/^\d{8}$/u);
    expect((await post('verify', { sign_in_id: json.sign_in_id, code: lastCode() })).statusCode).toBe(200);
  });

  it('never shut out a browser that signed in with the address before', async () => {
    const email = 'known@example.com';
    const { multiValueHeaders } = await signIn(email);
    const mark = multiValueHeaders?.['set-cookie']
      ?.map(String)
      .find((one) => one.startsWith('__Host-known='));
    const cookie = mark?.split(';')[0] ?? '';
    let status = 200;
    for (let sent = 0; sent < 80 && status === 200; sent += 1)
      status = (await post('code', { email }, {}, network(40 + sent))).statusCode;
    expect(status).toBe(429);
    expect((await post('code', { email }, { cookie }, network(200))).statusCode).toBe(200);
    for (const foreign of [`${cookie.slice(0, -1)}!`, '__Host-known=', cookie.replace('known=', 'known=x')])
      expect((await post('code', { email }, { cookie: foreign }, network(200))).statusCode).toBe(429);
    expect((await post('code', { email: 'another@example.com' }, { cookie }, network(200))).statusCode).toBe(
      200,
    );
  });

  it('send at most thirty codes for one network address', async () => {
    const send = (index: number) => post('code', { email: `n${index}@example.com` }, {}, '198.51.100.7');
    for (let index = 0; index < 30; index += 1) expect((await send(index)).statusCode).toBe(200);
    expect((await send(31)).statusCode).toBe(429);
  });

  it('count all of an IPv6 network as one', async () => {
    const send = (index: number) =>
      post('code', { email: `v${index}@example.com` }, {}, `2001:db8:1:2:${index.toString(16)}::1`);
    for (let index = 0; index < 30; index += 1) await send(index);
    expect((await send(31)).statusCode).toBe(429);
  });
});
