import * as v from 'valibot';
import type { Account } from '#shared/money/accounts/principal.ts';
import { isoTime } from '#shared/platform/clock.ts';
import { removeItem, replaceItem } from '#shared/platform/dynamo/conditional-writes.ts';
import { newId } from '#shared/platform/ids.ts';
import type { CallLogger } from '#shared/platform/logger.ts';
import type { Mail, Mailer } from '#shared/platform/mail/mailer.ts';
import * as identityKeys from './identity-table.ts';
import { type IdentityTable, readItem } from './identity-table.ts';
import type { AccountReader } from './token-claims.ts';

/** Longest address that mail can be sent to (RFC 5321, section 4.5.3.1, errata 1690). */
const maxAddressLength = 254;

/** An address in the one form under which it is looked up: trimmed, lower case. */
export const emailAddress = v.pipe(
  v.string(),
  v.trim(),
  v.toLowerCase(),
  v.maxLength(maxAddressLength),
  v.rfcEmail(),
  v.regex(/\.[\da-z-]{2,}$/u, 'The address needs a full domain name.'),
);

const item = v.object({ account_id: v.string() });

/** Who signs in with an address, and the account that is their own. */
interface Opened {
  readonly accountId: string;
  readonly personId: string;
}

export interface AccountOpener {
  find(accountId: string): Promise<Account | undefined>;
  create(draft: { accountId: string; email: string }): Promise<Account>;
}

/**
 * Which account an email address belongs to. Accounts are opened here, and for who hands theirs over.
 * The address is claimed first, then the account made under the claimed id: a
 * crash between the two leaves a claim that the next call completes. Who signs in with an address
 * is known for good by the id that it claimed, even if the account is handed over later.
 */
export function createAccountDirectory(table: IdentityTable, accounts: AccountOpener) {
  return {
    /** The account of an address, opened at the first call. Safe to repeat and to race. */
    async open(address: string): Promise<Opened> {
      const email = v.parse(emailAddress, address);
      const personId = (await findPersonId(table, email)) ?? (await claim(table, email));
      const { accountId, account } = await homeOf(accounts, personId);
      if (!account) await createOnce(accounts, accountId, email);
      return { accountId, personId };
    },
    async findId(address: string): Promise<string | undefined> {
      const personId = await findPersonId(table, v.parse(emailAddress, address));
      return personId && (await homeOf(accounts, personId)).accountId;
    },
    /** Frees an address, and ends a reviewer's code for it: its next sign-in opens a new account. Nothing where it stands for somebody else. */
    async forget(address: string, personId: string): Promise<void> {
      const email = v.parse(emailAddress, address);
      const isOurs = [{ test: 'equals', path: ['account_id'], value: personId }] as const;
      await removeItem(table, identityKeys.reviewCode(email), isOurs);
      await removeItem(table, identityKeys.address(email), isOurs);
    },
  };
}

export async function findPersonId(table: IdentityTable, email: string): Promise<string | undefined> {
  return (await readItem(table, item, identityKeys.address(email)))?.account_id;
}

/** The id that the address stands for from now on: ours, or the one that claimed the address first. */
async function claim(table: IdentityTable, email: string): Promise<string> {
  const accountId = newId('acct', table.clock());
  const key = identityKeys.address(email);
  const claimed = { ...key, account_id: accountId, claimed_at: isoTime(table.clock()) };
  await replaceItem(table, claimed, [{ test: 'absent', path: ['pk'] }]);
  return (await readItem(table, item, key))?.account_id ?? accountId;
}

/** Opens an account under an id that was chosen for it. Safe to repeat and to race. */
export async function createOnce(accounts: AccountOpener, accountId: string, email: string): Promise<void> {
  try {
    await accounts.create({ accountId, email });
  } catch (error) {
    // Another call may have made it in between.
    if (!(await accounts.find(accountId))) throw error;
  }
}

/** The account that is somebody's own: the first that they opened or, since they handed that over, the next. */
export async function homeOf(
  accounts: AccountReader,
  personId: string,
): Promise<{ readonly accountId: string; readonly account: Account | undefined }> {
  const account = await accounts.find(personId);
  const next = account?.snapshot.opener?.home;
  return next === undefined ? { accountId: personId, account } : homeOf(accounts, next);
}

/** What came to an account that its owner should hear of. */
interface OwnerNotice {
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
  'sign-in': 'A new browser signed in to your Oriel account',
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
      'If this was you, there is nothing to do.',
      `If it was not you, revoke it at ${dashboardUrl}${pages[what]}, sign out browsers you do not recognize at ${dashboardUrl}/account, and revoke keys and agents you did not create.`,
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
