import { Marked } from 'marked';
import type { OutsideCheck, PublishedText } from '#shared/callers/identity/published-texts.ts';
import type { ToolContract } from '#shared/contract/tool.ts';
import { escapeHtml } from '#shared/http/framed-page.ts';
import { visitorPage } from '#shared/http/visitor-page.ts';
import type { PurchaseTerms } from '#shared/money/billing/order.ts';

/** The operator is trusted to write a text and not to write a page: markup within it is shown as text. */
const reader = new Marked({
  gfm: true,
  renderer: {
    html: ({ text }) => escapeHtml(text),
    // The reader takes what follows an opened `script`, `pre` or `code` for markup that is to stay as it is.
    text: (token) => ('escaped' in token && token.escaped ? escapeHtml(token.text) : false),
    image: ({ text }) => escapeHtml(text),
    link({ href, tokens }) {
      const words = this.parser.parseInline(tokens);
      return isPlainLink(href) ? `<a href="${escapeHtml(href)}">${words}</a>` : words;
    },
  },
});

function isPlainLink(href: string): boolean {
  return /^(?:https?:\/\/|mailto:|\/(?!\/)|#)/iu.test(href);
}

/** What the operator wrote, with its date, as markup. */
function operatorWords({ markdown, publishedAt }: PublishedText): string {
  return `${reader.parse(markdown, { async: false })}<p><small>Published ${escapeHtml(publishedAt.slice(0, 10))}</small></p>`;
}

/** The page of one text; what it says without one is what a visitor needs to know. */
export function renderOperatorText(title: string, text: PublishedText | undefined): string {
  return visitorPage(
    title,
    text
      ? operatorWords(text)
      : `<h1>${escapeHtml(title)}</h1><p>The operator of this service has not published this text. Ask the person who gave you access before you rely on the service.</p>`,
  );
}

/** What credits cost and what each tool takes, from the terms of the checkout and the contracts. */
export function renderPricing(
  tools: readonly ToolContract[],
  terms: PurchaseTerms,
  words: PublishedText | undefined,
): string {
  const money = (cents: number, most = 2) =>
    (cents / 100).toLocaleString('en-US', {
      style: 'currency',
      currency: terms.currency,
      minimumFractionDigits: cents % 100 === 0 ? 0 : 2,
      maximumFractionDigits: most,
    });
  const centsPerCredit = terms.stepCents / terms.creditsPerStep;
  const rows = tools.map(
    ({ name, title, credits, priced, requires }) =>
      `<tr><td><a href="/docs/${name}">${escapeHtml(title)}</a>${requires === undefined ? '' : ' <small class="muted">on request</small>'}${priced ? ` <small class="muted">${priced.per}</small>` : ''}</td><td class="number">${credits}</td><td class="number">${credits === 0 ? 'free' : money(credits * centsPerCredit, 4)}</td></tr>`,
  );
  return visitorPage(
    'Prices',
    `<h1>Prices</h1>
<p>Credits are prepaid: <strong>${money(terms.stepCents)} for ${terms.creditsPerStep.toLocaleString('en-US')} credits</strong>, at most ${(terms.maxSteps * terms.creditsPerStep).toLocaleString('en-US')} in one order. There is no subscription.</p>
<div class="table" tabindex="0" role="group" aria-label="Prices of the tools"><table><thead><tr><th>Answer</th><th class="number">Credits</th><th class="number">Price</th></tr></thead><tbody>${rows.join('')}</tbody></table></div>
<h2>What costs nothing</h2>
<ul>
<li>A call that fails, for whatever reason.</li>
<li>An answer made only of your own data, such as a query that only your Search Console knows.</li>
<li>The same call again under its <code>Idempotency-Key</code>, within 24 hours.</li>
<li>Opening, sharing and comparing an answer that was paid for.</li>
<li>The example of each tool in the <a href="/explorer">Explorer</a>, without an account.</li>
<li>Calls with a <a href="/docs/testing">test key</a>, and everything about the account: keys, usage, exports.</li>
</ul>
${words ? operatorWords(words) : ''}`,
  );
}

interface ServiceState {
  /** Each part with whether it answered just now, as `checkHealth` says. */
  readonly checks: Readonly<Record<string, 'ok' | 'unavailable'>>;
  readonly hasLiveSource: boolean;
  /** Undefined where nothing has called this service from outside. */
  readonly outside: OutsideCheck | undefined;
  /** Milliseconds since 1970. */
  readonly now: number;
}

const partNames: Readonly<Record<string, string>> = {
  accounts: 'Accounts and balances',
  credentials: 'API keys',
  index: 'Stored search data',
};

/** By the signal of the probe that failed. */
const probeNames: Readonly<Record<string, string>> = {
  canary_address: 'the address of the service',
  canary_open_paths: 'the public API',
  canary_refusals: 'the refusal of calls without a key',
  canary_sign_in: 'sign-in',
  canary_dashboard: 'the dashboard',
  canary_paid_call: 'a paid call',
};

/** Whether the service answers, its source is connected, and what a caller from outside met last. */
export function renderStatus(state: ServiceState, words: PublishedText | undefined): string {
  const { checks, hasLiveSource } = state;
  const isWell = Object.values(checks).every((check) => check === 'ok') && isOutsideWell(state);
  const rows = [
    ...Object.entries(checks).map(([part, check]) =>
      row(partNames[part] ?? part, check === 'ok' ? 'Answers' : 'Does not answer', ''),
    ),
    hasLiveSource
      ? row('Live search listings', 'Connected', 'Asked where an answer needs what is current.')
      : row(
          'Live search listings',
          'Not connected',
          'Answers come from stored data and from reading sites; questions that only a live source can answer are refused, free of charge.',
        ),
    row('A caller from outside', ...outsideWords(state)),
  ];
  return visitorPage(
    'Status',
    `<h1>${isWell ? 'The service answers' : 'Something does not answer'}</h1>
${words ? operatorWords(words) : ''}
<div class="table" tabindex="0" role="group" aria-label="Parts of the service"><table><thead><tr><th>Part</th><th>State</th></tr></thead><tbody>${rows.join('')}</tbody></table></div>
<p class="muted">Looked at ${time(state.now)}. Reload to look again. For programs: <a href="/healthz">/healthz</a>.</p>`,
  );
}

function row(part: string, state: string, meaning: string): string {
  const small = meaning === '' ? '' : `<br><span class="muted">${escapeHtml(meaning)}</span>`;
  return `<tr><td>${escapeHtml(part)}</td><td><strong>${escapeHtml(state)}</strong>${small}</td></tr>`;
}

/** A check is repeated every five minutes and takes three at most; after this long it says nothing of now. */
const currentMs = 15 * 60_000;

function isOutsideWell({ outside, now }: ServiceState): boolean {
  if (outside === undefined) return true;
  return outside.failing.length === 0 && now - outside.at <= currentMs;
}

function outsideWords({ outside, now }: ServiceState): [state: string, meaning: string] {
  if (!outside)
    return [
      'Not checked',
      'No check from outside has reported here. A deployed service is called every five minutes; one machine is not.',
    ];
  const when = `Last checked ${time(outside.at)}`;
  if (now - outside.at > currentMs) return ['Unknown', `${when}, and not since.`];
  if (outside.failing.length === 0) return ['Answered', `${when}; every way in answered as it should.`];
  const failing = outside.failing.map((signal) => probeNames[signal] ?? signal);
  return ['Failed', `${when}. Not as it should be: ${failing.join(', ')}.`];
}

function time(milliseconds: number): string {
  return `${new Date(milliseconds).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
