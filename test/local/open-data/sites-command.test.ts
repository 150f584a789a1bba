import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { gunzipSync, gzipSync } from 'node:zlib';
import { createRandom } from '#test/support/random.ts';
import { type Caller, testService } from '#test/support/service/running-service.ts';

const release = 'cc-main-2026-mar-apr-may';
const sites = ['wikipedia.org', 'mozilla.org', 'bbc.co.uk'];

/** A graph over real names: few domains have most of the links. */
interface Planted {
  readonly vertices: string;
  readonly ranks: string;
  readonly edges: string;
  /** By site, all that link to it, the most central first. */
  readonly referrers: ReadonlyMap<string, readonly { readonly domain: string; readonly position: number }[]>;
  readonly linked: ReadonlyMap<string, number>;
}

async function plant(): Promise<Planted> {
  const excerpt = gunzipSync(
    await readFile('local/open-data/excerpt/cc-main-2026-apr-may-jun-domain-ranks.txt.gz'),
  ).toString();
  const [header = '', ...ranked] = excerpt.trimEnd().split('\n');
  const names = ranked.map((line) => line.split('\t')[4] ?? '');
  const inOrder = names.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
  const ids = new Map(inOrder.map((name, id) => [name, id]));
  const positions = new Map(names.map((name, at) => [name, at + 1]));
  const random = createRandom(32);
  const pairs = new Set<string>();
  for (let at = 0; at < 60_000; at += 1) {
    const from = Math.floor(random() * inOrder.length);
    const to = ids.get(names[Math.floor(random() ** 3 * names.length)] ?? '') ?? -1;
    if (from !== to) pairs.add(`${from}\t${to}`);
  }
  const edges = [...pairs]
    .map((pair) => pair.split('\t').map(Number))
    .toSorted(([a = 0, b = 0], [c = 0, d = 0]) => a - c || b - d);
  const domainOf = (name = '') => name.split('.').toReversed().join('.');
  const idOf = (site: string) => ids.get(domainOf(site));
  // As naive as it can be said.
  const linking = (site: string) =>
    edges
      .filter(([, to]) => to === idOf(site))
      .map(([from = 0]) => ({
        domain: domainOf(inOrder[from]),
        position: positions.get(inOrder[from] ?? '') ?? 0,
      }))
      .toSorted((a, b) => a.position - b.position);
  return {
    vertices: inOrder.map((name, id) => `${id}\t${name}\t1\n`).join(''),
    ranks: [header, ...ranked, ''].join('\n'),
    edges: edges.map(([from, to]) => `${from}\t${to}\n`).join(''),
    referrers: new Map(sites.map((site) => [site, linking(site)])),
    linked: new Map(sites.map((site) => [site, edges.filter(([from]) => from === idOf(site)).length])),
  };
}

