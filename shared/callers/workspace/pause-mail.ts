import type { PauseReason } from '#shared/contract/workspace.ts';
import type { CallLogger } from '#shared/platform/logger.ts';
import type { Mailer } from '#shared/platform/mail/mailer.ts';
import { onOneLine } from '../identity/owner-notice.ts';
import type { SavedQuestion } from './saved-question-repository.ts';

interface MailServices {
  /** Undefined where mail cannot be sent yet. */
  readonly mailer: Mailer | undefined;
  readonly logger: CallLogger;
  readonly dashboardUrl: string;
}

const reasons: Readonly<Record<Exclude<PauseReason, 'owner'>, string>> = {
  missed: 'It had no answer in three weeks in a row.',
  refused: 'The tool refused it, and would again: its arguments or the rights of the account have changed.',
  price: 'Its tool costs more credits than when you set the schedule.',
};

/** Tells an owner that a question is not asked any more. Never rejects: the dashboard says so as well. */
export async function tellOfPause(
  { mailer, logger, dashboardUrl }: MailServices,
  to: string,
  { name, tool }: Pick<SavedQuestion, 'name' | 'tool'>,
  because: PauseReason,
): Promise<void> {
  if (because === 'owner') return;
  const text = [
    `The question "${onOneLine(name)}" is not asked weekly any more. ${reasons[because]}`,
    '',
    `See why, and set it going again: ${dashboardUrl}/explorer/${tool}`,
  ].join('\n');
  try {
    await mailer?.send({ to, subject: 'A weekly question of your Oriel account is paused', text });
  } catch (cause) {
    logger.warn('owner not told', { what: 'paused schedule', cause });
  }
}
