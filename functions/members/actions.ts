import * as v from 'valibot';
import type { Foundation } from '#functions/foundation.ts';
import { currentSession } from '#functions/session/actions.ts';
import { answer, type SessionAction, sessionHandler } from '#functions/session/session-handler.ts';
import { emailAddress, homeOf, tellOwner } from '#shared/callers/identity/account-directory.ts';
import { attemptLimits } from '#shared/callers/identity/attempt-limits.ts';
import { invitationDays } from '#shared/callers/identity/member-repository.ts';
import { isHolder, type MemberItem } from '#shared/callers/identity/person.ts';
import type { Session } from '#shared/callers/identity/session-repository.ts';
import { requireFreshSignIn, sessionCookies } from '#shared/callers/identity/session-token.ts';
import { checked } from '#shared/calls/admit-call.ts';
import { type Role, roles } from '#shared/contract/role.ts';
import type { Account } from '#shared/money/accounts/principal.ts';
import { isoTime } from '#shared/platform/clock.ts';
import { ServiceError } from '#shared/platform/errors.ts';
import type { Mail } from '#shared/platform/mail/mailer.ts';
import { type MembersAnswer, type membersAnswers, membersBodies } from './contract.ts';
import { endWorkOf, type MembersServices, membersServices } from './services.ts';

type Person = MembersAnswer<'/session/members/list'>['people'][number];

/** Whose the account is, with nothing that could be changed; `member` is what they were before. */
export function shownHolder(account: Account, member: MemberItem | undefined, session: Session): Person {
  const { email, createdAt, snapshot } = account;
  return {
    id: snapshot.holder?.id ?? null,
    email,
    role: 'owner',
    is_holder: true,
    status: 'active',
    is_you: session.isHolder,
    invited_by: member?.invited_by ?? null,
    invitation_ends_at: null,
    joined_at: member?.joined_at ?? createdAt,
    removed_at: null,
  };
}

/** `now` in milliseconds since 1970. */
export function shownMember(member: MemberItem, session: Session, now: number): Person {
  return {
    id: member.member_id,
    email: member.email,
    role: member.role,
    is_holder: false,
    status: statusOf(member, now),
    is_you: session.member?.id === member.member_id,
    invited_by: member.invited_by ?? null,
    invitation_ends_at: member.state === 'invited' ? member.ends_at : null,
    joined_at: member.joined_at ?? null,
    removed_at: member.removed_at ?? null,
  };
}

function statusOf({ state, ends_at, joined_at }: MemberItem, now: number): Person['status'] {
  if (state === 'removed') return joined_at === undefined ? 'withdrawn' : 'removed';
  return state === 'invited' && ends_at <= isoTime(now) ? 'expired' : state;
}

interface Invitation {
  readonly member: MemberItem;
  readonly token: string;
  readonly accountEmail: string;
  readonly dashboardUrl: string;
}

const mays: Readonly<Record<Role, string>> = {
  owner: 'do everything, including people and billing',
  member: 'use its tools, keys, agents, sites and saved questions',
  billing: 'buy credits and see invoices and usage',
};

/** The secret stands behind a `#`, where no server and no log sees it. */
export function invitationMail({ member, token, accountEmail, dashboardUrl }: Invitation): Mail {
  return {
    to: member.email,
    subject: 'You are invited to an Oriel account',
    text: [
      `${member.invited_by} invites you to the Oriel account of ${accountEmail}. As ${member.role} you can ${mays[member.role]}.`,
      '',
      `Accept within ${invitationDays} days, signed in as ${member.email}:`,
      `${dashboardUrl}/invitation#${token}`,
      '',
      'The link works once and for this address only. If you did not expect this, ignore this message.',
    ].join('\n'),
  };
}

type MembersAction = SessionAction<MembersServices>;

/** Most people of an account, invitations included. */
const maxPeople = 50;

/** Everybody of the account may know who the others are, and who can change what they may do. */
const list: MembersAction = async (call, services) => {
  const session = await currentSession(call, services, roles);
  const { accountId, account } = session;
  const members = await services.members.list(accountId);
  const now = services.clock();
  const holder = members.find((member) => isHolder(account, member));
  const people = members
    .filter((member) => member !== holder)
    .toSorted((one, other) => one.invited_at.localeCompare(other.invited_at))
    .map((member) => shownMember(member, session, now));
  return answer<MembersAnswer<'/session/members/list'>>({
    people: [shownHolder(account, holder, session), ...people],
  });
};

const inviteRequest = v.object({ ...membersBodies.invite.entries, email: emailAddress });

/** Inviting the same address again sends another link, and the one before opens nothing. */
const invite: MembersAction = async (call, services) => {
  const session = await owner(call, services);
  const { mailer } = services;
  const { accountId, account } = session;
  refuseReviewers(account);
  if (!mailer)
    throw new ServiceError(
      'upstream_unavailable',
      'This service cannot send email yet, so no invitation can be sent.',
    );
  const { email, role } = checked(inviteRequest, call.body, 'body');
  const people = await services.members.list(accountId);
  const live = people.filter(
    (person) => person.state !== 'removed' && person.email !== email && !isHolder(account, person),
  );
  if (live.length + 1 >= maxPeople)
    throw new ServiceError(
      'validation_error',
      `An account has at most ${maxPeople} people. Remove one first.`,
    );
  await services.limits.count(attemptLimits.invitationOfAccountDaily, accountId);
  const invited =
    email === account.email
      ? undefined
      : await services.members.invite(accountId, { email, role, invitedBy: session.email });
  if (!invited)
    throw new ServiceError(
      'validation_error',
      'This address is in the account already. Change its role instead.',
    );
  await mailer.send(
    invitationMail({ ...invited, accountEmail: account.email, dashboardUrl: services.dashboardUrl }),
  );
  const now = services.clock();
  await tellOwner(services, account.email, { what: 'invitation', name: `${email} (${role})`, at: now });
  return answer<MembersAnswer<'/session/members/invite'>>(shownMember(invited.member, session, now));
};

