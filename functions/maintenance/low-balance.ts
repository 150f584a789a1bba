import * as v from 'valibot';
import type { Foundation } from '#functions/foundation.ts';
import { createEventLog } from '#shared/callers/watch/event-log.ts';
import { type Findings, findingEvents, questionIn, toldFindings } from '#shared/callers/watch/findings.ts';
import { createAccountRepository } from '#shared/money/accounts/account-repository.ts';
import type { Account } from '#shared/money/accounts/principal.ts';
import { createAlertRepository, createLowBalanceMails } from '#shared/money/billing/low-balance.ts';
import { createCreditEntries } from '#shared/money/ledger/credit-entries.ts';

/** As a call that took a balance to a mark sends it; the clock sends none of it. */
const fallenBalance = v.object({ account_id: v.string(), from: v.number(), to: v.number() });

/** As a call that took a limit of its key or connection to a mark sends it. */
const fallenLimit = v.object({
  account_id: v.string(),
  credential_id: v.string(),
  kind: v.string(),
  period: v.string(),
  spent: v.number(),
  limit: v.number(),
  marks: v.array(v.number()),
});

/** A stage that cannot send mail yet has no balance to tell of. */
export function lowBalance(foundation: Foundation): (event?: unknown) => Promise<{ readonly sent: number }> {
  const { documents, tables, clock, logger, mailer, dashboardUrl } = foundation;
  return async (event) => {
    if (await writeOf(foundation, event)) return { sent: 0 };
    if (mailer === undefined) {
      logger.warn('low balances not told', { reason: 'MAIL_FROM is not set' });
      return { sent: 0 };
    }
    const mails = createLowBalanceMails({
      accounts: createAccountRepository({ documents, tables, clock }),
      entries: createCreditEntries({ documents, tables, clock }),
      alerts: createAlertRepository(documents, tables.billing),
      mailer,
      writeEvent: eventWriter(foundation),
      clock,
      billingPageUrl: `${dashboardUrl}/billing`,
    });
    const fallen = v.safeParse(fallenBalance, event);
    const sent = fallen.success ? Number(await mails.tell(fallen.output)) : await mails.sweep();
    if (sent > 0) logger.info('low balances told', { sent });
    return { sent };
  };
}

/** Writes the event of what a call sent that needs no mail; false where it sent something else. */
async function writeOf(foundation: Foundation, event: unknown): Promise<boolean> {
  const near = v.safeParse(fallenLimit, event);
  const found = v.safeParse(toldFindings, event);
  if (near.success) await writeLimit(foundation, near.output);
  if (found.success) await writeFindings(foundation, found.output);
  return near.success || found.success;
}

function eventWriter({ documents, tables, clock }: Foundation) {
  const events = createEventLog({ documents, name: tables.identity, clock });
  return ({ accountId, balance }: Account, mark: number, cause: string) =>
    events.write(accountId, {
      type: 'balance.low',
      cause: `${mark}.${cause}`,
      summary: `${Math.max(0, balance)} credits are left.`,
      why: `The balance has reached your alert of ${mark} credits.`,
      subject: null,
      link: '/billing',
      data: { after: balance, mark },
    });
}

/** Once a key or connection, month and mark; it may be sent again. */
async function writeLimit({ documents, tables, clock }: Foundation, near: v.InferOutput<typeof fallenLimit>) {
  const { account_id, credential_id, kind, period, spent, limit, marks } = near;
  const events = createEventLog({ documents, name: tables.identity, clock });
  const { percent } = (await events.rule(account_id, 'limit.near', credential_id)).settings;
  if (!marks.includes(percent)) return;
  const name = kind === 'connection' ? 'connection' : 'key';
  await events.write(account_id, {
    type: 'limit.near',
    cause: `${period}.${percent}.${limit}`,
    summary: `A ${name} has used ${spent} of the ${limit} credits it may spend in ${period}.`,
    why: `That is at least ${percent}% of its limit. Calls beyond the limit are refused.`,
    subject: credential_id,
    link: name === 'key' ? '/keys' : '/connect',
    data: { after: spent, limit, period },
  });
}

/** Once an answer that it is compared with; it may be sent again. A tracker tells of its own. */
async function writeFindings(
  { documents, tables, clock }: Foundation,
  { account_id, tool, args, request_id, findings }: Findings,
) {
  const events = createEventLog({ documents, name: tables.identity, clock });
  const subject = typeof args.domain === 'string' ? args.domain : (findings[0]?.subject.id ?? null);
  const { severity } = (await events.rule(account_id, 'audit.finding', subject)).settings;
  for (const { data, ...told } of findingEvents(findings, { severity, linked: String(subject) }))
    await events.write(account_id, {
      ...told,
      subject,
      cause: [tool, findings[0]?.previous_observed_at].join('.'),
      link: `/explorer/${tool}/${request_id}`,
      data: { question: questionIn(tool, args), request_id, ...data },
    });
}
