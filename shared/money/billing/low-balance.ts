import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { highestThreshold } from '#shared/contract/rule-choices.ts';
import { type Fall, settledBalance } from '#shared/money/accounts/account-item.ts';
import type { AccountRepository } from '#shared/money/accounts/account-repository.ts';
import type { NearLimit } from '#shared/money/accounts/meter.ts';
import type { Account } from '#shared/money/accounts/principal.ts';
import type { CreditEntries, LedgerEntry } from '#shared/money/ledger/credit-entries.ts';
import { type CamelCased, camelCased } from '#shared/platform/casing.ts';
import { type Clock, isoTime } from '#shared/platform/clock.ts';
import { changeItem, removeItem, setAll, type Test } from '#shared/platform/dynamo/conditional-writes.ts';
import { currentItem } from '#shared/platform/dynamo/documents.ts';
import type { Mail, Mailer } from '#shared/platform/mail/mailer.ts';
import { billingKeys } from './order.ts';

interface Notice {
  /** ISO 8601. */
  readonly at: string;
  /** Place of the account's last ledger entry. */
  readonly entry: number;
  /** ISO 8601; after it the mail counts as not sent. */
  readonly until: string;
}

const alertItem = v.object({
  /** Balance below which a mail goes out; null for never. */
  threshold: v.optional(v.nullable(v.number()), 100),
  /** ISO 8601; null before the first mail. */
  notified_at: v.optional(v.nullable(v.string()), null),
  /** Place of the account's last ledger entry at that time. */
  notified_entry: v.optional(v.nullable(v.number()), null),
  /** ISO 8601: until when who claimed the last mail may take to send it; null once it is sent. */
  sending_until: v.optional(v.nullable(v.string()), null),
});
type LowBalanceAlert = CamelCased<v.InferOutput<typeof alertItem>>;

type AlertRepository = ReturnType<typeof createAlertRepository>;

export function createAlertRepository(documents: DynamoDBDocumentClient, TableName: string) {
  const table = { documents, name: TableName };
  return {
    /** The account's choice; a threshold of 100 credits until it has made one. */
    async find(accountId: string): Promise<LowBalanceAlert> {
      const stored = await currentItem(documents, TableName, billingKeys.alert(accountId));
      return camelCased(v.parse(alertItem, stored ?? {}));
    },

    async choose(accountId: string, threshold: number | null): Promise<void> {
      await changeItem(table, billingKeys.alert(accountId), { checks: [], steps: setAll({ threshold }) });
    },

    async forget(accountId: string): Promise<void> {
      await removeItem(table, billingKeys.alert(accountId));
    },

    /** Claims the right to send one mail; false where another run has it. */
    async claimNotice(
      accountId: string,
      known: LowBalanceAlert,
      { at, entry, until }: Notice,
    ): Promise<boolean> {
      const claimed = await changeItem(table, billingKeys.alert(accountId), {
        checks: isUnchanged(known),
        steps: setAll({ notified_at: at, notified_entry: entry, sending_until: until }),
      });
      return claimed !== undefined;
    },

    /** Notes that the claimed mail is sent, or that it is due again at once. Does nothing where another was claimed meanwhile. */
    async endNotice(
      accountId: string,
      { at, entry, until }: Notice,
      { isSent }: { readonly isSent: boolean },
    ): Promise<void> {
      await changeItem(table, billingKeys.alert(accountId), {
        checks: isUnchanged({ notifiedAt: at, notifiedEntry: entry, sendingUntil: until }),
        steps: isSent ? [{ do: 'remove', path: ['sending_until'] }] : setAll({ sending_until: at }),
      });
    },
  };
}

/** Whether no mail was claimed or ended since this was read. */
function isUnchanged(known: Omit<LowBalanceAlert, 'threshold'>): readonly Test[] {
  return [
    isStill('notified_at', known.notifiedAt),
    isStill('notified_entry', known.notifiedEntry),
    isStill('sending_until', known.sendingUntil),
  ];
}

function isStill(name: string, known: unknown): Test {
  const path = [name];
  return known === null ? { test: 'absent', path } : { test: 'equals', path, value: known };
}

interface LowBalanceParts {
  readonly accounts: Pick<AccountRepository, 'find' | 'list'>;
  readonly entries: Pick<CreditEntries, 'list'>;
  readonly alerts: AlertRepository;
  readonly mailer: Mailer;
  /** Writes the event of a fall, told apart from other falls by `cause`; before its mail, and again where that failed. */
  readonly writeEvent?: (account: Account, mark: number, cause: string) => Promise<unknown>;
  readonly clock: Clock;
  readonly billingPageUrl: string;
}

/** An account whose settled balance one charge took to a mark, as the event that says so. */
export interface FallenBalance extends Fall {
  readonly account_id: string;
}

