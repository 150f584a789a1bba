import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { type Answer, type Caller, startService } from '#test/support/running-service.ts';
import { chance, pick } from '#test/support/upstream/chance.ts';
import type { FaultName } from '#test/support/upstream/faults.ts';
import { startUpstream, type UpstreamServer } from '#test/support/upstream/server.ts';
import { type ToolRequest, toolRequests, unaskedRequests } from '#test/support/upstream/tool-requests.ts';

/**
 * Mixed calls of all tools against the whole service, with faults in a share
 * of the provider's answers; then the books are checked: every credit, and
 * every micro-dollar that the provider stated.
 *
 *   node bin/launch.mjs bench/upstream-soak.ts --calls 2000 --faults 0.2
 */
const { values } = parseArgs({
  options: {
    calls: { type: 'string', default: '2000' },
    faults: { type: 'string', default: '0.2' },
    workers: { type: 'string', default: '8' },
  },
});
const total = Number(values.calls);
const faultShare = Number(values.faults);

/** Faults of single answers. Those that close the way to the provider for all would leave little to soak. */
const faults: readonly FaultName[] = [
  'reset',
  'rate_limited',
  'too_many_at_once',
  'search_engine_error',
  'no_results',
  'internal_error',
  'task_timeout',
  'not_json',
  'partial_failure',
  'nulls_everywhere',
  'wrong_types',
  'wrong_shape',
  'no_tasks',
];

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

async function soak(caller: Caller): Promise<Tally> {
  const tally: Tally = { statuses: new Map(), durations: [], charged: 0 };
  let next = 0;
  const worker = async () => {
    for (let number = next++; number < total; number = next++) {
      const { tool, body } = requestOf(number);
      const start = performance.now();
      count(tally, await caller.post(`/v1/tools/${tool}`, body), performance.now() - start);
    }
  };
  await Promise.all(Array.from({ length: Number(values.workers) }, worker));
  return tally;
}

function count(tally: Tally, answer: Answer, milliseconds: number): void {
  tally.statuses.set(answer.status, (tally.statuses.get(answer.status) ?? 0) + 1);
  tally.durations.push(milliseconds);
  tally.charged += Number(answer.headers.get('x-credits-charged') ?? 0);
}

async function run(upstream: UpstreamServer): Promise<void> {
  const service = await startService({
    UPSTREAM_BASE_URL: upstream.baseUrl,
    DATAFORSEO_LOGIN: upstream.login,
    DATAFORSEO_PASSWORD: upstream.password,
  });
  const granted = total * 10;
  const caller = await service.openAccount(granted, ['backlinks']);
  const tally = await soak(caller);
  const balance = await caller.balance();
  const { proven } = await service.operations.reconcile(undefined);
  const { total: margin, tools } = await service.operations.margin(undefined);
  const sorted = tally.durations.toSorted((a, b) => a - b);
  const quantile = (share: number) => Math.round(sorted[Math.floor(share * sorted.length)] ?? 0);
  const statedUsd = upstream.statedMicroUsd / 1e6;
  process.stdout.write(
    `${JSON.stringify(
      {
        calls: total,
        statuses: Object.fromEntries(tally.statuses),
        milliseconds: { p50: quantile(0.5), p95: quantile(0.95), p99: quantile(0.99) },
        credits: { charged: tally.charged, missing: granted - balance - tally.charged, proven },
        upstream: {
          requests: upstream.requests.length,
          most_at_once: upstream.mostAtOnce,
          stated_usd: statedUsd,
          recorded_usd: margin.upstream_cost_usd,
          lost_usd: upstream.lostMicroUsd / 1e6,
        },
        tools,
      },
      null,
      2,
    )}\n`,
  );
  await service.stop();
  const isReconciled =
    proven && granted - balance === tally.charged && statedUsd === margin.upstream_cost_usd;
  if (!isReconciled) process.exitCode = 1;
}

const upstream = await startUpstream({
  fault: ({ path }, number) =>
    chance(`fault ${number} ${path}`) < faultShare ? pick(`kind ${number}`, faults) : undefined,
});
await run(upstream);
await upstream.stop();