const change: MembersAction = async (call, services) => {
  const session = await owner(call, services);
  const { member_id, role } = checked(membersBodies.change, call.body, 'body');
  const changed = await services.members.changeRole(session.accountId, member_id, role);
  if (!changed) throw noSuchPerson();
  return answer<MembersAnswer<'/session/members/change'>>(shownMember(changed, session, services.clock()));
};

/** Owners remove anybody but whose the account is; everybody else may leave. */
const remove: MembersAction = async (call, services) => {
  const session = await currentSession(call, services, roles);
  const { member_id, keys } = checked(membersBodies.remove, call.body, 'body');
  const isLeaving = session.member?.id === member_id;
  if (session.role !== 'owner' && !isLeaving)
    throw new ServiceError(
      'insufficient_scope',
      'Only an owner removes people. You can leave the account yourself.',
    );
  const removed = await services.members.remove(session.accountId, member_id);
  if (!removed) throw noSuchPerson();
  await endWorkOf(services, removed, { withKeys: keys === 'revoke' && session.role === 'owner' });
  return answer<MembersAnswer<'/session/members/remove'>>(shownMember(removed, session, services.clock()));
};

/** The person's own account, and those that the person has joined or was given. */
const accounts: MembersAction = async (call, services) => {
  const session = await currentSession(call, services, roles);
  const [joined, home] = await Promise.all([
    services.members.joined(session.personId),
    homeOf(services.accounts, session.personId),
  ]);
  const own = home.account ? [{ account: home.account, role: 'owner' as const }] : [];
  const all = await Promise.all(
    [...own, ...joined].map(async ({ account: { accountId, email, createdAt: opened_at }, role }) => {
      const { company } = await services.details.find(accountId);
      const is_current = accountId === session.accountId;
      return { id: accountId, email, company: company || null, role, opened_at, is_current };
    }),
  );
  return answer<MembersAnswer<'/session/members/accounts'>>({ accounts: all });
};

/** One refusal for every link that does not let this person in: it says nothing of who was invited where. */
const accept: MembersAction = async (call, services) => {
  const session = await currentSession(call, services, roles);
  const { token } = checked(membersBodies.accept, call.body, 'body');
  await services.limits.count(attemptLimits.verifyFromIp, call.callerAddress);
  const { personId, email } = session;
  const accountId = await services.members.accept({ token, personId, email });
  if (accountId === undefined)
    throw new ServiceError(
      'not_found',
      'This invitation is for another address, was used or withdrawn, or has ended. Sign in with the address it was sent to, or ask for another.',
    );
  return answer<MembersAnswer<'/session/members/accept'>>({ account_id: accountId });
};

/** The same sign-in, in another account: it becomes no younger by it, and lives no longer. */
const switchAccount: MembersAction = async (call, services) => {
  const session = await currentSession(call, services, roles);
  const { account_id: accountId } = checked(membersBodies.switch, call.body, 'body');
  const { personId } = session;
  const joined = await services.members.joined(personId);
  const found = joined.find(({ account }) => account.accountId === accountId);
  if (!found && accountId !== (await homeOf(services.accounts, personId)).accountId)
    throw new ServiceError(
      'not_found',
      'You are not in this account. The list shows the accounts that you are in.',
    );
  const { method, userAgent, network } = session;
  const { cookieValue } = await services.sessions.start({
    accountId,
    method,
    userAgent,
    ...(network !== null && { network }),
    member: found?.standing,
    personId,
    since: session,
  });
  await services.sessions.end(session.accountId, session.sessionId);
  return answer<MembersAnswer<'/session/members/switch'>>(
    { account_id: accountId },
    sessionCookies(services.baseUrl, cookieValue),
  );
};

/** What answers each path below the function's route; the compiler demands each. */
export const membersActions: Readonly<Record<keyof typeof membersAnswers, MembersAction>> = {
  '/session/members/list': list,
  '/session/members/invite': invite,
  '/session/members/change': change,
  '/session/members/remove': remove,
  '/session/members/accounts': accounts,
  '/session/members/accept': accept,
  '/session/members/switch': switchAccount,
};

/** An owner who has just signed in: a thief of a session lets nobody in with it. */
async function owner(call: Parameters<MembersAction>[0], services: MembersServices): Promise<Session> {
  const session = await currentSession(call, services);
  requireFreshSignIn(session.createdAt, services.clock());
  return session;
}

/** Code and address of such an account are known to all reviewers of a directory. */
function refuseReviewers({ snapshot }: Account): void {
  if (!snapshot.sample_data) return;
  throw new ServiceError(
    'insufficient_scope',
    'An account of reviewers takes no invitations. Invite people to an account of your own.',
  );
}

/** Another account's people and unknown ones are answered alike. */
function noSuchPerson(): ServiceError {
  return new ServiceError(
    'not_found',
    'This account has no such person, or they own it. The list shows the ids.',
  );
}

export const members = (foundation: Foundation) =>
  sessionHandler(membersActions, () => membersServices(foundation));
