import { createIndexWriter } from '#shared/facts/stored-index/index-writer.ts';
import type { DomainLinks, ReferringSite } from '#shared/facts/stored-index/items/link-items.ts';
import { createStoredIndex } from '#test/support/index/stored-index.ts';
import { testDatabase } from '#test/support/stores/database.ts';

function site(domain: string, domain_rank: number, more: Partial<ReferringSite> = {}): ReferringSite {
  const link = {
    url_from: `https://${domain}/post`,
    url_to: 'https://target.example/',
    anchor: 'here',
    dofollow: true,
    first_seen: null,
    last_seen: null,
  };
  return {
    domain,
    domain_rank,
    backlinks: 2,
    spam_score: 5,
    first_seen: null,
    lost: false,
    links: [link],
    ...more,
  };
}

function linksTo(domain: string, referring: readonly ReferringSite[], at = 1_790_000_000): DomainLinks {
  const profile = {
    backlinks: referring.length * 2,
    referring_domains: referring.length,
    referring_main_domains: referring.length,
    dofollow_share: 1,
    broken_backlinks: 0,
    domain_rank: 300,
    rank_scale: 1000,
    spam_score: 5,
  };
  const anchors = [{ anchor: 'here', backlinks: referring.length, referring_domains: referring.length }];
  return { domain, at, source: 'test', profile, anchors, referring };
}

describe('the stored link graph', () => {
  const database = testDatabase();
  beforeAll(async () => {
    const { documents, tables } = database;
    const writer = createIndexWriter({ documents, table: tables.index, clock: Date.now });
    await writer.writeLinks([
      linksTo('own.example', [site('both.example', 500), site('left.example', 450, { lost: true })]),
      linksTo('rival.example', [
        site('both.example', 500),
        site('strong.example', 700),
        site('left.example', 450),
        site('spam.example', 900, { spam_score: 80 }),
        site('gone.example', 800, { lost: true }),
        site('own.example', 300),
      ]),
      linksTo('second.example', [
        site('strong.example', 700),
        site('weak.example', 3),
        site('rival.example', 300),
      ]),
    ]);
  });

  const ask = () =>
    createStoredIndex({ documents: database.documents, table: database.tables.index }).backlinks;

  it('lists referring domains with the strongest first, and the links of each', async () => {
    const { value, provenance } = await ask().referringDomains('rival.example', 3);
    expect(value.rows.map((row) => row.domain)).toEqual(['spam.example', 'gone.example', 'strong.example']);
    expect(value.total).toBe(6);
    expect(value.rows[0]).not.toHaveProperty('links');
    expect(provenance.source_class).toBe('backlink_index');
    const { value: links } = await ask().backlinks('rival.example', 2);
    expect(links).toMatchObject({ total: 6, rows: [{ url_from: 'https://spam.example/post' }, {}] });
    expect((await ask().anchors('rival.example', 5)).value.rows).toEqual([
      { anchor: 'here', backlinks: 6, referring_domains: 6 },
    ]);
  });

  it('finds who links to rivals and not to the target, without spam, lost links and the compared sites', async () => {
    const question = {
      domain: 'own.example',
      competitors: ['rival.example', 'second.example'],
      limit: 10,
      maxSpamScore: 30,
    };
    const { value } = await ask().gap(question);
    expect(value.rows.map((row) => [row.referring_domain, row.competitors_linked])).toEqual([
      ['strong.example', 2],
      ['left.example', 1],
      ['weak.example', 1],
    ]);
    expect(value).toMatchObject({ total: 3, filtered: { spam: 1, links_to_target: 1 } });
  });

  it('replaces what it knew of a domain by something newer, and never by something older', async () => {
    const { documents, tables } = database;
    const writer = createIndexWriter({ documents, table: tables.index, clock: Date.now });
    await writer.writeLinks([linksTo('third.example', [site('a.example', 10), site('b.example', 20)], 100)]);
    await writer.writeLinks([linksTo('third.example', [site('c.example', 10)], 200)]);
    await writer.writeLinks([linksTo('third.example', [site('d.example', 10)], 150)]);
    const { value } = await ask().referringDomains('third.example', 10);
    expect(value).toMatchObject({ total: 1, rows: [{ domain: 'c.example' }] });
  });
});
