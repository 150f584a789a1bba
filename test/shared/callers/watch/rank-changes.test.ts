import fc from 'fast-check';
import { type RankCheck, rankChange } from '#shared/callers/watch/rank-changes.ts';

const at = (position: number | null, aiOverview: RankCheck['aiOverview'] = 'none'): RankCheck => ({
  position,
  depth: 20,
  aiOverview,
});

describe('a change of rank', () => {
  it.each([
    ['a move of five places, at once', [12, 12, 7], ['entered_top_10'], 'at_once'],
    ['a move of five places within a band', [20, 18, 11], ['moved'], 'at_once'],
    ['a small step into the first three, with the second check', [4, 3, 3], ['entered_top_3'], 'twice'],
    ['a small step out of the first ten, with the second check', [10, 11, 12], ['left_top_10'], 'twice'],
    [
      'a site that is lost from far up, at once',
      [2, 2, null],
      ['left_top_3', 'left_top_10', 'left_top_20', 'lost'],
      'at_once',
    ],
    [
      'a site that is lost from the end, with the second check',
      [19, null, null],
      ['left_top_20', 'lost'],
      'twice',
    ],
    [
      'a site that comes in at the end, with the second check',
      [null, 20, 19],
      ['entered_top_20', 'new'],
      'twice',
    ],
  ])('is told of %s', (_, places, reasons, told) => {
    const [earlier, before, now] = places.map((place) => at(place));
    expect(rankChange(earlier, before, now)).toMatchObject({ reasons, told });
  });

  it.each([
    ['a step that the next check takes back', [4, 3, 4]],
    ['a first check that shows a small step', [4, 4, 3]],
    ['a small move within a band', [5, 7, 7]],
    ['what was told at once and stays', [12, 7, 7]],
    ['what is not there and was not', [null, null, null]],
  ])('is not told of %s', (_, places) => {
    const [earlier, before, now] = places.map((place) => at(place));
    expect(rankChange(earlier, before, now)).toBeUndefined();
  });

  it('is told of an AI overview that cites, or no longer cites, with the second check', () => {
    const seen = (...cited: RankCheck['aiOverview'][]) => {
      const [earlier, before, now] = cited.map((one) => at(5, one));
      return rankChange(earlier, before, now)?.reasons;
    };
    expect(seen('none', 'cited', 'cited')).toEqual(['cited']);
    expect(seen('cited', 'not_cited', 'none')).toEqual(['no_longer_cited']);
    expect(seen('none', 'cited', 'none')).toBeUndefined();
    expect(seen('not_checked', 'cited', 'cited')).toBeUndefined();
  });

  it('is not told of what lies deeper than one of the checks looked', () => {
    const shallow = { ...at(null), depth: 10 };
    expect(rankChange(at(15), at(15), shallow)).toBeUndefined();
    expect(rankChange(shallow, shallow, at(15))).toBeUndefined();
    expect(rankChange(at(15), shallow, shallow)).toBeUndefined();
  });

  it('is never told where places waver by one or two within their band, nor without a check before', () => {
    const bandOf = (place: number) => [3, 10, 20].filter((edge) => place > edge).length;
    const place = fc.integer({ min: 1, max: 20 });
    fc.assert(
      fc.property(place, fc.nat(2), fc.nat(2), (base, one, other) => {
        const places = [base, base + one, base + other].map((value) => Math.min(20, value));
        fc.pre(new Set(places.map(bandOf)).size === 1);
        const [earlier, before, now] = places.map((value) => at(value));
        expect(rankChange(earlier, before, now)).toBeUndefined();
        expect(rankChange(undefined, undefined, now)).toBeUndefined();
      }),
    );
  });
});
