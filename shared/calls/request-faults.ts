import type * as v from 'valibot';
import type { RequestFault } from '#shared/platform/errors.ts';

/** How much of a request an error may repeat, in characters. */
export const echoCharacters = 100;
const maxMessageCharacters = 300;

export type RequestPlace = 'body' | 'query';

export type Keys = readonly (string | number)[];

/** One fault of a request in plain words: where it is, which rule it breaks, and what to send instead. */
export function toFault(issue: v.BaseIssue<unknown>, place: RequestPlace): RequestFault {
  const keys = (issue.path ?? []).map(({ key }) => (typeof key === 'number' ? key : String(key)));
  return faultAt(keys, place, faultType(issue), faultMessage(issue));
}

function faultAt(path: Keys, place: RequestPlace, type: string, message: string): RequestFault {
  const keys = path.map((key) => (typeof key === 'number' ? key : key.slice(0, echoCharacters)));
  return {
    pointer: keys.map((key) => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`).join(''),
    loc: [place, ...keys],
    type,
    message: message.slice(0, maxMessageCharacters),
  };
}

/** A member that the object it is in does not know. */
export const unknownMember = (path: Keys, known: readonly string[], place: RequestPlace) =>
  faultAt(path, place, 'unknown_field', `This field is not known; the fields here are ${known.join(', ')}.`);

/** The rule that is broken. Rules that a schema states in code share one name: their message says the rest. */
function faultType(issue: v.BaseIssue<unknown>): string {
  if (isMissing(issue)) return 'required';
  return ['raw_transform', 'raw_check', 'check', 'regex'].includes(issue.type)
    ? 'invalid_value'
    : issue.type.replace('code_points', 'length');
}

function faultMessage(issue: v.BaseIssue<unknown>): string {
  if (isMissing(issue)) return 'This field is required.';
  const { message, input } = issue;
  const type = faultType(issue);
  if (!message.startsWith('Invalid ')) return message;
  const limit = String(issue.requirement);
  if (type === 'picklist') return `Send one of ${choices(issue)}; ${described(input)} was sent.`;
  if (type === 'min_value') return `Send ${limit} or more; ${described(input)} was sent.`;
  if (type === 'max_value') return `Send ${limit} or less; ${described(input)} was sent.`;
  if (type === 'min_length') return `Send at least ${limit} ${unitOf(issue)}; ${sizeOf(input)} were sent.`;
  if (type === 'max_length') return `Send at most ${limit} ${unitOf(issue)}; ${sizeOf(input)} were sent.`;
  const wanted = wantedByType.get(type);
  return wanted === undefined ? inWords(issue) : `Send ${wanted}; ${described(input)} was sent.`;
}

const wantedByType: ReadonlyMap<string, string> = new Map([
  ['string', 'text'],
  ['number', 'a number'],
  ['integer', 'a whole number'],
  ['boolean', 'true or false'],
  ['array', 'a list'],
  ['object', 'an object'],
  ['iso_timestamp', 'a time such as 2027-01-31T12:00:00Z'],
  ['email', 'an email address'],
]);

/** The schema's own words, without more of the request than may be repeated. */
function inWords({ message, received }: v.BaseIssue<unknown>): string {
  const cut = received.length > echoCharacters ? `${received.slice(0, echoCharacters - 1)}…` : received;
  return `${message.replace(received, () => cut)}.`;
}

function isMissing({ type, received }: v.BaseIssue<unknown>): boolean {
  return received === 'undefined' && type === 'object';
}

/** The values of a picklist, as its issue lists them: `("a" | "b")`. */
function choices({ expected }: v.BaseIssue<unknown>): string {
  return [...(expected ?? '').matchAll(/"([^"]*)"/gu)].map(([, choice]) => `\`${choice}\``).join(', ');
}

function unitOf({ input, requirement }: v.BaseIssue<unknown>): string {
  const isOne = requirement === 1;
  if (Array.isArray(input)) return isOne ? 'entry' : 'entries';
  return isOne ? 'character' : 'characters';
}

/** Characters as JSON Schema counts them, or entries. */
function sizeOf(input: unknown): number {
  return typeof input === 'string' || Array.isArray(input) ? [...input].length : 0;
}

/** What was sent, in words; text is cut before it is repeated. */
function described(input: unknown): string {
  if (typeof input === 'string')
    return `the text ${JSON.stringify(input.length > 60 ? `${input.slice(0, 60)}…` : input)}`;
  if (Array.isArray(input)) return 'a list';
  if (typeof input === 'object' && input !== null) return 'an object';
  return String(input);
}
