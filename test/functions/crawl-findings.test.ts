import { findingOf } from '#functions/crawls/run-crawls.ts';

type Crawled = Parameters<typeof findingOf>[0];
type Result = NonNullable<Crawled['result']>;

const resultOf = (high: number, medium: number) =>
  ({ issues_summary: { high, medium, low: 9 } }) as unknown as Result;
const crawled = (result: Result | null) =>
  ({ crawl: { id: 'crl_2', domain: 'shop.example' }, result }) as unknown as Crawled;

describe('a crawl that is over', () => {
  it('tells of grave faults that the one before had not, and of nothing else', () => {
    expect(findingOf(crawled(resultOf(5, 0)), resultOf(3, 9), 'high')).toMatchObject({
      type: 'audit.finding',
      cause: 'crl_2',
      summary: 'The crawl of shop.example found 2 more faults of high severity.',
      data: { before: { high: 3 }, after: { high: 5 } },
    });
    expect(findingOf(crawled(resultOf(3, 4)), resultOf(3, 3), 'medium')?.summary).toContain(
      '1 more fault of',
    );
    expect(findingOf(crawled(resultOf(3, 4)), resultOf(3, 3), 'high')).toBeUndefined();
    expect(findingOf(crawled(resultOf(2, 0)), resultOf(3, 0), 'high')).toBeUndefined();
  });

  it('tells of none where no crawl was before it, or it has no result', () => {
    expect(findingOf(crawled(resultOf(5, 0)), null, 'high')).toBeUndefined();
    expect(findingOf(crawled(null), resultOf(1, 0), 'high')).toBeUndefined();
  });
});
