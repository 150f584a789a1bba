import createClient from 'openapi-fetch';
import type { paths } from './openapi.d.ts';
import { Problem, problemOf } from './problem.ts';
import type {
  BillingDetails,
  BrowserSession,
  ConnectionChanges,
  Credential,
  Envelope,
  KeyChanges,
  NewCredential,
  NewSiteChange,
  NewUpload,
  Order,
  Passkey,
  SiteNameChanges,
  UsageFilter,
  UsageRecord,
} from './schema.ts';
import { askSession, authorizedFetch, postSession } from './session.ts';

export const api = createClient<paths>({ baseUrl: location.origin, fetch: authorizedFetch });

/** The answer, or the refusal as an error. */
export async function answered<Answer>(
  call: Promise<{ readonly data?: Answer; readonly error?: unknown; readonly response: Response }>,
): Promise<Answer> {
  const { data, error, response } = await call;
  if (data === undefined) throw new Problem(response.status, error, response.headers.get('retry-after'));
  return data;
}

/** The header by which a press that is repeated is one call. */
export const once = (idempotencyKey: string) => ({ 'Idempotency-Key': idempotencyKey });

/** All keys; the service gives them a hundred at once. */
export async function listCredentials(): Promise<readonly Credential[]> {
  const found: Credential[] = [];
  for (let after: string | undefined; ; ) {
    const call = api.GET('/v1/me/api-credentials', { params: { query: after ? { after } : {} } });
    found.push(...(await answered(call)));
    after = (await call).response.headers.has('link') ? found.at(-1)?.id : undefined;
    if (after === undefined) return found;
  }
}
export const changeCredential = (credential_id: string, body: KeyChanges) =>
  answered(
    api.PATCH('/v1/me/api-credentials/{credential_id}', { params: { path: { credential_id } }, body }),
  );
/** Another key in the place of one, which works for `overlap_hours` more. */
export const rotateCredential = (credential_id: string, overlap_hours: number, idempotencyKey: string) =>
  answered(
    api.POST('/v1/me/api-credentials/{credential_id}/rotate', {
      params: { path: { credential_id }, header: once(idempotencyKey) },
      body: { overlap_hours },
    }),
  );
export const createCredential = (body: NewCredential, idempotencyKey: string) =>
  answered(api.POST('/v1/me/api-credentials', { body, params: { header: once(idempotencyKey) } }));
export const revokeCredential = (credential_id: string) =>
  answered(
    api.POST('/v1/me/api-credentials/{credential_id}/revoke', {
      params: { path: { credential_id } },
      body: { with_children: true },
    }),
  );

export const changeConnection = (connection_id: string, body: ConnectionChanges) =>
  answered(api.PATCH('/v1/me/connections/{connection_id}', { params: { path: { connection_id } }, body }));
export const revokeConnection = (connection_id: string) =>
  answered(api.POST('/v1/me/connections/{connection_id}/revoke', { params: { path: { connection_id } } }));

export const createUpload = (body: NewUpload, idempotencyKey: string) =>
  answered(api.POST('/v1/me/uploads', { body, params: { header: once(idempotencyKey) } }));
export const startUpload = (upload_id: string, said: Pick<NewUpload, 'columns' | 'domain'> | null = null) =>
  answered(
    api.POST('/v1/me/uploads/{upload_id}/start', {
      params: { path: { upload_id } },
      body: said,
    }),
  );
export const undoImport = (import_id: string) =>
  answered(api.POST('/v1/me/imports/{import_id}/undo', { params: { path: { import_id } } }));
export const updateOwnSite = (site: string, body: SiteNameChanges) =>
  answered(api.PATCH('/v1/me/sites/{site}', { params: { path: { site } }, body }));

export const recordSiteChange = (site: string, body: NewSiteChange, idempotencyKey: string) =>
  answered(
    api.POST('/v1/me/sites/{site}/changes', {
      params: { path: { site }, header: once(idempotencyKey) },
      body,
    }),
  );
export const removeSiteChange = (site: string, change_id: string) =>
  answered(api.DELETE('/v1/me/sites/{site}/changes/{change_id}', { params: { path: { site, change_id } } }));

