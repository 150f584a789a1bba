import type { Operation } from '#shared/money/ledger/operations.ts';
import { conditions } from '#shared/money/ledger/plan-hold.ts';
import { meterConditions } from '#shared/money/ledger/plan-meter.ts';
import { type Exploration, explore } from '#test/support/model/explore.ts';
import { keyOf, perform, type Store, write } from '#test/support/model/item-store.ts';
import { call, grant, judge, openingStore, splitStore, sweep } from '#test/support/model/ledger-programs.ts';
import type { Program } from '#test/support/model/positions.ts';

/** What is run together: programs and the network faults that one run may meet. */
const scenarios: Record<string, { programs: Program[]; faults: number; split?: true | 'used up' }> = {
  'a call in a sub-account': { programs: [call('one', 2, 'a')], faults: 2, split: true },
  'a call in a sub-account, and a sweeper': {
    programs: [call('one', 2, 'a'), sweep()],
    faults: 1,
    split: true,
  },
  'two calls in one sub-account': {
    programs: [call('one', 1, 'a'), call('two', 1, 'a')],
    faults: 0,
    split: true,
  },
  'a sub-account that is topped up': {
    programs: [call('one', 2, 'a'), call('two', 1, 'a')],
    faults: 0,
    split: true,
  },
  'a sub-account that is topped up, and a sweeper': {
    programs: [call('one', 1, 'a'), sweep()],
    faults: 1,
    split: 'used up',
  },
  'a claw-back during a call in a sub-account': {
    programs: [grant('p1', -4), call('one', 2, 'a')],
    faults: 0,
    split: true,
  },
  'a call and a sweeper': { programs: [call('one', 2, 'a'), sweep()], faults: 2 },
  'a call, and two sweepers at once': { programs: [call('one', 3, 'a'), sweep(), sweep('other')], faults: 1 },
  'two calls on a balance for one': { programs: [call('one', 3, 'a'), call('two', 3, 'b')], faults: 2 },
  'two calls in one slot': { programs: [call('one', 2, 'a'), call('two', 2, 'a')], faults: 1 },
  'two calls in one slot, and a sweeper': {
    programs: [call('one', 2, 'a'), call('two', 2, 'a'), sweep()],
    faults: 0,
  },
  'two calls of a key with a limit': {
    programs: [call('key one', 3, 'a', ['key']), call('key two', 2, 'b', ['key'])],
    faults: 1,
  },
  'a call of a limited connection, and a sweeper': {
    programs: [call('connection', 3, 'a', ['connection']), sweep()],
    faults: 1,
  },
  'a call of a limited key that sleeps, and one that comes much later': {
    programs: [call('key one', 3, 'a', ['key']), call('key two', 2, 'b', ['key'], 600_000)],
    faults: 1,
  },
  'two small calls of a limited key, one much later': {
    programs: [call('key one', 1, 'a', ['key']), call('key two', 1, 'b', ['key'], 600_000)],
    faults: 1,
  },
  'a child key and its parent': {
    programs: [call('key parent', 3, 'a', ['key', 'parent']), call('parent', 2, 'b', ['parent'])],
    faults: 1,
  },
  'two workers in a run': {
    programs: [call('run one', 3, 'a', ['run']), call('run two', 2, 'b', ['run'])],
    faults: 0,
  },
  'a call in a run': { programs: [call('run', 3, 'a', ['run'])], faults: 2 },
  'a grant that is sent twice at once': { programs: [grant('p1', 7), grant('p1', 7)], faults: 3 },
  'a grant and a claw-back': { programs: [grant('p1', 7), grant('p2', -9)], faults: 2 },
  'a grant that is sent twice, and another': {
    programs: [grant('p1', 7), grant('p1', 7), grant('p2', 2)],
    faults: 0,
  },
  'a claw-back during a call': { programs: [grant('p1', -4), call('one', 3, 'a')], faults: 1 },
};

function storeOf({ split }: Pick<(typeof scenarios)[string], 'split'>) {
  return split === 'used up' ? splitStore(5) : openingStore(5, split && 41);
}

