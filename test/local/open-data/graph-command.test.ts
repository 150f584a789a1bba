import { spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { createListFiles } from '#local/open-data/open-place.ts';
import type { IndexReader } from '#shared/facts/stored-index/table/index-reads.ts';
import { createGraphQuestions } from '#shared/facts/web-graph/graph-questions.ts';
import { directoryKey } from '#shared/facts/web-graph/open-lists.ts';
import { type PlantedGraph, plantGraph } from '#test/support/open-data/planted-graph.ts';
import { type Caller, testService } from '#test/support/service/running-service.ts';

const release = 'cc-main-2026-mar-apr-may';
const older = 'cc-main-2025-sep-oct-nov';
const overlapping = 'cc-main-2026-feb-mar-apr';

describe('npm run open-data -- graph', () => {
  let caller: Caller;
  let folder: string;
  const planted = plantGraph(32);
  const before = plantGraph(33, { left: 20 });
  const service = testService();
  beforeAll(async () => {
    caller = await service.openAccount(10_000);
    folder = await mkdtemp(join(tmpdir(), 'oriel-graph-'));
    await keepFiles('now', planted);
    await keepFiles('before', before);
  });
  afterAll(() => rm(folder, { recursive: true }));

  const keepFiles = async (name: string, { vertices, ranks, edges }: PlantedGraph) => {
    for (const [kind, content] of Object.entries({ vertices, ranks, edges }))
      await writeFile(join(folder, `${name}-${kind}`), gzipSync(content));
  };
  const start = (id: string, files: string, replaced: Readonly<Record<string, string>> = {}) => {
    const paths = ['vertices', 'ranks', 'edges'].flatMap((kind) => [
      `--${kind}`,
      join(folder, replaced[kind] ?? `${files}-${kind}`),
    ]);
    const args = ['graph', '--release', id, ...paths, '--accept-terms', '--json'];
    return spawn(process.execPath, ['bin/open-data.ts', ...args], {
      env: { ...process.env, DATA_DIR: service.folder },
    });
  };
  const load = async (id: string, files: string, replaced?: Readonly<Record<string, string>>) => {
    const child = start(id, files, replaced);
    const [out, said, code] = await Promise.all([
      textOf(child.stdout),
      textOf(child.stderr),
      new Promise<number | null>((done) => child.once('close', done)),
    ]);
    return { report: code === 0 ? JSON.parse(out) : undefined, said, code };
  };
  const listed = async (): Promise<
    readonly { readonly kind: string; readonly id: string; table: string }[]
  > => {
    const child = spawn(process.execPath, ['bin/open-data.ts', '--list'], {
      env: { ...process.env, DATA_DIR: service.folder },
    });
    return JSON.parse(await textOf(child.stdout)).lists;
  };
  const ask = async (tool: string, body: object) => (await caller.post(`/v1/tools/${tool}`, body)).body;

  it.each([
    ['edges', 'an id out of range', '0\t1\n5\t99999\n', /beyond/u],
    ['edges', 'an end in the middle', '0\t1\n0\t2', /middle of a line/u],
    ['edges', 'unsorted lines', '5\t1\n4\t1\n', /not in order/u],
    ['vertices', 'a name twice', '0\tcom.a\t1\n1\tcom.a\t1\n', /comes twice/u],
    ['vertices', 'names out of order', '0\tcom.b\t1\n1\tcom.a\t1\n', /not in order/u],
    ['vertices', 'a gap between ids', '0\tcom.a\t1\n2\tcom.b\t1\n', /stands where 1/u],
    ['vertices', 'too few domains for its ranks', '0\tcom.a\t1\n', /more ranks than vertices/u],
    [
      'ranks',
      'positions of hosts',
      '#harmonicc_pos\t#harmonicc_val\t#pr_pos\t#pr_val\t#host_rev\n',
      /ranks of hosts/u,
    ],
    ['ranks', 'no end', `${planted.ranks.slice(0, 5_000)}`, /middle of a line/u],
  ])('refuses %s with %s, and nothing is answered from them', async (kind, _, content, fault) => {
    await writeFile(join(folder, 'bad'), content);
    const { code, said } = await load(release, 'now', { [kind]: 'bad' });
    expect([code, said]).toEqual([1, expect.stringMatching(fault)]);
    expect((await listed()).filter(({ kind: name }) => name === 'graph')).toEqual([]);
  });

  it('says of every domain what a naive look at the files says, in one unit and a half for fifty referrers', async () => {
    const { report } = await load(release, 'now');
    expect(report).toMatchObject({ release, domains: 1_000, edges: planted.count, kept: 1_000, skipped: [] });
    const list = (await listed()).find(({ kind }) => kind === 'graph');
    if (!list) throw new Error('The graph is not listed.');
    const file = createListFiles(service.folder)(list.table);
    if (!file) throw new Error('The graph has no file.');
    const metered = meter(file);
    const directory = { lists: [list], unfinished: [] };
    const home: IndexReader = { ...file, get: async () => ({ ...directoryKey, d: directory, v: 1 }) };
    const questions = () => createGraphQuestions((table) => (table === undefined ? home : metered.reader));
    for (const domain of planted.domains.filter((_, at) => at % 9 === 0)) {
      const expected = planted.referrers(domain);
      const place = planted.domains.indexOf(domain) + 1;
      const summary = await metered.unitsOf(() => questions().authority(domain));
      expect(summary.answer?.value).toMatchObject({
        position: place,
        of: 1_000,
        referring_domains: expected.length,
        linked_domains: planted.linked(place).length,
      });
      expect(summary.units).toBeLessThanOrEqual(0.5);
      const fifty = await metered.unitsOf(() => questions().referringDomains(domain, 50));
      expect(fifty.units).toBeLessThanOrEqual(1);
      const all = await questions().referringDomains(domain, 500);
      const rows = expected.map((at) => [planted.domainAt(at), at, planted.hostsAt(at)]);
      const told = [fifty.answer, all].map((answer) =>
        answer?.value.rows.map(({ domain: name, position, hosts }) => [name, position, hosts]),
      );
      expect(told).toEqual([rows.slice(0, 50), rows.slice(0, 500)]);
      expect(all?.value.total).toBe(expected.length);
    }
    const rivals = planted.domains.slice(3, 13);
    for (const domain of planted.domains.filter((_, at) => at % 40 === 20)) {
      const gap = await metered.unitsOf(() => questions().gap({ domain, competitors: rivals, limit: 50 }));
      const gaps = planted.gap(domain, rivals);
      const found = gap.answer?.value.rows.map(({ referring_domain, position, links }) => [
        referring_domain,
        position,
        links.map(({ competitor }) => competitor),
      ]);
      expect(found).toEqual(gaps.slice(0, 50));
      expect(gap.answer?.value.total).toBe(gaps.length);
      expect(gap.units).toBeLessThanOrEqual(60);
      const together = await questions().linkedTogether(domain, 20);
      expect(
        together?.value.rows.map((row) => [row.domain, row.shared_referrers, row.referring_domains]),
      ).toEqual(planted.together(domain).slice(0, 20));
    }
    expect(await questions().authority('nowhere.example')).toBeUndefined();
  });

  it('answers gaps and rivals of real domains, each with the provenance of its release', async () => {
    const [, , target = '', ...rivals] = planted.domains;
    const competitors = rivals.slice(0, 3);
    const gap = await ask('compare_backlink_gap', { domain: target, competitors });
    expect(gap.data.gaps[0]).toMatchObject({
      domain_rank: null,
      spam_score: null,
      position: expect.any(Number),
    });
    expect(gap.coverage.total_available).toBe(planted.gap(target, competitors).length);
    const provenance = { source_class: 'web_graph', connection_id: `commoncrawl:${release}` };
    expect(gap.facts[0].provenance).toMatchObject(provenance);
    const found = await ask('discover_competitors', { domain: target });
    expect(found.data.competitors[0]).toMatchObject({ basis: 'links', shared_keywords: null });
    expect(found.facts[0].provenance).toMatchObject(provenance);
    // What the sample market knows stays with it.
    const sample = await ask('discover_competitors', { domain: 'trailpeak.example' });
    expect(sample.data.competitors[0].basis).toBeUndefined();
  });

  it('compares releases without a crawl in common, and no others', async () => {
    const domain = planted.domains[40] ?? '';
    expect((await load(overlapping, 'before')).code).toBe(0);
    const view = { domain, view: 'referring_domains', limit: 500 };
    expect((await ask('inspect_backlinks', view)).data.changes).toBeUndefined();
    expect((await load(older, 'before')).code).toBe(0);
    const { data } = await ask('inspect_backlinks', view);
    const [now, then] = [planted, before].map((graph) => graph.referrers(domain).map(graph.domainAt));
    expect(data.changes).toMatchObject({ against: older, crawled_until: '2025-11' });
    const names = (rows: readonly { readonly domain: string }[]) => rows.map((row) => row.domain);
    expect(names(data.changes.new)).toEqual(now?.slice(0, 50).filter((name) => !then?.includes(name)));
    expect(names(data.changes.not_seen)).toEqual(then?.slice(0, 50).filter((name) => !now?.includes(name)));
    expect(data.changes.new.length * data.changes.not_seen.length).toBeGreaterThan(0);
    expect(data.authority.web_graph.trend.map((row: { readonly release: string }) => row.release)).toEqual(
      expect.arrayContaining([overlapping, older]),
    );
  });

  it('takes what is odd: Windows line ends, two members, and names that are none', async () => {
    const odd = planted.vertices.replace('com.facebook', `com.facebook${'x'.repeat(300)}`);
    const ranks = planted.ranks.replace('com.facebook\t', `com.facebook${'x'.repeat(300)}\t`);
    await writeFile(join(folder, 'odd-vertices'), odd.replaceAll('\n', '\r\n'));
    await writeFile(join(folder, 'odd-ranks'), ranks);
    const half = planted.edges.indexOf('\n', planted.edges.length / 2) + 1;
    const members = [planted.edges.slice(0, half), planted.edges.slice(half)].map((text) => gzipSync(text));
    await writeFile(join(folder, 'odd-edges'), Buffer.concat(members));
    const { report } = await load(release, 'odd');
    expect(report).toMatchObject({
      edges: planted.count,
      skipped: [{ reason: 'not a domain name', count: 1 }],
    });
  });

  it('leaves nothing behind where it is undone', async () => {
    const undo = spawn(process.execPath, ['bin/open-data.ts', '--undo', release], {
      env: { ...process.env, DATA_DIR: service.folder },
    });
    await new Promise((done) => undo.once('close', done));
    const tables = (await listed()).flatMap(({ table }) => table ?? []);
    const files = await readdir(join(service.folder, 'open-data', 'tables'));
    expect(files.toSorted()).toEqual(tables.map((table) => `${table}.sqlite`).toSorted());
    expect(await readFile(join(service.folder, 'open-data-terms.json'), 'utf8')).toContain('links');
  });
});

/** Counts what a table would charge for: half a unit for each 4 KB of an answer. */
function meter(table: IndexReader) {
  let units = 0;
  const count = (items: readonly unknown[]) => {
    const bytes = items.reduce<number>((sum, item) => sum + sizeOf(item), 0);
    units += Math.max(1, Math.ceil(bytes / 4_096)) / 2;
  };
  const reader: IndexReader = {
    async get(key) {
      const item = await table.get(key);
      count([item]);
      return item;
    },
    async getMany(keys) {
      const items = await table.getMany(keys);
      for (const item of items) count([item]);
      return items;
    },
    async range(question) {
      const range = await table.range(question);
      count(range.items);
      return range;
    },
  };
  return {
    reader,
    async unitsOf<Answer>(question: () => Promise<Answer>) {
      units = 0;
      const answer = await question();
      return { answer, units };
    },
  };
}

function sizeOf(item: unknown): number {
  if (typeof item !== 'object' || item === null) return 0;
  return Object.entries(item).reduce((sum, [name, value]) => sum + name.length + (value?.length ?? 0), 0);
}
