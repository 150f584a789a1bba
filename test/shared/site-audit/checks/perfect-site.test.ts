import { findingsOf } from './made-site.ts';

describe('a site without a fault', () => {
  it('gives no finding at all', () => {
    const nav = ['/', '/bread', '/boats', '/garden']
      .map((at) => `<a href="${at}">The page of ${at}</a>`)
      .join(' ');
    expect(findingsOf({ pages: ['/', '/bread', '/boats', '/garden'].map((at) => ({ at, nav })) })).toEqual(
      [],
    );
  });

  it('gives none for a single page either', () => {
    expect(findingsOf({})).toEqual([]);
  });
});
