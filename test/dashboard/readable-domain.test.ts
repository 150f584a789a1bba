import { domainToASCII } from 'node:url';
import fc from 'fast-check';
import { plainText } from '../../dashboard/src/plain-text.ts';
import { decodePunycode, readableAddress, readableDomain } from '../../dashboard/src/readable-domain.ts';

describe('a domain name as people read it', () => {
  it.each([
    'münchen.de',
    'straße.example',
    'żółw.pl',
    'ελλάδα.gr',
    'пример.рф',
    'россия.example',
    '日本語.jp',
    '東京タワー.jp',
    '한국.kr',
    'ไทย.com',
    'مثال.example',
    'trailpeak.example',
  ])('is %s', (name) => {
    expect(readableDomain(domainToASCII(name))).toBe(name);
  });

  it.each([
    ['letters of two scripts', 'pаypal.com'],
    ['another script throughout', 'аррӏе.com'],
    ['Greek throughout', 'ορο.com'],
    ['a letter that only phonetics has', 'ɡoogle.com'],
    ['an i without its dot', 'paypaı.com'],
    ['what looks like a slash', 'exampleノlogin.com'],
    ['a kanji among Latin letters', 'exampleエ.com'],
  ])('stays punycode where it has %s', (_what, name) => {
    const ascii = domainToASCII(name);
    expect(readableDomain(ascii)).toBe(ascii);
  });

  it('stays as it is where it stands for nothing', () => {
    for (const name of [
      'xn--.de',
      'xn--a.de',
      'xn--99999999999.de',
      'xn--ÿ.de',
      'xn--mnchen-3ya-.de',
      'xn--',
    ])
      expect(readableDomain(name)).toBe(name);
  });

  it('never leads anywhere else', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z0-9-]{1,20}$/u), (label) => {
        const host = `xn--${label}.example`;
        const shown = readableDomain(host);
        if (shown !== host) expect(domainToASCII(shown)).toBe(host);
      }),
      { numRuns: 2_000, seed: 31 },
    );
  });

  it('is read letter by letter, whatever they are', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[\u0430-\u044f]{1,20}$/u), (label) => {
        expect(decodePunycode(domainToASCII(label).slice(4))).toBe(label);
      }),
      { numRuns: 200, seed: 32 },
    );
  });

  it('is made readable within a sentence, beside what else is written for programs', () => {
    expect(plainText('Positions of www.xn--mnchen-3ya.de, as `rows`; not of xn--80ak6aa92e.com.')).toBe(
      'Positions of www.münchen.de, as rows; not of xn--80ak6aa92e.com.',
    );
  });

  it('is made readable within an address, and nothing else of it', () => {
    expect(readableAddress('https://xn--mnchen-3ya.de/xn--mnchen-3ya?a=1')).toBe(
      'https://münchen.de/xn--mnchen-3ya?a=1',
    );
    expect(readableAddress('xn--mnchen-3ya.de')).toBe('münchen.de');
    expect(readableAddress('')).toBe('');
  });
});
