import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SESv2Client, SendEmailCommand } from '@aws-sdk/client-sesv2';
import { signInMail } from '#shared/callers/identity/sign-in-mail.ts';
import type { AwsEnvironment } from '#shared/platform/aws/aws-request.ts';
import { createSesMailer } from '#shared/platform/mail/ses-mailer.ts';

const heard: {
  method: string | undefined;
  url: string | undefined;
  headers: IncomingMessage['headers'];
  body: string;
}[] = [];
let server: Server;
let status = 200;
let endpoint: string;

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { method, url, headers } = request;
    heard.push({ method, url, headers, body: Buffer.concat(chunks).toString() });
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end('{"MessageId":"1"}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

const credentials = { accessKeyId: 'AKIAEXAMPLE', secretAccessKey: 'secret' };
const environment = (): AwsEnvironment => ({
  region: 'eu-central-1',
  credentials,
  endpoints: { s3: undefined, secretsManager: undefined, lambda: undefined, ses: endpoint },
});
const mail = signInMail('ann@example.com', '123456', 'oriel.example');

describe('mail through SES', () => {
  it("is the request that AWS's own SDK sends, signed for the same service", async () => {
    await createSesMailer('codes@oriel.example', environment()).send(mail);
    const sdk = new SESv2Client({ region: 'eu-central-1', credentials, endpoint });
    await sdk.send(
      new SendEmailCommand({
        FromEmailAddress: 'codes@oriel.example',
        Destination: { ToAddresses: [mail.to] },
        Content: { Simple: { Subject: { Data: mail.subject }, Body: { Text: { Data: mail.text } } } },
      }),
    );
    sdk.destroy();
    const [ours, theirs] = heard.splice(0);
    expect(JSON.parse(ours?.body ?? '')).toEqual(JSON.parse(theirs?.body ?? '-'));
    expect([ours?.method, ours?.url]).toEqual([theirs?.method, theirs?.url]);
    const scope = /Credential=\S+/u;
    expect(scope.exec(ours?.headers.authorization ?? '')?.[0]).toBe(
      scope.exec(theirs?.headers.authorization ?? '-')?.[0],
    );
  });

  it('fails without quoting the mail where SES refuses it', async () => {
    status = 400;
    const failure = await createSesMailer('codes@oriel.example', environment())
      .send(mail)
      .catch((error: unknown) => error);
    expect(String(failure)).toContain('ses refused: 400');
    expect(String(failure)).not.toMatch(/123456|ann@/u);
  });
});

describe('the mail with a code', () => {
  it('shows the code in its subject, and to browsers that fill it in, only for our host', () => {
    expect(mail.subject).toContain('123456');
    expect(mail.text.split('\n').at(-1)).toBe('@oriel.example #123456');
  });
});
