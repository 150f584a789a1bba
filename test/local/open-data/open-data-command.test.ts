import { spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { type Caller, testService } from '#test/support/service/running-service.ts';

const header = '#harmonicc_pos\t#harmonicc_val\t#pr_pos\t#pr_val\t#host_rev\t#n_hosts\n';
const release = 'cc-main-2026-mar-apr-may';
const older = 'cc-main-2025-sep-oct-nov';

/** Ranks of made-up domains: the first is `site1.example`. */
function ranks(domains: number, harmonic = 2e7): string {
  const row = (at: number) => `${at}\t${harmonic - at}.0\t${at + 1}\t8.5E-4\texample.site${at}\t${at % 9}\n`;
  return header + Array.from({ length: domains }, (_, at) => row(at + 1)).join('');
}

interface Graph {
  readonly position: number;
  readonly trend: readonly { readonly release: string; readonly position: number }[];
}

describe('npm run open-data, beside the running server', () => {
  let caller: Caller;
  let folder: string;
  const service = testService();
  beforeAll(async () => {
    caller = await service.openAccount(1_000);
    folder = await mkdtemp(join(tmpdir(), 'oriel-open-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  const start = (...args: readonly string[]) =>
    spawn(process.execPath, ['bin/open-data.ts', ...args], {
      env: { ...process.env, DATA_DIR: service.folder },
    });
  const command = async (...args: readonly string[]) => {
    const child = start(...args);
    const [out, said, code] = await Promise.all([
      textOf(child.stdout),
      textOf(child.stderr),
      new Promise<number | null>((done) => child.once('close', done)),
    ]);
    return { out, said, code };
  };
  const load = async (...args: readonly string[]) => {
    const { out, said, code } = await command('ranks', ...args, '--accept-terms', '--json');
    if (code !== 0) throw new Error(said);
    return JSON.parse(out);
  };
  const written = async (name: string, content: string | Buffer) => {
    const path = join(folder, name);
    await writeFile(path, content);
    return path;
  };
  const data = async (domain: string) =>
    (await caller.post('/v1/tools/inspect_domain', { domain })).body.data;
  const graphOf = async (domain: string): Promise<Graph | undefined> =>
    (await data(domain)).authority?.web_graph;
  const loaded = async (): Promise<readonly { readonly id: string }[]> =>
    JSON.parse((await command('--list')).out).lists;

  it('finds a real domain in the excerpt that a fresh folder has, without anything loaded', async () => {
    const { body } = await caller.post('/v1/tools/inspect_domain', { domain: 'wikipedia.org' });
    const [, first] = (await readFirstRows()).find(([name]) => name === 'org.wikipedia') ?? [];
    expect(body.data.authority).toMatchObject({
      domain_rank: null,
      web_graph: {
        position: Number(first),
        of: 121_091_933,
        release: 'cc-main-2026-apr-may-jun',
        crawled_until: '2026-06',
      },
    });
    expect(body.data.authority.web_graph.trend).toMatchObject([{ release: 'cc-main-2026-jan-feb-mar' }]);
    expect(body.facts).toMatchObject([
      {
        type: 'web_graph_authority',
        provenance: {
          source_class: 'web_graph',
          observed_at: '2026-06-01T00:00:00.000Z',
          connection_id: 'commoncrawl:cc-main-2026-apr-may-jun',
        },
      },
    ]);
  });

  it('loads nothing before the terms are accepted, and asks once', async () => {
    const path = await written(`${release}-domain-ranks.txt.gz`, gzipSync(ranks(10)));
    const refused = await command('ranks', '--ranks', path);
    expect([refused.code, refused.said]).toEqual([1, expect.stringContaining('--accept-terms')]);
    expect(await loaded()).toHaveLength(2);
    expect((await command('ranks', '--ranks', path, '--accept-terms')).code).toBe(0);
    expect((await command('ranks', '--ranks', path)).code).toBe(0);
    await command('--undo', release);
  });

  it('loads ranks whole or the best of them, plain or in two gzip members, and takes them back', async () => {
    const text = ranks(3_000);
    const middle = text.indexOf('\n', 40_000) + 1;
    const members = Buffer.concat([gzipSync(text.slice(0, middle)), gzipSync(text.slice(middle))]);
    const report = await load('--ranks', await written(`${release}-domain-ranks.txt.gz`, members));
    expect(report).toMatchObject({ release, domains: 3_000, kept: 3_000, edges: null, skipped: [] });
    expect(report.bytes_read).toBe(members.length);
    const plain = await written('ranks.txt', ranks(3_000, 3e7));
    const best = await load('--ranks', plain, '--release', older, '--top', '1000');
    expect(best).toMatchObject({ release: older, domains: null, kept: 1_000 });
    for (const at of [1, 999, 1_000]) {
      const trend = [{ release: older, position: at, referring_domains: null }];
      expect(await graphOf(`site${at}.example`)).toMatchObject({ release, position: at, trend });
    }
    expect((await graphOf('site1001.example'))?.trend).toEqual([]);
    await command('--undo', release);
    expect(await graphOf('site1.example')).toMatchObject({ release: older, position: 1 });
    expect(await graphOf('site1001.example')).toBeUndefined();
    expect((await command('--undo', release)).code).toBe(1);
    await command('--undo', older);
  });

  it.each([
    ['ends in the middle', () => gzipSync(ranks(20_000)).subarray(0, 60_000), /ends in the middle/u],
    [
      'is damaged',
      () => damaged(gzipSync(ranks(20_000))),
      /damaged|ends in the middle|Position|cells|number/u,
    ],
    ['is another file', () => Buffer.from('<html></html>\n'), /no ranks file/u],
    ['has no domain', () => Buffer.from(header), /no domain/u],
  ])('leaves everything as it was where a file %s', async (_, content, fault) => {
    const before = await loaded();
    const path = await written(`${release}-domain-ranks.txt.gz`, content());
    const { code, said } = await command('ranks', '--ranks', path, '--accept-terms');
    expect([code, said]).toEqual([1, expect.stringMatching(fault)]);
    expect(await loaded()).toEqual(before);
  });

  it('serves nothing half-loaded where it is killed at any moment, and the same command then ends the work', async () => {
    const path = await written(`${release}-domain-ranks.txt.gz`, gzipSync(ranks(150_000)));
    const before = await loaded();
    for (const afterMs of [300, 500, 700, 900, 1_100, 1_300, 1_500]) {
      const child = start('ranks', '--ranks', path, '--accept-terms');
      const ended = new Promise<number | null>((done) => child.once('close', done));
      await Promise.race([ended, new Promise((done) => setTimeout(done, afterMs))]);
      child.kill('SIGKILL');
      const wasWhole = (await ended) === 0;
      const place = (await graphOf('site140000.example'))?.position;
      // Killed after it was published and before it had said so, the release is there, and whole.
      if (wasWhole || place !== undefined) {
        expect(place).toBe(140_000);
        break;
      }
      expect(await loaded()).toEqual(before);
    }
    expect(await load('--ranks', path)).toMatchObject({ kept: 150_000 });
    expect(await graphOf('site140000.example')).toMatchObject({ position: 140_000 });
    expect((await loaded()).map(({ id }) => id)).toContain(release);
    expect(await readdir(join(service.folder, 'open-data'))).not.toContain('work');
    await command('--undo', release);
  });

  it('shows a domain in lists of popular sites with the terms of its market', async () => {
    const crux = await written(
      'us.csv.gz',
      gzipSync('origin,rank\nhttps://www.site7.example.com,5000\nhttps://example.com,1000\n'),
    );
    const majestic = await written(
      'majestic.csv',
      `GlobalRank,TldRank,Domain,TLD,RefSubNets,RefIPs,IDN_Domain,IDN_TLD,PrevGlobalRank,PrevTldRank,PrevRefSubNets,PrevRefIPs\n42,1,example.com,com,500,600,example.com,com,1,1,1,1\n`,
    );
    const report = await load('--crux', crux, '--country', 'us', '--month', '202610', '--majestic', majestic);
    expect(report).toMatchObject({ release: 'us-202610', kept: 1, beside: [{ kept: 1 }] });
    const { popularity } = await data('example.com');
    expect(popularity).toMatchObject([
      { list: 'crux', country: 'us', band: 1_000, position: null, month: '2026-10' },
      { list: 'majestic', country: null, band: null, position: 42 },
    ]);
    const elsewhere = await caller.post('/v1/tools/inspect_domain', {
      domain: 'example.com',
      location: 'Germany',
      language: 'German',
    });
    expect(elsewhere.body.data.popularity).toMatchObject([{ list: 'majestic' }]);
  });

  describe('from an address', () => {
    const content = gzipSync(ranks(120_000), { level: 1 });
    const asked: (string | undefined)[] = [];
    let server: Server;
    let address: string;
    /** Bytes after which the server loses the connection, or says nothing more. */
    let losesAfter = Number.POSITIVE_INFINITY;
    let stallsAfter = Number.POSITIVE_INFINITY;
    let tag = '"one"';
    const answer = (from: number, response: ServerResponse) => {
      const rest = content.subarray(from);
      response.writeHead(from > 0 ? 206 : 200, { etag: tag, 'content-length': rest.length });
      response.write(rest.subarray(0, Math.min(losesAfter, stallsAfter)), () => {
        if (losesAfter < rest.length) response.destroy();
        else if (stallsAfter >= rest.length) response.end();
      });
    };
    beforeAll(async () => {
      server = createServer(({ headers }, response) => {
        asked.push(headers.range);
        const isSame = headers['if-range'] === tag;
        answer(isSame ? Number(/bytes=(\d+)-/u.exec(headers.range ?? '')?.[1]) : 0, response);
      });
      await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
      const at = server.address();
      address = `http://127.0.0.1:${typeof at === 'object' && at ? at.port : 0}/${release}-domain-ranks.txt.gz`;
    });
    beforeEach(() => {
      asked.length = 0;
      losesAfter = Number.POSITIVE_INFINITY;
    });
    afterAll(() => {
      server.closeAllConnections();
      server.close();
    });

    it('goes on where the connection was lost, and reads every byte once', async () => {
      losesAfter = 400_000;
      const report = await load('--ranks', address, '--top', '200000');
      expect(report).toMatchObject({ kept: 120_000, bytes_read: content.length });
      // What was on its way when the connection was lost may be lost with it.
      const [whole, rest] = asked;
      expect([whole, Number(/^bytes=(\d+)-$/u.exec(rest ?? '')?.[1]) > 0]).toEqual([undefined, true]);
      await command('--undo', release);
    });

    /** A download that is killed in the middle. */
    const killedDownload = async () => {
      stallsAfter = 400_000;
      const child = start('ranks', '--ranks', address, '--top', '200000', '--accept-terms');
      const ended = new Promise((done) => child.once('close', done));
      const downloads = join(service.folder, 'open-data', 'downloads');
      const kept = async () => {
        const names = await readdir(downloads).catch(() => []);
        const sizes = names
          .filter((name) => name.endsWith('.part'))
          .map(async (name) => (await stat(join(downloads, name))).size);
        return Math.max(0, ...(await Promise.all(sizes)));
      };
      while ((await kept()) < stallsAfter) await new Promise((done) => setTimeout(done, 20));
      child.kill('SIGKILL');
      await ended;
      stallsAfter = Number.POSITIVE_INFINITY;
    };

    it('asks for the rest alone after a download that was killed', async () => {
      await killedDownload();
      const report = await load('--ranks', address, '--top', '200000');
      expect(report).toMatchObject({ kept: 120_000, bytes_read: content.length });
      expect(asked).toEqual([undefined, 'bytes=400000-']);
      await command('--undo', release);
    });

    it('begins anew where the file is another one than that which was begun', async () => {
      await killedDownload();
      tag = '"two"';
      expect(await load('--ranks', address, '--top', '200000')).toMatchObject({ kept: 120_000 });
      expect(await graphOf('site120000.example')).toMatchObject({ position: 120_000 });
      await command('--undo', release);
    });
  });
});

/** With a byte in the middle turned. */
function damaged(content: Buffer): Buffer {
  const at = content.length >> 1;
  content.writeUInt8(content.readUInt8(at) ^ 0xff, at);
  return content;
}

async function readFirstRows(): Promise<(readonly [name: string, position: string])[]> {
  const { gunzipSync } = await import('node:zlib');
  const file = await readFile('local/open-data/excerpt/cc-main-2026-apr-may-jun-domain-ranks.txt.gz');
  const lines = gunzipSync(file).toString().trimEnd().split('\n').slice(1);
  return lines.map((line) => {
    const [position = '', , , , name = ''] = line.split('\t');
    return [name, position];
  });
}
