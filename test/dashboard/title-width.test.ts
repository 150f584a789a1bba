import fc from 'fast-check';
import { cutTitle, titlePixels, widthOf } from '../../dashboard/src/charts/title-width.ts';

describe('a title in the preview of a listing', () => {
  it.each([
    ['Running shoes', 133.4],
    ['Trail Running Shoes | Trailpeak', 279.7],
    ['münchen', widthOf('munchen')],
    ['東京', 40],
  ])('is as wide as Arial sets it: %s', (title, pixels) => {
    expect(widthOf(title)).toBeCloseTo(pixels, 1);
  });

  it('is shown whole where it fits, and else cut behind a word, within its room', () => {
    expect(cutTitle('Running shoes')).toBe('Running shoes');
    const long = 'The best trail running shoes for mud, rock and snow, tested over two thousand kilometres';
    expect(cutTitle(long)).toMatch(/^The best trail running shoes for mud, rock and snow,.* …$/u);
    fc.assert(
      fc.property(fc.string({ maxLength: 200, unit: 'grapheme' }), (title) => {
        const shown = cutTitle(title);
        expect(widthOf(shown)).toBeLessThanOrEqual(titlePixels);
        expect(shown === title || (shown.endsWith(' …') && title.startsWith(shown.slice(0, -2)))).toBe(true);
      }),
    );
  });
});
