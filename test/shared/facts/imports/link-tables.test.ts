import { openImportWorld } from '#test/support/index/import-world.ts';
import { testDatabase } from '#test/support/stores/database.ts';

const owner = 'acct_owner';

describe('files of links', () => {
  const database = testDatabase();

  it.each([
    [
      'Majestic',
      'SourceURL,AnchorText,SourceTrustFlow,TargetURL,FlagNoFollow,FirstIndexedDate,LastSeenDate,DateLost,ReasonLost',
      'https://a.example/1,shop,31,https://shop.example/,0,2026-01-02,2026-08-01,,',
      'https://b.example/1,shop,12,https://shop.example/,0,2025-01-02,2026-05-01,2026-06-01,LinkRemoved',
    ],
    [
      'Ahrefs',
      'Referring page URL,Domain rating,Target URL,Anchor,Nofollow,Lost status,Drop reason,First seen,Last seen,Lost',
      'https://a.example/1,31,https://shop.example/,shop,false,,,2026-01-02,2026-08-01,',
      'https://b.example/1,12,https://shop.example/,shop,false,,LinkRemoved,2025-01-02,2026-05-01,2026-06-01',
    ],
    [
      'Moz',
      'URL,Title,Anchor Text,Spam Score,PA,DA,Target URL,First Seen,Last Seen,Lost',
      'https://a.example/1,Tea,shop,1,20,31,https://shop.example/,2026-01-02,2026-08-01,',
      'https://b.example/1,Tea,shop,1,20,12,https://shop.example/,2025-01-02,2026-05-01,2026-06-01',
    ],
  ])('of %s are read, and what is lost is told and not counted', async (_, header, living, lost) => {
    const world = await openImportWorld(database);
    const report = await world.import(`${[header, living, lost].join('\n')}\n`, { owner });
    expect(report).toMatchObject({ status: 'imported', taken: 2, bad_rows: 0, site: 'shop.example' });
    expect(report.notes).toEqual(['1 of its links are lost: they are not counted as links to the site.']);
    const index = world.ownBacklinks(owner);
    expect((await index.profile('shop.example')).value).toMatchObject({
      backlinks: 1,
      referring_domains: 1,
      referring_main_domains: 1,
      lost_backlinks: 1,
      lost_main_domains: 1,
      months: [
        { month: '2025-01', gained: 1, lost: 0 },
        { month: '2026-01', gained: 1, lost: 0 },
        { month: '2026-06', gained: 0, lost: 1 },
      ],
    });
    expect((await index.backlinks('shop.example', 10)).value.rows).toMatchObject([
      { url_from: 'https://a.example/1', anchor: 'shop', first_seen: '2026-01-02', last_seen: '2026-08-01' },
    ]);
    const { rows } = (await index.referringDomains('shop.example', 10)).value;
    expect(rows.map(({ domain, lost: isLost, lost_at }) => [domain, isLost, lost_at])).toEqual([
      ['a.example', false, undefined],
      ['b.example', true, '2026-06-01'],
    ]);
    expect(rows[1]?.lost_reason).toBe(header.includes('eason') ? 'LinkRemoved' : null);
  });
});
