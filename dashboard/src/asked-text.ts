import { readableAddress } from './readable-domain.ts';

/** Arguments that say where and how, and not what about. */
const settings = new Set(['location', 'language', 'limit', 'mode', 'depth', 'view', 'format', 'offset']);

/** What a call was about, as people say it: `trailpeak.example, summitgear.example +2`; of a cut text what there is. */
export function askedText(asked: string | null): string {
  const question = readAsked(asked);
  if (!question) return asked ? `${cutText(asked)}…` : '';
  return questionText(question);
}

/** The same of arguments as they are. */
export function questionText(question: Readonly<Record<string, unknown>>): string {
  return Object.entries(question)
    .filter(([name]) => !settings.has(name))
    .map(([, value]) => (Array.isArray(value) ? listText(value) : plainText(value)))
    .filter((text) => text !== '')
    .join(', ');
}

/** The arguments of a usage record; undefined where they are not known whole. */
export function readAsked(asked: string | null): Readonly<Record<string, unknown>> | undefined {
  if (asked === null) return undefined;
  try {
    const read: unknown = JSON.parse(asked);
    return typeof read === 'object' && read !== null ? { ...read } : undefined;
  } catch {
    // Long arguments are cut in the record; the kept answer has them whole.
    return undefined;
  }
}

/** The values of JSON that was cut: without its names and marks. */
function cutText(asked: string): string {
  return asked
    .replaceAll(/"[a-z_]+":/gu, '')
    .replaceAll(/["{}[\]]/gu, '')
    .replaceAll(',', ', ');
}

function listText(list: readonly unknown[]): string {
  const [first] = list;
  const rest = list.length > 1 ? ` +${list.length - 1}` : '';
  return first === undefined ? '' : `${plainText(first)}${rest}`;
}

function plainText(value: unknown): string {
  return typeof value === 'string' ? readableAddress(value).replace(/^https?:\/\//u, '') : '';
}
