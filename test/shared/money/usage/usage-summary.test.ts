import { PutCommand } from '@aws-sdk/lib-dynamodb';
import fc from 'fast-check';
import { newAccountItem } from '#shared/money/accounts/account-item.ts';
import { toAccount } from '#shared/money/accounts/principal.ts';
import {
  addCall,
  addCaller,
  type CallerSums,
  type CallSums,
  createMonthSumsStore,
  type MonthSums,
  type MonthSumsStore,
  timeQuantile,
} from '#shared/money/usage/call-sums.ts';
import { reportedItem, type UsageItem } from '#shared/money/usage/usage-item.ts';
import { createUsageLog, type UsageLog, type UsageRange } from '#shared/money/usage/usage-log.ts';
import { createUsageSummary, type UsageSummary } from '#shared/money/usage/usage-summary.ts';
import { idTime, newId } from '#shared/platform/ids.ts';
import { callReport } from '#test/support/ledger/ledger.ts';
import { testDatabase } from '#test/support/stores/database.ts';

const accountId = 'acct_1';
const day = 86_400_000;
const opened = Date.UTC(2026, 8, 10, 6);

const accountWith = (holds: readonly string[]) => {
  const item = newAccountItem({ accountId, email: 'a@b.example', createdAt: new Date(opened).toISOString() });
  const hold = { credits: 1, at: 0, request: '', credential: '', source: 'api_key' as const, tool: '' };
  return toAccount({ ...item, holds: Object.fromEntries(holds.map((id) => [id, hold])) });
};

/** A log that holds what was written up to a moment, and the holds of what was not. */
interface Call {
  readonly item: UsageItem;
  readonly writtenAt: number;
  readonly isHeld: boolean;
}

function callAt(startedAt: number, lastedMs: number, isHeld: boolean, choice: number): Call {
  const report = callReport(accountId, {
    tool: [null, 'inspect_domain', 'inspect_serp'][choice % 3] ?? null,
    errorType: choice % 5 === 0 ? 'upstream_error' : null,
    responseTimeMs: (choice * 37) % 4_000,
    ...(choice % 7 === 0
      ? { authSource: 'session', credentialId: `sess_${choice}` }
      : { authSource: choice % 2 === 0 ? 'api_key' : 'oauth', credentialId: `cred_${choice % 5}` }),
  });
  const item = reportedItem(newId('use', startedAt), report, 'charged', choice % 4);
  return { item, writtenAt: startedAt + lastedMs, isHeld };
}

function worldAt(calls: readonly Call[], now: number) {
  const written = calls.filter(({ writtenAt }) => writtenAt <= now).map(({ item }) => item);
  const sorted = written.toSorted((left, right) => (left.id < right.id ? -1 : 1));
  const log: Pick<UsageLog, 'records'> = {
    async *records({ since = 0, until = Number.POSITIVE_INFINITY }: UsageRange) {
      for (const item of sorted) {
        const time = idTime(item.id) ?? 0;
        if (time >= since && time < until) yield item;
      }
    },
  };
  const open = calls.filter(
    ({ item, writtenAt, isHeld }) => isHeld && (idTime(item.id) ?? 0) <= now && writtenAt > now,
  );
  return { written, log, account: accountWith(open.map(({ item }) => item.id)) };
}

interface Sums {
  readonly tools: CallSums;
  readonly callers: CallerSums;
}

function addedUp(items: readonly UsageItem[], since: number, until: number): Record<string, Sums> {
  const days: Record<string, Sums> = {};
  const known = new Set<string>();
  for (const item of items) {
    const time = idTime(item.id) ?? 0;
    if (time < since || time >= until || item.tool === null) continue;
    const name = new Date(time).toISOString().slice(0, 10);
    const sums = days[name] ?? { tools: {}, callers: {} };
    days[name] = sums;
    addCall(sums.tools, item);
    addCaller(sums.callers, item, known);
  }
  return days;
}

const byDay = ({ days }: UsageSummary) =>
  Object.fromEntries(
    days
      .filter(({ sums }) => Object.keys(sums).length > 0)
      .map(({ day: name, sums, callers }) => [name, { tools: sums, callers }]),
  );

