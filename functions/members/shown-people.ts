import type { MemberItem } from '#shared/callers/identity/person.ts';
import type { Session } from '#shared/callers/identity/session-repository.ts';
import type { Account } from '#shared/money/accounts/account.ts';
import { isoTime } from '#shared/platform/clock.ts';
import type { MembersAnswer } from './contract.ts';

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
