import { inspectDomain } from '#functions/tools/inspect-domain/contract.ts';
import { createIdempotencyStore } from '#shared/callers/idempotency/dynamo-idempotency-store.ts';
import { checkInput } from '#shared/calls/admit-call.ts';
import { beginCall, type ToolCallServices } from '#shared/calls/call.ts';
import { callTool } from '#shared/calls/call-tool.ts';
import { archiveAnswer } from '#shared/calls/record-call.ts';
import { createObservations } from '#shared/facts/answers/observations.ts';
import type { ToolAnswer, ToolContext } from '#shared/facts/answers/tool-answer.ts';
import { createDatasetRecords } from '#shared/facts/datasets/dataset-records.ts';
import { createDatasets } from '#shared/facts/datasets/datasets.ts';
import type { Sources } from '#shared/facts/ports/sources.ts';
import type { Principal } from '#shared/money/accounts/principal.ts';
import { createCreditLedger } from '#shared/money/ledger/dynamo-credit-ledger.ts';
import type { Clock } from '#shared/platform/clock.ts';
import type { ObjectStore } from '#shared/platform/object-store/object-store.ts';
import type { TestDatabase } from '../stores/database.ts';
import { memoryObjects } from '../stores/memory-objects.ts';

type Answer = ToolAnswer<Readonly<Record<string, unknown>>>;

export interface CallsOptions {
  readonly clock: Clock;
  /** In place of the database's own clients: a network with faults, say. */
  readonly network?: Pick<TestDatabase, 'documents'> & {
    readonly singleAttempt: TestDatabase['documents'];
  };
  readonly objects?: ObjectStore;
  /** Services in place of those that are there. */
  readonly change?: (services: ToolCallServices) => Partial<ToolCallServices>;
}

interface CallOptions {
  /** What the tool does; answers plainly where it is left out. */
  readonly work?: (context: ToolContext) => Promise<Partial<Answer>> | Partial<Answer>;
  readonly idempotencyKey?: string | undefined;
  readonly isSentAgainWhenLost?: boolean;
  /** As a test key sends it. */
  readonly faultSent?: string | undefined;
  readonly domain?: string;
  readonly credits?: number;
  /** Milliseconds that the work may take. */
  readonly timeoutMs?: number;
}

/** The metered call with all that it works with, on an embedded database, around work that the test gives. */
export function openCalls({ documents, tables }: TestDatabase, options: CallsOptions) {
  const { clock, network = { documents, singleAttempt: documents }, objects = memoryObjects() } = options;
  const logged: unknown[] = [];
  const log = (message: string, facts?: object) => void logged.push({ message, ...facts });
  const logger = { info: log, warn: log, error: log };
  const plain: ToolCallServices = {
    clock,
    logger,
    baseUrl: 'https://oriel.example',
    dashboardUrl: 'https://oriel.example/dashboard',
    ledger: createCreditLedger({ ...network, tables, clock }),
    idempotency: createIdempotencyStore({ documents: network.documents, tables, objects, clock }),
    datasets: createDatasets({
      records: createDatasetRecords(network.documents, tables),
      objects,
      clock,
    }),
    tellAccount: async () => {},
    archive: (paid, body) =>
      archiveAnswer(paid, body, { documents: network.documents, tables, clock, logger }),
    observations: createObservations({ documents: network.documents, tables, clock }),
    prices: { inspect_domain: inspectDomain.credits },
    openSources: () => ({}) as Sources,
    openSampleSources: () => ({}) as Sources,
  };
  const services: ToolCallServices = { ...plain, ...options.change?.(plain) };

  /** Calls `inspect_domain`, with the test's own work in the place of its logic. */
  function call(principal: Principal, asked: CallOptions = {}) {
    const { work = () => ({}), idempotencyKey, domain = 'a.example', timeoutMs = 5_000 } = asked;
    const { isSentAgainWhenLost = false, faultSent } = asked;
    const tool = { ...inspectDomain, credits: asked.credits ?? inspectDomain.credits };
    const begun = {
      endpoint: '/v1/tools/inspect_domain',
      method: 'POST',
      tool: tool.name,
      requestBytes: 24,
      network: null,
    };
    return callTool(
      {
        ...checkInput(tool, { domain }),
        call: beginCall(clock, begun),
        principal,
        tool,
        logic: async (_input, context) => ({ ...plainAnswer, ...(await work(context)) }) as never,
        idempotencyKey,
        isSentAgainWhenLost,
        faultSent,
        deadline: clock() + timeoutMs,
      },
      services,
    );
  }

  return { call, services, logged };
}

/** An answer without anything in it. */
export const plainAnswer: Answer = {
  data: { domain: 'a.example' },
  facts: [],
  entities: [],
  coverage: { returned: 0, total_available: 0, truncated: false, as_of: null, scope_note: null },
  warnings: [],
  suggestions: [],
  cacheHit: false,
};
