import { earlierCrawl } from '#shared/facts/crawls/earlier-crawl.ts';

type Kept = Parameters<typeof earlierCrawl>[1];

const domain = 'shop.com';
const crawled = (id: string, createdAt: number, more: Partial<Kept>) =>
  ({ id, domain, createdAt, status: 'finished', pages: 500, waiting: 0, ...more }) as Kept;

/** Newest first, as they are listed. */
const chosen = (crawl: Kept, before: readonly Kept[]) => {
  const all = [crawl, ...before].map((one) => ({ crawl: one, result: {} }) as never);
  const found = earlierCrawl(all, crawl);
  return found && [found.earlier.id, found.why];
};

const last = (more: Partial<Kept> = {}) => crawled('now', 9, more);
const whole = crawled('whole', 1, {});
const short = crawled('short', 2, { pages: 20, waiting: 480 });
const wholeSite = 'It is the newest that read the whole site.';

describe('the crawl that one is compared with', () => {
  it('is the newest of the whole site, not a newer one that was short, cancelled, or of another site', () => {
    const others = [
      crawled('cancelled', 4, { status: 'cancelled' }),
      crawled('other', 3, { domain: 'other.com' }),
    ];
    expect(chosen(last(), [...others, short, whole])).toEqual(['whole', wholeSite]);
  });

  it('is the newest of about as many pages where both have a limit', () => {
    const limited = crawled('limited', 3, { pages: 490, waiting: 9_000 });
    expect(chosen(last({ waiting: 9_010 }), [limited, short, whole])).toEqual([
      'limited',
      'It is the newest that read about as many pages.',
    ]);
  });

  it('is the one that read most where none read as much, and says so', () => {
    const shorter = crawled('shorter', 3, { pages: 10, waiting: 490 });
    expect(chosen(last(), [shorter, short])).toEqual([
      'short',
      'None before read the whole site or about as many pages; it read most.',
    ]);
    expect(chosen(last(), [])).toBeUndefined();
  });

  it('is the one that its owner named, and the best one where that is gone', () => {
    expect(chosen(last({ comparedTo: 'short' }), [short, whole])).toEqual(['short', 'You named it.']);
    const cancelled = crawled('cancelled', 4, { status: 'cancelled' });
    expect(chosen(last({ comparedTo: 'cancelled' }), [cancelled, whole])?.[0]).toBe('cancelled');
    expect(chosen(last({ comparedTo: 'deleted' }), [short, whole])).toEqual([
      'whole',
      `The crawl deleted is gone. ${wholeSite}`,
    ]);
  });
});
