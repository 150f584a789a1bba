import type { AnsweredEnvelope } from './answered-envelope.ts';

/** Rows of a list that the text shows; the structured content and the datasets have the rest. */
const maxRows = 15;
const maxCellCharacters = 120;
/** About 2,000 tokens: an answer must leave room for the conversation. */
const maxCharacters = 7_000;

/**
 * An answer as compact text for models that read no structured content:
 * values as lines, lists as tables with one heading, then what to know and do next.
 */
export function renderAnswer(envelope: AnsweredEnvelope): string {
  const { data, coverage, resources, next_actions, warnings, usage } = envelope;
  const facts = renderMembers(data, '').join('\n');
  const cut =
    facts.length > maxCharacters
      ? `${facts.slice(0, maxCharacters)}\n… (cut; see the structured content)`
      : facts;
  const notes = [
    ...warnings.map(({ message }) => `Note: ${message}`),
    ...(coverage.scope_note ? [`Scope: ${coverage.scope_note}`] : []),
    ...resources.map(({ uri, rows, description }) => `All ${rows} rows: ${uri} (${description})`),
    ...next_actions.map(
      ({ tool, args, use_when, credits }) =>
        `Next: ${tool} ${JSON.stringify(args)}: ${use_when} (${credits} credits)`,
    ),
    `Charged ${usage.credits_charged} credits; balance ${usage.balance_after ?? 'unknown'}.`,
  ];
  return [cut, '', ...notes].join('\n');
}

function renderMembers(members: Readonly<Record<string, unknown>>, prefix: string): string[] {
  return Object.entries(members).flatMap(([name, value]) => renderMember(`${prefix}${name}`, value));
}

function renderMember(name: string, value: unknown): string[] {
  if (Array.isArray(value)) return renderList(name, value);
  if (isRecord(value)) return renderMembers(value, `${name}.`);
  return [`${name}: ${cell(value)}`];
}

function renderList(name: string, values: readonly unknown[]): string[] {
  if (values.length === 0) return [`${name}: none`];
  const shown = values.slice(0, maxRows);
  const more = values.length > shown.length ? [`… ${values.length - shown.length} more`] : [];
  if (!shown.every(isRecord)) return [`${name}: ${shown.map(cell).join('; ')}`, ...more];
  const columns = [...new Set(shown.flatMap((row) => Object.keys(row)))];
  const rows = shown.map((row) => columns.map((column) => cell(row[column])).join(' | '));
  return [`${name} (${columns.join(' | ')}):`, ...rows, ...more];
}

/** One value in one cell: null is shown as unknown, never as nothing. */
function cell(value: unknown): string {
  if (value === null || value === undefined) return '?';
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  const line = text.replaceAll(/\s+/gu, ' ');
  return line.length > maxCellCharacters ? `${line.slice(0, maxCellCharacters - 1)}…` : line;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
