import { readFileSync } from 'node:fs';
import { accessReference } from '#lib/role-policy.ts';
import { serviceFunctions } from '#lib/service-functions.ts';
import { tableEntries } from '#shared/contract/grants.ts';
import { tableList } from '#shared/platform/dynamo/tables.ts';

const text = (name: string) => readFileSync(new URL(`../../docs/${name}`, import.meta.url), 'utf8');
const headings = (page: string) => [...page.matchAll(/^## (\S+)/gmu)].map(([, heading]) => heading);
const tableNames = tableList.map(({ name }) => name);

describe('the page of who may touch what', () => {
  const page = accessReference(serviceFunctions);

  it('names every function under every table that it was granted', () => {
    const sections = new Map(page.split('\n## ').map((part) => [part.split('\n')[0], part]));
    for (const { name, grants } of serviceFunctions)
      for (const [table, operations] of tableEntries(grants.tables)) {
        const row = sections
          .get(table)
          ?.split('\n')
          .find((line) => line.includes(`\`${name}\``));
        for (const operation of operations) expect(row).toContain(operation);
      }
  });
});

describe('the page about storage', () => {
  const page = text('storage.md');

  it('has a section for every table, in their order, and for the objects', () => {
    expect(headings(page).filter((heading) => [...tableNames, 'objects'].includes(heading ?? ''))).toEqual([
      ...tableNames,
      'objects',
    ]);
  });

  it.each(tableList)('says which keys $name has, and when its items expire', (table) => {
    const { name, partitionKey, sortKey, timeToLive } = {
      sortKey: undefined,
      timeToLive: undefined,
      ...table,
    };
    const row = page.split('\n').find((line) => line.startsWith(`| [${name}](#${name}`));
    expect(row).toContain(`\`${partitionKey}\``);
    if (sortKey !== undefined) expect(row).toContain(`\`${sortKey}\``);
    expect(row?.includes('`expires_at`')).toBe(timeToLive !== undefined);
  });
});
