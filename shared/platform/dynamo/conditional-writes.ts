import { isDeepStrictEqual } from 'node:util';
import { DeleteCommand, type DynamoDBDocumentClient, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { unlessRefused } from './documents.ts';

/** Attributes of one item by name. */
export type Item = Readonly<Record<string, unknown>>;

/** Names from the top of an item down to one attribute, such as `['holds', 'use_1']`. */
export type Path = readonly string[];

/** What must be true of the item; `condition` says in plain words what that is to keep. */
export type Test = { readonly condition?: string } & (
  | { readonly test: 'absent' | 'present'; readonly path: Path }
  | { readonly test: 'equals'; readonly path: Path; readonly value: unknown }
  | {
      readonly test: 'below' | 'at least' | 'fewer entries than';
      readonly path: Path;
      readonly value: number;
    }
  | { readonly test: 'any of'; readonly of: readonly Test[] }
);

/** A test by whose `condition` a refusal is told from others. */
export type Check<Condition extends string = string> = Test & { readonly condition: Condition };

/** One effect of a change. `add` needs a number to be there already; `count` begins at 0. */
export type Step =
  | { readonly do: 'set'; readonly path: Path; readonly value: unknown }
  | { readonly do: 'add' | 'count'; readonly path: Path; readonly value: number }
  /** Sets `path` to the number at `from`, as it was before the change, plus `value`. */
  | { readonly do: 'set sum'; readonly path: Path; readonly from: Path; readonly value: number }
  | { readonly do: 'remove'; readonly path: Path };

/**
 * A conditional write of one item as data: all steps happen if every check
 * holds, else nothing does. Being data, the same change is sent to the
 * database, asked why it was refused, and run by the model checker.
 */
export interface Change<Checked extends Test = Test> {
  readonly checks: readonly Checked[];
  readonly steps: readonly Step[];
}

/** Steps that set whole attributes; an undefined one stays as it is. */
export function setAll(attributes: Item): readonly Step[] {
  return Object.entries(attributes).flatMap(([name, value]) =>
    value === undefined ? [] : [{ do: 'set' as const, path: [name], value }],
  );
}

/** As `setAll`, but an attribute that is null is removed. */
export function setOrRemoveAll(attributes: Item): readonly Step[] {
  const gone = Object.entries(attributes).filter(([, value]) => value === null);
  const kept = Object.entries(attributes).filter(([, value]) => value !== null);
  return [
    ...setAll(Object.fromEntries(kept)),
    ...gone.map(([name]) => ({ do: 'remove', path: [name] }) as const),
  ];
}

/** The first check that `item` fails, in the order written; undefined where the change would be accepted. */
export function failedCheck<Checked extends Test>(
  { checks }: Pick<Change<Checked>, 'checks'>,
  item: Item | undefined,
): Checked | undefined {
  return checks.find((check) => !holds(check, item));
}

/** What stands at a path of an item. */
export function valueAt(item: unknown, path: Path): unknown {
  let value = item;
  for (const name of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
    value = Reflect.get(value, name);
  }
  return value;
}

function holds(check: Test, item: Item | undefined): boolean {
  if (check.test === 'any of') return check.of.some((test) => holds(test, item));
  const value = valueAt(item, check.path);
  switch (check.test) {
    case 'absent':
      return value === undefined;
    case 'present':
      return value !== undefined;
    case 'equals':
      return isDeepStrictEqual(value, check.value);
    case 'below':
      return typeof value === 'number' && value < check.value;
    case 'at least':
      return typeof value === 'number' && value >= check.value;
    case 'fewer entries than':
      return typeof value === 'object' && value !== null && Object.keys(value).length < check.value;
  }
}

/** Names and values of a write's expressions; empty members are left out, as the database asks. */
interface Attributes {
  readonly ExpressionAttributeNames?: Record<string, string>;
  readonly ExpressionAttributeValues?: Record<string, unknown>;
}

interface Condition extends Attributes {
  readonly ConditionExpression?: string;
}

interface Update extends Condition {
  readonly UpdateExpression: string;
}

/** Members of a put or a deletion that happens if every check holds. */
export function toCondition(checks: readonly Test[]): Condition {
  const words = createWords();
  return { ...conditionOf(checks, words), ...words.attributes() };
}

/** Members of an `UpdateCommand` that carry out the change. */
export function toExpressions({ checks, steps }: Change): Update {
  const words = createWords();
  const sets = steps.flatMap((step) => assignment(step, words));
  const removals = steps.flatMap((step) => (step.do === 'remove' ? [words.path(step.path)] : []));
  return {
    UpdateExpression: [
      ...(sets.length > 0 ? [`SET ${sets.join(', ')}`] : []),
      ...(removals.length > 0 ? [`REMOVE ${removals.join(', ')}`] : []),
    ].join(' '),
    ...conditionOf(checks, words),
    ...words.attributes(),
  };
}

/** Stands for names and values in expressions, where neither may be written out. */
interface Words {
  path(parts: Path): string;
  value(given: unknown): string;
  attributes(): Attributes;
}

function createWords(): Words {
  const wordOf = new Map<string, string>();
  const names: Record<string, string> = {};
  const values: Record<string, unknown> = {};
  let valueCount = 0;
  const name = (part: string): string => {
    const known = wordOf.get(part);
    if (known !== undefined) return known;
    const word = `#n${wordOf.size}`;
    wordOf.set(part, word);
    names[word] = part;
    return word;
  };
  return {
    path: (parts) => parts.map(name).join('.'),
    value(given) {
      const word = `:v${valueCount}`;
      valueCount += 1;
      values[word] = given;
      return word;
    },
    attributes: () => ({
      ...(wordOf.size > 0 && { ExpressionAttributeNames: names }),
      ...(valueCount > 0 && { ExpressionAttributeValues: values }),
    }),
  };
}

function assignment(step: Step, words: Words): string[] {
  if (step.do === 'remove') return [];
  const [place, value] = [words.path(step.path), words.value(step.value)];
  switch (step.do) {
    case 'set':
      return [`${place} = ${value}`];
    case 'add':
      return [`${place} = ${place} + ${value}`];
    case 'count':
      return [`${place} = if_not_exists(${place}, ${words.value(0)}) + ${value}`];
    case 'set sum':
      return [`${place} = ${words.path(step.from)} + ${value}`];
  }
}

function conditionOf(checks: readonly Test[], words: Words): Condition {
  if (checks.length === 0) return {};
  return { ConditionExpression: checks.map((check) => condition(check, words)).join(' AND ') };
}

function condition(check: Test, words: Words): string {
  if (check.test === 'any of') return `(${check.of.map((test) => condition(test, words)).join(' OR ')})`;
  const place = words.path(check.path);
  switch (check.test) {
    case 'absent':
      return `attribute_not_exists(${place})`;
    case 'present':
      return `attribute_exists(${place})`;
    case 'equals':
      return `${place} = ${words.value(check.value)}`;
    case 'below':
      return `${place} < ${words.value(check.value)}`;
    case 'at least':
      return `${place} >= ${words.value(check.value)}`;
    case 'fewer entries than':
      return `size(${place}) < ${words.value(check.value)}`;
  }
}

/** A table as its repository writes to it. */
export interface WritableTable {
  readonly documents: DynamoDBDocumentClient;
  /** The deployed name. */
  readonly name: string;
}

/** Carries out a change; the item as it is then, or undefined where a check fails. */
export async function changeItem(
  { documents, name }: WritableTable,
  key: Item,
  change: Change,
): Promise<Item | undefined> {
  const command = new UpdateCommand({
    TableName: name,
    Key: key,
    ...toExpressions(change),
    ReturnValues: 'ALL_NEW',
  });
  return (await unlessRefused(documents.send(command)))?.Attributes;
}

/** Puts the item, keys included, in the place of what is there; false where that fails a check. */
export async function replaceItem(
  { documents, name }: WritableTable,
  item: Item,
  checks: readonly Test[],
): Promise<boolean> {
  const command = new PutCommand({ TableName: name, Item: item, ...toCondition(checks) });
  return (await unlessRefused(documents.send(command))) !== undefined;
}

/** Removes and gives what is there; undefined where there is nothing or it fails a check. */
export async function removeItem(
  { documents, name }: WritableTable,
  key: Item,
  checks: readonly Test[] = [],
): Promise<Item | undefined> {
  const command = new DeleteCommand({
    TableName: name,
    Key: key,
    ...toCondition(checks),
    ReturnValues: 'ALL_OLD',
  });
  return (await unlessRefused(documents.send(command)))?.Attributes;
}
