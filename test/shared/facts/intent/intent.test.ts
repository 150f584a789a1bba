import { readFile } from 'node:fs/promises';
import { classifyIntent } from '#shared/facts/intent/intent.ts';
import { measureIntent } from '#test/support/intent-accuracy.ts';

const labeled = (name: string) =>
  readFile(new URL(`../../../fixtures/intent/${name}.tsv`, import.meta.url), 'utf8').then(measureIntent);

describe('the intent of a keyword', () => {
  it('agrees with the keywords labeled by hand, in every class', async () => {
    const { accuracy, classes } = await labeled('labeled-keywords');
    expect(classes.reduce((sum, { keywords }) => sum + keywords, 0)).toBeGreaterThanOrEqual(200);
    expect(accuracy).toBeGreaterThanOrEqual(0.94);
    for (const { recall, precision } of classes)
      expect(Math.min(recall, precision)).toBeGreaterThanOrEqual(0.9);
  });

  it('is rather left open than guessed wrong for keywords that the rules never saw', async () => {
    const { accuracy, classes } = await labeled('held-out-keywords');
    expect(accuracy).toBeGreaterThanOrEqual(0.88);
    for (const { precision } of classes) expect(precision).toBeGreaterThanOrEqual(0.9);
  });

  it('is decided by the listing where the words say nothing', () => {
    const top = [{ url: 'https://www.grindhaus.example/', root: 'grindhaus.example' }];
    expect(classifyIntent('zorblax 9')).toBeNull();
    expect(classifyIntent('zorblax 9', { features: ['shopping'], top: [] })).toBe('transactional');
    expect(classifyIntent('zorblax 9', { features: ['local_pack'], top: [] })).toBe('transactional');
    expect(classifyIntent('zorblax 9', { features: ['featured_snippet'], top: [] })).toBe('informational');
    expect(classifyIntent('grind haus', { features: ['shopping'], top })).toBe('navigational');
    expect(classifyIntent('grindhaus grinder', { features: ['featured_snippet'], top })).toBe('navigational');
  });

  it('is that of the pages that rank, where most of those that say what they are agree', () => {
    const ranking = (...urls: string[]) => ({
      features: [],
      top: urls.map((url) => ({ url, root: new URL(url).hostname })),
    });
    const review = 'https://desk.example/reviews/zorblax';
    const guide = 'https://blog.maker.example/zorblax';
    const product = 'https://mart.example/products/zorblax';
    expect(classifyIntent('zorblax 9', ranking(review, 'https://b.example/best-zorblax', guide))).toBe(
      'commercial',
    );
    expect(classifyIntent('zorblax 9', ranking(guide, 'https://c.example/how-to/zorblax', review))).toBe(
      'informational',
    );
    expect(classifyIntent('zorblax 9', ranking(product, 'https://d.example/shop/zorblax'))).toBe(
      'transactional',
    );
    expect(classifyIntent('zorblax 9', ranking(review, guide, product))).toBeNull();
    expect(classifyIntent('zorblax 9', ranking('https://maker.example/zorblax', guide))).toBeNull();
  });

  it('is commercial where advertisers fight over it, and to buy where marketplaces offer it', () => {
    const bidding = (level: 'low' | 'medium' | 'high', cpc: number | null) =>
      classifyIntent('zorblax 9', { features: [], top: [], level, cpc });
    expect([bidding('high', null), bidding('medium', 1.2)]).toEqual(['commercial', 'commercial']);
    expect([bidding('medium', 0.3), bidding('medium', null), bidding('low', 9)]).toEqual([null, null, null]);
    const top = [{ url: 'https://www.ebay.co.uk/b/zorblax', root: 'ebay.co.uk' }];
    expect(classifyIntent('zorblax 9', { features: [], top })).toBe('transactional');
  });

  it('tells what is for learners from what is for sale to them', () => {
    expect(classifyIntent('knitting for beginners')).toBe('informational');
    expect(classifyIntent('running shoes for beginners')).toBe('commercial');
    expect(classifyIntent('mattress for side sleepers')).toBe('commercial');
    expect(classifyIntent('what is the best tent for beginners')).toBe('commercial');
    expect(classifyIntent('what is the best way to pitch a tent')).toBe('informational');
  });
});
