import * as v from 'valibot';
import { operatorTexts, sellerText } from '#shared/contract/operator-texts.ts';
import { type AdminCommand, read } from './read-options.ts';
import { isPublished } from './texts.ts';

const name = v.pipe(
  v.string(),
  v.check(isPublished, `Expected one of: ${[...Object.keys(operatorTexts), sellerText].join(', ')}.`),
);

export const textCommands: readonly AdminCommand[] = [
  {
    words: ['text', 'publish'],
    options: '--name privacy|terms|pricing|status|seller --file TEXT.md',
    summary:
      'Serves your own privacy policy or terms, or words of yours on the pages of prices and status, from Markdown; as seller, the block of invoices, from plain text.',
    run: ({ options, operations }) => {
      const order = read(options, { name, file: v.pipe(v.string(), v.minLength(1)) });
      return operations.texts.publish(order.name, order.file);
    },
  },
  {
    words: ['text', 'withdraw'],
    options: '--name privacy|terms|pricing|status|seller',
    summary: 'Takes the text away again; the page says that there is none, or what the service itself knows.',
    run: ({ options, operations }) => operations.texts.withdraw(read(options, { name }).name),
  },
];
