import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { reportedItem } from '#shared/money/usage/usage-item.ts';
import { createUsageLog } from '#shared/money/usage/usage-log.ts';
import { idAt, idTime, newId } from '#shared/platform/ids.ts';
import { callReport, openLedger } from '#test/support/ledger/ledger.ts';
import { testDatabase } from '#test/support/stores/database.ts';

const start = Date.UTC(2026, 10, 20);

describe('the usage log', () => {
  let log: ReturnType<typeof createUsageLog>;
  const database = testDatabase();
  beforeAll(async () => {
    log = createUsageLog({ ...database, cursorKeys: ['secret'] });
    // One call a second; every third of another tool, every hundredth of another key.
    const items = Array.from({ length: 620 }, (_, index) => {
      const report = callReport('acct_1', {
        tool: index % 3 === 0 ? 'inspect_serp' : 'inspect_domain',
        credentialId: index % 100 === 0 ? 'cred_rare' : 'cred_test',
        errorType: index % 200 === 5 ? 'upstream_error' : null,
      });
      return reportedItem(newId('use', start + index * 1000), report, 'charged', 3);
    });
    const other = reportedItem(newId('use', start), callReport('acct_2'), 'free', 0);
    const ofNoTool = reportedItem(newId('use', start), callReport('acct_3', { tool: null }), 'free', 0);
    for (const Item of [...items, other, ofNoTool]) {
      await database.documents.send(new PutCommand({ TableName: database.tables.usage, Item }));
    }
  });

  const seconds = (records: readonly { created_at: string }[]) =>
    records.map(({ created_at }) => (Date.parse(created_at) - start) / 1000);

  it('gives 500 records at once, newest first', async () => {
    const { records, cursor } = await log.list({ accountId: 'acct_1', limit: 500 });
    expect(seconds(records)).toEqual(Array.from({ length: 500 }, (_, index) => 619 - index));
    expect(cursor).toBeDefined();
  });

  it('goes on where it stopped, without a gap or a repeat, to the end', async () => {
    const all: number[] = [];
    let cursor: string | undefined;
    do {
      const page = await log.list({ accountId: 'acct_1', limit: 97, cursor });
      all.push(...seconds(page.records));
      cursor = page.cursor;
    } while (cursor);
    expect(all).toEqual(Array.from({ length: 620 }, (_, index) => 619 - index));
  });

  it('gives no cursor when nothing follows', async () => {
    const { records, cursor } = await log.list({ accountId: 'acct_2', limit: 1 });
    expect([records.length, cursor]).toEqual([1, undefined]);
  });

  it('includes the moment since and leaves out the moment until', async () => {
    const range = { since: start + 10_000, until: start + 13_000 };
    const { records } = await log.list({ accountId: 'acct_1', limit: 50, ...range });
    expect(seconds(records)).toEqual([12, 11, 10]);
  });

  it('fills a page with the records of one tool or key', async () => {
    const tool = await log.list({ accountId: 'acct_1', limit: 100, tool: 'inspect_serp' });
    expect(tool.records).toHaveLength(100);
    expect(seconds(tool.records).every((second) => second % 3 === 0)).toBe(true);
    const key = await log.list({ accountId: 'acct_1', limit: 100, credentialId: 'cred_rare' });
    expect(seconds(key.records)).toEqual([600, 500, 400, 300, 200, 100, 0]);
  });

  it('tells failed calls from answered ones, and calls of tools from the rest', async () => {
    const failed = await log.list({ accountId: 'acct_1', limit: 500, status: 'failed' });
    expect(seconds(failed.records)).toEqual([605, 405, 205, 5]);
    const answered = await log.list({ accountId: 'acct_1', limit: 10, status: 'answered', tool: '*' });
    expect(seconds(answered.records)[0]).toBe(619);
    expect((await log.list({ accountId: 'acct_3', limit: 10 })).records).toHaveLength(1);
    expect((await log.list({ accountId: 'acct_3', limit: 10, tool: '*' })).records).toHaveLength(0);
  });

  describe('with refused calls', () => {
    const at = Date.UTC(2026, 10, 21, 12, 0, 30);
    const ids: string[] = [];
    const accountId = 'acct_refused';

    beforeAll(async () => {
      let now = at;
      const { ledger } = openLedger(database, () => now);
      for (let call = 0; call < 210; call += 1) {
        now = at + call * 100;
        const requestId = newId('req', now);
        ids.push(requestId);
        const refused = {
          requestId,
          responseTimeMs: 5,
          errorType: 'validation_error',
          statusCode: 422,
        } as const;
        await ledger.recordRefusedCall(callReport(accountId, refused));
        if (call % 10 === 0) await ledger.recordFreeCall(callReport(accountId));
      }
    });

    it('gives hundreds in few records, in order of created_at with the answered calls between', async () => {
      const { records } = await log.list({ accountId, limit: 500 });
      const times = records.map(({ created_at }) => created_at);
      expect(times).toEqual(times.toSorted().toReversed());
      const refused = records.filter(({ error_type }) => error_type !== null);
      expect(records.length - refused.length).toBe(21);
      expect(refused.length).toBeLessThan(25);
      expect(refused.reduce((sum, { calls }) => sum + calls, 0)).toBe(210);
    });

    it('finds each of them by its request id, with its own moment, and nothing of another account', async () => {
      for (const id of ids) {
        const found = await log.find(accountId, id);
        expect(found).toMatchObject({ request_id: id, outcome: 'refused', status_code: 422 });
        expect(found?.created_at).toBe(new Date(idTime(id) ?? 0).toISOString());
      }
      expect(await log.find('acct_1', ids[0] ?? '')).toBeUndefined();
      expect(await log.find(accountId, newId('req', at))).toBeUndefined();
    });

    it('counts every one of a flood, also where a record can name no more', async () => {
      const ledger = openLedger(database, () => at).ledger;
      const report = () =>
        callReport('acct_flood', {
          errorType: 'validation_error',
          statusCode: 422,
          requestId: newId('req', at),
        });
      await Promise.all(Array.from({ length: 200 }, () => ledger.recordRefusedCall(report())));
      const { records } = await log.list({ accountId: 'acct_flood', limit: 500 });
      expect(records.length).toBeLessThanOrEqual(2);
      expect(records.reduce((sum, { calls }) => sum + calls, 0)).toBe(200);
    });
  });

  it('refuses a cursor that was changed, made up, or made for another account', async () => {
    const { cursor = '' } = await log.list({ accountId: 'acct_1', limit: 1 });
    const stranger = log.list({ accountId: 'acct_2', limit: 1, cursor });
    await expect(stranger).rejects.toMatchObject({ code: 'validation_error' });
    for (const wrong of [
      'x',
      `${cursor}x`.slice(1),
      `${Buffer.from(idAt('use', 0)).toString('base64url')}.AAAA`,
    ]) {
      await expect(log.list({ accountId: 'acct_1', limit: 1, cursor: wrong })).rejects.toMatchObject({
        code: 'validation_error',
      });
    }
  });

  it('reads a range oldest first for exports, money in whole micro-dollars', async () => {
    const items = [];
    for await (const item of log.records({
      accountId: 'acct_1',
      since: start + 1_000,
      until: start + 3_000,
    })) {
      items.push(item);
    }
    expect(seconds(items)).toEqual([1, 2]);
    expect(items[0]).toMatchObject({ upstream_cost_micro_usd: 1_500, decision: 'charged' });
  });
});