/** A limit that one charge took to a mark, as the event that says so. */
export interface FallenLimit extends NearLimit {
  readonly account_id: string;
  readonly credential_id: string;
}

/** How long a mail that was begun may take. What was not sent by then, because its process died, is sent by the next sweep. */
const sendingMs = 300_000;

/** One mail for each time that a balance falls to the mark its account chose. */
export function createLowBalanceMails(parts: LowBalanceParts) {
  const { accounts, alerts, clock } = parts;
  return {
    /** Writes where the fall went past the account's own mark. Rejects where the mail was not sent, which may then be tried again. */
    async tell({ account_id, from }: FallenBalance): Promise<boolean> {
      const account = await accounts.find(account_id);
      if (!account) return false;
      const alert = await alerts.find(account_id);
      if (!isLow(account, alert)) return false;
      const hasCrossed = from > alert.threshold && lastTold(alert) < sequenceOf(account);
      return (hasCrossed || isUnsent(alert, clock())) && write(parts, account, alert);
    },

    /** Writes to every account that should have had a mail and has not; gives how many. Rejects in the end where one was not sent. */
    async sweep(): Promise<number> {
      let sent = 0;
      const failures: unknown[] = [];
      for await (const account of accounts.list()) {
        // Most accounts end here, without a read.
        if (account.status !== 'active' || account.balance > highestThreshold) continue;
        await tellLate(parts, account).then(
          (isSent) => {
            sent += Number(isSent);
          },
          (cause: unknown) => failures.push(cause),
        );
      }
      if (failures.length > 0) throw new AggregateError(failures, `${failures.length} emails were not sent.`);
      return sent;
    },
  };
}

async function tellLate(parts: LowBalanceParts, account: Account): Promise<boolean> {
  const alert = await parts.alerts.find(account.accountId);
  if (!isLow(account, alert)) return false;
  const isDue =
    isUnsent(alert, parts.clock()) ||
    wasRaised(alert, alert.threshold, await parts.entries.list(account.accountId));
  return isDue && write(parts, account, alert);
}

function isLow<Alert extends LowBalanceAlert>(
  account: Account,
  alert: Alert,
): alert is Alert & { readonly threshold: number } {
  if (account.status !== 'active' || alert.threshold === null) return false;
  return settledBalance(account.snapshot) <= alert.threshold;
}

/** Whether a mail was begun and its time is over. */
function isUnsent({ sendingUntil }: LowBalanceAlert, now: number): boolean {
  return sendingUntil !== null && sendingUntil <= isoTime(now);
}

/** Whether credits lifted the balance above the mark since the last mail. An account that never had any has nothing to run out of. */
function wasRaised(alert: LowBalanceAlert, mark: number, entries: readonly LedgerEntry[]): boolean {
  if (alert.notifiedAt === null) return entries.some(({ credits }) => credits > 0);
  const told = lastTold(alert);
  return entries.some(({ sequence, balanceAfter }) => (sequence ?? 0) > told && (balanceAfter ?? 0) > mark);
}

/** Place of the ledger's last entry when the account was last written to. */
const lastTold = ({ notifiedEntry }: LowBalanceAlert) => notifiedEntry ?? -1;

const sequenceOf = ({ snapshot }: Account) => snapshot.entry_seq;

/** Claims the mail, so that nobody else sends it, and sends it; where that fails the claim is due again at once. */
async function write(parts: LowBalanceParts, account: Account, alert: LowBalanceAlert): Promise<boolean> {
  const { alerts, mailer, clock, billingPageUrl } = parts;
  const { accountId } = account;
  const now = clock();
  const claim = { at: isoTime(now), entry: sequenceOf(account), until: isoTime(now + sendingMs) };
  if (!(await alerts.claimNotice(accountId, alert, claim))) return false;
  try {
    await parts.writeEvent?.(account, alert.threshold ?? 0, String(claim.entry));
    await mailer.send(lowBalanceMail(account, billingPageUrl));
  } catch (cause) {
    await alerts.endNotice(accountId, claim, { isSent: false });
    throw new Error('The email about a low balance was not sent.', { cause });
  }
  await alerts.endNotice(accountId, claim, { isSent: true });
  return true;
}

function lowBalanceMail({ email, balance }: Account, billingPageUrl: string): Mail {
  const left = Math.max(0, balance);
  const counted = `${left} ${left === 1 ? 'credit' : 'credits'}`;
  return {
    to: email,
    subject: left === 0 ? 'Your Oriel credits are used up' : `${counted} left in your Oriel account`,
    text: [
      left === 0
        ? 'Your credits are used up. Calls are refused, and cost nothing, until you buy more.'
        : `Your account has ${counted} left. At zero, calls are refused.`,
      '',
      `Buy more, or change this alert: ${billingPageUrl}`,
    ].join('\n'),
  };
}
