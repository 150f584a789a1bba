import { listGenerations } from '#shared/facts/generations/generations.ts';
import { dropGeneration, switchBack, switchTo } from '#shared/facts/generations/switch-generation.ts';
import { importBundle } from '#shared/facts/imports/import-bundle.ts';
import { createImportServices } from '#shared/facts/imports/import-services.ts';
import {
  believedMs,
  createSharedIndex,
  keptMs,
} from '#shared/facts/stored-index/generations/shared-index.ts';
import { createIndexWriter } from '#shared/facts/stored-index/index-writer.ts';
import { liveSource } from '#shared/facts/stored-index/items/index-items.ts';
import { generationBuilder } from '#test/support/index/generation-builds.ts';
import { sourceOf } from '#test/support/index/import-world.ts';
import { type StageWorld, startStageWorld } from '#test/support/index/stage-world.ts';
import { createStoredIndex } from '#test/support/index/stored-index.ts';
import { toListing } from '#test/support/sources/world.ts';
import { startTestDatabase, type TestDatabase } from '#test/support/stores/database.ts';
import { unitedStates } from '#test/support/upstream/questions.ts';

let database: TestDatabase;
let stage: StageWorld;
beforeEach(async () => {
  database = await startTestDatabase();
  stage = await startStageWorld(database.database, database.tables.index);
});
afterEach(async () => {
  await stage.stop();
  await database.stop();
});

const onPhase = () => {};
const options = { leavesImports: false, onPhase };
const exportedText = (site: string, keyword = 'tea') =>
  JSON.stringify({ keyword, position: 1, url: `https://${site}/`, volume: 90, observed_at: '2026-11-01' });

/** A ready generation made of one row. */
async function ready(text: string): Promise<string> {
  stage.pass(1_000);
  const builder = await generationBuilder(stage, { '0.jsonl': text });
  const generation = await builder.begin();
  expect(await builder.finish(generation)).toMatchObject({ state: 'ready' });
  return generation;
}

function writeLive(generation: string, keyword: string, site: string) {
  const { documents } = database;
  const table = stage.generations.tableOf(generation);
  const writer = createIndexWriter({ documents, table, clock: Date.now });
  const listing = toListing({ keyword, listing: [`https://${site}/`, `https://${site}/two`] }, 10);
  return writer.writeListing(listing, unitedStates, liveSource);
}

async function sitesOf(generation: string, keyword: string): Promise<readonly string[]> {
  const table = stage.generations.tableOf(generation);
  const { storedListings } = createStoredIndex({ documents: database.documents, table });
  const { value } = await storedListings.listing(keyword, unitedStates, 10);
  return (value?.organic ?? []).map(({ url }) => new URL(url).hostname);
}

async function importInto(generation: string, text: string): Promise<void> {
  const { documents } = database;
  const services = createImportServices({
    ...{ documents, table: stage.generations.tableOf(generation) },
    clock: Date.now,
  });
  await importBundle(
    { name: 'daily.jsonl', sources: [sourceOf(text)], close: async () => {} },
    { market: {} },
    services,
  );
}

