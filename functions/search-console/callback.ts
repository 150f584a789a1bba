import middy from '@middy/core';
import type { Foundation } from '#functions/foundation.ts';
import { createSessionRepository } from '#shared/callers/identity/session-repository.ts';
import { readSessionCookie } from '#shared/callers/identity/session-token.ts';
import {
  GoogleRefusal,
  type RefusalKind,
  refusalFigures,
} from '#shared/facts/search-console/google-refusal.ts';
import { openConnection, sealTokens } from '#shared/facts/search-console/open-connection.ts';
import {
  type Begun,
  beginCall,
  type CallResult,
  type GatewayEvent,
  type GatewayHandler,
} from '#shared/http/call.ts';
import { problemResponses } from '#shared/http/call-pipeline.ts';
import { lazyHandler } from '#shared/http/tool-handler.ts';
import { createAccountRepository } from '#shared/money/accounts/account-repository.ts';
import type { ConnectionServices } from './connection.ts';
import { openSignIn, searchConsoleServices } from './services.ts';

type Outcome = 'connected' | 'sign_in' | 'expired' | RefusalKind;

/** Takes a person back from Google. Whatever came of it, they land on the page of their sites, which says so. */
export const searchConsoleCallback = (foundation: Foundation): GatewayHandler =>
  lazyHandler(async () => {
    const services = await searchConsoleServices(foundation);
    const { clock, logger, baseUrl } = foundation;
    return middy<GatewayEvent, CallResult>()
      .use(beginCall(clock, null))
      .use(problemResponses({ docsUrl: baseUrl, logger }))
      .handler(async (event) =>
        backToSites(services.dashboardUrl, await outcomeOf(foundation, services, event)),
      );
  });

function backToSites(dashboardUrl: string, outcome: Outcome): CallResult {
  const location = `${dashboardUrl}/sites?search_console=${outcome}`;
  return { statusCode: 303, headers: { location, 'cache-control': 'no-store' }, body: '' };
}

async function outcomeOf(
  foundation: Foundation,
  services: ConnectionServices,
  event: GatewayEvent & Begun,
): Promise<Outcome> {
  const { google, clock } = services;
  const callback = new URLSearchParams(
    Object.entries(event.queryStringParameters ?? {}).map(([name, value]): [string, string] => [
      name,
      value ?? '',
    ]),
  );
  const state = callback.get('state') ?? '';
  const begun = google && openSignIn(google.sync.dataKey, state, clock());
  if (!google || !begun) return 'expired';
  // Else the person who began a sign-in could have somebody else finish it, and read what that person may read.
  if (!(await isAtHome(foundation, services, event, begun.accountId))) return 'sign_in';
  try {
    await keep(services, begun.accountId, await google.sync.google.exchange(callback, { ...begun, state }));
    return 'connected';
  } catch (error) {
    if (!(error instanceof GoogleRefusal)) throw error;
    const facts = { account_id: begun.accountId, refused: error.kind };
    foundation.logger.warn('search console sign-in refused', facts, { figures: refusalFigures(error.kind) });
    return error.kind;
  }
}

/** Whether this browser is signed in to the account; a machine that only its own user reaches does not ask. */
async function isAtHome(
  { documents, tables, clock, baseUrl }: Foundation,
  { isPrivate }: ConnectionServices,
  event: GatewayEvent & Begun,
  accountId: string,
): Promise<boolean> {
  if (isPrivate) return true;
  const cookie = readSessionCookie(baseUrl, event.call.headers.cookie);
  const accounts = createAccountRepository({ documents, tables, clock });
  const sessions = createSessionRepository({ documents, name: tables.identity, clock }, accounts);
  const session = cookie === undefined ? undefined : await sessions.resume(cookie);
  return session?.accountId === accountId;
}

async function keep(
  { store, google, clock }: ConnectionServices,
  accountId: string,
  tokens: Parameters<typeof sealTokens>[2],
): Promise<void> {
  if (!google) return;
  const before = await store.connection(accountId);
  const connection = {
    kind: 'person' as const,
    state: 'connected' as const,
    connected_at: clock(),
    reason: null,
    properties: before?.data.properties ?? [],
    ...sealTokens(google.sync, accountId, tokens),
  };
  const saved = await store.saveConnection(accountId, before, connection);
  const properties = await openConnection(google.sync, accountId).properties();
  await store.saveConnection(accountId, saved, { ...connection, properties });
  await resume({ store, clock }, accountId);
}

/** What waited for the connection goes on at once. */
async function resume({ store, clock }: Pick<ConnectionServices, 'store' | 'clock'>, accountId: string) {
  const waiting = new Set(
    (await store.properties(accountId)).filter(({ data }) => data.is_chosen).map(({ data }) => data.property),
  );
  for (const due of await store.dueList())
    if (due.accountId === accountId && waiting.size > 0)
      await store.setDue(accountId, due.propertyId, clock());
}
