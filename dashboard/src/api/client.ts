import { problemOf } from './problem.ts';
import type {
  BillingStatement,
  BrowserSession,
  Capabilities,
  Connection,
  CreatedCredential,
  Credential,
  Envelope,
  NewCredential,
  Order,
  UsageRecord,
} from './schema.ts';
import { authorizedFetch, postSession } from './session.ts';

interface Call {
  readonly method?: 'GET' | 'POST';
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

async function send(path: string, { method = 'GET', body, headers, signal }: Call = {}): Promise<Response> {
  const request = new Request(new URL(path, location.origin), {
    method,
    headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(signal ? { signal } : {}),
  });
  const response = await authorizedFetch(request);
  if (!response.ok) throw await problemOf(response);
  return response;
}

async function json<Answer>(path: string, call?: Call): Promise<Answer> {
  const response = await send(path, call);
  return response.json();
}

export const getCapabilities = () => json<Capabilities>('/v1/capabilities');
export const getCredits = () => json<{ readonly balance: number }>('/v1/me/credits');

export const listCredentials = () => json<readonly Credential[]>('/v1/me/api-credentials');
export const createCredential = (body: NewCredential, idempotencyKey: string) =>
  json<CreatedCredential>('/v1/me/api-credentials', {
    method: 'POST',
    body,
    headers: { 'idempotency-key': idempotencyKey },
  });
export const revokeCredential = (id: string) =>
  json<Credential>(`/v1/me/api-credentials/${encodeURIComponent(id)}/revoke`, { method: 'POST' });

export const listConnections = () => json<readonly Connection[]>('/v1/me/connections');
export const revokeConnection = (id: string) =>
  json<Connection>(`/v1/me/connections/${encodeURIComponent(id)}/revoke`, { method: 'POST' });

/** Which usage records; all members are optional. */
export interface UsageFilter {
  readonly limit?: number;
  readonly since?: string;
  readonly until?: string;
  readonly tool?: string;
  readonly credential_id?: string;
  readonly cursor?: string;
}

export interface UsagePage {
  readonly records: readonly UsageRecord[];
  readonly nextCursor: string | undefined;
}

/** One page of the usage log, newest first. */
export async function listUsage(filter: UsageFilter, signal?: AbortSignal): Promise<UsagePage> {
  const response = await send(`/v1/me/usage?${queryOf(filter)}`, signal ? { signal } : {});
  const records: readonly UsageRecord[] = await response.json();
  return { records, nextCursor: nextCursor(response.headers.get('link')) };
}

/** The same records as a CSV file. */
export async function downloadUsage(filter: UsageFilter): Promise<Blob> {
  const response = await send(`/v1/me/usage?${queryOf(filter)}&format=csv`);
  return response.blob();
}

/** Calls a tool. The idempotency key belongs to one press of the button, so that a repeat is charged once. */
export function callTool(
  path: string,
  body: unknown,
  idempotencyKey: string,
  signal: AbortSignal,
): Promise<Envelope> {
  const headers = { 'idempotency-key': idempotencyKey };
  return json<Envelope>(path, { method: 'POST', body, headers, signal });
}

export const getStatement = () => postSession<BillingStatement>('billing/statement', {});
export const openCheckout = (quantity: number) =>
  postSession<{ readonly checkout_url: string }>('billing/checkout', { quantity });
export const confirmOrder = (orderId: string) => postSession<Order>('billing/confirm', { order_id: orderId });
export const setLowBalanceAlert = (threshold: number | null) =>
  postSession<{ readonly threshold: number | null }>('billing/alert', { threshold });

export async function listSessions(): Promise<readonly BrowserSession[]> {
  const { sessions } = await postSession<{ readonly sessions: readonly BrowserSession[] }>('list');
  return sessions;
}
export const endSession = (sessionId: string) => postSession('end', { session_id: sessionId });

export const downloadAccountData = () => postSession('account/download');
export const deleteAccount = (email: string) => postSession('account/delete', { email });

function queryOf(filter: UsageFilter): URLSearchParams {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(filter))
    if (value !== undefined && value !== '') query.set(name, String(value));
  return query;
}

function nextCursor(link: string | null): string | undefined {
  const next = link?.split(',').find((entry) => entry.includes('rel="next"'));
  const address = next && /<([^>]+)>/u.exec(next)?.[1];
  return address ? (new URL(address, location.origin).searchParams.get('cursor') ?? undefined) : undefined;
}
