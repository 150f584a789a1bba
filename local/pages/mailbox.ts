import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import * as v from 'valibot';
import { refusalResult } from '#shared/http/call-pipeline.ts';
import { escapeHtml, framedPage, pageStyle } from '#shared/http/framed-page.ts';
import { type Clock, isoTime } from '#shared/platform/clock.ts';
import { ServiceError } from '#shared/platform/errors.ts';
import { newId } from '#shared/platform/ids.ts';
import type { Mail, Mailer } from '#shared/platform/mail/mailer.ts';
import { isSameSecret } from '#shared/platform/same-secret.ts';

const shownMails = 20;

const storedMail = v.object({ to: v.string(), subject: v.string(), text: v.string(), sent_at: v.string() });
type StoredMail = v.InferOutput<typeof storedMail>;

/** Mail of the one-machine server: files in a folder, and a page that shows them. */
export interface Mailbox extends Mailer {
  /** Newest first. */
  read(): Promise<readonly StoredMail[]>;
  /** `GET /dev/mailbox`: a page; as JSON where `Accept` asks for it. */
  handler(event: APIGatewayProxyEvent): Promise<APIGatewayProxyResult>;
}

interface MailboxOptions {
  readonly folder: string;
  readonly clock: Clock;
  /** Opens the page from anywhere as `?k=`; printed where the server runs. */
  readonly secret: string;
  /**
   * True where the listener takes loopback connections only and no public
   * address is configured: then a loopback peer needs no secret.
   */
  readonly isPrivate: boolean;
  /** Prints what was sent, so that a code is found without opening the page. */
  readonly print?: (line: string) => void;
}

/** A mailbox in a folder. Never part of a deployed stage. */
export function createMailbox({ folder, clock, print, secret, isPrivate }: MailboxOptions): Mailbox {
  async function read(): Promise<StoredMail[]> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const names = (await readdir(folder)).filter((name) => name.endsWith('.json')).sort();
    const newest = names.reverse().slice(0, shownMails);
    const texts = await Promise.all(newest.map((name) => readFile(join(folder, name), 'utf8')));
    return texts.map((text) => v.parse(v.pipe(v.string(), v.parseJson(), storedMail), text));
  }

  return {
    read,
    async send(mail: Mail) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const name = `${newId('entry', clock())}.json`;
      const stored: StoredMail = { ...mail, sent_at: isoTime(clock()) };
      await writeFile(join(folder, name), JSON.stringify(stored), { mode: 0o600 });
      print?.(`Mail to ${mail.to}: ${mail.subject}`);
    },
    async handler(event) {
      const isOpen = hasSecret(event, secret) || (isPrivate && isFromHere(event));
      if (!isOpen) return refusal(event);
      const mails = await read();
      const asJson = acceptOf(event).includes('application/json');
      const headers = {
        'cache-control': 'no-store',
        'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
        'x-content-type-options': 'nosniff',
      };
      const contentType = asJson ? 'application/json' : 'text/html; charset=utf-8';
      return {
        statusCode: 200,
        headers: { ...headers, 'content-type': contentType },
        body: asJson ? JSON.stringify(mails) : page(mails),
      };
    },
  };
}

const loopbackPeers = /^(?:127\.|::1$|::ffff:127\.)/u;
const loopbackNames = new Set(['localhost', '127.0.0.1', '[::1]']);
const forwardingHeaders = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'via'];

/**
 * Whether the peer is a program of this machine. Headers prove nothing about
 * where a call comes from, so they only ever close the page: a proxy that
 * admits to being one, or a name that is not this machine's, gets nothing.
 */
function isFromHere(event: APIGatewayProxyEvent): boolean {
  const host = headerOf(event, 'host');
  return (
    loopbackPeers.test(event.requestContext.identity.sourceIp) &&
    forwardingHeaders.every((name) => headerOf(event, name) === undefined) &&
    (host === undefined || loopbackNames.has(URL.parse(`http://${host}`)?.hostname ?? ''))
  );
}

function hasSecret({ queryStringParameters }: APIGatewayProxyEvent, secret: string): boolean {
  const sent = queryStringParameters?.k;
  return sent !== undefined && isSameSecret(sent, secret);
}

function refusal({ path }: APIGatewayProxyEvent): APIGatewayProxyResult {
  const error = new ServiceError(
    'forbidden_origin',
    'The mailbox opens on the machine itself, while no one else can reach it, or with the address that the server prints when it starts.',
  );
  return refusalResult(error, { docsUrl: '', endpoint: path });
}

function acceptOf(event: APIGatewayProxyEvent): string {
  return headerOf(event, 'accept') ?? '';
}

/** Names of headers come in the case in which they were sent. */
function headerOf({ headers }: APIGatewayProxyEvent, wanted: string): string | undefined {
  return Object.entries(headers).find(([name]) => name.toLowerCase() === wanted)?.[1];
}

function page(mails: readonly StoredMail[]): string {
  const items = mails.map(
    ({ to, subject, text, sent_at }) =>
      `<article><h2>${escapeHtml(subject)}</h2><p class="muted">To ${escapeHtml(to)}, ${escapeHtml(sent_at)}</p>` +
      `<pre>${escapeHtml(text)}</pre></article>`,
  );
  return framedPage({
    title: 'Mailbox · Oriel',
    style: `${pageStyle}
main{max-width:44rem}article{border-top:1px solid var(--line);padding-top:16px;margin-top:20px}
h2{font-size:1.05rem;margin:0}.muted{overflow-wrap:anywhere}main,article{min-width:0}pre{white-space:pre-wrap;overflow-wrap:anywhere;margin:0}`,
    body: `<h1>Mailbox</h1>
<p>Mail that this machine would have sent. Reload to see new mail.</p>
${items.length > 0 ? items.join('\n') : '<p class="muted">No mail yet.</p>'}`,
  });
}
