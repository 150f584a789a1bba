import type { Subject } from '#shared/contract/envelope.ts';
import type { Observation } from './tool-answer.ts';

/** One observation of a subject for each value, by field. */
export function observe(
  type: string,
  subject: Subject,
  values: Readonly<Record<string, Observation['value']>>,
): Observation[] {
  return Object.entries(values).map(([field, value]) => ({ type, subject, field, value }));
}
