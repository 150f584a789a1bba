import { renderAnswer } from '#functions/mcp/render-answer.ts';
import { countTokens } from '#test/support/count-tokens.ts';

const envelope = {
  data: { domain: 'a.example', rows: [{ keyword: 'x', position: 1 }] },
  coverage: { scope_note: null, truncated: false },
  resources: [],
  next_actions: [],
  warnings: [],
  usage: { credits_charged: 3, balance_after: 7 },
};

describe('the text of an answer', () => {
  it('holds the values as lines and tables, unknown as a question mark, and what it cost', () => {
    const text = renderAnswer({
      ...envelope,
      data: {
        domain: 'a.example',
        summary: { organic_keywords: 12, traffic_value_usd: null },
        top_keywords: [
          { keyword: 'a b', position: 3, url: null },
          { keyword: 'c', position: 9, url: 'https://a.example/c' },
        ],
        empty: [],
      },
      warnings: [{ code: 'stale', message: 'Two days old.' }],
      resources: [
        {
          uri: 'oriel://dataset/x/1',
          name: 'x',
          description: 'All keywords',
          mime_type: 'x',
          rows: 90,
          expires_at: 'x',
        },
      ],
      next_actions: [
        { tool: 'inspect_serp', args: { query: 'c' }, use_when: 'To see the listing', credits: 2 },
      ],
    });
    expect(text).toBe(`domain: a.example
summary.organic_keywords: 12
summary.traffic_value_usd: ?
top_keywords (keyword | position | url):
a b | 3 | ?
c | 9 | https://a.example/c
empty: none

Note: Two days old.
All 90 rows: oriel://dataset/x/1 (All keywords)
Next: inspect_serp {"query":"c"}: To see the listing (2 credits)
Charged 3 credits; balance 7.`);
  });

  it('stays short however long the answer is', () => {
    const rows = Array.from({ length: 500 }, (_, index) => ({ keyword: 'k'.repeat(300), position: index }));
    const text = renderAnswer({ ...envelope, data: { a: rows, b: rows, c: rows, d: rows } });
    expect(countTokens(text)).toBeLessThan(3_000);
    expect(text).toContain('485 more');
    expect(text).toContain('Charged 3 credits');
  });
});
