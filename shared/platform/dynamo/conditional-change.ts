import { isDeepStrictEqual } from 'node:util';

/** Attributes of one item by name. */
export type Item = Readonly<Record<string, unknown>>;

/** Names from the top of an item down to one attribute, such as `['holds', 'use_1']`. */
export type Path = readonly string[];

/** One condition of a change, and in plain words what it conditions. */
export type Check<Condition extends string = string> = {
  readonly condition: Condition;
  readonly path: Path;
} & (
  | { readonly test: 'absent' | 'present' }
  | { readonly test: 'equals'; readonly value: string | number }
  | { readonly test: 'below' | 'at least'; readonly value: number }
  | { readonly test: 'fewer entries than'; readonly value: number }
);

/** One effect of a change. `add` needs a number to be there already. */
export type Step =
  | { readonly do: 'set'; readonly path: Path; readonly value: unknown }
  | { readonly do: 'add'; readonly path: Path; readonly value: number }
  /** Sets `path` to the number at `from`, as it was before the change, plus `value`. */
  | { readonly do: 'set sum'; readonly path: Path; readonly from: Path; readonly value: number }
  | { readonly do: 'remove'; readonly path: Path };

/**
 * A conditional write of one item as data: all steps happen if every check
 * holds, else nothing does. Being data, the same change is sent to the
 * database, asked why it was refused, and run by the model checker.
 */
export interface Change<Condition extends string = string> {
  readonly checks: readonly Check<Condition>[];
  readonly steps: readonly Step[];
}

/** The first check that `item` fails, in the order written; undefined where the change would be accepted. */
export function failedCheck<Condition extends string>(
  change: Change<Condition>,
  item: Item | undefined,
): Check<Condition> | undefined {
  return change.checks.find((check) => !holds(check, valueAt(item, check.path)));
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

function holds(check: Check, value: unknown): boolean {
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

/** A change in the database's own language. */
interface Expressions {
  readonly UpdateExpression: string;
  readonly ConditionExpression: string;
  readonly ExpressionAttributeNames: Record<string, string>;
  readonly ExpressionAttributeValues?: Record<string, unknown>;
}

/** Members of an `UpdateCommand` that carry out the change. */
export function toExpressions(change: Change): Expressions {
  const names = new Map<string, string>();
  const values: unknown[] = [];
  const path = (parts: Path) =>
    parts.map((part) => names.get(part) ?? setAndGet(names, part, `#n${names.size}`)).join('.');
  const value = (given: unknown) => `:v${values.push(given) - 1}`;

  const conditions = change.checks.map((check) => condition(check, path, value));
  const sets = change.steps.flatMap((step) => {
    if (step.do === 'set') return [`${path(step.path)} = ${value(step.value)}`];
    if (step.do === 'add') return [`${path(step.path)} = ${path(step.path)} + ${value(step.value)}`];
    if (step.do === 'set sum') return [`${path(step.path)} = ${path(step.from)} + ${value(step.value)}`];
    return [];
  });
  const removals = change.steps.flatMap((step) => (step.do === 'remove' ? [path(step.path)] : []));
  return {
    UpdateExpression: [
      ...(sets.length > 0 ? [`SET ${sets.join(', ')}`] : []),
      ...(removals.length > 0 ? [`REMOVE ${removals.join(', ')}`] : []),
    ].join(' '),
    ConditionExpression: conditions.join(' AND '),
    ExpressionAttributeNames: Object.fromEntries([...names].map(([part, name]) => [name, part])),
    ...(values.length > 0
      ? {
          ExpressionAttributeValues: Object.fromEntries(values.map((given, index) => [`:v${index}`, given])),
        }
      : {}),
  };
}

function condition(check: Check, path: (parts: Path) => string, value: (given: unknown) => string): string {
  const place = path(check.path);
  switch (check.test) {
    case 'absent':
      return `attribute_not_exists(${place})`;
    case 'present':
      return `attribute_exists(${place})`;
    case 'equals':
      return `${place} = ${value(check.value)}`;
    case 'below':
      return `${place} < ${value(check.value)}`;
    case 'at least':
      return `${place} >= ${value(check.value)}`;
    case 'fewer entries than':
      return `size(${place}) < ${value(check.value)}`;
  }
}

function setAndGet(names: Map<string, string>, part: string, name: string): string {
  names.set(part, name);
  return name;
}
