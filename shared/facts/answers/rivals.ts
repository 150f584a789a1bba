import type { Warning } from '#shared/contract/envelope.ts';

interface Rivals {
  /** Each once, in the order asked, without the target. */
  readonly rivals: string[];
  readonly warnings: readonly Warning[];
}

/** The competitors worth asking about. A warning names what was left out, since the caller expects every name sent to be compared. */
export function rivalsOf(domain: string, competitors: readonly string[]): Rivals {
  const unique = new Set(competitors);
  const warnings: Warning[] = [];
  if (unique.delete(domain))
    warnings.push({
      code: 'ignored_value',
      message: `${domain} is the target and was left out as its own rival.`,
    });
  const repeated = competitors.filter((name, at) => competitors.indexOf(name) !== at && name !== domain);
  if (repeated.length > 0)
    warnings.push({
      code: 'ignored_value',
      message: `Named more than once and compared once: ${[...new Set(repeated)].join(', ')}.`,
    });
  return { rivals: [...unique], warnings };
}