export interface UsagePage {
  readonly records: readonly UsageRecord[];
  readonly nextCursor: string | undefined;
}

/** One page of the usage log, newest first. */
export async function listUsage(filter: UsageFilter, signal: AbortSignal): Promise<UsagePage> {
  const call = api.GET('/v1/me/usage', { params: { query: filter }, signal });
  const records = await answered(call);
  const { response } = await call;
  return { records, nextCursor: nextCursor(response.headers.get('link')) };
}

/** An answer that was paid for, with what was asked; free. */
export const getAnswer = (request_id: string) =>
  answered(api.GET('/v1/me/answers/{request_id}', { params: { path: { request_id } } }));

interface UsageSheet {
  /** CSV with its line of names. */
  readonly text: string;
  readonly nextCursor: string | undefined;
}

/** The same records as part of a spreadsheet: as many as the service gives at once. */
export async function readUsageSheet(filter: UsageFilter): Promise<UsageSheet> {
  const query = { ...filter, format: 'csv' as const };
  const call = api.GET('/v1/me/usage', { params: { query }, parseAs: 'text' });
  const text: unknown = await answered(call);
  const { response } = await call;
  return { text: String(text), nextCursor: nextCursor(response.headers.get('link')) };
}

/** Calls added up; days such as `2026-11-20`, both inclusive. */
export const summarizeUsage = (since: string, until: string, signal: AbortSignal) =>
  answered(api.GET('/v1/me/usage/summary', { params: { query: { since, until } }, signal }));

/** Calls a tool. The idempotency key belongs to one press of the button, so that a repeat is charged once. */
export async function callTool(
  path: string,
  body: unknown,
  idempotencyKey: string,
  signal: AbortSignal,
): Promise<Envelope> {
  const request = new Request(new URL(path, location.origin), {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': idempotencyKey },
    body: JSON.stringify(body),
    signal,
  });
  const response = await authorizedFetch(request);
  if (!response.ok) throw await problemOf(response);
  return response.json();
}

export const openCheckout = (quantity: number) =>
  postSession<{ readonly checkout_url: string }>('billing/checkout', { quantity });
export const confirmOrder = (orderId: string) => postSession<Order>('billing/confirm', { order_id: orderId });
export const saveBillingDetails = (details: BillingDetails) =>
  postSession<BillingDetails>('billing/details', details);
export const setLowBalanceAlert = (threshold: number | null) =>
  postSession<{ readonly threshold: number | null }>('billing/alert', { threshold });

export async function listSessions(): Promise<readonly BrowserSession[]> {
  const { sessions } = await askSession('/session/list');
  return sessions;
}
export const endSession = (sessionId: string) => askSession('/session/end', { session_id: sessionId });

export async function listPasskeys(): Promise<readonly Passkey[]> {
  const { passkeys } = await askSession('/session/passkey/list');
  return passkeys;
}
export const renamePasskey = (passkeyId: string, name: string) =>
  askSession('/session/passkey/rename', { passkey_id: passkeyId, name });
export const removePasskey = (passkeyId: string) =>
  askSession('/session/passkey/remove', { passkey_id: passkeyId });

export const downloadAccountData = () => postSession('account/download');
export const deleteAccount = (email: string) => postSession('account/delete', { email });

function nextCursor(link: string | null): string | undefined {
  const next = link?.split(',').find((entry) => entry.includes('rel="next"'));
  const address = next && /<([^>]+)>/u.exec(next)?.[1];
  return address ? (new URL(address, location.origin).searchParams.get('cursor') ?? undefined) : undefined;
}

export const connectSearchConsole = () => answered(api.POST('/v1/me/search-console', { body: {} }));
export const chooseProperties = (properties: string[]) =>
  answered(api.POST('/v1/me/search-console/properties', { body: { properties } }));
export const disconnectSearchConsole = (keepsHistory: boolean) =>
  answered(
    api.DELETE('/v1/me/search-console', {
      params: { query: { keep_history: keepsHistory ? 'true' : 'false' } },
    }),
  );
