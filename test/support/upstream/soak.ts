import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import type { MarginReport } from '#shared/money/margin/margin.ts';
import type { Answer, Caller } from '#test/support/service/running-service.ts';
import { chance, pick } from './chance.ts';
import { type FaultName, faultNames } from './faults.ts';
import { type LiveService, startLiveService } from './live-service.ts';
import { type ToolRequest, toolRequests, unaskedRequests } from './tool-requests.ts';

export interface SoakOptions {
  readonly calls: number;
  /** Share of the provider's answers that are faulty, 0-1. */
  readonly faultShare: number;
  /** Calls at a time. */
  readonly workers: number;
}

/** What a soak came to; money in micro-dollars. */
export interface SoakReport {
  readonly statuses: Readonly<Record<string, number>>;
  /** Sorted. */
  readonly milliseconds: readonly number[];
  readonly credits: { readonly charged: number; readonly missing: number; readonly proven: boolean };
  readonly upstream: {
    readonly requests: number;
    readonly mostAtOnce: number;
    /** What the server stated in answers that it could send to their end, and what it billed for the others. */
    readonly statedMicroUsd: number;
    readonly lostMicroUsd: number;
    /** What is recorded as stated, and what as an estimate for answers that were not read to their end. */
    readonly recordedMicroUsd: number;
    readonly estimatedMicroUsd: number;
  };
  readonly tools: MarginReport['tools'];
}

/** Those that close the way to the provider for all would leave little to soak; the others are faults of single answers. */
const leftOut: readonly FaultName[] = [
  'http_401',
  'http_402',
  'http_429',
  'http_502_page',
  'invalid_location',
  'invalid_field',
  'insufficient_funds',
  'huge',
  'huge_unsaid',
];
const faults = faultNames.filter((name) => !leftOut.includes(name));

/**
 * Mixed calls of all tools against the whole service, with faults in a share
 * of the provider's answers; then the books: every credit, and every
 * micro-dollar that the provider stated or that was lost on the way.
 */
export async function soak({ calls, faultShare, workers }: SoakOptions): Promise<SoakReport> {
  const live = await startLiveService({ UPSTREAM_TIMEOUT_SECONDS: '2' });
  live.upstream.fail(({ path }, number) =>
    chance(`fault ${number} ${path}`) < faultShare ? pick(`kind ${number}`, faults) : undefined,
  );
  const granted = calls * 10;
  const caller = await live.service.openAccount(granted, ['backlinks']);
  const tally = await callAll(caller, calls, workers);
  const { statuses, charged } = tally;
  const missing = granted - (await caller.balance()) - charged;
  const books = await booksOf(live);
  const proven = await live.stop();
  return {
    statuses: Object.fromEntries(statuses),
    milliseconds: tally.durations.toSorted((a, b) => a - b),
    credits: { charged, missing, proven },
    ...books,
  };
}

/** Half of the calls repeat what others asked, the rest ask something new. */
function requestOf(number: number): ToolRequest {
  const isRepeated = chance(`repeat ${number}`) < 0.5;
  const tag = `soak-${isRepeated ? Math.floor(chance(`which ${number}`) * 20) : number}`;
  const known = chance(`known ${number}`) < 0.3 ? toolRequests : unaskedRequests(tag);
  return pick(`tool ${number}`, Object.values(known));
}

interface Tally {
  readonly statuses: Map<number, number>;
  readonly durations: number[];
  charged: number;
}

async function callAll(caller: Caller, calls: number, workers: number): Promise<Tally> {
  const tally: Tally = { statuses: new Map(), durations: [], charged: 0 };
  let next = 0;
  const worker = async () => {
    for (let number = next++; number < calls; number = next++) {
      const { tool, body } = requestOf(number);
      const start = performance.now();
      const answer = await caller.post(`/v1/tools/${tool}`, body);
      count(tally, answer, performance.now() - start);
      // Where this machine was too busy to hear several answers in time, the way to the provider is closed for a while.
      const waitSeconds = Number(answer.headers.get('retry-after') ?? 0);
      await pause(answer.status === 503 ? waitSeconds * 1_000 : 0);
    }
  };
  await Promise.all(Array.from({ length: workers }, worker));
  return tally;
}

function count(tally: Tally, answer: Answer, milliseconds: number): void {
  tally.statuses.set(answer.status, (tally.statuses.get(answer.status) ?? 0) + 1);
  tally.durations.push(milliseconds);
  tally.charged += Number(answer.headers.get('x-credits-charged') ?? 0);
}

async function booksOf({ service, upstream }: LiveService): Promise<Pick<SoakReport, 'tools' | 'upstream'>> {
  const { total, tools } = await service.operations.margin(undefined);
  const estimatedMicroUsd = Math.round(total.estimated_cost_usd * 1e6);
  return {
    tools,
    upstream: {
      requests: upstream.requests.length,
      mostAtOnce: upstream.mostAtOnce,
      statedMicroUsd: upstream.statedMicroUsd,
      recordedMicroUsd: Math.round(total.upstream_cost_usd * 1e6) - estimatedMicroUsd,
      lostMicroUsd: upstream.lostMicroUsd,
      estimatedMicroUsd,
    },
  };
}

/**
 * Whether every credit and every cost is where it belongs. An answer that is
 * sent in the moment of its deadline is stated for the one side and lost for
 * the other: it stands under the estimates then, with its price.
 */
export function isReconciled({ credits, upstream }: SoakReport): boolean {
  const { statedMicroUsd, lostMicroUsd, recordedMicroUsd, estimatedMicroUsd } = upstream;
  const isBilled = statedMicroUsd + lostMicroUsd <= recordedMicroUsd + estimatedMicroUsd;
  return credits.proven && credits.missing === 0 && recordedMicroUsd <= statedMicroUsd && isBilled;
}