function memoryStore(): MonthSumsStore & { readonly writes: () => number } {
  const kept = new Map<string, string>();
  let writes = 0;
  return {
    writes: () => writes,
    find: async (_, month) => {
      const text = kept.get(month);
      return text ? (JSON.parse(text) as MonthSums) : undefined;
    },
    keep: async (_, month, sums) => {
      writes += 1;
      const before = kept.get(month);
      if (!before || (JSON.parse(before) as MonthSums).summed_until < sums.summed_until)
        kept.set(month, JSON.stringify(sums));
    },
  };
}

const call = fc
  .tuple(fc.nat(70 * 24 * 60), fc.nat(29_000), fc.boolean(), fc.nat(200), fc.nat(3 * day))
  .map(([minute, quick, isHeld, choice, slow]) =>
    // A call that holds credits may be decided days later, by the sweep; others end with their function.
    callAt(opened + minute * 60_000, isHeld ? slow : quick, isHeld, choice),
  );

describe('the summary of the usage log', () => {
  it('is what adding up the log gives, whenever it is asked and however little is read at once', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(call, { maxLength: 60 }),
        fc.array(fc.tuple(fc.nat(75 * 24 * 60), fc.nat(80), fc.nat(40)), { minLength: 1, maxLength: 6 }),
        fc.integer({ min: 1, max: 30 }),
        async (calls, questions, maxRecords) => {
          const months = memoryStore();
          for (const [minute, back, span] of questions.toSorted(([left], [right]) => left - right)) {
            const now = opened + minute * 60_000;
            const { log, account, written } = worldAt(calls, now);
            const since = now - (now % day) - back * day;
            const until = since + (span + 1) * day;
            const patient = createUsageSummary({ log, months, maxRecords: 1_000 });
            const hasty = createUsageSummary({ log, months, maxRecords });
            const part = await hasty({ account, since, until, now });
            const whole = await patient({ account, since, until, now });
            expect(whole.isComplete).toBe(true);
            expect(byDay(whole)).toEqual(addedUp(written, since, until));
            if (part.isComplete) expect(byDay(part)).toEqual(byDay(whole));
          }
        },
      ),
      { numRuns: 120, seed: 7 },
    );
  });

  it('goes on where a long log stopped it, and then reads only what is new', async () => {
    const calls = Array.from({ length: 2_000 }, (_, index) =>
      callAt(opened + index * 1_000, 10, false, index),
    );
    const now = opened + 2 * day;
    const months = memoryStore();
    const { log, account, written } = worldAt(calls, now);
    let read = 0;
    const counted: Pick<UsageLog, 'records'> = {
      async *records(range) {
        for await (const item of log.records(range)) {
          read += 1;
          yield item;
        }
      },
    };
    const summarize = createUsageSummary({ log: counted, months, maxRecords: 700 });
    const ask = () => summarize({ account, since: opened - (opened % day), until: now, now });
    const answers = [await ask(), await ask(), await ask()];
    expect(answers.map(({ isComplete }) => isComplete)).toEqual([false, false, true]);
    expect(byDay(answers[2] as UsageSummary)).toEqual(addedUp(written, opened, now));
    read = 0;
    await ask();
    expect(read).toBe(0);
  });

  it('stops after its time as well, keeps what it has, and goes on from there', async () => {
    const calls = Array.from({ length: 2_000 }, (_, index) =>
      callAt(opened + index * 1_000, 10, false, index),
    );
    const now = opened + 2 * day;
    const months = memoryStore();
    const { log, account, written } = worldAt(calls, now);
    // Every look at this clock is a second later than the one before.
    let seconds = 0;
    const elapsed = () => {
      seconds += 1;
      return seconds * 1_000;
    };
    const summarize = createUsageSummary({ log, months, maxMs: 1_500, elapsed });
    const ask = () => summarize({ account, since: opened - (opened % day), until: now, now });
    const answers = [await ask(), await ask(), await ask()];
    expect(answers.map(({ isComplete }) => isComplete)).toEqual([false, false, true]);
    expect(byDay(answers[2] as UsageSummary)).toEqual(addedUp(written, opened, now));
  });

  it('writes nothing where there is little to keep', async () => {
    const months = memoryStore();
    const { log, account } = worldAt([callAt(opened, 10, false, 1)], opened + day);
    const summarize = createUsageSummary({ log, months });
    await summarize({ account, since: opened - (opened % day), until: opened + day, now: opened + day });
    expect(months.writes()).toBe(0);
  });

  it('knows quantiles of response times within 5 %', () => {
    const sums: CallSums = {};
    for (let time = 1; time <= 1_000; time += 1)
      addCall(sums, {
        tool: 'a',
        credential_id: 'cred_1',
        auth_source: 'api_key',
        credits_charged: 0,
        response_time_ms: time,
        error_type: null,
      });
    const ofTool = sums.a ?? { calls: 0, failed: 0, credits: 0, times: {} };
    expect(Math.abs((timeQuantile(ofTool, 0.5) ?? 0) / 500 - 1)).toBeLessThan(0.06);
    expect(Math.abs((timeQuantile(ofTool, 0.95) ?? 0) / 950 - 1)).toBeLessThan(0.06);
  });

  it('has the calls of more callers than a month names under others, wherever it was stopped', async () => {
    const calls = Array.from({ length: 400 }, (_, index) => {
      const report = callReport(accountId, { credentialId: `cred_${index % 200}` });
      const at = opened + index * 1_000;
      return { item: reportedItem(newId('use', at), report, 'charged', 1), writtenAt: at + 1, isHeld: false };
    });
    const now = opened + 2 * day;
    const { log, account } = worldAt(calls, now);
    const months = memoryStore();
    const ask = (maxRecords: number) =>
      createUsageSummary({ log, months, maxRecords })({
        account,
        since: opened - (opened % day),
        until: now,
        now,
      });
    await ask(90);
    await ask(230);
    const { days } = await ask(1_000);
    const callers = days.find(({ day: name }) => name === '2026-09-10')?.callers ?? {};
    expect(Object.keys(callers)).toHaveLength(151);
    expect(callers.cred_149).toEqual({ calls: 2, failed: 0, credits: 2 });
    expect(callers.others).toEqual({ calls: 100, failed: 0, credits: 100 });
  });

  describe('in the database', () => {
    const database = testDatabase();

    it('keeps the sums that reach further, whichever writer comes last', async () => {
      const months = createMonthSumsStore(database.documents, database.tables.facts);
      const far = { summed_until: opened + 2, days: { '10': {} }, callers: {} };
      await months.keep(accountId, '2026-09', far);
      await months.keep(accountId, '2026-09', { summed_until: opened + 1, days: {}, callers: {} });
      expect(await months.find(accountId, '2026-09')).toEqual(far);
      expect(await months.find('acct_2', '2026-09')).toBeUndefined();
    });

    it('makes sums of before callers were summed again, of a month that is over as well', async () => {
      const { documents, tables } = database;
      const months = createMonthSumsStore(documents, tables.facts);
      const key = { pk: 'sums#acct_3', sk: '2026-09' };
      const end = Date.UTC(2026, 9, 1);
      await documents.send(
        new PutCommand({ TableName: tables.facts, Item: { ...key, summed_until: end, days: { '10': {} } } }),
      );
      expect(await months.find('acct_3', '2026-09')).toBeUndefined();
      const sums = { summed_until: end, days: { '10': {} }, callers: { '10': {} } };
      await months.keep('acct_3', '2026-09', sums);
      expect(await months.find('acct_3', '2026-09')).toEqual(sums);
    });

    it('adds up what lies in the log, today included', async () => {
      const { documents, tables } = database;
      const now = opened + 40 * day;
      for (const Item of [opened + 1, opened + 20 * day, now - 1_000].map(
        (time) => callAt(time, 1, false, 1).item,
      ))
        await documents.send(new PutCommand({ TableName: tables.usage, Item }));
      const log = createUsageLog({ documents, tables });
      const summarize = createUsageSummary({ log, months: createMonthSumsStore(documents, tables.facts) });
      const question = { account: accountWith([]), since: opened - (opened % day), until: now + day, now };
      const first = await summarize(question);
      expect(first.days.map(({ day: name }) => name)).toEqual(['2026-09-10', '2026-09-30', '2026-10-20']);
      expect(await summarize(question)).toEqual(first);
    });
  });
});
