import type { Foundation } from '#functions/foundation.ts';
import type { ShardRunner } from '#shared/money/shards/shard-runner.ts';
import { createShardWorker } from '#shared/money/shards/shard-worker.ts';
import { usageShard as contract } from './contracts.ts';

export function usageShard(foundation: Foundation): (order: unknown) => Promise<object> {
  return createShardWorker(foundation);
}

/**
 * At once a twentieth of what an account of AWS may run by default. 10 files
 * are half a million rows, which a part writes within its time several times over.
 */
const size = { atOnce: 50, attempts: 3, accounts: 100, files: 10 } as const;

/** Parts by the function that does them; undefined where there is none, as on one machine. */
export function calledShards({ calledFunction }: Foundation): ShardRunner | undefined {
  if (calledFunction === undefined) return undefined;
  let call: ReturnType<typeof connect> | undefined;
  return {
    ...size,
    async run(order) {
      call ??= connect();
      return (await call)(calledFunction, order);
    },
  };
}

async function connect() {
  const { createInvoker } = await import('#shared/platform/invoke/invoke-function.ts');
  return createInvoker({ answersWithinSeconds: contract.timeoutSeconds });
}
