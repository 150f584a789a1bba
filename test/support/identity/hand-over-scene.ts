import { fresh, openHouse, type Person } from './member-house.ts';

/** An account with its owner, another owner and a member, all three signed in to it. */
export async function openHandOver(database: Parameters<typeof openHouse>[0]) {
  const house = openHouse(database);
  const owner = await house.person(fresh('owner'));
  const second = await house.person(fresh('second'));
  const heir = await house.person(fresh('heir'));
  await house.join(owner, second, 'owner');
  await house.join(owner, heir, 'member');
  const { accountId } = owner;
  const { json } = await owner.ask('/session/members/list');
  const idOf = ({ email }: Person): string =>
    json.people.find((one: { email: string }) => one.email === email)?.id ?? '';
  const handOver = (to: { readonly email: string }) => house.handOver(accountId, to);
  return { house, owner, second, heir, accountId, idOf, handOver };
}
export type HandOverScene = Awaited<ReturnType<typeof openHandOver>>;

/** Of the three, those whom the service takes for whose the account is: by their sessions, and by the list. */
export async function holders({
  house,
  owner,
  second,
  heir,
  accountId,
}: HandOverScene): Promise<readonly string[]> {
  const { sessions, accounts } = house.services;
  const people = [owner, second, heir];
  const found = await Promise.all(
    (await sessions.list(accountId)).map(({ sessionId }) => sessions.find(accountId, sessionId)),
  );
  const held = found.flatMap((session) => (session?.isHolder ? [session] : []));
  const emails = new Set(
    held.flatMap(({ personId }) =>
      people.filter((one) => one.accountId === personId).map(({ email }) => email),
    ),
  );
  const { email } = await accounts.get(accountId);
  expect([...emails]).toEqual([email]);
  return [...emails];
}
