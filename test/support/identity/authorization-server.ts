import { createHash, randomBytes } from 'node:crypto';
import type { FetchDocument } from '#functions/client-metadata/contract.ts';
import { oauthHandler } from '#functions/oauth/oauth-handler.ts';
import { createOAuthServices } from '#functions/oauth/services.ts';
import { sessionCookies } from '#shared/callers/identity/session-token.ts';
import type { CallResult } from '#shared/http/call.ts';
import type { Account } from '#shared/money/accounts/principal.ts';
import type { Mail } from '#shared/platform/mail/mailer.ts';
import { gatewayEvent, lambdaContext } from '../gateway-event.ts';
import { anAccount, issuer, startIdentity } from './identity.ts';

export const callback = 'https://agent.example/callback';

/** The authorization server on an embedded database, and browsers that use it. */
export async function startAuthorizationServer() {
  const identity = await startIdentity();
  const mails: Mail[] = [];
  const accounts = new Map<string, Account>();
  const documents = new Map<string, Awaited<ReturnType<FetchDocument>>>();
  const services = createOAuthServices({
    table: identity.table,
    accounts: {
      find: async (id) => accounts.get(id),
      create: async ({ accountId, email }) => {
        const account = anAccount(accountId, { email });
        accounts.set(accountId, account);
        return account;
      },
    },
    clock: identity.table.clock,
    logger: { info() {}, warn() {}, error: (message, facts) => console.error(message, facts) },
    baseUrl: issuer,
    dashboardUrl: issuer,
    codeKeys: ['a key for codes, long enough to be one'],
    peppers: { peppers: { v1: 'a pepper of the keys, long enough to be one' }, current_pepper: 'v1' },
    signing: { keys: identity.signing, cookieKeys: identity.cookieKeys },
    mailer: { send: async (mail) => void mails.push(mail) },
    fetchDocument: async (url) => {
      const document = documents.get(url);
      if (!document) throw new Error('refused');
      return document;
    },
  });
  const handler = oauthHandler(async () => services);
  let callers = 0;
  let owners = 0;

  /** Something with a cookie jar; every browser calls from its own address. */
  function browser() {
    callers += 1;
    const sourceIp = `10.1.${callers >> 8}.${callers & 255}`;
    const jar = new Map<string, { value: string; path: string }>();

    async function send(method: string, url: string, body?: string, headers: Record<string, string> = {}) {
      const { pathname, searchParams } = new URL(url, issuer);
      const cookie = [...jar]
        .filter(([, { path }]) => pathname.startsWith(path))
        .map(([name, { value }]) => `${name}=${value}`)
        .join('; ');
      const event = gatewayEvent({
        method,
        path: pathname,
        query: Object.fromEntries(searchParams),
        sourceIp,
        headers: { ...(cookie && { cookie }), ...headers },
        ...(body !== undefined && { body }),
      });
      const result = await handler(event, lambdaContext);
      keepCookies(jar, result.multiValueHeaders?.['set-cookie'] ?? []);
      return { ...result, location: String(result.headers?.location ?? '') };
    }

    const form = (url: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
      send('POST', url, new URLSearchParams(fields).toString(), {
        'Content-Type': 'application/x-www-form-urlencoded',
        ...(url.startsWith('/interaction') && { origin: issuer }),
        ...headers,
      });

    return {
      jar,
      get: (url: string) => send('GET', url),
      form,
      send,
      /** Has the session that a sign-in in the dashboard leaves, in place of the one before. */
      async signIn(email: string) {
        const { accountId } = await services.directory.open(email);
        const { cookieValue } = await services.sessions.start({
          ...{ accountId, method: 'email', userAgent: '', network: sourceIp },
        });
        keepCookies(jar, sessionCookies(issuer, cookieValue));
      },
    };
  }

  async function register(metadata: Record<string, unknown> = {}) {
    const body = { client_name: 'Test agent', redirect_uris: [callback], token_endpoint_auth_method: 'none' };
    const result = await browser().send('POST', '/register', JSON.stringify({ ...body, ...metadata }));
    return { ...result, client: JSON.parse(result.body) };
  }

  const token = (fields: Record<string, string>, headers: Record<string, string> = {}) =>
    browser()
      .form('/token', fields, headers)
      .then((result) => ({ ...result, json: JSON.parse(result.body) }));

  /** A whole connection: registered, signed in, allowed, code in hand. */
  async function authorize(options: AuthorizeOptions = {}) {
    owners += 1;
    const { email = `owner${owners}@example.com`, parameters = {}, redirect = callback } = options;
    const clientId = options.clientId ?? (await register()).client.client_id;
    const verifier = randomBytes(32).toString('base64url');
    const query = new URLSearchParams({
      client_id: clientId,
      redirect_uri: redirect,
      response_type: 'code',
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
      state: 'state-1',
      ...parameters,
    });
    const person = options.person ?? browser();
    const started = await person.get(`/authorize?${query}`);
    const page = started.location;
    const first = await person.get(page);
    if (first.statusCode === 303) await person.signIn(email);
    const consent = await person.get(page);
    const allowed = await person.form(page, {
      step: 'allow',
      account_id: hiddenField(consent.body, 'account_id'),
    });
    const resumed = await person.get(allowed.location);
    const answer = new URL(resumed.location || 'about:blank').searchParams;
    return { clientId, verifier, person, page, consent, answer, redirect, code: answer.get('code') ?? '' };
  }

  /** A whole connection, with its tokens. */
  async function connect(options: AuthorizeOptions = {}) {
    const authorized = await authorize(options);
    const { clientId, verifier, code, redirect } = authorized;
    const answer = await token({
      grant_type: 'authorization_code',
      client_id: clientId,
      code,
      code_verifier: verifier,
      redirect_uri: redirect,
    });
    return { ...authorized, tokens: answer.json, answer };
  }

  return { ...identity, services, mails, accounts, documents, browser, register, token, authorize, connect };
}

interface AuthorizeOptions {
  readonly clientId?: string;
  readonly email?: string;
  readonly redirect?: string;
  readonly parameters?: Record<string, string>;
  readonly person?: {
    get(url: string): Promise<CallResult & { location: string }>;
    form(url: string, fields: Record<string, string>): Promise<CallResult & { location: string }>;
    signIn(email: string): Promise<unknown>;
  };
}

export function hiddenField(html: string, name: string): string {
  return new RegExp(`name="${name}" value="([^"]*)"`, 'u').exec(html)?.[1] ?? '';
}

function keepCookies(jar: Map<string, { value: string; path: string }>, cookies: readonly unknown[]): void {
  for (const cookie of cookies) {
    const [pair = '', ...attributes] = String(cookie).split('; ');
    const [name = '', ...value] = pair.split('=');
    const path = attributes.find((attribute) => /^path=/iu.test(attribute))?.slice(5) ?? '/';
    if (value.join('=') === '') jar.delete(name);
    else jar.set(name, { value: value.join('='), path });
  }
}