describe('npm run open-data -- sites', () => {
  let caller: Caller;
  let folder: string;
  let planted: Planted;
  const service = testService();
  beforeAll(async () => {
    caller = await service.openAccount(1_000);
    folder = await mkdtemp(join(tmpdir(), 'oriel-sites-'));
    planted = await plant();
    await writeFile(join(folder, 'vertices.gz'), gzipSync(planted.vertices));
    await writeFile(join(folder, 'ranks.gz'), gzipSync(planted.ranks));
    await writeFile(join(folder, 'edges.gz'), gzipSync(planted.edges));
  });
  afterAll(() => rm(folder, { recursive: true }));

  const start = (edges: string, wanted: readonly string[], ...more: readonly string[]) => {
    const file = (name: string) => [`--${name}`, join(folder, name === 'edges' ? edges : `${name}.gz`)];
    const files = ['vertices', 'ranks', 'edges'].flatMap(file);
    const args = ['sites', ...wanted, '--release', release, ...files, '--accept-terms', '--json', ...more];
    return spawn(process.execPath, ['bin/open-data.ts', ...args], {
      env: { ...process.env, DATA_DIR: service.folder },
    });
  };
  const keep = async (edges: string, wanted: readonly string[] = sites) => {
    const child = start(edges, wanted);
    const [out, said, code] = await Promise.all([
      textOf(child.stdout),
      textOf(child.stderr),
      new Promise<number | null>((done) => child.once('close', done)),
    ]);
    return { report: code === 0 ? JSON.parse(out) : undefined, said, code };
  };
  const linksOf = async (domain: string, view = 'referring_domains') =>
    (await caller.post('/v1/tools/inspect_backlinks', { domain, view, limit: 500 })).body;

  it.each([
    ['an id out of range', '0\t1\n5\t99999\n', /beyond/u],
    ['unsorted edges', '5\t1\n4\t1\n', /not in order/u],
    ['an edge twice', '5\t1\n5\t1\n', /not in order/u],
    ['a loop', '5\t5\n', /itself/u],
    ['words', 'a\tb\n', /two ids/u],
    ['an end in the middle', '0\t1\n0\t2', /middle of a line/u],
  ])('refuses edges with %s, and nothing is answered from them', async (_, edges, fault) => {
    await writeFile(join(folder, 'bad'), edges);
    const { code, said } = await keep('bad');
    expect([code, said]).toEqual([1, expect.stringMatching(fault)]);
    expect((await linksOf('wikipedia.org')).data.referring_domains).toEqual([]);
  });

  it('keeps who links to each site exactly as a naive count has it, without enabling anything', async () => {
    const { report } = await keep('edges.gz');
    expect(report).toMatchObject({ release, kept: 3, domains: 1_000, skipped: [] });
    expect(report.edges).toBe(planted.edges.split('\n').length - 1);
    for (const site of sites) {
      const { data, coverage, facts } = await linksOf(site);
      const expected = planted.referrers.get(site) ?? [];
      expect(expected.length).toBeGreaterThan(20);
      const rows: readonly { domain: string; position: number }[] = data.referring_domains;
      expect(rows.map(({ domain, position }) => ({ domain, position }))).toEqual(expected.slice(0, 500));
      expect(coverage.total_available).toBe(expected.length);
      expect(data.authority).toMatchObject({
        domain_rank: null,
        web_graph: { referring_domains: null, release: 'cc-main-2026-apr-may-jun' },
      });
      expect(data.authority.web_graph.trend).toContainEqual(
        expect.objectContaining({ release, referring_domains: expected.length }),
      );
      expect(data.profile.backlinks).toBeNull();
      expect(facts).toContainEqual(
        expect.objectContaining({
          type: 'links_to',
          provenance: expect.objectContaining({
            source_class: 'web_graph',
            connection_id: `commoncrawl:${release}`,
          }),
        }),
      );
    }
  });

  it('tells both counts where the newest release is the one with links', async () => {
    const undo = spawn(process.execPath, ['bin/open-data.ts', '--undo', 'cc-main-2026-apr-may-jun'], {
      env: { ...process.env, DATA_DIR: service.folder },
    });
    await new Promise((done) => undo.once('close', done));
    for (const site of sites)
      expect((await linksOf(site, 'summary')).data.authority.web_graph).toMatchObject({
        release,
        of: 1_000,
        referring_domains: planted.referrers.get(site)?.length,
        linked_domains: planted.linked.get(site),
      });
  });

  it('keeps what it had where it is killed, and says which sites a release does not have', async () => {
    let published = 0;
    for (const afterMs of [200, 400, 600, 800]) {
      const child = start('edges.gz', ['github.com']);
      const ended = new Promise<number | null>((done) => child.once('close', done));
      await Promise.race([ended, new Promise((done) => setTimeout(done, afterMs))]);
      child.kill('SIGKILL');
      const wasWhole = (await ended) === 0;
      const found = (await linksOf('github.com')).data.referring_domains.length;
      // Killed after they were published and before it had said so, the links are there, and whole.
      if (wasWhole) expect(found).toBeGreaterThan(0);
      published = found;
      expect((await linksOf('wikipedia.org')).data.referring_domains).not.toEqual([]);
      if (found > 0) break;
    }
    const { report } = await keep('edges.gz', ['github.com', 'nowhere.example']);
    expect(report.skipped).toEqual([{ reason: 'not in the release', count: 1, example: 'nowhere.example' }]);
    const whole = (await linksOf('github.com')).data.referring_domains.length;
    expect(whole).toBeGreaterThan(0);
    expect([0, whole]).toContain(published);
  });
});
