import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMailbox } from '#local/pages/mailbox.ts';
import { gatewayEvent } from '#test/support/gateway-event.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'oriel-mailbox-'));
});
afterEach(() => rm(folder, { recursive: true }));

/** A machine that serves itself only. */
const home = { secret: 'printed-at-start', isPrivate: true };

/** The page, asked for by a program of this machine. */
function fromHere(headers: Record<string, string> = {}) {
  const event = gatewayEvent({ method: 'GET', path: '/dev/mailbox', headers });
  event.requestContext.identity.sourceIp = '127.0.0.1';
  return event;
}

const mail = (subject: string) => ({ to: 'ann@example.com', subject, text: 'Hello' });

describe('the mailbox of one machine', () => {
  it('shows the newest mail first, on a page and as JSON', async () => {
    let now = 1_000;
    const mailbox = createMailbox({ ...home, folder, clock: () => now });
    for (const subject of ['first', 'second']) {
      now += 1_000;
      await mailbox.send(mail(subject));
    }
    const page = await mailbox.handler(fromHere());
    expect(page.body.indexOf('second')).toBeLessThan(page.body.indexOf('first'));
    for (const name of ['accept', 'Accept']) {
      const headers = { [name]: 'application/json' };
      const json = await mailbox.handler(fromHere(headers));
      expect(JSON.parse(json.body)).toMatchObject([{ subject: 'second' }, { subject: 'first' }]);
    }
  });

  it('shows what a mail says as text, and runs nothing', async () => {
    const mailbox = createMailbox({ ...home, folder, clock: Date.now });
    await mailbox.send(mail('<img src=x onerror=alert(1)>'));
    const { body, headers } = await mailbox.handler(fromHere());
    expect(body).not.toContain('<img');
    expect(headers?.['content-security-policy']).toContain("default-src 'none'");
  });

  const ask = async (isPrivate: boolean, headers: Record<string, string>, from = '127.0.0.1', k?: string) => {
    const mailbox = createMailbox({ ...home, folder, clock: Date.now, isPrivate });
    await mailbox.send(mail('123456 is your code'));
    const event = fromHere(headers);
    event.requestContext.identity.sourceIp = from;
    event.queryStringParameters = k === undefined ? null : { k };
    const { statusCode, body } = await mailbox.handler(event);
    expect(body.includes('123456')).toBe(statusCode === 200);
    return statusCode;
  };

  it.each([
    [{ Host: '127.0.0.1:4000' }, 200],
    [{ Host: 'localhost:4000' }, 200],
    [{ Host: '[::1]:4000' }, 200],
    [{ Host: 'oriel.example' }, 403],
    [{ Host: '192.168.1.7:4000' }, 403],
    [{ Host: 'localhost:4000', 'X-Forwarded-For': '198.51.100.7' }, 403],
  ] as const)('is shown on the machine itself, under its own names: %j', async (headers, status) => {
    expect(await ask(true, headers)).toBe(status);
    expect(await ask(true, headers, '::1')).toBe(status);
  });

  it.each(['192.168.1.20', '198.51.100.7', '::ffff:10.0.0.2', '2001:db8::1', '1.127.0.0'])(
    'is closed to another machine, whatever Host it claims: %s',
    async (peer) => {
      expect(await ask(true, { Host: 'localhost:4000' }, peer)).toBe(403);
    },
  );

  it('is closed to every peer once others can reach the machine: a plain proxy looks like a local program', async () => {
    expect(await ask(false, { Host: '127.0.0.1:4000' })).toBe(403);
  });

  it('opens with the secret that was printed at start, and with no other', async () => {
    expect(await ask(false, { Host: 'oriel.example' }, '198.51.100.7', home.secret)).toBe(200);
    for (const wrong of ['', 'printed-at-start ', 'PRINTED-AT-START'])
      expect(await ask(false, { Host: 'localhost' }, '127.0.0.1', wrong)).toBe(403);
  });

  it('prints that a mail came, and keeps it where only its owner can read it', async () => {
    const lines: string[] = [];
    const mailbox = createMailbox({ ...home, folder, clock: Date.now, print: (line) => lines.push(line) });
    await mailbox.send(mail('123456 is your code'));
    expect(lines).toEqual(['Mail to ann@example.com: 123456 is your code']);
    const [name = ''] = await readdir(folder);
    expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600);
  });
});
