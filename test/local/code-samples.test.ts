import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import * as v from 'valibot';
import { toolCatalog } from '#functions/tools/catalog.ts';
import { type Caller, testService } from '#test/support/service/running-service.ts';

const run = promisify(execFile);
const exampleToken = 'mJ0c8a2b4d6f8h0k2m4n6p8r0s2';

const sample = v.object({ lang: v.picklist(['Shell', 'TypeScript', 'Python']), source: v.string() });
const documentShape = v.object({
  paths: v.record(
    v.string(),
    v.record(v.string(), v.object({ operationId: v.string(), 'x-codeSamples': v.array(sample) })),
  ),
});

describe('the code samples of the OpenAPI document', () => {
  let caller: Caller;
  /** What samples name by a variable, each to be changed or ended by one run. */
  let ids: Readonly<Record<string, string>>;
  let rankTracker = '';
  let token: string;
  /** A session token: one key does not rotate another. */
  let person: string;
  let requestId: string;
  let folder: string;
  let samples: (v.InferOutput<typeof sample> & { readonly operation: string })[];

  const service = testService();
  beforeAll(async () => {
    caller = await service.openAccount(500, ['backlinks']);
    person = (await service.operations.createSession(caller.accountId)).session_token;
    const paid = await caller.post('/v1/tools/inspect_keyword', { keyword: 'running shoes' });
    requestId = paid.body.usage.request_id;
    folder = await mkdtemp(join(tmpdir(), 'oriel-samples-'));
    const { paths } = v.parse(documentShape, (await caller.get('/openapi.json')).body);
    samples = Object.values(paths).flatMap((operations) =>
      Object.values(operations).flatMap(({ operationId, 'x-codeSamples': sources }) =>
        sources.map((source) => ({ ...source, operation: operationId })),
      ),
    );
  });
  beforeEach(async () => {
    const made = await caller.post('/v1/me/api-credentials', { name: 'to be changed, then revoked' });
    const share = () => caller.post(`/v1/me/answers/${requestId}/shares`, {});
    const tracked = await caller.post('/v1/me/trackers', {
      name: 'to be renamed, then removed',
      tool: 'inspect_keyword',
      args: { keyword: 'running shoes' },
      schedule: { every: 'week' },
      monthly_budget: 20,
    });
    const ranks = await caller.post('/v1/me/trackers', {
      ...{ kind: 'rank', name: 'to be looked at', site: 'trailpeak.example' },
      keywords: [{ keyword: 'running shoes' }],
      markets: [{ location: 'us', language: 'en' }],
    });
    rankTracker = ranks.body.id;
    token = new URL((await share()).body.url).hash.slice(1);
    ids = {
      CREDENTIAL_ID: made.body.api_credential.id,
      SHARE_ID: (await share()).body.share.id,
      TRACKER_ID: tracked.body.id,
    };
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  /** Runs a sample as a reader would: a file and a variable or two. */
  async function runSample(
    command: string,
    file: string,
    operation: string,
    source: string,
  ): Promise<string> {
    // The token of an example opens nothing.
    await writeFile(join(folder, file), source.replace(exampleToken, token));
    const { stdout } = await run(command, [join(folder, file)], {
      env: {
        PATH: process.env.PATH,
        ORIEL_API_KEY: operation === 'rotate_api_credential' ? person : caller.key,
        ...ids,
        ...(operation.includes('rank') && { TRACKER_ID: rankTracker }),
        REQUEST_ID: requestId,
      },
    });
    return stdout;
  }

  const placeOf = (operation: string) => ['change_tracker', 'remove_tracker'].indexOf(operation);

  /** All but those about something that this account does not have: an agent, a destination, a rule, a crawl, a file, a site of its own. */
  const runnable = (lang: string) =>
    samples
      .filter(
        ({ lang: own, source }) =>
          own === lang &&
          !/\b(?:CONNECTION_ID|DESTINATION_ID|RULE_ID|CRAWL_ID|UPLOAD_ID|IMPORT_ID|SITE)\b/u.test(source),
      )
      // What one pauses or removes another asks for first.
      .toSorted((a, b) => placeOf(a.operation) - placeOf(b.operation));

  it('are there for every operation with curl, and for every tool in three languages', () => {
    const operations = new Set(samples.map(({ operation }) => operation));
    expect(operations.size).toBeGreaterThan(20);
    const languagesOf = (name: string) =>
      samples.filter(({ operation }) => operation === name).map(({ lang }) => lang);
    for (const operation of operations)
      expect([operation, languagesOf(operation)]).toEqual([
        operation,
        toolCatalog.some(({ name }) => name === operation) ? ['Shell', 'TypeScript', 'Python'] : ['Shell'],
      ]);
  });

  it('answer when run with curl', async () => {
    for (const { operation, source } of runnable('Shell')) {
      // Nobody has given this service a Google client, and nothing of the rank tracker has been checked yet.
      if (/_search_console|site_performance|keep_rank_dataset/u.test(operation)) continue;
      const answer = await runSample('sh', 'sample.sh', operation, source);
      expect(() => JSON.parse(answer)).not.toThrow();
      // Every problem has it, and no answer.
      expect([operation, answer]).toEqual([operation, expect.not.stringContaining('"retryable"')]);
    }
  });

  it('answer when run as TypeScript', async () => {
    for (const { operation, source } of runnable('TypeScript'))
      expect([operation, await runSample(process.execPath, 'sample.mts', operation, source)]).toEqual([
        operation,
        expect.stringMatching(/\S/u),
      ]);
  });
});
