import type { CallUsage, Delta, Envelope, NextAction, Resource, Warning } from '#shared/contract/envelope.ts';
import { isFinding } from '#shared/contract/envelope.ts';
import { priceOf, type ToolContract, type ToolInput } from '#shared/contract/tool.ts';
import { answerWarnings, withMeasuredConfidence } from '#shared/facts/answers/answer.ts';
import type { AskedQuestion, Recalled } from '#shared/facts/answers/observations.ts';
import type { ToolAnswer, ToolContext, ToolLogic } from '#shared/facts/answers/tool-answer.ts';
import { listReader } from '#shared/facts/datasets/dataset-records.ts';
import type { Spend } from '#shared/facts/ports/fact.ts';
import type { ProviderUse, Sources } from '#shared/facts/ports/sources.ts';
import { holderOf, type Principal } from '#shared/money/accounts/principal.ts';
import type { Hold, RunStatus } from '#shared/money/ledger/operations.ts';
import type { CheckedInput, NamedRun } from './admit-call.ts';
import type { Call, ToolCallServices } from './call.ts';
import { inTime, outOfTime } from './claim-call.ts';
import { datasetsOf, keepDatasets, whenStored } from './keep-datasets.ts';

/** How many statements an answer carries, so that it stays small enough for an agent to read. */
const maxFacts = 25;

interface EnvelopeParts {
  readonly answer: ToolAnswer<Readonly<Record<string, unknown>>>;
  readonly deltas: readonly Delta[];
  readonly resources: readonly Resource[];
  /** Warnings about the request itself, such as an ignored field. */
  readonly warnings: readonly Warning[];
  readonly usage: CallUsage;
  /** Credits of each tool of the catalog. */
  readonly prices: Readonly<Record<string, number>>;
}

/** The envelope around a tool's answer: every member present, whatever the tool. */
export function buildEnvelope(tool: Pick<ToolContract, 'family'>, parts: EnvelopeParts): Envelope {
  const { answer, deltas, resources, usage, prices } = parts;
  const facts = answer.facts.slice(0, maxFacts);
  const mentioned = new Set(facts.flatMap(({ subject }) => subject.map(({ kind, id }) => `${kind} ${id}`)));
  return {
    schema_version: 'ofe/1.0',
    domain: tool.family,
    data: answer.data,
    facts,
    entities: answer.entities.filter(({ kind, id }) => mentioned.has(`${kind} ${id}`)),
    deltas,
    coverage: answer.coverage,
    resources,
    next_actions: answer.suggestions.flatMap((suggestion) => {
      const listed = prices[suggestion.tool];
      // A dataset can be older than the tool that made it: what is no longer sold is not suggested.
      return listed === undefined ? [] : [{ ...suggestion, credits: suggestion.credits ?? listed }];
    }),
    warnings: distinct([...parts.warnings, ...answer.warnings]),
    usage,
  };
}

function distinct(warnings: readonly Warning[]): Warning[] {
  return [...new Map(warnings.map((warning) => [`${warning.code} ${warning.message}`, warning])).values()];
}

export type ReportProgress = ToolContext['reportProgress'];

export interface ToolRun<Tool extends ToolContract> extends CheckedInput<ToolInput<Tool>> {
  readonly call: Call;
  readonly principal: Principal;
  readonly tool: Tool;
  readonly logic: ToolLogic<Tool>;
  /** When the work must have ended, in milliseconds since 1970. */
  readonly deadline: number;
  /** A failure, which costs nothing, is wanted in place of an answer in part. */
  readonly isWholeOnly?: boolean;
  readonly run?: NamedRun | undefined;
  readonly reportProgress?: ReportProgress;
}

export interface Paid {
  /** Undefined for a call that costs nothing. */
  readonly hold: Pick<Hold, 'credits'> | undefined;
  readonly balanceAfter: number;
  /** Undefined where the call names no run. */
  readonly run: RunStatus | undefined;
  readonly spend: Spend;
  /** Why its price could not be set aside: then only what the caller has brought itself is answered. */
  readonly unpaid?: Error | undefined;
}

