import { newestCode } from '#test/dashboard/sign-in.ts';
import type { RunningService } from './callers.ts';

const cookiesOf = (headers: Headers) =>
  headers
    .getSetCookie()
    .map((value) => value.split(';')[0])
    .join('; ');

/** People with browsers at a service, who ask it as the dashboard does. */
export function peopleOf(service: RunningService) {
  /** A browser that has signed in, which keeps the cookies that it is given. */
  async function browserOf(email: string) {
    let cookie = '';
    const post = async (path: string, body: unknown = {}) => {
      const answer = await service.send(path, {
        method: 'POST',
        headers: { origin: service.baseUrl, 'content-type': 'application/json', cookie },
        body: JSON.stringify(body),
      });
      cookie = cookiesOf(answer.headers) || cookie;
      return answer;
    };
    const sent = await post('/session/code', { email });
    const code = await newestCode(service.baseUrl, email);
    const { body } = await post('/session/verify', { sign_in_id: sent.body.sign_in_id, code });
    /** Asks `/v1` with the session's token, as the dashboard does. */
    const ask = async (method: string, path: string, asked?: object) => {
      const { token } = (await post('/session/token')).body;
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      return service.send(path, { method, headers, ...(asked && { body: JSON.stringify(asked) }) });
    };
    return { accountId: String(body.account_id), email, post, ask };
  }

  async function tokenFor(email: string): Promise<string> {
    const headers = { accept: 'application/json' };
    const { body } = await service.send('/dev/mailbox', { headers });
    const mail = body.find(({ to }: { to: string }) => to === email);
    return /invitation#(\S+)/u.exec(mail?.text ?? '')?.[1] ?? '';
  }

  /** Somebody who has joined the account of an owner and is in it. */
  async function joined(owner: PersonsBrowser, role: string) {
    const guest = await browserOf(`${role}-${crypto.randomUUID()}@test.example`);
    await owner.post('/session/members/invite', { email: guest.email, role });
    const accepted = await guest.post('/session/members/accept', { token: await tokenFor(guest.email) });
    expect(accepted.body).toEqual({ account_id: owner.accountId });
    await guest.post('/session/members/switch', { account_id: owner.accountId });
    return guest;
  }

  return { browserOf, joined };
}

export type PersonsBrowser = Awaited<ReturnType<ReturnType<typeof peopleOf>['browserOf']>>;
