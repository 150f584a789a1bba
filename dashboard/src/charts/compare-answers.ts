import { type Data, isData, num, rows } from './read.ts';

/** Members that name a row of a list, the most telling first. */
const nameMembers = [
  ...['keyword', 'query', 'domain', 'competitor', 'referring_domain', 'url', 'url_from'],
  ...['check', 'issue', 'id', 'anchor'],
];

/** Figures that are about the call and not about its subject. */
const ofTheCall = new Set(['limit', 'offset', 'returned']);

/** Every figure of an answer outside its lists, by its path in words. */
export function figuresOf(data: unknown, path: readonly string[] = []): ReadonlyMap<string, number> {
  if (!isData(data)) return new Map();
  return new Map(
    Object.entries(data).flatMap(([name, value]): [string, number][] => {
      if (ofTheCall.has(name)) return [];
      if (typeof value === 'number') return [[[...path, name].join('.'), value]];
      return [...figuresOf(value, [...path, name])];
    }),
  );
}

/** How one row of a list changed. */
export interface RowChange {
  readonly list: string;
  readonly name: string;
  readonly kind: 'new' | 'gone' | 'changed';
  /** The figure that changed, with its values; undefined for new and gone rows. */
  readonly member?: string;
  readonly before?: number | null;
  readonly after?: number | null;
}

/** Figures of a row that say how well it does; the others (volume, price) are the market's. */
const telling = ['position', 'clicks', 'estimated_traffic', 'backlinks', 'shared_keywords', 'pages', 'count'];

/** How the rows of the lists of two answers differ, where something names each row of both. */
export function rowChanges(before: unknown, after: unknown): readonly RowChange[] {
  if (!isData(before) || !isData(after)) return [];
  return Object.keys(after).flatMap((list) => changesOf(list, rows(before, list), rows(after, list)));
}

function changesOf(list: string, earlier: readonly Data[], later: readonly Data[]): RowChange[] {
  // A listing has several results of one domain, and each address once.
  const member = nameMembers.find((key) => isName(key, earlier) && isName(key, later));
  if (member === undefined) return [];
  const byName = (found: readonly Data[]) => new Map(found.map((row) => [String(row[member]), row]));
  const [before, after] = [byName(earlier), byName(later)];
  const gone = [...before.keys()].filter((name) => !after.has(name));
  return [
    ...[...after].flatMap(([name, row]): RowChange[] => {
      const was = before.get(name);
      return was ? figureChange(list, name, was, row) : [{ list, name, kind: 'new' }];
    }),
    ...gone.map((name): RowChange => ({ list, name, kind: 'gone' })),
  ];
}

function figureChange(list: string, name: string, was: Data, is: Data): RowChange[] {
  const member = telling.find((key) => key in was || key in is);
  if (member === undefined) return [];
  const [before, after] = [num(was, member), num(is, member)];
  return before === after ? [] : [{ list, name, kind: 'changed', member, before, after }];
}

/** Whether a member names every row of a list, each by another name. */
function isName(member: string, list: readonly Data[]): boolean {
  const names = new Set(list.map((row) => row[member]).filter((name) => typeof name === 'string'));
  return list.length > 0 && names.size === list.length;
}
