import { createHash } from 'node:crypto';
import { defaultConnectionLimit, largestSpendLimit } from '#shared/contract/credentials.ts';
import { linksToTexts } from '#shared/contract/operator-texts.ts';
import { escapeHtml, framedPage, pageStyle } from '#shared/http/framed-page.ts';
import { isAgentScope, scopeWords } from './services.ts';

const styleHash = createHash('sha256').update(pageStyle).digest('base64');

/**
 * Headers of every page: no script at all, no framing, no caching. `redirect`
 * is where a submitted form may end; browsers hold its redirects to the policy too.
 */
export function pageHeaders(redirect?: string): Record<string, string> {
  const formTargets = redirect ? `'self' ${redirect}` : "'self'";
  return {
    'cache-control': 'no-store',
    'content-security-policy':
      `default-src 'none'; style-src 'sha256-${styleHash}'; form-action ${formTargets}; ` +
      "base-uri 'none'; frame-ancestors 'none'",
    'x-frame-options': 'DENY',
    'x-content-type-options': 'nosniff',
    // Not `no-referrer`: that would turn the Origin of our own forms into `null`.
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
  };
}

export interface ConsentForm {
  readonly action: string;
  readonly clientName: string;
  /** Host whose metadata document describes the client; undefined where the name is only claimed. */
  readonly verifiedHost: string | undefined;
  /** Where the answer goes, in words. */
  readonly destination: string;
  readonly scopes: readonly string[];
  readonly account: { readonly id: string; readonly email: string; readonly balance: number };
  /** What is wrong with the limit that was sent. */
  readonly fault?: string | undefined;
}

export function consentPage(form: ConsentForm): string {
  const name = escapeHtml(form.clientName);
  const scopes = form.scopes.filter(isAgentScope).map((scope) => `<li>${escapeHtml(scopeWords[scope])}</li>`);
  const identity = form.verifiedHost
    ? `<p>Described by <strong>${escapeHtml(form.verifiedHost)}</strong>.</p>`
    : '<p class="notice">This name is <strong>unverified</strong>: anybody can register any name. Continue only if you have just started this yourself.</p>';
  return page(
    `Connect ${form.clientName}?`,
    `${identity}
<p><strong>${name}</strong> will be able to:</p>
<ul>${scopes.join('')}</ul>
<dl>
<div><dt>Account</dt><dd>${escapeHtml(form.account.email)}</dd></div>
<div><dt>Balance</dt><dd>${form.account.balance.toLocaleString('en-US')} credits</dd></div>
<div><dt>Answer goes to</dt><dd>${escapeHtml(form.destination)}</dd></div>
</dl>
${faultLine(form.fault)}<form method="post" action="${escapeHtml(form.action)}">
<input type="hidden" name="account_id" value="${escapeHtml(form.account.id)}">
<fieldset>
<legend>Credits it may spend a month</legend>
<label class="choice"><input type="radio" name="limit" value="some" checked> At most</label>
<input name="spend_limit" type="number" min="0" max="${largestSpendLimit}" step="1" value="${defaultConnectionLimit}" aria-label="Credits a month">
<label class="choice"><input type="radio" name="limit" value="none"> No limit but the balance</label>
</fieldset>
<p>You can change the limit and end the connection at any time in the dashboard.</p>
<button class="main" name="step" value="allow">Allow</button>
<button name="step" value="deny">Cancel</button>
<button name="step" value="switch">Use another account</button>
</form>`,
  );
}

export function errorPage(description: string): string {
  return page(
    'This did not work',
    `<p>${escapeHtml(description)}</p><p>Go back to the application you came from and start again.</p>`,
  );
}

function page(title: string, content: string): string {
  const body = `<h1>${escapeHtml(title)}</h1>\n${content}\n<p><small>${linksToTexts}</small></p>`;
  return framedPage({ title, body });
}

function faultLine(fault: string | undefined): string {
  return fault ? `<p class="notice" role="alert">${escapeHtml(fault)}</p>\n` : '';
}
