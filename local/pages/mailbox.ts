import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import * as v from 'valibot';
import { escapeHtml } from '#shared/http/escape-html.ts';
import { brandMark, pageStyle } from '#shared/http/page-style.ts';
import { problemResult } from '#shared/http/problem-responses.ts';
import type { Clock } from '#shared/platform/clock.ts';
import { isoTime } from '#shared/platform/clock.ts';
import { ServiceError } from '#shared/platform/errors.ts';
import { newId } from '#shared/platform/ids.ts';
import type { Mail, Mailer } from '#shared/platform/mail/mailer.ts';

/** Newest mails that the page shows. */
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
  /** Prints what was sent, so that a code is found without opening the page. */
  readonly print?: (line: string) => void;
}

/** A mailbox in a folder. Never part of a deployed stage. */
export function createMailbox({ folder, clock, print }: MailboxOptions): Mailbox {
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
      if (!isAskedHere(event)) return refusal(event);
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

const ownNames = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Whoever reads the codes can sign in as anybody: a tunnel or proxy, and a name that is not this machine's, see none. */
function isAskedHere(event: APIGatewayProxyEvent): boolean {
  const host = headerOf(event, 'host');
  const isForwarded = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'via'].some(
    (name) => headerOf(event, name) !== undefined,
  );
  return !isForwarded && (host === undefined || ownNames.has(URL.parse(`http://${host}`)?.hostname ?? ''));
}

function refusal({ path }: APIGatewayProxyEvent): APIGatewayProxyResult {
  const error = new ServiceError(
    'forbidden_origin',
    'The mailbox is shown on the machine itself only, under localhost. What was sent is also printed where the server runs.',
  );
  return problemResult(error, { docsUrl: '', call: { requestId: newId('req'), endpoint: path } });
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
  return [
    '<!doctype html><html lang="en"><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>Mailbox · Oriel</title><style>${pageStyle}`,
    'main{max-width:44rem}article{border-top:1px solid var(--line);padding-top:16px;margin-top:20px}',
    'h2{font-size:1.05rem;margin:0}pre{white-space:pre-wrap;overflow-wrap:anywhere;margin:0}</style>',
    `<main><div class="brand">${brandMark}Oriel</div><h1>Mailbox</h1>`,
    '<p>Mail that this machine would have sent. Reload to see new mail.</p>',
    ...(items.length > 0 ? items : ['<p class="muted">No mail yet.</p>']),
    '</main></html>',
  ].join('\n');
}
