import answers from '../../../functions/reference/example-answers.json' with { type: 'json' };
import type { Envelope } from './schema.ts';

/**
 * The recorded answers of the reference to the tools' examples, by tool, with
 * lists cut to two rows. Read as what they are over the wire: JSON.
 */
export const exampleAnswers: Readonly<Record<string, Envelope>> = JSON.parse(JSON.stringify(answers));
