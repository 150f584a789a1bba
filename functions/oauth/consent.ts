import type { IncomingMessage, ServerResponse } from 'node:http';
import Provider, { type Client, errors, type Interaction } from 'oidc-provider';
import * as v from 'valibot';
import { mcpAudience } from '#shared/callers/identity/agent-token.ts';
import type { Standing } from '#shared/callers/identity/person-ref.ts';
import { defaultConnectionLimit, largestSpendLimit } from '#shared/contract/credentials.ts';
import type { Account } from '#shared/money/accounts/account.ts';
import { ServiceError } from '#shared/platform/errors.ts';
import { newId } from '#shared/platform/ids.ts';
import { describeRedirect } from './client-metadata.ts';
import { consentPage } from './pages.ts';
import { isAgentScope, type OAuthServices } from './services.ts';
import { grantIdOf } from './storage-adapter.ts';

const parameters = v.looseObject({
  client_id: v.string(),
  redirect_uri: v.string(),
  scope: v.optional(v.string(), ''),
});

/** An authorization that waits for a person's decision. */
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

/** What a person decided. */
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
