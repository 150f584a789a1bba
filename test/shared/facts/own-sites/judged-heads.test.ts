import { createHash } from 'node:crypto';
import { headPrefix, parseHead, todaysRules } from '#shared/facts/own-sites/console-items.ts';
import { createConsoleStore } from '#shared/facts/own-sites/console-store.ts';
import { openWholeSite } from '#shared/facts/own-sites/read-own-sites.ts';
import { ownPartition } from '#shared/facts/stored-index/items/keys.ts';
import { readAll } from '#shared/facts/stored-index/table/index-reads.ts';
import { openImportWorld } from '#test/support/index/import-world.ts';
import { testDatabase } from '#test/support/stores/database.ts';

const subjects = [
  'garden chair',
  'oak table',
  'wooden bench',
  'садовые стулья',
  'дубовый стол',
  'teak lounger',
];
const besides = [
  '',
  'cheap',
  'buy',
  'colour',
  'grey',
  'near me',
  'ikea',
  'teakhaus',
  'teakhause',
  'meaning',
  'scaner',
  'scanner',
  'de jardin',
  '5 kg to lbs',
  'd.shop.co',
  '"x"',
  '/a',
];

/** What people type, of every kind that a rule is about, with figures that follow from its place in the list. */
const queries = subjects.flatMap((subject, at) =>
  besides.map((beside, more) => {
    const position = 1 + ((at * 7 + more * 3) % 19);
    const impressions = 400 + ((at * 311 + more * 173) % 9_000);
    const clicks = Math.round((impressions * ((more % 5) + 1)) / (8 * position));
    return { query: `${beside} ${subject}`.trim(), clicks, impressions, position };
  }),
);
const csv = (header: string, rows: readonly (readonly (string | number)[])[]) =>
  `${[header, ...rows.map((row) => row.map((cell) => `"${String(cell).replaceAll('"', '""')}"`).join(','))].join('\n')}\n`;
const table = (scale: number) =>
  csv(
    'Query,Page,Clicks,Impressions,Position',
    queries.flatMap(({ query, clicks, impressions, position }, at) => {
      const page = (name: string) => `https://teakhaus.example/${name}/${query.split(' ').at(-1)}`;
      const row = (url: string, part: number, place: number) => [
        ...[
          query,
          url,
          Math.round(clicks * part * (at % 7 === 0 ? scale : 1)),
          Math.round(impressions * part),
          place,
        ],
      ];
      return at % 4 === 0
        ? [row(page('a'), 0.6, position), row(page('b'), 0.4, position + 1)]
        : [row(page('a'), 1, position)];
    }),
  );
const days = (month: string) =>
  csv(
    'Date,Clicks,Impressions,CTR,Position',
    Array.from({ length: 28 }, (_, day) => [
      `2026-${month}-${String(day + 1).padStart(2, '0')}`,
      10,
      400,
      '2.5%',
      8,
    ]),
  );

const account = 'acct_owner';
const site = 'teakhaus.example';

describe('what rules say of an import', () => {
  const database = testDatabase();
  const open = async () => {
    const world = await openImportWorld(database);
    for (const [month, scale] of [
      ['07', 3],
      ['08', 1],
    ] as const) {
      const files = { 'Queries.csv': table(scale), 'Dates.csv': days(month) };
      await world.importAll(files, { owner: account, domain: site }, `${site}-${month}.zip`);
    }
    const heads = await readAll(world.items, ownPartition(account), { prefix: headPrefix });
    return { ...world, heads };
  };
  const shown = async ({ items }: Awaited<ReturnType<typeof open>>) => {
    const own = await openWholeSite(items, account, site);
    return (
      own && {
        ...own.summary,
        curve: await own.curve(),
        best: await own.bestOpportunities(),
        all: await own.opportunities(),
      }
    );
  };

  it('is stored under a digest of theirs, which changes whenever they do', async () => {
    const world = await open();
    const told = await shown(world);
    expect(Object.keys(told?.opportunities ?? {}).sort()).toEqual([
      'cannibalisation',
      'decay',
      'low_ctr',
      'striking_distance',
    ]);
    const digest = createHash('sha256')
      .update(JSON.stringify([told?.all, told?.curve, told?.names, told?.brand]))
      .digest('hex')
      .slice(0, 12);
    // Where this fails, a rule is another than before: write the digest received into console-items.ts.
    expect(digest).toBe(todaysRules);
  });

  it('of older ones is read as today’s say it, with nothing written, and kept with the next change', async () => {
    const world = await open();
    const told = await shown(world);
    const stale = {
      rules: 'of before',
      brand: { queries: 0, clicks: 0, impressions: 0 },
      opportunities: { growth: 9 },
      names: { own_names: ['old'], other_names: [] },
    };
    for (const { d, ...key } of world.heads)
      await world.items.put({ ...key, d: { ...parseHead(d), ...stale } });
    expect(await shown(world)).toEqual(told);
    const [kept] = await readAll(world.items, ownPartition(account), { prefix: headPrefix });
    expect(kept?.d).toMatchObject(stale);
    await createConsoleStore(world.items).rename(account, site, { own_names: ['oak'] });
    const [renamed] = await readAll(world.items, ownPartition(account), { prefix: headPrefix });
    expect(renamed?.d).toMatchObject({ rules: todaysRules, names: { own_names: ['oak'] } });
  });
});
