import fc from 'fast-check';
import { fingerprintText } from '#shared/site-audit/document/fingerprint.ts';
import { countWords, foldSpace, wordsOf } from '#shared/site-audit/document/words.ts';

/** The same in the language of regular expressions: clear, and ten times slower. */
const wordPattern =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]|[\p{L}\p{N}\p{M}]+(?:['’-][\p{L}\p{N}\p{M}]+)*/gu;

const text = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        ...["don't", 'co-op', '’', '-', '--', ' ', '\u00a0', '\n\t', '漢字', 'ひら', '々', 'ไทย', '한국'],
      ),
      fc.constantFrom(
        ...['Ünïcode', 'e\u0301', '𝒳', '\ud800', '\udc00', '🙂', '٣', 'İ', '7', 'a', 'ß', "'", '.'],
      ),
      fc.string({ unit: 'binary', maxLength: 4 }),
    ),
    { maxLength: 30 },
  )
  .map((parts) => parts.join(''));

describe('the words of a text', () => {
  it('are runs of letters and digits with the marks that join them, in every script', () => {
    fc.assert(
      fc.property(text, (any) => {
        const words = any.match(wordPattern) ?? [];
        expect(wordsOf(any)).toEqual([...words]);
        expect(countWords(any)).toBe(words.length);
      }),
      { numRuns: 3_000, seed: 5 },
    );
  });

  it('are found in texts of any length, also where every character is one', () => {
    for (const part of ["don't co-op 漢字 𝒳 e\u0301. ", '漢', 'a ', 'a', '\ud800']) {
      const long = part.repeat(100_000);
      expect(countWords(long)).toBe((long.match(wordPattern) ?? []).length);
      expect(wordsOf(long).slice(-8)).toEqual([...(long.match(wordPattern) ?? [])].slice(-8));
    }
  });

  it('have one space for any run of white space between them', () => {
    fc.assert(
      fc.property(text, (any) => expect(foldSpace(any)).toBe(any.replaceAll(/\s+/gu, ' ').trim())),
      { numRuns: 2_000, seed: 6 },
    );
  });
});

describe('the fingerprint of a text', () => {
  const sentence = 'Warm bread, quiet paths and long walks over green hills.';

  it('is the same for the same words, whatever their case and signs', () => {
    expect(fingerprintText('WARM bread; quiet paths, and long walks (over green hills)')).toEqual(
      fingerprintText(sentence),
    );
  });

  it('is exactly another for one word more, less or in another place', () => {
    const words = sentence.split(' ');
    const others = [words.slice(1), [...words, 'soon'], words.toReversed(), []];
    const exact = [words, ...others].map((some) => fingerprintText(some.join(' ')).exact);
    expect(new Set(exact).size).toBe(exact.length);
  });

  it('counts the words and has the known SimHash of their runs of three', () => {
    expect(fingerprintText(sentence)).toMatchObject({ simHash: [3225500433, 3627183624], wordCount: 10 });
    expect(fingerprintText('')).toMatchObject({ simHash: [3706469100, 3405941011], wordCount: 0 });
  });

  it('has the known SimHash of a text of thousands of words', () => {
    const words =
      'warm bread quiet paths blue boats small birds good tea green hills clean water long walks'.split(' ');
    const long = Array.from({ length: 2990 }, (_, n) => `${words[(n * n + 3 * n) % 16]}${n % 7}`).join(' ');
    expect(fingerprintText(long)).toMatchObject({ simHash: [3967237303, 3581427755], wordCount: 2990 });
  });
});
