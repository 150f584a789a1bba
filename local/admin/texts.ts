import { readFile } from 'node:fs/promises';
import * as v from 'valibot';
import { emailAddress } from '#shared/callers/identity/account-directory.ts';
import { createPublishedTexts, type PublishedName } from '#shared/callers/identity/published-texts.ts';
import { isOperatorText, operatorTexts, sellerText } from '#shared/contract/operator-texts.ts';
import { ServiceError } from '#shared/platform/errors.ts';
import { type AdminCommand, account, positive, read, wholeNumber } from './read-options.ts';
import type { AdminFoundation } from './stage-foundation.ts';

/** An item of the database holds 400 kB; no policy that people read comes near. */
const mostBytes = 200_000;

export function openTexts({ documents, tables, clock }: AdminFoundation) {
  const texts = createPublishedTexts({ documents, name: tables.identity, clock });
  return {
    async publish(text: string, file: string) {
      const markdown = (await readFile(file, 'utf8')).trim();
      const bytes = Buffer.byteLength(markdown);
      if (bytes === 0 || bytes > mostBytes)
        throw new ServiceError('validation_error', `${file} must hold 1 to ${mostBytes} bytes of Markdown.`);
      const { publishedAt } = await texts.publish(known(text), markdown);
      const path = isOperatorText(text) ? operatorTexts[text].path : null;
      return { name: text, path, bytes, published_at: publishedAt };
    },
    withdraw: async (text: string) => ({ name: text, withdrawn: await texts.withdraw(known(text)) }),
  };
}

function isPublished(text: string): text is PublishedName {
  return isOperatorText(text) || text === sellerText;
}

function known(text: string): PublishedName {
  if (isPublished(text)) return text;
  throw new ServiceError('validation_error', `There is no text ${text}.`);
}

const name = v.pipe(
  v.string(),
  v.check(isPublished, `Expected one of: ${[...Object.keys(operatorTexts), sellerText].join(', ')}.`),
);

export const textCommands: readonly AdminCommand[] = [
  {
    words: ['text', 'publish'],
    options: '--name privacy|terms|pricing|status|seller --file TEXT.md',
    summary:
      'Publishes your privacy policy, terms or texts for the pages of prices and status (Markdown), or the seller on invoices (plain text).',
    run: ({ options, operations }) => {
      const order = read(options, { name, file: v.pipe(v.string(), v.minLength(1)) });
      return operations.texts.publish(order.name, order.file);
    },
  },
  {
    words: ['text', 'withdraw'],
    options: '--name privacy|terms|pricing|status|seller',
    summary: 'Withdraws the text; the page then says that there is none, or what the service itself knows.',
    run: ({ options, operations }) => operations.texts.withdraw(read(options, { name }).name),
  },
];

/** A review takes days to weeks; what is longer is an account. */
const mostDays = 60;

export const reviewerCommands: readonly AdminCommand[] = [
  {
    words: ['reviewer', 'create'],
    options: '--email … [--days 14] [--credits 500]',
    summary: `A code that signs in to an account with sample data for up to ${mostDays} days, without a mail; shown here only. Repeat it for a new code.`,
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
