import fc from 'fast-check';
import { createHandOver } from '#shared/callers/identity/hand-over.ts';
import { createAccountHolders, createAccountRepository } from '#shared/money/accounts/account-repository.ts';
import { type HandOverScene, holders, openHandOver } from '#test/support/identity/hand-over-scene.ts';
import { interleaved, orders } from '#test/support/identity/interleaved.ts';
import { testDatabase } from '#test/support/stores/database.ts';
import { dyingAfter } from '#test/support/stores/dying-client.ts';

const database = testDatabase();

interface Rival {
  readonly what: string;
  /** Whether it was done. */
  readonly act: (scene: HandOverScene) => Promise<boolean>;
}

/** What happens at the moment of a hand-over to the heir. */
const rivals: readonly Rival[] = [
  {
    what: 'a removal of the heir',
    act: async ({ second, heir, idOf }) =>
      (await second.ask('/session/members/remove', { member_id: idOf(heir) })).status === 200,
  },
  {
    what: 'the heir leaving',
    act: async ({ heir, idOf }) =>
      (await heir.ask('/session/members/remove', { member_id: idOf(heir) })).status === 200,
  },
  {
    what: 'the heir being forgotten',
    act: async ({ house, heir }) => house.services.members.forgetPerson(heir.accountId),
  },
  {
    what: 'the account being closed',
    act: async ({ accountId }) =>
      (await createAccountHolders(database).close(accountId, undefined)) !== undefined,
  },
];

/** What of the two was done; whose the account is then, is checked. */
async function race({ act }: Rival, order: Parameters<typeof interleaved>[1]): Promise<string> {
  const scene = await openHandOver(database);
  const { owner, heir, handOver } = scene;
  const [handed, other] = await interleaved(
    database,
    order,
    () => handOver(heir),
    () => act(scene),
  );
  if (handed.status === 'rejected' || other.status === 'rejected') throw new Error('It failed.');
  const done = [handed.value ? ['hand-over'] : [], other.value ? ['other'] : []].flat();
  expect(await holders(scene)).toEqual([(handed.value ? heir : owner).email]);
  return done.join(' and ');
}

/** By a process that sends so many requests to the database and no more. */
async function handOverDyingAfter(calls: number, { house, heir, accountId }: HandOverScene): Promise<string> {
  const { tables } = database;
  const { clock } = house;
  const documents = dyingAfter(calls, database.documents);
  const accounts = createAccountRepository({ documents, tables, clock });
  const identity = { documents, name: tables.identity, clock };
  const dying = createHandOver(identity, accounts, createAccountHolders({ documents, tables }));
  const account = await house.services.accounts.get(accountId);
  const end = await dying({ account, email: heir.email }).then(
    () => 'done',
    () => 'died',
  );
  const { email } = await house.services.accounts.get(accountId);
  return `${end}, ${email === heir.email ? 'theirs' : 'not yet theirs'}`;
}

describe('a hand-over', () => {
  it.each(rivals)('and $what are not both done, and leave one owner, in every order', async (rival) => {
    const outcomes = new Set<string>();
    await fc.assert(
      fc.asyncProperty(orders, async (order) => void outcomes.add(await race(rival, order))),
      { numRuns: 40, seed: 11 },
    );
    expect([...outcomes].filter((one) => one !== '').sort()).toEqual(['hand-over', 'other']);
  });

  it('and another of the same moment leave one owner, to whom it was given last, in every order', async () => {
    await fc.assert(
      fc.asyncProperty(orders, async (order) => {
        const scene = await openHandOver(database);
        const { second, heir, handOver } = scene;
        const given = await interleaved(
          database,
          order,
          () => handOver(heir),
          () => handOver(second),
        );
        const heirs = [heir, second].filter((_, at) => given[at]?.status === 'fulfilled' && given[at].value);
        expect(heirs.map(({ email }) => email)).toEqual(expect.arrayContaining([...(await holders(scene))]));
      }),
      { numRuns: 40, seed: 11 },
    );
  });

  it('that dies after any of its requests leaves one owner, and the account can be handed over', async () => {
    const outcomes: string[] = [];
    for (let calls = 0; outcomes.at(-1) !== 'done, theirs'; calls += 1) {
      const scene = await openHandOver(database);
      const { house, owner, second, accountId, handOver } = scene;
      outcomes.push(await handOverDyingAfter(calls, scene));
      expect(await handOver(second)).toBe(true);
      expect(await holders(scene)).toEqual([second.email]);
      await owner.signIn();
      expect((await house.switchTo(owner, accountId)).status).toBe(200);
    }
    expect([...new Set(outcomes)]).toEqual(['died, not yet theirs', 'died, theirs', 'done, theirs']);
  });
});
