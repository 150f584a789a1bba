import fc from 'fast-check';
import type { MembersAnswer } from '#functions/members/contract.ts';
import type { Role } from '#shared/contract/role.ts';
import { fresh, type House, openHouse, type Person } from '#test/support/identity/member-house.ts';
import { testDatabase } from '#test/support/stores/database.ts';

const database = testDatabase();

const actor = fc.integer({ min: 0, max: 3 });
const role = fc.constantFrom<Role>('owner', 'member', 'billing');
const step = fc.oneof(
  fc.record({ do: fc.constant('invite' as const), by: actor, whom: actor, role }),
  fc.record({ do: fc.constant('accept' as const), by: actor, token: fc.nat({ max: 30 }) }),
  fc.record({ do: fc.constant('change' as const), by: actor, whom: actor, role }),
  fc.record({ do: fc.constant('remove' as const), by: actor, whom: actor }),
  fc.record({ do: fc.constant('hand over' as const), whom: actor }),
  fc.record({ do: fc.constant('switch' as const), by: actor }),
  fc.record({ do: fc.constant('wait' as const), days: fc.constantFrom(1, 8) }),
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;
type StepOf<Name extends Step['do']> = Extract<Step, { do: Name }>;

interface Sent {
  readonly token: string;
  readonly whom: number;
  role: Role;
  /** Milliseconds since 1970; 0 where it is good for nothing. */
  until: number;
}

/** What should be of the first person's account, beside the four people and what they ask. */
interface Scene {
  readonly house: House;
  readonly people: readonly [Person, ...Person[]];
  /** Whose the account is, and whether it ever was anybody else's. */
  holder: number;
  isHandedOver: boolean;
  /** Of the others. */
  readonly roles: Map<number, Role>;
  readonly sent: Sent[];
  /** Whose cookie is one of the first person's account. */
  readonly inside: Set<number>;
}

const personAt = ({ people }: Scene, index: number): Person => people[index] ?? people[0];

/** What somebody is where they are signed in, as far as that is the first person's account. */
function roleOf({ inside, holder, roles }: Scene, index: number): Role | undefined {
  if (!inside.has(index)) return undefined;
  return index === holder ? 'owner' : roles.get(index);
}

const pendingOf = ({ sent }: Scene, whom: number) => sent.find((one) => one.whom === whom && one.until > 0);

async function idOf(scene: Scene, { by, whom }: Record<'by' | 'whom', number>): Promise<string> {
  const { email } = personAt(scene, whom);
  const { json } = await personAt(scene, by).ask('/session/members/list');
  return json.people.find((one: { email: string }) => one.email === email)?.id ?? 'mem_none';
}

/** Asks, and expects that exactly what may be done is done. */
async function expectDone(one: Step, asking: Promise<{ readonly status: number }>, may: boolean) {
  const { status } = await asking;
  expect({ one, isDone: status === 200 }).toEqual({ one, isDone: may });
  return may;
}

async function invite(scene: Scene, one: StepOf<'invite'>): Promise<void> {
  const { house, roles, sent } = scene;
  const whom = personAt(scene, one.whom);
  const may = roleOf(scene, one.by) === 'owner' && one.whom !== scene.holder && !roles.has(one.whom);
  const body = { email: whom.email, role: one.role };
  if (!(await expectDone(one, personAt(scene, one.by).ask('/session/members/invite', body), may))) return;
  const earlier = pendingOf(scene, one.whom);
  if (earlier) earlier.until = 0;
  const until = house.clock() + 7 * 86_400_000;
  sent.push({ token: house.lastToken(), whom: one.whom, role: one.role, until });
}

async function accept(scene: Scene, one: StepOf<'accept'>): Promise<void> {
  const { house, roles, sent } = scene;
  const link = sent[one.token % Math.max(1, sent.length)];
  if (!link) return;
  const may = link.whom === one.by && link.until > house.clock();
  const asking = personAt(scene, one.by).ask('/session/members/accept', { token: link.token });
  if (!(await expectDone(one, asking, may))) return;
  link.until = 0;
  roles.set(one.by, link.role);
}

async function change(scene: Scene, one: StepOf<'change'>): Promise<void> {
  const { roles } = scene;
  const pending = pendingOf(scene, one.whom);
  const may = roleOf(scene, one.by) === 'owner' && (roles.has(one.whom) || pending !== undefined);
  const body = { member_id: await idOf(scene, one), role: one.role };
  if (!(await expectDone(one, personAt(scene, one.by).ask('/session/members/change', body), may))) return;
  if (pending) pending.role = one.role;
  else roles.set(one.whom, one.role);
}

async function remove(scene: Scene, one: StepOf<'remove'>): Promise<void> {
  const { roles } = scene;
  const pending = pendingOf(scene, one.whom);
  const isThere = roles.has(one.whom) || pending !== undefined;
  const may = isThere && (roleOf(scene, one.by) === 'owner' || one.by === one.whom);
  const body = { member_id: await idOf(scene, one) };
  if (!(await expectDone(one, personAt(scene, one.by).ask('/session/members/remove', body), may))) return;
  roles.delete(one.whom);
  if (pending) pending.until = 0;
}

/** By the operator, whom the account's owner has asked. */
async function handOver(scene: Scene, one: StepOf<'hand over'>): Promise<void> {
  const { house, people, roles, holder } = scene;
  const may = roles.has(one.whom);
  const isDone = await house.handOver(people[0].accountId, personAt(scene, one.whom));
  expect({ one, isDone }).toEqual({ one, isDone: may });
  if (!may) return;
  roles.set(holder, 'member');
  roles.delete(one.whom);
  scene.holder = one.whom;
  scene.isHandedOver = true;
}

async function switchTo(scene: Scene, one: StepOf<'switch'>): Promise<void> {
  const { house, people, roles, inside } = scene;
  const may = one.by === scene.holder || roles.has(one.by);
  const switching = house.switchTo(personAt(scene, one.by), people[0].accountId);
  if (await expectDone(one, switching, may)) inside.add(one.by);
}

/** Outside the first person's account everybody is the owner of their own, which is another matter. */
async function take(scene: Scene, one: Step): Promise<void> {
  if (one.do === 'wait') {
    scene.house.clock.advance(one.days * 86_400);
    // A session outlasts some waits and not others: here everybody begins anew.
    scene.inside.clear();
    await signInOutside(scene);
    // Signing in leads there while it is their own.
    if (!scene.isHandedOver) scene.inside.add(0);
    return;
  }
  if (one.do === 'accept') return accept(scene, one);
  if (one.do === 'switch') return switchTo(scene, one);
  if (one.do === 'hand over') return handOver(scene, one);
  if (roleOf(scene, one.by) === undefined) return;
  if (one.do === 'invite') return invite(scene, one);
  return one.do === 'change' ? change(scene, one) : remove(scene, one);
}

type Listed = MembersAnswer<'/session/members/list'>['people'][number];

/** Those who are of the account see its people, and whose it is; who was removed has no session; others see nothing of it. */
async function expectSeen(scene: Scene, index: number): Promise<void> {
  const { holder, roles, inside } = scene;
  const person = personAt(scene, index);
  const { status, json } = await person.ask('/session/members/list');
  const isInside = inside.has(index);
  if (isInside && roleOf(scene, index) === undefined) {
    expect(status).toBe(401);
    inside.delete(index);
    return;
  }
  const active = json.people.filter((one: { status: string }) => one.status === 'active');
  const seen = active.map(
    (one: Listed) => `${one.email} ${one.role}${one.is_holder ? ' holds' : ''}${one.is_you ? ' you' : ''}`,
  );
  const you = (number: number) => (number === index ? ' you' : '');
  const joined = [...roles].map(([number, of]) => `${personAt(scene, number).email} ${of}${you(number)}`);
  const holds = `${personAt(scene, holder).email} owner holds${you(holder)}`;
  const expected = isInside ? [holds, ...joined] : [`${person.email} owner holds you`];
  expect(seen.sort()).toEqual(expected.sort());
}

/** Who is not in the first person's account signs in to their own. */
async function signInOutside({ people, inside }: Scene): Promise<void> {
  for (const [index, person] of people.entries()) if (!inside.has(index)) await person.signIn();
}

async function openScene(): Promise<Scene> {
  const house = openHouse(database);
  const opener = await house.person(fresh('opener'));
  const others = await Promise.all(['b', 'c', 'd'].map((name) => house.person(fresh(name))));
  return {
    house,
    people: [opener, ...others],
    holder: 0,
    isHandedOver: false,
    roles: new Map(),
    sent: [],
    inside: new Set([0]),
  };
}

describe('the people of an account', () => {
  it('always have exactly one whose it is, with its mail, are exactly those who were let in and not removed, and no link lets in twice or another', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
        const scene = await openScene();
        for (const one of steps) {
          await signInOutside(scene);
          await take(scene, one);
          for (const index of scene.people.keys()) await expectSeen(scene, index);
          const { email } = await scene.house.services.accounts.get(scene.people[0].accountId);
          expect(email).toBe(personAt(scene, scene.holder).email);
        }
      }),
      { numRuns: 30 },
    );
  });
});
