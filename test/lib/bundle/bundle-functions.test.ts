import { execFile } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { bundleFunctions } from '#lib/bundle/bundle-functions.ts';
import { startWireServer } from '#test/support/aws/http-server.ts';
import { folderOfTests } from '#test/support/folder-of-tests.ts';
import { listenOnLoopback } from '#test/support/listen.ts';
import { startTestDatabase } from '#test/support/stores/database.ts';

const outputFolder = folderOfTests('bundle-test');
const exportsOf = (path: string) => `export * from ${JSON.stringify(path)};`;
const bare = { name: 'bare', source: exportsOf('./bench/cold-start/bare-handler.ts') };

/** Runs the bundle in a process of its own, with the variables that Lambda sets and no others. */
async function invoke(folder: string, event: object, variables: Record<string, string>): Promise<string> {
  const script = `require(${JSON.stringify(folder)}).handler(${JSON.stringify(event)})
    .then((answer) => console.log(JSON.stringify(answer.Item ?? null)), (error) => console.log(error.name, error.message));`;
  const { stdout } = await promisify(execFile)(process.execPath, ['-e', script], { env: variables });
  return stdout.trim();
}

describe('a bundle', () => {
  it('is CommonJS, and reads at a cold start far less than the default build', async () => {
    const bundles = await bundleFunctions([bare], { outputFolder });
    expect(readdirSync(bundles.folderOf('bare'))).toEqual(
      expect.arrayContaining(['index.js', 'package.json']),
    );
    expect(JSON.parse(readFileSync(join(bundles.folderOf('bare'), 'package.json'), 'utf8'))).toEqual({
      type: 'commonjs',
    });
    expect(bundles.eagerBytesOf('bare')).toBeLessThan(200_000);
    expect(bundles.eagerBytesOf('bare')).toBeGreaterThan(100_000);
  });

  it('reads what is imported dynamically only when it is asked for', async () => {
    const lazy = join(outputFolder, 'lazy.ts');
    const entry = join(outputFolder, 'eager.ts');
    writeFileSync(lazy, `console.log('"loaded"'); export const heavy = '${'x'.repeat(50_000)}';`);
    writeFileSync(
      entry,
      `export const handler = async ({ ask }) => ({ Item: ask ? (await import('./lazy.ts')).heavy.length : 0 });`,
    );
    const bundles = await bundleFunctions([{ name: 'eager', source: exportsOf(entry) }], { outputFolder });
    expect(bundles.eagerBytesOf('eager')).toBeLessThan(5_000);
    expect(await invoke(bundles.folderOf('eager'), { ask: false }, {})).toBe('0');
    expect(await invoke(bundles.folderOf('eager'), { ask: true }, {})).toBe('"loaded"\n50000');
  });

  it('is found again while its inputs stay the same, and made again when one changes', async () => {
    const entry = join(outputFolder, 'changing.ts');
    writeFileSync(entry, 'export const handler = async () => ({ Item: 1 });');
    const first = await bundleFunctions([{ name: 'changing', source: exportsOf(entry) }], { outputFolder });
    const again = await bundleFunctions([{ name: 'changing', source: exportsOf(entry) }], { outputFolder });
    expect(again.folder).toBe(first.folder);
    writeFileSync(entry, 'export const handler = async () => ({ Item: 2 });');
    const changed = await bundleFunctions([{ name: 'changing', source: exportsOf(entry) }], { outputFolder });
    expect(changed.folder).not.toBe(first.folder);
    expect(await invoke(changed.folderOf('changing'), {}, {})).toBe('2');
  });

  it('refuses a module that would look for files beside itself', async () => {
    const entry = join(outputFolder, 'beside.ts');
    writeFileSync(entry, 'export const handler = () => new URL("./data.json", import.meta.url);');
    await expect(
      bundleFunctions([{ name: 'beside', source: exportsOf(entry) }], {
        outputFolder,
      }),
    ).rejects.toThrow('import.meta');
  });

  it('keeps names where a library looks at them', async () => {
    const entry = join(outputFolder, 'names.ts');
    writeFileSync(entry, 'class Grant {}\nexport const handler = async () => ({ Item: Grant.name });');
    const bundles = await bundleFunctions(
      [
        { name: 'kept', source: exportsOf(entry), keepNames: true },
        { name: 'lost', source: exportsOf(entry) },
      ],
      { outputFolder },
    );
    expect(await invoke(bundles.folderOf('kept'), {}, {})).toBe('"Grant"');
    expect(await invoke(bundles.folderOf('lost'), {}, {})).not.toBe('"Grant"');
  });
});

