import type { OutsideCheck } from '#shared/callers/identity/outside-checks.ts';
import type { PublishedText } from '#shared/callers/identity/published-texts.ts';
import { escapeHtml } from '#shared/http/framed-page.ts';
import { visitorPage } from '#shared/http/visitor-page.ts';
import { operatorWords } from './operator-text-page.ts';

/** What the service knows of itself at this moment. */
export interface ServiceState {
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
