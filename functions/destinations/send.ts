import { Webhook } from 'standardwebhooks';
import { onOneLine } from '#shared/callers/identity/account-directory.ts';
import type { DeliveryTry } from '#shared/callers/watch/delivery-queue.ts';
import type { EventRecord } from '#shared/contract/events.ts';
import type { Clock } from '#shared/platform/clock.ts';
import type { Mailer } from '#shared/platform/mail/mailer.ts';
import { headerValue, type SiteFetcher } from '#shared/site-audit/fetch/site-fetcher.ts';

export interface Senders {
  readonly sites: Pick<SiteFetcher, 'fetch'>;
  /** Undefined where mail cannot be sent yet. */
  readonly mailer: Mailer | undefined;
  readonly clock: Clock;
  readonly dashboardUrl: string;
}

/** A receiver has this long for all of its answer, and may send so much. */
const withinMs = 10_000;
const mostAnswerBytes = 65_536;
const shownCharacters = 500;

export interface Sent extends DeliveryTry {
  readonly ok: boolean;
  /** The whole answer; of a refusal why there was none. */
  readonly text: string;
  /** Seconds that the receiver asks to be left alone for. */
  readonly retryAfter: number | undefined;
}

interface WebhookMessage {
  readonly url: string;
  readonly secrets: readonly string[];
  readonly id: string;
  readonly body: object;
}

/** One message as Standard Webhooks has it, signed with each secret. The id is that of the event, in every try. */
export function sendWebhook({ url, secrets, id, body }: WebhookMessage, senders: Senders): Promise<Sent> {
  const text = JSON.stringify(body);
  const now = senders.clock();
  const headers = {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now / 1_000)),
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, new Date(now), text)).join(' '),
  };
  return post(url, { body: text, headers }, senders);
}

/** Text of strangers stands in summaries: it may neither link nor mention. */
export function sendSlack(url: string, text: string, senders: Senders): Promise<Sent> {
  const body = JSON.stringify({ text, unfurl_links: false, unfurl_media: false });
  return post(url, { body, headers: { 'content-type': 'application/json' } }, senders);
}

export function slackText({ summary, why, link }: Pick<EventRecord, 'summary' | 'why' | 'link'>): string {
  return `${escaped(summary)}\n${escaped(why)}\n<${link}|Open in Oriel>`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

async function post(
  url: string,
  request: { readonly body: string; readonly headers: Readonly<Record<string, string>> },
  { sites, clock }: Senders,
): Promise<Sent> {
  const at = clock();
  const question = { post: request, withinMs, maxBytes: mostAnswerBytes, accept: '*/*' };
  const outcome = await sites.fetch(url, question);
  if (!outcome.ok) {
    const answer = `${outcome.reason}: ${outcome.detail}`;
    return { ok: false, at, status: null, answer, text: answer, ms: clock() - at, retryAfter: undefined };
  }
  const text = Buffer.from(outcome.body).toString('utf8');
  const { status, headers, totalMs } = outcome;
  const seconds = Number(headerValue(headers, 'retry-after'));
  return {
    ok: status >= 200 && status < 300,
    at,
    status,
    answer: text.slice(0, shownCharacters),
    text,
    ms: Math.round(totalMs),
    retryAfter: Number.isFinite(seconds) && seconds > 0 ? seconds : undefined,
  };
}

export async function sendMail(
  to: string,
  events: readonly EventRecord[],
  { mailer, clock, dashboardUrl }: Senders,
): Promise<Sent> {
  const at = clock();
  const [first] = events;
  const subject =
    events.length === 1 && first ? onOneLine(first.summary) : `${events.length} events in your Oriel account`;
  const text = [
    ...events.flatMap(({ summary, why, link }) => [onOneLine(summary), onOneLine(why), link, '']),
    `Change or stop these messages: ${dashboardUrl}/destinations`,
  ].join('\n');
  const none = { at, status: null, text: '', retryAfter: undefined };
  if (!mailer) return { ...none, ok: false, answer: 'This service cannot send email yet.', ms: 0 };
  try {
    await mailer.send({ to, subject: subject.slice(0, 200), text });
    return { ...none, ok: true, answer: 'Taken for delivery.', ms: clock() - at };
  } catch (cause) {
    const name = cause instanceof Error ? cause.name : 'unknown';
    return { ...none, ok: false, answer: `The email was not accepted: ${name}.`, ms: clock() - at };
  }
}
