import { normalizeDomain } from '#shared/contract/fields.ts';
import { type ColumnNames, parseColumnNames } from '#shared/facts/imports/column-names.ts';
import type { ImportProgress } from '#shared/facts/imports/import-services.ts';
import { type MarketText, resolveMarket } from '#shared/facts/markets/markets.ts';
import { ServiceError } from '#shared/platform/errors.ts';
import { type CallLogger, redact } from '#shared/platform/logger.ts';

/** Runs a command with its arguments; a failure is a sentence on stderr and status 1. */
export function runCommand(command: (args: string[]) => Promise<void>): void {
  command(process.argv.slice(2)).catch((error: unknown) => {
    const message = error instanceof Error ? error.message : String(error);
    process.stderr.write(`${error instanceof ServiceError ? `${error.code}: ` : ''}${message}\n`);
    process.exitCode = 1;
  });
}

export function printJson(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value, null, 2)}\n`);
}

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

interface Terminal {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

/** Between two lines of output that is not a terminal, such as a log. */
const quietMilliseconds = 5_000;

/** Shows how far an import is: on a terminal one line that changes, elsewhere a line every few seconds. */
export function createProgressLine(output: Terminal, clock: () => number = Date.now) {
  let shown: Pick<ImportProgress, 'source' | 'phase'> | undefined;
  let startedAt = clock();
  let startShare = 0;
  let shownAt = clock();
  return {
    show(progress: ImportProgress): void {
      if (shown?.source !== progress.source || shown.phase !== progress.phase) {
        shown = progress;
        startedAt = clock();
        startShare = progress.share ?? 0;
      }
      if (!output.isTTY && clock() - shownAt < quietMilliseconds) return;
      shownAt = clock();
      const line = progressText(progress, (clock() - startedAt) / 1000, startShare);
      output.write(output.isTTY ? `\r\u001b[K${line}` : `${line}\n`);
    },
    end(): void {
      if (output.isTTY && shown !== undefined) output.write('\n');
    },
  };
}

/**
 * `shop.csv: writing, 42 %, 84,000 rows, 5,200 rows/s, 25 s left`; then
 * `shop.csv: counting domains, 93 %, 200,000 rows, 2 s left`. `seconds` are those
 * of the phase, `share` of which it began at; 100 % is never shown, since the line ends
 * with the work.
 */
export function progressText(
  { source, phase, rows, unit = 'rows', share }: ImportProgress,
  seconds: number,
  startShare = 0,
): string {
  const count = `${rows.toLocaleString('en-US')} ${unit}`;
  const rate = `${Math.round(rows / Math.max(seconds, 1)).toLocaleString('en-US')} ${unit}/s`;
  const percent = share === undefined ? [] : [`${Math.min(99, Math.floor(share * 100))} %`];
  const done = (share ?? 0) - startShare;
  const left =
    share !== undefined && done > 0 ? [`${Math.round((seconds * (1 - share)) / done)} s left`] : [];
  const parts = [phaseNames[phase], ...percent, count, ...(phase === 'counting' ? [] : [rate]), ...left];
  return `${source.name}: ${parts.join(', ')}`;
}

const phaseNames = { reading: 'reading', writing: 'writing', counting: 'counting domains' } as const;

/** Flags of `parseArgs` that say how files are read, of every command that imports. */
export const importFlags = {
  column: { type: 'string', multiple: true },
  domain: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
  language: { type: 'string' },
  location: { type: 'string' },
} as const;

interface GivenFlags {
  readonly column?: readonly string[] | undefined;
  readonly domain?: string | undefined;
  readonly language?: string | undefined;
  readonly location?: string | undefined;
}

/** What the flags say. Throws where a market, a site or a column is none, before any file is read. */
export function readImportFlags({ column = [], domain, language, location }: GivenFlags): {
  readonly market: MarketText;
  readonly domain: string | undefined;
  readonly columns: ColumnNames;
} {
  const market = { location, language };
  resolveMarket(market);
  return { market, domain: siteOf(domain), columns: parseColumnNames(column) };
}

function siteOf(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const normalized = normalizeDomain(text);
  if (!normalized.ok) throw new Error(`--domain: ${normalized.message}`);
  return normalized.domain;
}
