import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { text as textOf } from 'node:stream/consumers';
import { build, type Plugin } from 'esbuild';
import { openDataFolder } from '#local/data/data-folder.ts';
import { itemOf, listFile, openLocalPlace } from '#local/open-data/open-place.ts';
import { readDirectory } from '#shared/facts/web-graph/open-lists.ts';
import { plantGraph } from '#test/support/open-data/planted-graph.ts';

const release = 'cc-main-2026-mar-apr-may';
const header = '#harmonicc_pos\t#harmonicc_val\t#pr_pos\t#pr_val\t#host_rev\t#n_hosts\n';
const rank = (at: number) => `${at}\t${2e7 - at}.0\t${at}\t8.5E-4\texample.site${at}\t1\n`;
/** The command in one file: a process of it starts in half the time that its hundred modules take. */
const command = `node_modules/.cache/killed-${process.pid}.mjs`;
/** What a module reads beside itself is still beside it. */
const inPlace: Plugin = {
  name: 'in-place',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]local[\\/].*[.]ts$/ }, async ({ path }) => {
      const source = await readFile(path, 'utf8');
      const contents = source.replaceAll('import.meta.dirname', JSON.stringify(dirname(path)));
      return { contents, loader: 'ts' };
    });
  },
};
/** Two addresses of one release, the second with more domains. */
const ranks = new Map(
  [1_000, 12_000].map((count, at) => [
    ['/before', '/now'][at],
    Buffer.from(header + Array.from({ length: count }, (_, row) => rank(row + 1)).join('')),
  ]),
);

describe('npm run open-data, killed at each of its steps', () => {
  let folder: string;
  let address: string;
  const server = createServer(({ url, headers: { range } }, response) => {
    const content = ranks.get(url) ?? Buffer.alloc(0);
    const from = Number(/\d+/u.exec(range ?? '')?.[0] ?? 0);
    response.writeHead(from > 0 ? 206 : 200, { etag: `"${url}"`, 'content-length': content.length - from });
    response.end(content.subarray(from));
  });
  const file = (name: string) => join(folder, name);
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'oriel-killed-'));
    await build({
      entryPoints: ['bin/open-data.ts'],
      outfile: command,
      bundle: true,
      platform: 'node',
      format: 'esm',
      mainFields: ['module', 'main'],
      plugins: [inPlace],
      banner: {
        js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
      },
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const at = server.address();
    address = `http://127.0.0.1:${typeof at === 'object' && at ? at.port : 0}`;
    for (const [when, seed] of Object.entries({ before: 33, now: 34 })) {
      const { vertices, edges, ranks: ranked } = plantGraph(seed, { links: 6_000 });
      for (const [kind, content] of Object.entries({ vertices, edges, ranks: ranked }))
        await writeFile(file(`${kind}-${when}`), content);
    }
  });
  afterAll(async () => {
    server.closeAllConnections();
    server.close();
    await rm(folder, { recursive: true });
    await rm(command, { force: true });
  });

  const links = (when: string) =>
    ['vertices', 'edges', 'ranks'].flatMap((kind) => [`--${kind}`, file(`${kind}-${when}`)]);
  const tiers = {
    ranks: (when: string) => ['ranks', '--ranks', `${address}/${when}`, '--top', '30000'],
    sites: (when: string) => ['sites', 'wikipedia.org', 'mozilla.org', ...links(when)],
    graph: (when: string) => ['graph', ...links(when)],
  };
  const run = async (data: string, args: readonly string[], more: NodeJS.ProcessEnv = {}) => {
    const flags = ['--import', './test/support/open-data/die-at.ts', command];
    const child = spawn(process.execPath, [...flags, ...args, '--release', release, '--accept-terms'], {
      env: { ...process.env, ...more, DATA_DIR: data },
    });
    const ended = new Promise<unknown>((done) => child.once('close', (code, signal) => done(signal ?? code)));
    const [said, end] = await Promise.all([textOf(child.stderr), ended]);
    return { said, end };
  };
  const contentOf = (path: string): string => {
    const database = new DatabaseSync(path, { readOnly: true });
    const hash = createHash('sha256');
    for (const row of database.prepare('SELECT pk, sk, d FROM items ORDER BY pk, sk').iterate()) {
      const { pk, sk, d } = itemOf(row);
      hash.update(JSON.stringify([pk, sk])).update(d instanceof Uint8Array ? d : '');
    }
    database.close();
    return hash.digest('hex');
  };
  /** What is in force, and every file but those of the lists in force. */
  const stateOf = async (data: string) => {
    const place = await openLocalPlace(await openDataFolder(data));
    const { lists, unfinished } = await readDirectory(place.home, true);
    await place.close();
    const own = lists.flatMap(({ kind, id, table }) => (table === undefined ? [] : [{ kind, id, table }]));
    const files = (await readdir(data, { recursive: true })).filter((name) => !name.startsWith('database'));
    return {
      lists: own.map(({ kind, id, table }) => [kind, id, contentOf(listFile(data, table))].join(' ')),
      unfinished,
      left: files.filter((name) => !own.some(({ table }) => name.endsWith(`${table}.sqlite`))).toSorted(),
    };
  };

  it.each(['ranks', 'sites', 'graph'] as const)(
    'goes on with %s after each, ends as if undisturbed, and has the list before or the new one until then',
    async (tier) => {
      const [before, whole, log] = ['before', 'whole', 'steps'].map((name) => file(`${name}-of-${tier}`));
      if (!(before && whole && log)) throw new Error('Three names are three paths.');
      expect(await run(before, tiers[tier]('before'))).toMatchObject({ end: 0 });
      await rm(join(before, 'open-data-terms.json'));
      await cp(before, whole, { recursive: true });
      const known = await stateOf(before);
      expect(await run(whole, tiers[tier]('now'), { STEPS: log })).toMatchObject({ end: 0 });
      const wanted = await stateOf(whole);
      expect(wanted).not.toEqual(known);
      const said = (await readFile(log, 'utf8')).trimEnd().split('\n');
      const counted = Map.groupBy(said, (name) => name);
      const points = [...counted].flatMap(([name, { length }]) => {
        const most = name.startsWith('said') && length <= 4 ? [1, 2, 3, 4].slice(0, length) : [];
        return [...new Set([1, Math.floor(length / 2) + 1, ...most])].map((time) => `${name}#${time}`);
      });
      const kill = async (point: string) => {
        const data = await mkdtemp(file('killed-'));
        await cp(before, data, { recursive: true });
        const { end } = await run(data, tiers[tier]('now'), { DIE_AT: point });
        const between = /PutItem|linkSync|tables/u.test(point) ? await stateOf(data) : known;
        const again = await run(data, tiers[tier]('now'));
        const state = await stateOf(data);
        await rm(data, { recursive: true });
        const isWhole = [known, wanted].some(({ lists }) => String(lists) === String(between.lists));
        return { point, end, isWhole, again: again.end === 0 ? 0 : again.said, state };
      };
      const lane = async (odd: number) => {
        for (const point of points.filter((_, at) => at % 2 === odd))
          expect(await kill(point)).toEqual({
            point,
            end: 'SIGKILL',
            isWhole: true,
            again: 0,
            state: wanted,
          });
      };
      await Promise.all([lane(0), lane(1)]);
      expect(points.length).toBeGreaterThan(10);
    },
  );
});
