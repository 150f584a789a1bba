import { buildEnvelope } from '#shared/calls/run-tool.ts';
import type { Statement } from '#shared/contract/envelope.ts';
import type { ToolAnswer } from '#shared/facts/answers/tool-answer.ts';

const provenance = {
  source_class: 'search_index',
  method: 'indexed',
  observed_at: null,
  confidence: 0.7,
  connection_id: null,
  cache_hit: false,
  replayed: false,
} as const;
const factAbout = (id: string): Statement => ({
  type: 'ranks_for',
  subject: [{ id, kind: 'keyword' }],
  provenance,
});
const names = Array.from({ length: 40 }, (_, index) => `k${index}`);

const answer: ToolAnswer<Readonly<Record<string, unknown>>> = {
  data: {},
  facts: names.map(factAbout),
  entities: names.map((id) => ({ id, kind: 'keyword', label: id })),
  coverage: { returned: 40, total_available: 40, truncated: false, as_of: null, scope_note: null },
  warnings: [{ code: 'sample', message: 'Sample data.' }],
  suggestions: [
    { tool: 'inspect_domain', args: {}, use_when: 'For the whole site.' },
    { tool: 'inspect_keyword', args: {}, use_when: 'For a tool that is not sold.' },
  ],
  cacheHit: false,
};

const build = () =>
  buildEnvelope(
    { family: 'seo' },
    {
      answer,
      deltas: [],
      resources: [],
      warnings: [{ code: 'sample', message: 'Sample data.' }],
      prices: { inspect_domain: 3 },
      usage: {
        request_id: 'req_1',
        tool: 'inspect_domain',
        credits_charged: 3,
        balance_after: 7,
        cache_hit: false,
        replayed: false,
      },
    },
  );

describe('the envelope of an answer', () => {
  it('carries 25 facts at most, the first ones', () => {
    expect(build().facts).toEqual(names.slice(0, 25).map(factAbout));
  });

  it('lists the entities that its facts mention, and no others', () => {
    expect(build().entities.map(({ id }) => id)).toEqual(names.slice(0, 25));
  });

  it('says each warning once', () => {
    expect(build().warnings).toEqual([{ code: 'sample', message: 'Sample data.' }]);
  });

  it('suggests what is sold, with its price', () => {
    expect(build().next_actions).toEqual([
      { tool: 'inspect_domain', args: {}, use_when: 'For the whole site.', credits: 3 },
    ]);
  });
});
