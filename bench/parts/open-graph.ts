import { spawn } from 'node:child_process';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { isDeepStrictEqual } from 'node:util';
import { createListFiles } from '#local/open-data/open-place.ts';
import type { IndexReader } from '#shared/facts/stored-index/table/index-reads.ts';
import { createGraphQuestions } from '#shared/facts/web-graph/graph-questions.ts';
import { directoryKey, type OpenList } from '#shared/facts/web-graph/open-lists.ts';
import { createRandom } from '#test/support/random.ts';
import { type Part, rounded, type Table } from '../harness/report.ts';
import { type NaiveGraph, readNaively } from '../open-graph/naive.ts';
import { plantRelease } from '../open-graph/plant.ts';

const release = 'cc-main-2026-apr-may-jun';
const files = ['vertices', 'ranks', 'edges'] as const;
/** 32 links a domain, as the release of April to June 2026 has. */
const plantedDomains = 330_000;
const plantedEdges = 11_500_000;
const asked = 600;

interface Run {
  readonly cpuSeconds: number;
  readonly megabytes: number;
  readonly output: string;
}

/** Runs a script in a process of its own; its processor time is the kernel's count of it. */
async function run(args: readonly string[], folder: string): Promise<Run> {
  // The last thing that a process says is what it used.
  const telling = `data:text/javascript,process.on('exit',()=>{const u=process.resourceUsage();console.error('used',(u.userCPUTime+u.systemCPUTime)/1e6,u.maxRSS/1024)})`;
  const child = spawn(process.execPath, ['--import', telling, ...args], {
    env: { ...process.env, DATA_DIR: folder },
  });
  const [output, said, code] = await Promise.all([
    textOf(child.stdout),
    textOf(child.stderr),
    new Promise<number | null>((done) => child.once('close', done)),
  ]);
  const used = /^used (?<cpu>[\d.]+) (?<memory>[\d.]+)$/mu.exec(said)?.groups;
  if (code !== 0 || !used) throw new Error(said);
  return { cpuSeconds: Number(used.cpu), megabytes: Number(used.memory), output };
}

