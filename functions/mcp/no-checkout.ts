import type { Client } from '#shared/money/accounts/principal.ts';
import type { Refusal } from './call-tool.ts';
import type { McpCaller } from './mcp-caller.ts';

/**
 * ChatGPT: its directory allows links to a checkout for physical goods only
 * (developers.openai.com, "Checkout API reference", 2026).
 */
const usualClients = ['chatgpt.com', 'chat.openai.com'];

/** The clients of a setting: ids or hosts, divided by commas; `none` for no client at all. */
export function noCheckoutClients(setting: string | undefined): readonly string[] {
  if (setting === undefined) return usualClients;
  const named = setting.split(',').map((name) => name.trim());
  return named.filter((name) => name !== '' && name !== 'none');
}

/**
 * A refusal as the caller's client may show it. Operators of some clients forbid
 * links to a checkout: those are told that the credits are used up, and where the
 * account is.
 */
export function withoutCheckout(
  { services, principal }: Pick<McpCaller, 'services' | 'principal'>,
  { problem, error }: Refusal,
): Refusal {
  const { action_url: link, ...rest } = problem;
  if (link === undefined || !isNamed(principal.client, services.noCheckoutClients)) return { problem, error };
  if (rest.code !== 'insufficient_credits') return { problem: rest, error };
  const { credits_required: price, balance } = rest;
  const detail =
    `The credits of this account are used up: the call costs ${price} and ${balance} are left. ` +
    `The account is at ${services.dashboardUrl}/account`;
  return { problem: { ...rest, detail }, error };
}

/** Clients that register themselves have ids of their own making and are known by where their answers go. */
function isNamed(client: Client | undefined, named: readonly string[]): boolean {
  if (!client) return false;
  const known = [client.clientId, URL.parse(client.clientId)?.host, client.redirectHost];
  return named.some((name) => known.includes(name));
}
