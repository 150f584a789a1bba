import { createPatternBook, shapeOf } from '#shared/site-audit/crawl/url-pattern.ts';

const patternOf = (path: string) =>
  createPatternBook().patternOf(shapeOf(new URL(`https://shop.example${path}`)));

describe('the pattern of an address', () => {
  it.each([
    ['/blog/2024-05-01/', '/blog/{date}/'],
    ['/item/123', '/item/{n}'],
    ['/de-at/top10', '/de-at/top{n}'],
    ['/a?b=1&a=2', '/a?a={}&b={}'],
    ['/%E5%95%86%E5%93%81/12', '/商品/{n}'],
    ['/gr%C3%B6%C3%9Fe-42', '/größe-{n}'],
    ['/%E9%98%BF%E9/x', '/%E9%98%BF%E9/x'],
    ['/a%2Fb/c', '/a%2Fb/c'],
    ['/a%0Ab%20c', '/a%0Ab%20c'],
    ['/%', '/%'],
  ])('of %s is %s', (path, pattern) => {
    expect(patternOf(path)).toBe(pattern);
  });

  it('looks at the first folders of an address that has hundreds', () => {
    expect(patternOf(`/${'ab/'.repeat(300)}end`)).toBe(`/${'ab/'.repeat(12)}end`);
  });
});
