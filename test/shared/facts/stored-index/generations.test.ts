import { PutCommand } from '@aws-sdk/lib-dynamodb';
import fc from 'fast-check';
import {
  believedMs,
  createSharedIndex,
  keptMs,
  movePointer,
  newGeneration,
  readPointer,
  tableOfGeneration,
  tablesOfGenerations,
} from '#shared/facts/stored-index/generations/shared-index.ts';
import { createIndexTable } from '#shared/facts/stored-index/table/index-table.ts';
import { matches } from '#test/deployed/support/permissions.ts';
import { testDatabase } from '#test/support/stores/database.ts';

const database = testDatabase();

describe('the name of a generation', () => {
  it('is that of a table which roles allow, and nothing else is', () => {
    fc.assert(
      fc.property(fc.date({ noInvalidDate: true, min: new Date(0), max: new Date('9999-12-31') }), (at) => {
        const generation = newGeneration(() => at.getTime());
        expect(generation).toMatch(/^g\d{14}$/u);
        const table = tableOfGeneration('oriel-dev-index', generation);
        expect(matches(tablesOfGenerations('oriel-dev-index'), table)).toBe(true);
        expect(matches(tablesOfGenerations('oriel-dev-index'), `${table}1`)).toBe(false);
        expect(matches(tablesOfGenerations('oriel-prod-index'), table)).toBe(false);
      }),
    );
    expect(tableOfGeneration('oriel-dev-index', 'first')).toBe('oriel-dev-index');
  });
});

describe('the generation in force', () => {
  const home = () => createIndexTable({ documents: database.documents, table: database.tables.index });

  it('is the first until another one is switched to, and of two that switch at once one does', async () => {
    const before = await readPointer(home(), true);
    expect(before).toMatchObject({ generation: 'first', former: undefined });
    const moves = await Promise.all(
      ['g20260101000000', 'g20260101000001'].map((name) => movePointer(home(), before, name, 5)),
    );
    expect(moves.filter(Boolean)).toHaveLength(1);
    const after = await readPointer(home(), true);
    expect(after).toMatchObject({ since: 5, former: 'first', version: 1 });
    expect(await movePointer(home(), after, 'first', 6)).toBe(true);
    expect(await readPointer(home(), true)).toMatchObject({ generation: 'first', former: after.generation });
  });

  it('is known to a process within a minute, and costs the calls between no request', async () => {
    let [now, reads] = [1_000_000, 0];
    const { documents, tables } = database;
    const counted = Object.assign(Object.create(documents), {
      send(command: object) {
        reads += 1;
        return documents.send(command as never);
      },
    });
    const current = createSharedIndex({ documents: counted, table: tables.index, clock: () => now });
    const first = await current();
    for (let call = 0; call < 50; call += 1) expect(await current()).toBe(first);
    expect(reads).toBe(1);
    await movePointer(home(), await readPointer(home(), true), 'g20260101000002', now);
    now += believedMs + 1;
    expect(await current()).toBe(`${tables.index}-g20260101000002`);
    expect(reads).toBe(2);
  });

  it('stays what it was while the pointer cannot be read, and not longer than it is kept', async () => {
    let now = 1_000_000;
    let fails = false;
    const { documents, tables } = database;
    const failing = Object.assign(Object.create(documents), {
      send: (command: object) =>
        fails ? Promise.reject(new Error('No answer.')) : documents.send(command as never),
    });
    const current = createSharedIndex({ documents: failing, table: tables.index, clock: () => now });
    const known = await current();
    fails = true;
    now += believedMs + 1;
    expect(await current()).toBe(known);
    now += keptMs;
    await expect(current()).rejects.toThrow('No answer.');
    fails = false;
    expect(await current()).toBe(known);
  });

  it('cannot be one whose item nobody can read', async () => {
    const { documents, tables } = database;
    await documents.send(new PutCommand({ TableName: tables.index, Item: { pk: 'G', sk: '!', d: 5 } }));
    await expect(readPointer(home(), true)).rejects.toThrow();
  });
});