describe('switching the index', () => {
  it('puts a generation in force that is ready, and no other', async () => {
    const builder = await generationBuilder(stage, { '0.jsonl': exportedText('new.example') });
    const unready = await builder.begin();
    await expect(switchTo(stage.generations, unready, options)).rejects.toThrow('not ready');
    await expect(switchTo(stage.generations, 'g20200101000000', options)).rejects.toThrow('no generation');
    await builder.finish(unready);
    expect(await switchTo(stage.generations, unready, options)).toMatchObject({
      in_force: unready,
      former: 'first',
    });
    expect(await listGenerations(stage.generations)).toMatchObject([
      { generation: 'first', in_force: false },
      { generation: unready, in_force: true, state: 'ready' },
    ]);
  });

  it('takes live listings along, also those that came until every process knew', async () => {
    await writeLive('first', 'before the switch', 'before.example');
    const generation = await ready(exportedText('new.example'));
    const late: StageWorld['generations'] = {
      ...stage.generations,
      async pause(milliseconds) {
        // A function that still believed in the first generation stores what it fetched.
        await writeLive('first', 'after the switch', 'after.example');
        await stage.generations.pause(milliseconds);
      },
    };
    const report = await switchTo(late, generation, options);
    expect(report.listings_carried).toBe(2);
    for (const name of ['before', 'after'])
      expect(await sitesOf(generation, `${name} the switch`)).toEqual(
        await sitesOf('first', `${name} the switch`),
      );
    expect(await sitesOf(generation, 'after the switch')).toContain('after.example');
  });

  it('never replaces what the new generation knows better', async () => {
    await writeLive('first', 'tea', 'old.example');
    const newer = JSON.stringify({
      search_metadata: { processed_at: '2026-11-21 10:00:00 UTC' },
      search_parameters: { q: 'tea', gl: 'us', hl: 'en' },
      organic_results: [{ link: 'https://newer.example/', position: 1, title: 'Newer' }],
    });
    const generation = await ready(newer);
    await switchTo(stage.generations, generation, options);
    expect(await sitesOf(generation, 'tea')).toEqual(['newer.example']);
  });

  it('is refused while the generation in force has imports that the other one has not, which may be brought in', async () => {
    const daily = exportedText('daily.example', 'daily');
    await importInto('first', daily);
    const generation = await ready(exportedText('new.example'));
    await expect(switchTo(stage.generations, generation, options)).rejects.toThrow(/imp_\w+ \(/u);
    expect(await stage.generations.pointer()).toMatchObject({ generation: 'first' });
    await importInto(generation, daily);
    expect(await switchTo(stage.generations, generation, options)).toMatchObject({ imports_left: [] });
    const other = await ready(exportedText('other.example'));
    const left = await switchTo(stage.generations, other, { ...options, leavesImports: true });
    expect(left.imports_left).toHaveLength(2);
  });

  it('can be gone back on, and what came meanwhile comes along', async () => {
    await writeLive('first', 'early', 'early.example');
    const generation = await ready(exportedText('new.example'));
    await switchTo(stage.generations, generation, options);
    await writeLive(generation, 'meanwhile', 'meanwhile.example');
    expect(await switchBack(stage.generations, { onPhase })).toMatchObject({
      in_force: 'first',
      former: generation,
      listings_carried: 1,
    });
    expect(await sitesOf('first', 'meanwhile')).toContain('meanwhile.example');
    expect(await sitesOf('first', 'early')).toContain('early.example');
  });

  it('goes on where it was interrupted, whichever request it was', async () => {
    await writeLive('first', 'carried', 'carried.example');
    const generation = await ready(exportedText('new.example'));
    for (let number = 1; ; number += 3) {
      stage.interrupt(number, number % 2 === 0);
      await switchTo(stage.generations, generation, options).catch((error: Error) => {
        expect(error.message).toContain('The command ends here.');
      });
      if (await stage.spared()) break;
      // What the interrupted one was writing is held for a minute.
      stage.pass(61_000);
    }
    expect(await stage.generations.pointer()).toMatchObject({ generation, former: 'first', version: 1 });
    expect(await sitesOf(generation, 'carried')).toContain('carried.example');
  });

  it('is one switch where two are made at once', async () => {
    const generations = [await ready(exportedText('one.example')), await ready(exportedText('two.example'))];
    const switches = await Promise.allSettled(
      generations.map((generation) =>
        switchTo(stage.generations, generation, { ...options, leavesImports: true }),
      ),
    );
    expect(switches.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(0);
    const { generation, version } = await stage.generations.pointer();
    expect(generations).toContain(generation);
    expect(version).toBe(switches.filter(({ status }) => status === 'fulfilled').length);
  });
});

describe('dropping a generation', () => {
  it('waits until no call can be answered from it, takes its listings along and leaves nothing', async () => {
    const generation = await ready(exportedText('new.example'));
    await switchTo(stage.generations, generation, options);
    await expect(dropGeneration(stage.generations, generation)).rejects.toThrow('in force');
    await expect(dropGeneration(stage.generations, 'first')).rejects.toThrow('stays');
    await switchBack(stage.generations, { onPhase });
    await expect(dropGeneration(stage.generations, generation)).rejects.toThrow('minutes');
    await writeLive(generation, 'last moment', 'last.example');
    stage.pass(keptMs);
    expect(await dropGeneration(stage.generations, generation)).toMatchObject({ listings_carried: 1 });
    expect(await sitesOf('first', 'last moment')).toContain('last.example');
    expect(await stage.generations.tables.exists(stage.generations.tableOf(generation))).toBe(false);
    expect([...stage.objects.keys()]).toEqual([]);
    expect(await stage.generations.register.list()).toEqual([]);
    await expect(switchTo(stage.generations, generation, options)).rejects.toThrow('no generation');
  });

  it('may follow as soon as no process can still believe in it', async () => {
    const generation = await ready(exportedText('new.example'));
    const { documents, clock, home } = stage.generations;
    const current = createSharedIndex({ documents, table: home, clock });
    expect(await current()).toBe(home);
    await switchTo(stage.generations, generation, options);
    stage.pass(believedMs);
    expect(await current()).toBe(stage.generations.tableOf(generation));
  });
});
