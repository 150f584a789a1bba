import { endpoint } from '#functions/endpoint.ts';
import type { Foundation } from '#functions/foundation.ts';
import { newVerifier } from '#shared/facts/search-console/google-client.ts';
import { ServiceError } from '#shared/platform/errors.ts';
import {
  type ConnectionServices,
  chooseProperties,
  disconnect,
  notSetUp,
  shownConnection,
} from './connection.ts';
import * as contracts from './contracts.ts';
import { sealSignIn, searchConsoleServices } from './services.ts';

export const getSearchConsole = (foundation: Foundation) =>
  endpoint(foundation, contracts.getSearchConsole, searchConsoleServices, async ({ caller }, services) => ({
    body: await shownConnection(services, caller.account.accountId),
  }));

const signInMs = 10 * 60_000;

export const connectSearchConsole = (foundation: Foundation) =>
  endpoint(
    foundation,
    contracts.connectSearchConsole,
    searchConsoleServices,
    async ({ caller, body, now }, services) => {
      const { google, baseUrl, isPrivate } = services;
      const { accountId } = caller.account;
      if (!google) throw new ServiceError('validation_error', notSetUp);
      if (google.settings.service_account) {
        await connectServiceAccount(services, accountId);
        return { body: { authorize_url: null } };
      }
      const redirectUri = redirectOf(body.redirect_uri, baseUrl, isPrivate);
      const verifier = await newVerifier();
      const state = sealSignIn(google.sync.dataKey, {
        accountId,
        verifier,
        redirectUri,
        until: now + signInMs,
      });
      const url = await google.sync.google.authorizeUrl({ redirectUri, state, verifier });
      return { body: { authorize_url: url } };
    },
  );

/** The callback of this service; on a machine that only its own user reaches under any name of the loopback. */
function redirectOf(asked: string | undefined, baseUrl: string, isPrivate: boolean): string {
  const own = `${baseUrl}${contracts.callbackPath}`;
  if (asked === undefined || asked === own) return own;
  const url = new URL(asked);
  const isLoopback = /^(?:localhost|127\.0\.0\.1|\[::1\])$/u.test(url.hostname);
  if (isPrivate && isLoopback && url.pathname === contracts.callbackPath && url.search === '') return asked;
  throw new ServiceError(
    'validation_error',
    `redirect_uri must be ${own}, which is to be registered at Google.`,
  );
}

/** What the service account may read belongs to the operator: only where all callers are. */
async function connectServiceAccount(services: ConnectionServices, accountId: string): Promise<void> {
  const { google, isPrivate, store, clock } = services;
  if (!google) return;
  if (!isPrivate)
    throw new ServiceError(
      'validation_error',
      'A service account is for a machine that nobody else reaches. Set GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET.',
    );
  const { openConnection, sealTokens } = await import('#shared/facts/search-console/open-connection.ts');
  const tokens = await google.sync.google.assert(clock());
  const before = await store.connection(accountId);
  const connection = {
    kind: 'service_account' as const,
    state: 'connected' as const,
    connected_at: clock(),
    reason: null,
    properties: [],
    ...sealTokens(google.sync, accountId, tokens),
  };
  const saved = await store.saveConnection(accountId, before, connection);
  const properties = await openConnection(google.sync, accountId).properties();
  await store.saveConnection(accountId, saved, { ...connection, properties });
}

export const chooseSearchConsoleProperties = (foundation: Foundation) =>
  endpoint(
    foundation,
    contracts.chooseSearchConsoleProperties,
    searchConsoleServices,
    async ({ caller, body }, services) => {
      const { accountId } = caller.account;
      await chooseProperties(services, accountId, [...new Set(body.properties)]);
      return { body: await shownConnection(services, accountId) };
    },
  );

export const disconnectSearchConsole = (foundation: Foundation) =>
  endpoint(
    foundation,
    contracts.disconnectSearchConsole,
    searchConsoleServices,
    async ({ caller, query }, services) => {
      const { revoked } = await disconnect(services, caller.account.accountId, query.keep_history);
      return { body: { state: 'not_connected' as const, kept_history: query.keep_history, revoked } };
    },
  );
