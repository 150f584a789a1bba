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

const mail = (subject: string) => ({ to: 'ann@example.com', subject, text: 'Hello' });

describe('the mailbox of one machine', () => {
  it('shows the newest mail first, on a page and as JSON', async () => {
    let now = 1_000;
    const mailbox = createMailbox({ folder, clock: () => now });
    for (const subject of ['first', 'second']) {
      now += 1_000;
      await mailbox.send(mail(subject));
    }
    const page = await mailbox.handler(gatewayEvent({ method: 'GET', path: '/dev/mailbox' }));
    expect(page.body.indexOf('second')).toBeLessThan(page.body.indexOf('first'));
    for (const name of ['accept', 'Accept']) {
      const headers = { [name]: 'application/json' };
      const json = await mailbox.handler(gatewayEvent({ method: 'GET', path: '/dev/mailbox', headers }));
      expect(JSON.parse(json.body)).toMatchObject([{ subject: 'second' }, { subject: 'first' }]);
    }
  });

  it('shows what a mail says as text, and runs nothing', async () => {
    const mailbox = createMailbox({ folder, clock: Date.now });
    await mailbox.send(mail('<img src=x onerror=alert(1)>'));
    const { body, headers } = await mailbox.handler(gatewayEvent({ method: 'GET', path: '/dev/mailbox' }));
    expect(body).not.toContain('<img');
    expect(headers?.['content-security-policy']).toContain("default-src 'none'");
  });

  it.each([
    { Host: '127.0.0.1:4000', status: 200 },
    { Host: 'localhost:4000', status: 200 },
    { Host: '[::1]:4000', status: 200 },
    { Host: 'oriel.example', status: 403 },
    { Host: '192.168.1.7:4000', status: 403 },
    { Host: 'localhost:4000', 'X-Forwarded-For': '198.51.100.7', status: 403 },
  ])('is shown on the machine itself only: %j', async ({ status, ...headers }) => {
    const mailbox = createMailbox({ folder, clock: Date.now });
    await mailbox.send(mail('123456 is your code'));
    const answer = await mailbox.handler(gatewayEvent({ method: 'GET', path: '/dev/mailbox', headers }));
    expect(answer.statusCode).toBe(status);
    expect(answer.body.includes('123456')).toBe(status === 200);
  });

  it('prints that a mail came, and keeps it where only its owner can read it', async () => {
    const lines: string[] = [];
    const mailbox = createMailbox({ folder, clock: Date.now, print: (line) => lines.push(line) });
    await mailbox.send(mail('123456 is your code'));
    expect(lines).toEqual(['Mail to ann@example.com: 123456 is your code']);
    const [name = ''] = await readdir(folder);
    expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600);
  });
});
