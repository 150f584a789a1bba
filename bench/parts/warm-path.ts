import { lambdaContext } from '#test/support/gateway-event.ts';
import { exampleCall, type MeteredWorld, startMeteredWorld } from '#test/support/service/metered-world.ts';
import { recordedBucket } from '#test/support/stores/recorded-bucket.ts';
import { recordedDatabase } from '#test/support/stores/recorded-database.ts';
import { median, type Part, rounded, type Table } from '../harness/report.ts';

/** Short blocks in turns, so that whatever else the machine does slows both alike. */
const callsInBlock = 10;
/** Calls after which the compiler has settled. */
const warmUpCalls = 300;

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
  const bucket = recordedBucket();
  const handler = world.handlersOn(database.documents, bucket.objects)(tool);
  const key = await world.openKey();
  const call = async () => {
    const { statusCode, body } = await handler(exampleCall(tool, key), lambdaContext);
    if (statusCode !== 200) throw new Error(`${tool} answered ${statusCode}: ${body}`);
    return body;
  };
  await call();
  database.forget();
  bucket.forget();
  const answer: unknown = JSON.parse(await call());
  const sendAll = database.play();
  const putAll = bucket.play();
  const bare = async () => {
    JSON.parse(exampleCall(tool, key).body ?? '');
    await sendAll();
    await putAll();
    return JSON.stringify(answer);
  };
  const subjects = [bare, call];
  for (const subject of subjects) await cpuMicroseconds(subject, warmUpCalls);
  const times: number[][] = subjects.map(() => []);
  for (let round = 0; round < rounds; round += 1)
    for (const [index, subject] of subjects.entries())
      times[index]?.push(await cpuMicroseconds(subject, callsInBlock));
  const [bares = [], calls = []] = times;
  const ratios = calls.map((value, round) => value / (bares[round] ?? Number.NaN));
  return {
    tool,
    'database requests': database.sent(),
    'objects put': bucket.sent(),
    'bare handler (CPU µs)': rounded(median(bares), 0),
    'metered call (CPU µs)': rounded(median(calls), 0),
    'call to bare': rounded(median(ratios), 2),
  };
}

async function measure(isLong: boolean): Promise<readonly Table[]> {
  const world = await startMeteredWorld();
  const rows = [];
  for (const tool of tools) rows.push(await measureTool(world, tool, isLong ? 400 : 80));
  await world.stop();
  return [
    {
      title: 'Warm path',
      method:
        "Processor time of a whole metered call, with the answers of database and object store played back at the SDK's HTTP request handler, beside a bare handler that parses the body, sends the same requests with the same content one after another through the SDK as it comes, and writes the same answer. What the call makes of that content (packing the answer that it keeps, say) is counted as the call's; the log line is left out of both. Blocks of ten calls in turns; a ratio is the median of the rounds' ratios. Aim: 1.3.",
      rows,
    },
  ];
}

/** What the pipeline and the logic add to the requests that they make. */
export const warmPath: Part = {
  versionsOf: ['@aws-sdk/lib-dynamodb', '@middy/core', 'valibot'],
  measure,
};
