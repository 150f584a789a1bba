import { readFile } from 'node:fs/promises';
import * as v from 'valibot';
import { createPublishedTexts } from '#shared/callers/identity/published-texts.ts';
import { isOperatorText, operatorTexts } from '#shared/contract/operator-texts.ts';
import { ServiceError } from '#shared/platform/errors.ts';
import { type AdminCommand, read } from './read-options.ts';
import type { AdminFoundation } from './stage-foundation.ts';

/** An item of the database holds 400 kB; no policy that people read comes near. */
const mostBytes = 200_000;

const name = v.pipe(
  v.string(),
  v.check(isOperatorText, `Expected one of: ${Object.keys(operatorTexts).join(', ')}.`),
);

/** The operator's own texts on one machine or one stage. */
export function openTexts({ documents, tables, clock }: AdminFoundation) {
  const texts = createPublishedTexts({ documents, name: tables.identity, clock });
  return {
    async publish(text: string, file: string) {
      const markdown = (await readFile(file, 'utf8')).trim();
      const bytes = Buffer.byteLength(markdown);
      if (bytes === 0 || bytes > mostBytes)
        throw new ServiceError('validation_error', `${file} must hold 1 to ${mostBytes} bytes of Markdown.`);
      const { publishedAt } = await texts.publish(known(text), markdown);
      return { name: text, path: operatorTexts[known(text)].path, bytes, published_at: publishedAt };
    },
    withdraw: async (text: string) => ({ name: text, withdrawn: await texts.withdraw(known(text)) }),
  };
}

function known(text: string) {
  if (isOperatorText(text)) return text;
  throw new ServiceError('validation_error', `There is no text ${text}.`);
}

export const textCommands: readonly AdminCommand[] = [
  {
    words: ['text', 'publish'],
    options: '--name privacy|terms|pricing|status --file TEXT.md',
    summary:
      'Serves your own privacy policy or terms, or words of yours on the pages of prices and status, from Markdown.',
    run: ({ options, operations }) => {
      const order = read(options, { name, file: v.pipe(v.string(), v.minLength(1)) });
      return operations.texts.publish(order.name, order.file);
    },
  },
  {
    words: ['text', 'withdraw'],
    options: '--name privacy|terms|pricing|status',
    summary: 'Takes the text away again; the page says that there is none, or what the service itself knows.',
    run: ({ options, operations }) => operations.texts.withdraw(read(options, { name }).name),
  },
];
