import { newAccountItem } from '#shared/money/accounts/account-item.ts';
import { toAccount } from '#shared/money/accounts/principal.ts';
import { createMonthSumsStore } from '#shared/money/usage/call-sums.ts';
import { reportedItem } from '#shared/money/usage/usage-item.ts';
import { createUsageLog } from '#shared/money/usage/usage-log.ts';
import { createUsageSummary } from '#shared/money/usage/usage-summary.ts';
import { newId } from '#shared/platform/ids.ts';
import { callReport } from '#test/support/ledger/ledger.ts';
import { requestsOf, testDatabase, writeAll } from '#test/support/stores/database.ts';

const day = 86_400_000;
const opened = Date.UTC(2026, 8, 10);
const calls = 4_000;

describe('the log of a busy month', () => {
  const database = testDatabase();
  beforeAll(async () => {
    // One call a minute; the first of all by a key that makes no other.
    const items = Array.from({ length: calls }, (_, index) => {
      const report = callReport('acct_1', { credentialId: index === 0 ? 'cred_once' : 'cred_test' });
      return reportedItem(newId('use', opened + index * 60_000), report, 'charged', 1);
    });
    await writeAll(database, items);
  });

  it('is added up once; after that two requests answer for it', async () => {
    const { documents, tables } = database;
    const log = createUsageLog({ documents, tables });
    const months = createMonthSumsStore(documents, tables.facts);
    const summarize = createUsageSummary({ log, months, maxMs: Number.POSITIVE_INFINITY });
    const item = newAccountItem({
      accountId: 'acct_1',
      email: 'a@b.example',
      createdAt: new Date(opened).toISOString(),
    });
    const now = opened + 8 * day;
    const question = { account: toAccount({ ...item, holds: {} }), since: opened, until: now, now };
    const whole = await summarize(question);
    const sums = whole.days.flatMap(({ sums: ofDay }) => Object.values(ofDay));
    expect(sums.reduce((total, sum) => total + sum.calls, 0)).toBe(calls);
    const requests = await requestsOf(documents, async () => {
      expect(await summarize(question)).toEqual(whole);
    });
    expect(requests).toBe(2);
  });

  it('gives a page without a filter by one request', async () => {
    const log = createUsageLog({ ...database, cursorKeys: ['secret'] });
    const requests = await requestsOf(database.documents, async () => {
      expect((await log.list({ accountId: 'acct_1', limit: 100 })).records).toHaveLength(100);
    });
    expect(requests).toBe(1);
  });

  it('is searched to its end by few requests, in one answer', async () => {
    const log = createUsageLog({ ...database, cursorKeys: ['secret'] });
    const requests = await requestsOf(database.documents, async () => {
      const found = await log.list({ accountId: 'acct_1', limit: 100, credentialId: 'cred_once' });
      expect([found.records.length, found.cursor]).toEqual([1, undefined]);
    });
    // The newest hundred, then pages that grow to a megabyte.
    expect(requests).toBeLessThanOrEqual(5);
  });
});
