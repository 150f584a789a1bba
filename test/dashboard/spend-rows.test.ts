import { readFilters, usageFilter } from '../../dashboard/src/pages/activity/filters.ts';
import {
  monthSpan,
  readSpendView,
  spendRows,
  spentElsewhere,
} from '../../dashboard/src/pages/billing/spend-rows.ts';

const counts = (credits_charged: number) => ({ calls: 1, failed: 0, credits_charged });
const summary = {
  since: '2026-11-01',
  until: '2026-11-30',
  complete: true,
  ...counts(10),
  response_time_ms: null,
  tools: [{ tool: 'inspect_domain', ...counts(10), response_time_ms: null }],
  callers: [
    { auth_source: 'api_key' as const, credential_id: 'cred_1', ...counts(4) },
    { auth_source: 'session' as const, credential_id: null, ...counts(3) },
    { auth_source: 'oauth' as const, credential_id: 'conn_1', ...counts(2) },
    { auth_source: null, credential_id: null, ...counts(1) },
  ],
  days: [],
};
const nobody = { keys: [], agents: [] };
const view = (by: 'tool' | 'key' | 'agent') => ({ by, ...monthSpan('2026-11') });

/** What the log is asked for by the link of a row. */
const askedBy = (href: string | undefined) =>
  usageFilter(readFilters(new URL(href ?? '', 'http://dashboard.example').searchParams));

describe('the rows of spending in the dashboard', () => {
  it('are every caller once, among keys or among agents', () => {
    for (const by of ['tool', 'key', 'agent'] as const) {
      const rows = spendRows(summary, view(by), nobody);
      const shown = rows.reduce((sum, { spent }) => sum + spent, 0);
      expect(shown + spentElsewhere(summary, view(by))).toBe(10);
    }
    expect(spendRows(summary, view('key'), nobody).map(({ id }) => id)).toEqual(['cred_1', 'others']);
    expect(spendRows(summary, view('agent'), nobody).map(({ id }) => id)).toEqual(['session', 'conn_1']);
  });

  it('lead to their own calls in the same days of UTC', () => {
    const span = { since: '2026-11-01T00:00:00.000Z', until: '2026-12-01T00:00:00.000Z' };
    const [tool] = spendRows(summary, view('tool'), nobody);
    expect(askedBy(tool?.href)).toEqual({ tool: 'inspect_domain', ...span });
    const [key, others] = spendRows(summary, view('key'), nobody);
    expect(askedBy(key?.href)).toEqual({ tool: '*', credential_id: 'cred_1', ...span });
    expect(others?.href).toBeUndefined();
    const [people] = spendRows(summary, view('agent'), nobody);
    expect(askedBy(people?.href)).toEqual({ tool: '*', auth_source: 'session', ...span });
  });

  it.each(['', 'from=2026-13-01&to=2026-11-02', 'from=2026-11-02&to=2026-11-01', 'from=soon&to=late'])(
    'are those of this month where the address says "%s"',
    (query) => {
      const read = readSpendView(new URLSearchParams(query), new Date('2026-02-10T12:00:00Z'));
      expect(read).toEqual({ by: 'tool', from: '2026-02-01', to: '2026-02-28' });
    },
  );
});
