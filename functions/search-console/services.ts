import * as v from 'valibot';
import { type Foundation, indexOptions } from '#functions/foundation.ts';
import { createConnectionStore } from '#shared/facts/search-console/connection-store.ts';
import { createGoogleClient, parseGoogleSettings } from '#shared/facts/search-console/google-client.ts';
import { refusalWords } from '#shared/facts/search-console/google-refusal.ts';
import type { SyncServices } from '#shared/facts/search-console/run-syncs.ts';
import { createIndexTable } from '#shared/facts/stored-index/table/index-table.ts';
import { createAccountRepository } from '#shared/money/accounts/account-repository.ts';
import { type DataKey, openText, sealText } from '#shared/platform/secrets/sealed-text.ts';
import { openDataKey } from '#shared/platform/secrets/service-secrets.ts';

/** The operator's client at Google; undefined where none is set. */
export async function googleSettings({ readSecret }: Pick<Foundation, 'readSecret'>) {
  const text = await readSecret('google');
  return text === undefined ? undefined : parseGoogleSettings(text);
}

/** What works with connections; `google` is undefined where the place has no client. */
export async function searchConsoleServices(foundation: Foundation) {
  const { clock, baseUrl, dashboardUrl, takesSharedUploads } = foundation;
  const settings = await googleSettings(foundation);
  const table = createIndexTable(indexOptions(foundation));
  const store = createConnectionStore(table);
  const google = settings && {
    settings,
    sync: await syncServices(foundation, settings, { table, store }),
  };
  return { clock, baseUrl, dashboardUrl, isPrivate: takesSharedUploads, table, store, google };
}

async function syncServices(
  foundation: Foundation,
  settings: NonNullable<Awaited<ReturnType<typeof googleSettings>>>,
  { table, store }: Pick<SyncServices, 'table' | 'store'>,
): Promise<SyncServices> {
  const { clock, logger } = foundation;
  const secret = await foundation.readSecret('service');
  if (secret === undefined) throw new Error('SERVICE_SECRETS_ARN must be set.');
  return {
    table,
    store,
    google: createGoogleClient(settings),
    apiUrl: settings.api_url.replace(/\/$/u, ''),
    requestsPerMinute: settings.requests_per_minute,
    dataKey: openDataKey(secret),
    clock,
    logger,
    pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    tellOwner: (accountId, reason) => tellOwner(foundation, accountId, refusalWords[reason]),
  };
}

/** Never rejects: the page of the sites says so as well. */
async function tellOwner(foundation: Foundation, accountId: string, words: string): Promise<void> {
  const { documents, tables, clock, mailer, logger, dashboardUrl } = foundation;
  try {
    const { email } = await createAccountRepository({ documents, tables, clock }).get(accountId);
    const text = `${words}\n\nNothing was lost. Connect again: ${dashboardUrl}/sites`;
    await mailer?.send({ to: email, subject: 'Search Console is no longer connected to Oriel', text });
  } catch (cause) {
    logger.warn('owner not told', { what: 'paused search console', cause });
  }
}

/** What a sign-in at Google was begun with: it travels sealed in `state`, so that nothing is kept of those that are given up. */
const signIn = v.object({
  accountId: v.string(),
  verifier: v.string(),
  redirectUri: v.string(),
  /** Milliseconds since 1970. */
  until: v.number(),
});
type BegunSignIn = v.InferOutput<typeof signIn>;

const purpose = 'search-console sign-in';

export const sealSignIn = (key: DataKey, begun: BegunSignIn) => sealText(key, purpose, JSON.stringify(begun));

/** Undefined for a state that we have not sealed, and for one that is too old. */
export function openSignIn(key: DataKey, state: string, now: number): BegunSignIn | undefined {
  const text = openText(key, purpose, state);
  const begun = text === undefined ? undefined : v.parse(signIn, JSON.parse(text));
  return begun && begun.until > now ? begun : undefined;
}