export interface Ran {
  /** The answer as it is once its datasets are stored, which has begun. */
  readonly planned: Envelope;
  /** The answer when they are stored, or known not to be. Never rejects. */
  readonly stored: Promise<Envelope>;
  /** Whether it costs its caller nothing, being made of what the caller has brought. */
  readonly isFree: boolean;
  /** Has the account told of what was found, and keeps what it has seen for the next comparison; once the answer is its own to keep. */
  remember(): Promise<void>;
}

/** After the tool's deadline: an answer that is charged does not wait for its datasets any longer. */
const longestStoringMs = 600;

/** Runs the tool's logic, and reads beside it what the account saw last. */
export async function runTool<Tool extends ToolContract>(
  run: ToolRun<Tool>,
  paid: Paid,
  services: ToolCallServices,
): Promise<Ran> {
  const { call, principal, tool, input, warnings } = run;
  const { clock, logger, prices } = services;
  const question: AskedQuestion = { accountId: holderOf(principal), tool: tool.name, args: input };
  // A tool that keeps no facts has nothing to compare, and no access to the table.
  const recalling = tool.needs.includes('facts') ? recallOrNothing(question, call, services) : undefined;
  const { answer, elsewhere, keepRead } = await runWithin(run.deadline - clock(), (signal) =>
    runLogic(run, paid, signal, services),
  );
  if (paid.unpaid && !answer.isOwn) throw paid.unpaid;
  const recalled = await recalling;
  const storingMs = run.deadline + longestStoringMs - clock();
  const datasets = keepDatasets(services, question, datasetsOf(tool, answer), storingMs);
  const seen = answer.observations ?? [];
  const isFree = isFreeOf(paid, answer);
  const planned = buildEnvelope(tool, {
    answer,
    deltas: recalled?.compare(seen) ?? [],
    resources: datasets.map(({ resource }) => resource),
    warnings: [...warnings, ...answerWarnings(tool, answer, clock())],
    prices,
    usage: usageOf(run, paid, { isFree, cacheHit: answer.cacheHit }),
  });
  return {
    isFree,
    planned,
    stored: whenComplete(
      planned,
      datasets,
      inTime(elsewhere, storingMs, () => []),
    ),
    async remember() {
      try {
        // First, so that what is not told is found again by the next comparison.
        if (!answer.isOwn) await tellFindings(run, planned.deltas, services);
        await recalled?.keep(seen);
        await keepRead();
      } catch (cause) {
        logger.warn('observations not kept', { request_id: call.requestId, tool: tool.name, cause });
      }
    },
  };
}

/** A tracker tells of its own, also where its answer is given again; what an account has brought is told with its import. */
async function tellFindings(
  { call, principal, tool, input }: UsedCall,
  deltas: readonly Delta[],
  { tellAccount }: Pick<ToolCallServices, 'tellAccount'>,
): Promise<void> {
  const findings = deltas.filter(isFinding);
  if (findings.length === 0 || principal.isTest || principal.authSource === 'schedule') return;
  const asked = { tool: tool.name, args: input, request_id: call.requestId };
  await tellAccount({ account_id: principal.account.accountId, ...asked, findings });
}

/** Whether a call that has a price costs nothing after all; what cost something upstream is none of the account's own. */
function isFreeOf({ hold, unpaid, spend }: Paid, { isOwn }: FoundAnswer['answer']): boolean {
  return (hold ?? unpaid) !== undefined && isOwn === true && spend.microUsd === 0;
}

interface UsedCall extends Pick<ToolRun<ToolContract>, 'call' | 'principal' | 'tool'> {
  readonly input: Readonly<Record<string, unknown>>;
}

function usageOf(
  { call, principal, tool, input }: UsedCall,
  { hold, balanceAfter, run }: Paid,
  { isFree, cacheHit }: { readonly isFree: boolean; readonly cacheHit: boolean },
): CallUsage {
  const held = hold?.credits ?? 0;
  const returned = isFree ? held : 0;
  return {
    request_id: call.requestId,
    tool: tool.name,
    credits_charged: held - returned,
    balance_after: balanceAfter + returned,
    cache_hit: cacheHit,
    replayed: false,
    ...(isFree && { free_because: 'own_data' as const }),
    ...(principal.isTest && { mode: 'test' as const, would_have_cost: priceOf(tool, input) }),
    ...(run && { run: { ...run, spent: run.spent - returned } }),
  };
}

