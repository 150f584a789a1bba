import { lambdaContext } from '#test/support/gateway-event.ts';
import { exampleCall, indexTools, startMeteredWorld } from '#test/support/service/metered-world.ts';
import type { Part, Table } from '../harness/report.ts';
import { rounded } from '../harness/report.ts';

/**
 * List prices of us-east-1 in November 2026, dollars for a million, as
 * `docs/capacity.md` has them: on-demand units, and what any call takes beside
 * the database (distribution, firewall, REST API, function of 150 ms at 1 GB,
 * logs, traces).
 */
const writeUnitUsd = 0.625;
const readUnitUsd = 0.125;
const besideUsd = 1 + 0.85 + 0.6 + 3.5 + 0.2 + 2 + 0.75 + 0.25;

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
    const databaseUsd = cost.writeUnits * writeUnitUsd + cost.readUnits * readUnitUsd;
    rows.push({
      tool,
      requests: cost.requests,
      'read units': cost.readUnits,
      'write units': cost.writeUnits,
      'write units, first call': first.cost.writeUnits,
      'answer (bytes)': Buffer.byteLength(value.body),
      'database ($ a million)': rounded(databaseUsd, 2),
      'all of AWS ($ a million)': rounded(databaseUsd + besideUsd, 2),
    });
  }
  await world.stop();
  return [
    {
      title: 'Cost of a call',
      method:
        "The call that each tool's documentation shows, through the whole pipeline on the sample market; units as the database states them (`ReturnConsumedCapacity`). A question that the account has asked before; the first call of a day marks the key as used and keeps what was seen. The provider's price of live facts comes on top and is the larger part by far (`docs/upstream.md`).",
      rows,
    },
  ];
}

/** What each tool's call takes of the database, and what that costs at list prices. */
export const callCost: Part = { versionsOf: ['@dynoxide/linux-x64'], measure };
