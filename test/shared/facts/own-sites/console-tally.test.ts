import type { ConsoleRow } from '#shared/facts/own-sites/console-row.ts';
import { createConsoleTally, type TextBudget } from '#shared/facts/own-sites/console-tally.ts';

const rowOf = (query: string, page: string): ConsoleRow => ({
  values: { query, page },
  clicks: 1,
  impressions: 10,
  position: 3,
});

describe('the rows of one import', () => {
  it('are taken until their queries and addresses fill what the import may hold, in all files together', () => {
    const budget: TextBudget = { left: 40 };
    const [first, second] = [createConsoleTally(budget), createConsoleTally(budget)];
    // Five characters of query and of address, each once by itself and once in the pair.
    expect(first.add(rowOf('tents', '/tent'))).toBe('taken');
    expect(first.add(rowOf('tents', '/tent'))).toBe('taken');
    expect(second.add(rowOf('boots', '/boot'))).toBe('taken');
    expect(budget.left).toBe(0);
    expect(second.add(rowOf('socks', '/sock'))).toBe('too many subjects');
    expect(second.add(rowOf('boots', '/boot'))).toBe('taken');
    expect(second.tables().map(({ total }) => total.clicks)).toEqual([2]);
  });
});
