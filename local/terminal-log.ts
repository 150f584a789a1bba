import { type CallLogger, redact } from '#shared/platform/logger.ts';

type Facts = Readonly<Record<string, unknown>>;

/**
 * The log as a person reads it: a line with the time, the message and its
 * facts as `name=value`, redacted as every log is. Figures for metrics are left
 * out, as are lines of regular work that found nothing to do.
 */
export function createTerminalLog(print: (line: string) => void): CallLogger {
  const write = (mark: string, message: string, facts: Facts) =>
    print([timeOf(new Date()), mark + message, ...told(redact(facts))].join('  '));
  return {
    info: (message, facts) => {
      if (!foundNothing(facts)) write('', message, facts);
    },
    warn: (message, facts) => write('Warning: ', message, facts),
    error: (message, facts) => write('Error: ', message, facts),
  };
}

const timeOf = (moment: Date) => moment.toTimeString().slice(0, 8);

function foundNothing(facts: Facts): boolean {
  const values = Object.values(facts);
  return values.length > 0 && values.every((value) => value === 0);
}

/** Of use where many machines and many callers write one log. */
const unsaid = new Set(['gateway_id', 'credential_id', 'network']);

/** Facts that say something, the address that was called first, an error by its message and where it was raised. */
function told(facts: unknown): string[] {
  const { endpoint, ...others } = { endpoint: undefined, ...(facts ?? {}) };
  return Object.entries({ endpoint, ...others }).flatMap(([name, value]) => {
    if (value === null || value === undefined || unsaid.has(name)) return [];
    if (name === 'endpoint') return [String(value)];
    if (name === 'cause') return [`\n${causeText(value)}`];
    return [`${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`];
  });
}

function causeText(cause: unknown): string {
  const isError = typeof cause === 'object' && cause !== null && 'stack' in cause;
  return isError ? String(cause.stack) : JSON.stringify(cause);
}
