import { readFile } from 'node:fs/promises';
import { classifyIntent } from '#shared/search/intent.ts';
import { measureIntent } from '#test/support/intent-accuracy.ts';

const labeled = (name: string) =>
  readFile(new URL(`../../fixtures/intent/${name}.tsv`, import.meta.url), 'utf8').then(measureIntent);

describe('the intent of a keyword', () => {
  it('agrees with the keywords labeled by hand, in every class', async () => {
    const { accuracy, classes } = await labeled('labeled-keywords');
    expect(classes.reduce((sum, { keywords }) => sum + keywords, 0)).toBeGreaterThanOrEqual(200);
    expect(accuracy).toBeGreaterThanOrEqual(0.97);
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
  });
});
