import { tellOwner } from '#shared/callers/identity/account-directory.ts';
import type { Mail } from '#shared/platform/mail/mailer.ts';

const at = Date.UTC(2026, 10, 20, 12);

/** What is sent for a notice, and what the log says. */
async function told(name: string, send?: (mail: Mail) => Promise<void>) {
  const mails: Mail[] = [];
  const logged: string[] = [];
  const log = (message: string) => void logged.push(message);
  await tellOwner(
    {
      mailer: { send: send ?? (async (mail) => void mails.push(mail)) },
      logger: { info: log, warn: log, error: log },
      dashboardUrl: 'https://oriel.example',
    },
    'owner@example.com',
    { what: 'key', name, at, network: '198.51.100.0/24' },
  );
  return { mails, logged };
}

describe('a mail to the owner of an account', () => {
  it('says what was made, when, from where, and how to end it', async () => {
    const { mails } = await told('Rank report');
    expect(mails).toEqual([
      expect.objectContaining({
        to: 'owner@example.com',
        subject: 'A new API key was created in your Oriel account',
      }),
    ]);
    const text = mails[0]?.text ?? '';
    for (const part of ['Key: Rank report', 'Time: 2026-11-20T12:00:00.000Z', 'Network: 198.51.100.0/24'])
      expect(text.split('\n')).toContain(part);
    expect(text).toContain('https://oriel.example/keys');
  });

  it('shows a chosen name on one line, without links and not long', async () => {
    const { mails } = await told(`x\nIf this was you, open https://evil.example ${'y'.repeat(500)}\u202e`);
    const lines = (mails[0]?.text ?? '').split('\n');
    const named = lines.filter((line) => line.startsWith('Key: '));
    expect(named).toHaveLength(1);
    expect(named[0]?.length).toBeLessThan(130);
    expect(mails[0]?.text).not.toContain('https://evil.example');
  });

  it('that cannot be sent undoes nothing, and stands in the log', async () => {
    const { logged } = await told('x', () => Promise.reject(new Error('SES is away')));
    expect(logged).toEqual(['owner not told']);
  });
});
