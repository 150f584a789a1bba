import type { MiddlewareObj } from '@middy/core';
import type { CredentialResolver, Principal } from '#shared/money/accounts/principal.ts';
import { ServiceError } from '#shared/platform/errors.ts';
import type { Authenticated, Begun, CallResult, GatewayEvent } from './call.ts';

/**
 * Who is calling, from `Authorization: Bearer` or `X-API-Key`. Cookies and URLs
 * are never looked at.
 */
export function authenticate(
  resolvers: readonly CredentialResolver[],
): MiddlewareObj<GatewayEvent & Begun & Authenticated, CallResult> {
  return {
    name: 'authenticate',
    async before({ event }) {
      const principal = await identify(event, resolvers);
      // Before a refusal, so that the refusal is in the account's log.
      event.principal = principal;
      refuseSuspended(principal);
    },
  };
}

/**
 * As `authenticate`, where a credential is optional: one that is not valid
 * counts as none, since its holder may read what needs no credential.
 */
export function authenticateIfSent(
  resolvers: readonly CredentialResolver[],
): MiddlewareObj<GatewayEvent & Begun & Authenticated<Principal | undefined>, CallResult> {
  return {
    name: 'authenticate-if-sent',
    async before({ event }) {
      try {
        const principal = await identify(event, resolvers);
        refuseSuspended(principal);
        event.principal = principal;
      } catch (error) {
        if (!(error instanceof ServiceError) || error.status >= 500) throw error;
      }
    },
  };
}

async function identify(
  event: GatewayEvent & Begun,
  resolvers: readonly CredentialResolver[],
): Promise<Principal> {
  const secret = presentedSecret(event);
  if (secret === undefined)
    throw new ServiceError(
      'missing_credentials',
      'Send an API key as `Authorization: Bearer <key>` or as the header `X-API-Key`.',
    );
  return resolvePrincipal(resolvers, secret);
}

function refuseSuspended({ account }: Principal): void {
  if (account.status !== 'active')
    throw new ServiceError(
      'account_suspended',
      'This account is suspended. Write to support to have it reopened.',
    );
}

/** The principal behind a secret; throws `invalid_credentials` with the true reason for the log. */
export async function resolvePrincipal(
  resolvers: readonly CredentialResolver[],
  secret: string,
): Promise<Principal> {
  const resolver = resolvers.find((candidate) => candidate.recognizes(secret));
  const resolution = resolver
    ? await resolver.resolve(secret)
    : ({ ok: false, reason: 'unknown kind of credential' } as const);
  if (resolution.ok) return resolution.principal;
  throw new ServiceError(
    'invalid_credentials',
    'The credential is not valid. Check that the whole key was copied, or create a new key in the dashboard.',
    { reason: resolution.reason },
  );
}

/** The one secret in a request; two different ones are refused rather than guessed between. */
function presentedSecret({ call, multiValueHeaders }: GatewayEvent & Begun): string | undefined {
  const secrets = new Set<string>();
  for (const value of headerValues(call, multiValueHeaders, 'authorization')) {
    const token = /^bearer +(?<token>\S+) *$/iu.exec(value)?.groups?.token;
    if (token) secrets.add(token);
  }
  for (const value of headerValues(call, multiValueHeaders, 'x-api-key'))
    if (value.trim() !== '') secrets.add(value.trim());
  if (secrets.size > 1)
    throw new ServiceError('ambiguous_credentials', 'Send one credential, in one header.');
  return secrets.values().next().value;
}

function headerValues(
  { headers }: Begun['call'],
  many: GatewayEvent['multiValueHeaders'] | null,
  name: string,
): readonly string[] {
  const listed = Object.entries(many ?? {})
    .filter(([header]) => header.toLowerCase() === name)
    .flatMap(([, values]) => values ?? []);
  if (listed.length > 0) return listed;
  const single = headers[name];
  return single === undefined ? [] : [single];
}
