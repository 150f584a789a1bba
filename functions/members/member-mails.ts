import { invitationDays } from '#shared/callers/identity/member-repository.ts';
import type { MemberItem } from '#shared/callers/identity/person.ts';
import type { Role } from '#shared/contract/role.ts';
import type { Mail } from '#shared/platform/mail/mailer.ts';

interface Invitation {
  readonly member: MemberItem;
  readonly token: string;
  /** Address of who opened the account. */
  readonly accountEmail: string;
  readonly dashboardUrl: string;
}

const mays: Readonly<Record<Role, string>> = {
  owner: 'everything, including people and billing',
  member: 'work with its tools, keys, agents, sites and saved questions',
  billing: 'buy credits and see invoices and usage',
};

/** The secret stands behind a `#`, where no server and no log sees it. */
export function invitationMail({ member, token, accountEmail, dashboardUrl }: Invitation): Mail {
  return {
    to: member.email,
    subject: 'You are invited to an Oriel account',
    text: [
      `${member.invited_by} invites you to the Oriel account of ${accountEmail}, as ${member.role}: ${mays[member.role]}.`,
      '',
      `Accept within ${invitationDays} days, signed in as ${member.email}:`,
      `${dashboardUrl}/invitation#${token}`,
      '',
      'The link works once and for this address only. If you did not expect this, ignore this message.',
    ].join('\n'),
  };
}
