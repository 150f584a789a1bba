import * as v from 'valibot';
import { ServiceError } from '#shared/platform/errors.ts';
import type { Operations } from './open-operations.ts';

type Options = Readonly<Record<string, string | boolean | readonly (string | boolean)[] | undefined>>;

export interface CommandContext {
  readonly options: Options;
  readonly operations: Operations;
  /** What the command line names after the words, for a command that takes it. */
  readonly named: string;
}

export interface AdminCommand {
  readonly words: readonly string[];
  /** Whether one thing is named after the words. */
  readonly namesOne?: boolean;
  /** As the usage text shows them. */
  readonly options: string;
  readonly summary: string;
  /** What is printed, as JSON. */
  run(context: CommandContext): Promise<unknown>;
}

export const accountId = v.pipe(
  v.string(),
  v.regex(/^acct_[0-9a-z]{26}$/u, 'An account id looks like acct_01k….'),
);
export const wholeNumber = v.pipe(
  v.string(),
  v.regex(/^-?\d{1,12}$/u, 'Expected a whole number.'),
  v.transform(Number),
);
export const positive = v.pipe(wholeNumber, v.minValue(1));
export const account = { account: accountId };

/** Options as a schema reads them; a wrong or missing one is named with its dashes. */
export function read<Entries extends v.ObjectEntries>(options: Options, entries: Entries) {
  const result = v.safeParse(v.object(entries), options);
  if (result.success) return result.output;
  const [issue] = result.issues;
  const name = String(issue.path?.[0]?.key ?? '');
  const message = issue.received === 'undefined' ? 'is needed.' : issue.message;
  throw new ServiceError('validation_error', `--${name} ${message}`);
}
