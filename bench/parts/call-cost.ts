import { lambdaContext } from '#test/support/gateway-event.ts';
import { exampleCall, indexTools, startMeteredWorld } from '#test/support/service/metered-world.ts';
import type { Part, Table } from '../harness/report.ts';

async function measure(): Promise<readonly Table[]> {
  const world = await startMeteredWorld();
  const handlerOf = world.handlersOn(world.documents);
  const rows = [];
  for (const tool of indexTools) {
    const handler = handlerOf(tool);
    const key = await world.openKey();
    const call = () => world.metered(() => handler(exampleCall(tool, key), lambdaContext));
    const first = await call();
    const { value, cost } = await call();
    if (value.statusCode !== 200) throw new Error(`${tool} answered ${value.statusCode}: ${value.body}`);
    const keyed = await world.metered(() =>
      handler(exampleCall(tool, key, { 'idempotency-key': tool }), lambdaContext),
    );
    rows.push({
      tool,
      requests: cost.requests,
      'read units': cost.readUnits,
      'write units': cost.writeUnits,
      'write units, first call': first.cost.writeUnits,
      'answer (bytes)': Buffer.byteLength(value.body),
      'write units, with a key': keyed.cost.writeUnits,
    });
  }
  await world.stop();
  return [
    {
      title: 'Cost of a call',
      method:
        "The call that each tool's documentation shows, through the whole pipeline on the sample market; units as the database states them (`ReturnConsumedCapacity`). A question that the account has asked before; the first call of a day marks the key as used and keeps what was seen. With an Idempotency-Key the answer is kept for a day. `docs/capacity.md` has what it costs.",
      rows,
    },
  ];
}

/** What each tool's call takes of the database. */
export const callCost: Part = { versionsOf: ['@dynoxide/linux-x64'], measure };
