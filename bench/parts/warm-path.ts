import { lambdaContext } from '#test/support/gateway-event.ts';
import { exampleCall, type MeteredWorld, startMeteredWorld } from '#test/support/service/metered-world.ts';
import { recordedDatabase } from '#test/support/stores/recorded-database.ts';
import { median, type Part, rounded, type Table } from '../harness/report.ts';

const tools = ['inspect_keyword', 'inspect_domain', 'compare_keyword_coverage'] as const;

/** Microseconds of processor time that one piece of work takes, over many. */
async function cpuMicroseconds(work: () => Promise<unknown>, times: number): Promise<number> {
  const before = process.cpuUsage();
  for (let time = 0; time < times; time += 1) await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / times;
}

async function measureTool(world: MeteredWorld, tool: (typeof tools)[number], rounds: number) {
  const database = recordedDatabase(String(world.clientConfig.endpoint));
  const handler = world.handlersOn(database.documents)(tool);
  const key = await world.openKey();
  const call = async () => {
    const { statusCode, body } = await handler(exampleCall(tool, key), lambdaContext);
    if (statusCode !== 200) throw new Error(`${tool} answered ${statusCode}: ${body}`);
    return body;
  };
  await call();
  database.forget();
  const answer: unknown = JSON.parse(await call());
  const sendAll = database.play();
  const bare = async () => {
    JSON.parse(exampleCall(tool, key).body ?? '');
    await sendAll();
    return JSON.stringify(answer);
  };
  const subjects = [bare, call];
  for (const subject of subjects) await cpuMicroseconds(subject, 100);
  const times: number[][] = subjects.map(() => []);
  for (let round = 0; round < rounds; round += 1)
    for (const [index, subject] of subjects.entries()) times[index]?.push(await cpuMicroseconds(subject, 50));
  const [bares = [], calls = []] = times;
  const ratios = calls.map((value, round) => value / (bares[round] ?? Number.NaN));
  return {
    tool,
    requests: database.sent(),
    'bare handler (CPU µs)': rounded(median(bares), 0),
    'metered call (CPU µs)': rounded(median(calls), 0),
    'call to bare': rounded(median(ratios), 2),
  };
}

async function measure(isLong: boolean): Promise<readonly Table[]> {
  const world = await startMeteredWorld();
  const rows = [];
  for (const tool of tools) rows.push(await measureTool(world, tool, isLong ? 60 : 9));
  await world.stop();
  return [
    {
      title: 'Warm path',
      method:
        "Processor time of a whole metered call, with the database's answers played back at the HTTP request handler, beside a bare handler that parses the body, sends the same commands one after another through the SDK as it comes, and writes the same answer. Blocks of 50 calls in turns; a ratio is the median of the rounds' ratios. Aim: 1.3.",
      rows,
    },
  ];
}

/** What the pipeline and the logic add to the requests that they make. */
export const warmPath: Part = {
  versionsOf: ['@aws-sdk/lib-dynamodb', '@middy/core', 'valibot'],
  measure,
};
