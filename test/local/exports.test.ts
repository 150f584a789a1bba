import { createTables, type Database, startDatabase } from '#local/data/database.ts';
import { exportUsage, openExports } from '#local/exports.ts';
import { createDocuments } from '#shared/platform/dynamo/documents.ts';
import { startWireServer } from '#test/support/aws/http-server.ts';
import { createObjectServer } from '#test/support/aws/object-server.ts';
import { generateMonth } from '#test/support/ledger/finance-month.ts';

type Wire = Awaited<ReturnType<typeof startWireServer>>;

describe('npm run export-usage --stage', () => {
  const objects = createObjectServer();
  const former = { ...process.env };
  const started: (Wire | Database)[] = [];
  const asked: string[] = [];

  beforeAll(async () => {
    const database = await startDatabase({ env: {} });
    const tables = await createTables(database.clientConfig, 'oriel-dev-');
    const documents = createDocuments(database.clientConfig);
    const plan = { since: Date.UTC(2025, 10, 1), days: 1, accounts: 3, records: 60, seed: 2 };
    await generateMonth({ documents, tables, ...plan });
    documents.destroy();
    const s3 = await startWireServer((request, body) => objects.answer(request, body));
    const lambda = await startWireServer(({ url = '' }) => {
      asked.push(url);
      return url.includes('oriel-dev-')
        ? { status: 200, body: '{"Environment":{"Variables":{"OBJECTS_BUCKET":"the-bucket","STAGE":"dev"}}}' }
        : { status: 404, body: '{"__type":"ResourceNotFoundException"}' };
    });
    started.push(s3, lambda, database);
    Object.assign(process.env, {
      ...{ AWS_REGION: 'eu-central-1', AWS_ACCESS_KEY_ID: 'AKIATEST', AWS_SECRET_ACCESS_KEY: 'not a secret' },
      ...{ AWS_ENDPOINT_URL_DYNAMODB: database.endpoint, AWS_ENDPOINT_URL_S3: s3.url },
      AWS_ENDPOINT_URL_LAMBDA: lambda.url,
    });
  });
  afterAll(async () => {
    process.env = former;
    for (const server of started) await server.stop();
  });

  it("writes a deployed stage's month from its tables into the bucket that its function uses", async () => {
    const opened = await openExports('dev', process.env);
    const report = await exportUsage(opened, { month: '2025-11' });
    await opened.close();
    expect(report).toMatchObject({ folder: 's3://the-bucket', final: true, proven: true });
    expect(asked).toEqual(['/2015-03-31/functions/oriel-dev-upkeep-export-usage/configuration']);
    const keys = [...objects.objects.keys()];
    expect(keys).toContain('the-bucket/usage/month=2025-11/reconciliation.json');
    expect(keys).toContain('the-bucket/usage/dt=2025-11-01/csv/usage-00001.csv.gz');
  });

  it('says that there is no such stage', async () => {
    await expect(openExports('prod', process.env)).rejects.toMatchObject({ code: 'not_found' });
    await expect(openExports('no stage', process.env)).rejects.toMatchObject({ code: 'validation_error' });
  });
});
