import { readFile } from 'node:fs/promises';
import type { Intent } from '#shared/contract/rows.ts';
import { keywordKey, sameMeaningKey } from '#shared/facts/intent/words.ts';
import { createSeededRandom, type SeededRandom } from '#shared/facts/stored-index/sample/sample-topics.ts';
import { nounsByKind } from './wordnet.ts';

/** A keyword with what its searchers want. */
export interface LabeledQuery {
  readonly query: string;
  readonly intent: Intent;
  /** The topic it was written under, or `template`. */
  readonly family: string;
  /** How much it counts in training. */
  readonly weight: number;
}

const intentOfLetter: ReadonlyMap<string, Intent> = new Map([
  ['i', 'informational'],
  ['n', 'navigational'],
  ['c', 'commercial'],
  ['t', 'transactional'],
]);

const read = (name: string) => readFile(new URL(name, import.meta.url), 'utf8');

/**
 * Queries written by hand, under `# family` headings: a letter for the intent,
 * and queries parted by `|`. Two letters give a query once with each intent.
 */
export function labeledQueries(text: string, weight = 1): LabeledQuery[] {
  let family = '';
  return text.split('\n').flatMap((line) => {
    if (line.startsWith('# ')) family = line.slice(2);
    const [, letters = '', queries = ''] = /^([intc]{1,2}):(.+)$/u.exec(line) ?? [];
    return queries.split('|').flatMap((query) => labeled(keywordKey(query), letters, family, weight));
  });
}

/** A query with each of the intents, which share its weight. */
function labeled(query: string, letters: string, family: string, weight: number): LabeledQuery[] {
  const found = [...letters].flatMap((letter) => intentOfLetter.get(letter) ?? []);
  return found.map((intent) => ({ query, intent, family, weight: weight / found.length }));
}

/** How many queries a template gives for one point of its weight, and what those written by hand count against them. */
const queriesPerPoint = 70;
const handWrittenWeight = 6;

/**
 * What the model is trained with: queries from templates over lists of
 * subjects and nouns of WordNet, and queries written by hand. None that says the same as one of
 * `apart`, the queries that it is measured with.
 */
export async function trainingSet(apart: readonly LabeledQuery[]): Promise<readonly LabeledQuery[]> {
  const [subjects, templates, queries] = await Promise.all(
    ['subjects.txt', 'templates.txt', 'queries.txt'].map(read),
  );
  const measured = new Set(apart.map(({ query }) => sameMeaningKey(query)));
  const kinds = new Map([...(await nounsByKind()), ...subjectsByKind(subjects ?? '')]);
  const made = fromTemplates(templates ?? '', kinds);
  const written = labeledQueries(queries ?? '', handWrittenWeight);
  return [...written, ...made].filter(({ query }) => !measured.has(sameMeaningKey(query)));
}

function subjectsByKind(text: string): ReadonlyMap<string, readonly string[]> {
  const kinds = new Map<string, string[]>();
  let kind = '';
  for (const line of text.split('\n')) {
    if (line.startsWith('# ')) kind = line.slice(2).trim();
    else if (line.trim() !== '')
      kinds.set(kind, [...(kinds.get(kind) ?? []), ...line.split(',').map((name) => name.trim())]);
  }
  return kinds;
}

function fromTemplates(text: string, subjects: ReadonlyMap<string, readonly string[]>): LabeledQuery[] {
  const made = new Map<string, LabeledQuery[]>();
  for (const line of text.split('\n')) {
    const [, letters = '', points = '', pattern = ''] = /^([intc]{1,2}) (\d+) (.+)$/u.exec(line) ?? [];
    for (const text of textsOf(pattern, Number(points) * queriesPerPoint, subjects)) {
      const query = keywordKey(text);
      if (!made.has(query)) made.set(query, labeled(query, letters, 'template', 1));
    }
  }
  return [...made.values()].flat();
}

/** Every subject where the template is one and nothing beside, else as many fillings by chance as its weight says. */
function textsOf(
  pattern: string,
  count: number,
  subjects: ReadonlyMap<string, readonly string[]>,
): readonly string[] {
  const bare = /^\{(\w+)\}$/u.exec(pattern)?.[1];
  if (bare !== undefined) return subjects.get(bare) ?? [];
  const random = createSeededRandom(pattern);
  return Array.from({ length: count }, () => filled(pattern, subjects, random));
}

/** A template with a choice made for each `(a|b)`, a subject for each `{kind}` and a mistyped one for each `{kind~}`. */
function filled(
  pattern: string,
  subjects: ReadonlyMap<string, readonly string[]>,
  random: SeededRandom,
): string {
  const pick = (choices: readonly string[]) => choices[random.between(0, choices.length - 1)] ?? '';
  const chosen = pattern.replaceAll(/\(([^()]*)\)/gu, (_, choices: string) => pick(choices.split('|')));
  return chosen.replaceAll(/\{(\w+)(~?)\}/gu, (_, kind: string, slip: string) => {
    const subject = pick(subjects.get(kind) ?? []);
    return slip === '' ? subject : mistyped(subject, random);
  });
}

/** A name with one slip of the fingers: a letter lost, doubled or swapped with the next, or a space lost. */
function mistyped(name: string, random: SeededRandom): string {
  const place = random.between(1, Math.max(1, name.length - 2));
  const slips = [
    name.slice(0, place) + name.slice(place + 1),
    name.slice(0, place) + name.slice(place - 1),
    `${name.slice(0, place)}${name[place + 1] ?? ''}${name[place] ?? ''}${name.slice(place + 2)}`,
    name.replace(' ', ''),
  ];
  return slips[random.between(0, slips.length - 1)] ?? name;
}