describe('the SDK in a bundle, without its chain of credentials and its endpoint discovery', () => {
  it('reads from the database', async () => {
    const { folderOf } = await bundleFunctions([bare], { outputFolder });
    const { database, documents, tables, stop } = await startTestDatabase();
    await documents.send(
      new PutCommand({ TableName: tables.accounts, Item: { account_id: 'acct_1', balance: 7 } }),
    );
    const answer = await invoke(
      folderOf('bare'),
      { table: tables.accounts, accountId: 'acct_1' },
      { ...lambdaVariables, AWS_ENDPOINT_URL_DYNAMODB: database.endpoint },
    );
    expect(JSON.parse(answer)).toEqual({ account_id: 'acct_1', balance: 7 });
    await stop();
  });

  it('signs with the credentials and the session token that the runtime sets', async () => {
    const { folderOf } = await bundleFunctions([bare], { outputFolder });
    const seen: IncomingHttpHeaders[] = [];
    const wire = await startWireServer(({ headers }) => {
      seen.push(headers);
      return { status: 200, body: '{}' };
    });
    const event = { table: 't', accountId: 'a' };
    await invoke(folderOf('bare'), event, { ...lambdaVariables, AWS_ENDPOINT_URL_DYNAMODB: wire.url });
    await wire.stop();
    expect(seen[0]?.authorization).toMatch(
      /^AWS4-HMAC-SHA256 Credential=ASIAEXAMPLE\/\d{8}\/eu-central-1\/dynamodb\/aws4_request, SignedHeaders=[^,]*x-amz-security-token[^,]*, Signature=[0-9a-f]{64}$/u,
    );
    expect(seen[0]?.['x-amz-security-token']).toBe('session-token');
  });

  it('says what is missing where the runtime set no credentials', async () => {
    const { folderOf } = await bundleFunctions([bare], { outputFolder });
    const answer = await invoke(
      folderOf('bare'),
      { table: 't', accountId: 'a' },
      { AWS_REGION: 'eu-central-1' },
    );
    expect(answer).toContain('AWS_ACCESS_KEY_ID');
  });
});

describe('the client for objects in a bundle', () => {
  it('lies apart, is not read at a cold start, and keeps and gives objects', async () => {
    const entry = join(outputFolder, 'storing.ts');
    const store = join(process.cwd(), 'shared/platform/object-store/s3-object-store.ts');
    writeFileSync(
      entry,
      `import { createS3ObjectStore } from ${JSON.stringify(store)};
       export const handler = async ({ endpoint }) => {
         if (endpoint === undefined) return {};
         const objects = createS3ObjectStore('kept', { endpoint, forcePathStyle: true });
         await objects.put('lists/one.json', Buffer.from('first'), { contentType: 'application/json' });
         return { Item: Buffer.from(await objects.get('lists/one.json')).toString() };
       };`,
    );
    const bundles = await bundleFunctions([{ name: 'storing', source: exportsOf(entry) }], { outputFolder });
    expect(bundles.eagerBytesOf('storing')).toBeLessThan(5_000);
    const asked: string[] = [];
    const wire = await startWireServer(({ method, url }) => {
      asked.push(`${method} ${url}`);
      return { status: 200, body: method === 'GET' ? 'given' : '' };
    });
    const answer = await invoke(bundles.folderOf('storing'), { endpoint: wire.url }, lambdaVariables);
    await wire.stop();
    expect(JSON.parse(answer)).toBe('given');
    expect(asked).toEqual([
      expect.stringMatching(/^PUT \/kept\/lists\/one\.json/u),
      expect.stringMatching(/^GET \/kept\/lists\/one\.json/u),
    ]);
  });
});

describe('the HTTP client for public sites', () => {
  it('reads pages, follows redirects and inflates from a bundle as from its source', async () => {
    const entry = join(outputFolder, 'fetching.ts');
    writeFileSync(
      entry,
      `import { createGuardedFetcher } from ${JSON.stringify(join(process.cwd(), 'shared/site-audit/fetch/guarded-fetcher.ts'))};
       import { parseResolveMap } from ${JSON.stringify(join(process.cwd(), 'shared/site-audit/fetch/pinned-connector.ts'))};
       export const handler = async ({ map, urls }) => {
         const fetcher = createGuardedFetcher({ userAgent: 'test', resolve: parseResolveMap(map) });
         const Item = [];
         for (const url of urls) {
           const { ok, status, reason, body, hops = [] } = await fetcher.fetch(url, { maxRedirects: 1 });
           Item.push({ ok, status, reason, text: body && Buffer.from(body).toString(), hops: hops.length });
         }
         await fetcher.close();
         return { Item };
       };`,
    );
    const { folderOf } = await bundleFunctions([{ name: 'fetching', source: exportsOf(entry) }], {
      outputFolder,
    });
    const packed = gzipSync('packed');
    const server = createServer(({ url, headers }, response) => {
      if (url === '/moved') return response.writeHead(301, { location: '/' }).end();
      if (url === '/packed') return response.writeHead(200, { 'content-encoding': 'gzip' }).end(packed);
      return response.end(`${headers.host} ${headers['user-agent']}`);
    });
    const port = await listenOnLoopback(server);
    const event = {
      map: `shop.example:80=127.0.0.1:${port}`,
      urls: ['/', '/moved', '/packed']
        .map((path) => `http://shop.example${path}`)
        .concat('http://127.0.0.1/'),
    };
    const answer = JSON.parse(await invoke(folderOf('fetching'), event, {}));
    await new Promise((resolve) => server.close(resolve));
    expect(answer).toEqual([
      { ok: true, status: 200, text: 'shop.example test', hops: 0 },
      { ok: true, status: 200, text: 'shop.example test', hops: 1 },
      { ok: true, status: 200, text: 'packed', hops: 0 },
      { ok: false, reason: 'unsafe_address', hops: 0 },
    ]);
  });
});

const lambdaVariables = {
  AWS_REGION: 'eu-central-1',
  AWS_ACCESS_KEY_ID: 'ASIAEXAMPLE',
  AWS_SECRET_ACCESS_KEY: 'secret',
  AWS_SESSION_TOKEN: 'session-token',
};
