import * as v from 'valibot';
import { emailAddress } from '#shared/callers/identity/account-directory.ts';
import { type AdminCommand, account, positive, read, wholeNumber } from './read-options.ts';

/** A review takes days to weeks; what is longer is an account. */
const mostDays = 60;

/** For those who review the service for a directory. */
export const reviewerCommands: readonly AdminCommand[] = [
  {
    words: ['reviewer', 'create'],
    options: '--email … [--days 14] [--credits 500]',
    summary: `A code that signs in to an account with sample data for up to ${mostDays} days, without a mail; shown here only. Again for the same address: a new code.`,
    run: ({ options, operations }) => {
      const { email, days, credits } = read(options, {
        email: emailAddress,
        days: v.optional(
          v.pipe(positive, v.maxValue(mostDays, `A code lasts at most ${mostDays} days.`)),
          '14',
        ),
        credits: v.optional(v.pipe(wholeNumber, v.minValue(0)), '500'),
      });
      return operations.reviewers.create(email, { days, credits });
    },
  },
  {
    words: ['reviewer', 'list'],
    options: '',
    summary: 'Every code that still signs in, with its account.',
    run: ({ operations }) => operations.reviewers.list(),
  },
  {
    words: ['reviewer', 'revoke'],
    options: '--account …',
    summary: 'Ends the code, signs its account out everywhere and suspends it.',
    run: ({ options, operations }) => operations.reviewers.revoke(read(options, account).account),
  },
];