async function measure(isLong: boolean): Promise<readonly Table[]> {
  const folder = await mkdtemp(join(tmpdir(), 'oriel-graph-'));
  try {
    const scale = isLong ? 10 : 1;
    const { edges } = await plantRelease(folder, plantedDomains * scale, plantedEdges * scale);
    const packed = await bytesOf(files.map((name) => join(folder, `${name}.gz`)));
    const inputs = files.flatMap((name) => [`--${name}`, join(folder, `${name}.gz`)]);
    const agreed = ['--accept-terms', '--json'];
    const given = ['--release', release, ...inputs, ...agreed];
    const sites = ['wikipedia.org', 'musicbrainz.org', 'udemy.com'];
    const scan = await run(
      ['bench/open-graph/scan.ts', ...inputs.filter((text) => !text.startsWith('--'))],
      folder,
    );
    const ofRanks = await run(
      ['bin/open-data.ts', 'ranks', '--release', release, '--ranks', join(folder, 'ranks.gz'), ...agreed],
      join(folder, 'ranks'),
    );
    const ofSites = await run(['bin/open-data.ts', 'sites', ...sites, ...given], join(folder, 'sites'));
    const ofGraph = await run(['bin/open-data.ts', 'graph', ...given], join(folder, 'graph'));
    const row = (what: string, { cpuSeconds, megabytes }: Run, disk = 0) => ({
      what,
      domains: plantedDomains * scale,
      links: edges,
      'processor (s)': rounded(cpuSeconds),
      'to the scan': rounded(cpuSeconds / scan.cpuSeconds, 2),
      'processor (s a million edges)': rounded(cpuSeconds / (edges / 1e6), 2),
      'peak memory (MB)': rounded(megabytes, 0),
      'kept (MB)': rounded(disk / 1e6, 2),
      'kept to the packed files': rounded(disk / packed, 2),
    });
    const title = 'Open web graph';
    const method = `A planted release of ${plantedDomains * scale} domains and ${edges} links in ${rounded(packed / 1e6, 0)} MB of packed files, loaded by the command in a process of its own, beside a scan of the same files that unpacks them and looks at every byte. Aims: sites 1.5, graph 4 and 1,024 MB, kept 2.`;
    const kept = (tier: string) => keptBytes(join(folder, tier));
    const rows = [
      row('scan', scan),
      row('ranks', ofRanks, await kept('ranks')),
      row('sites', ofSites, await kept('sites')),
      row('graph', ofGraph, await kept('graph')),
    ];
    return [{ title, method, rows }, ...(isLong ? [] : [await compared(folder)])];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function keptBytes(folder: string): Promise<number> {
  const tables = join(folder, 'open-data', 'tables');
  return bytesOf((await readdir(tables)).map((name) => join(tables, name)));
}

async function bytesOf(paths: readonly string[]): Promise<number> {
  const sizes = await Promise.all(paths.map(async (path) => (await stat(path)).size));
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** What the loaded release says of some domains, beside the plain way; throws at the first difference. */
async function compared(folder: string): Promise<Table> {
  const naive = await readNaively(folder);
  const data = join(folder, 'graph');
  const [file = ''] = await readdir(join(data, 'open-data', 'tables'));
  const table = file.replace('.sqlite', '');
  const reader = createListFiles(data)(table);
  if (!reader) throw new Error('The release has no file.');
  const { domains } = naive;
  // As the command decides it: docs/open-data.md.
  const blocks = await bitsOf(reader);
  const list: OpenList = { kind: 'graph', id: release, table, blocks, domains, of: domains, loaded_at: '' };
  const home: IndexReader = {
    ...reader,
    get: async () => ({ ...directoryKey, d: { lists: [list], unfinished: [] }, v: 1 }),
  };
  const meter = { units: 0 };
  const counted = metered(reader, meter);
  const questions = () => createGraphQuestions((name) => (name === undefined ? home : counted));
  const random = createRandom(7);
  const most = new Map<string, number>();
  const isSame = async (name: string, ask: () => Promise<unknown>, expected: unknown) => {
    meter.units = 0;
    const found = await ask();
    most.set(name, Math.max(most.get(name) ?? 0, meter.units));
    if (!isDeepStrictEqual(found, expected))
      throw new Error(`${name}: ${JSON.stringify(found)} and not ${JSON.stringify(expected)}`);
  };
  for (let at = 0; at < asked; at += 1) {
    const position = at < 30 ? at + 1 : 1 + Math.floor(domains * random() ** (at % 2 === 0 ? 1 : 3));
    const rivals = Array.from({ length: 1 + (at % 10) }, () => 1 + Math.floor(domains * random() ** 4));
    await compareDomain(
      naive,
      questions,
      { position, rivals: rivals.filter((rival) => rival !== position) },
      isSame,
    );
  }
  return {
    title: 'Open web graph, beside a naive script',
    method: `Of ${asked} domains, the thirty most central among them, each question was answered from the loaded release and by a script that holds the three files in memory. All answers were the same, or the part would have failed. Read units without the directory, the most that one question took.`,
    rows: [...most].map(([question, units]) => ({
      question,
      equal: `${asked} of ${asked}`,
      'read units': units,
    })),
  };
}

type Compare = (name: string, ask: () => Promise<unknown>, expected: unknown) => Promise<void>;

async function compareDomain(
  naive: NaiveGraph,
  questions: () => ReturnType<typeof createGraphQuestions>,
  { position, rivals }: { readonly position: number; readonly rivals: readonly number[] },
  isSame: Compare,
): Promise<void> {
  const domain = naive.nameAt(position);
  const figures = naive.figures(position);
  await isSame(
    'counts',
    async () => {
      const answer = (await questions().authority(domain))?.value;
      return Object.fromEntries(
        Object.keys(figures).map((name) => [name, new Map(Object.entries(answer ?? {})).get(name)]),
      );
    },
    figures,
  );
  for (const limit of [50, 500])
    await isSame(
      `best ${limit} referring domains`,
      async () =>
        (await questions().referringDomains(domain, limit))?.value.rows.map((row) => ({
          ...{ domain: row.domain, position: row.position, hosts: row.hosts },
        })),
      naive.referrers(position, limit),
    );
  const competitors = [...new Set(rivals)].map(naive.nameAt);
  if (competitors.length > 0)
    await isSame(
      'gap of up to ten rivals',
      async () => {
        const gap = (await questions().gap({ domain, competitors, limit: 50 }))?.value;
        return {
          total: gap?.total,
          rows: gap?.rows.map((row) => [
            row.referring_domain,
            row.position,
            row.links.map(({ competitor }) => competitor),
          ]),
        };
      },
      naive.gap(position, rivals, 50),
    );
  await isSame(
    'rivals by links',
    async () =>
      (await questions().linkedTogether(domain, 20))?.value.rows.map((row) => [
        row.domain,
        row.shared_referrers,
        row.referring_domains,
      ]),
    naive.together(position, 20),
  );
}

/** Bits of a hash that tell the partition: there are as many partitions of heads. */
async function bitsOf(reader: IndexReader): Promise<number> {
  let bits = 1;
  const isThere = async (part: number) =>
    (await reader.range({ pk: `W#h#${part.toString(36).padStart(4, '0')}`, limit: 1 })).items.length > 0;
  while (await isThere(2 ** bits)) bits += 1;
  return bits;
}

function metered(reader: IndexReader, meter: { units: number }): IndexReader {
  const count = (bytes: number) => {
    meter.units += Math.max(1, Math.ceil(bytes / 4_096)) / 2;
  };
  const sizeOf = (item: object | undefined) =>
    Object.entries(item ?? {}).reduce((sum, [name, value]) => sum + name.length + (value?.length ?? 0), 0);
  return {
    async get(key) {
      const item = await reader.get(key);
      count(sizeOf(item));
      return item;
    },
    async getMany(keys) {
      const items = await reader.getMany(keys);
      for (const item of items) count(sizeOf(item));
      return items;
    },
    async range(question) {
      const range = await reader.range(question);
      count(range.items.reduce((sum, item) => sum + sizeOf(item), 0));
      return range;
    },
  };
}

export const openGraph: Part = { isSlow: true, versionsOf: ['sqlite'], measure };
