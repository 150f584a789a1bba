import type { IncomingMessage, ServerResponse } from 'node:http';
import type Provider from 'oidc-provider';
import { errors } from 'oidc-provider';
import { endSessionOf } from '#functions/session/sign-in-steps.ts';
import { tellOwner } from '#shared/callers/identity/account-directory.ts';
import type { Standing } from '#shared/callers/identity/person-ref.ts';
import { endedSessionCookies, readSessionCookie } from '#shared/callers/identity/session-token.ts';
import { networkOf } from '#shared/http/call.ts';
import type { Account } from '#shared/money/accounts/principal.ts';
import { ServiceError } from '#shared/platform/errors.ts';
import { describeRedirect } from './client-metadata.ts';
import {
  errorPage,
  grantConsent,
  type PendingConsent,
  pageHeaders,
  readPendingConsent,
  readSpendLimit,
  renderConsent,
} from './consent.ts';
import type { OAuthServices } from './services.ts';

interface PageRequest {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly provider: Provider;
  readonly services: OAuthServices;
  readonly path: string;
  readonly form: URLSearchParams;
  readonly callerAddress: string;
  readonly pending: PendingConsent;
  readonly account: Account | undefined;
  /** Of a person who did not open the account. */
  readonly member: Standing | undefined;
}

export interface InteractionInput {
  readonly path: string;
  readonly form: URLSearchParams;
  readonly callerAddress: string;
}

/**
 * The page between an agent's request and our answer: consent, a plain form
 * without script, posted from our own page. A person who is not signed in is
 * sent to the dashboard's sign-in first, by code or passkey, which leads back here.
 */
export async function serveInteraction(
  provider: Provider,
  services: OAuthServices,
  { path, form, callerAddress }: InteractionInput,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const uid = path.split('/')[2] ?? '';
  try {
    const pending = await readPendingConsent(provider, request, response, uid);
    const session = await signedInSession(services, request);
    const account = session && (await services.accounts.find(session.accountId));
    const member = session?.member;
    const page = {
      request,
      response,
      provider,
      services,
      path,
      form,
      callerAddress,
      pending,
      account,
      member,
    };
    if (session?.role === 'billing' && form.get('step') !== 'switch') return refuseRole(response);
    await (request.method === 'POST' ? submit(page) : show(page));
  } catch (error) {
    if (error instanceof errors.SessionNotFound)
      sendPage(response, errorPage('This sign-in has expired or belongs to another browser.'), 400);
    else throw error;
  }
}

async function show(page: PageRequest, fault?: string): Promise<void> {
  const { response, pending, account, path, services } = page;
  if (!account) {
    redirect(response, `${services.dashboardUrl}/sign-in?${new URLSearchParams({ return_to: path })}`);
    return;
  }
  const { source } = describeRedirect(pending.redirectUri);
  sendPage(response, renderConsent(pending, account, path, fault), fault ? 422 : 200, source);
}

async function submit(page: PageRequest): Promise<void> {
  checkFormOrigin(page.services.baseUrl, page.request);
  switch (page.form.get('step')) {
    case 'switch':
      return switchAccount(page);
    case 'allow':
      return allow(page);
    case 'deny':
      return finish(page, { error: 'access_denied', error_description: 'The connection was not allowed.' });
    default:
      return show(page);
  }
}

async function switchAccount({ services, request, response, path }: PageRequest): Promise<void> {
  await endSessionOf(services, { cookieValue: cookieOf(services, request) });
  redirect(response, path, endedSessionCookies(services.baseUrl));
}

async function allow(page: PageRequest): Promise<void> {
  const { provider, services, form, pending, account } = page;
  // The person decided for the account that the page showed, not for one signed in since.
  if (!account || account.accountId !== form.get('account_id')) return show(page);
  const limit = readSpendLimit(form);
  if ('fault' in limit) return show(page, limit.fault);
  const grantId = await grantConsent(provider, services, pending, { account, member: page.member, ...limit });
  const network = networkOf(page.callerAddress);
  const notice = { what: 'connection', name: pending.clientName, at: services.clock(), network } as const;
  // The address of a reviewer's account need not be anybody's mailbox.
  if (!account.snapshot.sample_data) await tellOwner(services, account.email, notice);
  await finish(page, { login: { accountId: account.accountId, remember: false }, consent: { grantId } });
}

async function finish({ provider, request, response }: PageRequest, result: object): Promise<void> {
  const returnTo = await provider.interactionResult(request, response, result, {
    mergeWithLastSubmission: false,
  });
  redirect(response, returnTo);
}

function cookieOf({ baseUrl }: OAuthServices, { headers }: IncomingMessage): string | undefined {
  return readSessionCookie(baseUrl, headers.cookie);
}

async function signedInSession(services: OAuthServices, request: IncomingMessage) {
  const cookie = cookieOf(services, request);
  return cookie === undefined ? undefined : services.sessions.resume(cookie);
}

/** A person who may not use the tools cannot let an agent use them. */
function refuseRole(response: ServerResponse): void {
  const words =
    'Your role in this account is billing, which cannot connect agents. An owner or a member can.';
  sendPage(response, errorPage(words), 403);
}

function checkFormOrigin(baseUrl: string, { headers }: IncomingMessage): void {
  const isOurs = headers.origin === new URL(baseUrl).origin || headers['sec-fetch-site'] === 'same-origin';
  if (!isOurs)
    throw new ServiceError('forbidden_origin', 'Send this form from the page that shows it, on this site.');
}

function sendPage(response: ServerResponse, html: string, status = 200, redirectSource?: string): void {
  response.writeHead(status, {
    ...pageHeaders(redirectSource),
    'content-type': 'text/html; charset=utf-8',
  });
  response.end(html);
}

function redirect(response: ServerResponse, location: string, cookies: readonly string[] = []): void {
  if (cookies.length > 0) response.setHeader('set-cookie', [...cookies]);
  response.writeHead(303, { ...pageHeaders(), location });
  response.end();
}
