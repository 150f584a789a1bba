import fc from 'fast-check';
import { type DefaultTreeAdapterTypes, parse } from 'parse5';
import { parseHtml } from '#shared/site-audit/document/parse-html.ts';

/** What a page is made of, and what breaks it: with and without quotes, closed and open, with every line end. */
const names =
  'a p b td tr table colgroup select option svg math title textarea script style frameset template pre body'.split(
    ' ',
  );
const pieces = [
  ...names.flatMap((name) => [
    `<${name}>`,
    `</${name}>`,
    `<${name} `,
    `</${name} `,
    `<${name.toUpperCase()}`,
  ]),
  ...['<!doctype html>', '<!--', '-->', '--!>', '<![CDATA[', ']]>', '<!', '</', '<', '>', '/', '/>', '?'],
  ...['=', ' = ', '"', "'", 'class=', 'HREF="/a"', "id='b c'", 'src=/d', 'x=`', 'ä="ö"', 'data-é', 'a a=1'],
  ...[' ', '\n', '\r', '\r\n', '\t', '\f', '\0', '\v', '\u00a0', '\ufeff', '\ud83d', '\ude00', '😀', '\x7f'],
  ...['&', '&amp;', '&amp', '&notit;', '&#0;', '&#x80;', '&#xd800;', '&lt', ';', 'words of text', 'ß', '中'],
];
const markup = fc.oneof(
  fc.array(fc.constantFrom(...pieces), { maxLength: 40 }).map((parts) => parts.join('')),
  fc
    .array(fc.oneof(fc.constantFrom(...pieces), fc.string({ unit: 'binary', maxLength: 6 })), {
      maxLength: 30,
    })
    .map((parts) => parts.join('')),
);

/** A tree without the ways up. */
function written(node: DefaultTreeAdapterTypes.Node): string {
  return JSON.stringify(node, (name, value: unknown) => (name === 'parentNode' ? undefined : value));
}

describe('A page', () => {
  it('has the tree that parse5 builds, however it is written', () => {
    fc.assert(
      fc.property(markup, (html) => {
        expect(written(parseHtml(html).document)).toBe(written(parse(html)));
      }),
      { numRuns: 5_000 },
    );
  });
});
