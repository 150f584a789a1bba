import { readFile } from 'node:fs/promises';
import * as fc from 'fast-check';
import { intents } from '#shared/contract/rows.ts';
import { loadIntents } from '#shared/facts/intent/intent.ts';
import { createIntentModel, intentFeatures, packWeights } from '#shared/facts/intent/intent-model.ts';
import { sameMeaningKey } from '#shared/facts/intent/words.ts';
import { measureIntent } from '#test/support/intent-accuracy.ts';
import { labeledQueries, trainingSet } from '../../../../bench/intent/training-set.ts';

const fixture = async (name: string) =>
  labeledQueries(await readFile(new URL(`../../../fixtures/intent/${name}`, import.meta.url), 'utf8'));
const heldOut = await fixture('held-out-queries.txt');
const ofShop = await fixture('shop-queries.txt');
const find = await loadIntents();
const intentOf = (keyword: string) => find(keyword).intent;

describe('the intent of a keyword', () => {
  it('agrees with queries labeled by hand that the model was not trained with, and is left open where unsure', async () => {
    expect(heldOut.length).toBeGreaterThanOrEqual(1_600);
    const { macroF1, unlabeled, classes } = await measureIntent(heldOut);
    expect(macroF1).toBeGreaterThanOrEqual(0.8);
    expect(unlabeled).toBeLessThanOrEqual(0.25);
    for (const { precision } of classes) expect(precision).toBeGreaterThanOrEqual(0.85);
  });

  it('is commercial for what visitors of a shop typed, or open, but seldom something else', async () => {
    const { classes, wrong, open } = await measureIntent(ofShop);
    expect(classes.find(({ intent }) => intent === 'commercial')?.precision).toBeGreaterThanOrEqual(0.95);
    expect(wrong.length).toBeLessThanOrEqual((ofShop.length - open.length) * 0.15);
    expect(open.length).toBeLessThanOrEqual(ofShop.length * 0.25);
  });

  it('is learned from no query that it is measured with, whatever the order and number of its words', async () => {
    const apart = [...heldOut, ...ofShop];
    const measured = new Set(apart.map(({ query }) => sameMeaningKey(query)));
    const training = await trainingSet(apart);
    expect(training.length).toBeGreaterThan(10_000);
    expect(training.filter(({ query }) => measured.has(sameMeaningKey(query)))).toEqual([]);
    const families = new Set(apart.map(({ family }) => family));
    expect(training.filter(({ family }) => families.has(family))).toEqual([]);
  });

  it('does not take a buying word in a question of facts for a wish to buy', () => {
    for (const keyword of [
      'book of genesis summary',
      'order of operations in maths',
      'player with the most wins in 1984',
      'who was the best actor of 1962',
      'history of rent control',
    ])
      expect([keyword, intentOf(keyword)]).not.toEqual([keyword, 'transactional']);
    expect(intentOf('how to tie a windsor knot')).toBe('informational');
    expect(intentOf('tie dye socks')).toBe('commercial');
    expect(intentOf('buy wool socks online')).toBe('transactional');
    expect(intentOf('nike socks')).toBe('commercial');
    expect(intentOf('vrbo.com login')).toBe('navigational');
    expect(intentOf('notion.so')).toBe('navigational');
    expect(intentOf('what to do in st.louis')).toBe('informational');
    expect(intentOf('node.js')).not.toBe('navigational');
  });

  it('says how it was found', () => {
    expect(find('buy wool socks online')).toEqual({ intent: 'transactional', basis: 'words' });
    expect(find('zorblax 9', { features: ['shopping'], top: [] })).toEqual({
      intent: 'transactional',
      basis: 'listing',
    });
    expect(find('zorblax 9')).toEqual({ intent: null, basis: null });
  });

  it('is decided by the listing where the words say nothing', () => {
    const top = [{ url: 'https://www.grindhaus.example/', root: 'grindhaus.example' }];
    const shown = (keyword: string, features: readonly string[], first = top.slice(0, 0)) =>
      find(keyword, { features, top: first }).intent;
    expect(shown('zorblax 9', ['local_pack'])).toBe('transactional');
    expect(shown('zorblax 9', ['featured_snippet'])).toBe('informational');
    expect(shown('grind haus', ['shopping'], top)).toBe('navigational');
    expect(shown('grindhaus grinder', ['featured_snippet'], top)).toBe('navigational');
    const named = [{ url: 'https://photosynthesis.example/', root: 'photosynthesis.example' }];
    expect(intentOf('photosynthesis')).toBe('informational');
    expect(shown('photosynthesis', [], named)).toBe('navigational');
    expect(shown('what is photosynthesis', [], named)).toBe('informational');
  });

  it('is that of the pages that rank, where most of those that say what they are agree', () => {
    const ranking = (...urls: string[]) =>
      find('zorblax 9', { features: [], top: urls.map((url) => ({ url, root: new URL(url).hostname })) })
        .intent;
    const review = 'https://desk.example/reviews/zorblax';
    const guide = 'https://blog.maker.example/zorblax';
    const product = 'https://mart.example/products/zorblax';
    expect(ranking(review, 'https://b.example/best-zorblax', guide)).toBe('commercial');
    expect(ranking(guide, 'https://c.example/how-to/zorblax', review)).toBe('informational');
    expect(ranking(product, 'https://d.example/shop/zorblax')).toBe('transactional');
    expect(ranking(review, guide, product)).toBeNull();
    expect(ranking('https://maker.example/zorblax', guide)).toBeNull();
  });

  it('is commercial where advertisers fight over it, and to buy where marketplaces offer it', () => {
    const bidding = (level: 'low' | 'medium' | 'high', cpc: number | null) =>
      find('zorblax 9', { features: [], top: [], level, cpc }).intent;
    expect([bidding('high', null), bidding('medium', 1.2)]).toEqual(['commercial', 'commercial']);
    expect([bidding('medium', 0.3), bidding('medium', null), bidding('low', 9)]).toEqual([null, null, null]);
    const top = [{ url: 'https://www.ebay.co.uk/b/zorblax', root: 'ebay.co.uk' }];
    expect(find('zorblax 9', { features: [], top }).intent).toBe('transactional');
  });

  it('is found for any text without failing', () => {
    void fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) => {
        const { intent, basis } = find(text);
        return (intent === null) === (basis === null);
      }),
      { seed: 290 },
    );
  });
});

describe('the stored weights of the intent model', () => {
  it('are read as they were written, whatever buckets they have', () => {
    const least = { informational: 0.7, navigational: 0.7, commercial: 0.7, transactional: 0.7 };
    const words = fc.uniqueArray(fc.stringMatching(/^[a-z]{4,9}$/u), { minLength: 1, maxLength: 6 });
    void fc.assert(
      fc.property(words, fc.array(fc.nat(524_287), { maxLength: 200 }), fc.nat(3), (known, others, place) => {
        const own = intentFeatures(known);
        const row = (bucket: number, weight: number) => ({
          bucket,
          weights: intents.map((_, index) => (index === place ? weight : 0)),
        });
        const foreign = [...new Set(others)].filter((bucket) => !own.includes(bucket));
        const rows = [...own.map((bucket) => row(bucket, 1)), ...foreign.map((bucket) => row(bucket, -3))];
        const model = createIntentModel({ ...packWeights(rows, 0.1), least });
        expect(model(known)).toBe(intents[place]);
        expect(createIntentModel({ ...packWeights([], 0.1), least })(known)).toBeNull();
      }),
      { seed: 291 },
    );
  });
});
