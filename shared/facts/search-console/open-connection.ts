import type { GoogleClient, GoogleTokens } from '#shared/facts/search-console/google-client.ts';
import { GoogleRefusal, type RefusalKind } from '#shared/facts/search-console/google-refusal.ts';
import type { Clock } from '#shared/platform/clock.ts';
import { type DataKey, openText, sealText } from '#shared/platform/secrets/sealed-text.ts';
import type { IndexTable } from '../stored-index/table/index-table.ts';
import { type ConnectionStore, Overtaken, type Versioned } from './connection-store.ts';
import type { KeptConnection, KeptProperty } from './kept-items.ts';
import type { KeptRows } from './kept-rows.ts';
import { createSearchConsoleApi, type SearchConsoleApi } from './search-console-api.ts';
import type { KeptChange } from './site-changes.ts';
import type { TotalsWatch } from './watch-totals.ts';

export interface ConnectionParts {
  readonly store: ConnectionStore;
  readonly google: GoogleClient;
  readonly apiUrl: string;
  readonly dataKey: DataKey;
  readonly clock: Clock;
  readonly pause: (ms: number) => Promise<void>;
  readonly answerMs?: number;
  readonly requestsPerMinute: number;
  readonly onRequest?: () => void;
  /** Writes that the effect of a change is known; again with the same cause where a run ended in between. */
  readonly tellEffect?:
    | ((accountId: string, change: KeptChange, effect: NonNullable<KeptChange['effect']>) => Promise<void>)
    | undefined;
  readonly watch?: TotalsWatch | undefined;
  /** Tells the account's owner that the connection stands still; once for each time that it does. */
  tellOwner(accountId: string, reason: RefusalKind): Promise<void>;
}

const purposeOf = (accountId: string, kind: 'refresh' | 'access') => `search-console ${kind} ${accountId}`;
/** A token is not begun with in its last minute. */
const spareMs = 60_000;

/** Tokens as a connection keeps them. The refresh token of an answer without one is that of before. */
export function sealTokens(
  { dataKey, clock }: Pick<ConnectionParts, 'dataKey' | 'clock'>,
  accountId: string,
  tokens: GoogleTokens,
  before = '',
): Pick<KeptConnection, 'refresh' | 'access' | 'access_until'> {
  const { accessToken, refreshToken, expiresInSeconds } = tokens;
  return {
    refresh:
      refreshToken === undefined ? before : sealText(dataKey, purposeOf(accountId, 'refresh'), refreshToken),
    access: sealText(dataKey, purposeOf(accountId, 'access'), accessToken),
    access_until: clock() + expiresInSeconds * 1_000,
  };
}

/** The refresh token of a connection, else its access token, to be revoked. */
export function tokenToRevoke(
  dataKey: DataKey,
  accountId: string,
  { refresh, access }: KeptConnection,
): string | undefined {
  const refreshToken = openText(dataKey, purposeOf(accountId, 'refresh'), refresh);
  return refreshToken ?? openText(dataKey, purposeOf(accountId, 'access'), access);
}

/** The API as one account may ask it. A grant that has ended pauses the connection and tells its owner. */
export function openConnection(parts: ConnectionParts, accountId: string): SearchConsoleApi {
  const { apiUrl, pause, answerMs, requestsPerMinute, onRequest } = parts;
  let asking: Promise<string> | undefined;
  return createSearchConsoleApi({
    apiUrl,
    pause,
    requestsPerMinute,
    ...(answerMs !== undefined && { answerMs }),
    ...(onRequest && { onRequest }),
    // Requests side by side wait for one refresh: Google may take a token away that is used twice.
    token(isRefused) {
      asking ??= tokenOf(parts, accountId, isRefused).finally(() => {
        asking = undefined;
      });
      return asking;
    },
  });
}

async function tokenOf(parts: ConnectionParts, accountId: string, isRefused: boolean): Promise<string> {
  const kept = await parts.store.connection(accountId);
  if (!kept || kept.data.state === 'paused') throw new GoogleRefusal(kept?.data.reason ?? 'grant_ended');
  const isGood = !isRefused && kept.data.access_until - spareMs > parts.clock();
  const known = isGood
    ? openText(parts.dataKey, purposeOf(accountId, 'access'), kept.data.access)
    : undefined;
  return known ?? renewed(parts, accountId, kept);
}

async function renewed(
  parts: ConnectionParts,
  accountId: string,
  kept: Versioned<KeptConnection>,
): Promise<string> {
  const { store } = parts;
  try {
    const tokens = await freshTokens(parts, accountId, kept.data);
    const sealed = sealTokens(parts, accountId, tokens, kept.data.refresh);
    await store.saveConnection(accountId, kept, { ...kept.data, ...sealed });
    return tokens.accessToken;
  } catch (error) {
    const now = await store.connection(accountId);
    // Another run has renewed it meanwhile, and may have used up what this one had.
    if (now && now.version !== kept.version && now.data.state === 'connected')
      return tokenOf(parts, accountId, false);
    if (error instanceof Overtaken) throw new GoogleRefusal('grant_ended');
    if (error instanceof GoogleRefusal && error.kind === 'grant_ended')
      await pauseConnection(parts, accountId, kept);
    throw error;
  }
}

async function freshTokens(
  { google, dataKey, clock }: ConnectionParts,
  accountId: string,
  { kind, refresh }: KeptConnection,
): Promise<GoogleTokens> {
  if (kind === 'service_account') return google.assert(clock());
  const token = openText(dataKey, purposeOf(accountId, 'refresh'), refresh);
  // Sealed under another machine's secret, as in a folder that was copied without it.
  if (token === undefined) throw new GoogleRefusal('grant_ended');
  return google.refresh(token);
}

async function pauseConnection(
  { store, tellOwner }: ConnectionParts,
  accountId: string,
  kept: Versioned<KeptConnection>,
): Promise<void> {
  const reason = 'grant_ended';
  await store.saveConnection(accountId, kept, { ...kept.data, state: 'paused', reason });
  await tellOwner(accountId, reason);
}

export interface SyncParts {
  readonly accountId: string;
  readonly table: IndexTable;
  readonly store: ConnectionStore;
  readonly rows: KeptRows;
  readonly api: SearchConsoleApi;
  readonly clock: () => number;
  /** Tells the account the effect of a change; undefined where nobody listens. */
  readonly tellEffect?: ConnectionParts['tellEffect'];
  readonly watch?: ConnectionParts['watch'];
  /** Whether to stop at the next step: a function's time is over, or a server ends. */
  isOver(): boolean;
  /** Called after each step, so that a lease is kept. */
  onStep(): Promise<void>;
}

export async function saved(
  { store, accountId, onStep }: Pick<SyncParts, 'store' | 'accountId' | 'onStep'>,
  before: Versioned<KeptProperty>,
  data: KeptProperty,
): Promise<Versioned<KeptProperty>> {
  const after = await store.saveProperty(accountId, before, data);
  await onStep();
  return after;
}
