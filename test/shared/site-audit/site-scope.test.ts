import fc from 'fast-check';
import {
  foldWww,
  pageKey,
  resolveReference,
  targetOf,
  withoutSession,
} from '#shared/site-audit/site-scope.ts';

const pieces = [
  ...['a', 'B', 'bar.html', '-', '_', '~', '%20', ' ', 'é', '\\', ':', '\t', '\n', '@', '&', '|'],
  ...['.', '..', './', '../', '/', '//', '?q=1', '#x', ';jsessionid=1', '?utm_source=1'],
  ...['http:', 'https://', 'mailto:', 'x.com', 'www.y.org:8080'],
];
const bases = [
  ...['https://www.shop.com/', 'https://shop.com/a/b/c', 'https://h.org', 'https://h.org/a//b/'],
  ...['http://h.org:8080/x/y/?z=../q#r', 'https://h.org/%7Ea/b.html', 'mailto:x@h.org', 'not a base'],
];

describe('where a reference leads', () => {
  it('is what a browser makes of it, however it is put together and whatever was asked before', () => {
    const reference = fc
      .array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 6 })
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(reference, fc.constantFrom(...bases), (written, base) => {
        const url = resolveReference(written, base);
        const page = url && withoutSession(url);
        const expected = url &&
          page && {
            ...{ href: url.href, page: page.href, path: page.pathname },
            ...{ key: pageKey(page), host: foldWww(url.hostname) },
          };
        expect(targetOf(written, base)).toEqual(expected);
      }),
      { numRuns: 20_000 },
    );
  });
});