function check(name: string, mutant?: typeof perform, throttledHappens = false): Exploration {
  const scenario = scenarios[name];
  if (!scenario) throw new Error(`There is no scenario ${name}.`);
  return explore(
    {
      store: storeOf(scenario),
      ...scenario,
      ...(mutant && { perform: mutant }),
      throttledHappens,
    },
    judge,
  );
}

describe('the money, in every order of events, with crashes and network faults', () => {
  let states = 0;
  afterAll(() => {
    process.stdout.write(`model check: ${states.toLocaleString('en')} states, no violation\n`);
  });

  it.each(Object.keys(scenarios))('adds up in every state: %s', (name) => {
    const exploration = check(name);
    states += exploration.states;
    expect(exploration.violation).toBeUndefined();
    expect(exploration.states).toBeGreaterThan(100);
  });
});

/** A database that does not look at one of the conditions. */
function without(condition: string): typeof perform {
  return (store, operation) => {
    if (operation.do !== 'change') return perform(store, operation);
    const checks = operation.change.checks.filter((check) => check.condition !== condition);
    return perform(store, { ...operation, change: { ...operation.change, checks } });
  };
}

/** A database where one table's new items replace those that are there. */
function overwriting(table: Operation['table']): typeof perform {
  return (store: Store, operation) => {
    if (operation.do !== 'create' || operation.table !== table) return perform(store, operation);
    const { item } = operation;
    return {
      store: write(store, table, keyOf(table, item), item),
      reply: { outcome: 'done', item },
    };
  };
}

describe('a ledger with one fault in it is caught', () => {
  it.each([
    ['the transfer was not applied yet', 'a call in a sub-account, and a sweeper'],
    ['the transfer is the next', 'a call in a sub-account, and a sweeper'],
    ['the sub-account is open', 'a call in a sub-account, and a sweeper'],
    ['the sub-account is as it was read', 'a call in a sub-account, and a sweeper'],
    ['no call began', 'a call in a sub-account, and a sweeper'],
    [conditions.callLeft, 'a call in a sub-account, and a sweeper'],
    [conditions.newHold, 'a call and a sweeper'],
    [meterConditions.spendLimit, 'two calls of a key with a limit'],
    [meterConditions.newReservation, 'two small calls of a limited key, one much later'],
    [meterConditions.nothingCounted, 'a child key and its parent'],
    ['the reservation is open', 'a call of a limited connection, and a sweeper'],
    ['the hold is there', 'a call and a sweeper'],
    ['no entry was applied since', 'a grant that is sent twice at once'],
    ['the entry is the open one', 'a grant that is sent twice, and another'],
  ])('when it does not check that %s', (condition, scenario) => {
    expect(check(scenario, without(condition)).violation).toBeDefined();
  });

  it('when it does not check that the balance covers the call', () => {
    const { violation } = check('two calls on a balance for one', without(conditions.covered));
    expect(violation?.message).toBe('More was spent than there was.');
  });

  it('when a commit replaces the one before it', () => {
    expect(check('a call and a sweeper', overwriting('usage')).violation).toBeDefined();
  });

  it('when an entry is noted again over the one that was applied', () => {
    expect(check('a grant that is sent twice at once', overwriting('ledger')).violation).toBeDefined();
  });

  it('when a reservation is given back of a call that may still be charged', () => {
    const undecided: typeof perform = (store, operation) => {
      const isDecision = operation.do === 'create' && operation.table === 'usage' && operation.item.hidden;
      return isDecision
        ? { store, reply: { outcome: 'done', item: operation.item } }
        : perform(store, operation);
    };
    const scenario = 'a call of a limited key that sleeps, and one that comes much later';
    expect(check(scenario, undecided).violation?.message).toBe('A charged call was not reserved of the key.');
  });

  it('when a throttled write happens all the same', () => {
    const { violation } = check('a call and a sweeper', undefined, true);
    expect(violation?.message).toBe('A call was told that it is free and is not.');
  });

  it('when a hold whose answer was lost is sent again under its id', () => {
    const sentTwice: typeof perform = (store, operation) => {
      const first = without(conditions.newHold)(store, operation);
      const isHold = operation.do === 'change' && operation.once;
      return isHold ? without(conditions.newHold)(first.store, operation) : first;
    };
    expect(check('two calls in one slot', sentTwice).violation).toBeDefined();
  });
});
