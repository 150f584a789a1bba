import type { McpServices } from '#functions/mcp/services.ts';
import type { ServedTool } from '#shared/calls/call-tool.ts';
import { type CallOutcome, toProblem } from '#shared/calls/problem.ts';
import type { Envelope } from '#shared/contract/envelope.ts';
import { noKeyLimits, type Principal } from '#shared/money/accounts/principal.ts';
import type { ServiceError } from '#shared/platform/errors.ts';
import { anAccount } from '../identity/identity.ts';

/** The endpoint's services without a database: the token `good` is an agent's, and nothing else is let in. */
export function mcpServices(
  served: readonly ServedTool[],
  url: string,
  agent?: Principal['client'],
): McpServices {
  const principal = {
    account: anAccount(),
    credentialId: 'conn_1',
    authSource: 'oauth',
    keyLimits: noKeyLimits,
    scopes: new Set(['tools', 'account:read']),
    ...(agent && { client: agent }),
  };
  return {
    clock: Date.now,
    logger: { info() {}, warn() {}, error() {} },
    baseUrl: url,
    dashboardUrl: url,
    servedTools: served,
    noCheckoutClients: ['chatgpt.com'],
    agentResolvers: [
      {
        recognizes: () => true,
        resolve: async (secret: string) =>
          secret === 'good' ? { ok: true, principal } : { ok: false, reason: 'not good' },
      },
    ],
  } as unknown as McpServices;
}

const rate = { limit: 60, remaining: 59, resetAt: 0 };

/** The outcome of a call that was answered and cost three credits. */
export function answered(): CallOutcome {
  const envelope = {
    data: { domain: 'a.example', rows: [{ keyword: 'x', position: 1 }] },
    coverage: { scope_note: null, truncated: false },
    resources: [],
    next_actions: [],
    warnings: [],
    usage: { credits_charged: 3, balance_after: 7 },
  } as unknown as Envelope;
  const body = JSON.stringify(envelope);
  return { ok: true, body, envelope, isReplay: false, creditsCharged: 3, balance: 7, rate, limit: undefined };
}

/** The outcome of a call that was refused. */
export function refused(error: ServiceError): CallOutcome {
  const call = { requestId: 'req_1', endpoint: '/mcp' };
  return { ok: false, error, problem: toProblem(error, call, 'https://oriel.example'), rate: undefined };
}
