import * as fc from 'fast-check';
import {
  answer,
  domainSubject,
  keywordSubject,
  statement,
  suggestionsIn,
} from '#shared/facts/answers/answer.ts';
import { fittingRows, rivalsOf } from '#shared/facts/answers/tool-answer.ts';
import { resolveMarket } from '#shared/facts/markets/markets.ts';
import type { Fact } from '#shared/facts/ports/fact.ts';
import { coversHost } from '#shared/facts/ports/search-index.ts';
import { factOf } from '#test/support/sources/world.ts';

const seenAt = (observed_at: string | null): Fact<null> => {
  const fact = factOf(null);
  return { ...fact, provenance: { ...fact.provenance, observed_at } };
};
const nothingAsked = { asked: [], data: {}, statements: [], suggestions: [] };
const coverageOf = (
  asked: readonly Fact<unknown>[],
  shown: Omit<Parameters<typeof answer>[0]['shown'], 'note'>,
) => answer({ ...nothingAsked, asked, shown: { ...shown, note: 'All of it.' } }).coverage;
const allOf = (asked: readonly Fact<unknown>[]) =>
  answer({ ...nothingAsked, asked, shown: { rows: 0, total: 0, note: 'All of it.' } });
const market = (location: string, language: string) => resolveMarket({ location, language });

describe('coverage of an answer', () => {
  it('is truncated exactly where it returns less than there is', () => {
    void fc.assert(
      fc.property(fc.nat(50), fc.nat(50), (returned, total) => {
        expect(coverageOf([], { rows: returned, total }).truncated).toBe(returned < total);
      }),
      { seed: 39 },
    );
  });

  it('does not know where the total is unknown, unless rows are known to be missing', () => {
    expect(coverageOf([], { rows: 5, total: null })).toMatchObject({
      total_available: null,
      truncated: false,
    });
    expect(coverageOf([], { rows: 5, total: null, mayHaveMore: true }).truncated).toBe(true);
  });

  it('never says that there is less than it returns', () => {
    expect(coverageOf([], { rows: 5, total: 3 }).total_available).toBe(5);
  });

  it('is as old as its oldest fact', () => {
    const facts = [seenAt('2026-11-02T00:00:00.000Z'), seenAt(null), seenAt('2026-10-01T00:00:00.000Z')];
    expect(coverageOf(facts, { rows: 0, total: 0 }).as_of).toBe('2026-10-01T00:00:00.000Z');
    expect(coverageOf([seenAt(null)], { rows: 0, total: 0 }).as_of).toBeNull();
  });

  it('is as old as its data, where the data has a time of its own', () => {
    const facts = [seenAt('2026-11-02T00:00:00.000Z')];
    const asOf = '2026-10-01T00:00:00.000Z';
    expect(coverageOf(facts, { rows: 0, total: 0, asOf }).as_of).toBe(asOf);
  });

  it('counts as cached only where every fact was, and never without a fact', () => {
    expect(allOf([factOf(1, { cacheHit: true }), factOf(2, { cacheHit: true })]).cacheHit).toBe(true);
    expect(allOf([factOf(1, { cacheHit: true }), factOf(2)]).cacheHit).toBe(false);
    expect(allOf([]).cacheHit).toBe(false);
  });
});

describe('a statement', () => {
  const { provenance } = factOf(null);

  it('stands by itself: it names its market and its origin', () => {
    expect(
      statement(
        'ranks_for',
        [domainSubject('a.example'), keywordSubject('b')],
        { position: 1 },
        provenance,
        market('gb', 'en'),
      ),
    ).toEqual({
      type: 'ranks_for',
      subject: [
        { id: 'a.example', kind: 'domain' },
        { id: 'b', kind: 'keyword' },
      ],
      position: 1,
      location: 'United Kingdom',
      language: 'English',
      provenance,
    });
  });

  it('names no market where it holds everywhere', () => {
    const links = { domain_rank: 40, backlinks: 2, first_seen: null };
    expect(statement('links_to', [domainSubject('a.example')], links, provenance)).toEqual({
      type: 'links_to',
      subject: [{ id: 'a.example', kind: 'domain' }],
      ...links,
      provenance,
    });
  });

  it('has each of its subjects among the entities, once, and one name of two kinds twice', () => {
    const about = (...subject: ReturnType<typeof domainSubject>[]) =>
      statement('page_scored', subject, { onpage_score: 90 }, provenance);
    const statements = [
      about(domainSubject('a.example'), keywordSubject('a.example')),
      about(domainSubject('a.example')),
    ];
    const { entities } = answer({
      ...nothingAsked,
      statements,
      shown: { rows: 0, total: 0, note: 'All of it.' },
    });
    expect(entities.map(({ kind }) => kind)).toEqual(['domain', 'keyword']);
  });
});

