import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openOperations } from '#local/admin/open-operations.ts';
import { noKeyLimits } from '#shared/money/accounts/principal.ts';
import { explore } from '#test/support/model/explore.ts';
import { call, judge, openingStore, sweep } from '#test/support/model/ledger-programs.ts';
import { callersOf } from '#test/support/service/callers.ts';
import { startServerProcess } from '#test/support/service/server-process.ts';
import { median, type Part, quantile, rounded, type Table } from '../harness/report.ts';

function exploreLedger(): Table {
  const scenarios = {
    'a call and a sweeper': { programs: [call('one', 2, 'a'), sweep()], faults: 2 },
    'two calls on a balance for one': { programs: [call('one', 3, 'a'), call('two', 3, 'b')], faults: 2 },
    'a call, and two sweepers at once': {
      programs: [call('one', 3, 'a'), sweep(), sweep('other')],
      faults: 1,
    },
  };
  const rows = Object.entries(scenarios).map(([scenario, parts]) => {
    const start = performance.now();
    const { states, violation } = explore({ store: openingStore(5), ...parts }, judge);
    const seconds = (performance.now() - start) / 1_000;
    return {
      scenario,
      states,
      'states a second': rounded(states / seconds, 0),
      violations: violation === undefined ? 0 : 1,
    };
  });
  return {
    title: 'The ledger in every order of events',
    method:
      'All states that the ledger can reach when its steps interleave in every order, each process crashing at every step, and requests lost, late or repeated; the books are checked in each. Three scenarios of the ten that `test/shared/money/ledger/model-check.test.ts` holds.',
    rows,
  };
}

const milliseconds = () => performance.now();

/** Calls until the answer has the status; milliseconds since the given moment. */
async function untilStatus(status: number, ask: () => Promise<number>, since: number): Promise<number> {
  while ((await ask().catch(() => 0)) !== status)
    if (milliseconds() - since > 30_000) throw new Error(`There was no ${status} within 30 seconds.`);
  return milliseconds() - since;
}

async function interrupt(rounds: number): Promise<Table> {
  const folder = await mkdtemp(join(tmpdir(), 'oriel-bench-'));
  const env = { PORT: '0', DATA_DIR: folder };
  let server = startServerProcess(env);
  let ready = await server.ready();
  const inspect = (key: string) => async () => {
    const response = await fetch(`${ready.base_url}/v1/tools/inspect_keyword`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': key },
      body: JSON.stringify({ keyword: 'running shoes' }),
    });
    await response.arrayBuffer();
    return response.status;
  };
  const recoveries: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const running = Array.from({ length: 8 }, () => inspect(ready.api_key)().catch(() => 0));
    await server.kill('SIGKILL');
    const start = milliseconds();
    await Promise.all(running);
    server = startServerProcess(env);
    ready = await server.ready();
    recoveries.push(await untilStatus(200, inspect(ready.api_key), start));
  }
  const operations = await openOperations(undefined, env);
  const { openAccount } = callersOf(ready.base_url, operations);
  const revocations: number[] = [];
  for (let round = 0; round < rounds * 3; round += 1) {
    const { accountId, key } = await openAccount(1_000);
    const ask = inspect(key);
    await untilStatus(200, ask, milliseconds());
    const created = await operations.operator.createKey({
      accountId,
      name: 'To be revoked',
      limits: noKeyLimits,
    });
    await untilStatus(200, inspect(created.key), milliseconds());
    await operations.operator.revokeKey(accountId, created.api_credential.id);
    revocations.push(await untilStatus(401, inspect(created.key), milliseconds()));
  }
  await operations.close();
  await server.kill('SIGTERM');
  await rm(folder, { recursive: true, force: true });
  const row = (event: string, times: readonly number[]) => ({
    event,
    times: times.length,
    'median (ms)': rounded(median(times), 0),
    'worst (ms)': rounded(quantile(times, 1), 0),
  });
  return {
    title: 'Interruptions',
    method:
      'The service is killed (`kill -9`) during eight calls and started again on the same folder; the time runs from the kill to the first answered paid call. A key that has just been used is revoked; the time runs from the confirmed revocation to the first refused call, so that one refused call is all there is.',
    rows: [
      row('kill -9 to the next paid answer', recoveries),
      row('revoked key to its refusal', revocations),
    ],
  };
}

/** What crashes, faults and revocations come to. */
export const faults: Part = {
  versionsOf: ['@dynoxide/linux-x64'],
  measure: async (isLong) => [exploreLedger(), await interrupt(isLong ? 10 : 3)],
};
