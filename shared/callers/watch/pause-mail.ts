import type { PauseReason } from '#shared/contract/watch.ts';
import type { CallLogger } from '#shared/platform/logger.ts';
import type { Mailer } from '#shared/platform/mail/mailer.ts';
import { onOneLine } from '../identity/owner-notice.ts';
import type { Tracker } from './tracker-item.ts';

interface MailServices {
  /** Undefined where mail cannot be sent yet. */
  readonly mailer: Mailer | undefined;
  readonly logger: CallLogger;
  readonly dashboardUrl: string;
}

const reasons: Readonly<Record<Exclude<PauseReason, 'owner'>, string>> = {
  missed: 'It failed three times in a row.',
  refused: 'The tool refuses it: its arguments or the permissions of the account have changed.',
  price: 'Its tool now costs more credits than when you set the schedule.',
};

/** Tells an owner that a tracker asks no more. Never rejects: the dashboard says so as well. */
export async function tellOfPause(
  { mailer, logger, dashboardUrl }: MailServices,
  to: string,
  { name, tool }: Pick<Tracker, 'name' | 'tool'>,
  because: PauseReason,
): Promise<void> {
  if (because === 'owner') return;
  const text = [
    `The tracker "${onOneLine(name)}" is paused. ${reasons[because]}`,
    '',
    `See why and resume it: ${dashboardUrl}/explorer/${tool}`,
  ].join('\n');
  try {
    await mailer?.send({ to, subject: 'A tracker in your Oriel account is paused', text });
  } catch (cause) {
    logger.warn('owner not told', { what: 'paused tracker', cause });
  }
}
