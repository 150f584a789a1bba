import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ListTablesCommand } from '@aws-sdk/client-dynamodb';
import fc from 'fast-check';
import { openDataFolder } from '#local/data/data-folder.ts';
import { loadGraph } from '#local/open-data/graph/load-graph.ts';
import { type ListOrder, loadList } from '#local/open-data/load-list.ts';
import { loadSites } from '#local/open-data/load-sites.ts';
import { type OpenDataPlace, switchLists } from '#local/open-data/open-place.ts';
import { importObjectsOf, openStagePlace } from '#local/open-data/stage-place.ts';
import { createIndexReader } from '#shared/facts/stored-index/table/index-reads.ts';
import { createGraphQuestions } from '#shared/facts/web-graph/graph-questions.ts';
import { readDirectory } from '#shared/facts/web-graph/open-lists.ts';
import { type StageWorld, startStageWorld } from '#test/support/index/stage-world.ts';
import { plantGraph } from '#test/support/open-data/planted-graph.ts';
import { startTestDatabase, type TestDatabase } from '#test/support/stores/database.ts';

const release = 'cc-main-2026-mar-apr-may';
const older = 'cc-main-2025-sep-oct-nov';
const silent = () => {};

describe('npm run open-data -- … --stage', () => {
  const planted = plantGraph(34, { links: 6_000 });
  let database: TestDatabase;
  let stage: StageWorld;
  let folder: string;
  beforeAll(async () => {
    database = await startTestDatabase();
    stage = await startStageWorld(database.database, database.tables.index);
    folder = await mkdtemp(join(tmpdir(), 'oriel-stage-'));
    const { vertices, edges, ranks } = planted;
    for (const [name, content] of Object.entries({ vertices, edges, ranks }))
      await writeFile(join(folder, name), content);
  });
  afterAll(async () => {
    await stage.stop();
    await database.stop();
    await rm(folder, { recursive: true });
  });
  const file = (name: string) => join(folder, name);
  const links = (id: string) => ({
    ...{ id, vertices: file('vertices'), edges: file('edges'), ranks: file('ranks') },
  });
  const ranks = (id: string): ListOrder => ({ kind: 'ranks', id, source: file('ranks') });
  /** One run of the command, on the machine of this operator. */
  const run = async <Done>(
    deed: (place: OpenDataPlace) => Promise<Done>,
    operator = 'first',
  ): Promise<Done> => {
    stage.pass(1_000);
    const place = await openStagePlace(await openDataFolder(file(operator)), 'dev', async () => ({
      ...stage.generations,
      close: async () => {},
    }));
    try {
      return await deed(place);
    } finally {
      await place.close();
    }
  };
  const questions = () =>
    createGraphQuestions((table = database.tables.index) =>
      createIndexReader({ documents: database.documents, table }),
    );
  const placeOf = async (domain: string) => (await questions().authority(domain))?.value;
  /** Tables beside those of the stage, and objects of the bucket. */
  const left = async () => {
    const { TableNames = [] } = await database.documents.send(new ListTablesCommand({}));
    const { lists, unfinished } = await readDirectory(stage.generations.homeTable, true);
    return {
      tables: TableNames.filter((name) => /-index-g\d{14}$/u.test(name)).toSorted(),
      listed: lists.map(({ table }) => table).toSorted(),
      unfinished,
      objects: stage.objects.size,
    };
  };
  const [first = '', second = ''] = planted.domains;

  it('answers from a table of the release as from files, set up without backups, and leaves no objects', async () => {
    await run((place) => loadGraph(place, links(release), silent));
    expect(await placeOf(second)).toMatchObject({ position: 2, of: 1_000, release });
    for (const domain of planted.domains.slice(0, 40)) {
      const expected = planted.referrers(domain);
      const answer = await questions().referringDomains(domain, 500);
      expect(answer?.value.rows.map(({ position }) => position)).toEqual(expected.slice(0, 500));
      expect(answer?.value.total).toBe(expected.length);
    }
    const { tables, listed, objects } = await left();
    expect([tables, objects]).toEqual([listed, 0]);
    expect(stage.settings.of(tables[0] ?? '')).toEqual({
      backups: false,
      isProtected: false,
      ceilings: { MaxReadRequestUnits: 12_000, MaxWriteRequestUnits: 4_000 },
      tags: [{ Key: 'service', Value: 'oriel' }],
    });
  });

  it('goes on wherever it was interrupted, answers from what was before until all is there, and imports once', async () => {
    const loads = {
      ranks: () => run((place) => loadList(place, ranks(older), silent)),
      sites: () => run((place) => loadSites(place, { ...links(older), sites: [first, second] }, silent)),
      graph: () => run((place) => loadGraph(place, links(older), silent)),
    };
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('ranks' as const, 'sites' as const, 'graph' as const),
        fc.array(fc.tuple(fc.integer({ min: 1, max: 45 }), fc.boolean()), { minLength: 1, maxLength: 4 }),
        async (tier, crashes) => {
          const before = await left();
          for (const [number, isCarriedOut] of crashes) {
            stage.interrupt(number, isCarriedOut);
            const ending = await loads[tier]().then(
              () => 'loaded',
              (error: Error) => error.message,
            );
            if (!(await stage.spared())) expect(ending).toContain('The command ends here.');
            // Whatever was begun, what is listed answers.
            expect((await placeOf(second))?.position).toBe(2);
          }
          // What a switch left behind is somebody's work for a day.
          await loads[tier]();
          stage.pass(25 * 3_600_000);
          const begunBefore = stage.imports.begun.length;
          await loads[tier]();
          expect(stage.imports.begun.length).toBe(begunBefore + 1);
          const { tables, listed, unfinished, objects } = await left();
          expect([tables, unfinished, objects]).toEqual([listed, [], 0]);
          expect(listed.length - before.listed.length).toBeLessThanOrEqual(1);
        },
      ),
      { numRuns: 12 },
    );
  });

  it('begins no second import where the first one was begun', async () => {
    const begun = stage.imports.begun.length;
    // Far enough that objects are sent and the import is asked for.
    for (const number of [8, 9, 10, 11, 12]) {
      stage.interrupt(number, true);
      await run((place) => loadList(place, ranks('cc-main-2024-jan-feb-mar'), silent)).catch(silent);
      await stage.spared();
    }
    await run((place) => loadList(place, ranks('cc-main-2024-jan-feb-mar'), silent));
    expect(new Set(stage.imports.begun.slice(begun).map(({ table }) => table)).size).toBe(1);
    expect(stage.imports.begun.length - begun).toBe(1);
  });

  it.each([
    [
      'fails',
      () => stage.imports.failNext('AccessDenied', 'The bucket may not be read.'),
      /may not be read/u,
    ],
    ['leaves an item out', () => stage.imports.spoilNext(), /1 errors/u],
    [
      'stores an item otherwise',
      () => stage.imports.changeNext({ d: { S: 'other' } }),
      /not as it was built/u,
    ],
  ])(
    'puts nothing in force where the import %s, and imports again with the same command',
    async (_, spoil, reason) => {
      const before = await left();
      spoil();
      const load = () =>
        run((place) => loadList(place, { ...ranks('cc-main-2024-jul-aug-sep'), top: 500 }, silent));
      await expect(load()).rejects.toThrow(reason);
      expect((await left()).listed).toEqual(before.listed);
      expect(await load()).toMatchObject({ kept: 500 });
      expect(await run((place) => switchLists(place, ({ id }) => id === 'cc-main-2024-jul-aug-sep'))).toBe(
        true,
      );
      expect(await left()).toEqual(before);
    },
  );

  it('leaves the table alone that another operator is loading, for a day', async () => {
    const order = ranks('cc-main-2023-sep-oct-nov');
    stage.imports.failNext('AccessDenied', 'The bucket may not be read.');
    await expect(run((place) => loadList(place, order, silent), 'second')).rejects.toThrow(/read/u);
    const [theirs] = (await left()).unfinished;
    await run((place) => loadList(place, ranks(older), silent));
    expect((await left()).unfinished).toEqual([theirs]);
    expect((await left()).tables).toContain(theirs);
    stage.pass(25 * 3_600_000);
    await run((place) => loadList(place, ranks(older), silent));
    expect((await left()).unfinished).toEqual([]);
    expect((await left()).tables).not.toContain(theirs);
  });

  it('sends every item once, in objects that mix what lies apart', async () => {
    const place = { ...(await import('#local/open-data/open-place.ts')) };
    const path = file('mixed.sqlite');
    const made = place.createListFile(path);
    const rows = Array.from({ length: 1_000 }, (_, at) => `p${at}`);
    for (const pk of rows) made.put({ pk, sk: '!', d: new Uint8Array(300) });
    made.close();
    const { gunzipSync } = await import('node:zlib');
    const objects: { items: number; keys: string[] }[] = [];
    for await (const { body, items } of importObjectsOf(path, 40_000)) {
      const lines = gunzipSync(await body())
        .toString()
        .trimEnd()
        .split('\n');
      objects.push({ items, keys: lines.map((line) => JSON.parse(line).Item.pk.S) });
    }
    expect(objects.length).toBe(10);
    expect(objects.flatMap(({ keys }) => keys).toSorted()).toEqual(rows.toSorted());
    for (const { items, keys } of objects) {
      expect(items).toBe(keys.length);
      const places = keys.map((key) => Number(key.slice(1)));
      expect(Math.max(...places) - Math.min(...places)).toBeGreaterThan(600);
    }
  });
});
