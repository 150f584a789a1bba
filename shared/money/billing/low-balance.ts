import { highestThreshold } from '#shared/contract/alert-thresholds.ts';
import type { Account } from '#shared/money/accounts/account.ts';
import type { CreditEntries } from '#shared/money/ledger/credit-entries.ts';
import { type Clock, isoTime } from '#shared/platform/clock.ts';
import type { Mail, Mailer } from '#shared/platform/mail/mailer.ts';
import type { AlertRepository } from './alert-repository.ts';

interface LowBalanceParts {
  readonly accounts: { list(): AsyncIterable<Account> };
  readonly entries: Pick<CreditEntries, 'list'>;
  readonly alerts: AlertRepository;
  readonly mailer: Mailer;
  readonly clock: Clock;
  readonly billingPageUrl: string;
}

/**
 * Writes to every account whose balance is below its mark: one mail, and the
 * next only after credits were added and are gone again. Returns how many.
 */
export async function notifyLowBalances(parts: LowBalanceParts): Promise<number> {
  let sent = 0;
  for await (const account of parts.accounts.list()) {
    // Most accounts end here, without a read.
    if (account.status !== 'active' || account.balance >= highestThreshold) continue;
    if (await notify(parts, account)) sent += 1;
  }
  return sent;
}

async function notify(parts: LowBalanceParts, account: Account): Promise<boolean> {
  const alert = await parts.alerts.find(account.accountId);
  if (alert.threshold === null || account.balance >= alert.threshold) return false;
  if (!(await hasNewCredits(parts, account.accountId, alert.notifiedAt))) return false;
  const isOurs = await parts.alerts.claimNotice(account.accountId, alert, isoTime(parts.clock()));
  // Claimed first: a mail that gets lost is better than one every quarter of an hour.
  if (isOurs) await parts.mailer.send(lowBalanceMail(account, parts.billingPageUrl));
  return isOurs;
}

/** Whether credits came in since the last mail. An account that never had any has nothing to run out of. */
async function hasNewCredits(
  { entries }: LowBalanceParts,
  accountId: string,
  notifiedAt: string | null,
): Promise<boolean> {
  const listed = await entries.list(accountId);
  return listed.some(({ credits, createdAt }) => credits > 0 && createdAt > (notifiedAt ?? ''));
}

function lowBalanceMail({ email, balance }: Account, billingPageUrl: string): Mail {
  const left = Math.max(0, balance);
  return {
    to: email,
    subject: left === 0 ? 'Your Oriel credits are used up' : `${left} Oriel credits left`,
    text: [
      left === 0
        ? 'Your credits are used up. Calls now answer 402 and are not charged.'
        : `Your account has ${left} credits left. At zero, calls answer 402.`,
      '',
      `Buy more, or change when we write: ${billingPageUrl}`,
    ].join('\n'),
  };
}
