import { findingOf } from '#functions/crawls/run-crawls.ts';

type Crawled = Parameters<typeof findingOf>[0];

const crawled = (grave: { new_high: number; new_medium: number } | undefined) =>
  ({
    crawl: { id: 'crl_2', domain: 'shop.example' },
    result: grave && { changes: { crawl_id: 'crl_1', created_at: '2026-11-20T12:00:00.000Z', ...grave } },
  }) as unknown as Crawled;

describe('a crawl that is over', () => {
  it('tells of grave faults that the one it is compared with had not, and of nothing else', () => {
    expect(findingOf(crawled({ new_high: 2, new_medium: 0 }), 'high')).toMatchObject({
      type: 'audit.finding',
      cause: 'crl_2',
      summary: 'The crawl of shop.example found 2 more faults of high severity.',
      why: 'The crawl of 2026-11-20 did not have them.',
      data: { compared_to: 'crl_1', new_faults: { high: 2 } },
    });
    expect(findingOf(crawled({ new_high: 0, new_medium: 1 }), 'medium')?.summary).toContain(
      '1 more fault of',
    );
    expect(findingOf(crawled({ new_high: 0, new_medium: 1 }), 'high')).toBeUndefined();
    expect(findingOf(crawled({ new_high: 0, new_medium: 0 }), 'medium')).toBeUndefined();
  });

  it('tells of none where no crawl was before it, or it has no result', () => {
    expect(findingOf(crawled(undefined), 'high')).toBeUndefined();
  });
});
