import { highestThreshold } from '#shared/contract/alert-thresholds.ts';
import type { Account } from '#shared/money/accounts/account.ts';
import { type Fall, settledBalance } from '#shared/money/accounts/account-item.ts';
import type { AccountRepository } from '#shared/money/accounts/account-repository.ts';
import type { NearLimit } from '#shared/money/accounts/meter.ts';
import type { CreditEntries, LedgerEntry } from '#shared/money/ledger/credit-entries.ts';
import { type Clock, isoTime } from '#shared/platform/clock.ts';
import type { Mail, Mailer } from '#shared/platform/mail/mailer.ts';
import type { AlertRepository, LowBalanceAlert } from './alert-repository.ts';

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
  const { accounts, alerts, entries, clock } = parts;
  return {
    /** Writes where the fall went past the account's own mark. Rejects where the mail was not sent, which may then be tried again. */
    async tell({ account_id, from }: FallenBalance): Promise<boolean> {
      const account = await accounts.find(account_id);
      if (!account) return false;
      const alert = await alerts.find(account_id);
      if (!isLow(account, alert)) return false;
      const hasCrossed =
        from > alert.threshold && lastTold(alert, await entries.list(account_id)) < sequenceOf(account);
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
      if (failures.length > 0) throw new AggregateError(failures, `${failures.length} mails were not sent.`);
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
  const told = lastTold(alert, entries);
  return entries.some(({ sequence, balanceAfter }) => (sequence ?? 0) > told && (balanceAfter ?? 0) > mark);
}

/** Place of the ledger's last entry when the account was last written to; of mails before that was noted, by their time. */
function lastTold({ notifiedAt, notifiedEntry }: LowBalanceAlert, entries: readonly LedgerEntry[]): number {
  if (notifiedEntry !== null) return notifiedEntry;
  if (notifiedAt === null) return -1;
  return entries.filter(({ createdAt }) => createdAt <= notifiedAt).length;
}

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
    throw new Error('The mail about a low balance was not sent.', { cause });
  }
  await alerts.endNotice(accountId, claim, { isSent: true });
  return true;
}

function lowBalanceMail({ email, balance }: Account, billingPageUrl: string): Mail {
  const left = Math.max(0, balance);
  return {
    to: email,
    subject: left === 0 ? 'Your Oriel credits are used up' : `${left} Oriel credits left`,
    text: [
      left === 0
        ? 'Your credits are used up. Calls are refused, free of charge, until you buy more.'
        : `Your account has ${left} credits left. At zero, calls are refused.`,
      '',
      `Buy more, or change when we write: ${billingPageUrl}`,
    ].join('\n'),
  };
}
