import * as fc from 'fast-check';
import { pageKey } from '#shared/facts/stored-index/items/page-key.ts';

const label = fc.stringMatching(/^[a-z0-9](?:[a-z0-9-]{0,8}[a-z0-9])?$/u);
const host = fc
  .tuple(
    fc.array(label, { minLength: 1, maxLength: 3 }),
    fc.constantFrom('example', 'com', 'co.uk', '1', '0x7f'),
  )
  .map(([labels, end]) => [...labels, end].join('.'));
const path = fc.stringMatching(/^(?:\/[\w~./%-]{0,12}){0,4}$/u);

describe('the key of a page', () => {
  it('is the same with a fragment as without, however plain the address is', () => {
    void fc.assert(
      fc.property(fc.constantFrom('http', 'https'), host, path, (scheme, name, rest) => {
        const url = `${scheme}://${name}${rest}`;
        fc.pre(rest !== '');
        expect(pageKey(url)).toBe(pageKey(`${url}#part`));
      }),
      { numRuns: 2_000 },
    );
  });
});
