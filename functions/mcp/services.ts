import type { Context } from 'aws-lambda';
import { apiKeyResolver } from '#functions/call-services.ts';
import type { Foundation } from '#functions/foundation.ts';
import { crawlingToolServices } from '#functions/tools/public-sites.ts';
import { servedTools } from '#functions/tools/served-tools.ts';
import { createAgentTokenVerifier } from '#shared/callers/identity/agent-token.ts';
import { createConnectionRepository } from '#shared/callers/identity/connection-repository.ts';
import { createPublishedKeys } from '#shared/callers/identity/signing-keys.ts';
import { checked } from '#shared/calls/admit-call.ts';
import type { Call, ToolCallServices } from '#shared/calls/call.ts';
import type { ServedTool } from '#shared/calls/call-tool.ts';
import type { Delivery } from '#shared/calls/problem.ts';
import type { Surroundings } from '#shared/http/call.ts';
import { createAccountRepository } from '#shared/money/accounts/account-repository.ts';
import type { Client, CredentialResolver, Principal } from '#shared/money/accounts/principal.ts';
import { type AccountTool, type AskAccountTool, eventsInput, trackerInput } from './account-tools.ts';
import type { Refusal } from './call-tool.ts';

/** What the MCP endpoint needs: the tools' services, and who may come in here. */
export interface McpServices extends ToolCallServices, Surroundings {
  /** API keys and agents' access tokens; session tokens are for `/v1` only. */
  readonly agentResolvers: readonly CredentialResolver[];
  /** Every tool there is; who may use which is decided for each request. */
  readonly servedTools: readonly ServedTool[];
  readonly askAccountTool: AskAccountTool;
  /** Ids and hosts of clients that get no link to a checkout. */
  readonly noCheckoutClients: readonly string[];
}

/** The tools' services with those who may come in by `/mcp`: API keys and agents' tokens. */
export async function mcpServices(foundation: Foundation): Promise<McpServices> {
  const { documents, tables, clock, baseUrl } = foundation;
  const accounts = createAccountRepository({ documents, tables, clock });
  const identity = { documents, name: tables.identity, clock };
  const services = await crawlingToolServices(foundation);
  return {
    ...services,
    servedTools,
    askAccountTool: accountToolsOf(foundation),
    noCheckoutClients: noCheckoutClients(foundation.noCheckoutClients),
    agentResolvers: [
      await apiKeyResolver(foundation),
      createAgentTokenVerifier({
        issuer: baseUrl,
        keys: createPublishedKeys(identity),
        connections: createConnectionRepository(identity, accounts),
        clock,
      }),
    ],
  };
}

/** The account tools of a foundation; what they do is read with the first of their calls. */
function accountToolsOf(foundation: Foundation): AskAccountTool {
  return async ({ name, isWhole = false }, args = {}, principal) => {
    const { createTracker, listEvents } = await import('./watch-tools.ts');
    if (name === 'list_events')
      return listEvents(foundation, { ...checked(eventsInput, args, 'body'), isWhole }, principal);
    return createTracker(foundation, checked(trackerInput, args, 'body'), principal);
  };
}

/** Who speaks with the server, and what they may use. */
export interface McpCaller {
  readonly services: McpServices;
  readonly principal: Principal;
  readonly tools: readonly ServedTool[];
  readonly accountTools: readonly AccountTool[];
  readonly call: Call;
  readonly context: Context;
  /** Told where a test key has asked that the answer does not arrive. */
  onUndelivered?(delivery: Delivery): void;
}

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