describe('warnings of an answer', () => {
  it('say each thing once', () => {
    const sample = { code: 'sample_data', message: 'A sample.' } as const;
    const asked = [
      { ...factOf(1), notices: [sample] },
      { ...factOf(2), notices: [sample, { code: 'no_data', message: 'None.' } as const] },
    ];
    expect(allOf(asked).warnings.map(({ code }) => code)).toEqual(['sample_data', 'no_data']);
  });
});

describe('a suggested call', () => {
  it('stays in its market, and is silent about the one that is the default', () => {
    const args = (where: ReturnType<typeof market>) =>
      suggestionsIn(where)('inspect_domain', { domain: 'a.example' }, 'To see.').args;
    expect(args(market('us', 'en'))).toEqual({ domain: 'a.example' });
    expect(args(market('us', 'es'))).toEqual({ domain: 'a.example', language: 'Spanish' });
    expect(args(market('de', 'de'))).toMatchObject({ location: 'Germany', language: 'German' });
  });
});

describe('rivals of a domain', () => {
  it('are each named once, in the order asked, without the domain', () => {
    const names = fc.array(fc.constantFrom('a.example', 'b.example', 'c.example', 'me.example'));
    void fc.assert(
      fc.property(names, (competitors) => {
        const { rivals } = rivalsOf('me.example', competitors);
        const expected = competitors.filter(
          (name, at) => name !== 'me.example' && competitors.indexOf(name) === at,
        );
        expect(rivals).toEqual(expected);
      }),
      { seed: 40 },
    );
  });
});

describe('rows shown inline', () => {
  it('are as many from the front as fit, at least one, and all where they fit', () => {
    const rows = fc.array(fc.string({ maxLength: 30 }), { maxLength: 20 });
    void fc.assert(
      fc.property(rows, fc.integer({ min: 1, max: 400 }), (all, characters) => {
        const fitting = fittingRows(all, characters);
        const sizes = all.map((row) => JSON.stringify(row).length + 1);
        const used = sizes.slice(0, fitting.length).reduce((sum, size) => sum + size, 0);
        expect(fitting).toEqual(all.slice(0, fitting.length));
        expect(used <= characters || fitting.length === 1).toBe(true);
        if (fitting.length < all.length)
          expect(used + (sizes[fitting.length] ?? 0)).toBeGreaterThan(characters);
        if (all.length > 0) expect(fitting.length).toBeGreaterThan(0);
      }),
      { seed: 41, numRuns: 300 },
    );
  });
});

describe('a host of a domain', () => {
  it.each([
    ['shop.example', true],
    ['www.shop.example', true],
    ['WWW.Shop.Example', true],
    ['blog.shop.example', true],
    ['notshop.example', false],
    ['shop.example.evil.example', false],
    ['example', false],
    ['', false],
  ])('%s', (host, covered) => {
    expect(coversHost('shop.example', host)).toBe(covered);
  });
});

describe('the entities of an answer', () => {
  it('are labeled as people write them, with ids that do not change', () => {
    const subjects = [domainSubject('xn--bcher-kva.example'), domainSubject('shop.example')];
    const shared = { shared_keywords: 3, relevance: null };
    const { entities } = answer({
      asked: [],
      data: {},
      statements: [statement('competes_with', subjects, shared, factOf(null).provenance, resolveMarket())],
      shown: { rows: 1, total: 1, note: 'One.' },
      suggestions: [],
    });
    expect(entities).toEqual([
      { id: 'xn--bcher-kva.example', kind: 'domain', label: 'bücher.example' },
      { id: 'shop.example', kind: 'domain', label: 'shop.example' },
    ]);
  });
});
