/** What the service logs with. Facts are ids, codes and counts: never keys, bodies or queries. */
export interface CallLogger {
  info(message: string, facts: Readonly<Record<string, unknown>>): void;
  warn(message: string, facts: Readonly<Record<string, unknown>>): void;
  error(message: string, facts: Readonly<Record<string, unknown>>): void;
}

/** Attributes that may hold a secret or what a caller sent; their values never reach a log. */
const secretName =
  /^(?:authorization|x-api-key|cookie|set-cookie|key|api_key|token|secret|password|code|body|input)$/iu;
const keyPattern = /or_[0-9A-Za-z]{20,}/gu;
const tokenPattern = /\beyJ[\w-]{8,}\.[\w-]+\.[\w-]+/gu;

/** A value as it may be logged: secrets gone, errors flattened, depth and length bounded. */
export function redact(value: unknown, depth = 0): unknown {
  if (typeof value === 'string')
    return value.slice(0, 2_000).replaceAll(keyPattern, 'or_[redacted]').replaceAll(tokenPattern, '[token]');
  if (typeof value !== 'object' || value === null) return value;
  if (depth > 4) return '[deep]';
  if (value instanceof Error)
    return {
      name: value.name,
      message: redact(value.message, depth + 1),
      stack: redact(value.stack, depth + 1),
      ...(value.cause !== undefined && { cause: redact(value.cause, depth + 1) }),
    };
  if (Array.isArray(value)) return value.slice(0, 20).map((item) => redact(item, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      // `code` of an error table row is no secret; only a one-time code in digits is.
      secretName.test(name) && !isErrorCode(name, member) ? '[redacted]' : redact(member, depth + 1),
    ]),
  );
}

function isErrorCode(name: string, member: unknown): boolean {
  return name.toLowerCase() === 'code' && typeof member === 'string' && /^[a-z_]+$/u.test(member);
}

type Level = 'INFO' | 'WARN' | 'ERROR';

/**
 * One JSON line each, redacted, in the form that Lambda's own log filter reads
 * (`level`, `timestamp`). Written here because a library for it is a tenth of
 * every function's bundle.
 */
export function createLogger(
  service: string,
  write: (line: string) => void = (line) => void process.stdout.write(line),
): CallLogger {
  const log = (level: Level, message: string, facts: Readonly<Record<string, unknown>>) =>
    write(
      `${JSON.stringify({ level, timestamp: new Date().toISOString(), service, message, facts: redact(facts) })}\n`,
    );
  return {
    info: (message, facts) => log('INFO', message, facts),
    warn: (message, facts) => log('WARN', message, facts),
    error: (message, facts) => log('ERROR', message, facts),
  };
}
