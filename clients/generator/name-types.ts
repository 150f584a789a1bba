import type { Api, Operation } from './read-api.ts';
import type { Member, Type } from './schema-type.ts';

/** A type with a name: an object, or one of several types. */
export type Declaration =
  | { readonly name: string; readonly members: readonly Member[] }
  | { readonly name: string; readonly options: readonly Type[] };

/** An operation whose types are declared by name. */
export interface NamedOperation extends Operation {
  /** Names of the declarations; undefined where there is nothing to declare. */
  readonly input: string | undefined;
  /** Of an envelope its `data`, of pages a row, else the whole answer. */
  readonly output: Type;
}

export interface NamedApi extends Omit<Api, 'operations'> {
  readonly operations: readonly NamedOperation[];
  /** What they stand on comes first. */
  readonly declarations: readonly Declaration[];
}

/**
 * Gives every object a name made of where it stands, such as
 * `InspectDomainTopKeyword`, because Python declares no nested ones and callers
 * want to name them in both languages.
 */
export function nameTypes(api: Api): NamedApi {
  const names = createNames();
  const envelope = names.members(api.envelope, ['']);
  const problem = names.members(api.problem, ['Problem']);
  const operations = api.operations.map((operation) => nameOperation(operation, names));
  return { ...api, envelope, problem, operations, declarations: names.declarations };
}

type Names = ReturnType<typeof createNames>;

function nameOperation(operation: Operation, names: Names): NamedOperation {
  const prefix = pascalCase(operation.id);
  const query = names.members(operation.query, [`${prefix}Input`]);
  const body = operation.body && names.members(operation.body, [`${prefix}Input`]);
  const members = body ?? query;
  const input = members.length > 0 ? `${prefix}Input` : undefined;
  if (input !== undefined) names.declare(input, members);
  const { answer } = operation;
  const output = names.answer(outputOf(answer), prefix, endings[answer.kind]);
  return { ...operation, query, body, input, output };
}

const endings = { envelope: 'Data', rows: 'Row', plain: 'Answer' } as const;

function outputOf(answer: Operation['answer']): Type {
  if (answer.kind === 'envelope') return answer.data;
  return answer.kind === 'rows' ? answer.row : answer.type;
}

/** Where an object stands, from the operation on, in words that can be put together. */
type Place = readonly string[];

function createNames() {
  const declarations: Declaration[] = [];
  const byShape = new Map<string, string>();
  const taken = new Set<string>();

  function declare(name: string, members: readonly Member[]): void {
    taken.add(name);
    declarations.push({ name, members });
  }

  function members(list: readonly Member[], place: Place): readonly Member[] {
    return list.map((member) => ({
      ...member,
      type: type(member.type, [...place, pascalCase(member.name)]),
    }));
  }

  function type(given: Type, place: Place): Type {
    switch (given.kind) {
      case 'list':
      case 'map':
        return { ...given, of: type(given.of, [...place.slice(0, -1), singular(place.at(-1) ?? '')]) };
      case 'union':
        return union(given.options, place);
      case 'object':
        return { kind: 'named', name: object(given.members, place) };
      default:
        return given;
    }
  }

  function union(given: readonly Type[], place: Place): Type {
    const [last = '', ...before] = place.toReversed();
    const options = given.map((option) =>
      type(option, [...before.toReversed(), `${literalType(option)}${last}`]),
    );
    if (options.filter(({ kind }) => kind === 'named').length < 2) return { kind: 'union', options };
    const name = freeName(place);
    taken.add(name);
    declarations.push({ name, options });
    return { kind: 'named', name };
  }

  /** The same object has one name within an operation. */
  function object(given: readonly Member[], place: Place): string {
    const named = members(given, place);
    const shape = `${place[0]} ${JSON.stringify(named)}`;
    const known = byShape.get(shape);
    if (known !== undefined) return known;
    const name = freeName(place);
    byShape.set(shape, name);
    declare(name, named);
    return name;
  }

  /** Words from the operation on; what is part of every answer has a word of its own. */
  function freeName(place: Place): string {
    const name = place[0] === '' ? (place.at(-1) ?? '') : place.join('');
    if (taken.has(name)) throw new Error(`There are two types that would be called ${name}.`);
    return name;
  }

  /** What an operation answers. */
  function answer(given: Type, prefix: string, ending: string): Type {
    if (given.kind !== 'object') return type(given, [prefix, 'Rows']);
    declare(`${prefix}${ending}`, members(given.members, [prefix]));
    return { kind: 'named', name: `${prefix}${ending}` };
  }

  return { declarations, declare, members, answer };
}

/** What its `type` says an object is, such as `RanksFor`. */
function literalType(option: Type): string {
  if (option.kind !== 'object') return '';
  const kind = option.members.find(({ name }) => name === 'type')?.type;
  return kind?.kind === 'literals' ? pascalCase(String(kind.values[0])) : '';
}

export function pascalCase(name: string): string {
  return name.replaceAll(/(?:^|_)(?<letter>[a-z0-9])/gu, (_match, letter: string) => letter.toUpperCase());
}

function singular(name: string): string {
  if (name.endsWith('ies')) return `${name.slice(0, -3)}y`;
  if (name.endsWith('sses')) return name.slice(0, -2);
  return /[^su]s$/u.test(name) ? name.slice(0, -1) : name;
}
