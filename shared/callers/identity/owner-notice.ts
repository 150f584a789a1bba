import { isoTime } from '#shared/platform/clock.ts';
import type { CallLogger } from '#shared/platform/logger.ts';
import type { Mail, Mailer } from '#shared/platform/mail/mailer.ts';

/** What came to an account that its owner should hear of. */
export interface OwnerNotice {
  readonly what: 'key' | 'rotation' | 'passkey' | 'connection' | 'sign-in' | 'invitation';
  /** Name of what was made, as its maker chose; the browser of a sign-in, as it calls itself. */
  readonly name: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Network that it came from, where that is known. */
  readonly network?: string | undefined;
}

interface NoticeServices {
  /** Undefined where mail cannot be sent yet. */
  readonly mailer: Mailer | undefined;
  readonly logger: CallLogger;
  readonly dashboardUrl: string;
}

const subjects: Readonly<Record<OwnerNotice['what'], string>> = {
  key: 'A new API key was created in your Oriel account',
  rotation: 'An API key in your Oriel account was rotated',
  passkey: 'A passkey was added to your Oriel account',
  connection: 'An agent was connected to your Oriel account',
  'sign-in': 'Your Oriel account was signed in to from a new browser',
  invitation: 'Someone was invited to your Oriel account',
};
const labels: Readonly<Record<OwnerNotice['what'], string>> = {
  key: 'Key',
  rotation: 'Key',
  passkey: 'Passkey',
  connection: 'Agent',
  'sign-in': 'Browser',
  invitation: 'Invited',
};
const pages: Readonly<Record<OwnerNotice['what'], string>> = {
  key: '/keys',
  rotation: '/keys',
  passkey: '/account',
  connection: '/connect',
  'sign-in': '/account',
  invitation: '/people',
};

/** Writes to the owner of an account. Never rejects: what happened has happened, and stands in the dashboard. */
export async function tellOwner(services: NoticeServices, to: string, notice: OwnerNotice): Promise<void> {
  const { mailer, logger, dashboardUrl } = services;
  try {
    await mailer?.send(noticeMail(to, notice, dashboardUrl));
  } catch (cause) {
    logger.warn('owner not told', { what: notice.what, cause });
  }
}

function noticeMail(to: string, { what, name, at, network }: OwnerNotice, dashboardUrl: string): Mail {
  return {
    to,
    subject: subjects[what],
    text: [
      `${subjects[what]}.`,
      '',
      `${labels[what]}: ${onOneLine(name) || 'without a name'}`,
      `Time: ${isoTime(at)}`,
      ...(network === undefined ? [] : [`Network: ${network}`]),
      '',
      'If this was you, nothing is to be done.',
      `If it was not, end it at ${dashboardUrl}${pages[what]}, sign out the browsers you do not know at ${dashboardUrl}/account, and revoke keys and agents you did not make.`,
    ].join('\n'),
  };
}

/** Names are chosen by others: no line breaks, no links to click, and not long. */
export function onOneLine(name: string): string {
  return name
    .replaceAll(/[\p{C}\p{Z}]+/gu, ' ')
    .replaceAll(/:\/\//gu, ': //')
    .trim()
    .slice(0, 120);
}
