import { type DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb';
import * as fc from 'fast-check';
import {
  compareObservations,
  createObservations,
  isSameObservation,
  questionKey,
} from '#shared/facts/answers/observations.ts';
import type { Observation } from '#shared/facts/answers/tool-answer.ts';
import { testDatabase } from '#test/support/stores/database.ts';

const hourMs = 3_600_000;
let now = Date.UTC(2026, 10, 20);

const database = testDatabase();

const position = (keyword: string, value: number | null): Observation => ({
  type: 'ranks_for',
  subject: { id: keyword, kind: 'keyword' },
  field: 'position',
  value,
});

/** The store, and how many writes it has made. */
function open() {
  const writes: unknown[] = [];
  const documents = {
    send(command: unknown) {
      if (command instanceof PutCommand) writes.push(command);
      return database.documents.send(command as never);
    },
  } as unknown as DynamoDBDocumentClient;
  const { recall } = createObservations({ documents, tables: database.tables, clock: () => now });
  const ask = async (domain: string, observations: Observation[], accountId = 'acct_1', more = {}) => {
    const recalled = await recall({ accountId, tool: 'inspect_domain', args: { domain, ...more } });
    await recalled.keep(observations);
    return recalled.compare(observations);
  };
  return { ask, writes };
}

describe('deltas', () => {
  it('are empty the first time', async () => {
    expect(await open().ask('first.example', [position('a', 3)])).toEqual([]);
  });

  it('tell what changed since the last answer, from what, and when that was', async () => {
    const { ask } = open();
    await ask('changed.example', [position('a', 3), position('b', 5), position('c', null)]);
    const seenAt = new Date(now).toISOString();
    now += hourMs;
    const deltas = await ask('changed.example', [position('a', 1), position('b', 5), position('c', 9)]);
    expect(deltas).toEqual([
      { ...rest(position('a', 1)), previous: 3, current: 1, previous_observed_at: seenAt },
      { ...rest(position('c', 9)), previous: null, current: 9, previous_observed_at: seenAt },
    ]);
  });

  it('compare with the last answer and not with the first', async () => {
    const { ask } = open();
    for (const value of [1, 2, 3]) await ask('last.example', [position('a', value)]);
    expect(await ask('last.example', [position('a', 4)])).toMatchObject([{ previous: 3, current: 4 }]);
  });

  it('of one account never show what another account saw', async () => {
    const { ask } = open();
    await ask('shared.example', [position('a', 1)], 'acct_1');
    expect(await ask('shared.example', [position('a', 9)], 'acct_2')).toEqual([]);
    expect(await ask('shared.example', [position('a', 2)], 'acct_1')).toMatchObject([{ previous: 1 }]);
  });

  it('know a question again whatever the order of its members and the spelling of its market', async () => {
    const { ask } = open();
    await ask('spelled.example', [position('a', 1)], 'acct_1', { location: 'us', language: 'en' });
    const again = { language: 'English', location: 'United States' };
    expect(await ask('spelled.example', [position('a', 2)], 'acct_1', again)).toHaveLength(1);
    expect(await ask('spelled.example', [position('a', 3)], 'acct_1', { ...again, location: 'gb' })).toEqual(
      [],
    );
  });

  it('cost a write only where something changed or a day has passed', async () => {
    const { ask, writes } = open();
    await ask('still.example', [position('a', 1)]);
    await ask('still.example', [position('a', 1)]);
    expect(writes).toHaveLength(1);
    now += 25 * hourMs;
    await ask('still.example', [position('a', 1)]);
    expect(writes).toHaveLength(2);
    await ask('still.example', [position('a', 2)]);
    expect(writes).toHaveLength(3);
    await ask('nothing.example', []);
    expect(writes).toHaveLength(3);
  });

  it('are not taken from an answer of half a year ago', async () => {
    const { ask } = open();
    await ask('old.example', [position('a', 1)]);
    now += 181 * 24 * hourMs;
    expect(await ask('old.example', [position('a', 2)])).toEqual([]);
  });
});

function rest({ type, subject, field }: Observation) {
  return { type, subject, field };
}

describe('comparing two answers', () => {
  const observations = fc.uniqueArray(
    fc.record({ keyword: fc.constantFrom(...'abcdefgh'), value: fc.option(fc.integer({ min: 1, max: 3 })) }),
    { selector: ({ keyword }) => keyword },
  );
  const listOf = (rows: { keyword: string; value: number | null }[]) =>
    rows.map(({ keyword, value }) => position(keyword, value));

  it('finds exactly the values that both hold and that differ', () => {
    void fc.assert(
      fc.property(observations, observations, (before, after) => {
        const deltas = compareObservations(
          { observedAt: 'then', observations: listOf(before) },
          listOf(after),
        );
        const expected = after.filter(({ keyword, value }) =>
          before.some((row) => row.keyword === keyword && row.value !== value),
        );
        expect(deltas.map(({ subject, current }) => [subject.id, current])).toEqual(
          expected.map(({ keyword, value }) => [keyword, value]),
        );
      }),
      { seed: 31, numRuns: 300 },
    );
  });

  it('calls two answers the same in any order, and only then', () => {
    void fc.assert(
      fc.property(observations, observations, (a, b) => {
        const asText = (rows: typeof a) =>
          rows
            .map(({ keyword, value }) => `${keyword}${value}`)
            .toSorted()
            .join();
        expect(isSameObservation(listOf(a), listOf(b))).toBe(asText(a) === asText(b));
        expect(isSameObservation(listOf(a), listOf(a.toReversed()))).toBe(true);
      }),
      { seed: 32, numRuns: 300 },
    );
  });

  it('tells at most 25 changes', () => {
    const many = (value: number) => Array.from({ length: 40 }, (_, at) => position(`k${at}`, value));
    expect(compareObservations({ observedAt: 'then', observations: many(1) }, many(2))).toHaveLength(25);
  });
});

describe('the key of a question', () => {
  it('differs for every difference that matters', () => {
    const keys = [
      questionKey('inspect_domain', { domain: 'a.example' }),
      questionKey('inspect_page', { domain: 'a.example' }),
      questionKey('inspect_domain', { domain: 'b.example' }),
      questionKey('inspect_domain', { keywords: ['a', 'b'] }),
      questionKey('inspect_domain', { keywords: ['b', 'a'] }),
      questionKey('inspect_domain', { keywords: 'a,b' }),
    ];
    expect(new Set(keys).size).toBe(keys.length);
    expect(questionKey('inspect_domain', { domain: 'a.example', limit: undefined })).toBe(keys[0]);
  });
});
