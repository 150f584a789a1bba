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

interface HandedOver {
  readonly formerEmail: string;
  readonly email: string;
  /** ISO 8601. */
  readonly at: string;
  readonly dashboardUrl: string;
}

/** One mail to each of the two: to who had the account, and to who has it now. */
export function handOverMails({ formerEmail, email, at, dashboardUrl }: HandedOver): readonly Mail[] {
  return [
    {
      to: formerEmail,
      subject: 'You handed over your Oriel account',
      text: [
        `Your Oriel account belongs to ${email} now. You are a member of it.`,
        '',
        `Time: ${at}`,
        '',
        'Its mail about credits, receipts and security goes to that address. Credits, keys and usage stay with the account. At your next sign-in you have an account of your own, with nothing in it; switch to this one from there.',
        '',
        `If this was not you, write to ${email} and to the operator of this service at once, and sign out the browsers you do not know at ${dashboardUrl}/account.`,
      ].join('\n'),
    },
    {
      to: email,
      subject: 'An Oriel account is yours now',
      text: [
        `${formerEmail} handed an Oriel account over to you. You own it: its people, its credits and its keys.`,
        '',
        `Time: ${at}`,
        '',
        `Mail about its credits, receipts and security comes to this address from now on. ${formerEmail} is a member of it.`,
        `Look at who may do what: ${dashboardUrl}/people`,
      ].join('\n'),
    },
  ];
}
