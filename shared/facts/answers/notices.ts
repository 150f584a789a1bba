import type { Warning } from '#shared/contract/envelope.ts';
import type { Fact } from '../sources/ports.ts';

/** What the sources want told, each thing once, in the order it came up. */
export function warningsOf(
  facts: readonly Pick<Fact<unknown>, 'notices'>[],
  ...more: readonly Warning[]
): Warning[] {
  const notices = [...facts.flatMap((fact) => fact.notices), ...more];
  const unique = new Map(notices.map((notice) => [`${notice.code} ${notice.message}`, notice]));
  return [...unique.values()].map(({ code, message }) => ({ code, message }));
}
