import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import Provider, { type Client, errors, type Interaction } from 'oidc-provider';
import * as v from 'valibot';
import { mcpAudience } from '#shared/callers/identity/agent-token.ts';
import type { Standing } from '#shared/callers/identity/person-ref.ts';
import { defaultConnectionLimit, largestSpendLimit } from '#shared/contract/credentials.ts';
import { linksToTexts } from '#shared/contract/operator-texts.ts';
import { escapeHtml, framedPage, pageStyle } from '#shared/http/framed-page.ts';
import type { Account } from '#shared/money/accounts/principal.ts';
import { ServiceError } from '#shared/platform/errors.ts';
import { newId } from '#shared/platform/ids.ts';
import { describeRedirect } from './client-metadata.ts';
import { isAgentScope, type OAuthServices, scopeWords } from './services.ts';
import { grantIdOf } from './storage-adapter.ts';

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

interface ConsentForm {
  readonly action: string;
  readonly clientName: string;
  /** Host whose metadata document describes the client; undefined where the name is only claimed. */
  readonly verifiedHost: string | undefined;
  /** Where the answer goes, in words. */
  readonly destination: string;
  readonly scopes: readonly string[];
  readonly account: { readonly id: string; readonly email: string; readonly balance: number };
  readonly fault?: string | undefined;
}

function consentPage(form: ConsentForm): string {
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

const parameters = v.looseObject({
  client_id: v.string(),
  redirect_uri: v.string(),
  scope: v.optional(v.string(), ''),
});

export interface PendingConsent {
  readonly uid: string;
  readonly client: Client;
  readonly clientName: string;
  readonly redirectUri: string;
  readonly scopes: readonly string[];
}

/** The authorization behind the interaction cookie of this request, which must be the one in the path. */
export async function readPendingConsent(
  provider: Provider,
  request: IncomingMessage,
  response: ServerResponse,
  uid: string,
): Promise<PendingConsent> {
  const interaction: Interaction = await provider.interactionDetails(request, response);
  if (interaction.uid !== uid) throw new errors.SessionNotFound('another sign-in');
  const { client_id, redirect_uri, scope } = v.parse(parameters, interaction.params);
  const client = await provider.Client.find(client_id);
  if (!client) throw new errors.SessionNotFound('client gone');
  return {
    uid,
    client,
    clientName: displayName(client),
    redirectUri: redirect_uri,
    scopes: scope.split(' ').filter((name) => name !== ''),
  };
}

export function renderConsent(
  pending: PendingConsent,
  account: Account,
  action: string,
  fault?: string,
): string {
  const { client, clientName, redirectUri, scopes } = pending;
  return consentPage({
    action,
    clientName,
    verifiedHost: client.clientIdMetadataDocument ? new URL(client.clientId).host : undefined,
    destination: describeRedirect(redirectUri).words,
    scopes,
    account: { id: account.accountId, email: account.email, balance: account.balance },
    fault,
  });
}

interface Allowed {
  readonly account: Account;
  /** Who decided, where that is not who opened the account. */
  readonly member: Standing | undefined;
  /** Credits a month; undefined for no limit. */
  readonly spendLimit: number | undefined;
}

/** The limit that the form carries; an error in words where it carries none. */
export function readSpendLimit(
  form: URLSearchParams,
): { spendLimit: number | undefined } | { fault: string } {
  if (form.get('limit') === 'none') return { spendLimit: undefined };
  const text = form.get('spend_limit')?.trim() ?? String(defaultConnectionLimit);
  const spendLimit = /^\d{1,10}$/u.test(text) ? Number(text) : Number.NaN;
  if (spendLimit <= largestSpendLimit) return { spendLimit };
  return { fault: 'Enter how many credits it may spend a month as a whole number, or choose no limit.' };
}

/** Makes the connection that the person allowed; returns the id of its grant. */
export async function grantConsent(
  provider: Provider,
  { connections, baseUrl, clock }: OAuthServices,
  pending: PendingConsent,
  { account, member, spendLimit }: Allowed,
): Promise<string> {
  if (account.status !== 'active')
    throw new ServiceError('account_suspended', 'This account is suspended and cannot be connected.');
  const { accountId } = account;
  const connectionId = newId('conn', clock());
  const grant = new provider.Grant({ accountId, clientId: pending.client.clientId });
  grant.jti = grantIdOf(accountId, connectionId);
  const scopes = pending.scopes.filter(isAgentScope);
  // Granted for the server itself as well, since its metadata lists them as its own.
  grant.addOIDCScope(pending.scopes.join(' '));
  grant.addResourceScope(mcpAudience(baseUrl), scopes.join(' '));
  const { payload } = await grant.getValueAndPayload();
  await connections.create({
    accountId,
    connectionId,
    clientId: pending.client.clientId,
    clientName: pending.clientName,
    redirectHost: describeRedirect(pending.redirectUri).host,
    scopes,
    payload: { ...payload },
    spendLimit,
    member,
  });
  return grant.jti;
}

/** The claimed name, without what could disguise it; a client without one is called by its id. */
function displayName({ clientName, clientId }: Client): string {
  const visible = (clientName ?? '').replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, '').trim();
  return (visible || clientId).slice(0, 80);
}
