import type { IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { Database } from '#local/data/database.ts';
import { createGenerationTables } from '#shared/facts/generations/generation-tables.ts';
import { type Generations, openGenerations } from '#shared/facts/generations/generations.ts';
import { createDocuments } from '#shared/platform/dynamo/documents.ts';
import { createS3ObjectStore } from '#shared/platform/object-store/s3-object-store.ts';
import { forward } from '#test/support/aws/forward.ts';
import { startWireServer } from '#test/support/aws/http-server.ts';
import { createObjectServer, type WireAnswer } from '#test/support/aws/object-server.ts';
import { createTableImports } from '#test/support/aws/table-imports.ts';
import { createTableSettings } from '#test/support/aws/table-settings.ts';

export type StageWorld = Awaited<ReturnType<typeof startStageWorld>>;

/** A stage's tables, bucket and imports on this machine: DynamoDB's own management in front of the embedded engine. */
export async function startStageWorld(database: Database, home: string) {
  const objectServer = createObjectServer();
  const imports = createTableImports(database, objectServer.objects);
  const settings = createTableSettings();
  let now = Date.parse('2026-11-20T10:00:00Z');
  let interruption:
    | { left: number; readonly isCarriedOut: boolean; readonly endsCommand: boolean }
    | undefined;
  let isEnded = false;
  let refused = 0;
  const interrupted = async (answer: () => WireAnswer | Promise<WireAnswer>, crash: WireAnswer) => {
    if (isEnded) {
      refused += 1;
      return crash;
    }
    if (!interruption || --interruption.left > 0) return answer();
    const { isCarriedOut, endsCommand } = interruption;
    interruption = undefined;
    isEnded = endsCommand;
    if (isCarriedOut) await answer();
    return crash;
  };
  /** What an ended command had begun side by side goes on in this process: until it is silent, none of it arrives. */
  const untilSilent = async () => {
    for (let before = -1; refused > before; ) {
      before = refused;
      await sleep(150);
    }
  };
  const s3 = await startWireServer((request, body) =>
    interrupted(() => objectServer.answer(request, body), {
      status: 400,
      body: '<Error><Code>Crash</Code><Message>The command ends here.</Message></Error>',
    }),
  );
  const answerTable = async (request: IncomingMessage, body: Buffer): Promise<WireAnswer> => {
    const operation = String(request.headers['x-amz-target']).split('.')[1] ?? '';
    const input = JSON.parse(body.toString());
    const answer = (await imports.answer(operation, input)) ?? settings.answer(operation, input);
    if (answer) return answer;
    const given = await forward(database.endpoint, request, body);
    if (operation !== 'DescribeTable' || given.status !== 200) return given;
    return { ...given, body: settings.completed(input.TableName, String(given.body)) };
  };
  const dynamo = await startWireServer((request, body) =>
    interrupted(() => answerTable(request, body), {
      status: 400,
      body: '{"__type":"Crash","message":"The command ends here."}',
    }),
  );

  const config = {
    endpoint: dynamo.url,
    region: 'eu-central-1',
    credentials: { accessKeyId: 'operator', secretAccessKey: 'secret' },
    maxAttempts: 1,
  };
  const client = new DynamoDBClient(config);
  const documents = createDocuments(config);
  const store = createS3ObjectStore('stage', { ...config, endpoint: s3.url, forcePathStyle: true });
  const generations: Generations = openGenerations({
    ...{ documents, home, bucket: 'stage' },
    tables: createGenerationTables(client),
    objects: store,
    clock: () => now,
    pause: async (milliseconds) => {
      now += milliseconds;
    },
  });
  settings.of(home).backups = true;
  settings.of(home).isProtected = true;
  settings.of(home).ceilings = { MaxReadRequestUnits: 12_000, MaxWriteRequestUnits: 4_000 };
  settings.of(home).tags = [
    { Key: 'service', Value: 'oriel' },
    { Key: 'aws:cloudformation:stack-name', Value: 'oriel-dev-data' },
  ];
  return {
    generations,
    store,
    imports,
    settings,
    endpoints: { dynamo: dynamo.url, s3: s3.url },
    objects: objectServer.objects,
    pass(milliseconds: number): void {
      now += milliseconds;
    },
    /** The command ends at its request of this number to database or bucket, whether or not that is carried out. */
    interrupt(number: number, isCarriedOut: boolean): void {
      interruption = { left: number, isCarriedOut, endsCommand: true };
    },
    /** One request of this number fails, of the command or of what runs beside it. */
    failOne(number: number, isCarriedOut: boolean): void {
      interruption = { left: number, isCarriedOut, endsCommand: false };
    },
    /** Whether the interruption is still to come; it does not come any more, nor does anything of an ended command. */
    async spared(): Promise<boolean> {
      const isSpared = interruption !== undefined;
      interruption = undefined;
      if (isEnded) await untilSilent();
      isEnded = false;
      return isSpared;
    },
    async stop() {
      documents.destroy();
      client.destroy();
      await Promise.all([s3.stop(), dynamo.stop()]);
    },
  };
}
