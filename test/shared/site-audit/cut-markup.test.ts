import fc from 'fast-check';
import { cutMark, cutMarkup, decodeHtml } from '#shared/site-audit/document/parse-html.ts';
import { readDocument } from '#shared/site-audit/document/read-document.ts';

const long = 'a { color: red } '.repeat(200);
const pieces = [
  ...['<style>', '<STYLE media="a>b">', '</style>', '</style >', '</styles>', '<svg>', '</svg>', '<math>'],
  ...['<script>', '<script type="application/ld+json">', '<script type="application/ld&#43;json">'],
  ...['</script>', '</script/>', '<noscript>', '</noscript>', '<textarea>', '</textarea>', '<title>'],
  ...['</title>', '<template>', '</template>', '<select>', '</select>', '<table>', '<iframe>', '</iframe>'],
  ...['<!--', '-->', '--!>', '->', '>', '--', '<!-->', '<![CDATA[', ']]>', '<?php', '<plaintext>', '</body>'],
  ...[
    '<p>',
    '</p>',
    '<a href="/x" title="',
    "<img alt='",
    '"',
    "'",
    '<h1>',
    '</h1>',
    'text',
    ' \n ',
    '<',
    '</',
  ],
  ...[
    'location.href = "/away"; ',
    '{"@type":"Product","name":"x"}',
    'document.write("',
    long,
    long.slice(0, 60),
  ],
];

/** What is read of a page; one that holds the mark itself is read as it is. */
function reading(html: string, isCut: boolean): string {
  const closing = `"'>--></script></style></textarea></title></iframe></noscript></svg>`;
  const bytes = Buffer.from(`${html}${closing}<!--${isCut ? '.' : cutMark}-->`);
  const page = readDocument(decodeHtml(bytes, 'text/html; charset=utf-8'), bytes.byteLength);
  return JSON.stringify(page, (_name, value: unknown) =>
    value instanceof Set || value instanceof Map ? [...value] : value,
  ).replaceAll(String.raw`\u0001`, '.');
}

const expectTheSame = (html: string) => expect(reading(html, true)).toBe(reading(html, false));

describe('a page that is cut before it is parsed', () => {
  it('says what the whole page says, however broken its markup is', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 25 }), (drawn) =>
        expectTheSame(drawn.join('')),
      ),
      { numRuns: 3000 },
    );
  });

  it.each([
    ['a style within a comment', `<p>One<!-- <style>${long}</style> --><p>Two`],
    ['a style within an attribute', `<p title="<style>${long}</style>">One<a href="/x">Two</a>`],
    ['a style of a drawing', `<svg><style>${long}</style><a href="/x">One</a></svg><p>Two`],
    [
      'a script that goes on behind its end tag',
      `<script><!--<script>${long}</script>${long}--></script><p>One`,
    ],
    ['a comment that ends at once', `<!--><p>${long}</p><!---><a href="/x">One</a>-->`],
    ['a comment that is never closed', `<p>One<!-- ${long}`],
  ])('says the same with %s', (_what, html) => expectTheSame(html));

  it('loses styles, comments and scripts but those that send readers on and structured data', () => {
    const html = `<style>${long}</style><!-- ${long} --><script>${long}</script><script>location = "/x"; ${long}</script><script type="application/ld+json">${long}</script>`;
    const { text, cuts } = cutMarkup(html);
    expect(cuts).toBe(4);
    expect(text.length).toBe(long.length + 2000 + html.length - 5 * long.length - 17 - 2 + 5);
  });
});
