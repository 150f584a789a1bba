import { createServer, type Server } from 'node:http';
import { inspect } from 'node:util';
import { signInMail } from '#functions/session/sign-in-steps.ts';
import { createSesMailer } from '#shared/platform/mail/mailer.ts';
import { listenOnLoopback } from '#test/support/listen.ts';

const heard: { readonly url: string | undefined; readonly body: string }[] = [];
let server: Server;
/** Given in turn; any further request is accepted. */
const answers: [number, object][] = [];
let endpoint: string;

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    heard.push({ url: request.url, body: Buffer.concat(chunks).toString() });
    const [status, answer] = answers.shift() ?? [200, { MessageId: '1' }];
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answer));
  });
  endpoint = `http://127.0.0.1:${await listenOnLoopback(server)}`;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

const mailer = () =>
  createSesMailer('codes@oriel.example', {
    ...{ region: 'eu-central-1', endpoint },
    credentials: { accessKeyId: 'AKIAEXAMPLE', secretAccessKey: 'secret' },
  });
const mail = signInMail('ann@example.com', '123456', 'oriel.example');

describe('mail through SES', () => {
  it('has one part of plain text for one person, from the address of the service', async () => {
    await mailer().send(mail);
    expect(heard.splice(0).map(({ url, body }) => [url, JSON.parse(body)])).toEqual([
      [
        '/v2/email/outbound-emails',
        {
          FromEmailAddress: 'codes@oriel.example',
          Destination: { ToAddresses: ['ann@example.com'] },
          Content: { Simple: { Subject: { Data: mail.subject }, Body: { Text: { Data: mail.text } } } },
        },
      ],
    ]);
  });

  it('is sent again after a failure of SES', async () => {
    answers.push([500, {}]);
    await mailer().send(mail);
    expect(heard.splice(0)).toHaveLength(2);
  });

  it('fails without quoting the mail where SES refuses it and quotes it itself', async () => {
    answers.push([400, { __type: 'MessageRejected', message: 'Not verified: ann@example.com 123456' }]);
    const failure: unknown = await mailer()
      .send(mail)
      .catch((error: unknown) => error);
    expect(inspect(failure)).toContain('SES refused the email: 400 MessageRejected');
    expect(inspect(failure)).not.toMatch(/123456|ann@/u);
  });
});

describe('the mail with a code', () => {
  it('shows the code in its subject, and to browsers that fill it in, only for our host', () => {
    expect(mail.subject).toContain('123456');
    expect(mail.text.split('\n').at(-1)).toBe('@oriel.example #123456');
  });
});
