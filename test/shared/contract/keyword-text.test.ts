import fc from 'fast-check';
import * as v from 'valibot';
import { foldKeyword, keywordText, normalizeDomain } from '#shared/contract/fields.ts';

describe('a keyword', () => {
  it.each([
    ['running shoes\u200b', 'running shoes'],
    ['\ufeffrunning  shoes\u200d', 'running shoes'],
    ['run\u00adning\u200cshoes', 'runningshoes'],
    ['\u202erunning shoes\u202c', 'running shoes'],
    ['cafe\u0301', 'caf\u00e9'],
    ['cafe\u200b\u0301', 'caf\u00e9'],
    ['a\u00a0b', 'a b'],
  ])('is the one that it looks like: %j', (text, folded) => {
    expect(foldKeyword(text)).toBe(folded);
  });

  it.each(['می\u200cخواهم', 'क्\u200dष', '👩\u200d👩\u200d👧'])(
    'keeps the joiners that shape its letters: %s',
    (text) => {
      expect(foldKeyword(text)).toBe(text);
    },
  );

  it('is refused where nothing of it can be seen', () => {
    expect(v.safeParse(keywordText, '\u200b\u2060').success).toBe(false);
  });

  it('is folded once and for all, without a blank at either end or two in a row', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const folded = foldKeyword(text);
        expect(foldKeyword(folded)).toBe(folded);
        expect(folded).toBe(folded.trim());
        expect(folded).not.toMatch(/\s\s/u);
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('a domain', () => {
  it.each(['a.com\nb.com', 'a.com\r\nb.com', 'a.com\tb.com', 'a.com b.com', 'a.com/x\nb.com', 'a.\u0000com'])(
    'is refused where two were pasted, or it is broken: %j',
    (text) => {
      expect(normalizeDomain(text).ok).toBe(false);
    },
  );

  it.each(['\u200ba.com', ' a.com\n', 'a\u00ad.com', 'https://a.com/my page'])('is read from %j', (text) => {
    expect(normalizeDomain(text)).toEqual({ ok: true, domain: 'a.com' });
  });
});
