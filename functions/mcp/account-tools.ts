import * as v from 'valibot';
import { trackedTools } from '#functions/tools/catalog.ts';
import { beginCall } from '#shared/calls/call.ts';
import { eventRecord, eventTypes } from '#shared/contract/events.ts';
import { domainName, keywordText, told } from '#shared/contract/fields.ts';
import type { Scope } from '#shared/contract/role.ts';
import {
  monthlyBudget,
  rankLimits,
  rankMarkets,
  rankRivals,
  trackerName,
  trackerRecord,
  trackerSchedule,
} from '#shared/contract/watch.ts';
import type { Surroundings } from '#shared/http/call.ts';
import { meterEndpoint } from '#shared/http/endpoint-handler.ts';
import type { Principal } from '#shared/money/accounts/principal.ts';
import { type AnsweredEnvelope, answeredEnvelope, type Refusal, type ToolCaller } from './call-tool.ts';
import type { DescribedTool } from './describe-tool.ts';

/** A tool that reads or changes the caller's account, as an endpoint does for programs. Free. */
export interface AccountTool extends DescribedTool {
  readonly name: 'create_tracker' | 'list_events';
  readonly family: 'core';
  readonly scope: Scope;
  /** The endpoint that does the same; calls are recorded under it. */
  readonly method: 'GET' | 'POST';
  readonly path: `/v1/${string}`;
  /** Of events: all that they have, however long. */
  readonly isWhole?: true;
}

const count = v.pipe(v.number(), v.integer());

/** A site is watched by rank, anything else is a question. */
export const trackerInput = v.object({
  name: told(trackerName, 'Unique.'),
  tool: v.optional(
    v.pipe(
      v.string(),
      v.description('One that costs credits, with `args`; or send `site` and `keywords`.'),
      v.picklist(trackedTools.map(({ name }) => name)),
    ),
  ),
  args: v.optional(v.record(v.string(), v.unknown())),
  site: v.optional(domainName),
  keywords: v.optional(v.pipe(v.array(keywordText), v.minLength(1), v.maxLength(rankLimits.keywords))),
  markets: v.optional(told(rankMarkets, 'Each is priced by itself.')),
  rivals: v.optional(told(rankRivals, 'Same price.')),
  schedule: told(trackerSchedule, '`at` in an IANA `time_zone`; `weekday` for week, `day` for month.'),
  monthly_budget: v.optional(told(monthlyBudget, 'In credits. If omitted: only tells the price.')),
});

const createTracker = {
  name: 'create_tracker',
  title: 'Create a tracker',
  family: 'core',
  summary:
    'Repeats a tool call, or checks where a site ranks, each day, week or month within a monthly budget.',
  whenToUse: 'To hear of changes by list_events. Ask your user before you send a budget.',
  credits: 0,
  input: trackerInput,
  data: v.object({
    created: v.boolean(),
    price: count,
    most_a_month: count,
    tracker: v.nullable(trackerRecord),
    note: v.string(),
  }),
  writes: true,
  scope: 'tools',
  method: 'POST',
  path: '/v1/me/trackers',
} as const satisfies AccountTool;

/** Events that one call gives at most. */
export const mostEvents = 50;

export const eventsInput = v.object({
  after: v.optional(told(v.pipe(count, v.minValue(0)), 'An earlier `next`: events since, oldest first.')),
  type: v.optional(v.picklist(eventTypes)),
  limit: v.optional(v.pipe(count, v.minValue(1), v.maxValue(mostEvents)), 20),
});

const listEvents = {
  name: 'list_events',
  title: 'List events',
  family: 'core',
  summary: 'Events of trackers, connected sites, crawls and the account, newest first.',
  whenToUse: 'To learn what changed since your last look.',
  credits: 0,
  input: eventsInput,
  data: v.object({
    events: v.array(
      v.object({ ...eventRecord.entries, data: v.nullable(v.record(v.string(), v.unknown())) }),
    ),
    next: count,
    more: v.boolean(),
    note: v.optional(v.string()),
  }),
  scope: 'balance:read',
  method: 'GET',
  path: '/v1/me/events',
} as const satisfies AccountTool;

export const eventsResource: AccountTool = { ...listEvents, isWhole: true };

/** Tools beside those of the catalog: what an agent does with its account rather than asks of the world. */
export const accountTools: readonly AccountTool[] = [createTracker, listEvents];

/** Gives what an account tool answers, from arguments that nobody has checked. */
export type AskAccountTool = (
  tool: Pick<AccountTool, 'name' | 'isWhole'>,
  args: unknown,
  principal: Principal,
) => Promise<Readonly<Record<string, unknown>>>;

interface AccountToolServices extends Surroundings {
  readonly askAccountTool: AskAccountTool;
}

/** Calls an account tool as its endpoint is called: counted, recorded, free, and once under a key. */
export async function callAccountTool(
  { services, principal, call }: ToolCaller & { readonly services: AccountToolServices },
  tool: AccountTool,
  args: unknown,
  idempotencyKey?: string,
): Promise<AnsweredEnvelope | Refusal> {
  const { path: endpoint, method } = tool;
  const begun = beginCall(services.clock, { ...call, endpoint, route: endpoint, method, tool: null });
  const balance = principal.scopes.has('balance:read') ? principal.account.balance : null;
  const ask = async () => {
    const body = JSON.stringify({
      data: await services.askAccountTool(tool, args, principal),
      coverage: { scope_note: null, truncated: false },
      resources: [],
      next_actions: [],
      warnings: [],
      usage: { request_id: begun.requestId, tool: tool.name, credits_charged: 0, balance_after: balance },
    });
    const sent = { statusCode: 200, headers: {}, body };
    return { sent, kept: sent };
  };
  const key = tool.writes ? idempotencyKey : undefined;
  const request = { call: begun, principal, idempotencyKey: key, input: args, ask };
  const answered = await meterEndpoint(request, services);
  return 'problem' in answered ? answered : v.parse(answeredEnvelope, JSON.parse(answered.body));
}

/** Whether a caller may use an account tool; a test key reaches nothing that the account owns. */
export function mayUse({ scopes, isTest }: Principal, { scope }: AccountTool): boolean {
  return isTest !== true && scopes.has(scope);
}