/** The facts are what was paid for: where what the account saw last cannot be read, they come without what changed. */
async function recallOrNothing(
  question: AskedQuestion,
  { requestId }: Call,
  { observations, logger }: ToolCallServices,
): Promise<Recalled | undefined> {
  try {
    return await observations.recall(question);
  } catch (cause) {
    logger.warn('observations not read', { request_id: requestId, tool: question.tool, cause });
    return undefined;
  }
}

interface FoundAnswer {
  readonly answer: ToolAnswer<Readonly<Record<string, unknown>>>;
  /** The same call where more is known, for an answer that knows nothing. Never rejects. */
  readonly elsewhere: Promise<readonly NextAction[]>;
  /** Makes what was read of a site of the account's own things to do there. */
  keepRead(): Promise<void>;
}

async function runLogic<Tool extends ToolContract>(
  {
    call,
    principal,
    tool,
    input,
    market,
    logic,
    reportProgress,
    deadline,
    isWholeOnly = false,
  }: ToolRun<Tool>,
  { spend, unpaid }: Paid,
  signal: AbortSignal,
  services: ToolCallServices,
): Promise<FoundAnswer> {
  const { account, isTest } = principal;
  const isSample = isTest || account.snapshot.sample_data;
  const use: ProviderUse = unpaid ? 'nothing' : usable(account);
  // The sample market lies in this thread.
  const run = (isSample ? undefined : services.runners?.[tool.name]) ?? logic;
  const sources = isSample
    ? await services.openSampleSources()
    : await services.openSources(spend, signal, account.accountId, use);
  // Read beside the question, and where the tool has rights to the index at all.
  const asksIndex = tool.sourceClasses.includes('search_index') && tool.needs.includes('facts');
  const notes = asksIndex ? sources.notes : undefined;
  const now = services.clock();
  const [confidenceOf, found] = await Promise.all([
    notes?.confidenceOf(),
    run(input, {
      ...{ market, sources, now, signal, withinMs: deadline - now, isWholeOnly },
      requestId: call.requestId,
      datasets: services.datasets.reader(holderOf(principal), listReader(sources)),
      reportProgress: reportProgress ?? (() => {}),
    }),
  ]);
  const facts = confidenceOf ? withMeasuredConfidence(found.facts, confidenceOf) : found.facts;
  const answer = { ...found, facts };
  const keepRead = async () => answer.readPages && sources.keepFaults?.(answer.readPages);
  return {
    answer,
    elsewhere: callsElsewhere(answer, { tool, input, market }, { ...sources, notes }),
    keepRead,
  };
}

const usable = ({ features }: Principal['account']): ProviderUse =>
  features.has('backlinks') ? 'all' : 'no links';

async function whenComplete(
  planned: Envelope,
  datasets: Parameters<typeof whenStored>[1],
  elsewhere: FoundAnswer['elsewhere'],
): Promise<Envelope> {
  const [envelope, calls] = await Promise.all([whenStored(planned, datasets), elsewhere]);
  return calls.length === 0 ? envelope : { ...envelope, next_actions: [...calls, ...envelope.next_actions] };
}

/** Looked for beside the charge, so that no call waits longer, and loaded with the first empty answer. */
async function callsElsewhere(
  { coverage, warnings }: FoundAnswer['answer'],
  asked: Pick<ToolRun<ToolContract>, 'tool' | 'market'> & {
    readonly input: Readonly<Record<string, unknown>>;
  },
  { notes, own }: Partial<Pick<Sources, 'notes' | 'own'>>,
): Promise<readonly NextAction[]> {
  const isEmpty = coverage.returned === 0 && warnings.some(({ code }) => code === 'no_data');
  if (!notes || !isEmpty) return [];
  try {
    return await (await import('./known-elsewhere.ts')).knownElsewhere(asked, notes, own);
  } catch {
    return [];
  }
}

/** Ends with `upstream_timeout` when the work has not ended in time, whether or not it heeds its signal. */
async function runWithin<Value>(
  timeoutMs: number,
  work: (signal: AbortSignal) => Promise<Value>,
): Promise<Value> {
  const controller = new AbortController();
  return inTime(work(controller.signal), Math.max(1, timeoutMs), () => {
    controller.abort(outOfTime());
    return Promise.reject(controller.signal.reason);
  });
}
